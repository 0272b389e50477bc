"""What a check of a worked example says when it fails: both sides of its comparisons, and the values of which they are made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from attrs import evolve

from ...program import ir
from ..diagnostics.diagnostic import DiagnosticError
from ..expressions.elaborate import Elaborator
from ..expressions.operators import counted, pair
from ..sentences import syntax as s
from ..symbols.types import Kind, Typed


def claims(node: s.Expression, whole: ir.Expr, read: Elaborator) -> tuple[ir.Claim, ...]:
    """The conditions that a check joins by `and`, in their order; *whole* is its expression, which was read without a mistake.

    There are none where nobody works them out.
    """
    if read.only_checked:
        return ()
    parts = tuple(_conjuncts(node))
    return tuple(_claim(each, whole if len(parts) == 1 else read.truth(each), read) for each in parts)


def _conjuncts(node: s.Expression) -> Iterator[s.Expression]:
    match node:
        case s.Logic(conjunction=True, parts=parts):
            for part in parts:
                yield from _conjuncts(part)
        case _:
            yield node


def _claim(node: s.Expression, test: ir.Expr, read: Elaborator) -> ir.Claim:
    compared, parts = list[ir.Compared](), dict[str, ir.Side]()
    with suppress(DiagnosticError):  # a condition that cannot be taken apart is told as a whole
        match node:
            case s.Quantified(quantifier="every" | "no"):
                compared, parts = _exception(node, read)
            case _:
                compared, parts = _taken_apart(node, node, read)
    return ir.Claim(read.game.source.words(node.span), test, tuple(compared), tuple(parts.values()))


_Apart = tuple[list[ir.Compared], dict[str, ir.Side]]
"""The comparisons in a condition, and by its words each value of which it is made."""


def _taken_apart(node: s.Expression, whole: s.Expression, read: Elaborator) -> _Apart:
    """What a condition is made of; the *whole* of it, which was told already, is no part of itself."""
    compared, parts = list[ir.Compared](), dict[str, ir.Side]()
    for each in _conditions(node):
        match each:
            case s.Compare():
                comparison = counted(read, each)
                compared.append(ir.Compared(_sides(comparison, read), each.relations))
                inside = [leaf for part in comparison.parts for leaf in _inside(part)]
            case _:
                inside = [each, *_inside(each)] if each is not whole else list(_inside(each))
        for leaf in inside:
            side = _changing(leaf, read)
            if side is not None:
                parts.setdefault(side.words, side)
    return compared, parts


def _exception(node: s.Quantified, read: Elaborator) -> _Apart:
    """The same for the first element for which `every … has …` or `no … has …` does not hold, and which element that is."""
    wrong = s.Contrary(node.test, span=node.test.span) if node.quantifier == "every" else node.test
    where = wrong if node.where is None else s.Logic(True, (node.where, wrong), span=node.test.span)
    with read.reserved() as slot:
        found = read.value(s.FirstOf(node.binder, where, (), None, span=node.span))
        with read.named(slot, node.binder.name, found.type.surely(), found.origin):
            compared, parts = _taken_apart(node.test, node, read)

    def of_it(side: ir.Side) -> ir.Side:
        return evolve(side, value=ir.Let(slot, found.expr, side.value))

    domain = found.type.domain if found.type.kind is Kind.ELEMENT else None
    told = {node.binder.name: ir.Side(node.binder.name, found.expr, domain, False)}
    told |= {words: of_it(side) for words, side in parts.items() if words != node.binder.name}
    return [evolve(each, sides=tuple(map(of_it, each.sides))) for each in compared], told


def _conditions(node: s.Expression) -> Iterator[s.Expression]:
    """The conditions of which one is made by `and`, `or` and `not`."""
    match node:
        case s.Logic(parts=parts):
            for part in parts:
                yield from _conditions(part)
        case s.Contrary(value):
            yield from _conditions(value)
        case _:
            yield node


def _inside(node: s.Expression) -> Iterator[s.Expression]:
    """The values of which one is made. What a name runs over in it is not gone into: such a name has no value outside."""
    match node:
        case s.Negative(value) | s.Half(value):
            below: tuple[s.Expression, ...] = (value,)
        case s.Calculate(_, left, right):
            below = (left, right)
        case s.Choice(then, test, otherwise):
            below = (then, test, otherwise)
        case s.Compare(parts=parts) | s.Logic(parts=parts):
            below = parts
        case s.Contrary(value) | s.Belongs(value=value) | s.CountOf(value=value):
            below = (value,)
        case s.Element(indices=values) | s.Invoke(arguments=values):
            below = values
        case s.Attribute(of=of, key=key):
            below = (of,) if key is None else (of, key)
        case _:
            below = ()
    for each in below:
        if not isinstance(each, s.Negative | s.Half | s.Calculate | s.Choice | s.Compare | s.Logic | s.Contrary):
            yield each
        yield from _inside(each)


def _sides(node: s.Compare, read: Elaborator) -> tuple[ir.Side, ...]:
    """The values that are compared; a name with several meanings has that of its neighbour. Raises DiagnosticError."""
    sides = []
    for at, part in enumerate(node.parts):
        left = at == len(node.parts) - 1
        first, second = pair(read, node.parts[at - left], node.parts[at - left + 1])
        sides.append(_side(part, second if left else first, read))
    return tuple(sides)


def _changing(node: s.Expression, read: Elaborator) -> ir.Side | None:
    """The value of a part of a check; None for what is known before play, for a set, and for what has a meaning only there."""
    try:
        typed = read.value(node)
    except DiagnosticError:
        return None
    return None if typed.constant is not None else _side(node, typed, read)


def _side(node: s.Expression, typed: Typed, read: Elaborator) -> ir.Side:
    domain = typed.type.domain if typed.type.kind is Kind.ELEMENT else None
    return ir.Side(read.game.source.words(node.span), typed.expr, domain, typed.type.kind is Kind.TRUTH)
