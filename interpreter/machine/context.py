"""What the closures of one Program share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import Factory, frozen

from ...program.intervals import ANYTHING
from ...program.ir import Expr, Program, Together
from ...program.ranges import Known
from ..core.events import EventLog
from ..core.reasons import Reason, too_large
from ..core.runtime_errors import PlayError

Evaluation = Callable[[list[int]], int]
"""Computes a value from the slots and scratch slots of a match; a truth value is anything that Python treats as true or false."""

Step = Callable[[list[int]], int]
"""Changes the slots; the result says where to continue (a signal of `statements`, or a step number of `control`)."""

@frozen
class Elements:
    """A compiled set: `values` gives the elements, `pairs` the elements with their weights (all 1 unless *weighted*)."""

    values: Callable[[list[int]], Sequence[int]]
    pairs: Callable[[list[int]], Sequence[tuple[int, int]]]
    weighted: bool


@frozen(eq=False)
class Context:
    """The Program, the event log (None: no events), and the Together whose body is being compiled (None: outside of any).

    *phases* are the phases compiled so far inside which play never stops; *ranges* says what expressions can give, where nothing
    is known of slots.
    """

    program: Program
    log: EventLog | None
    together: Together | None
    phases: dict[int, Step] = Factory(dict)
    ranges: Known = Factory(lambda self: Known(self.program, [ANYTHING] * self.every, {}), takes_self=True)

    @property
    def every(self) -> int:
        """How many slots there are, those for intermediate values and the budget included."""
        return self.program.slots + self.program.scratch + 1

    def may_be_absent(self, expr: Expr) -> bool:
        """Whether the value could be nothing, judged by the form of the expression alone."""
        return self.ranges.value(expr).absent

    @property
    def budget(self) -> int:
        """The slot after all others, which counts the passes of loops since the last stop."""
        return self.program.slots + self.program.scratch

    def fault(self, reason: Reason, sentence: int, *numbers: int) -> PlayError:
        """The runtime error to raise, with the numbers that the reason speaks of."""
        return PlayError(self.program, sentence, reason(self.program, numbers))

    def too_large(self, sentence: int) -> Callable[[int], PlayError]:
        """The runtime error of a calculation whose result is no number."""
        return lambda result: self.fault(too_large, sentence, result)
