"""The card on top of a pile, as an expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from ..text.fields import complain

if TYPE_CHECKING:
    from ...program.span import Span
    from ..symbols.symbols import ZoneSymbol
    from .context import Reading


def top_card(symbol: ZoneSymbol, at: ir.ZoneAt, span: Span, read: Reading) -> ir.Expr:
    """The kind of the topmost card; nothing when no card was put on top since the last shuffle, or none is left of those.

    Raises Complaint for a zone on top of which no card is ever put.
    """
    zone = read.game.ir_zones[symbol.index]
    if not zone.top_capacity:
        help_ = f"put cards there with `put … on top of {symbol.name}`, and declare it `kind: pile`"
        raise complain("no-order", f"cards in `{symbol.name}` have no top that is known", span, help_)
    counter = zone.base + 1 + zone.kinds
    number: ir.Expr = ir.Cell(counter, at.axes, symbol.name, read.sentence) if at.axes else ir.Slot(counter)
    empty = ir.Comparison(ir.Relation.EQUAL, number, ir.Number(0))
    return ir.Conditional(empty, ir.Number(ir.NOTHING), card_at(zone, at, number, read.sentence))


def card_at(zone: ir.Zone, at: ir.ZoneAt, place: ir.Expr, sentence: int) -> ir.Expr:
    """The kind of the card at a place, counted from 1, of the first ordered part of a zone: of a row, or on top of a pile."""
    along = ir.Axis(place, 0, max(zone.top_capacity, zone.bottom_capacity) + 1, 1)
    card = ir.Cell(zone.base + 1 + zone.kinds, (*at.axes, along), zone.name.plain, sentence)
    return ir.Arithmetic(ir.Calculation.SUBTRACT, card, ir.Number(1), False, sentence)
