"""Leaves out most of the empty part of a large grid, so that what lies on it can be read on paper."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ..program.ir import Shape
from ..table.scene import Board, Space

AROUND = 3
"""So many empty rows and columns are left on each side."""

LARGE = 20
"""A grid with at most so many rows and columns is drawn whole."""


def cropped(boards: Sequence[Board]) -> tuple[Board, ...]:
    """The boards, all of the same spaces, without the rows and columns in which nothing lies on any of them."""
    used = [space.at for board in boards for space in board.spaces if occupied(space)]
    whole = boards[0].spaces if boards else ()
    if not used or boards[0].shape != Shape.GRID.value or boards[0].links or max(max(space.at) for space in whole) < LARGE:
        return tuple(boards)
    (left, right), (top, low) = ((min(each) - AROUND, max(each) + AROUND) for each in zip(*used, strict=True))
    left, top = max(left, 0), max(top, 0)
    return tuple(
        evolve(
            board,
            spaces=tuple(
                evolve(space, at=(space.at[0] - left, space.at[1] - top))
                for space in board.spaces
                if left <= space.at[0] <= right and top <= space.at[1] <= low
            ),
        )
        for board in boards
    )


def occupied(space: Space) -> bool:
    """Whether anything stands on a space."""
    return bool(space.pieces or space.pointers or space.marks)
