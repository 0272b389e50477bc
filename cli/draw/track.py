"""Draws a track: its spaces in a row, wrapped at the end of the screen, with the tokens on a space stacked above it."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from ...table.scene import BoardPicture, Space
from .paint import mark_space, on, style


def draw_track(board: BoardPicture, width: int) -> Text:
    """Rows of spaces of equal width."""
    wide = max([3, *(cell_len(space.name) + 1 for space in board.spaces)])
    wide = max([wide, *(1 + max((cell_len(token.text) for token in space.tokens), default=0) for space in board.spaces)])
    fit = max(1, width // wide)
    rows = -(-len(board.spaces) // fit)
    each = -(-len(board.spaces) // rows)
    parts = [draw_row(board.spaces[start : start + each], wide) for start in range(0, len(board.spaces), each)]
    return Text("\n").join(parts)


def draw_row(spaces: tuple[Space, ...], wide: int) -> Text:
    """The stacks, then the line of the track, then the names of the spaces."""
    text = Text()
    high = max(1, *(len(space.tokens) for space in spaces))
    for level in range(high, 0, -1):
        for space in spaces:
            start = len(text)
            if len(space.tokens) >= level:
                token = space.tokens[level - 1]
                text.append(token.text.center(wide), style(token.ink))
            else:
                text.append(" " * wide)
            mark_space(text, start, space.name)
        text.append("\n")
    for position, space in enumerate(spaces):
        colour, begin = space.ground, len(text)
        if colour:
            text.append((space.note or " ").center(wide), on(colour))
        else:
            knot = "┷" if space.tokens else "┴"
            line = "━" if space.tokens else "─"
            left = (wide - 1) // 2
            edge = " " * left if position == 0 else line * left
            text.append(edge + knot + line * (wide - 1 - left), "bold" if space.tokens else "dim")
        mark_space(text, begin, space.name)
    text.append("\n")
    for space in spaces:
        begin = len(text)
        text.append(space.name.center(wide), "bold" if space.tokens else "dim")
        mark_space(text, begin, space.name)
    return text
