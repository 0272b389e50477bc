"""Lowers the sentences that ask for a decision: choices of seats, and random picks of nature."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from attrs import evolve, frozen

from ...program import ir
from ...program.budgets import MOST_OPTIONS, MOST_WAYS
from ...program.ops import cards_of
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError, guess
from ..diagnostics.report import error
from ..expressions.card_sets import MOST_CARDS, CardSets, card_sets, copies_of, weight
from ..expressions.constant_folding import arithmetic, contrary
from ..expressions.guards import condition, guarded, unseen
from ..expressions.names import place
from ..expressions.options_of import on_offer
from ..expressions.top_card import card_at
from ..sentences import syntax as s
from ..symbols.scope import Local
from ..symbols.symbols import PlaceSymbol
from ..symbols.types import Kind, SetOf, Typed, join, number
from .actors import actor_of, lasting_actor
from .assignment import lasting_origin, shown_to
from .context import Lowered, Lowering
from .faces import faces_seen, hidden, overlap
from .preferences import Position, preferred
from .prompts import prompts


def choose(node: s.ChooseLine, to: Lowering) -> list[ir.Op]:
    """`me chooses card from hand[me] where … because …`"""
    return _chosen(node, (), (), to)


def choose_with_list(node: s.ChooseBlock, to: Lowering) -> list[ir.Op]:
    """`me chooses card from hand[me]:` with conditions under it, and what is done with what was chosen."""
    return _chosen(node.head, node.guards, node.body, to)


def _chosen(node: s.ChooseLine, guards: tuple[s.Guard, ...], rest: tuple[s.Statement, ...], to: Lowering) -> list[ir.Op]:
    actor = actor_of(node.actor, node.span, to)
    keeping, who = lasting_actor(actor, to)
    asked = prompts((node.domain.name,), actor, to)
    found = _parameter(node.domain, 0, (), actor, to)
    sentence = to.elaborator.sentence
    more, named = guarded(guards, (node.domain.name,), (found.blind,), to.elaborator)
    stop = to.stop()
    preferred((node.domain.name,), Position(stop, 0, actor, (found.blind,)), to)
    found.known(to)
    conditions = (*found.conditions, *more)
    alternative = ir.Alternative(ir.Words(""), (found.parameter,), conditions, (), 0, sentence, _weight((found,), to))
    behind = to.block((*named, *rest))
    return [*keeping, ir.Ask(stop, who, (alternative,), False, node.secret, sentence, asked), *found.ops, *behind]


@frozen
class _Chosen:
    """What is chosen, the conditions on it, and from how many it is chosen.

    *ops* are done when it has been chosen: they keep where a card is found, and what it is. *local* is the name as it is known
    from then on. *blind* is the name of a card whose face the chooser does not see, "" for everything else. *sets* are there
    where several cards are chosen at once.
    """

    ops: tuple[ir.Op, ...]
    parameter: ir.Parameter
    conditions: tuple[ir.Condition, ...]
    most: int
    local: Local
    blind: str = ""
    sets: CardSets | None = None

    @property
    def zone(self) -> ir.ZoneAt | None:
        """Where the card or the cards are chosen from; None for everything else."""
        cards = cards_of(self.parameter.source)
        return self.sets.zone if self.sets is not None else None if cards is None else cards.zone

    def known(self, to: Lowering) -> None:
        """From here on the name stands for what has been chosen."""
        to.elaborator.scope.names[self.local.name] = self.local


def _parameter(domain: s.Domain, before: int, blind: tuple[str, ...], actor: ir.Expr | None, to: Lowering) -> _Chosen:
    """What is chosen. Its name is known from here to the end of the block; *blind* are cards that were named before."""
    to.elaborator.mentioned.clear()
    if isinstance(domain.among, s.Several):
        return _cards_at_once(domain, domain.among, blind, actor, to)
    found = to.elaborator.elements(domain.among)
    unseen(blind, frozenset(to.elaborator.mentioned), domain.among.span, to.elaborator)
    if found.zone is not None and isinstance(found.set, ir.Cards) and to.game.ir_zones[found.zone.zone].row:
        return _by_place(domain, found, found.zone, before, blind, actor, to)
    if found.zone is not None and actor is not None:
        faces_seen(found.zone, actor, domain.among.span, to)
    low, size = _bounds(found, domain.among.span)
    target = to.slot(domain.name)
    ops, origin = lasting_origin(found.zone, to)
    unshown, shown = shown_to(domain.name, origin, to)
    local = Local(domain.name, found.element, target, origin, fixed=True, shown=shown)
    to.name(domain.name, local, domain.name_span)
    conditions = _conditions(domain, before, blind, to)
    written = found.element.domain if found.element.kind is Kind.ELEMENT else None
    chosen = ir.Parameter(to.game.words(domain.name), target, found.set, written, low, size)
    return _Chosen((*ops, *unshown), chosen, conditions, max(1, min(found.size, size)), local)


def _cards_at_once(domain: s.Domain, among: s.Several, blind: tuple[str, ...], actor: ir.Expr | None, to: Lowering) -> _Chosen:
    """Several cards: the set of them is chosen."""
    sets = card_sets(to.elaborator, among)
    unseen(blind, frozenset(to.elaborator.mentioned), among.span, to.elaborator)
    if actor is not None:
        faces_seen(sets.zone, actor, among.source.span, to)
    target = to.slot(domain.name)
    ops, origin = lasting_origin(sets.zone, to)
    local = Local(domain.name, sets.found.element, target, origin, fixed=True)
    to.name(domain.name, local, domain.name_span)
    words = to.game.words(domain.name)
    chosen = ir.Parameter(words, target, sets.found.set, sets.domain.index, 0, sets.domain.size, cards=sets.zone)
    return _Chosen(tuple(ops), chosen, (), max(1, sets.ways), local, sets=sets)


def _apart(domain: s.Domain, found: _Chosen, before: Sequence[_Chosen], to: Lowering) -> None:
    """Report several cards that may be taken from where others of the same option are: both could be the same card."""
    for each in before:
        together = found.sets is not None or each.sets is not None
        if together and found.zone is not None and each.zone is not None and overlap(found.zone, each.zone, to):
            message = (
                f"`{found.local.name}` and `{each.local.name}` may be the same cards, for they are chosen from the same zone"
            )
            help_ = f"let `{found.local.name}` be chosen in the list below, once `{each.local.name}` is put away"
            to.findings.tell(error("same-cards", domain.among.span, message, help=help_))
            return


def _weight(chosen: Sequence[_Chosen], to: Lowering) -> ir.Expr | None:
    """How many sets of single cards an option stands for; None where no set of cards is chosen: copies are counted anyway."""
    if all(each.sets is None for each in chosen):
        return None
    factors: list[Typed] = []
    for each in chosen:
        cards, target = cards_of(each.parameter.source), each.parameter.target
        if each.sets is not None:
            factors.append(weight(to.elaborator, each.sets, target))
        elif cards is not None:
            factors.append(Typed(copies_of(to.elaborator, cards.zone, target), number(0, MOST_CARDS)))
    return reduce(lambda one, more: arithmetic(ir.Calculation.MULTIPLY, one, more, to.elaborator.sentence), factors).expr


def _by_place(
    domain: s.Domain,
    found: SetOf,
    zone: ir.ZoneAt,
    before: int,
    blind: tuple[str, ...],
    actor: ir.Expr | None,
    to: Lowering,
) -> _Chosen:
    """A card of a row: its place is chosen. While options are listed, the name stands for the card at the place."""
    row, sentence = to.game.ir_zones[zone.zone], to.elaborator.sentence
    place, card = to.slot(domain.name), to.slot(domain.name)
    ops, origin = lasting_origin(zone, to)
    face = card_at(row, zone, place, sentence)
    to.name(domain.name, Local(domain.name, found.element, face, zone, fixed=True), domain.name_span)
    covered = domain.name if actor is not None and hidden(zone, actor, to) else ""
    conditions = _conditions(domain, before, (*blind, covered), to)
    places = ir.Range(ir.Number(1), ir.Size(zone))
    chosen = ir.Parameter(to.game.words(domain.name), place, places, None, 1, row.bottom_capacity, zone)
    kept = ir.Assign(card, face, 0, row.kinds - 1, False, None, sentence)
    local = Local(domain.name, found.element, card, origin, fixed=True, place=place)
    return _Chosen((kept, *ops), chosen, conditions, row.bottom_capacity, local, covered)


def _conditions(domain: s.Domain, before: int, blind: tuple[str, ...], to: Lowering) -> tuple[ir.Condition, ...]:
    if domain.where is None:
        return ()
    to.elaborator.mentioned.clear()
    found = condition(domain.where, domain.because, before + 1, to.elaborator)
    unseen(blind, frozenset(to.elaborator.mentioned), domain.where.span, to.elaborator)
    to.elaborator.scope.such.append(found.test)
    return (found,)


def _bounds(found: SetOf, span: Span) -> tuple[int, int]:
    size = found.element.high - found.element.low + 1
    if max(size, found.size) > MOST_OPTIONS:
        if found.element.low > ir.SMALLEST and found.element.high < ir.LARGEST:
            message = f"one thing is chosen from at most {MOST_OPTIONS:,}, here from up to {max(size, found.size):,}"
            raise error("too-large", span, message)
        message = "this may be any number: a choice needs known bounds"
        raise error("unbounded-choice", span, message, help="declare the range of what stands here, for example `holds: 0..50`")
    return found.element.low, max(1, size)


def menu(node: s.MenuBlock, to: Lowering) -> list[ir.Op]:
    """`me chooses one`, with the options under it."""
    actor: ir.Expr | None = None
    with to.findings.collecting():
        actor = actor_of(node.head.actor, node.span, to)
    sentence = to.elaborator.sentence
    none: list[ir.Op] = []
    keeping, who = (none, ir.Number(0)) if actor is None else lasting_actor(actor, to)
    things = [name for option in node.options for name in (option.head.label, *(each.name for each in option.head.domains))]
    asked = prompts(things, actor, to)
    stop = to.stop()
    alternatives: list[ir.Alternative] = []
    names: dict[str, Span] = {}
    ways, put = 0, set[str]()
    for option in node.options:
        name = option.head.label
        if name in names:
            to.findings.tell(error("duplicate-name", option.span, f"two options of this menu are called `{name}`"))
        names[name] = option.span
        with to.one_way(put):
            alternative, ways = _alternative(option, ways, (stop, len(alternatives)), actor, to)
        if option.head.last_resort:
            alternative = evolve(alternative, conditions=(_last_resort(node, option, to),))
        alternatives.append(alternative)
    ask = ir.Ask(stop, who, tuple(alternatives), True, False, sentence, asked)
    with to.one_way(put):
        instead = to.block(node.instead or ())
    to.elaborator.scope.put |= put
    if node.instead is None:
        return [*keeping, ask]
    return [*keeping, ir.Branch(on_offer(node.options, node.span, to.elaborator), (ask,), instead, sentence)]


def _last_resort(node: s.MenuBlock, option: s.Option, to: Lowering) -> ir.Condition:
    """The condition of `otherwise pass`: nothing else is on offer."""
    test = contrary(on_offer(node.options, node.span, to.elaborator))
    return ir.Condition(test, None, ir.LAST_RESORT, 0, to.game.sentence(option.span))


def _alternative(
    option: s.Option, before: int, at: tuple[int, int], actor: ir.Expr | None, to: Lowering
) -> tuple[ir.Alternative, int]:
    """The option, and how many options its menu has at most so far; *before* are those above it, *at* is the stop of the menu and
    the option's number in it.
    """
    outer = to.elaborator.sentence
    to.elaborator.sentence = to.game.sentence(option.span)
    try:
        with to.scoped() as top:
            chosen: list[_Chosen] = []
            conditions = list(guarded(option.guards[: option.shared], (), (), to.elaborator)[0])
            shared = len(conditions)
            ways = 1
            for domain in option.head.domains:
                try:
                    found = _parameter(domain, len(chosen), tuple(each.blind for each in chosen), actor, to)
                except DiagnosticError as diagnostic:
                    to.findings.add(diagnostic.diagnostic)
                    to.forgive(domain.name)
                    continue
                _apart(domain, found, chosen, to)
                chosen.append(found)
                conditions += found.conditions
                ways *= found.most
            total = before + ways
            if before <= MOST_WAYS < total:
                most = f"a decision has at most {MOST_WAYS:,} options"
                message = f"{most}: this one can be taken in up to {ways:,} ways, and with it there would be {total:,}"
                to.findings.tell(error("too-large", option.span, message))
            names_here, blind = tuple(domain.name for domain in option.head.domains), tuple(each.blind for each in chosen)
            more, named = guarded(option.guards, names_here, blind, to.elaborator)
            label = option.head.label
            preferred((label, *names_here), Position(*at, actor, blind), to)
            to.elaborator.scope.such += [each.test for each in more]
            weighed = _weight(chosen, to)
            for each in chosen:
                each.known(to)
            kept = [op for each in chosen for op in each.ops]
            body = (*kept, *to.block((*named, *option.body)), *to.cleared(top))
        name = to.game.words(option.head.label)
        parameters = tuple(each.parameter for each in chosen)
        conditions += more[shared:]
        return ir.Alternative(name, parameters, tuple(conditions), body, 0, to.elaborator.sentence, weighed), total
    finally:
        to.elaborator.sentence = outer


def pick(node: s.RandomLine, to: Lowering) -> list[ir.Op]:
    """`random face from 1..6 where … weighing …`: all seats learn the result."""
    to.alone("leave things to chance", node.span)
    domain = node.domain
    if isinstance(domain.among, s.Several):
        help_ = "deal them, for example `deal 3 cards from stock to open`"
        raise error("wrong-type", domain.span, "chance draws cards one by one, not as a set", help=help_)
    if isinstance(to.game.symbols.get(domain.name), PlaceSymbol) and to.elaborator.scope.find(domain.name) is None:
        into = s.RandomInto(domain.name, domain.name_span, (), domain.among, domain.where, node.weight, span=node.span)
        return pick_into(into, to)
    found = to.elaborator.elements(domain.among)
    _bounds(found, domain.among.span)
    target = to.slot(domain.name)
    ops, origin = lasting_origin(found.zone, to)
    to.name(domain.name, Local(domain.name, found.element, target, origin, fixed=True), domain.name_span)
    return [_pick(domain.name, target, found, domain.where, node.weight, None, to), *ops]


def pick_into(node: s.RandomInto, to: Lowering) -> list[ir.Op]:
    """`random die[p] from 1..6`: only seats that see the variable learn the result."""
    to.alone("leave things to chance", node.span)
    symbol = to.game.symbols.get(node.name)
    if not isinstance(symbol, PlaceSymbol):
        known = [name for name, each in to.game.symbols.items() if isinstance(each, PlaceSymbol)]
        unknown = shared.unknown_variable(node.name, node.name_span, guess(node.name, known))
        raise to.game.missed(node.name, unknown)
    _, target = place(to.elaborator, symbol, node.indices, node.span, node.name_span)
    found = to.elaborator.elements(node.among)
    _bounds(found, node.among.span)
    joined = join(symbol.type, found.element)
    if joined is None:
        kinds = f"{to.game.describe(symbol.type)}, found {to.game.describe(found.element)}"
        raise error("drawn-of-another-kind", node.among.span, f"`{node.name}` holds {kinds}")
    if found.element.low < symbol.type.low or found.element.high > symbol.type.high:
        bounds = f"{symbol.type.low}..{symbol.type.high}"
        raise error("drawn-beyond-range", node.among.span, f"`{node.name}` holds {bounds}, and this may be something else")
    return [_pick(node.name, target, found, node.where, node.weight, symbol.index, to)]


def roll(node: s.RollLine, to: Lowering) -> list[ir.Op]:
    """`roll 2 dice as red, blue`: each as by `random`."""
    if node.number != len(node.throws):
        raise error(
            "names-of-dice", node.number_span, f"each die needs a name of its own, found {len(node.throws)} for {node.number}"
        )
    return [op for throw in node.throws for op in (pick(throw, to) if isinstance(throw, s.RandomLine) else pick_into(throw, to))]


def _pick(
    name: str,
    target: ir.Target,
    found: SetOf,
    where_node: s.Expression | None,
    weight_node: s.Expression | None,
    place: int | None,
    to: Lowering,
) -> ir.Pick:
    to.game.spoken.add(name)
    where = None if where_node is None else to.elaborator.truth(where_node)
    weight = None if weight_node is None else to.elaborator.number(weight_node).expr
    written = found.element.domain if found.element.kind is Kind.ELEMENT else None
    return ir.Pick(to.stop(), name, target, found.set, where, weight, written, place, to.elaborator.sentence)


SENTENCES: dict[type, Lowered] = {
    s.ChooseLine: choose,
    s.ChooseBlock: choose_with_list,
    s.MenuBlock: menu,
    s.RandomLine: pick,
    s.RandomInto: pick_into,
    s.RollLine: roll,
}
