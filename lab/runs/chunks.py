"""Divides a run into chunks of games, and decides when there are enough games.

The stopping rule is checked only at the end of a stretch. The stretches depend on nothing but the number of games, so that a run
ends at the same game whoever plays it; how a stretch is divided into chunks does not affect the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from .totals import Sums

SHORTEST, LONGEST = 128, 2**20
"""Bounds of a stretch, in games; within them it is an eighth of the games before it."""


@frozen
class Games:
    """Stop after this many games, whatever they show."""

    number: int

    @property
    def words(self) -> str:
        """The command-line option that asks for it."""
        return f"--games {self.number}"


@frozen
class Width:
    """Stop when no interval of a seat's share of wins, or, where two runs are compared, of the difference between them, is wider
    than *most* (a part of 1: 0.01 is one percent).
    """

    most: float

    @property
    def words(self) -> str:
        """The command-line option that asks for it."""
        return f"--until {self.most * 100:.10g}%"


StoppingRule = Games | Width


@frozen
class GameChunk:
    """*count* consecutive games, from game number *first* on; *closing* tells whether a stretch ends with them."""

    first: int
    count: int
    closing: bool


def chunks(stopping: StoppingRule, largest: Callable[[], int]) -> Iterator[GameChunk]:
    """The chunks of a run in order, without end for a `Width`; *largest* says how many games the next one may have at most."""
    first = 0
    while not isinstance(stopping, Games) or first < stopping.number:
        length = min(max(first // 8, SHORTEST), LONGEST)
        if isinstance(stopping, Games):
            length = min(length, stopping.number - first)
        end = first + length
        while first < end:
            count = min(largest(), end - first)
            yield GameChunk(first, count, first + count == end)
            first += count


def enough(stopping: StoppingRule, sums: Sums) -> bool:
    """Whether these games satisfy the stopping rule."""
    match stopping:
        case Games(number):
            return sums.games >= number
        case Width(most):
            return sums.widest <= most


def expected(stopping: StoppingRule, sums: Sums) -> int:
    """An estimate of how many games it will be in all, from those played so far."""
    match stopping:
        case Games(number):
            return number
        case Width(most):
            return max(sums.games, round(sums.games * (min(sums.widest, 1.0) / most) ** 2))
