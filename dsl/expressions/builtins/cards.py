"""Functions of the cards in zones."""

from __future__ import annotations

from ...symbols.types import SetOf, Typed
from ..builtin import Site, builtin
from ..sets import named_zone
from ..top_card import end_card


@builtin(1, 1, gives="card")
def top(site: Site) -> Typed | SetOf:
    """The card on top of a pile, or the first of a row; nothing if the zone is empty, or the card is unknown after a shuffle.

    Examples:
        top of discard -> the card that was put there last
    """
    return _end_card(site, False)


@builtin(1, 1, gives="card")
def bottom(site: Site) -> Typed | SetOf:
    """The lowest card of a pile, or the last of a row; nothing if the zone is empty, or the card is unknown after a shuffle.

    Examples:
        bottom of line -> the card that was put on the bottom of line last
    """
    return _end_card(site, True)


def _end_card(site: Site, lowest: bool) -> Typed:
    node = site.node.arguments[0]
    symbol, at = named_zone(site.reading, node)
    card = end_card(symbol, at, lowest, node.span, site.reading)
    return Typed(card, symbol.deck.domain.type().or_nothing(), at)
