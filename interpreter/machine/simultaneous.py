"""Decisions that seats make together: the body of each seat, and the statements that run when all have decided."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from ...program.ir import Filtered, Later, Listed, Number, Range, Set, Together
from ...program.ops import deferred
from ..core.events import Closing, Opening
from .context import Context, Elements, Step
from .deferred import bring_back, cells
from .expressions import elements, target_address, test
from .statements import END_GAME, block

OVER = 0
"""The step number that ends the match."""
DONE = -(10**9)
"""The step number that ends the body of a Together for one seat; it is below every negated stop."""


@frozen(eq=False)
class TogetherPoint:
    """A compiled Together: where the body begins and where play continues; only the first *seats* seats can take part."""

    context: Context
    op: Together
    source: Elements
    code: list[Step]
    entry: int
    after: int
    release: tuple[Step, ...]
    seats: int
    where: Callable[[list[int]], int] | None

    def begin(self, s: list[int]) -> int:
        """Runs every seat up to its first stop; gives the step to continue with, or the negated stop of the Together."""
        op, where = self.op, self.where
        taking_part = []
        for seat in self.source.values(s):
            s[op.seat] = seat
            if where is None or where(s):
                taking_part.append(seat)
        if self.context.log is not None:
            self.context.log.signals.append(Opening((op.stop, *s[1 : self.context.program.slots])))
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
        positions, seats = self.op.positions, self.seats
        if any(s[positions : positions + seats]):
            return -self.op.stop
        if self.context.log is not None:
            self.context.log.signals.append(Closing())
        me, release = self.op.seat, self.release
        for seat in range(seats):
            s[me] = seat
            for step in release:
                if step(s) == END_GAME:
                    return OVER
        size = seats * self.op.frame_size
        s[self.op.frame : self.op.frame + size] = [0] * size
        return self.after


def together_point(context: Context, op: Together, code: list[Step], entry: int, after: int) -> TogetherPoint:
    """The compiled Together."""
    inside = evolve(context, together=op)
    where = None if op.where is None else test(inside, op.where)
    release = tuple(_release(context, later) for later in deferred(context.program, op))
    seats = places(op.source, len(context.program.seats))
    return TogetherPoint(context, op, elements(context, op.source), code, entry, after, release, seats, where)


def places(source: Set, most: int) -> int:
    """How many seats, from the first on, can take part; the vector has slots for these only."""
    match source:
        case Range(_, Number(high)):
            return min(most, max(0, high + 1))
        case Listed(items) if items and all(isinstance(item, Number) for item in items):
            return min(most, 1 + max(item.value for item in items if isinstance(item, Number)))
        case Filtered(inner, _, _):
            return places(inner, most)
        case _:
            return most


def _release(context: Context, op: Later) -> Step:
    """A step that runs what the current seat has put off, and clears it."""
    flag = target_address(context, op.flag)
    finds = tuple(target_address(context, cell) for cell in cells(op))
    restore, body = bring_back(context, op), block(context, op.body)

    def release(s: list[int]) -> int:
        if not s[flag(s)]:
            return 0
        restore(s)
        signal = body(s)
        for find in finds:
            s[find(s)] = 0
        return signal

    return release
