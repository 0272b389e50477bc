"""One value out of many: sums, numbers, extremes, quantifiers, the first in an order."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...program import ir
from ..sentences import syntax as s
from ..symbols.symbols import BoardSymbol, Sort
from ..symbols.types import TRUTH, Kind, SetOf, Typed, join
from ..text.diagnostics import meant
from ..text.fields import complain
from . import operators
from .constant_folding import contrary, interval
from .sets import all_spaces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .elaborate import Elaborator


@contextmanager
def bound(read: Elaborator, binder: s.Binder) -> Iterator[tuple[SetOf, int]]:
    """A name that runs over a set, for a while."""
    with read.reserved() as slot:
        found = binder_set(read, binder)
        read.fresh(binder.name, binder.span)
        with read.named(slot, binder.name, found.element, found.zone):
            yield found, slot


def binder_set(read: Elaborator, binder: s.Binder) -> SetOf:
    """The set that a name runs over."""
    if binder.among is not None:
        found = read.elements(binder.among)
        if binder.kind is not None:
            kind_fits(read, binder, found)
        return found
    assert binder.kind is not None
    if binder.kind in read.game.kinds:
        return read.game.kinds[binder.kind]
    symbol = read.game.symbols.get(binder.kind)
    if isinstance(symbol, BoardSymbol | SetOf):
        return read.elements(s.Name(binder.kind, binder.span))
    if binder.kind == "space":
        boards = [each for each in read.game.symbols.values() if isinstance(each, BoardSymbol)]
        if len(boards) == 1:
            return all_spaces(boards[0])
    if binder.kind in ("number", "card", "space"):
        board = next((name for name, each in read.game.symbols.items() if isinstance(each, BoardSymbol)), "…")
        example = {"number": "1..6", "card": "hand[me]", "space": board}[binder.kind]
        raise complain(
            "missing-set",
            f"`{binder.kind} {binder.name}` needs a set to run over",
            binder.span,
            f"for example `{binder.kind} {binder.name} in {example}`",
        )
    known = [*read.game.kinds, "space", "card", "number"]
    unknown = complain("unknown-kind", f"`{binder.kind}` is no kind of thing", binder.span, meant(binder.kind, known))
    raise read.game.missed(binder.kind, unknown)


def kind_fits(read: Elaborator, binder: s.Binder, found: SetOf) -> None:
    """Complain when the word before a name does not say what it runs over."""
    kind, element = binder.kind, found.element
    assert kind is not None
    sort = None if element.domain is None else read.game.domains[element.domain].sort
    general = {
        "number": element.kind is Kind.NUMBER,
        "card": sort is Sort.CARD,
        "space": sort is Sort.SPACE or element.kind is Kind.NUMBER,
        "line": sort is Sort.LINE,
    }
    fits = general[kind] if kind in general else join(read.kind_type(kind, binder.span), element) is not None
    if not fits:
        raise complain(
            "wrong-type",
            f"`{kind} {binder.name}` runs over {read.game.describe(element).removeprefix('a ')} elements here",
            binder.span,
        )


def quantified(read: Elaborator, node: s.Quantified) -> Typed:
    """`any`, `every`, `no`."""
    with bound(read, node.binder) as (found, slot):
        where = None if node.where is None else read.truth(node.where)
        test = read.truth(node.test)
        if node.quantifier == "no":
            test, kind = contrary(test), ir.FoldKind.EVERY
        else:
            kind = ir.FoldKind.ANY if node.quantifier == "any" else ir.FoldKind.EVERY
        fold = ir.Fold(kind, slot, found.set, where, test, None, 1, False, read.sentence)
    return Typed(fold, TRUTH)


def total(read: Elaborator, node: s.Sum) -> Typed:
    """A sum."""
    with bound(read, node.binder) as (found, slot):
        where = None if node.where is None else read.truth(node.where)
        value = read.number(node.value)
        fold = ir.Fold(ir.FoldKind.SUM, slot, found.set, where, value.expr, None, 1, False, read.sentence)
    most = found.size
    return Typed(fold, interval((0, value.type.low * most, value.type.high * most)))


def extreme(read: Elaborator, node: s.Extreme) -> Typed:
    """The highest or lowest, or the one of a rank."""
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
            raise complain(
                "wrong-type",
                f"expected {read.game.describe(value.type)}, found {read.game.describe(other.type)}",
                node.otherwise.span,
            )
        type_, otherwise = joined, other.expr
    return Typed(ir.Fold(kind, slot, found.set, where, value.expr, otherwise, node.rank, node.distinct, read.sentence), type_)


def keys(read: Elaborator, nodes: tuple[s.SortKey, ...]) -> tuple[ir.Key, ...]:
    """What to sort by; a truth sorts no before yes."""
    found = []
    for node in nodes:
        typed = read.value(node.value)
        if typed.type.kind is not Kind.TRUTH:
            operators.ordered(read, typed.type, "in order of", node.value.span)
        found.append(ir.Key(typed.expr, node.highest))
    return tuple(found)


def first_of(read: Elaborator, node: s.FirstOf) -> Typed:
    """The first in an order."""
    with bound(read, node.binder) as (found, slot):
        where = None if node.where is None else read.truth(node.where)
        order = keys(read, node.keys)
    type_, otherwise = found.element.or_nothing(), None
    if node.otherwise is not None:
        other = read.fitting(node.otherwise, found.element.or_nothing())
        joined = join(found.element, other.type)
        type_, otherwise = joined or type_, other.expr
    return Typed(ir.First(slot, found.set, where, order, otherwise), type_, found.zone)
