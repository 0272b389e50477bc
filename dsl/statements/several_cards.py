"""Several cards that a seat chooses and that go to a zone: `choose 3 cards from hand[me] and put them in table[me]`."""

from __future__ import annotations

from attrs import evolve

from ...program import ir
from ...program.binomials import binomials
from ...program.budgets import MOST_COEFFICIENTS
from ...program.span import Span
from ..diagnostics.report import error
from ..expressions.card_sets import MOST_CARDS, numbers
from ..expressions.constant_folding import arithmetic
from ..expressions.guards import condition
from ..expressions.sets import named_zone
from ..sentences import syntax as s
from ..symbols.scope import Local
from ..symbols.symbols import ZoneSymbol
from ..symbols.types import ANY_NUMBER, Typed, number
from .actors import actor_of, lasting_actor
from .assignment import Keeping, store
from .card_moves import arrival, same_deck
from .context import Lowered, Lowering
from .faces import faces_seen
from .preferences import Position, preferred
from .prompts import prompts

MOST_WAITING = 20
"""So many cards can be chosen at once to wait until all seats of a `together` block are done."""

NO_MORE = "no more"
"""The option of a seat that has chosen enough cards."""


def choose_cards(node: s.ChooseCards, to: Lowering) -> list[ir.Op]:
    """`choose 3 cards from hand[me] and put them in table[me]`: one decision for each card.

    The cards are chosen in the order of the deck, so that each set of cards can be chosen in one way only. From a least number
    of them on, the seat may take no more.
    """
    cards = node.cards
    actor = actor_of(node.actor, node.span, to)
    source_symbol, source = named_zone(to.elaborator, cards.source)
    source_own = to.together is None or to.elaborator.reads[-1].own
    target_symbol, target = named_zone(to.elaborator, node.target)
    arrives = to.elaborator.reads[-1]
    waits = to.together is not None and not arrives.own
    if not source_own:
        raise error("not-together", node.span, "inside `together` several cards are chosen from a zone of one's own")
    if waits:
        to.elaborator.reads.remove(arrives)
    same_deck(source_symbol, target_symbol, node.span)
    faces_seen(source, actor, cards.source.span, to)
    with to.scoped() as top:
        keeping, who = lasting_actor(actor, to)
        least, most = numbers(to.elaborator, cards, source_symbol)
        from_, into = (source_symbol, source), (target_symbol, target)
        times = _known_number(cards, least, most) if waits else None
        ops = _chosen_one_by_one(cards, least, most, (actor, who), from_, into, times, to)
        return [*keeping, *ops, *to.cleared(top)]


def _known_number(cards: s.Several, least: Typed | None, most: Typed) -> int:
    """How many cards go to a zone that is not the seat's own inside `together`: each waits in slots of its own."""
    if least is not None or most.constant is None or most.constant > MOST_WAITING:
        message = f"at most {MOST_WAITING} cards go to a zone of all inside `together`, and how many is known before play"
        raise error("not-together", cards.most.span, message, help="write how many as a number")
    return most.constant


def _limits(least: Typed | None, most: Typed, source: ir.ZoneAt, to: Lowering) -> tuple[list[ir.Op], Typed, Typed, ir.Expr]:
    """The statements that work out how many cards are chosen, before any moves; where the least number and the most are then, and
    how many decisions there are at most. Where a seat may stop, it takes at most as many as lie there, whatever their faces.
    """
    sentence, ops = to.elaborator.sentence, list[ir.Op]()

    def once(wanted: Typed) -> Typed:
        if wanted.constant is not None:
            return wanted
        kept = to.slot("number")
        ops.append(store(kept, ANY_NUMBER, wanted.expr, None, to))
        return Typed(kept, wanted.type)

    if least is None:
        exact = once(most)
        return ops, exact, exact, exact.expr
    fewest = once(least)
    there = Typed(ir.Size(source), number(0, MOST_CARDS))
    limit = once(arithmetic(ir.Calculation.MIN, most, there, sentence))
    if fewest.constant == 0:
        return ops, fewest, limit, limit.expr
    return ops, fewest, limit, once(arithmetic(ir.Calculation.MAX, fewest, limit, sentence)).expr


def _chosen_one_by_one(
    cards: s.Several,
    least: Typed | None,
    most: Typed,
    who: tuple[ir.Expr, ir.Expr],
    of: tuple[ZoneSymbol, ir.ZoneAt],
    into: tuple[ZoneSymbol, ir.ZoneAt],
    times: int | None,
    to: Lowering,
) -> list[ir.Op]:
    """The loop that chooses cards; each option weighs as many sets as it leaves, so that all sets are equally likely.

    *who* are the seat that is asked, as it is written, and where it is kept. With *times*, these are the passes one by one: the
    cards leave at once, and arrive when all seats are done.
    """
    sentence, source, type_ = to.elaborator.sentence, of[1], of[0].deck.domain.type()
    ops, fewest, limit, passes = _limits(least, most, source, to)
    name = cards.name or "card"
    last, taken, counter, card = (to.slot(what) for what in ("last", "taken", "pass", name))
    again = arithmetic(ir.Calculation.ADD, Typed(taken, number(0, MOST_CARDS)), Typed(ir.Number(1), number(1, 1)), sentence)
    same = ir.Conditional(ir.Comparison(ir.Relation.EQUAL, card, last), again.expr, ir.Number(1))

    def left(wanted: Typed) -> ir.Expr:
        behind = ir.Arithmetic(ir.Calculation.SUBTRACT, wanted.expr, counter, False, sentence)
        return ir.Arithmetic(ir.Calculation.ADD, behind, ir.Number(1), False, sentence)

    conditions, where = _such(cards, card, of, to)
    now = (card, last, taken, left(fewest), left(limit))
    weight = _completions(where, now, most.type.high, of, cards.most.span, to)
    asked = prompts((name,), who[0], to)
    parameter = ir.Parameter(to.game.words(name), card, ir.Cards(source), type_.domain, 0, type_.high + 1)
    alternatives = [ir.Alternative(ir.Words(""), (parameter,), conditions, (), 0, sentence, weight)]
    if least is not None:
        alternatives.append(_no_more(fewest, counter, cards, weight, to))

    def once(move: ir.Op) -> ir.Block:
        stop = to.stop()
        if cards.name:
            preferred((name,), Position(stop, 0, who[0]), to)
        if least is not None:
            preferred((NO_MORE,), Position(stop, 1, who[0]), to)
        return (
            ir.Ask(stop, who[1], tuple(alternatives), False, False, sentence, asked),
            move,
            ir.Assign(taken, same, 0, MOST_CARDS, False, None, sentence),
            ir.Assign(last, card, 0, type_.high, False, None, sentence),
            ir.Clear(card, 1),
        )

    start = tuple(ir.Assign(slot, ir.Number(0), 0, 0, False, None, sentence) for slot in (last, taken))
    if times is None:
        body = once(ir.MoveCard(card, source, into[1], arrival(into[0]), sentence))
        return [*ops, *start, ir.Repeat(counter, passes, None, body, True, sentence)]
    ops += start
    for at in range(1, times + 1):
        ops.append(ir.Assign(counter, ir.Number(at), at, at, False, None, sentence))
        ops += once(_put_later(card, of[1], into, cards.span, to))
    return ops


def _put_later(card: ir.Target, source: ir.ZoneAt, into: tuple[ZoneSymbol, ir.ZoneAt], span: Span, to: Lowering) -> ir.Op:
    """The statement that takes a card out of a zone, and puts it in another when all seats are done."""
    keep = Keeping(to, span)
    kept = keep.cell("card")
    keep.captures.append((kept, card))
    move = ir.MoveCard(kept, keep.zone(source), keep.zone(into[1]), arrival(into[0]), to.elaborator.sentence)
    return keep.later((move,), (source, kept))


def _such(
    cards: s.Several, card: ir.Target, of: tuple[ZoneSymbol, ir.ZoneAt], to: Lowering
) -> tuple[tuple[ir.Condition, ...], tuple[int, ir.Expr | None]]:
    """The condition on the next card, and the same for each card that may come behind it, which is found in a scratch slot."""
    type_ = of[0].deck.domain.type()
    tests: tuple[ir.Condition, ...] = ()
    if cards.name:
        to.name(cards.name, Local(cards.name, type_, card, of[1], fixed=True), cards.name_span)
    if cards.where is not None:
        tests = (condition(cards.where, None, 1, to.elaborator),)
    with to.elaborator.register(cards.name, type_, of[1]) as slot:
        return tests, (slot, None if cards.where is None else to.elaborator.truth(cards.where))


def _no_more(fewest: Typed, counter: ir.Target, cards: s.Several, weight: ir.Completions, to: Lowering) -> ir.Alternative:
    """The option to take no more, from the least number on; *weight* is that of a card."""
    sentence = to.elaborator.sentence
    conditions: tuple[ir.Condition, ...] = ()
    if fewest.constant != 0:
        assert cards.least is not None
        enough = ir.Comparison(ir.Relation.LESS, fewest.expr, counter)
        words = f"at least {to.game.source.words(cards.least.span)} card{'s' * (fewest.constant != 1)}"
        conditions = (ir.Condition(enough, None, words, 0, sentence),)
    weight = evolve(weight, card=ir.Number(ir.NOTHING))
    return ir.Alternative(to.game.words(NO_MORE), (), conditions, (ir.Leave(sentence),), 0, sentence, weight)


def _completions(
    where: tuple[int, ir.Expr | None],
    now: tuple[ir.Expr, ir.Expr, ir.Expr, ir.Expr, ir.Expr],
    most: int,
    of: tuple[ZoneSymbol, ir.ZoneAt],
    span: Span,
    to: Lowering,
) -> ir.Completions:
    """The weight of the next card of several.

    *where* are a scratch slot and the condition on the card in it. *now* are the card, the card before, how many of its copies
    were taken, and how many cards are still to be taken: at least, and at most.
    """
    symbol, source = of
    cards = sum(to.game.ir_decks[symbol.deck.index].copies)
    most = max(0, min(cards, most))
    if (cards + 1) * (most + 1) > MOST_COEFFICIENTS:
        words = f"up to {most:,} of {cards:,} cards are chosen here: at most {MOST_COEFFICIENTS:,} for the product of the two"
        raise error("too-large", span, words, help="say how many at most, for example with a variable that `holds: 0..9`")
    counts, exponents = binomials(cards, most)
    rows = to.game.row_table(counts)
    return ir.Completions(source, *now, *where, rows, None if exponents is None else to.game.row_table(exponents))


SENTENCES: dict[type, Lowered] = {s.ChooseCards: choose_cards}
