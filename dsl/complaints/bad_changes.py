"""What is wrong with how cards and values change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bad_names import each_seat
from .complaint import Told, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error_under("wrong-deck")
def card_of_another_deck(zone: str, deck: str, found: str, span: Span) -> Told:
    """A card goes to a zone of its own deck.

    Wrong:
        - for each card c in table:
            - put c in chest
    Told:
        `chest` holds cards of `flags`, found a card of `numbers`
    Right:
        - for each card c in table:
            - put c in stock
    """
    return Told(f"`{zone}` holds cards of `{deck}`, found {found}", span)


@error_under("unknown-kind")
def passed_by_no_seat(kind: str, span: Span) -> Told:
    """Seats pass cards on, and nothing else does.

    Wrong:
        - pass hand of each colour c to next(c)
    Told:
        expected `each player`, `each seat` or `each automa`, found `each colour`
    Right:
        - pass hand of each player p to next(p)
    """
    return each_seat(kind, span)


@error_under("wrong-type")
def perhaps_nothing(name: str, span: Span) -> Told:
    """What begins as nothing may be nothing later; what begins as a value always has one.

    Wrong:
        - let best = highest of coins[p] for p in players where rich(p)
        - let most = pot
        - most = best
        - pot = most
    Told:
        `most` always has a value, and this may be nothing
    Right:
        - let best = highest of coins[p] for p in players where rich(p)
        - let most = nothing
        - most = best
        - if most > 0:
            - pot = most
    """
    return Told(f"`{name}` always has a value, and this may be nothing", span, "begin with `let … = nothing`")
