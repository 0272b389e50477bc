"""Lowers the sentences that let seats know cards: reveal, tell."""

from __future__ import annotations

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.report import error
from ..expressions.names import axes, place
from ..expressions.sets import named_zone
from ..sentences import syntax as s
from ..symbols.scope import Local
from ..symbols.symbols import PlaceSymbol, Sort
from ..symbols.types import ANY_NUMBER, Kind, Typed
from ..symbols.usual_words import usual_words
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
    value = _declared(node.zone, to)
    if value is not None:
        return _reveal_value(node, value, to)
    if node.all:
        symbol = of_each(node.zone, to)
        extent = symbol.extents[0]
        with to.elaborator.register("", to.game.seat_domain.type()) as slot:
            axis = ir.Axis(ir.Slot(slot), extent.low, extent.size, extent.stride)
            one = ir.Reveal(ir.ZoneAt(symbol.index, (axis,), sentence), None, False, sentence)
            seats = ir.Range(ir.Number(extent.low), ir.Number(extent.low + extent.size - 1))
            return [ir.ForEach(ir.Slot(slot), seats, None, (), (one,), None, 0, False, sentence)]
    _, zone = named_zone(to.elaborator, node.zone)
    seat = None if node.to is None else _seat(node.to, node.secret, to).expr
    return [ir.Reveal(zone, seat, node.secret, sentence)]


def _seat(node: s.Expression, secret: bool, to: Lowering) -> Typed:
    """The one seat that is shown or told something; `everyone` is none. Raises DiagnosticError."""
    all_ = isinstance(node, s.Name) and node.name == "everyone" and node.name not in to.game.symbols
    if all_ and to.elaborator.scope.find("everyone") is None:
        if secret:
            raise shared.secret_of_all(node.span)
        raise shared.wrong_type("a seat", "`everyone`", node.span, "what is shown to all has no `to`")
    return to.elaborator.seat_value(node)


def _declared(node: s.Expression, to: Lowering) -> PlaceSymbol | None:
    """The variable, score or piece that is named."""
    symbol = to.game.symbols.get(node.name) if isinstance(node, s.Name | s.Element) else None
    return symbol if isinstance(symbol, PlaceSymbol) and to.elaborator.scope.find(symbol.name) is None else None


def _reveal_value(node: s.RevealLine, symbol: PlaceSymbol, to: Lowering) -> list[ir.Op]:
    """A value: whoever it is revealed to hears what it is, and the others that somebody hears it."""
    read, sentence = to.elaborator, to.elaborator.sentence
    if to.game.ir_places[symbol.index].sight is ir.Visibility.EVERYONE:
        raise error("all-see-it", node.zone.span, f"`{symbol.name}` is `seen by: everyone`: nobody learns anything")
    if node.all:
        if len(symbol.extents) != 1 or symbol.extents[0].domain != to.game.seat_domain.index:
            message = f"`{symbol.name}` is not one value of each player"
            raise error(
                "not-of-each-seat", node.zone.span, message, help=f"reveal one after the other: `reveal {symbol.name}[…]`"
            )
        extent = symbol.extents[0]
        with read.reserved() as slot:
            axis = ir.Axis(ir.Slot(slot), extent.low, extent.size, extent.stride)
            value = Typed(ir.Cell(symbol.base, (axis,), symbol.name, sentence), symbol.type)
            seats = ir.Range(ir.Number(extent.low), ir.Number(extent.low + extent.size - 1))
            one = ir.Say(_written((ir.Slot(slot),), symbol, value, to), None, False, sentence)
            return [ir.ForEach(ir.Slot(slot), seats, None, (), (one,), None, 0, False, sentence)]
    indices = node.zone.indices if isinstance(node.zone, s.Element) else ()
    value, _ = place(read, symbol, indices, node.zone.span, node.zone.span)
    given = tuple(axis.at for axis in axes(read, symbol.name, symbol.extents, indices, node.zone.span))
    whole = _written(given, symbol, value, to)
    if node.to is None:
        return [ir.Say(whole, None, False, sentence)]
    seat = _seat(node.to, node.secret, to)
    told = ir.Say(whole, seat.expr, False, sentence)
    heard = ir.Say(_written(given, symbol, seat, to, " → "), seat.expr, True, sentence)
    return [told] if node.secret else [told, heard]


def _written(indices: tuple[ir.Expr, ...], symbol: PlaceSymbol, value: Typed, to: Lowering, before: str = ": ") -> ir.Message:
    """`bid (Anne): 5`"""
    found = []
    for language in to.game.languages or ("",):
        name = to.game.words(symbol.name).say(language).replace("_", " ")
        pieces: list[ir.Piece] = [f"{name} (" if indices else name]
        for number, (index, extent) in enumerate(zip(indices, symbol.extents, strict=True)):
            pieces += [", "] if number else []
            pieces.append(ir.Shown(index, extent.domain))
        pieces.append(f"){before}" if indices else before)
        if value.type.kind is Kind.TRUTH:
            yes, no = (usual_words(word, to.game.languages).say(language) for word in ("yes", "no"))
            pieces.append(ir.ChosenWords(value.expr, (yes,), (no,)))
        else:
            pieces.append(ir.Shown(value.expr, value.type.domain if value.type.kind is Kind.ELEMENT else None))
        found.append((language, tuple(pieces)))
    return ir.Message(tuple(found))


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
        seats = _with_seat(before, None if node.to is None else _seat(node.to, node.secret, to).expr, node.span, to)
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
    seat = None if node.to is None else _seat(node.to, node.secret, to).expr
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
