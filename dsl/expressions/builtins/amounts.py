"""Functions that count and compare numbers."""

from __future__ import annotations

from functools import reduce

from attrs import evolve

from ....program import ir
from ...sentences.syntax import Name
from ...symbols.types import SetOf, Typed, number
from ..binders import zones_joined
from ..builtin import Site, builtin
from ..constant_folding import arithmetic


@builtin(1, 1, gives="number")
def count(site: Site) -> Typed | SetOf:
    """The number of cards in a zone or a deck, of elements in a set, or of values in a printed list.

    Examples:
        count(hand[p]) -> the number of cards that p holds
        count(card.colours) -> the number of colours on the card
        count(cards) -> 52, wherever the cards of that deck lie
    """
    node = site.node.arguments[0]
    if isinstance(node, Name) and node.name in site.reading.game.decks and site.reading.scope.find(node.name) is None:
        size = sum(site.reading.game.ir_decks[site.reading.game.decks[node.name].index].copies)
        return Typed(ir.Number(size), number(size, size))
    zones = zones_joined(site.reading, node)
    if zones:
        sizes = [evolve(site, node=evolve(site.node, arguments=(zone,))) for zone in zones]
        return reduce(lambda one, other: arithmetic(ir.Calculation.ADD, one, other, site.sentence), map(_size, sizes))
    return _size(site)


def _size(site: Site) -> Typed:
    with site.reading.reserved() as slot:
        found = site.set(0)
        if found.zone is not None and isinstance(found.set, ir.Cards):
            return Typed(ir.Size(found.zone), number(0, found.size))
        known = found.constant
        if known is not None:
            return Typed(ir.Number(len(known)), number(len(known), len(known)))
        fold = ir.Fold(ir.FoldKind.COUNT, slot, found.set, None, ir.Number(1), None, 1, False, False, site.sentence)
    return Typed(fold, number(0, found.size))


@builtin(2, 2, gives="number")
def min_(site: Site) -> Typed | SetOf:
    """The smaller of two numbers.

    Examples:
        min(2, count(hand[p])) -> 1 when p holds one card
    """
    return arithmetic(ir.Calculation.MIN, site.number(0), site.number(1), site.sentence)


@builtin(2, 2, gives="number")
def max_(site: Site) -> Typed | SetOf:
    """The greater of two numbers.

    Examples:
        max(0, points[p] - 5) -> 0 when p has at most five points
    """
    return arithmetic(ir.Calculation.MAX, site.number(0), site.number(1), site.sentence)


@builtin(1, 1, gives="number")
def abs_(site: Site) -> Typed | SetOf:
    """A number without its sign.

    Examples:
        abs(-3) -> 3
    """
    value = site.number(0)
    minus = arithmetic(ir.Calculation.SUBTRACT, Typed(ir.Number(0), number(0, 0)), value, site.sentence)
    return arithmetic(ir.Calculation.MAX, value, minus, site.sentence)
