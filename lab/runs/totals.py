"""The sums of one run, or of two runs that are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

import numpy as np
from attrs import define, frozen

from ...bots import BotFailed
from ...program.ir import Program
from ...simulation import Chunk
from ..statistics.intervals import width
from ..statistics.moments import Moments, Name, quantities
from ..statistics.tally import Tally, Whole
from ..statistics.wilson import share
from .bot_games import BotGames, PlaysGames, player


@frozen(eq=False)
class Rules:
    """A Program, the bot of each seat that decides, and the engine that plays with them."""

    program: Program
    bots: tuple[str, ...]
    engine: PlaysGames


def rules(program: Program, bots: tuple[str, ...]) -> Rules:
    """The Program, prepared for being played by these bots. Raises UnknownBot."""
    return Rules(program, bots, player(program, bots))


@frozen
class Failures:
    """Games without an end, because a bot failed in them: how many, the number of the first, and what the bot did there."""

    games: int = 0
    first: int = 0
    message: str = ""

    def and_more(self, other: Failures) -> Failures:
        """Both together."""
        first, *_ = sorted((each for each in (self, other) if each.games), key=lambda each: each.first) or [self]
        return Failures(self.games + other.games, first.first, first.message)


@define
class Sums:
    """The tally of each run and, for two runs, the moments of every figure that both have. They add up in any order.

    *failures* are, for each run, the games in which a bot failed: they are left out of all runs, and count nowhere else.
    """

    games: int
    tallies: tuple[Tally, ...]
    moments: dict[Name, Moments]
    failures: tuple[Failures, ...]

    @classmethod
    def none(cls, sides: Sequence[Rules]) -> Sums:
        """The sums of no games."""
        tallies = tuple(Tally.none(one.program, one.engine.columns.counters) for one in sides)
        return cls(0, tallies, {}, tuple(Failures() for _ in sides))

    @property
    def failed(self) -> int:
        """How many games are left out."""
        return sum(each.games for each in self.failures)

    def add(self, other: Sums) -> None:
        """Adds the games of *other* to these."""
        self.games += other.games
        self.failures = tuple(mine.and_more(theirs) for mine, theirs in zip(self.failures, other.failures, strict=True))
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.add(theirs)
        for name, moments in other.moments.items():
            if name in self.moments:
                self.moments[name].add(moments)
            else:
                self.moments[name] = moments

    @property
    def widest(self) -> float:
        """The width of the widest interval of a seat's share of wins or, for two runs, of the difference between them."""
        if len(self.tallies) == 1:
            (tally,) = self.tallies
            return width([share(tally.wins(seat), tally.games).rate for seat in range(len(tally.alone))])
        gaps = [moments.difference(name.share) for name, moments in self.moments.items() if name.group == "wins"]
        return width([gap for gap in gaps if gap is not None])


@frozen
class Played:
    """The result of a chunk: the sums of its games, the rows of each run where they are wanted (else empty), as (number of the
    first game, rows) for games without a gap between them, and the time that it took, on which no figure depends.
    """

    sums: Sums
    rows: tuple[tuple[tuple[int, Whole], ...], ...]
    seconds: float


def play(sides: Sequence[Rules], seed: int, keep: bool, first: int, count: int) -> Played:
    """The result of *count* games from game number *first* on, played by each of these rules; *keep* asks for the rows. Raises
    PlayError.
    """
    begun = perf_counter()
    failures = [Failures() for _ in sides]
    gaps: list[int] = []
    if any(isinstance(one.engine, BotGames) for one in sides):
        chunks = _game_by_game(sides, seed, first, count, failures, gaps)
    else:
        chunks = [one.engine.run(seed, first, count) for one in sides]
    played = count - len(gaps)
    tallies = tuple(
        Tally.of(one.program, one.engine.columns, chunk.rows, chunk.counters) for one, chunk in zip(sides, chunks, strict=True)
    )
    moments: dict[Name, Moments] = {}
    if len(sides) == 2:
        one, other = (
            {each.name: each for each in quantities(side.program, side.engine.columns, chunk.rows)}
            for side, chunk in zip(sides, chunks, strict=True)
        )
        moments = {name: Moments.of(one[name], other[name]) for name in one if name in other}
    rows = tuple(tuple(_without(gaps, first, chunk.rows)) for chunk in chunks) if keep else ()
    return Played(Sums(played, tallies, moments, tuple(failures)), rows, perf_counter() - begun)


def _game_by_game(
    sides: Sequence[Rules], seed: int, first: int, count: int, failures: list[Failures], gaps: list[int]
) -> list[Chunk]:
    """The chunk of each side, without the games in which a bot of any side failed: *gaps* gets their numbers, and *failures*
    notes on which side it was.
    """
    found: list[list[Chunk]] = [[] for _ in sides]
    for game in range(first, first + count):
        chunks: list[Chunk] = []
        try:
            for one in sides:
                chunks.append(one.engine.run(seed, game, 1))
        except BotFailed as fault:
            side = len(chunks)
            failures[side] = failures[side].and_more(Failures(1, game, str(fault)))
            gaps.append(game)
            continue
        for mine, chunk in zip(found, chunks, strict=True):
            mine.append(chunk)
    return [_together(one.engine, mine) for one, mine in zip(sides, found, strict=True)]


def _without(gaps: Sequence[int], first: int, rows: Whole) -> Iterator[tuple[int, Whole]]:
    """The rows of the games from number *first* on, cut where games are missing."""
    for gap in gaps:
        if gap > first:
            yield first, rows[: gap - first]
        rows, first = rows[gap - first :], gap + 1
    if len(rows):
        yield first, rows


def _together(engine: PlaysGames, chunks: Sequence[Chunk]) -> Chunk:
    rows = np.zeros((0, engine.columns.width), np.int64)
    counters = np.zeros(engine.columns.counters, np.int64)
    for chunk in chunks:
        counters += chunk.counters
    return Chunk(np.concatenate([rows, *(chunk.rows for chunk in chunks)]), counters)
