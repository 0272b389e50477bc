"""Sets of which one is chosen: `subsets of 1..9`, `3 different g from gem`.

A set of at most `MOST_MEMBERS` things is a value: the sum of 2 ** i for each member i, counted from the first of the things that
there can be. So one set is one option, and its code is the same whatever else there is to choose.
"""

from __future__ import annotations

from attrs import evolve

from ...program import ir
from ...program.budgets import MOST_MEMBERS
from ...program.span import Span
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..symbols.symbols import Domain, Sort, Symbols
from ..symbols.types import Kind, SetOf, Type, Typed
from .binders import bound
from .constant_folding import both
from .context import Reading

NONE = ir.Words("none", (("it", "niente"), ("es", "nada")))
"""What the set without members is called."""


def subsets(read: Reading, node: s.SubsetsOf) -> SetOf:
    """All sets that can be made of the elements of a set. Raises DiagnosticError where there would be too many."""
    with read.reserved() as chosen, read.reserved() as member:
        found = _source(read, node)
        count = _width(read, node, found)
        domain = _domain(read, found.element, node.span)
        every: ir.Set = ir.Range(ir.Number(0), ir.Number(domain.size - 1))
        size = domain.size
        if node.sizes is not None:
            least, most = (read.number(each) for each in node.sizes)
            wanted = _of_size(node, least.type.low, most.type.high, count)
            read.game.spent.take_entries(len(wanted), "what is chosen here", node.span)
            every = ir.Row(read.game.row_table((wanted,)), ir.Number(0), "", read.sentence)
            size = len(wanted)
            if least.constant is None or most.constant is None:
                every = ir.Filtered(every, chosen, _between(read, least, most, chosen, domain))
        if not _everything(found):
            inside = members(read, domain, ir.Slot(chosen), node.span).set
            there = ir.Contains(found.set, ir.Slot(member))
            test = ir.Fold(ir.FoldKind.EVERY, member, inside, None, there, None, 1, False, False, read.sentence)
            every = ir.Filtered(every, chosen, test)
    return SetOf(every, domain.type(), size)


def members(read: Reading, domain: Domain, chosen: ir.Expr, span: Span) -> SetOf:
    """The members of a set that was chosen, lowest first."""
    assert domain.of is not None
    row = ir.Row(domain.members, chosen, read.game.source.words(span), read.sentence)
    return SetOf(row, domain.of, domain.of.high - domain.of.low + 1)


def _source(read: Reading, node: s.SubsetsOf) -> SetOf:
    """What the members are taken from."""
    if node.member is None:
        return read.elements(node.among)
    name, span = node.member
    with bound(read, s.Binder(None, name, node.among, span=span)) as (found, slot):
        if node.where is None:
            return found
        return SetOf(ir.Filtered(found.set, slot, read.truth(node.where)), found.element, found.size, found.zone)


def _width(read: Reading, node: s.SubsetsOf, found: SetOf) -> int:
    """From how many things they are taken at most."""
    if found.zone is not None:
        message = "no sets are made of the cards of a zone, of which there may be several copies"
        raise error(
            "wrong-type",
            node.span,
            message,
            help="write `choose 3 cards c from … as some`, or `choose 3 cards from … and put them in …`",
        )
    if found.element.kind not in (Kind.NUMBER, Kind.ELEMENT):
        raise error(
            "wrong-type", node.span, f"sets are made of numbers or of elements, found {read.game.describe(found.element)}"
        )
    count = found.element.high - found.element.low + 1
    if count < 1:
        raise error("out-of-range", node.span, "there is nothing that several are chosen from")
    if count > MOST_MEMBERS:
        message = f"several are chosen at once from at most {MOST_MEMBERS} things, here from up to {count:,}"
        raise error("too-large", node.span, message, help="let them be chosen one after the other")
    return count


def _of_size(node: s.SubsetsOf, least: int, most: int, count: int) -> tuple[int, ...]:
    """The sets that may have from *least* to *most* members."""
    if not least <= most or least > count or most < 0:
        words = f"{least}" if least == most else f"{least}..{most}"
        raise error("out-of-range", node.span, f"{words} different things are chosen from at most {count}")
    return tuple(each for each in range(2**count) if least <= each.bit_count() <= most)


def _between(read: Reading, least: Typed, most: Typed, chosen: int, domain: Domain) -> ir.Expr:
    """Whether the set in a scratch slot has as many members as are wanted now."""
    sizes = read.game.table(tuple(each.bit_count() for each in range(domain.size)))
    many = ir.Lookup(sizes, (ir.Axis(ir.Slot(chosen), 0, domain.size, 1),), "", read.sentence)
    if least == most:
        return ir.Comparison(ir.Relation.EQUAL, many, most.expr)
    return both((ir.Comparison(ir.Relation.AT_LEAST, many, least.expr), ir.Comparison(ir.Relation.AT_MOST, many, most.expr)))


def _everything(found: SetOf) -> bool:
    """Whether all elements that there can be are always there."""
    known = found.constant
    return known is not None and set(range(found.element.low, found.element.high + 1)) <= set(known)


def _domain(read: Reading, element: Type, span: Span) -> Domain:
    """The sets of elements of a type as a domain, which is made once."""
    game, of = read.game, element.surely()
    known = next((each for each in game.domains if each.of == of and each.sets is None), None)
    if known is not None:
        return known
    count = of.high - of.low + 1
    game.spent.take_entries(count * 2 ** (count - 1), "what is chosen here", span)
    every = tuple(tuple(of.low + at for at in range(count) if each >> at & 1) for each in range(2**count))
    domain = game.domain("", Sort.SUBSET, tuple(label(game, of, each) for each in every))
    domain.of, domain.members = of, game.row_table(every)
    domain.ir = evolve(domain.ir, members=ir.Members(of.domain if of.kind is Kind.ELEMENT else None, domain.members))
    return domain


def label(game: Symbols, of: Type, chosen: tuple[int, ...]) -> ir.Words:
    """What a set is called: its members with `+` between them, in all languages that one of them has a name in."""
    if not chosen:
        return NONE
    if of.domain is None or of.kind is Kind.NUMBER:
        return ir.Words(" + ".join(map(str, chosen)))
    domain = game.domains[of.domain].ir
    words = [domain.labels[each - domain.low] for each in chosen]
    tongues = dict.fromkeys(tongue for each in words for tongue, _ in each.translations)
    translations = tuple((tongue, " + ".join(each.say(tongue) for each in words)) for tongue in tongues)
    return ir.Words(" + ".join(each.plain for each in words), translations)
