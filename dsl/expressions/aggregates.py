"""Aggregates over a set: quantifiers, sums, extremes, and the first element in an order."""

from __future__ import annotations

from functools import reduce

from attrs import evolve

from ...program import ir
from ...program.intervals import Bounds, times
from ..diagnostics import shared
from ..sentences import syntax as s
from ..symbols.types import TRUTH, Kind, Typed, join, number
from . import operators
from .binders import bound, zone_by_zone
from .constant_folding import arithmetic, both, contrary, either
from .context import Reading
from .never import against_itself


def quantified(read: Reading, node: s.Quantified) -> Typed:
    """The truth of `any`, `every` or `no` … `has` …."""
    several = zone_by_zone(read, node.binder)
    if len(several) > 1:
        parts = [quantified(read, evolve(node, binder=each)).expr for each in several]
        return Typed(either(parts) if node.quantifier == "any" else both(parts), TRUTH)
    with bound(read, node.binder) as (found, slot):
        where = None if node.where is None else read.truth(node.where)
        test = read.truth(node.test)
        if node.where is None and node.quantifier == "every":
            against_itself(read, node, found)
        if node.quantifier == "no":
            test, kind = contrary(test), ir.FoldKind.EVERY
        else:
            kind = ir.FoldKind.ANY if node.quantifier == "any" else ir.FoldKind.EVERY
        fold = ir.Fold(kind, slot, found.set, where, test, None, 1, False, False, read.sentence)
    return Typed(fold, TRUTH)


def total(read: Reading, node: s.Sum) -> Typed:
    """The sum of a value for the elements of a set."""
    several = zone_by_zone(read, node.binder)
    if len(several) > 1:
        return _together([total(read, evolve(node, binder=each)) for each in several], read)
    with bound(read, node.binder) as (found, slot):
        where = None if node.where is None else read.truth(node.where)
        value = read.number(node.value)
        held = times(Bounds(value.type.low, value.type.high), found.size)
        wide = held.low < ir.SMALLEST or held.high > ir.LARGEST
        fold = ir.Fold(ir.FoldKind.SUM, slot, found.set, where, value.expr, None, 1, False, wide, read.sentence)
    return Typed(fold, number(held.low, held.high))


def counted(read: Reading, node: s.Count) -> Typed:
    """How many elements of a set there are that pass a test."""
    several = zone_by_zone(read, node.binder)
    if len(several) > 1:
        return _together([counted(read, evolve(node, binder=each)) for each in several], read)
    with bound(read, node.binder) as (found, slot):
        test = None if node.where is None else read.truth(node.where)
        fold = ir.Fold(ir.FoldKind.COUNT, slot, found.set, test, ir.Number(1), None, 1, False, False, read.sentence)
    return Typed(fold, number(0, found.size))


def _together(numbers: list[Typed], read: Reading) -> Typed:
    return reduce(lambda one, other: arithmetic(ir.Calculation.ADD, one, other, read.sentence), numbers)


def extreme(read: Reading, node: s.Extreme) -> Typed:
    """The highest or lowest value for the elements of a set, or the one of the given rank. Raises DiagnosticError."""
    with bound(read, node.binder) as (found, slot):
        where = None if node.where is None else read.truth(node.where)
        value = read.value(node.value)
        operators.ordered(read, value.type, "highest" if node.highest else "lowest", node.value.span)
        kind = ir.FoldKind.HIGHEST if node.highest else ir.FoldKind.LOWEST
    type_ = value.type.or_nothing()
    otherwise: ir.Expr | None = None
    if node.otherwise is not None:
        other = read.value(node.otherwise, value.type)
        joined = join(value.type.surely(), other.type)
        if joined is None:
            raise shared.wrong_type(read.game.describe(value.type), read.game.describe(other.type), node.otherwise.span)
        type_, otherwise = joined, other.expr
    fold = ir.Fold(kind, slot, found.set, where, value.expr, otherwise, node.rank, node.distinct, False, read.sentence)
    return Typed(fold, type_)


def sort_keys(read: Reading, nodes: tuple[s.SortKey, ...]) -> tuple[ir.Key, ...]:
    """The keys to sort by; a truth sorts `no` before `yes`. Raises DiagnosticError for values that have no order."""
    found = []
    for node in nodes:
        typed = read.value(node.value)
        if typed.type.kind is not Kind.TRUTH:
            operators.ordered(read, typed.type, "in order of", node.value.span)
        found.append(ir.Key(typed.expr, node.highest))
    return tuple(found)


def first_of(read: Reading, node: s.FirstOf) -> Typed:
    """The first element of a set in the given order."""
    with bound(read, node.binder) as (found, slot):
        where = None if node.where is None else read.truth(node.where)
        order = sort_keys(read, node.keys)
    type_, otherwise = found.element.or_nothing(), None
    if node.otherwise is not None:
        other = read.fitting(node.otherwise, found.element.or_nothing())
        joined = join(found.element, other.type)
        type_, otherwise = joined or type_, other.expr
    return Typed(ir.First(slot, found.set, where, order, otherwise), type_, found.zone)
