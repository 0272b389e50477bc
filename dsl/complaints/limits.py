"""What is more than a ruleset may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error, warning

if TYPE_CHECKING:
    from ...program.span import Span


@error
def too_many_spaces(most: int, span: Span) -> Told:
    """A board has a limited number of spaces.

    Wrong:
        boards:
          f: {kind: track, spaces: 0..90000}
    Told:
        a board has at most 10,000 spaces
    Right:
        boards:
          f: {kind: track, spaces: 0..90}
    """
    return Told(f"a board has at most {most:,} spaces", span)


@error
def deck_too_large(most: int, count: int, span: Span) -> Told:
    """A deck has a limited number of cards.

    Wrong:
        decks:
          heap: {cards: [{value: 1..90, worth: 1..90}]}
    Told:
        a deck has at most 5,000 cards, this would be 8,100
    Right:
        decks:
          heap: {cards: [{value: 1..9, worth: 1..9}], starts in: attic}
        zones:
          attic: {of: heap}
    """
    return Told(f"a deck has at most {most:,} cards, this would be {count:,}", span)


@error
def named_set_too_large(most: int, span: Span) -> Told:
    """A set with a name has a limited number of elements.

    Wrong:
        - let many = 1..pot * 1000
    Told:
        a set with a name has at most 5,000 elements
    Right:
        - let many = 1..pot * 10
    """
    return Told(f"a set with a name has at most {most:,} elements", span)


@error
def number_too_large(most: int | str, value: int | str, span: Span) -> Told:
    """A number has 32 bits.

    Wrong:
        - points[Anne] = 9999999999
    Told:
        expected a number up to 2147483647, found 9999999999
    Right:
        - points[Anne] = 99
    """
    return Told(f"expected a number up to {most}, found {value}", span)


@error
def too_many_values_shown(count: int, most: int, span: Span) -> Told:
    """What is shown has a limited number of values.

    Wrong:
        show:
          many (grid a, grid b, grid c, player p): 1
    Told:
        this would be 1,458 values, and 1,000 may be shown
    Right:
        show:
          many (player p): coins[p]
    """
    return Told(f"this would be {count:,} values, and {most:,} may be shown", span)


@error
def too_many_values(most: int, span: Span) -> Told:
    """A declaration takes a limited number of values.

    Wrong:
        variables:
          d: {per: [1..1000, 1..1000], holds: 0..9}
    Told:
        this would take more than 100,000 values
    Right:
        variables:
          d: {per: [1..10, 1..10], holds: 0..9}
    """
    return Told(f"this would take more than {most:,} values", span)


@error
def too_large(message: str, span: Span, help_: str = "") -> Told:
    """Something is larger than rulerun takes on, so that games stay quick.

    The message says what it is, and how large it may be.

    Wrong:
        decks:
          o: {cards: [{value: 99999999999}], starts in: heap}
        zones:
          heap: {of: o}
    Told:
        expected a number within ±2147483647, found 99999999999
    Right:
        decks:
          o: {cards: [{value: 99}], starts in: heap}
        zones:
          heap: {of: o}
    """
    return Told(message, span, help_)


@error
def too_deep(message: str, span: Span, help_: str = "") -> Told:
    """Brackets, lists or functions are nested deeper than rulerun follows them.

    Give a name to a part of it, with `let` or under `functions:`.

    Told:
        this line has too many brackets inside brackets, or too many parts
    """
    return Told(message, span, help_)


@warning
def unchecked(message: str, span: Span, help_: str = "") -> Told:
    """A ruleset is so large that not all of it was checked.

    What was left out is checked when it is played.

    Told:
        this ruleset is so large that this example, and all behind it, were not read
    """
    return Told(message, span, help_)
