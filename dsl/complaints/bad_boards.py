"""What is wrong with boards, and with pieces on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error, guessed, warning

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Guess


@warning
def no_effect(span: Span) -> Told:
    """Where nothing moves by a number, it does not matter what is beyond the ends.

    Wrong:
        movement:
          grid: {capacity: 1, beyond the ends: stop}
    Told:
        pieces move `by` a number only on tracks and lanes
    Right:
        movement:
          grid: {capacity: 1}
    """
    return Told("pieces move `by` a number only on tracks and lanes", span)


@error
def jump_and_bounce(span: Span) -> Told:
    """A piece that jumps over full spaces does not bounce.

    Wrong:
        movement:
          road: {capacity: 1, blocked: jump, beyond the ends: bounce}
    Told:
        a piece that jumps over full spaces does not bounce
    Right:
        movement:
          road: {capacity: 1, blocked: jump, beyond the ends: stop}
    """
    return Told("a piece that jumps over full spaces does not bounce", span, "take another rule for `beyond the ends:`")


@error
def blocking_by_several(span: Span) -> Told:
    """A piece on a board with full spaces has one index at most.

    Wrong:
        boards:
          line: {kind: track, spaces: 0..5}
        pieces:
          ant: {per: [player, colour], on: line}
        movement:
          line: {capacity: 1}
        phases:
          game:
            - move ant[Anne, red] by 2
    Told:
        blocking works for pieces with one index, or none
    Right:
        boards:
          line: {kind: track, spaces: 0..5}
        pieces:
          ant: {per: colour, on: line}
        movement:
          line: {capacity: 1}
        phases:
          game:
            - move ant[red] by 2
    """
    return Told("blocking works for pieces with one index, or none", span)


@error
def finish_beyond_the_ends(board: str, low: int, high: int, number: int, span: Span) -> Told:
    """A finish line lies on its board.

    Wrong:
        table:
          finish:
            road: 11
    Told:
        `road` has the spaces 0 to 10, and no 11
    Right:
        table:
          finish:
            road: 10
    """
    return Told(f"`{board}` has the spaces {low} to {high}, and no {number}", span)


@error
def step_too_far(most: int, number: int, span: Span) -> Told:
    """A step goes a limited number of columns and rows.

    Wrong:
        boards:
          h: {kind: grid, columns: 2, rows: 2, steps: {two: [1, 2000]}}
    Told:
        a step goes at most 1,000 columns and rows, found 2000
    Right:
        boards:
          h: {kind: grid, columns: 2, rows: 2, steps: {two: [1, 1]}}
    """
    return Told(f"a step goes at most {most:,} columns and rows, found {number}", span)


@error
def step_to_itself(span: Span) -> Told:
    """A step leads to another space.

    Wrong:
        boards:
          b: {kind: grid, columns: 2, rows: 2, steps: {two: [0, 0]}}
    Told:
        a step leads to another space
    Right:
        boards:
          b: {kind: grid, columns: 2, rows: 2, steps: {two: [0, 1]}}
    """
    return Told("a step leads to another space", span)


@error
def board_size(what: str, number: int, span: Span) -> Told:
    """A board has from 1 to 1000 columns and rows.

    Wrong:
        boards:
          g: {kind: grid, columns: 0, rows: 3}
    Told:
        expected the number of columns, from 1 to 1000, found 0
    Right:
        boards:
          g: {kind: grid, columns: 3, rows: 3}
    """
    return Told(f"expected the number of {what}, from 1 to 1000, found {number}", span)


@error
def unknown_shape(word: str, span: Span, guess: Guess) -> Told:
    """A board is of a known kind.

    Wrong:
        boards:
          b: {kind: circle}
    Told:
        there is no kind of board `circle`
    Right:
        boards:
          b: {kind: track, spaces: 0..9}
    """
    return guessed(f"there is no kind of board `{word}`", span, guess)


@error
def ragged_rows(span: Span, help_: str) -> Told:
    """All rows of a grid have the same number of spaces.

    Wrong:
        boards:
          cross:
            kind: grid
            rows:
              - _ . _
              - . .
            legend: {}
    Told:
        all rows of a grid have the same number of spaces
    Right:
        boards:
          cross:
            kind: grid
            rows:
              - _ . _
              - . . .
            legend: {}
    """
    return Told("all rows of a grid have the same number of spaces", span, help_)


@error
def number_of_pieces(found: str, span: Span) -> Told:
    """How many pieces a space takes is a number from 1.

    Wrong:
        movement:
          road: {capacity: none}
    Told:
        expected a number of pieces from 1, found `none`
    Right:
        movement:
          road: {capacity: 1}
    """
    return Told(f"expected a number of pieces from 1, found {found}", span)


@error
def no_spaces(sign: str, span: Span) -> Told:
    """A board has at least one space.

    Wrong:
        boards:
          void:
            kind: grid
            rows:
              - _ _
              - _ _
            legend: {}
    Told:
        expected rows of spaces, found only `_`, which stands for no space
    Right:
        boards:
          void:
            kind: grid
            rows:
              - . .
              - . _
            legend: {}
    """
    return Told(f"expected rows of spaces, found only `{sign}`, which stands for no space", span)


@error
def moved_by_a_number(board: str, span: Span) -> Told:
    """Pieces move by a number on tracks and lanes only.

    Wrong:
        - move king by 2
    Told:
        pieces move `by` a number on tracks and lanes, and `grid` is neither
    Right:
        - place king on a1
    """
    message = f"pieces move `by` a number on tracks and lanes, and `{board}` is neither"
    return Told(message, span, "name the space: `move … to …`")


@error
def rows_of_a_hexagon(one: int, other: int, span: Span) -> Told:
    """Neighbouring rows of a hexagon are shifted by half a space, so that one has a space more than the other.

    Wrong:
        boards:
          wide:
            kind: hexagon
            rows: [". .", ". . . ."]
            legend: {}
    Told:
        on a hexagon neighbouring rows differ by one space, found rows of 2 and 4
    Right:
        boards:
          wide:
            kind: hexagon
            rows: [". .", ". . ."]
            legend: {}
    """
    return Told(f"on a hexagon neighbouring rows differ by one space, found rows of {one} and {other}", span)


@error
def flaw_of_a_drawing(why: str, crossing: str, span: Span) -> Told:
    r"""A board that is drawn has spaces, which are words, and lines, each from one space to another.

    Wrong:
        boards:
          path:
            kind: graph
            spaces: |
              x--y--
    Told:
        this line does not lead from a space to another
    Right:
        boards:
          path:
            kind: graph
            spaces: |
              x--y--z
    """
    return Told(why, span, f"lines are `-`, `|`, `/`, `\\`, and `{crossing}` where they cross; spaces are words")


@error
def nothing_drawn(span: Span) -> Told:
    """A board that is drawn has spaces.

    Wrong:
        boards:
          path:
            kind: graph
            spaces: |
              # x--y--z

    Told:
        expected spaces and the lines between them, found none
    Right:
        boards:
          path:
            kind: graph
            spaces: |
              x--y--z
    """
    return Told("expected spaces and the lines between them, found none", span)


@error
def blank_sign(span: Span) -> Told:
    """A sign in the rows of a board is written with letters, which the legend explains.

    Wrong:
        boards:
          bed:
            kind: grid
            rows: [". R"]
            legend:
              R: {bloom: 1}
              "": {bloom: 2}
    Told:
        expected a sign of at least one letter, found an empty one
    Right:
        boards:
          bed:
            kind: grid
            rows: [". R"]
            legend:
              R: {bloom: 1}
    """
    return Told("expected a sign of at least one letter, found an empty one", span)


@error
def no_rows(span: Span) -> Told:
    """A board of rows has at least one.

    Wrong:
        boards:
          bed:
            kind: grid
            rows: []
            legend: {}
    Told:
        expected rows of spaces, found none
    Right:
        boards:
          bed:
            kind: grid
            rows: [". ."]
            legend: {}
    """
    return Told("expected rows of spaces, found none", span)


@error
def unexplained_sign(sign: str, token: str, span: Span, help_: str) -> Told:
    """What stands in the rows of a board is `.`, `_`, or a sign of its legend.

    Wrong:
        boards:
          bed:
            kind: grid
            rows: [". Q"]
            legend: {R: {bloom: 1}}
    Told:
        the legend does not explain `Q` in `Q`
    Right:
        boards:
          bed:
            kind: grid
            rows: [". R"]
            legend: {R: {bloom: 1}}
    """
    return Told(f"the legend does not explain `{sign}` in `{token}`", span, help_)
