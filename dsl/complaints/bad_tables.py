"""What is wrong with how the table shows things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error, guessed

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Guess


@error
def sign_too_long(most: int, letters: str, count: int, span: Span) -> Told:
    """The sign of a piece or a seat is short.

    Wrong:
        table:
          signs:
            calm: quiet
    Told:
        a sign has at most 4 letters, and `quiet` has 5
    Right:
        table:
          signs:
            calm: C
    """
    return Told(f"a sign has at most {most} letters, and `{letters}` has {count}", span)


@error
def unknown_hint(word: str, span: Span, guess: Guess) -> Told:
    """`table:` has a few keys.

    Wrong:
        table:
          colors: {calm: red}
    Told:
        `table:` has no `colors:`
    Right:
        table:
          colours: {calm: red}
    """
    return guessed(f"`table:` has no `{word}:`", span, guess)


@error
def unknown_colour(word: str, span: Span, help_: str) -> Told:
    """A colour is named that is not known.

    Wrong:
        table:
          colours:
            calm: rde
    Told:
        there is no colour `rde`
    Right:
        table:
          colours:
            calm: red
    """
    return Told(f"there is no colour `{word}`", span, help_)


@error
def unknown_thing(word: str, span: Span, guess: Guess) -> Told:
    """Colours and signs are given to seats, values and pieces.

    Wrong:
        table:
          colours:
            clam: red
    Told:
        there is no seat, value or piece `clam`
    Right:
        table:
          colours:
            calm: red
    """
    return guessed(f"there is no seat, value or piece `{word}`", span, guess)


@error
def nothing_to_show(word: str, span: Span, guess: Guess) -> Told:
    """What the table shows is declared, or stands under `show:`.

    Wrong:
        table:
          first: [coinz]
    Told:
        there is no value or zone `coinz`, and nothing of that name under `show:`
    Right:
        table:
          first: [coins]
    """
    return guessed(f"there is no value or zone `{word}`, and nothing of that name under `show:`", span, guess)


@error
def empty_sign(span: Span) -> Told:
    """A sign has at least one letter.

    Wrong:
        table:
          signs:
            blue: {}
    Told:
        expected a sign such as `N`, found nothing
    Right:
        table:
          signs:
            blue: B
    """
    return Told("expected a sign such as `N`, found nothing", span)


@error
def not_a_path(name: str, span: Span) -> Told:
    """A line is drawn where a variable holds a truth for each space.

    Wrong:
        table:
          path:
            ready: coins
    Told:
        `ready` does not hold a truth for each space of a board
    Right:
        variables:
          road_of: {per: [player, space of grid], holds: truth}
          tip: {per: player, holds: space of grid}
        table:
          path:
            road_of: tip
        phases:
          game:
            - road_of[Anne, a1] = yes
            - tip[Anne] = a1
    """
    message = f"`{name}` does not hold a truth for each space of a board"
    return Told(message, span, "such as `line: {per: [player, space of board], holds: truth}`")
