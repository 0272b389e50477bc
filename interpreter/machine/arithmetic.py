"""Calculations and comparisons on two values."""

from __future__ import annotations

from typing import assert_never

from ...program.ir import LARGEST, NOTHING, SMALLEST, Calculation, Relation
from ..core.reasons import DIVIDES_BY_ZERO
from .context import Context, Evaluation


def calculation(context: Context, how: Calculation, left: Evaluation, right: Evaluation, sentence: int) -> Evaluation:
    """A closure for a calculation; it raises PlayError on a division by zero."""
    match how:
        case Calculation.ADD:
            return lambda s: left(s) + right(s)
        case Calculation.SUBTRACT:
            return lambda s: left(s) - right(s)
        case Calculation.MULTIPLY:
            return lambda s: left(s) * right(s)
        case Calculation.DIV:
            return _quotient(context, left, right, sentence)
        case Calculation.MOD:
            return _remainder(context, left, right, sentence)
        case Calculation.MIN:
            return lambda s: min(left(s), right(s))
        case Calculation.MAX:
            return lambda s: max(left(s), right(s))
        case _:
            assert_never(how)


def with_number(how: Calculation, slot: int, number: int) -> Evaluation | None:
    """A faster closure for a slot and a constant, for the calculations that need no check; None for all others."""
    match how:
        case Calculation.ADD:
            return lambda s: s[slot] + number
        case Calculation.SUBTRACT:
            return lambda s: s[slot] - number
        case Calculation.DIV if number:
            return lambda s: s[slot] // number
        case Calculation.MOD if number:
            return lambda s: s[slot] % number
        case Calculation.MULTIPLY | Calculation.DIV | Calculation.MOD | Calculation.MIN | Calculation.MAX:
            return None
        case _:
            assert_never(how)


def within_range(context: Context, result: Evaluation, sentence: int) -> Evaluation:
    """The same closure; it raises PlayError where the result is no number that there is."""
    too_large = context.too_large(sentence)

    def checked(s: list[int]) -> int:
        number = result(s)
        if SMALLEST <= number <= LARGEST:
            return number
        raise too_large(number)

    return checked


def _quotient(context: Context, left: Evaluation, right: Evaluation, sentence: int) -> Evaluation:
    def divide(s: list[int]) -> int:
        below = right(s)
        if below:
            return left(s) // below
        raise context.fault(DIVIDES_BY_ZERO, sentence)

    return divide


def _remainder(context: Context, left: Evaluation, right: Evaluation, sentence: int) -> Evaluation:
    def rest(s: list[int]) -> int:
        below = right(s)
        if below:
            return left(s) % below
        raise context.fault(DIVIDES_BY_ZERO, sentence)

    return rest


def comparison(how: Relation, left: Evaluation, right: Evaluation, absent: bool) -> Evaluation:
    """Whether the relation holds; *absent* tells whether a side may be nothing, for which every order is false."""
    match how:
        case Relation.EQUAL:
            return lambda s: left(s) == right(s)
        case Relation.DIFFERENT:
            return lambda s: left(s) != right(s)
        case Relation.LESS:
            return _less(left, right) if absent else (lambda s: left(s) < right(s))
        case Relation.AT_MOST:
            return _at_most(left, right) if absent else (lambda s: left(s) <= right(s))
        case Relation.MORE:
            return _less(right, left) if absent else (lambda s: left(s) > right(s))
        case Relation.AT_LEAST:
            return _at_most(right, left) if absent else (lambda s: left(s) >= right(s))
        case _:
            assert_never(how)


def _less(left: Evaluation, right: Evaluation) -> Evaluation:
    """Whether both are there and the first is less. Both are always worked out, since that may fail."""

    def less(s: list[int]) -> bool:
        one, other = left(s), right(s)
        return one != NOTHING != other and one < other

    return less


def _at_most(left: Evaluation, right: Evaluation) -> Evaluation:
    """The same for at most."""

    def at_most(s: list[int]) -> bool:
        one, other = left(s), right(s)
        return one != NOTHING != other and one <= other

    return at_most


def against_number(how: Relation, left: Evaluation, number: int) -> Evaluation:
    """The same for a constant on the right, where the left value is never nothing or the relation is an equality."""
    match how:
        case Relation.EQUAL:
            return lambda s: left(s) == number
        case Relation.DIFFERENT:
            return lambda s: left(s) != number
        case Relation.LESS:
            return lambda s: left(s) < number
        case Relation.AT_MOST:
            return lambda s: left(s) <= number
        case Relation.MORE:
            return lambda s: left(s) > number
        case Relation.AT_LEAST:
            return lambda s: left(s) >= number
        case _:
            assert_never(how)


def slot_against_number(how: Relation, slot: int, number: int) -> Evaluation:
    """The same for the value in a slot, which may be nothing."""
    match how:
        case Relation.EQUAL:
            return lambda s: s[slot] == number
        case Relation.DIFFERENT:
            return lambda s: s[slot] != number
        case Relation.LESS:
            return lambda s: NOTHING != s[slot] < number
        case Relation.AT_MOST:
            return lambda s: NOTHING != s[slot] <= number
        case Relation.MORE:
            return lambda s: s[slot] > number
        case Relation.AT_LEAST:
            return lambda s: s[slot] >= number
        case _:
            assert_never(how)
