"""Calculations and comparisons on two values."""

from __future__ import annotations

from typing import assert_never

from ...program.ir import LARGEST, NOTHING, SMALLEST, Arithmetic, Calculation, Comparison, Number, Relation
from ...program.ops import fails_here
from ..core.reasons import DIVIDES_BY_ZERO, too_large
from .writing import Writing


def calculation(w: Writing, expr: Arithmetic) -> str:
    """The text of a calculation; dividing by zero is a runtime error, and so is a result that is no number."""
    text = _result(w, expr)
    if not expr.wide:
        return text
    once, number = w.again(text)
    return f"({number} if {SMALLEST} <= {once} <= {LARGEST} else {w.fault(too_large, expr.sentence)}({number}))"


def _result(w: Writing, expr: Arithmetic) -> str:
    left, right = w.value(expr.left), w.value(expr.right)
    match expr.how:
        case Calculation.ADD | Calculation.SUBTRACT | Calculation.MULTIPLY:
            return f"({left} {expr.how.value} {right})"
        case Calculation.DIV:
            return _divided(w, expr, "//", left, right)
        case Calculation.MOD:
            return _divided(w, expr, "%", left, right)
        case Calculation.MIN:
            return _chosen(w, "<=", left, right)
        case Calculation.MAX:
            return _chosen(w, ">=", left, right)
        case _:
            assert_never(expr.how)


def _divided(w: Writing, expr: Arithmetic, sign: str, left: str, right: str) -> str:
    """The divisor is looked at before the division, and behind the left side where that may fail: its fault is told first."""
    if isinstance(expr.right, Number) and expr.right.value:
        return f"({left} {sign} {right})"
    once, below = w.again(right)
    if fails_here(expr.left, w.known):
        first, left = w.again(left)
        once = f"({first}, {once})[1]"
    return f"({left} {sign} {below} if {once} else {w.fault(DIVIDES_BY_ZERO, expr.sentence)}())"


def _chosen(w: Writing, sign: str, left: str, right: str) -> str:
    one, first = w.again(left)
    other, second = w.again(right)
    return f"({first} if {one} {sign} {other} else {second})"


def comparison(w: Writing, expr: Comparison) -> str:
    """The text that tells whether the relation holds. Both sides are always worked out, since that may fail.

    Every order is false where a side is nothing, which is less than all numbers: so only the lesser side needs a look.
    """
    left, right = w.value(expr.left), w.value(expr.right)
    match expr.how:
        case Relation.EQUAL:
            return f"({left} == {right})"
        case Relation.DIFFERENT:
            return f"({left} != {right})"
        case Relation.LESS | Relation.AT_MOST:
            if not w.known.value(expr.left).absent:
                return f"({left} {expr.how.value} {right})"
            once, lesser = w.again(left)
            return f"({once} {expr.how.value} {right} and {lesser} != {NOTHING})"
        case Relation.MORE | Relation.AT_LEAST:
            absent = w.known.value(expr.right).absent
            return f"({left} {expr.how.value} {right} != {NOTHING})" if absent else f"({left} {expr.how.value} {right})"
        case _:
            assert_never(expr.how)
