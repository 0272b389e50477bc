"""Draws a board according to its shape."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve, frozen
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.text import Text

from ...program.ir import Shape
from ...table.pictures import BoardPicture
from ...table.styles import DIM, TextStyle
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
    if not board.explained:
        return drawn
    return Group(drawn, Legend(board))


@frozen
class Legend:
    """The explanations of a board, in as many lines as they need where they stand."""

    board: BoardPicture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines for that room."""
        yield draw_legend(self.board, options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """From the widest item to all in one line; what comes and goes with each move needs no room of its own."""
        items = [painted(writing).cell_len for writing in self.board.legend]
        widest = max(painted(writing).cell_len for writing in self.board.explained)
        return Measurement(widest, max(widest, sum(items) + 3 * len(items) - 3)).clamp(max_width=options.max_width)


def draw_legend(board: BoardPicture, width: int) -> Text:
    """The explanations, as many in a line as find room there; none is broken that fits into a line."""
    lines: list[Text] = []
    for writing in board.explained:
        # signs look as they do on the board, what they mean is faint
        item = painted(evolve(run, style=DIM) if run.style == TextStyle() else run for run in writing)
        if lines and lines[-1].cell_len + 3 + item.cell_len <= width:
            lines[-1] = Text("   ").join((lines[-1], item))
        else:
            lines.append(item)
    return Text("\n").join(lines)


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
        case Shape.GRAPH | Shape.LINKS:
            return draw_graph(board, width)
        case _:
            assert_never(board.shape)
