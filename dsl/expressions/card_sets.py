"""Sets of cards of a zone of which one is chosen: `2..4 cards c from hand[me] where … as paid`.

A set of cards is a value: its place among all sets of so many cards of the deck, small sets first. A kind of card is in it once
for each of its copies. Links lead from each set to those with one card more, so that only sets that can be taken are looked at.
"""

from __future__ import annotations

from functools import reduce
from itertools import groupby
from math import comb

from attrs import evolve, frozen

from ...program import ir
from ...program.budgets import MOST_OPTIONS
from ...program.span import Span
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..symbols.symbols import Domain, SetTables, Sort, ZoneSymbol
from ..symbols.types import SetOf, Typed
from ..symbols.types import number as bounded
from .binders import bound
from .constant_folding import YES, both, comparison, either
from .context import Reading
from .subsets import label

ONE_BY_ONE = "let them be chosen one after the other: `… and put them in …`"

MOST_CARDS = 1_000_000
"""More copies of one kind than any deck has."""


@frozen
class CardSets:
    """The sets of cards of a *zone* that may be chosen, values of *domain*, of which there are so many *ways* at most."""

    found: SetOf
    zone: ir.ZoneAt
    domain: Domain
    ways: int


def numbers(read: Reading, node: s.Several, symbol: ZoneSymbol) -> tuple[Typed | None, Typed]:
    """The least number of cards (None: the most as well) and the most. Raises DiagnosticError where no set has so many."""
    most = read.number(node.most)
    least, at = (most, node.most) if node.least is None else (read.number(node.least), node.least)
    there = sum(read.game.ir_decks[symbol.deck.index].copies)
    if least.constant is not None and least.constant < 0:
        raise error("negative-cards", at.span, f"expected a number of cards, found {least.constant}")
    if least.type.low > there:
        message = f"at least {least.type.low:,} cards are chosen here: there are {there:,} in `{symbol.deck.name}`"
        raise error("out-of-range", at.span, message)
    if least.type.low > most.type.high:
        message = f"the least number of cards is {least.type.low:,}, and the most {most.type.high:,}"
        raise error("out-of-range", at.span.until(node.most.span), message)
    return None if node.least is None else least, most


def card_sets(read: Reading, node: s.Several) -> CardSets:
    """The sets of so many cards that lie in a zone. Raises DiagnosticError where there would be too many."""
    symbol, zone = _zone(read, node)
    least, most = numbers(read, node, symbol)
    copies = read.game.ir_decks[symbol.deck.index].copies
    largest = max(0, min(most.type.high, sum(copies)))
    by_size = _by_size(copies, largest)
    if by_size is None or max(comb(sum(copies), size) for size in range(largest + 1)) > ir.LARGEST:
        message = f"up to {largest:,} of {sum(copies):,} cards can be chosen in more than {MOST_OPTIONS:,} ways"
        raise error("too-large", node.span, message, help=ONE_BY_ONE)
    domain, tables = _domain(read, symbol, largest, node.span)
    fewest = max(0, most.type.low if least is None else least.type.low)
    taken = _taken(read, node, zone, domain, tables)
    with read.reserved() as slot:
        size = Typed(_look(read, tables.sizes, domain, ir.Slot(slot)), bounded(0, largest))
        tests = [comparison(ir.Relation.AT_LEAST, size, least or most)] if fewest or least is None else []
        if most.constant is None:
            tests.append(comparison(ir.Relation.AT_MOST, size, most))
        such = ir.Filtered(taken, slot, both(tests)) if tests else taken
    ways = sum(by_size[fewest:])
    return CardSets(SetOf(such, domain.type(), ways), zone, domain, ways)


def weight(read: Reading, sets: CardSets, chosen: ir.Expr) -> Typed:
    """How many sets of single cards look like the one that was chosen."""
    tables = sets.domain.sets
    assert tables is not None
    if not tables.width:
        return Typed(YES, bounded(1, 1))
    factors: list[ir.Expr] = []
    copies = read.game.ir_decks[read.game.ir_zones[sets.zone.zone].deck].copies
    most = max(copies)
    ways = read.game.table(tuple(comb(min(n, most), k) for n in range(sum(copies) + 1) for k in range(most + 1)))
    for at in range(tables.width):
        kind, times = (_look(read, each, sets.domain, chosen, at, tables.width) for each in (tables.kinds, tables.times))
        axes = (ir.Axis(copies_of(read, sets.zone, kind), 0, sum(copies) + 1, most + 1), ir.Axis(times, 0, most + 1, 1))
        found = ir.Lookup(ways, axes, "", read.sentence)
        none = ir.Comparison(ir.Relation.EQUAL, times, ir.Number(0))
        factors.append(ir.Conditional(none, YES, found))
    product = reduce(lambda one, more: ir.Arithmetic(ir.Calculation.MULTIPLY, one, more, False, read.sentence), factors)
    return Typed(product, bounded(0, ir.LARGEST))


def copies_of(read: Reading, zone: ir.ZoneAt, kind: ir.Expr) -> ir.Expr:
    """How many cards of a kind lie in the zone."""
    with read.reserved() as slot:
        same = ir.Comparison(ir.Relation.EQUAL, ir.Slot(slot), kind)
        return ir.Fold(ir.FoldKind.COUNT, slot, ir.Cards(zone), same, ir.Number(1), None, 1, False, False, read.sentence)


def _zone(read: Reading, node: s.Several) -> tuple[ZoneSymbol, ir.ZoneAt]:
    """The zone that cards are taken from. Raises DiagnosticError where it is none, or its cards lie in a row."""
    found = read.elements(node.source)
    words = read.game.source.words(node.source.span)
    if found.zone is None or not isinstance(found.set, ir.Cards):
        raise error("not-a-zone", node.source.span, f"cards are chosen from a zone, found `{words}`")
    zone = found.zone
    symbol = next(each for each in read.game.symbols.values() if isinstance(each, ZoneSymbol) and each.index == zone.zone)
    if symbol.row:
        message = f"cards of the row `{symbol.name}` are chosen by their places, not as a set"
        raise error("row-order", node.source.span, message, help="let them be chosen one after the other")
    return symbol, zone


def _by_size(copies: tuple[int, ...], largest: int) -> list[int] | None:
    """How many sets there are of each number of cards; None where they are too many."""
    found = [1] + [0] * largest
    for count in copies:
        found = [sum(found[size - same] for same in range(min(count, size) + 1)) for size in range(largest + 1)]
        if sum(found) > MOST_OPTIONS:
            return None
    return found


def _taken(read: Reading, node: s.Several, zone: ir.ZoneAt, domain: Domain, tables: SetTables) -> ir.Set:
    """The sets whose cards all lie in the zone and meet the condition."""
    with read.reserved() as chosen, bound(read, s.Binder(None, node.name, node.source, span=node.name_span)) as (_, card):
        last, same = (_look(read, table, domain, ir.Slot(chosen)) for table in (tables.last, tables.same))
        tests: list[ir.Expr] = [ir.Contains(ir.Cards(zone), ir.Slot(card))]
        if node.where is not None:
            tests.append(read.truth(node.where))
        if tables.width:
            once = ir.Comparison(ir.Relation.EQUAL, same, ir.Number(1))
            tests.append(either([once, ir.Comparison(ir.Relation.AT_LEAST, copies_of(read, zone, ir.Slot(card)), same)]))
        empty = ir.Comparison(ir.Relation.EQUAL, ir.Slot(chosen), ir.Number(0))
        test = either([empty, ir.Let(card, last, both(tests))])
        return ir.Connected(ir.Listed((ir.Number(0),)), tables.larger, chosen, test, "", read.sentence)


def _look(read: Reading, table: int, domain: Domain, chosen: ir.Expr, at: int = 0, width: int = 1) -> ir.Expr:
    """What a table holds for the set that was chosen, at one of *width* places."""
    axes = (ir.Axis(chosen, 0, domain.size, width), *((ir.Axis(ir.Number(at), 0, width, 1),) if width > 1 else ()))
    return ir.Lookup(table, axes, "", read.sentence)


def _domain(read: Reading, symbol: ZoneSymbol, largest: int, span: Span) -> tuple[Domain, SetTables]:
    """The sets of up to so many cards of a deck as a domain, which is made once."""
    game, deck = read.game, symbol.deck
    name = f"up to {largest} of {deck.name}"
    known = next((each for each in game.domains if each.name == name and each.sets is not None), None)
    if known is not None and known.sets is not None:
        return known, known.sets
    copies = game.ir_decks[deck.index].copies
    every: list[tuple[int, ...]] = [()]
    larger: list[tuple[int, ...]] = []
    for chosen in every:
        more = [] if len(chosen) == largest else range(chosen[-1] if chosen else 0, len(copies))
        further = [(*chosen, kind) for kind in more if chosen.count(kind) < copies[kind]]
        larger.append(tuple(range(len(every), len(every) + len(further))))
        every += further
    width = min(largest, len(copies)) if max(copies) > 1 else 0
    game.spent.take_entries(len(every) * (4 + largest + 2 * width), "what is chosen here", span)
    runs = [[(kind, len(list(same))) for kind, same in groupby(chosen)] for chosen in every]
    filled = [(*each, *[(0, 0)] * (width - len(each))) for each in runs] if width else []
    tables = SetTables(
        larger=game.row_table(tuple(larger)),
        sizes=game.table(tuple(map(len, every))),
        last=game.table(tuple(chosen[-1] if chosen else 0 for chosen in every)),
        same=game.table(tuple(each[-1][1] if each else 0 for each in runs)),
        kinds=game.table(tuple(kind for each in filled for kind, _ in each)),
        times=game.table(tuple(times for each in filled for _, times in each)),
        width=width,
    )
    of = deck.domain.type()
    domain = game.domain(name, Sort.SUBSET, tuple(label(game, of, chosen) for chosen in every))
    domain.of, domain.members, domain.sets = of, game.row_table(tuple(every)), tables
    domain.ir = evolve(domain.ir, members=ir.Members(of.domain, domain.members))
    return domain, tables
