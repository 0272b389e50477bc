"""Draws boards of squares: a grid with its lines, and lanes one below the other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ...table.geometry import size
from ...table.pictures import BoardPicture, SpacePicture
from ...table.styles import EDGE
from .hexagon import SIGN, fit, found, standing
from .paint import mark, on
from .paint import middle as middle_of

FRAME = EDGE
FEW_ROWS = 5
"""A grid of at most so many rows has lines between them on every screen."""

SQUARE = re.compile(r"([^\W\d_]+)(\d+)")


def draw_grid(board: BoardPicture, width: int, height: int) -> Text:
    """A grid with its coordinates at the left and below; an empty square shows its name.

    Lines separate the rows of a small grid, and of every grid for which *height* leaves room; where there is more, squares are
    three lines high.
    """
    rows, columns = size(board.points)
    at = {(space.row, space.column): space for space in board.spaces}
    left, below = coordinates(at, rows, columns)
    gutter = max([0, *(cell_len(name) + 1 for name in left)])
    if gutter + 4 * columns + 1 > width:
        return draw_narrow(at, (left, below), gutter, width)
    lined = rows <= FEW_ROWS or 2 * rows + 2 <= height
    tall = 4 * rows + 2 <= height
    wide = max(3, min(7 if tall else 5, (width - 1 - gutter) // columns - 1))
    high = 3 if tall and wide >= 5 else 1
    named = max(cell_len(space.name) for space in board.spaces) <= wide
    text = Text()
    if lined:
        rule(text, gutter, columns, wide, ("┌", "┬", "┐"))
    for row in range(rows):
        for level in range(high):
            middle = level == high // 2
            text.append((left[row] if middle and left else "").rjust(gutter - 1) + " " if gutter else "", "dim")
            text.append("│", FRAME)
            for column in range(columns):
                start, space = len(text), at.get((row, column))
                square(text, space, wide, (level, high), named)
                if space is not None:
                    mark(text, start, space.id)
                text.append("│", FRAME)
            text.append("\n")
        if lined:
            rule(text, gutter, columns, wide, ("└", "┴", "┘") if row == rows - 1 else ("├", "┼", "┤"))
    for position, name in enumerate(below):
        text.append(" " * (gutter + 1) if position == 0 else " ")
        text.append(middle_of(name, wide), "dim")
    text.rstrip()
    return text


def draw_narrow(at: dict[tuple[int, int], SpacePicture], names: tuple[list[str], list[str]], gutter: int, width: int) -> Text:
    """A grid of many columns, without lines: a square is as wide as there is room for, at least one letter."""
    rows, columns = size(tuple(at))
    left, below = names
    wide = max(1, min(3, (width - gutter) // columns))
    text = Text()
    for row in range(rows):
        text.append(left[row].rjust(gutter - 1) + " " if gutter else "", "dim")
        for column in range(columns):
            start, space = len(text), at.get((row, column))
            square(text, space, wide, (0, 1), False)
            if space is not None:
                mark(text, start, space.id)
        text.append("\n")
    text.append(" " * gutter + "".join(spaced(below, wide)), "dim")
    text.rstrip()
    return text


def spaced(names: list[str], wide: int) -> Iterator[str]:
    """The names of columns, each over its own; those are left out for which the one before leaves no room."""
    free = 0
    for at, name in enumerate(names):
        if at * wide >= free:
            yield " " * (at * wide - free) + name
            free = at * wide + cell_len(name) + 1
            yield " "


def rule(text: Text, gutter: int, columns: int, wide: int, corners: tuple[str, str, str]) -> None:
    """Append a line between two rows, or at the edge."""
    left, cross, right = corners
    text.append(" " * gutter + left + cross.join(["─" * wide] * columns) + right + "\n", FRAME)


def coordinates(at: dict[tuple[int, int], SpacePicture], rows: int, columns: int) -> tuple[list[str], list[str]]:
    """The labels of the rows and of the columns, from the names of their squares; empty unless every name is letters, the same in
    a column, and a number, the same in a row.
    """
    left, below = [""] * rows, [""] * columns
    for (row, column), space in at.items():
        parts = SQUARE.fullmatch(space.name)
        if parts is None or left[row] not in ("", parts[2]) or below[column] not in ("", parts[1]):
            return [], []
        below[column], left[row] = parts[1], parts[2]
    return left, below


def square(text: Text, space: SpacePicture | None, wide: int, level: tuple[int, int], named: bool) -> None:
    """Append one line of one square, *level* of so many; below what stands there, or behind it, is what is printed."""
    at, high = level
    middle, below, tall = at == high // 2, at == high - 1, high > 1
    if space is None:
        text.append(" " * wide)
        return
    ground = on(space.ground) if space.ground else Style()
    if not middle:
        note = space.note if below and space.tokens and cell_len(space.note) <= wide else ""
        text.append(middle_of(note, wide), ground + Style(dim=not space.ground))
        return
    if space.tokens:
        inside = fit(space.tokens, wide) if cell_len(space.tokens[0].text) <= wide or not named else (found(space),)
        room = wide - sum(cell_len(token.text) for token in inside)
        text.append(" " * (room // 2), ground)
        for token in inside:
            text.append(token.text, standing(space, token))
        room -= room // 2
        sign = space.sign[:room]
        note = space.note if not tall and cell_len(space.note) + len(sign) < room else ""
        text.append(sign, ground + SIGN)
        text.append(" " * (room - len(sign) - cell_len(note)), ground)
        text.append(note, ground + Style(dim=not space.ground))
        return
    label = space.note or (space.name if named else "·")
    text.append(middle_of(label, wide, space.sign), ground + Style(dim=not space.ground))


def draw_lanes(board: BoardPicture, width: int) -> Text:
    """Lanes one below the other, their spaces from left to right, as far as something stands there or to the finish line.

    Where they do not fit, empty spaces at the left are cut off first, then empty spaces at the right; the lanes go on below as
    far as there are tokens.
    """
    lanes, length = size(board.points)
    at = {(space.row, space.column): space for space in board.spaces}
    taken = [space.column for space in board.spaces if space.tokens]
    if board.finish is not None:
        length = min(length, max([board.finish, *taken]) + 2)
    head = max(cell_len(lane_name(at, lane)) for lane in range(lanes)) + 1
    room = width - head - 3
    needed = max([2, *(1 + sum(cell_len(token.text) for token in space.tokens) for space in board.spaces)])
    wide = max(1, min(max(needed, min(ROOMY_SPACE, room // length)), room))
    fit_columns = max(1, room // wide)
    first = max(0, min(min(taken, default=0) - 1, length - fit_columns))
    starts = range(first, max([first, *taken]) + 1, fit_columns)
    parts = [
        draw_stretch(at, (lanes, head, board.finish), wide, range(start, min(length, start + fit_columns)), length)
        for start in starts
    ]
    return Text("\n").join(parts)


ROOMY_SPACE = 4
"""How wide the spaces of lanes are where there is room."""


def draw_stretch(
    at: dict[tuple[int, int], SpacePicture], frame: tuple[int, int, int | None], wide: int, columns: range, length: int
) -> Text:
    """These columns of lanes that have *length* columns, each *wide* on the screen, below the names of the columns and behind
    those of the lanes. *frame* has the number of lanes, how much room their names take, and the column with the finish line.
    """
    lanes, head, finish = frame
    start, end = columns.start, columns.stop
    text = Text(" " * head + ("‥" if start else " "))
    for column in columns:
        number = space_name(at, column)
        text.append("┃" if column == finish else "", "bold")
        text.append(middle_of(number if (column - start) % 2 == 0 or wide > 3 else "", wide), "dim")
    for lane in range(lanes):
        name = lane_name(at, lane)
        text.append("\n" + " " * (head - 1 - cell_len(name)) + name + " ", "dim")
        text.append("│", FRAME)
        for column in columns:
            begin, space = len(text), at.get((lane, column))
            text.append("┃" if column == finish else "", "bold")
            lane_space(text, space, wide)
            if space is not None:
                mark(text, begin, space.id)
        text.append("│" if end == length else "‥", FRAME)
    return text


def lane_space(text: Text, space: SpacePicture | None, wide: int) -> None:
    """Append one space of a lane."""
    if space is None:
        text.append(" " * wide)
        return
    ground = on(space.ground) if space.ground else Style()
    tokens = fit(space.tokens, wide)
    if not tokens:
        note = middle_of(space.note, wide - 1) + (space.sign or " ") if wide > 1 else ""
        text.append(note if space.note else middle_of("·", wide, space.sign), ground + Style(dim=not space.ground))
        return
    room = wide - sum(cell_len(token.text) for token in tokens)
    text.append(" " * (room // 2), ground)
    for token in tokens:
        text.append(token.text, standing(space, token))
    sign = space.sign[: room - room // 2]
    text.append(sign, ground + SIGN)
    text.append(" " * (room - room // 2 - len(sign)), ground)


def lane_name(at: dict[tuple[int, int], SpacePicture], lane: int) -> str:
    """The beginning that the names of a lane's spaces have in common; else its number, from 1."""
    names = [space.name for (row, _), space in at.items() if row == lane]
    return common(names) or str(lane + 1)


def space_name(at: dict[tuple[int, int], SpacePicture], column: int) -> str:
    """The end that the names of a column's spaces have in common; else its number, from 0."""
    names = [space.name[::-1] for (_, place), space in at.items() if place == column]
    return common(names)[::-1] or str(column)


def common(names: list[str]) -> str:
    """The longest common beginning of the names, without punctuation at its ends; empty when there is only one name."""
    if len(names) < 2:
        return ""
    first, last = min(names), max(names)
    length = next((place for place, letter in enumerate(first) if letter != last[place : place + 1]), len(first))
    return first[:length].strip(" .,:/-_")
