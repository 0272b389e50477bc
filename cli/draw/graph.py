"""Draws spaces that the author has joined by lines: at their points when each has its own, else in columns."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from ...table.scene import BoardPicture, Space
from .hexagon import badge
from .paint import on


def draw_graph(board: BoardPicture, width: int) -> Text:
    """The spaces, each with its name, what is printed on it and what stands there."""
    drawn = [draw_space(space) for space in board.spaces]
    wide = max(text.cell_len for text in drawn) + 2
    rows = {space.row for space in board.spaces}
    columns = max(space.column for space in board.spaces) + 1
    points = {(space.row, space.column) for space in board.spaces}
    if len(rows) > 1 and len(points) == len(board.spaces) and columns * wide <= width:
        return lay_out(board.spaces, drawn, wide)
    fit = max(1, width // wide)
    deep = -(-len(drawn) // fit)
    lines = [join(drawn[start::deep], wide) for start in range(deep)]
    return Text("\n").join(lines)


def lay_out(spaces: tuple[Space, ...], drawn: list[Text], wide: int) -> Text:
    """Every space at its point."""
    text = Text()
    row = 0
    for space, part in sorted(zip(spaces, drawn, strict=True), key=lambda pair: (pair[0].row, pair[0].column)):
        if space.row > row:
            text.append("\n" * (space.row - row))
            row = space.row
        line = text.plain.rpartition("\n")[2]
        text.append(" " * (space.column * wide - cell_len(line)))
        text.append_text(part)
    return text


def join(parts: list[Text], wide: int) -> Text:
    """The parts side by side, each *wide* columns wide."""
    line = Text()
    for part in parts:
        line.append_text(part)
        line.append(" " * (wide - part.cell_len))
    return line


def draw_space(space: Space) -> Text:
    """`name note [tokens]`."""
    text = Text()
    text.append(
        f" {space.name} " if space.ground else space.name, on(space.ground) if space.ground else "bold" if space.tokens else "dim"
    )
    if space.note:
        text.append(f" {space.note}", "dim")
    for token in space.tokens:
        text.append(" ")
        text.append(token.text, badge(token))
    return text
