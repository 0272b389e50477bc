"""Sets: zones, boards, enumerations, ranges, lists, and parts of them. The functions raise DiagnosticError for mistakes."""

from __future__ import annotations

from attrs import evolve

from ...program import ir
from ...program.budgets import MOST_ELEMENTS
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess
from ..diagnostics.report import error, misspelt
from ..sentences import syntax as s
from ..symbols.scope import Kept, Local, Read, Scope
from ..symbols.symbols import BoardSymbol, Domain, FunctionSymbol, Sort, ZoneSymbol
from ..symbols.types import NOTHING, UNKNOWN, Kind, SetOf, Type, Typed, join
from . import calls, card_sets, directions, groups, subsets
from .binders import bound
from .context import Reading
from .names import axes, owned


def elements(read: Reading, node: s.Expression) -> SetOf:
    """The set that an expression stands for."""
    match node:
        case s.FromTo(low, high):
            first, last = read.number(low), read.number(high)
            if _written(low) and _written(high) and (first.constant or 0) > (last.constant or 0):
                raise shared.backwards(read.game.source.words(low.span), read.game.source.words(high.span), node.span)
            element = Type(Kind.NUMBER, first.type.low, last.type.high)
            size = max(0, element.high - element.low + 1)
            if size > MOST_ELEMENTS and first.constant is not None and last.constant is not None:
                raise error("too-large", node.span, f"a set has at most {MOST_ELEMENTS:,} numbers, this one {size:,}")
            return SetOf(ir.Range(first.expr, last.expr), element, size)
        case s.Items(()):
            return EMPTY
        case s.Items(items) if any(isinstance(item, s.Items) for item in items):
            return lists(read, node)
        case s.Items(items):
            return listed(read, items)
        case s.Calculate(how="+"):
            return joined(read, node)
        case s.Choice():
            return either(read, node)
        case s.AllOf():
            return all_of(read, node)
        case s.SubsetsOf():
            return subsets.subsets(read, node)
        case s.Several():
            return card_sets.card_sets(read, node).found
        case s.UpTo():
            return up_to(read, node)
        case s.Where():
            return part(read, node)
        case s.Naming():
            return calls.naming_of_set(read, node)
        case s.Connected():
            return groups.connected(read, node)
        case s.Name() if (local := read.scope.find(node.name)) is None or local.is_set:
            return named_set(read, node) if local is None else members(read, local)
        case s.Element() if isinstance(read.game.symbols.get(node.name), ZoneSymbol):
            return cards(read, node)
        case s.Attribute():
            return printed_list(read, node)
        case s.Invoke():
            symbol = read.game.symbols.get(node.name)
            if isinstance(symbol, FunctionSymbol):
                return calls.set_function(read, symbol, node)
            found_or_value = read.builtin(node)
            if isinstance(found_or_value, SetOf):
                return found_or_value
            return line_spaces(read, found_or_value, node)
        case _:
            return line_spaces(read, read.value(node), node)


def _written(node: s.Expression) -> bool:
    """Whether a number stands there in figures, or is calculated of such: it is the same in every variant and for all seats."""
    match node:
        case s.Numeral():
            return True
        case s.Negative(value):
            return _written(value)
        case s.Calculate(left=left, right=right):
            return _written(left) and _written(right)
        case _:
            return False


def members(read: Reading, local: Local) -> SetOf:
    """The set that a name of a phase or function stands for."""
    read.mentioned.add(local.name)
    match local.members:
        case SetOf() as found:
            return found
        case Kept(count, first, element, capacity):
            *around, last = first.axes
            with read.reserved() as slot:
                item = evolve(first, axes=(*around, evolve(last, at=ir.Slot(slot))))
                numbers = ir.Range(ir.Number(1), count)
                return SetOf(ir.UnionOf(slot, numbers, None, ir.Listed((item,))), element, capacity)
    assert local.meaning is not None
    meaning, scope = local.meaning
    outer, read.scope = read.scope, scope
    try:
        return read.elements(meaning)
    finally:
        read.scope = outer


def part(read: Reading, node: s.Where) -> SetOf:
    """The elements of a set that pass a test."""
    among = s.Name(node.kind, span=node.span) if node.kind in read.game.symbols else None
    binder = s.Binder(None if among else node.kind, node.name, among, span=node.span)
    with bound(read, binder) as (found, slot):
        test = read.truth(node.test)
    return SetOf(ir.Filtered(found.set, slot, test), found.element, found.size, found.zone)


EMPTY = SetOf(ir.Listed(()), NOTHING, 0)
"""The set without elements."""


def joined(read: Reading, node: s.Calculate) -> SetOf:
    """The elements of several sets, each once."""
    parts: list[s.Expression] = [node.right]
    first = node.left
    while isinstance(first, s.Calculate) and first.how == "+":
        parts.append(first.right)
        first = first.left
    found = [(each, read.elements(each)) for each in (first, *reversed(parts))]
    element = one_kind(read, found)
    known = [each.constant for _, each in found]
    if all(each is not None for each in known):
        numbers = dict.fromkeys(number for each in known if each is not None for number in each)
        return SetOf(ir.Listed(tuple(map(ir.Number, numbers))), element, len(numbers))
    union = ir.Union(tuple(each.set for _, each in found))
    return kept(read, node, once(SetOf(union, element, sum(each.size for _, each in found))))


def either(read: Reading, node: s.Choice) -> SetOf:
    """One of two sets."""
    test = read.truth(node.test)
    then, otherwise = read.elements(node.then), read.elements(node.otherwise)
    element = one_kind(read, [(node.then, then), (node.otherwise, otherwise)])
    if isinstance(test, ir.Number):
        return evolve(then if test.value else otherwise, element=element)
    return kept(read, node, SetOf(ir.OneOf(test, then.set, otherwise.set), element, max(then.size, otherwise.size)))


def all_of(read: Reading, node: s.AllOf) -> SetOf:
    """The values, or the elements of the sets, that an expression gives for the elements of a set, each once."""
    with bound(read, node.binder) as (found, slot):
        where = None if node.where is None else read.truth(node.where)
        if groups.is_set(read, node.value):
            each = read.elements(node.value)
        else:
            value = read.value(node.value)
            sort = None if value.type.domain is None else read.game.domains[value.type.domain].sort
            line = sort in (Sort.LINE, Sort.SUBSET)
            each = line_spaces(read, value, node.value) if line else SetOf(ir.Listed((value.expr,)), value.type.surely(), 1)
    element = one_kind(read, [(node.value, each)])
    return kept(read, node, once(SetOf(ir.UnionOf(slot, found.set, where, each.set), element, found.size * each.size)))


def up_to(read: Reading, node: s.UpTo) -> SetOf:
    """The elements of a set up to and including the first that passes a test."""
    with read.reserved() as slot:
        found = read.elements(node.among)
        element = one_kind(read, [(node.among, found)])
        read.fresh(node.name, node.name_span)
        with read.named(slot, node.name, element):
            test = read.truth(node.test)
    return kept(read, node, SetOf(ir.UpTo(found.set, slot, test), element, found.size))


def one_kind(read: Reading, parts: list[tuple[s.Expression, SetOf]]) -> Type:
    """The type of the elements of sets from which another is made. Raises DiagnosticError where they are of several kinds, or
    cards.
    """
    element = NOTHING
    for node, each in parts:
        if each.zone is not None:
            message = "the cards of a zone may lie there several times: no other set can be made of them"
            raise error(
                "wrong-type",
                node.span,
                message,
                help="ask for them where they lie: for example `number of c in hand[p] + discard[p]`, or `for each`",
            )
        both = each.element if element is NOTHING else element if each.element is NOTHING else join(element, each.element)
        if both is None:
            kinds = f"{read.game.describe(element)} and {read.game.describe(each.element)}"
            raise error("mixed-set", node.span, f"a set holds things of one kind: found {kinds}")
        element = both
    return element


def once(found: SetOf) -> SetOf:
    """The set, in which each element is once: it has no more elements than there are different ones."""
    element = found.element
    if element.kind not in (Kind.NUMBER, Kind.ELEMENT):
        return found
    return evolve(found, size=max(0, min(found.size, element.high - element.low + 1)))


def kept(read: Reading, node: s.Expression, found: SetOf) -> SetOf:
    """The set, counted, for its elements may be kept while it is worked out; in a function, where that is called."""
    if read.calls and read.called_at is None:
        return found
    read.game.spent.take_entries(found.size, f"`{read.game.source.words(node.span)}`", read.called_at or node.span)
    return found


def line_spaces(read: Reading, typed: Typed, node: s.Expression) -> SetOf:
    """The spaces of a line, the elements of a list in a list, the members of a chosen set; any other value is refused."""
    if typed.type.kind is Kind.UNKNOWN:
        return SetOf(ir.Listed((ir.Number(0),)), UNKNOWN, 1)
    domain = None if typed.type.domain is None else read.game.domains[typed.type.domain]
    if domain is not None and domain.of is not None:
        return subsets.members(read, domain, typed.expr, node.span)
    if domain is None or domain.sort is not Sort.LINE or domain.spaces is None:
        help_ = "a set is a zone, a board, an enumeration, `players`, `1..6` or `[a, b]`"
        raise error("not-a-set", node.span, f"expected a set, found {read.game.describe(typed.type)}", help=help_)
    spaces = read.game.domains[domain.spaces]
    longest = read.game.longest_row(domain.members)
    return SetOf(ir.Row(domain.members, typed.expr, read.game.source.words(node.span), read.sentence), spaces.type(), longest)


def listed(read: Reading, items: tuple[s.Expression, ...]) -> SetOf:
    """A list of values."""
    typed = [read.value(items[0])]
    typed += [read.value(item, typed[0].type) for item in items[1:]]
    element = typed[0].type
    for item, each in zip(items, typed, strict=True):
        joined = join(element, each.type)
        if joined is None:
            raise error(
                "mixed-list",
                item.span,
                f"a list holds things of one kind: found {read.game.describe(element)} and {read.game.describe(each.type)}",
            )
        element = joined
    return SetOf(ir.Listed(tuple(each.expr for each in typed)), element, len(items))


def lists(read: Reading, node: s.Items) -> SetOf:
    """A list of lists that are known before play: each is a set of its own, as a line is."""
    rows = [listed(read, item.items) if item.items else EMPTY for item in node.items if isinstance(item, s.Items)]
    if len(rows) < len(node.items):
        single = next(item for item in node.items if not isinstance(item, s.Items))
        raise error("wrong-type", single.span, "a list holds things of one kind: here are lists and single things")
    element = one_kind(read, list(zip(node.items, rows, strict=True)))
    if element.kind is not Kind.ELEMENT or element.domain is None:
        raise error(
            "wrong-type",
            node.span,
            f"expected lists of spaces, values or other things with names, found {read.game.describe(element)}",
        )
    numbers = tuple(tuple(row.constant or ()) for row in rows)
    if any(row.constant is None for row in rows):
        raise error("not-known-before-play", node.span, "lists in a list must be known before play")
    read.game.spent.take_entries(sum(map(len, numbers)), f"`{read.game.source.words(node.span)}`", node.span)
    domain = _domain_of_lists(read, element.domain, numbers)
    return SetOf(ir.Range(ir.Number(0), ir.Number(domain.size - 1)), domain.type(), domain.size)


def _domain_of_lists(read: Reading, of: int, rows: tuple[tuple[int, ...], ...]) -> Domain:
    """The domain of these lists of elements, which is added unless it is there."""
    game, inside = read.game, read.game.domains[of].ir
    members = game.row_table(rows)
    name = f"lists of {inside.name} {members}"
    known = next((each for each in game.domains if each.name == name), None)
    if known is not None:
        return known
    labels = [", ".join(inside.label(number) for number in row) for row in rows]
    domain = game.domain(name, Sort.LINE, tuple(ir.Words(f"[{label}]") for label in labels))
    domain.spaces, domain.members = of, members
    return domain


def named_set(read: Reading, node: s.Name) -> SetOf:
    """The set that a name stands for."""
    symbol = read.game.symbols.get(node.name)
    match symbol:
        case SetOf():
            return symbol
        case BoardSymbol():
            return symbol.spaces
        case ZoneSymbol():
            return cards(read, node)
        case FunctionSymbol():
            return calls.set_function(read, symbol, s.Invoke(node.name, node.span, (), span=node.span))
        case None if (ways := directions.named_set(read.game, node.name, node.span)) is not None:
            return ways
        case _:
            return line_spaces(read, read.value(node), node)


def cards(read: Reading, node: s.Name | s.Element) -> SetOf:
    """The cards of a zone."""
    symbol, where = named_zone(read, node)
    most = sum(read.game.ir_decks[symbol.deck.index].copies)
    return SetOf(ir.Cards(where), symbol.deck.domain.type(), most, where)


def named_zone(read: Reading, node: s.Expression) -> tuple[ZoneSymbol, ir.ZoneAt]:
    """The zone that an expression names, and which instance of it."""
    if isinstance(node, s.Name | s.Element):
        symbol = read.game.symbols.get(node.name)
        if isinstance(symbol, ZoneSymbol) and read.scope.find(node.name) is None:
            indices = node.indices if isinstance(node, s.Element) else ()
            found = axes(read, symbol.name, symbol.extents, indices, node.span)
            read.reads.append(Read(symbol.name, owned(read, symbol.extents, found), node.span))
            return symbol, ir.ZoneAt(symbol.index, found, read.sentence)
    zones = [name for name, each in read.game.symbols.items() if isinstance(each, ZoneSymbol)]
    words = read.game.source.words(node.span)
    wrong = misspelt("not-a-zone", node.span, f"expected a zone, found `{words}`", guess(words.split("[")[0], zones))
    raise read.game.missed(words.split("[")[0], wrong)


def refill_of(symbol: ZoneSymbol, node: s.Expression, zone: ir.ZoneAt, read: Reading) -> tuple[ZoneSymbol, ir.ZoneAt]:
    """The zone that refills an instance of a pile, where `owner` is who owns that. Raises DiagnosticError."""
    owner_at, outer = read.game.ir_zones[symbol.index].owner, read.scope
    if owner_at is not None:
        extent = symbol.extents[owner_at]
        owner = Local("owner", read.game.seat_domain.type(extent.low, extent.size), zone.axes[owner_at].at, fixed=True)
        read.scope = Scope(None, {"owner": owner})
    else:
        read.scope = Scope()
    try:
        return named_zone(read, node)
    finally:
        read.scope = outer


def printed_list(read: Reading, node: s.Attribute) -> SetOf:
    """The list printed on a card or space; where one value is printed and it is a line, the line's spaces."""
    of = read.value(node.of)
    domain = None if of.type.domain is None else read.game.domains[of.type.domain]
    printed = None if domain is None else domain.printed.get(node.name)
    if domain is None or printed is None or printed.rows is None:
        return line_spaces(read, read.value(node), node)
    if node.key is not None:
        raise error("wrong-type", node.key.span, f"`{node.name}` is a list: it takes no `[ ]`")
    return SetOf(
        ir.Row(printed.rows, of.expr, read.game.source.words(node.of.span), read.sentence), printed.type, printed.longest
    )
