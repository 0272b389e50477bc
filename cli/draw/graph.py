"""Draws spaces that the author has joined by lines: at their points when each has its own, else in columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from rich.cells import cell_len
from rich.text import Text

from ...table.geometry import column_width, size
from ...table.pictures import BoardPicture, SpacePicture
from .hexagon import badge
from .paint import mark, on

TOKEN = 2
"""So much room is kept on an empty space, so that a board stays where it is when the first token comes to it."""


def draw_graph(board: BoardPicture, width: int) -> Text:
    """The spaces, each with its name, what is printed on it and what stands there."""
    drawn = [draw_space(space) for space in board.spaces]
    blank = [0 if space.tokens else TOKEN - len(space.sign) for space in board.spaces]
    room = [text.cell_len + more for text, more in zip(drawn, blank, strict=True)]
    points = board.points
    _, columns = size(points)
    taken = set(points)
    if board.links and all(in_sight(points, taken, *link) for link in board.links):
        for placed in (stretched(points, room), close(points, room)):
            if max(column + wide for column, wide in zip(placed, room, strict=True)) <= width:
                return with_links(board, drawn, placed)
    for text, ways in zip(drawn, leading(board), strict=True):
        text.append(f" → {', '.join(ways)}" if ways else "", "dim")
    wide = max(room) + 2
    if len({row for row, _ in points}) > 1 and len(taken) == len(board.spaces) and columns * wide <= width:
        return lay_out(board.spaces, drawn, wide)
    wide = max(text.cell_len for text in drawn) + 2
    fit = max(1, width // wide)
    deep = -(-len(drawn) // fit)
    lines = [join(drawn[start::deep], wide) for start in range(deep)]
    return Text("\n").join(lines)


def in_sight(points: Sequence[tuple[int, int]], taken: set[tuple[int, int]], one: int, other: int) -> bool:
    """Whether a straight line leads from one point to the other, with room for it and none of those taken between."""
    (row, column), (end_row, end_column) = points[one], points[other]
    parts = gcd(end_row - row, end_column - column)
    steps = [(row + at * (end_row - row) // parts, column + at * (end_column - column) // parts) for at in range(1, parts)]
    return max(abs(end_row - row), abs(end_column - column)) > 1 and taken.isdisjoint(steps)


def stretched(points: Sequence[tuple[int, int]], room: Sequence[int]) -> list[int]:
    """The column of the screen at which each space begins, as the drawing has them."""
    across = column_width(points, [wide + 2 for wide in room])
    return [column * across for _, column in points]


def close(points: Sequence[tuple[int, int]], room: Sequence[int]) -> list[int]:
    """The same, where a column of the drawing begins as soon as no row keeps it from there."""
    starts, ends = dict[int, int](), dict[int, int]()
    begin = 0
    for column in sorted({column for _, column in points}):
        here = [at for at, (_, other) in enumerate(points) if other == column]
        starts[column] = max(begin, *(ends.get(points[at][0], 0) for at in here))
        ends |= {points[at][0]: starts[column] + room[at] + 2 for at in here}
        begin = starts[column] + 1
    return [starts[column] for _, column in points]


def leading(board: BoardPicture) -> list[list[str]]:
    """For each space, the names of those that lines lead to from there; links are told by their own ends."""
    ways: list[list[str]] = [[] for _ in board.spaces]
    for one, other in board.links:
        if not board.spaces[other].link:
            ways[one].append(board.spaces[other].name)
    return ways


LINES = {(0, 1): "─", (1, 0): "│", (1, 1): "╲", (1, -1): "╱"}
"""The sign of a line by its direction: down, and to the right."""


def with_links(board: BoardPicture, drawn: list[Text], placed: Sequence[int]) -> Text:
    """Every space in its row, at the column of the screen where it is *placed*, and the lines between them."""
    points = [(space.row, column) for space, column in zip(board.spaces, placed, strict=True)]
    lines: dict[tuple[int, int], str] = {}
    for one, other in board.links:
        (row, column), (end_row, end_column) = sorted((points[one], points[other]))
        length = max(end_row - row, 1 if end_row > row else end_column - column)
        slope = (min(end_row - row, 1), (end_column > column) - (end_column < column))
        for at in range(1, length):
            place = (row + at * (end_row - row) // length, column + at * (end_column - column) // length)
            sign = LINES[slope]
            lines[place] = sign if lines.get(place, sign) == sign else "┼"
    text = Text()
    for row in range(max(row for row, _ in points) + 1):
        spaces = sorted((column, number) for number, (there, column) in enumerate(points) if there == row)
        text.append("\n" if row else "")
        at = 0
        for column, number in [*spaces, (max((c for r, c in lines if r == row), default=-1) + 1, -1)]:
            while at < column:
                text.append(lines.get((row, at), " "), "dim")
                at += 1
            if number >= 0:
                text.append_text(drawn[number])
                at += drawn[number].cell_len
    return text


def lay_out(spaces: tuple[SpacePicture, ...], drawn: list[Text], wide: int) -> Text:
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


def draw_space(space: SpacePicture) -> Text:
    """`name note [tokens]`."""
    text = Text()
    text.append(
        f" {space.name} " if space.ground else space.name, on(space.ground) if space.ground else "bold" if space.tokens else "dim"
    )
    if space.note:
        text.append(f" {space.note}", "dim")
    for number, token in enumerate(space.tokens):
        text.append(" " if number else space.sign or " ")
        text.append(token.text, badge(token))
    if not space.tokens:
        text.append(space.sign)
    mark(text, 0, space.id)
    return text
