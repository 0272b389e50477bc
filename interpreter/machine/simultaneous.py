"""Decisions that seats make together: the body of each seat, and the statements that run when all have decided.

Each seat's body runs up to its first stop when play reaches the block. One slot for each seat holds the stop at which the seat
waits; each seat has a frame for its names. `Knowledge` keeps the vector from before the block, for the views of others.
"""

from __future__ import annotations

from functools import cached_property
from typing import cast

from attrs import evolve, frozen

from ...program.ir import Filtered, Later, Listed, Number, Range, Set, Together, UpTo
from ...program.ops import deferred
from ..core.events import NOWHERE, Closing, Opening
from .addressing import target_address
from .context import Context, Evaluation, Step
from .deferred import bring_back, cells
from .expressions import elements, expressions, test
from .sets import Elements
from .statements import END_GAME, block

OVER = 0
"""The step number that ends the match."""
DONE = -(10**9)
"""The step number that ends the body of a Together for one seat; it is below every negated stop."""


@frozen(eq=False, slots=False)
class TogetherPoint:
    """A Together: where the body begins and where play continues; only the first *seats* seats can take part."""

    context: Context
    op: Together
    code: list[Step]
    entry: int
    after: int

    @cached_property
    def seats(self) -> int:
        """So many seats, from the first on, can take part."""
        return places(self.op.source, len(self.context.program.seats))

    @cached_property
    def source(self) -> Elements:
        """The seats that take part, where the test holds."""
        return elements(self.context, self.op.source)

    @cached_property
    def where(self) -> Evaluation | None:
        """The test that a seat must pass to take part."""
        return None if self.op.where is None else test(seated(self.context, self.op), self.op.where)

    @cached_property
    def release(self) -> tuple[Step, ...]:
        """For each Later, what runs it for the current seat."""
        return tuple(_release(self.context, later) for later in deferred(self.context.program, self.op))

    def begin(self, s: list[int]) -> int:
        """Runs every seat up to its first stop; gives the step to continue with, or the negated stop of the Together."""
        op, where = self.op, self.where
        taking_part = []
        for seat in self.source.values(s):
            s[op.seat] = seat
            if where is None or where(s):
                taking_part.append(seat)
        if self.context.log is not None:
            self.context.log.note(Opening((op.stop, *s[1 : self.context.program.slots])), NOWHERE)
        for seat in taking_part:
            s[op.seat] = seat
            if self.run(s, seat, self.entry) == OVER:
                return OVER
        return self.finish(s)

    def run(self, s: list[int], seat: int, pc: int) -> int:
        """Runs a seat from a step up to its next stop; gives OVER when this ended the match."""
        code = self.code
        while pc > 0:
            pc = code[pc](s)
        s[self.op.positions + seat] = 0 if pc == DONE else -pc
        return pc

    def waiting(self, s: list[int]) -> list[int]:
        """The seats that still have to decide, ascending."""
        positions = self.op.positions
        return [seat for seat in range(self.seats) if s[positions + seat]]

    def finish(self, s: list[int]) -> int:
        """The negated stop of the Together while a seat still has to decide, else the step to continue with.

        Once all have decided, this runs what the seats put off, in order, and clears the slots of the Together.
        """
        positions = self.op.positions
        if any(s[positions : positions + self.seats]):
            return -self.op.stop
        return self.release_all(s)

    def release_all(self, s: list[int]) -> int:
        """What follows once all have decided."""
        seats = self.seats
        if self.context.log is not None:
            self.context.log.note(Closing(), NOWHERE)
        me, release = self.op.seat, self.release
        for seat in range(seats):
            s[me] = seat
            for step in release:
                if step(s) == END_GAME:
                    return OVER
        size = seats * self.op.frame_size
        s[self.op.frame : self.op.frame + size] = [0] * size
        return self.after


def seated(context: Context, op: Together) -> Context:
    """The context of the body, in which the current seat is one of those that take part."""
    return evolve(context, together=op, ranges=context.ranges.binding(op.seat, context.ranges.elements(op.source)))


def places(source: Set, most: int) -> int:
    """How many seats, from the first on, can take part; the vector has slots for these only."""
    match source:
        case Range(_, Number(high)):
            return min(most, max(0, high + 1))
        case Listed(items) if items and all(isinstance(item, Number) for item in items):
            return min(most, 1 + max(item.value for item in items if isinstance(item, Number)))
        case Filtered(inner, _, _) | UpTo(inner, _, _):
            return places(inner, most)
        case _:
            return most


def _release(context: Context, op: Later) -> Step:
    """A step that runs what the current seat has put off, and clears it."""
    w = expressions(context)
    function = w.function
    function.line(f"if not s[{target_address(w, op.flag)}]: return 0")
    bring_back(w, op)
    function.line(f"signal = {function.call(block(context, op.body))}")
    for each in cells(op):
        function.line(f"s[{target_address(w, each)}] = 0")
    function.line("return signal")
    return cast(Step, function.made())
