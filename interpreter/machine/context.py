"""What the closures of one Program share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from ...program.ir import Program, Together
from ..core.events import EventLog
from ..core.runtime_errors import PlayError

Evaluation = Callable[[list[int]], int]
"""Computes a value from the slots and scratch slots of a match; a truth value is anything that Python treats as true or false."""

Step = Callable[[list[int]], int]
"""Changes the slots; the result says where to continue (a signal of `statements`, or a step number of `control`)."""

PASSES = 1_000_000
"""How many passes of loops may run between two stops before a runtime error."""


@frozen
class Elements:
    """A compiled set: `values` gives the elements, `pairs` the elements with their weights (all 1 unless *weighted*)."""

    values: Callable[[list[int]], Sequence[int]]
    pairs: Callable[[list[int]], Sequence[tuple[int, int]]]
    weighted: bool


@frozen(eq=False)
class Context:
    """The Program, the event log (None: no events), and the Together whose body is being compiled (None: outside of any)."""

    program: Program
    log: EventLog | None
    together: Together | None

    @property
    def budget(self) -> int:
        """The slot after all others, which counts the passes of loops since the last stop."""
        return self.program.slots + self.program.scratch

    def fault(self, message: str, sentence: int) -> PlayError:
        """The runtime error to raise."""
        return PlayError(self.program, sentence, message)

    def endless(self, sentence: int) -> PlayError:
        """The runtime error of a loop that exceeds `PASSES`."""
        return self.fault(f"this loop never asks and never ends: it was stopped after {PASSES:,} passes", sentence)
