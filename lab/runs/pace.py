"""How long games take: how many of them make a chunk, and what a run will cost."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from time import perf_counter

from attrs import define

from ...bots import BotFailed
from .totals import Rules

SHORT = 1.0
"""A chunk should take about as many seconds, so that progress is seen and little is lost when a run is stopped."""

QUICK = 0.5
"""A game that takes fewer seconds is timed a second time."""


@define
class Pace:
    """How many games the next chunk has: *size* at first, then what takes about `SHORT` seconds, at most *largest*."""

    largest: int
    size: int

    def played(self, games: int, seconds: float) -> None:
        """Notes how long a chunk of so many games took."""
        fitting = int(games * SHORT / seconds) if seconds > 0 else self.largest
        # at most eightfold at a time: the first games of a process also make the rules ready
        self.size = max(1, min(self.largest, fitting, 8 * self.size))


def seconds_of_games(sides: Iterable[Rules], seed: int, most: float) -> list[float]:
    """How many seconds one game of each takes, played here; of those that are begun within *most* seconds. Raises PlayError."""
    begun, found = perf_counter(), list[float]()
    for each in sides:
        start = perf_counter()
        if found and start - begun > most:
            break
        with suppress(BotFailed):  # it is told where the games are played
            each.engine.run(seed, 0, 1)
        again = perf_counter()
        if again - start < QUICK:  # the first game also made the rules ready
            with suppress(BotFailed):
                each.engine.run(seed, 0, 1)
            start = again
        found.append(perf_counter() - start)
    return found
