"""What would tell somebody what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error, error_under, warning

if TYPE_CHECKING:
    from ...program.span import Span


@error
def hidden_faces(name: str, seen: str, span: Span, help_: str) -> Told:
    """Who chooses a card without seeing it is not told what it is.

    Wrong:
        phases:
          game:
            - Anne chooses foreign from hand[Ben]
    Told:
        `hand[Ben]` is `seen by: owner`: who chooses does not see the faces, and the options would show them
    Right:
        phases:
          game:
            - deal 1 from stock to hand of each player
            - Anne chooses card from hand[Anne]
            - put card in table
    """
    message = f"`{name}` is `seen by: {seen}`: who chooses does not see the faces, and the options would show them"
    return Told(message, span, help_)


@error
def shown_to_others(name: str, seen: str, span: Span, help_: str) -> Told:
    """What is shown to all tells nothing that only some may know.

    Wrong:
        show:
          all hands: sum of card.value for p in players, for card in hand[p]
    Told:
        `hand` is `seen by: owner`, and this would be seen by others
    Right:
        show:
          all hands: sum of count(hand[p]) for p in players
    """
    return Told(f"`{name}` is `seen by: {seen}`, and this would be seen by others", span, help_)


@warning
def said_to_all(name: str, seen: str, span: Span) -> Told:
    """What is said reaches everybody, also what only some may see.

    A zone that some sentence reveals, or tells of, is left in peace: then it may be open when this is said.

    Wrong:
        phases:
          game:
            - say "the best card of Anne is {highest of c.value for c in hand[Anne]}"
    Told:
        `say` tells everybody of `hand`, which is `seen by: owner` and never revealed
    Right:
        phases:
          game:
            - reveal hand of everyone
            - say "the best card of Anne is {highest of c.value for c in hand[Anne]}"
    """
    return Told(f"`say` tells everybody of `{name}`, which is `seen by: {seen}` and never revealed", span)


@warning
def telling_options(name: str, seen: str, span: Span) -> Told:
    """Whoever is asked learns what is hidden from whether an option is on offer.

    A condition may read what the seat that is asked sees: its own cards, and what is open to all. A zone that some sentence
    reveals, or tells of, is left in peace.

    Wrong:
        phases:
          game:
            - Anne chooses one:
                - pass
                - knock:
                    - only if no player q where q != Anne has (any c in hand[q] has c.value = 4)
                    - points[Anne] += 1
    Told:
        that this is on offer tells who is asked of `hand`, which is `seen by: owner` and never revealed
    Right:
        phases:
          game:
            - Anne chooses one:
                - pass
                - knock:
                    - only if no c in hand[Anne] has c.value = 4
                    - points[Anne] += 1
    """
    message = f"that this is on offer tells who is asked of `{name}`, which is `seen by: {seen}` and never revealed"
    return Told(message, span)


@warning
def unseen_name(name: str, span: Span) -> Told:
    """What decides which options there are is seen by who is asked.

    A name inside a phase is told to everybody, unless its value comes from something that not everyone sees. Such a value belongs
    in a variable with `seen by`, or the seat has to remember it; what learns from what it observes cannot.

    Wrong:
        phases:
          game:
            - let best = highest of card.value for card in hand[Ben]
            - Anne chooses n from 1..9 where n > best
    Told:
        which options there are depends on `best`, whose value who is asked does not see
    Right:
        phases:
          game:
            - let most = count(hand[Ben])
            - Anne chooses n from 1..9 where n > most
    """
    return Told(f"which options there are depends on `{name}`, whose value who is asked does not see", span)


@error
def hidden_value(message: str, span: Span, help_: str = "") -> Told:
    """What not everyone sees would be shown to everyone.

    Wrong:
        show:
          next card: sum of card.value for card in stock
    Told:
        nobody sees `stock`, and everybody would see this
    Right:
        show:
          cards left: count(stock)
    """
    return Told(message, span, help_)


@error_under("hidden-faces")
def telling_condition(name: str, span: Span) -> Told:
    """Who chooses a card by its place learns nothing about its face from what is on offer.

    Wrong:
        zones:
          fan: {of: numbers, kind: row, per: player, seen by: everyone but the owner}
        phases:
          game:
            - deal 3 from stock to fan of each player
            - for each player me:
                - me chooses card from fan[me] where card.value > 2
                - put card in table
    Told:
        who chooses does not see the face of `card`, and what is on offer would tell it
    Right:
        zones:
          fan: {of: numbers, kind: row, per: player, seen by: everyone but the owner}
        phases:
          game:
            - deal 3 from stock to fan of each player
            - for each player me:
                - me chooses card from fan[me]
                - if card.value > 2:
                    - pot += 1
                - put card in table
    """
    message = f"who chooses does not see the face of `{name}`, and what is on offer would tell it"
    return Told(message, span, "ask for the face behind the choice")
