"""The sums of one run, or of two runs that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np
from attrs import define, frozen

from ...bots import BotFailed
from ...program.ir import Program
from ...simulation import Chunk
from ..statistics.intervals import share, width
from ..statistics.moments import Moments, Name, quantities
from ..statistics.tally import Tally, Whole
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


@define
class Sums:
    """The tally of each run and, for two runs, the moments of every figure that both have. They add up in any order."""

    games: int
    tallies: tuple[Tally, ...]
    moments: dict[Name, Moments]
    failed: int = 0
    """How many games more had no end, because a bot failed in them; they count nowhere else."""
    failure: str = ""
    """What the first of those bots did."""

    @classmethod
    def none(cls, sides: Sequence[Rules]) -> Sums:
        """The sums of no games."""
        return cls(0, tuple(Tally.none(one.program, one.engine.columns.counters) for one in sides), {})

    def add(self, other: Sums) -> None:
        """Adds the games of *other* to these."""
        self.games += other.games
        self.failed += other.failed
        self.failure = self.failure or other.failure
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
    """The result of a chunk: the sums of its games, the rows of each run where they are wanted (else empty), and the time that it
    took, on which no figure depends.
    """

    sums: Sums
    rows: tuple[Whole, ...]
    seconds: float


def play(sides: Sequence[Rules], seed: int, keep: bool, first: int, count: int) -> Played:
    """The result of *count* games from game number *first* on, played by each of these rules; *keep* asks for the rows. Raises
    PlayError.
    """
    begun = perf_counter()
    failures: list[str] = []
    if any(isinstance(one.engine, BotGames) for one in sides):
        chunks = _game_by_game(sides, seed, first, count, failures)
    else:
        chunks = [one.engine.run(seed, first, count) for one in sides]
    played = count - len(failures)
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
    rows = tuple(chunk.rows for chunk in chunks) if keep else ()
    return Played(Sums(played, tallies, moments, len(failures), failures[0] if failures else ""), rows, perf_counter() - begun)


def _game_by_game(sides: Sequence[Rules], seed: int, first: int, count: int, failures: list[str]) -> list[Chunk]:
    """The chunk of each side, without the games in which a bot of any side failed: of those, *failures* gets what it did."""
    found: list[list[Chunk]] = [[] for _ in sides]
    for game in range(first, first + count):
        try:
            chunks = [one.engine.run(seed, game, 1) for one in sides]
        except BotFailed as fault:
            failures.append(str(fault))
            continue
        for mine, chunk in zip(found, chunks, strict=True):
            mine.append(chunk)
    return [_together(one.engine, mine) for one, mine in zip(sides, found, strict=True)]


def _together(engine: PlaysGames, chunks: Sequence[Chunk]) -> Chunk:
    rows = np.zeros((0, engine.columns.width), np.int64)
    counters = np.zeros(engine.columns.counters, np.int64)
    for chunk in chunks:
        counters += chunk.counters
    return Chunk(np.concatenate([rows, *(chunk.rows for chunk in chunks)]), counters)
