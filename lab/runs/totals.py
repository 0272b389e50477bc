"""The sums of one run, or of two runs that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from attrs import define, frozen

from ...program.ir import Program
from ..statistics.intervals import share, width
from ..statistics.moments import Moments, Name, quantities
from ..statistics.tally import Tally, Whole
from .bot_games import PlaysGames, player


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

    @classmethod
    def none(cls, sides: Sequence[Rules]) -> Sums:
        """The sums of no games."""
        return cls(0, tuple(Tally.none(one.program, one.engine.columns.counters) for one in sides), {})

    def add(self, other: Sums) -> None:
        """Adds the games of *other* to these."""
        self.games += other.games
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
    chunks = [one.engine.run(seed, first, count) for one in sides]
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
    return Played(Sums(count, tallies, moments), rows, perf_counter() - begun)
