"""What is wrong with asking for what is printed on cards, spaces and values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error_under("wrong-type")
def nothing_printed_on(name: str, found: str, span: Span) -> Told:
    """Something is printed on cards, spaces and values of enumerations.

    Wrong:
        - pot = pot.value
    Told:
        `.value` stands behind a card, a space or a value of an enumeration, found a number
    Right:
        - pot = a1.row
    """
    return Told(f"`.{name}` stands behind a card, a space or a value of an enumeration, found {found}", span)


@error_under("wrong-type")
def list_for_a_value(name: str, words: str, span: Span) -> Told:
    """One value is expected, not the list that is printed.

    Wrong:
        enumerations:
          figure:
            soldier: {likes: [red, blue]}
        phases:
          game:
            - pot = soldier.likes
    Told:
        `likes` is a list: expected one value
    Right:
        enumerations:
          figure:
            soldier: {likes: [red, blue]}
        phases:
          game:
            - pot = count(soldier.likes)
    """
    return Told(f"`{name}` is a list: expected one value", span, f"for example `count of … in {words}`")


@error_under("wrong-type")
def index_of_one_value(name: str, span: Span) -> Told:
    """What is one value has no index.

    Wrong:
        - let x = 3
        - pot = x[1]
    Told:
        `x` is one value: it takes no `[ ]`
    Right:
        - let x = 3
        - pot = x
    """
    return Told(f"`{name}` is one value: it takes no `[ ]`", span)


@error_under("wrong-type")
def index_of_a_list(name: str, span: Span) -> Told:
    """A printed list is a set, which has no index.

    Wrong:
        enumerations:
          figure:
            soldier: {likes: [red, blue]}
        phases:
          game:
            - pot = count(soldier.likes[red])
    Told:
        `likes` is a list: it takes no `[ ]`
    Right:
        enumerations:
          figure:
            soldier: {likes: [red, blue]}
        phases:
          game:
            - if red in soldier.likes:
                - pot = 1
    """
    return Told(f"`{name}` is a list: it takes no `[ ]`", span)


@error_under("unknown-name")
def unknown_in_quotes(kind: str, words: str, span: Span, help_: str) -> Told:
    """What stands in quotes is the whole name of a card or a space.

    Wrong:
        decks:
          dishes:
            cards: every colour as main, every mood as side
            starts in: menu_card
        zones:
          menu_card: {of: dishes, kind: pile}
        variables:
          wanted: {holds: card of dishes}
        phases:
          game:
            - wanted = "red"
    Told:
        there is no card of `dishes` called `red`
    Right:
        decks:
          dishes:
            cards: every colour as main, every mood as side
            starts in: menu_card
        zones:
          menu_card: {of: dishes, kind: pile}
        variables:
          wanted: {holds: card of dishes}
        phases:
          game:
            - wanted = "red calm"
    """
    return Told(f"there is no {kind} called `{words}`", span, help_)
