"""Draws a track: its spaces in a row, wrapped at the end of the screen, with the tokens on a space stacked above it; a track that
goes round in two rows, one there and one back.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from ...table.pictures import BoardPicture, SpacePicture
from .paint import mark, middle, on, token_style


def draw_track(board: BoardPicture, width: int) -> Text:
    """Rows of spaces of equal width; the way back of a track that goes round stands above the way there, if there is room."""
    spaces = board.spaces
    wide = max([3, *(cell_len(space.name) + 1 for space in spaces), *(cell_len(space.note) + 1 for space in spaces)])
    wide = max([wide, *(1 + max((cell_len(token.text) for token in space.tokens), default=0) for space in spaces)])
    wide = max(1, min(wide, width))
    finish = next((place for place, space in enumerate(spaces) if space.column == board.finish), -1)
    half = len(spaces) // 2
    if board.closed and half and (len(spaces) - half + 1) * wide <= width:
        return draw_ring(spaces, half, wide, finish)
    rows = -(-len(spaces) // max(1, width // wide))
    each = -(-len(spaces) // rows)
    parts = [draw_row(spaces[start : start + each], wide, finish - start) for start in range(0, len(spaces), each)]
    return Text("\n").join(parts)


def draw_ring(spaces: tuple[SpacePicture, ...], half: int, wide: int, finish: int) -> Text:
    """The first *half* of the spaces from left to right, one space further in than the others, which go back above it. So the
    last space of each way stands alone at its end, and all others have one that faces them.
    """
    back = draw_row(spaces[: half - 1 : -1], wide, len(spaces) - 1 - finish)
    there = draw_row(spaces[:half], wide, finish)
    return Text("\n").join([back, *(Text(" " * wide) + line for line in there.split("\n"))])


def draw_row(spaces: tuple[SpacePicture, ...], wide: int, finish: int) -> Text:
    """The stacks, then the line of the track, then the names of the spaces, and what is printed on them; the finish line goes
    through the space at the place *finish*.
    """
    text = Text()
    high = max(1, *(len(space.tokens) for space in spaces))
    for level in range(high, 0, -1):
        for space in spaces:
            start = len(text)
            if len(space.tokens) >= level:
                token = space.tokens[level - 1]
                room = wide - cell_len(token.text)
                text.append(" " * ((room + 1) // 2))
                text.append(token.text, token_style(token.style))
                text.append(" " * (room // 2))
            else:
                text.append(" " * wide)
            mark(text, start, space.id)
        text.append("\n")
    for place, space in enumerate(spaces):
        begin = len(text)
        if space.ground:
            text.append(middle(space.note or " ", wide), on(space.ground))
        else:
            knot = "╂" if place == finish else "┷" if space.tokens else "┴"
            line = "━" if space.tokens else "─"
            left = wide // 2
            edge = " " * left if place == 0 else line * left
            text.append(edge + knot + line * (wide - 1 - left), "bold" if space.tokens or place == finish else "dim")
        mark(text, begin, space.id)
    lines = [[space.name for space in spaces]]
    if any(space.note and not space.ground for space in spaces):
        lines.append(["" if space.ground else space.note for space in spaces])
    for below, words in enumerate(lines):
        text.append("\n")
        for space, word in zip(spaces, words, strict=True):
            begin = len(text)
            text.append(" " if wide % 2 == 0 and cell_len(word) % 2 == 0 else "")
            sign = "" if below else space.sign
            text.append(middle(word, wide - (len(text) - begin), sign), "bold" if space.tokens and not below else "dim")
            mark(text, begin, space.id)
    return text
