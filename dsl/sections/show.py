"""Reads `show:`: named values that the table shows beside what is declared, for the whole game or for each player, say."""

from __future__ import annotations

from contextlib import ExitStack
from math import prod

from ...program import ir
from ...program.budgets import MOST_SHOWN
from ...program.span import Span
from ...program.visibility import Things, hidden, sight_of
from ..diagnostics.report import error
from ..expressions.elaborate import Elaborator
from ..expressions.kinds import kind_type
from ..sentences.parse import given_names, parse_expression
from ..symbols.types import ANY_NUMBER, Kind, Type
from ..text.document import Document, bare
from ..text.fields import Findings, pairs, text
from ..text.nodes import Pair


def named_values(document: Document, read: Elaborator, findings: Findings) -> tuple[ir.NamedValue, ...]:
    """The named values in the order of the file; wrong ones are reported and left out.

    Their scratch slots are their own: nothing that is played knows of them.
    """
    found = []
    read.registers = read.most_registers = max(read.registers, read.most_registers)
    for pair in pairs(document.get("show"), "values to show by name", findings):
        with findings.collecting():
            found.append(_named_value(pair, read))
    read.registers = read.most_registers
    return tuple(found)


def _named_value(pair: Pair, read: Elaborator) -> ir.NamedValue:
    words = read.game.words(bare(pair.key.text))
    node = parse_expression(text(pair.value, "a value"))
    read.sentence = read.game.sentence(pair.value.span)
    parameters = given_names(pair.key)
    with ExitStack() as names:
        given, extents = [], []
        for kind, name, span in parameters:
            read.fresh(name, span)
            type_ = kind_type(read, kind, span).surely()
            extents.append(_extent(kind, type_ if type_ != ANY_NUMBER else None, span))
            given.append(names.enter_context(read.register(name, type_)))
        count = prod(extent.size for extent in extents)
        if count > MOST_SHOWN:
            raise error(
                "too-many-values-shown", pair.key.span, f"this would be {count:,} values, and {MOST_SHOWN:,} may be shown"
            )
        typed = read.value(node)
    if typed.type.kind is Kind.NOTHING:
        raise read.wrong("a value", typed, node, "it would never show anything")
    _seen_by_somebody(typed.expr, given, pair, read)
    truth = typed.type.kind is Kind.TRUTH
    return ir.NamedValue(words, tuple(given), tuple(_strides(extents)), typed.expr, typed.type.domain, truth, read.sentence)


def _extent(kind: str, type_: Type | None, span: Span) -> ir.Extent:
    """The index over all elements of the type. Raises DiagnosticError where there are too many to show one each."""
    if type_ is None:
        message = f"a value is shown for each {kind} there is, and numbers have no end"
        raise error("missing-set", span, message, help="name a player, a space or a value of an enumeration")
    return ir.Extent(type_.domain, type_.low, type_.high - type_.low + 1, 1)


def _strides(extents: list[ir.Extent]) -> list[ir.Extent]:
    """The same indices as those of an array, of which the last varies fastest."""
    found: list[ir.Extent] = []
    stride = 1
    for extent in reversed(extents):
        found.insert(0, ir.Extent(extent.domain, extent.low, extent.size, stride))
        stride *= extent.size
    return found


def _seen_by_somebody(value: ir.Expr, given: list[int], pair: Pair, read: Elaborator) -> None:
    """Raises DiagnosticError for a value that leans on something of which it could not be said who sees it."""
    game = read.game
    things = Things(game.ir_places, game.ir_zones)
    if sight_of(value, given, things)[0] is not ir.Visibility.NOBODY:
        return
    first = hidden(value, things)[0]
    if first.trial is not None:
        raise game.tried_unseen(first.trial, pair.value.span)
    if first.sight is ir.Visibility.NOBODY:
        message = f"nobody sees `{first.name}`, and everybody would see this"
        raise error("hidden-value", pair.value.span, message, help="the number of cards in a zone may be shown")
    help_ = f"give it an owner, `{bare(pair.key.text)} (player p)`, and look at `{first.name}[p]` alone"
    raise error(
        "shown-to-others",
        pair.value.span,
        f"`{first.name}` is `seen by: {first.sight.value}`, and this would be seen by others",
        help=help_,
    )
