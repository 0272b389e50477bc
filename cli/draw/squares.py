"""Draws boards of squares: a grid with its lines, and lanes one below the other."""

from __future__ import annotations

import re

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ...table.scene import BoardPicture, Space
from .hexagon import badge, fit, found
from .paint import mark_space, on, style

FRAME = "#6c6c6c"
FEW_ROWS = 5
"""A grid with more rows than this has no lines between them on a small screen, since they would take too much of it."""

SQUARE = re.compile(r"([^\W\d_]+)(\d+)")


def draw_grid(board: BoardPicture, width: int, tall: bool) -> Text:
    """A grid with its coordinates at the left and below; an empty square shows its name.

    Lines separate the rows of a small grid and, when *tall*, of every grid; otherwise every other row is shaded.
    """
    rows = max(space.row for space in board.spaces) + 1
    columns = max(space.column for space in board.spaces) + 1
    at = {(space.row, space.column): space for space in board.spaces}
    left, below = coordinates(at, rows, columns)
    gutter = max([0, *(cell_len(name) + 1 for name in left)])
    wide = max(3, min(7 if tall else 5, (width - 1 - gutter) // columns - 1))
    lined = tall or rows <= FEW_ROWS
    high = 3 if tall and rows <= 8 and wide >= 5 else 1
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
                square(text, space, wide, middle, named, not lined and row % 2 == 1)
                if space is not None:
                    mark_space(text, start, space.name)
                text.append("│", FRAME)
            text.append("\n")
        if lined:
            rule(text, gutter, columns, wide, ("└", "┴", "┘") if row == rows - 1 else ("├", "┼", "┤"))
    for position, name in enumerate(below):
        text.append(" " * (gutter + 1) if position == 0 else " ")
        text.append(name.center(wide), "dim")
    text.rstrip()
    return text


def rule(text: Text, gutter: int, columns: int, wide: int, corners: tuple[str, str, str]) -> None:
    """Append a line between two rows, or at the edge."""
    left, cross, right = corners
    text.append(" " * gutter + left + cross.join(["─" * wide] * columns) + right + "\n", FRAME)


def coordinates(at: dict[tuple[int, int], Space], rows: int, columns: int) -> tuple[list[str], list[str]]:
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


def square(text: Text, space: Space | None, wide: int, middle: bool, named: bool, shaded: bool) -> None:
    """Append one line of one square."""
    if space is None:
        text.append(" " * wide)
        return
    ground = on(space.ground) if space.ground else Style(bgcolor="#303030") if shaded else Style()
    if not middle:
        text.append(" " * wide, ground)
        return
    if space.tokens:
        inside = fit(space.tokens, wide) if cell_len(space.tokens[0].text) <= wide or not named else (found(space),)
        room = wide - sum(cell_len(token.text) for token in inside)
        text.append(" " * (room // 2), ground)
        for token in inside:
            text.append(token.text, badge(token) if space.ground else ground + style(token.ink))
        text.append(" " * (room - room // 2), ground)
        return
    label = space.note or (space.name if named else "·")
    text.append(label[:wide].center(wide), ground + Style(dim=not space.ground))


def draw_lanes(board: BoardPicture, width: int) -> Text:
    """Lanes one below the other, their spaces from left to right. Where they do not fit, empty spaces at the left are cut off
    first, then empty spaces at the right; the lanes go on below as far as there are tokens.
    """
    lanes = max(space.row for space in board.spaces) + 1
    length = max(space.column for space in board.spaces) + 1
    at = {(space.row, space.column): space for space in board.spaces}
    taken = [space.column for space in board.spaces if space.tokens]
    head = max(cell_len(lane_name(at, lane)) for lane in range(lanes)) + 1
    room = width - head - 2
    wide = max([2, *(1 + sum(cell_len(token.text) for token in space.tokens) for space in board.spaces)])
    wide = max(2, min(wide, room))
    fit_columns = max(1, room // wide)
    first = max(0, min(min(taken, default=0) - 1, length - fit_columns))
    starts = range(first, max([first, *taken]) + 1, fit_columns)
    parts = [draw_stretch(at, lanes, head, wide, range(start, min(length, start + fit_columns)), length) for start in starts]
    return Text("\n").join(parts)


def draw_stretch(at: dict[tuple[int, int], Space], lanes: int, head: int, wide: int, columns: range, length: int) -> Text:
    """These columns of lanes that have *length* columns, each *wide* on the screen, below the names of the columns and behind
    those of the lanes, which take up *head*.
    """
    start, end = columns.start, columns.stop
    text = Text(" " * head + ("‥" if start else " "))
    for column in columns:
        number = space_name(at, column)
        text.append((number if (column - start) % 2 == 0 or wide > 3 else "")[:wide].center(wide), "dim")
    for lane in range(lanes):
        text.append("\n" + lane_name(at, lane).rjust(head - 1) + " ", "dim")
        text.append("│", FRAME)
        for column in columns:
            begin, space = len(text), at.get((lane, column))
            lane_space(text, space, wide, lane % 2 == 1)
            if space is not None:
                mark_space(text, begin, space.name)
        text.append("│" if end == length else "‥", FRAME)
    return text


def lane_space(text: Text, space: Space | None, wide: int, shaded: bool) -> None:
    """Append one space of a lane."""
    ground = Style(bgcolor="#262626" if shaded else "#303030")
    if space is None:
        text.append(" " * wide)
        return
    if space.ground:
        ground = on(space.ground)
    tokens = fit(space.tokens, wide)
    room = wide - sum(cell_len(token.text) for token in tokens)
    if not tokens:
        text.append((space.note[: wide - 1] or "·").center(wide), ground + Style(dim=not space.ground, color="#6c6c6c"))
        return
    text.append(" " * (room // 2), ground)
    for token in tokens:
        text.append(token.text, style(token.ink))
    text.append(" " * (room - room // 2), ground)


def lane_name(at: dict[tuple[int, int], Space], lane: int) -> str:
    """The beginning that the names of a lane's spaces have in common; else its number, from 1."""
    names = [space.name for (row, _), space in at.items() if row == lane]
    return common(names) or str(lane + 1)


def space_name(at: dict[tuple[int, int], Space], column: int) -> str:
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
