"""What every slot and every expression of a Program can hold, at any time in any match."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from . import ir
from .intervals import ANYTHING, EMPTY, Bounds, exactly, union
from .ops import (
    EXPRESSIONS,
    SETS,
    Write,
    beside,
    binds,
    entry,
    evaluated,
    everywhere,
    given,
    nodes,
    reached,
    shown_beside,
    within,
    writes,
)

EVERYTHING = Bounds(ir.SMALLEST, ir.LARGEST)
"""All numbers."""


def unbounded(found: Bounds) -> bool:
    """Whether the bounds are too wide to be of use: more than half of what a slot can hold."""
    return found.low < ir.SMALLEST // 2 or found.high > ir.LARGEST // 2


ROUNDS = 6
"""After so many rounds, a bound that still grows is set to the widest that may be stored there."""


@frozen(eq=False)
class Known:
    """The bounds of every slot (scratch slots last), and closer bounds of the slots that are bound at the current place.

    It answers the questions of `intervals.Ranges`.
    """

    program: ir.Program
    slots: list[Bounds]
    bound: Mapping[int, Bounds]

    def slot(self, index: int) -> Bounds:
        """The bounds of a slot."""
        return self.bound.get(index, self.slots[index])

    def target(self, target: ir.Target) -> Bounds:
        """The bounds of the value in the target."""
        match target:
            case ir.Slot(index):
                return self.slot(index)
            case _:
                return union(self.slots[slot] for slot in reached(target))

    def value(self, expr: ir.Expr) -> Bounds:
        """The bounds of the value of an expression."""
        found: Bounds = EXPRESSIONS[type(expr)].gives(expr, self)
        return found

    def elements(self, source: ir.Set) -> Bounds:
        """The bounds of the elements of a set."""
        found: Bounds = SETS[type(source)].gives(source, self)
        return found

    def most(self, source: ir.Set) -> int:
        """The largest possible number of elements, where a card counts once for each copy."""
        found: int = SETS[type(source)].most(source, self)
        return found

    def binding(self, slot: int, held: Bounds) -> Known:
        """The same, where a slot holds a value within these bounds."""
        return Known(self.program, self.slots, {**self.bound, slot: held})


def known(program: ir.Program) -> Known:
    """The bounds of every slot at any time, as a fixed point. All who ask get the same, which nobody may change."""
    return program.cached(_worked_out)


def _worked_out(program: ir.Program) -> Known:
    slots = _beginning(program)
    found = Known(program, slots, {})
    ops = tuple(everywhere(program))
    writing = tuple(write for op in ops for write in writes(op, program))
    filling = [bind for op in ops for bind in entry(op).binds(op, program)]
    for among in (*(evaluated(op) for op in ops), beside(program), shown_beside(program)):
        filling += [bind for node in nodes(among) for bind in (*binds(node), *given(node, program))]
    pairs = [(reached(write.target), write.held, _farthest(write)) for write in writing]
    pairs += [((bind.slot,), bind.held, EVERYTHING) for bind in filling]
    for round_ in range(ROUNDS + 100):
        grown = False
        for indices, held, farthest in pairs:
            value = held(found)
            for index in indices:
                before = slots[index]
                joined = _joined(before, value)
                if joined is not before and joined != before:
                    slots[index] = joined if round_ < ROUNDS else _widest(before, joined, farthest)
                    grown = True
        if not grown:
            return found
    raise AssertionError("bounds that are set to the widest grow no more")


def _beginning(program: ir.Program) -> list[Bounds]:
    slots = [EMPTY] * (program.slots + program.scratch + 1)
    single = {number: exactly(number) for number in dict.fromkeys((*program.start, 0))}
    for index in range(program.slots):
        slots[index] = single[program.start[index] if index < program.locals else 0]
    for place in program.places:
        width = 1 + sum((extent.size - 1) * extent.stride for extent in place.extents)
        declared = Bounds(place.low, place.high, place.optional)
        for index in range(place.base, place.base + width):
            slots[index] = _joined(declared, slots[index])
    for shown in program.shown:
        for slot, extent in zip(shown.given, shown.extents, strict=True):
            slots[slot] = Bounds(extent.low, extent.low + extent.size - 1)
    slots[program.outcome.seat] = Bounds(0, len(program.seats) - 1)
    if program.longest is not None:
        slots[program.longest.clock] = Bounds(0, program.longest.decisions + 1)
    for zone in program.zones:
        cards = Bounds(0, max(sum(program.decks[zone.deck].copies), zone.kinds))
        for base in zone.bases:
            slots[base : base + zone.length] = [cards] * zone.length
    for memory in program.memories:
        for base in memory.bases:
            slots[base : base + memory.length] = [Bounds(0, memory.most), *[ANYTHING] * (memory.length - 1)]
    return slots


def _joined(before: Bounds, more: Bounds) -> Bounds:
    """The bounds that include both: the same object as *before* where these are all."""
    inside = before.low <= more.low <= more.high <= before.high or (more.low > more.high and before.low <= before.high)
    return before if inside and more.absent <= before.absent else union((before, more))


def _farthest(write: Write) -> Bounds:
    """What the statement lets pass."""
    return EVERYTHING if write.limits is None else Bounds(*write.limits)


def _widest(before: Bounds, joined: Bounds, farthest: Bounds) -> Bounds:
    """The bounds with each end that has grown moved to the end of what may be stored there."""
    low = joined.low if before.low <= before.high and joined.low == before.low else farthest.low
    high = joined.high if before.low <= before.high and joined.high == before.high else farthest.high
    return Bounds(min(low, joined.low), max(high, joined.high), joined.absent)


def stored(found: Known, ops: ir.Block, slot: int) -> Bounds:
    """The bounds of all values that these statements, and those inside them and in phases they do, store in a slot."""
    return union(
        write.held(found)
        for op in within(found.program, ops)
        for write in writes(op, found.program)
        if slot in reached(write.target)
    )
