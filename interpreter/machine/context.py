"""What the closures of one Program are built with."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from ...program.ir import Program, Together
from ..core.events import EventLog
from ..core.runtime_errors import RuleError

Evaluation = Callable[[list[int]], int]
"""From the slots and scratch slots of a match to a value; a truth is anything that Python takes for one."""

Step = Callable[[list[int]], int]
"""Something done to the slots; what comes back says where to go on."""

PASSES = 1_000_000
"""Passes of loops between two stops."""


@frozen
class Elements:
    """A compiled set: its values, and its values with their weights (all 1 unless *weighted*)."""

    values: Callable[[list[int]], Sequence[int]]
    pairs: Callable[[list[int]], Sequence[tuple[int, int]]]
    weighted: bool


@frozen(eq=False)
class Context:
    """The Program, where events go (None: nobody listens), and the Together around what is built now."""

    program: Program
    log: EventLog | None
    together: Together | None

    @property
    def budget(self) -> int:
        """The slot behind all others, in which the passes of loops since the last stop are counted."""
        return self.program.slots + self.program.scratch

    def fault(self, message: str, sentence: int) -> RuleError:
        """The fault to raise."""
        return RuleError(self.program, sentence, message)

    def endless(self, sentence: int) -> RuleError:
        """The fault of a loop that uses up the budget."""
        return self.fault(f"this loop never asks and never ends: it was stopped after {PASSES:,} passes", sentence)
