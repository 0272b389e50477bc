"""Functions of the cards in zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...symbols.types import Typed
from ..builtin import Site, builtin
from ..sets import named_zone
from ..top_card import top_card

if TYPE_CHECKING:
    from ...symbols.types import SetOf


@builtin(1, 1)
def top(site: Site) -> Typed | SetOf:
    """The card on top of a pile, where cards are put `on top of` it; nothing when it is empty or was shuffled.

    Examples:
        top of discard -> the card that was put there last
    """
    node = site.node.arguments[0]
    symbol, at = named_zone(site.reading, node)
    card = top_card(symbol, at, node.span, site.reading)
    return Typed(card, symbol.deck.domain.type().or_nothing(), at)
