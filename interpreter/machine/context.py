"""What the functions of one Program share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar, cast

from attrs import Factory, frozen

from ...program.intervals import ANYTHING
from ...program.ir import Program, Together
from ...program.ranges import Known
from ...program.rounds import counted
from ..core.events import EventLog
from ..core.reasons import Reason
from ..core.runtime_errors import PlayError

Evaluation = Callable[[list[int]], int]
"""Computes a value from the slots and scratch slots of a match; a truth value is anything that Python treats as true or false."""

Step = Callable[[list[int]], int]
"""Changes the slots; the result says where to continue (a signal of `statements`, or a step number of `control`)."""

Values = Callable[[list[int]], Sequence[int]]
"""Gives the elements of a set."""

Pairs = Callable[[list[int]], Sequence[tuple[int, int]]]
"""Gives the elements of a set with their weights."""


Ranks = Callable[[list[int]], tuple[tuple[int, int], ...]]
"""Gives what to sort by, the most significant first."""


Made = TypeVar("Made")


@frozen(eq=False, slots=False)
class Context:
    """The Program, the event log (None: no events), and the Together whose body is being compiled (None: outside of any).

    *phases* are the phases compiled so far inside which play never stops; *functions* are those made with `once`; *ranges* says
    what expressions can give, where nothing is known of slots. *trying* gives what does a phase that is only tried. *carried*
    collects the sentences that are carried out, and the options that are taken (None: nobody asks).
    *tried* is whether what is done here is only tried.
    """

    program: Program
    log: EventLog | None
    together: Together | None
    trying: Callable[[int], Step]
    carried: set[int] | None = None
    tried: bool = False
    phases: dict[int, Step] = Factory(dict)
    functions: dict[tuple[str, int], tuple[object, object]] = Factory(dict)
    ranges: Known = Factory(lambda self: Known(self.program, [ANYTHING] * self.every, {}), takes_self=True)

    @cached_property
    def counted(self) -> tuple[int, ...]:
        """The slots that count the passes of loops which the rules give a name."""
        return tuple(each.slot for each in counted(self.program))

    @property
    def every(self) -> int:
        """How many slots there are, those for intermediate values and the budget included."""
        return self.program.slots + self.program.scratch + 1

    @property
    def budget(self) -> int:
        """The slot after all others, which counts the passes of loops since the last stop."""
        return self.program.slots + self.program.scratch

    def once(self, what: str, node: object, make: Callable[[], Made]) -> Made:
        """What *make* gives, made once for each node of the Program; *what* says which of its functions it is."""
        key = what, id(node)
        found = self.functions.get(key)
        if found is None:
            found = self.functions[key] = node, make()
        return cast(Made, found[1])

    def fault(self, reason: Reason, sentence: int, *numbers: int) -> PlayError:
        """The runtime error to raise, with the numbers that the reason speaks of."""
        return PlayError(self.program, sentence, reason(self.program, numbers))
