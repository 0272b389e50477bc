"""Lowers the sentences that let seats know cards: reveal, tell."""

from __future__ import annotations

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.report import error
from ..expressions.sets import named_zone
from ..sentences import syntax as s
from ..symbols.scope import Local
from ..symbols.symbols import Sort
from ..symbols.types import ANY_NUMBER, Kind
from .assignment import store
from .card_moves import named, of_each
from .context import Lowered, Lowering


def reveal(node: s.RevealLine, to: Lowering) -> list[ir.Op]:
    """`reveal front of everyone`, `reveal hand[p]`, `reveal hand[p] to q`, `reveal card`"""
    to.alone("reveal cards", node.span)
    sentence, card = to.elaborator.sentence, named(node.zone, to)
    if card is not None and not node.all:
        if node.secret:
            words = to.game.source.words(node.zone.span)
            message = f"`{words}` is a card: where it goes by that name, the others would hear that it was revealed"
            raise error("not-in-secret", node.zone.span, message, help="reveal the zone that it lies in, or leave `secretly` out")
        return _reveal_card(node, card, to)
    if node.all:
        symbol = of_each(node.zone, to)
        extent = symbol.extents[0]
        with to.elaborator.register("", to.game.seat_domain.type()) as slot:
            axis = ir.Axis(ir.Slot(slot), extent.low, extent.size, extent.stride)
            one = ir.Reveal(ir.ZoneAt(symbol.index, (axis,), sentence), None, False, sentence)
            seats = ir.Range(ir.Number(extent.low), ir.Number(extent.low + extent.size - 1))
            return [ir.ForEach(ir.Slot(slot), seats, None, (), (one,), None, 0, False, sentence)]
    _, zone = named_zone(to.elaborator, node.zone)
    seat = None if node.to is None else to.elaborator.seat_value(node.to).expr
    return [ir.Reveal(zone, seat, node.secret, sentence)]


def _reveal_card(node: s.RevealLine, card: Local, to: Lowering) -> list[ir.Op]:
    """One card, by the name by which it was chosen or drawn: its face and where it lies, and where it goes by that name."""
    read, sentence, words = to.elaborator, to.elaborator.sentence, to.game.source.words(node.zone.span)
    value = read.value(node.zone)
    if value.type.kind is Kind.UNKNOWN:
        return []
    domain = None if value.type.domain is None else to.game.domains[value.type.domain]
    if domain is None or domain.sort is not Sort.CARD:
        raise shared.not_a_card(to.game.describe(value.type), node.zone.span)
    if card.origin is None:
        message = f"it is not known here in which zone `{words}` lies"
        raise error("unknown-source", node.zone.span, message, help="reveal it where it was chosen or drawn, or the zone")
    zone = to.game.ir_zones[card.origin.zone]
    if zone.row or zone.top_capacity or zone.bottom_capacity:
        raise shared.shown_in_order(words, zone.name.plain, node.zone.span)
    with to.scoped() as top:
        kept = card.shown or to.slot("shown")
        before: ir.Expr = ir.Number(0) if card.shown is None else card.shown
        seats = _with_seat(before, None if node.to is None else read.seat_value(node.to).expr, node.span, to)
        shown = ir.ShowCard(value.expr, card.origin, kept, sentence)
        return [store(kept, ANY_NUMBER, seats, None, to), shown, *to.cleared(top)]


def _with_seat(before: ir.Expr, seat: ir.Expr | None, span: Span, to: Lowering) -> ir.Expr:
    """Seats as bits, with one more, or all of them (None)."""
    count, sentence = to.game.seat_domain.size, to.elaborator.sentence
    if seat is None:
        return ir.Number((1 << count) - 1)
    bits = to.game.table(tuple(1 << number for number in range(count)))
    bit = ir.Lookup(bits, (ir.Axis(seat, 0, count, 1),), to.game.source.words(span), sentence)
    if before == ir.Number(0):
        return bit

    def calculated(how: ir.Calculation, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        return ir.Arithmetic(how, left, right, False, sentence)

    among = calculated(ir.Calculation.MOD, calculated(ir.Calculation.DIV, before, bit), ir.Number(2))
    more = calculated(ir.Calculation.ADD, before, bit)
    return ir.Conditional(ir.Comparison(ir.Relation.EQUAL, among, ir.Number(1)), before, more)


def tell(node: s.TellLine, to: Lowering) -> list[ir.Op]:
    """`tell everyone which card in hand[q] has card.colour = red`"""
    to.alone("tell what cards are", node.span)
    symbol, zone = named_zone(to.elaborator, node.zone)
    seat = None if node.to is None else to.elaborator.seat_value(node.to).expr
    to.elaborator.fresh(node.name, node.name_span)
    with to.elaborator.register(node.name, symbol.deck.domain.type(), zone) as slot:
        to.elaborator.mentioned.clear()
        test = to.elaborator.truth(node.test)
        if node.name not in to.elaborator.mentioned:
            message = f"this says nothing of `{node.name}`: it holds for all cards, or for none"
            to.findings.tell(error("says-nothing", node.test.span, message, help=f"for example `{node.name}.value > 3`"))
    if to.game.ir_zones[symbol.index].sight is ir.Visibility.EVERYONE:
        to.findings.tell(error("all-see-it", node.zone.span, f"`{symbol.name}` is `seen by: everyone`: nobody learns anything"))
    return [ir.Tell(zone, slot, test, seat, node.secret, to.elaborator.sentence)]


SENTENCES: dict[type, Lowered] = {
    s.RevealLine: reveal,
    s.TellLine: tell,
}
