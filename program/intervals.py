"""Intervals: the numbers that a value can be, and the one arithmetic on them.

Everything that wants to know what a value can be works it out here: types of the language, lengths of arrays, codes of options,
and which checks emitted code can leave out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, assert_never

from attrs import frozen

from .ir import LARGEST, NOTHING, SMALLEST, Calculation, Expr, Program, Set, Target


@frozen
class Bounds:
    """The integers from *low* to *high* (none when *low* is greater) and, when *absent*, nothing."""

    low: int
    high: int
    absent: bool = False

    def within(self, low: int, high: int) -> bool:
        """Whether all values are in low..high; false when the value can be nothing."""
        return not self.absent and (self.low > self.high or (low <= self.low and self.high <= high))

    def present(self) -> Bounds:
        """The same without nothing."""
        return Bounds(self.low, self.high) if self.absent else self

    def clipped(self, low: int, high: int, optional: bool) -> Bounds:
        """What is left of the values where all others are refused: low..high and, when *optional*, nothing."""
        return Bounds(max(low, self.low), min(high, self.high), self.absent and optional)

    @property
    def empty(self) -> bool:
        """Whether there is no value at all."""
        return self.low > self.high and not self.absent


class Ranges(Protocol):
    """What is known of slots and expressions at one place of a Program."""

    @property
    def program(self) -> Program:
        """The Program."""
        ...

    def target(self, target: Target) -> Bounds:
        """What the target holds."""
        ...

    def value(self, expr: Expr) -> Bounds:
        """What the expression gives."""
        ...

    def elements(self, source: Set) -> Bounds:
        """What the elements of the set are."""
        ...

    def most(self, source: Set) -> int:
        """The largest possible number of elements, where a card counts once for each copy."""
        ...

    def binding(self, slot: int, held: Bounds) -> Ranges:
        """The same, where a scratch slot holds a value within these bounds."""
        ...


ANYTHING = Bounds(SMALLEST, LARGEST, True)
TRUTH = Bounds(0, 1)
EMPTY = Bounds(1, 0)
NEVER = Bounds(1, 0, True)
"""The bounds of what is always nothing."""


def exactly(number: int) -> Bounds:
    """The bounds of one known value, which may be NOTHING."""
    return NEVER if number == NOTHING else Bounds(number, number)


def holding(numbers: Iterable[int]) -> Bounds:
    """The bounds of these values, some of which may be NOTHING."""
    values = tuple(numbers)
    present = values if NOTHING not in values else tuple([number for number in values if number != NOTHING])
    return Bounds(min(present, default=1), max(present, default=0), len(present) < len(values))


def union(parts: Iterable[Bounds]) -> Bounds:
    """The bounds that include all parts; `EMPTY` without parts."""
    low, high, absent = 1, 0, False
    for part in parts:
        absent = absent or part.absent
        if part.low <= part.high:
            low, high = (part.low, part.high) if low > high else (min(low, part.low), max(high, part.high))
    return Bounds(low, high, absent)


def negated(value: Bounds) -> Bounds:
    """The bounds of minus the value."""
    return Bounds(-value.high, -value.low) if value.low <= value.high else EMPTY


def result(how: Calculation, left: int, right: int) -> int:
    """The result of a calculation on two known numbers; *right* is not 0 where it divides."""
    match how:
        case Calculation.ADD:
            return left + right
        case Calculation.SUBTRACT:
            return left - right
        case Calculation.MULTIPLY:
            return left * right
        case Calculation.DIV:
            return left // right
        case Calculation.MOD:
            return left % right
        case Calculation.MIN:
            return min(left, right)
        case Calculation.MAX:
            return max(left, right)
        case _:
            assert_never(how)


def calculated(how: Calculation, left: Bounds, right: Bounds) -> Bounds:
    """The bounds of the result of a calculation on two numbers. Where it divides, 0 is left out of *right*."""
    if left.low > left.high or right.low > right.high:
        return EMPTY
    if left.low == left.high and right.low == right.high and not (how.divides and right.low == 0):
        found = result(how, left.low, right.low)  # which may be the number of nothing, and is a number all the same
        return Bounds(found, found)
    match how:
        case Calculation.ADD:
            return Bounds(left.low + right.low, left.high + right.high)
        case Calculation.SUBTRACT:
            return Bounds(left.low - right.high, left.high - right.low)
        case Calculation.MULTIPLY:
            return _corners(how, left, right)
        case Calculation.DIV:
            return union(_corners(how, left, side) for side in _without_zero(right))
        case Calculation.MOD:
            return union(_remainder(left, side) for side in _without_zero(right))
        case Calculation.MIN:
            return Bounds(min(left.low, right.low), min(left.high, right.high))
        case Calculation.MAX:
            return Bounds(max(left.low, right.low), max(left.high, right.high))
        case _:
            assert_never(how)


def _corners(how: Calculation, left: Bounds, right: Bounds) -> Bounds:
    """The bounds of what is monotone in both numbers."""
    found = [result(how, a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    return Bounds(min(found), max(found))


def _without_zero(divisor: Bounds) -> list[Bounds]:
    sides = [Bounds(divisor.low, min(divisor.high, -1)), Bounds(max(divisor.low, 1), divisor.high)]
    return [side for side in sides if side.low <= side.high]


def _remainder(left: Bounds, divisor: Bounds) -> Bounds:
    if left.low >= 0 and left.high < divisor.low:
        return left
    return Bounds(0, divisor.high - 1) if divisor.low > 0 else Bounds(divisor.low + 1, 0)


def times(value: Bounds, most: int) -> Bounds:
    """The bounds of a sum of at most *most* such values."""
    if value.low > value.high:
        return Bounds(0, 0)
    return Bounds(min(0, value.low * most), max(0, value.high * most))
