"""Constant folding: calculations with known values are done at once, and the others get bounds for their results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from ..symbols.types import Kind, Type, Typed, range_limit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

YES, NO = ir.Number(1), ir.Number(0)


def interval(values: Iterable[int]) -> Type:
    """The type of a number between the least and the greatest of *values*."""
    found = [range_limit(value) for value in values]
    return Type(Kind.NUMBER, min(found), max(found))


def calculate(how: ir.Calculation, left: int, right: int) -> int:
    """The result of the calculation; the caller makes sure that nothing is divided by zero."""
    match how:
        case ir.Calculation.ADD:
            return left + right
        case ir.Calculation.SUBTRACT:
            return left - right
        case ir.Calculation.MULTIPLY:
            return left * right
        case ir.Calculation.DIV:
            return left // right
        case ir.Calculation.MOD:
            return left % right
        case ir.Calculation.MIN:
            return min(left, right)
        case ir.Calculation.MAX:
            return max(left, right)


def arithmetic(how: ir.Calculation, left: Typed, right: Typed, sentence: int) -> Typed:
    """A calculation on two numbers, done now where both are known; a division by 0 is left for play to report."""
    divides = how in (ir.Calculation.DIV, ir.Calculation.MOD)
    if left.constant is not None and right.constant is not None and not (divides and right.constant == 0):
        value = calculate(how, left.constant, right.constant)
        return Typed(ir.Number(value), interval((value,)))
    return Typed(ir.Arithmetic(how, left.expr, right.expr, sentence), _bounds(how, left.type, right.type))


def _bounds(how: ir.Calculation, left: Type, right: Type) -> Type:
    if how is ir.Calculation.MOD:
        if right.low > 0:
            return Type(Kind.NUMBER, 0, right.high - 1)
        most = max(abs(right.low), abs(right.high))
        return Type(Kind.NUMBER, -most, most)
    if how is ir.Calculation.DIV and right.low <= 0 <= right.high:
        most = max(abs(left.low), abs(left.high))
        return Type(Kind.NUMBER, -most, most)
    return interval(calculate(how, first, second) for first in (left.low, left.high) for second in (right.low, right.high))


def negate(value: Typed) -> Typed:
    """Minus a number, a constant where the number is known."""
    type_ = interval((-value.type.low, -value.type.high))
    if value.constant is not None:
        return Typed(ir.Number(-value.constant), type_)
    return Typed(ir.Negate(value.expr), type_)


def comparison(how: ir.Relation, left: Typed, right: Typed) -> ir.Expr:
    """The comparison of two values, a constant where both are known."""
    if left.constant is None or right.constant is None:
        return ir.Comparison(how, left.expr, right.expr)
    first, second = left.constant, right.constant
    ordered = ir.NOTHING not in (first, second)
    match how:
        case ir.Relation.EQUAL:
            result = first == second
        case ir.Relation.DIFFERENT:
            result = first != second
        case ir.Relation.LESS:
            result = ordered and first < second
        case ir.Relation.AT_MOST:
            result = ordered and first <= second
        case ir.Relation.MORE:
            result = ordered and first > second
        case ir.Relation.AT_LEAST:
            result = ordered and first >= second
    return ir.Number(int(result))


def both(parts: Sequence[ir.Expr]) -> ir.Expr:
    """Whether all *parts* hold, without those that are known."""
    left = tuple(part for part in parts if part != YES)
    if NO in left:
        return NO
    return YES if not left else left[0] if len(left) == 1 else ir.All(left)


def either(parts: Sequence[ir.Expr]) -> ir.Expr:
    """Whether at least one of *parts* holds, without those that are known."""
    left = tuple(part for part in parts if part != NO)
    if YES in left:
        return YES
    return NO if not left else left[0] if len(left) == 1 else ir.Either(left)


def contrary(test: ir.Expr) -> ir.Expr:
    """The negation of a truth."""
    match test:
        case ir.Number(value):
            return ir.Number(1 - value)
        case ir.Not(value):
            return value
        case _:
            return ir.Not(test)


def conditional(test: ir.Expr, then: Typed, otherwise: Typed, joined: Type) -> Typed:
    """*then* where *test* holds, else *otherwise*; *joined* is the type for both."""
    if isinstance(test, ir.Number):
        return then if test.value else otherwise
    return Typed(ir.Conditional(test, then.expr, otherwise.expr), joined)
