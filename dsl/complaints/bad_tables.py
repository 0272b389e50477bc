"""What is wrong with how the table shows things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error, error_under, guessed

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


@error_under("wrong-type")
def finish_on_another_board(board: str, span: Span) -> Told:
    """A finish line lies across a track or lanes.

    Wrong:
        table:
          finish: {grid: 2}
    Told:
        a finish line lies across a track or lanes, and `grid` is neither
    Right:
        table:
          finish: {road: 10}
    """
    return Told(f"a finish line lies across a track or lanes, and `{board}` is neither", span)


@error_under("wrong-type")
def round_on_another_board(board: str, span: Span) -> Told:
    """Only a track goes round.

    Wrong:
        table:
          round: grid
    Told:
        a track goes round, and `grid` is none
    Right:
        table:
          round: road
    """
    return Told(f"a track goes round, and `{board}` is none", span)


@error_under("wrong-type")
def path_on_lanes(board: str, span: Span) -> Told:
    """A path is a line from space to neighbouring space, which is not drawn on lanes.

    Wrong:
        boards:
          course: {kind: lanes, lanes: 2, spaces: 0..5}
        variables:
          running: {per: space of course, holds: truth}
        table:
          path:
            running: leader
    Told:
        no line is drawn on the lanes of `course`
    Right:
        variables:
          running: {per: space of grid, holds: truth}
          tip: {holds: space of grid}
        table:
          path:
            running: tip
    """
    return Told(f"no line is drawn on the lanes of `{board}`", span)


@error_under("wrong-type")
def not_the_ends(ends: str, path: str, span: Span) -> Told:
    """The ends of a path are spaces of its board, for each of its lines.

    Wrong:
        variables:
          trail: {per: [player, space of grid], holds: truth}
        table:
          path:
            trail: leader
    Told:
        `leader` does not hold spaces of the same board for each line of `trail`
    Right:
        variables:
          trail: {per: [player, space of grid], holds: truth}
          tip: {per: player, holds: space of grid}
        table:
          path:
            trail: tip
    """
    message = f"`{ends}` does not hold spaces of the same board for each line of `{path}`"
    return Told(message, span, "such as `ends: {per: [player, 1..2], holds: space of board}`")
