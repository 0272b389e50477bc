"""The card at an end of a pile, or at a place of a row, as an expression."""

from __future__ import annotations

from ...program import ir
from ...program.span import Span
from ..diagnostics.report import error
from ..symbols.symbols import ZoneSymbol
from .context import Reading


def end_card(symbol: ZoneSymbol, at: ir.ZoneAt, lowest: bool, span: Span, read: Reading) -> ir.Expr:
    """The kind of the topmost or the lowest card; nothing where it lies loose, or there is none.

    Where no card lies in order at this end, and none lies loose, it is the last of those in order at the other end.
    Raises DiagnosticError for a zone whose cards never lie in order.
    """
    zone, sentence = read.game.ir_zones[symbol.index], read.sentence
    if not zone.top_capacity and not zone.bottom_capacity:
        word, put = ("bottom", "on the bottom of") if lowest else ("top", "on top of")
        help_ = f"put cards there with `put … {put} {symbol.name}`, and declare it `kind: pile`"
        raise error("no-top", span, f"cards in `{symbol.name}` have no {word} that is known", help=help_)
    top = zone.base + 1 + zone.kinds
    under = top + (1 + zone.top_capacity if zone.top_capacity else 0)
    ends = [(top, zone.top_capacity), (under, zone.bottom_capacity)]
    (near, room), (far, other_room) = reversed(ends) if lowest else ends
    found: ir.Expr = ir.Number(ir.NOTHING)
    if other_room:
        there = _held(zone, at, far, sentence)
        all_there = ir.Comparison(ir.Relation.EQUAL, ir.Size(at), there)
        some = ir.Comparison(ir.Relation.DIFFERENT, there, ir.Number(0))
        found = ir.Conditional(ir.All((some, all_there)), _card(zone, at, far, other_room, ir.Number(1), sentence), found)
    if room:
        here = _held(zone, at, near, sentence)
        none = ir.Comparison(ir.Relation.EQUAL, here, ir.Number(0))
        found = ir.Conditional(none, found, _card(zone, at, near, room, here, sentence))
    return found


def _held(zone: ir.Zone, at: ir.ZoneAt, first: int, sentence: int) -> ir.Expr:
    """How many cards the ordered part holds that begins at slot *first*."""
    return ir.Cell(first, at.axes, zone.name.plain, sentence) if at.axes else ir.Slot(first)


def _card(zone: ir.Zone, at: ir.ZoneAt, first: int, room: int, place: ir.Expr, sentence: int) -> ir.Expr:
    along = ir.Axis(place, 0, room + 1, 1)
    card = ir.Cell(first, (*at.axes, along), zone.name.plain, sentence)
    return ir.Arithmetic(ir.Calculation.SUBTRACT, card, ir.Number(1), False, sentence)


def card_at(zone: ir.Zone, at: ir.ZoneAt, place: ir.Expr, sentence: int) -> ir.Expr:
    """The kind of the card at a place of a row, counted from 1."""
    return _card(zone, at, zone.base + 1 + zone.kinds, zone.bottom_capacity, place, sentence)
