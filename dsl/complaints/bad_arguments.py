"""What is wrong with what a function of the language is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error_under("not-known-before-play")
def argument_not_known(what: str, span: Span) -> Told:
    """What makes a table that lasts is known before play.

    Wrong:
        - pot = count(lines(grid, pot))
    Told:
        expected a length that is known before play
    Right:
        - pot = count(lines(grid, 3))
    """
    return Told(f"expected {what} that is known before play", span)


@error_under("wrong-type")
def not_a_space(found: str, span: Span) -> Told:
    """A step begins on a space.

    Wrong:
        - king = step(pot, up)
    Told:
        expected a space, found a number
    Right:
        - king = step(b2, up)
    """
    return Told(f"expected a space, found {found}", span)


@error_under("wrong-type")
def not_a_board(span: Span, help_: str) -> Told:
    """A board is given by its name.

    Wrong:
        - king = at(pot, 1, 2)
    Told:
        expected the name of a board
    Right:
        - king = at(grid, 1, 2)
    """
    return Told("expected the name of a board", span, help_)


@error_under("wrong-type")
def space_of_another_board(board: str, found: str, span: Span) -> Told:
    """What lies between two spaces lies on their board.

    Wrong:
        boards:
          comb: {kind: hexagon, side: 2}
        phases:
          game:
            - Anne chooses x from comb
            - pot = count(between(a1, x))
    Told:
        expected a space of `grid`, found a space of `comb`
    Right:
        phases:
          game:
            - Anne chooses x from grid
            - pot = count(between(a1, x))
    """
    return Told(f"expected a space of `{board}`, found {found}", span)


@error_under("wrong-type")
def no_coordinates(board: str, span: Span) -> Told:
    """A space is given by column and row where the board has them.

    Wrong:
        - let x = at(road, 1, 2)
    Told:
        the spaces of `road` have no coordinates
    Right:
        - king = at(grid, 1, 2)
    """
    return Told(f"the spaces of `{board}` have no coordinates", span)


@error_under("wrong-type")
def line_too_short(span: Span) -> Told:
    """A line goes from one space to another.

    Wrong:
        - pot = count(lines(grid, 1))
    Told:
        a line has at least 2 spaces
    Right:
        - pot = count(lines(grid, 2))
    """
    return Told("a line has at least 2 spaces", span)


@error_under("wrong-type")
def line_too_long(board: str, length: int, span: Span) -> Told:
    """A line fits on its board.

    Wrong:
        - pot = count(lines(grid, 4))
    Told:
        `grid` has no straight row of 4 spaces
    Right:
        - pot = count(lines(grid, 3))
    """
    return Told(f"`{board}` has no straight row of {length} spaces", span)
