"""Tells how long games will take, once that can be said."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from attrs import define

LEAST = 20.0
"""A run that will end within as many seconds needs no note."""

WATCHED, WAITED = 2.0, 120.0
"""Seconds after the first games after which the speed counts as known; or from the start, which takes some time itself, where
games are so slow that this hardly matters.
"""


@define
class Cost:
    """Watches a run of games, and says once about how long all of it will take on so many workers."""

    unit: str
    workers: int
    clock: Callable[[], float] = monotonic
    _start: float = 0.0
    _first: tuple[int, float] | None = None
    _last: tuple[int, float] | None = None
    _told: bool = False

    def __attrs_post_init__(self) -> None:
        """The run begins now."""
        self._start = self.clock()

    def note(self, done: int, expected: int) -> str:
        """What is to be told when so many are done; "" where nothing is."""
        now = self.clock()
        self._last = done, now
        if self._first is None:
            self._first = done, now
        before, since = self._first
        if self._told or done >= expected:
            return ""
        if now - since >= WATCHED and done > before:
            each = (now - since) / (done - before)
        elif now - self._start >= WAITED and done >= self.workers:
            each = (now - self._start) / done
        else:
            return ""
        self._told = True
        if each * (expected - done) < LEAST:
            return ""
        return f"{cost(each * expected, expected, self.unit, self.workers)}; Ctrl-C ends it with what is finished"

    @property
    def pace(self) -> float:
        """The seconds that each took since the first were done; 0 where no more have been done since."""
        if self._first is None or self._last is None or self._last[0] == self._first[0]:
            return 0.0
        return (self._last[1] - self._first[1]) / (self._last[0] - self._first[0])


def cost(seconds: float, number: int, unit: str, workers: int) -> str:
    """How long so many take: `about 3 minutes for 1,000 games on 2 cores`."""
    return f"about {duration(seconds)} for {number:,} {unit} on {workers} core{'s' if workers > 1 else ''}"


def duration(seconds: float) -> str:
    """A time in one unit, without digits that an estimate does not bear: `40 seconds`, `3 minutes`, `2 days`."""
    for size, unit in ((86_400.0, "day"), (3_600.0, "hour"), (60.0, "minute")):
        if seconds >= 1.5 * size:
            return f"{seconds / size:,.0f} {unit}s"
    number = max(1, round(seconds, -1 if seconds > 10 else None))
    return f"{number:.0f} second{'' if number == 1 else 's'}"
