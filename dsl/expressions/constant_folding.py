"""Constant folding: calculations with known values are done at once, and the others get bounds for their results."""

from __future__ import annotations

from collections.abc import Sequence

from ...program import ir
from ...program.intervals import Bounds, calculated, exactly
from ..symbols.types import Kind, Type, Typed

YES, NO = ir.Number(1), ir.Number(0)


def arithmetic(how: ir.Calculation, left: Typed, right: Typed, sentence: int) -> Typed:
    """A calculation on two numbers, done now where both are known; what goes wrong is left for play to report."""
    found = calculated(how, _bounds(left), _bounds(right))
    wide = found.low < ir.SMALLEST or found.high > ir.LARGEST
    type_ = Type(Kind.NUMBER, max(found.low, ir.SMALLEST), min(found.high, ir.LARGEST))
    if left.constant is not None and right.constant is not None and not wide and not (how.divides and right.constant == 0):
        return Typed(ir.Number(found.low), type_)
    return Typed(ir.Arithmetic(how, left.expr, right.expr, wide, sentence), type_)


def _bounds(value: Typed) -> Bounds:
    return Bounds(value.type.low, value.type.high) if value.constant is None else exactly(value.constant)


def negate(value: Typed) -> Typed:
    """Minus a number, a constant where the number is known."""
    type_ = Type(Kind.NUMBER, -value.type.high, -value.type.low)
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
