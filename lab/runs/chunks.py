"""How many games are played at a time, and when there are enough of them.

Whether there are enough is asked only where a stretch ends. The stretches depend on nothing but the number of games, so that a
run ends at the same game whoever plays it; how a stretch is cut into pieces of work does not matter to what comes out.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from .totals import Sums

SHORTEST, LONGEST = 128, 2**20
"""A stretch has an eighth of the games before it, but no fewer and no more than these."""


@frozen
class Games:
    """So many games, no matter what they show."""

    number: int

    @property
    def words(self) -> str:
        """The option that asks for it."""
        return f"--games {self.number}"


@frozen
class Width:
    """Games until the intervals of how often each seat wins, or of how much two runs differ in that, are no wider than *most*
    (0.01 is one percent).
    """

    most: float

    @property
    def words(self) -> str:
        """The option that asks for it."""
        return f"--until {self.most * 100:.10g}%"


StoppingRule = Games | Width


@frozen
class GameChunk:
    """Some games to play, one after the other; *closing* where a stretch ends with it."""

    first: int
    count: int
    closing: bool


def chunks(stopping: StoppingRule, largest: int) -> Iterator[GameChunk]:
    """The work in its order, without end where a width is wished for; a piece has at most *largest* games."""
    first = 0
    while not isinstance(stopping, Games) or first < stopping.number:
        length = min(max(first // 8, SHORTEST), LONGEST)
        if isinstance(stopping, Games):
            length = min(length, stopping.number - first)
        end = first + length
        while first < end:
            count = min(largest, end - first)
            yield GameChunk(first, count, first + count == end)
            first += count


def enough(stopping: StoppingRule, sums: Sums) -> bool:
    """Whether these games are what was wished for."""
    match stopping:
        case Games(number):
            return sums.games >= number
        case Width(most):
            return sums.widest <= most


def expected(stopping: StoppingRule, sums: Sums) -> int:
    """About how many games it will be in all, going by those so far."""
    match stopping:
        case Games(number):
            return number
        case Width(most):
            return max(sums.games, round(sums.games * (min(sums.widest, 1.0) / most) ** 2))
