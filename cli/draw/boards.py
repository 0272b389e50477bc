"""Draws a board according to its shape."""

from __future__ import annotations

from typing import assert_never

from rich.console import Group, RenderableType
from rich.text import Text

from ...program.ir import Shape
from ...table.scene import BoardPicture
from .graph import draw_graph
from .hexagon import draw_hexagon
from .paint import painted
from .squares import draw_grid, draw_lanes
from .track import draw_track


def draw_board(board: BoardPicture, width: int, height: int) -> RenderableType:
    """The board with its legend, at most *width* columns wide where its shape allows; spaces are several lines high where
    *height* leaves room for that.
    """
    drawn = draw_shape(board, width, height)
    if not board.legend:
        return drawn
    legend = Text("   ").join(painted(line) for line in board.legend)
    legend.stylize("dim")
    return Group(drawn, legend)


def draw_shape(board: BoardPicture, width: int, height: int) -> RenderableType:
    """The board without its legend."""
    match board.shape:
        case Shape.TRACK:
            return draw_track(board, width)
        case Shape.LANES:
            return draw_lanes(board, width)
        case Shape.GRID:
            return draw_grid(board, width, height)
        case Shape.HEXAGON:
            return draw_hexagon(board, width, height)
        case Shape.GRAPH:
            return draw_graph(board, width)
        case _:
            assert_never(board.shape)
