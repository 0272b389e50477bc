"""Plays two games between levels of bots with the same chance, for as long as a budget lasts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from attrs import evolve, frozen

from ...program.ir import Program
from ...simulation.emit.schema import columns
from ..statistics.sense_pair import SensePair, Side, sense_pair
from ..statistics.watched import Watched
from .commands import command_of_sense_pair, names_of_pair
from .describe import described_levels
from .ladder import UNBOUND, Climbed, climbed, hired
from .run import Progress
from .study import EARLY, FIRST, HIDDEN, OPEN, Budget
from .watching import Both, Ladder


class Unlike(ValueError):
    """Two games that levels of bots cannot compare; the message says why."""


@frozen
class Named:
    """A side as it was asked for: the argument, the file in it, and the parameters of that with their default values."""

    words: str
    file: str
    usual: Sequence[tuple[str, str]]


def levels_of(hidden: bool) -> tuple[str, str]:
    """The levels unless others are named: chance, and the first search of a study."""
    found = HIDDEN if hidden else OPEN
    return found[0], found[1]


def both_of(programs: Sequence[Program], levels: Sequence[Sequence[str]], seed: int, games: int) -> Both:
    """What is played. Raises Unlike for games of other numbers of players, or where only in one all win together."""
    one, other = (
        Ladder(program, tuple(names), "", seed, games, leaves=True, counts=True)
        for program, names in zip(programs, levels, strict=True)
    )
    numbers = [len(program.players) for program in programs]
    if numbers[0] != numbers[1]:
        raise Unlike(f"A has {numbers[0]} players and B {numbers[1]}: bots of sense compare games of as many")
    if one.together is not other.together:
        names = "AB" if one.together else "BA"
        raise Unlike(f"in {names[0]} all win or lose together, in {names[1]} they do not: bots of sense cannot compare that")
    return Both(one, other)


@frozen
class Matched:
    """The games of two sides that are compared, *turns* of each pairing."""

    both: Both
    climbed: Climbed
    turns: int

    def side(self, at: int) -> Climbed:
        """What one side played, its pairings numbered from 0."""
        pairings, found = len(self.both.one.pairings), self.climbed
        games = tuple(
            evolve(game, match=game.match % pairings) if at else game for game in found.games if game.match // pairings == at
        )
        failed = [
            (text, number // 2)
            for text, number in zip(found.failures, found.failed, strict=True)
            if number is not None and number % 2 == at
        ]
        return Climbed(games, tuple(text for text, _ in failed), tuple(number for _, number in failed), found.finished, found.why)


def played(both: Both, workers: int, budget: Budget, progress: Progress, early: Callable[[Matched], None]) -> Matched:
    """The games of both sides. *early* is told what the first games show where there is a budget of time. Raises PlayError."""
    begun, told = monotonic() - budget.spent, list[bool]()
    unbound = both
    if budget.seconds is not None:
        unbound = evolve(both, one=evolve(both.one, games=UNBOUND), other=evolve(both.other, games=UNBOUND))

    def enough(done: int, games: Sequence[Watched]) -> bool:
        """Whether the budget is spent."""
        if budget.seconds is None:
            return False
        passed = monotonic() - begun
        soon = passed >= min(FIRST * budget.seconds, EARLY)
        if not told and soon and done >= 2 * len(both.one.pairings):
            told.append(True)
            early(_whole(both, Climbed(tuple(games), (), (), True), done))
        return passed >= budget.seconds

    with hired(unbound, workers) as crew:
        found = climbed(unbound, crew, 0, progress, enough)
    return _whole(both, found, found.played)


def figures(matched: Matched, sides: tuple[Named, Named], version: str) -> SensePair:
    """What the games of both sides show."""
    ladders = (matched.both.one, matched.both.other)
    pair = [(side.words, ladder.program) for side, ladder in zip(sides, ladders, strict=True)]
    command = command_of_sense_pair(pair, ladders[0].levels, ladders[0].seed, max(1, matched.turns))
    parts = [matched.side(at) for at in (0, 1)]
    one, other = (
        described_levels(side.file, ladder, part, side.usual, version, command)
        for side, ladder, part in zip(sides, ladders, parts, strict=True)
    )
    left, right = (
        Side(ladder.program, columns(ladder.program), ladder.pairings, ladder.together, ladder.levels, part.games)
        for ladder, part in zip(ladders, parts, strict=True)
    )
    return sense_pair(names_of_pair(pair), (left, right), (one, other), command)


def _whole(both: Both, found: Climbed, done: int) -> Matched:
    """Without the games of the last turn, if that is not whole: then as many games of each pairing show the same again."""
    pairings = len(both.one.pairings)
    turns = done // (2 * pairings)
    ladders = (both.one, both.other)

    def turn(game: Watched) -> int:
        side, match = divmod(game.match, pairings)
        return ladders[side].turn(evolve(game, match=match))

    games = tuple(game for game in found.games if turn(game) < turns) if turns else found.games
    return Matched(both, evolve(found, games=games), turns)
