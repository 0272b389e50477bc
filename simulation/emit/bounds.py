"""Intervals of the values that slots and expressions can have, so that checks which cannot fail are left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from attrs import evolve, frozen

from ...program.ir import (
    LARGEST,
    NOTHING,
    SMALLEST,
    All,
    Arithmetic,
    Axis,
    Calculation,
    Cards,
    Cell,
    Comparison,
    Conditional,
    Contains,
    Either,
    Expr,
    Filtered,
    First,
    Fold,
    FoldKind,
    Let,
    Listed,
    Lookup,
    Negate,
    Not,
    Number,
    Present,
    Program,
    Range,
    Row,
    Set,
    Size,
    Slot,
    Target,
)

WIDEST = 2**62
"""Where a result can be beyond this, emitted code checks that it does not overflow 64 bits."""


@frozen
class Bounds:
    """The integers from *low* to *high* (none when *low* is greater) and, when *absent*, nothing."""

    low: int
    high: int
    absent: bool = False

    def within(self, low: int, high: int) -> bool:
        """Whether all values are in low..high; false when the value can be nothing."""
        return not self.absent and low <= self.low and self.high <= high

    def joined(self, other: Bounds) -> Bounds:
        """The bounds that include both."""
        return Bounds(min(self.low, other.low), max(self.high, other.high), self.absent or other.absent)

    @property
    def worked_with(self) -> Bounds:
        """The bounds of the value as an operand of a calculation, where nothing is the number `NOTHING`."""
        return Bounds(min(self.low, NOTHING), max(self.high, NOTHING)) if self.absent else self


ANYTHING = Bounds(SMALLEST, LARGEST, True)
TRUTH = Bounds(0, 1)
EMPTY = Bounds(1, 0)


def exactly(number: int) -> Bounds:
    """The bounds of one known value, which may be NOTHING."""
    return Bounds(1, 0, True) if number == NOTHING else Bounds(number, number)


def holding(numbers: Iterable[int]) -> Bounds:
    """The bounds of these values, some of which may be NOTHING."""
    values = tuple(numbers)
    present = tuple(number for number in values if number != NOTHING)
    return Bounds(min(present, default=1), max(present, default=0), len(present) < len(values))


def union(parts: Iterable[Bounds]) -> Bounds:
    """The bounds that include all parts; `EMPTY` without parts."""
    found: Bounds | None = None
    for part in parts:
        if part.low > part.high and not part.absent:
            continue
        if found is None:
            found = part
        elif part.low > part.high or found.low > found.high:
            full = found if part.low > part.high else part
            found = evolve(full, absent=found.absent or part.absent)
        else:
            found = found.joined(part)
    return EMPTY if found is None else found


@frozen(eq=False)
class Known:
    """The bounds of every slot (scratch slots last), and closer bounds of the slots that are bound at the current place."""

    program: Program
    slots: list[Bounds]
    bound: Mapping[int, Bounds]

    def slot(self, index: int) -> Bounds:
        """The bounds of a slot."""
        return self.bound.get(index, self.slots[index])

    def target(self, target: Target) -> Bounds:
        """The bounds of the value in the target."""
        match target:
            case Slot(index):
                return self.slot(index)
            case Cell(base, axes):
                return union(self.slots[slot] for slot in covered(base, axes))
            case _:
                assert_never(target)


def covered(base: int, axes: tuple[Axis, ...]) -> tuple[int, ...]:
    """All slots that an array access with these axes can reach; an axis with a constant index reaches one element."""
    slots: tuple[int, ...] = (base,)
    for axis in axes:
        match axis.at:
            case Number(number) if axis.low <= number < axis.low + axis.size:
                steps: Iterable[int] = (number - axis.low,)
            case _:
                steps = range(axis.size)
        slots = tuple(slot + step * axis.stride for slot in slots for step in steps)
    return slots


def bounds(known: Known, expr: Expr) -> Bounds:
    """The bounds of the value of an expression."""
    match expr:
        case Number(number):
            return exactly(number)
        case Slot() | Cell():
            return known.target(expr)
        case Lookup(table, axes, _, _):
            numbers = known.program.tables[table]
            return holding(numbers[at] for at in covered(0, axes) if at < len(numbers))
        case Present(inner):
            return evolve(bounds(known, inner), absent=False)
        case Negate(inner):
            value = bounds(known, inner).worked_with
            return Bounds(-value.high, -value.low)
        case Not() | Comparison() | All() | Either() | Contains():
            return TRUTH
        case Arithmetic(how, left, right, _):
            return calculated(how, bounds(known, left).worked_with, bounds(known, right).worked_with)
        case Conditional(_, then, otherwise):
            return union((bounds(known, then), bounds(known, otherwise)))
        case Let(slot, inner, body):
            return bounds(binding(known, slot, bounds(known, inner)), body)
        case Fold():
            return _folded(known, expr)
        case First(_, source, _, _, otherwise):
            other = exactly(NOTHING) if otherwise is None else bounds(known, otherwise)
            return union((elements(known, source), other))
        case Size(zone):
            return Bounds(0, sum(known.program.decks[known.program.zones[zone.zone].deck].copies))
        case _:
            assert_never(expr)


def binding(known: Known, slot: int, value: Bounds) -> Known:
    """The same with a slot bound to a value with these bounds."""
    return Known(known.program, known.slots, {**known.bound, slot: value})


def elements(known: Known, source: Set) -> Bounds:
    """The bounds of the elements of a set."""
    match source:
        case Range(low, high):
            first, last = bounds(known, low), bounds(known, high)
            return Bounds(first.low, last.high)
        case Row(rows, at, _, _):
            every = known.program.rows[rows]
            match at:
                case Number(number) if 0 <= number < len(every):
                    return holding(every[number])
                case _:
                    return holding(number for row in every for number in row)
        case Listed(items):
            return evolve(union(bounds(known, item) for item in items), absent=False)
        case Cards(zone):
            return Bounds(0, known.program.zones[zone.zone].kinds - 1)
        case Filtered(inner, _, _):
            return elements(known, inner)
        case _:
            assert_never(source)


def most(known: Known, source: Set) -> int:
    """The largest possible number of elements, where a card counts once for each copy."""
    match source:
        case Range(low, high):
            return max(0, bounds(known, high).high - bounds(known, low).low + 1)
        case Row(rows, _, _, _):
            return max((len(row) for row in known.program.rows[rows]), default=0)
        case Listed(items):
            return len(items)
        case Cards(zone):
            return sum(known.program.decks[known.program.zones[zone.zone].deck].copies)
        case Filtered(inner, _, _):
            return most(known, inner)
        case _:
            assert_never(source)


def calculated(how: Calculation, left: Bounds, right: Bounds) -> Bounds:
    """The bounds of the result of a calculation."""
    match how:
        case Calculation.ADD:
            return Bounds(left.low + right.low, left.high + right.high)
        case Calculation.SUBTRACT:
            return Bounds(left.low - right.high, left.high - right.low)
        case Calculation.MULTIPLY:
            corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return Bounds(min(corners), max(corners))
        case Calculation.DIV:
            largest = max(abs(left.low), abs(left.high))
            return Bounds(-largest, largest) if left.low < 0 or right.low < 0 else Bounds(0, left.high)
        case Calculation.MOD:
            return Bounds(min(0, right.low + 1), max(0, right.high - 1))
        case Calculation.MIN:
            return Bounds(min(left.low, right.low), min(left.high, right.high))
        case Calculation.MAX:
            return Bounds(max(left.low, right.low), max(left.high, right.high))
        case _:
            assert_never(how)


def _folded(known: Known, expr: Fold) -> Bounds:
    inside = binding(known, expr.slot, elements(known, expr.source))
    match expr.kind:
        case FoldKind.COUNT:
            return Bounds(0, most(known, expr.source))
        case FoldKind.ANY | FoldKind.EVERY:
            return TRUTH
        case FoldKind.SUM:
            value, times = bounds(inside, expr.value), most(known, expr.source)
            return Bounds(min(0, value.low * times), max(0, value.high * times))
        case FoldKind.HIGHEST | FoldKind.LOWEST:
            other = exactly(NOTHING) if expr.otherwise is None else bounds(known, expr.otherwise)
            return union((evolve(bounds(inside, expr.value), absent=False), other))
        case _:
            assert_never(expr.kind)
