"""Lowers the sentences that move cards: deal, draw, put, move, gather, shuffle."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess
from ..diagnostics.report import error, misspelt, warning
from ..expressions.constant_folding import YES, arithmetic, comparison, either
from ..expressions.names import owned
from ..expressions.sets import named_zone, refill_of
from ..expressions.subsets import members
from ..sentences import syntax as s
from ..symbols.scope import Local, Scope
from ..symbols.symbols import DeckSymbol, Domain, Sort, ZoneSymbol
from ..symbols.types import ANY_NUMBER, Kind, Typed
from .assignment import Keeping, lasting_origin, lasting_zone, shown_to, store
from .context import Lowered, Lowering
from .phases import draws_an_order


def same_deck(source: ZoneSymbol, target: ZoneSymbol, span: Span) -> None:
    """Raise DiagnosticError when the two zones hold cards of different decks."""
    if source.deck is not target.deck:
        raise shared.wrong_deck(source.name, source.deck.name, target.name, target.deck.name, span)


def deal(node: s.DealLine, to: Lowering) -> list[ir.Op]:
    """`deal 5 from stock to hand of each player`: one draw for each card, all cards of one seat before those of the next.

    With `up to` no more than there are: they are counted anew for each seat.
    """
    to.alone("draw cards", node.span)
    source_symbol, source = named_zone(to.elaborator, node.source)
    article = node.number.name if isinstance(node.number, s.Name) and node.number.name in ("a", "an") else ""
    if article and article not in to.game.symbols and to.elaborator.scope.find(article) is None:
        raise error("unknown-name", node.number.span, f"there is no number `{article}`", help="write `deal 1 card`")
    number = to.elaborator.number(node.number)
    if number.constant is not None and number.constant < 0:
        raise error("negative-cards", node.number.span, f"expected a number of cards, found {number.constant}")
    if node.each is None:
        target_symbol, target = named_zone(to.elaborator, node.target)
        same_deck(source_symbol, target_symbol, node.span)
        with to.scoped() as top:
            ops, limit = _worked_out(number, to)
            dealt = _times(number, limit, node.up_to, (source_symbol, source), (target_symbol, target), to)
            return [*ops, *dealt, *to.cleared(top)]
    found = to.game.kinds.get(node.each)
    if found is None or not found.seats:
        raise shared.each_of_no_seat(node.each, node.span)
    target_symbol = of_each(node.target, to)
    same_deck(source_symbol, target_symbol, node.span)
    if not found.size:
        return []
    extent = target_symbol.extents[0]
    if found.element.low < extent.low or found.element.high >= extent.low + extent.size:
        message = f"not every {node.each} has a zone `{target_symbol.name}`"
        raise error("out-of-range", node.target.span, message, help="declare it `per: seat`")
    with to.scoped() as top:
        ops, limit = _worked_out(number, to)
        seat = to.slot("seat")
        axis = ir.Axis(seat, extent.low, extent.size, extent.stride)
        zone = ir.ZoneAt(target_symbol.index, (axis,), to.elaborator.sentence)
        body = tuple(_times(number, limit, node.up_to, (source_symbol, source), (target_symbol, zone), to))
        loop = ir.ForEach(seat, found.set, None, (), body, None, 0, True, to.elaborator.sentence)
        return [*ops, loop, *to.cleared(top)]


def of_each(node: s.Expression, to: Lowering) -> ZoneSymbol:
    """The zone that every seat has one of. Raises DiagnosticError where it is none."""
    symbol = to.game.symbols.get(node.name) if isinstance(node, s.Name) else None
    if not isinstance(symbol, ZoneSymbol) or not _every_seat_has(symbol, to):
        words = to.game.source.words(node.span)
        zones = [name for name, each in to.game.symbols.items() if isinstance(each, ZoneSymbol) and _every_seat_has(each, to)]
        likely = guess(words, zones)
        if not likely.help.startswith("did you mean"):
            likely = evolve(likely, help="for example `to hand of each player`")
        raise to.game.missed(
            words, misspelt("not-a-zone-of-each", node.span, f"expected a zone that each seat has, found `{words}`", likely)
        )
    return symbol


def _every_seat_has(zone: ZoneSymbol, to: Lowering) -> bool:
    return len(zone.extents) == 1 and zone.extents[0].domain == to.game.seat_domain.index


def _worked_out(number: Typed, to: Lowering) -> tuple[list[ir.Op], ir.Expr]:
    """The statements that work a number out once, before cards move, and where it is then."""
    if number.constant is not None:
        return [], number.expr
    kept = to.slot("number")
    return [store(kept, ANY_NUMBER, number.expr, None, to)], kept


_There = tuple[ZoneSymbol, ir.ZoneAt]
"""A zone, and which instance of it."""


def _times(number: Typed, limit: ir.Expr, up_to: bool, source: _There, target: _There, to: Lowering) -> list[ir.Op]:
    """The statements that draw so many cards, *number* of which is known before play; the *limit* is where it is kept."""
    sentence = to.elaborator.sentence
    ops, one = _drawn(source, target[1], arrival(target[0]), None, False, to)
    if up_to:
        there = arithmetic(ir.Calculation.MIN, Typed(limit, number.type), _size(source, to), sentence)
        more, limit = _worked_out(there, to)
        ops += more
    elif number.constant == 1:
        return [*ops, *one]
    return [*ops, ir.Repeat(to.slot("card"), limit, None, one, True, sentence)]


def _size(source: _There, to: Lowering) -> Typed:
    """How many cards can be taken from a pile, those that refill it included."""
    symbol, pile = source
    size = Typed(ir.Size(pile), ANY_NUMBER)
    if symbol.refill is None:
        return size
    _, used = refill_of(symbol, symbol.refill, pile, to.elaborator)
    return arithmetic(ir.Calculation.ADD, size, Typed(ir.Size(used), ANY_NUMBER), to.elaborator.sentence)


def _drawn(
    source: _There, target: ir.ZoneAt, end: ir.End, result: ir.Target | None, bottom: bool, to: Lowering
) -> tuple[list[ir.Op], ir.Block]:
    """The statements that draw a card, before which a pile that is empty is refilled; and what comes before all cards."""
    symbol, pile = source
    sentence = to.elaborator.sentence
    if symbol.refill is None:
        return [], (ir.Draw(to.stop(), pile, target, end, result, sentence, bottom),)
    kept, pile = lasting_zone(pile, to)
    also_kept, target = lasting_zone(target, to)
    _, used = refill_of(symbol, symbol.refill, pile, to.elaborator)
    with to.elaborator.register("", symbol.deck.domain.type(), used) as slot:
        moved = ir.MoveAll(used, slot, None, pile, sentence)
    refill = ir.Branch(
        ir.Comparison(ir.Relation.EQUAL, ir.Size(pile), ir.Number(0)), (moved, ir.Shuffle(pile, sentence)), (), sentence
    )
    return [*kept, *also_kept], (refill, ir.Draw(to.stop(), pile, target, end, result, sentence, bottom))


def draw(node: s.DrawLine, to: Lowering) -> list[ir.Op]:
    """`draw card from stock to open`, or on top of a pile"""
    to.alone("draw cards", node.span)
    source_symbol, source = named_zone(to.elaborator, node.source)
    target_symbol, target = named_zone(to.elaborator, node.target)
    same_deck(source_symbol, target_symbol, node.span)
    end = _end(node.end, target_symbol, node.target.span)
    kept = to.slot(node.name)
    before, drawn = _drawn((source_symbol, source), target, end, kept, node.bottom, to)
    ops, origin = lasting_origin(target, to)
    unshown, shown = shown_to(node.name, origin, to)
    to.name(node.name, Local(node.name, source_symbol.deck.domain.type(), kept, origin, fixed=True, shown=shown), node.span)
    return [*before, *drawn, *ops, *unshown]


def _end(word: str, target: ZoneSymbol, span: Span) -> ir.End:
    """The end of the zone at which a card is put. Raises DiagnosticError when the zone has no order."""
    end = ENDS[word]
    if end is ir.End.LOOSE:
        return arrival(target)
    if target.row:
        raise error("row-order", span, f"in the row `{target.name}` a new card always comes last", help=f"say `in {target.name}`")
    if not target.pile:
        raise error("no-order", span, f"cards in `{target.name}` have no order", help="declare it `kind: pile`")
    return end


def arrival(target: ZoneSymbol) -> ir.End:
    """Where a card comes that is just put in a zone: last in a row, else loose."""
    return ir.End.BOTTOM if target.row else ir.End.LOOSE


def put_top(node: s.PutTop, to: Lowering) -> list[ir.Op]:
    """`put top of hand[a] in front[a]`: one card is drawn, which gets no name."""
    to.alone("draw cards", node.span)
    source_symbol, source = named_zone(to.elaborator, node.source)
    target_symbol, target = named_zone(to.elaborator, node.target)
    same_deck(source_symbol, target_symbol, node.span)
    end = _end(node.end, target_symbol, node.target.span)
    with to.scoped() as top:
        before, drawn = _drawn((source_symbol, source), target, end, None, node.bottom, to)
        return [*before, *drawn, *to.cleared(top)]


ENDS = {end.value: end for end in ir.End}
"""Where in a zone cards are put, by the words of a sentence."""


def put(node: s.PutLine, to: Lowering) -> list[ir.Op]:
    """`put card in tote`, on top of a pile, or on the bottom of it."""
    held = named(node.card, to)
    if held is not None and node.source is None and held.name in to.elaborator.scope.put:
        message = f"`{held.name}` was put somewhere else above, and lies no longer where it was found"
        raise error("put-twice", node.span, message, help=f"say where it lies: `put {held.name} from … in …`")
    ops = _put(node, held, to)
    if held is not None:
        to.elaborator.scope.put.add(held.name)
    return ops


def _put(node: s.PutLine, held: Local | None, to: Lowering) -> list[ir.Op]:
    if held is not None and (of := set_of_cards(held, to)) is not None:
        return _put_all(node, held, of, to)
    card = to.elaborator.value(node.card)
    domain = None if card.type.domain is None else to.game.domains[card.type.domain]
    if card.type.kind is not Kind.UNKNOWN and (domain is None or domain.sort is not Sort.CARD):
        raise shared.not_a_card(to.game.describe(card.type), node.card.span)
    target_symbol, target = named_zone(to.elaborator, node.target)
    arrival = to.elaborator.reads[-1]
    target_own = to.together is None or arrival.own
    end = _end(node.end, target_symbol, node.target.span)
    if card.type.kind is not Kind.UNKNOWN and domain is not target_symbol.deck.domain:
        found = to.game.describe(card.type)
        raise error(
            "wrong-deck", node.card.span, f"`{target_symbol.name}` holds cards of `{target_symbol.deck.name}`, found {found}"
        )
    chosen = _chosen_at(node, to)
    card = card if chosen is None else Typed(card.expr, card.type, chosen.origin)
    source, source_own = _source(node, card, to)
    here = chosen is not None and chosen.origin is not None and chosen.origin.zone == source.zone
    at = chosen.place if chosen is not None and here else None
    sentence = to.elaborator.sentence
    if to.together is not None and not source_own:
        raise error("not-together", node.span, "inside `together` a seat takes cards only from zones of its own")
    if target_own:
        known = named(node.card, to)
        return [ir.MoveCard(card.expr, source, target, end, sentence, at, None if known is None else known.shown)]
    if to.game.ir_zones[source.zone].row:
        help_ = "take the card into a zone of one's own here, and put it there behind the block"
        raise error("not-together", node.span, "inside `together` a card of a row stays with its seat", help=help_)
    to.elaborator.reads.remove(arrival)
    keep = Keeping(to, node.span)
    kept = keep.cell("card")
    keep.captures.append((kept, card.expr))
    body = ir.MoveCard(kept, keep.zone(source), keep.zone(target), end, sentence)
    return [keep.later((body,), (source, kept))]


def set_of_cards(local: Local, to: Lowering) -> Domain | None:
    """The domain of the sets of cards that the name stands for one of; None where it stands for something else."""
    domain = None if local.type.domain is None else to.game.domains[local.type.domain]
    return None if domain is None or domain.sets is None else domain


def _put_all(node: s.PutLine, held: Local, sets: Domain, to: Lowering) -> list[ir.Op]:
    """`put paid in used`: the cards of a set that was chosen, in the order of the deck."""
    card = to.elaborator.value(node.card)
    source, source_own = _source(node, card, to)
    symbol, target = named_zone(to.elaborator, node.target)
    end = _end(node.end, symbol, node.target.span)
    assert sets.of is not None
    if sets.of.domain != symbol.deck.domain.index:
        found = to.game.describe(sets.of)
        raise error("wrong-deck", node.card.span, f"`{symbol.name}` holds cards of `{symbol.deck.name}`, found {found}")
    if to.together is not None and not (source_own and to.elaborator.reads[-1].own):
        message = "inside `together` several cards are taken from a zone of one's own and put in a zone of one's own"
        raise error("not-together", node.span, message)
    sentence = to.elaborator.sentence
    with to.scoped() as top:
        each = to.slot("card")
        cards = members(to.elaborator, sets, card.expr, node.card.span)
        moved = ir.MoveCard(each, source, target, end, sentence)
        return [ir.ForEach(each, cards.set, None, (), (moved,), None, 0, True, sentence), *to.cleared(top)]


def _source(node: s.PutLine, card: Typed, to: Lowering) -> tuple[ir.ZoneAt, bool]:
    if node.source is not None:
        _, source = named_zone(to.elaborator, node.source)
        return source, to.elaborator.reads[-1].own
    if card.origin is None:
        if card.type.kind is Kind.UNKNOWN:
            return ir.ZoneAt(0, (), to.elaborator.sentence), True
        words = to.game.source.words(node.card.span)
        message = f"it is not known here in which zone `{words}` lies"
        raise error("unknown-source", node.card.span, message, help=f"say it: `put {words} from … in …`")
    symbol = to.game.ir_zones[card.origin.zone]
    extents = symbol.extents
    return card.origin, owned(to.elaborator, extents, card.origin.axes)


def _chosen_at(node: s.PutLine, to: Lowering) -> Local | None:
    """The card that is named, where it was chosen by its place in a row; None for every other card."""
    local = named(node.card, to)
    return local if local is not None and local.place is not None else None


def named(node: s.Expression, to: Lowering) -> Local | None:
    """What a name of this phase stands for; None for everything else."""
    return to.elaborator.scope.find(node.name) if isinstance(node, s.Name) else None


def move_cards(node: s.MoveCards, to: Lowering) -> list[ir.Op]:
    """`move all from tote to used`; where it takes chance to know in which order the cards lie, they are drawn one by one."""
    source_symbol, source = named_zone(to.elaborator, node.source)
    own = to.together is None or to.elaborator.reads[-1].own
    target_symbol, target = named_zone(to.elaborator, node.target)
    own = own and (to.together is None or to.elaborator.reads[-1].own)
    same_deck(source_symbol, target_symbol, node.span)
    end = _end(node.end, target_symbol, node.target.span)
    if draws_an_order(node, to.game):
        to.alone("move a pile whose cards may lie in no order", node.span)
        return _drawn_over(node, source, target, end, to)
    if not own:
        to.alone("move all cards of a zone that is not their own", node.span)
    name = node.name or ""
    if name:
        to.elaborator.fresh(name, node.span)
    with to.elaborator.register(name, source_symbol.deck.domain.type(), source) as slot:
        where = None if node.where is None else to.elaborator.truth(node.where)
        return [ir.MoveAll(source, slot, where, target, to.elaborator.sentence, end)]


def move_so_many(node: s.MoveSoMany, to: Lowering) -> list[ir.Op]:
    """`move 3 cards c from supply to hand[p] where c.craft = penny`: the first that pass, in the order of the deck."""
    number = to.elaborator.number(node.number)
    if number.constant is not None and number.constant < 0:
        raise error("negative-cards", node.number.span, f"expected a number of cards, found {number.constant}")
    source_symbol, source = named_zone(to.elaborator, node.source)
    own = to.together is None or to.elaborator.reads[-1].own
    target_symbol, target = named_zone(to.elaborator, node.target)
    own = own and (to.together is None or to.elaborator.reads[-1].own)
    same_deck(source_symbol, target_symbol, node.span)
    if not own:
        to.alone("move cards of a zone that is not their own", node.span)
    to.elaborator.fresh(node.name, node.span)
    sentence = to.elaborator.sentence
    from_, where_ = (to.game.source.words(each.span) for each in (node.source, node.where))
    with to.scoped() as top:
        kept, source = lasting_zone(source, to)
        also_kept, target = lasting_zone(target, to)
        counted, limit = _worked_out(number, to)
        with to.elaborator.register(node.name, source_symbol.deck.domain.type(), source) as slot:
            where = to.elaborator.truth(node.where)
            first = ir.First(slot, ir.Cards(source), where, (), None)
        _one_kind(node, source_symbol.deck, to)
        card = to.slot(node.name)
        moved = ir.MoveCard(card, source, target, arrival(target_symbol), sentence)
        found = store(card, source_symbol.deck.domain.type().or_nothing(), first, None, to)
        if node.at_most:
            there = ir.Comparison(ir.Relation.DIFFERENT, card, ir.Number(ir.NOTHING))
            body: ir.Block = (found, ir.Branch(there, (moved,), (ir.Leave(sentence),), sentence))
        else:
            body = (found, evolve(moved, card=ir.Present(card, f"{node.name} from {from_} where {where_}", sentence)))
        ops = [*kept, *also_kept, *counted, ir.Repeat(to.slot("card"), limit, None, body, False, sentence)]
        return [*ops, *to.cleared(top)]


def _one_kind(node: s.MoveSoMany, deck: DeckSymbol, to: Lowering) -> None:
    """Warn where cards of several kinds can pass at once: the order of the deck would say which of them are moved."""
    left = set(range(deck.domain.size))
    for test in node.where.parts if isinstance(node.where, s.Logic) and node.where.conjunction else (node.where,):
        match test:
            case s.Compare((s.Attribute(s.Name(name), column, key=None), other), ("=",)) if name == node.name:
                printed = deck.domain.printed.get(column)
                if printed is None or printed.table is None:
                    continue
                values = to.game.tables[printed.table]
                held = [values[kind] for kind in left if values[kind] != ir.NOTHING]
                if len(set(held)) == len(held):
                    return
                wanted = _constant(other, printed.type.domain, to)
                left = left if wanted is None else {kind for kind in left if values[kind] == wanted}
            case s.Attribute(s.Name(name), column, key=None) if name == node.name:
                printed = deck.domain.printed.get(column)
                if printed is not None and printed.table is not None:
                    left = {kind for kind in left if to.game.tables[printed.table][kind] == 1}
    if len(left) > 1:
        message = f"cards of several kinds may pass: of these the first in the order of `{deck.name}` are moved"
        to.findings.tell(warning("which-cards", node.where.span, message, help="say which, or let somebody choose"))


def _constant(node: s.Expression, domain: int | None, to: Lowering) -> int | None:
    """The number, or the value of that domain, which stands there; None for all else."""
    match node:
        case s.Numeral(value):
            return value
        case s.Truth(value):
            return int(value)
        case s.Name(name) if to.elaborator.scope.find(name) is None:
            return next((value for value, type_ in to.game.constants.get(name, ()) if type_.domain == domain), None)
        case _:
            return None


def _drawn_over(node: s.MoveCards, source: ir.ZoneAt, target: ir.ZoneAt, end: ir.End, to: Lowering) -> list[ir.Op]:
    """All cards of a pile, drawn one by one from its other end, so that those which lie in order keep it."""
    sentence, (one, other) = to.elaborator.sentence, (to.game.ir_zones[at.zone] for at in (source, target))
    if one.sight not in (ir.Visibility.NOBODY, other.sight) and other.sight is not ir.Visibility.EVERYONE:
        to.findings.tell(shared.order_is_seen(one.name.plain, other.name.plain, node.span))
    with to.scoped() as top:
        kept, source = lasting_zone(source, to)
        also_kept, target = lasting_zone(target, to)
        counted, count = _worked_out(Typed(ir.Size(source), ANY_NUMBER), to)
        card = ir.Draw(to.stop(), source, target, end, None, sentence, end is ir.End.TOP)
        moved = (*counted, ir.Repeat(to.slot("card"), count, None, (card,), True, sentence))
        apart = _apart(source, target)
        ops = moved if apart == YES else (ir.Branch(apart, moved, (), sentence),)
        return [*kept, *also_kept, *ops, *to.cleared(top)]


def _apart(one: ir.ZoneAt, other: ir.ZoneAt) -> ir.Expr:
    """Whether two zones are not one and the same."""
    if one.zone != other.zone:
        return YES
    pairs = [(Typed(here.at, ANY_NUMBER), Typed(there.at, ANY_NUMBER)) for here, there in zip(one.axes, other.axes, strict=True)]
    return either([comparison(ir.Relation.DIFFERENT, here, there) for here, there in pairs])


def swap(node: s.SwapLine, to: Lowering) -> list[ir.Op]:
    """`swap hand[p] and hand[q]`: what is known of the cards goes with them."""
    to.alone("swap all cards of two zones", node.span)
    one_symbol, one = named_zone(to.elaborator, node.one)
    other_symbol, other = named_zone(to.elaborator, node.other)
    same_deck(one_symbol, other_symbol, node.span)
    first, second = to.game.ir_zones[one_symbol.index], to.game.ir_zones[other_symbol.index]
    if (first.top_capacity, first.bottom_capacity, first.row) != (second.top_capacity, second.bottom_capacity, second.row):
        message = f"the cards of `{one_symbol.name}` and `{other_symbol.name}` do not lie in the same way"
        raise error("unlike-zones", node.span, message, help="declare both with the same `kind:`, and put cards on the same ends")
    return [ir.Rotate((one, other), to.elaborator.sentence)]


def pass_on(node: s.PassLine, to: Lowering) -> list[ir.Op]:
    """`pass hand of each player p to next(p)`: one Rotate for each ring of seats that hand on to each other."""
    to.alone("pass on all cards of a zone", node.span)
    found = to.game.kinds.get(node.kind)
    if found is None or not found.seats:
        raise shared.passed_by_no_seat(node.kind, node.name_span)
    symbol = of_each(node.zone, to)
    to.elaborator.fresh(node.name, node.name_span)
    seats = range(found.element.low, found.element.high + 1) if found.size else range(0)
    goes = {seat: _goes_to(node, seat, to) for seat in seats}
    twice = next((seat for seat in seats if list(goes.values()).count(seat) != 1), None)
    if twice is not None:
        name = to.game.seats[twice].name
        number = list(goes.values()).count(twice)
        message = f"`{name}` would get {'nothing' if not number else f'the cards of {number}'}"
        raise error("not-round", node.to.span, message, help="for example `to next(p)`: each gets the cards of one")
    zones = {seat: _instance(symbol, seat, node.zone.span, to) for seat in seats}
    return [ir.Rotate(tuple(zones[seat] for seat in ring), to.elaborator.sentence) for ring in _rings(goes)]


def _goes_to(node: s.PassLine, seat: int, to: Lowering) -> int:
    """The seat to which a seat's cards go. Raises DiagnosticError where that is not known before play."""
    read = to.elaborator
    outer = read.scope
    type_ = to.game.seat_domain.type(seat, 1)
    read.scope = Scope(outer, {node.name: Local(node.name, type_, ir.Number(seat), fixed=True)})
    try:
        found = read.seat_value(node.to).constant
    finally:
        read.scope = outer
    if found is None:
        message = f"where the cards of `{node.name}` go must be known before play"
        raise error("not-round", node.to.span, message, help="for example `to next(p)`, and `if` above to pass the other way")
    return found


def _rings(goes: dict[int, int]) -> Iterator[tuple[int, ...]]:
    """The seats that hand on to each other, ring by ring, without those that keep their cards."""
    left = dict.fromkeys(goes)
    while left:
        ring = [next(iter(left))]
        while goes[ring[-1]] != ring[0]:
            ring.append(goes[ring[-1]])
        for seat in ring:
            del left[seat]
        if len(ring) > 1:
            yield tuple(ring)


def _instance(symbol: ZoneSymbol, seat: int, span: Span, to: Lowering) -> ir.ZoneAt:
    extent = symbol.extents[0]
    if not extent.low <= seat < extent.low + extent.size:
        raise error(
            "not-all-have-the-zone",
            span,
            f"`{to.game.seats[seat].name}` has no zone `{symbol.name}`",
            help="declare it `per: seat`",
        )
    axis = ir.Axis(ir.Number(seat), extent.low, extent.size, extent.stride)
    return ir.ZoneAt(symbol.index, (axis,), to.elaborator.sentence)


def gather(node: s.GatherLine, to: Lowering) -> list[ir.Op]:
    """`gather racing into stock`"""
    to.alone("gather a deck", node.span)
    deck: DeckSymbol | None = to.game.decks.get(node.deck)
    if deck is None:
        unknown = shared.unknown_deck(node.deck, node.deck_span, guess(node.deck, to.game.decks))
        raise to.game.missed(node.deck, unknown)
    symbol, target = named_zone(to.elaborator, node.target)
    if symbol.deck is not deck:
        raise error(
            "gathered-elsewhere", node.target.span, f"`{symbol.name}` holds cards of `{symbol.deck.name}`, not of `{deck.name}`"
        )
    if symbol.row:
        message = f"a deck cannot be gathered into the row `{symbol.name}`: its cards would have no order"
        raise error("row-order", node.target.span, message, help="gather it into a pile, and deal")
    return [ir.Gather(deck.index, target, to.elaborator.sentence)]


def shuffle(node: s.ShuffleLine, to: Lowering) -> list[ir.Op]:
    """`shuffle stock`"""
    to.alone("shuffle", node.span)
    symbol, zone = named_zone(to.elaborator, node.zone)
    if symbol.row:
        message = f"the cards of the row `{symbol.name}` keep their places: it cannot be shuffled"
        raise error("row-order", node.zone.span, message, help="move all of them to a pile, shuffle that, and deal")
    return [ir.Shuffle(zone, to.elaborator.sentence)]


SENTENCES: dict[type, Lowered] = {
    s.DealLine: deal,
    s.DrawLine: draw,
    s.PutLine: put,
    s.PutTop: put_top,
    s.MoveCards: move_cards,
    s.MoveSoMany: move_so_many,
    s.SwapLine: swap,
    s.PassLine: pass_on,
    s.GatherLine: gather,
    s.ShuffleLine: shuffle,
}
