"""Calculations with `/`, which payoffs may have: how many parts are paid, and into how many parts a whole is cut."""

from __future__ import annotations

from math import lcm

from attrs import frozen

from ...program import ir
from ..diagnostics import shared
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..symbols.types import Typed, join, number
from .constant_folding import arithmetic, conditional, negate
from .context import Reading
from .operators import CALCULATIONS

MOST_PARTS = 720_720
"""The most parts of a whole: enough to divide by each number up to 16."""


@frozen
class Fraction:
    """*amount* parts, of which *parts* make one whole."""

    amount: Typed
    parts: int = 1


def fraction(read: Reading, node: s.Expression) -> Fraction:
    """The value of a calculation in which `/` may stand; whatever it comes to, it is a whole number of the parts.

    Raises DiagnosticError when something is divided by what may be negative, or when there would be more than `MOST_PARTS`.
    """
    match node:
        case s.Negative(value=value):
            found = fraction(read, value)
            return Fraction(negate(found.amount), found.parts)
        case s.Calculate(how="/"):
            return _divided(read, node)
        case s.Calculate(how="+" | "-" as how):
            parts, left, right = _alike(read, fraction(read, node.left), fraction(read, node.right), node)
            return Fraction(arithmetic(CALCULATIONS[how], left, right, read.sentence), parts)
        case s.Calculate(how="*"):
            first, second = fraction(read, node.left), fraction(read, node.right)
            product = arithmetic(ir.Calculation.MULTIPLY, first.amount, second.amount, read.sentence)
            return Fraction(product, _few(first.parts * second.parts, node))
        case s.Choice():
            parts, then, otherwise = _alike(read, fraction(read, node.then), fraction(read, node.otherwise), node)
            joined = join(then.type, otherwise.type)
            assert joined is not None
            return Fraction(conditional(read.truth(node.test), then, otherwise, joined), parts)
        case _:
            return Fraction(read.number(node))


def _divided(read: Reading, node: s.Calculate) -> Fraction:
    """By a number that is not known before play, there are as many parts as whatever it may be divides."""
    amount, by = fraction(read, node.left), read.number(node.right)
    if by.constant == 0:
        raise shared.division_by_zero(node.right.span)
    if by.type.low < 0 or by.type.high - by.type.low > MOST_PARTS:
        raise error(
            "divided-by-too-much",
            node.right.span,
            f"a payoff is divided by a number from 1 to 16 or so, and this may be {by.type.low} to {by.type.high}",
        )
    common = 1
    for each in range(max(1, by.type.low), by.type.high + 1):
        common = _few(lcm(common, each), node)
    times = arithmetic(ir.Calculation.DIV, _known(common), by, read.sentence)
    shares = arithmetic(ir.Calculation.MULTIPLY, amount.amount, times, read.sentence)
    return Fraction(shares, _few(amount.parts * common, node))


def _alike(read: Reading, first: Fraction, second: Fraction, node: s.Expression) -> tuple[int, Typed, Typed]:
    """Both in the same parts."""
    parts = _few(lcm(first.parts, second.parts), node)
    return parts, _in_parts(read, first, parts), _in_parts(read, second, parts)


def _in_parts(read: Reading, value: Fraction, parts: int) -> Typed:
    if value.parts == parts:
        return value.amount
    return arithmetic(ir.Calculation.MULTIPLY, value.amount, _known(parts // value.parts), read.sentence)


def _known(value: int) -> Typed:
    return Typed(ir.Number(value), number(value, value))


def _few(parts: int, node: s.Expression) -> int:
    if parts > MOST_PARTS:
        raise error("too-large", node.span, f"a whole is cut into more than {MOST_PARTS:,} parts here")
    return parts
