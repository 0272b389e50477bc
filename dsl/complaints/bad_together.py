"""What cannot be where all decide together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error

if TYPE_CHECKING:
    from ...program.span import Span


@error
def looked_at_while_changed(name: str, span: Span) -> Told:
    """Inside `together` nobody sees what the others do.

    Wrong:
        - together, each player me:
            - choose card from hand[me]
            - put card in hand[me]
            - if count(hand[next(me)]) > 2:
                - points[me] += 1
    Told:
        `hand` of another seat is looked at here while that seat changes it
    Right:
        - together, each player me:
            - choose card from hand[me]
            - put card in hand[me]
            - if count(hand[me]) > 2:
                - points[me] += 1
    """
    message = f"`{name}` of another seat is looked at here while that seat changes it"
    return Told(message, span, "look before the block or after it: inside, nobody sees what the others do")


@error
def changed_for_others(span: Span) -> Told:
    """In a loop inside `together` a seat changes only what is its own.

    Wrong:
        - together, each player me:
            - me chooses n from 1..2
            - coins[p] = n for each player p
    Told:
        inside a loop of a `together` block a seat changes only what is its own: what is indexed by its own name
    Right:
        - together, each player me:
            - me chooses n from 1..2
            - coins[me] = n
    """
    message = "inside a loop of a `together` block a seat changes only what is its own: what is indexed by its own name"
    return Told(message, span, "note it in a variable of the seat, and apply it after the block")


@error
def not_all_have_the_zone(what: str, name: str, span: Span) -> Told:
    """What each seat passes on, each seat has.

    Wrong:
        automa:
          Otto:
        phases:
          game:
            - pass hand of each seat p to p
    Told:
        `Otto` has no zone `hand`
    Right:
        automa:
          Otto:
        phases:
          game:
            - pass hand of each player p to p
    """
    return Told(f"`{what}` has no zone `{name}`", span, "declare it `per: seat`")


@error
def not_together(message: str, span: Span, help_: str = "") -> Told:
    """In a `together` block all decide at once, so that nothing happens there whose outcome depends on who comes first.

    Wrong:
        - together, each player me:
            - shuffle stock
    Told:
        inside `together` nobody can shuffle
    Right:
        - together, each player me:
            - me chooses n from 1..3
        - shuffle stock
    """
    return Told(message, span, help_)
