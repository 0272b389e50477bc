"""The instant lab: many games at random, counted while one watches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TypedDict

from attrs import Factory, define

from ..dsl.text.source import Source
from ..lab.statistics.decision_points import carried
from ..lab.statistics.wilson import share
from ..simulation import Engine, prepare
from ..web.setting_up import program_by
from .playing import wish_of

SEED = 0
"""All labs play the games of this seed, so that two of them meet the same chance."""

Part = tuple[float, float, float]
"""A part of 1 with its 95% interval: itself, from, to."""


class SeatFigures(TypedDict):
    """How a seat fared."""

    name: str
    wins: Part


class Figures(TypedDict):
    """What *games* games showed: wins of each seat, games with several winners or none, decisions in a game (the least, the
    number that 5, 50 and 95 percent of the games do not exceed, the most), and the sentences that were never carried out.
    """

    games: int
    seats: list[SeatFigures]
    ties: Part
    nobody: Part
    cut: Part
    length: tuple[int, int, int, int, int]
    dead: list[tuple[int, str]]


@define(eq=False)
class Lab:
    """Games of one Program by players who choose at random; the same numbers of games give the same figures."""

    source: Source
    engine: Engine
    games: int = 0
    _wins: Counter[int] = Factory(Counter)
    _winners: Counter[int] = Factory(Counter)
    _lengths: Counter[int] = Factory(Counter)
    _cut: int = 0
    _sentences: Counter[int] = Factory(Counter)

    @classmethod
    def begin(cls, source: Source, form: Mapping[str, str]) -> Lab:
        """A lab in which nothing was played, by the rules as a form wishes them. Raises WrongSetting."""
        return cls(source, prepare(program_by(wish_of(source, form, ""), source)))

    def play(self, count: int) -> Figures:
        """Plays so many games more; the figures of all. Raises PlayError."""
        columns = self.engine.columns
        rows, counters = self.engine.counted(SEED, self.games, count)
        self.games += count
        for row in rows:
            won = [seat for seat in range(columns.seats) if row[columns.winner(seat)]]
            self._wins.update(won)
            self._winners[len(won)] += 1
            self._lengths[int(row[columns.asked])] += 1
            self._cut += bool(row[columns.cut])
        for at in range(columns.sentences):
            self._sentences[at] += int(counters[columns.sentence(at)])
        return self.figures

    @property
    def figures(self) -> Figures:
        """What was shown so far."""
        program = self.engine.program
        several = sum(games for winners, games in self._winners.items() if winners > 1)
        return Figures(
            games=self.games,
            seats=[SeatFigures(name=seat.name, wins=self._part(self._wins[at])) for at, seat in enumerate(program.seats)],
            ties=self._part(several),
            nobody=self._part(self._winners[0]),
            cut=self._part(self._cut),
            length=self._length(),
            dead=self._dead(),
        )

    def _part(self, count: int) -> Part:
        rate = share(count, self.games).rate
        return rate.value, rate.low, rate.high

    def _length(self) -> tuple[int, int, int, int, int]:
        lengths = sorted(self._lengths.elements())
        least, low, middle, high, most = (
            lengths[min(len(lengths) - 1, len(lengths) * part // 100)] for part in (0, 5, 50, 95, 100)
        )
        return least, low, middle, high, most

    def _dead(self) -> list[tuple[int, str]]:
        """The lines of this ruleset that no game carried out."""
        found = dict[int, str]()
        alive = set[int]()
        for at in carried(self.engine.program):
            sentence = self.engine.program.sentences[at]
            line = sentence.span.line
            if self._sentences[at]:
                alive.add(line)
            elif line <= self.source.length:
                found[line] = sentence.text
        return [(line, text) for line, text in sorted(found.items()) if line not in alive]
