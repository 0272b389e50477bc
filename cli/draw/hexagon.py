"""Draws a board of hexagons: each row is shifted by half a space against the next; a space's background is its printed colour."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ...table.ink import Ink
from ...table.scene import BoardPicture, Space, Token
from .paint import mark_space, on, style

PLAIN = "#3a3a3a"

Part = Callable[[Text, Space, int], None]
"""Appends one line of one space to a text, this many columns wide."""


def draw_hexagon(board: BoardPicture, width: int, tall: bool) -> Text:
    """Rows of bricks: two lines high when *tall*, with names above and tokens below, else one line high."""
    columns = max(space.column for space in board.spaces) + 2
    half = 2
    for wanted in (4, 3):
        if columns * wanted <= width:
            half = wanted
            break
    rows: dict[int, list[Space]] = {}
    for space in board.spaces:
        rows.setdefault(space.row, []).append(space)
    lines: list[Text] = []
    for row in sorted(rows):
        spaces = sorted(rows[row], key=lambda space: space.column)
        if tall:
            lines.append(draw_line(spaces, half, upper))
            lines.append(draw_line(spaces, half, lower))
        else:
            lines.append(draw_line(spaces, half, single))
    return Text("\n").join(lines)


def draw_line(spaces: list[Space], half: int, part: Part) -> Text:
    """One line of text across a row of spaces."""
    text = Text()
    for space in spaces:
        text.append(" " * (space.column * half - text.cell_len))
        start = len(text)
        part(text, space, 2 * half - 1)
        mark_space(text, start, space.name)
    return text


def upper(text: Text, space: Space, wide: int) -> None:
    """Append the name of the space, and what is printed on it."""
    edges(text, space, wide, ())


def lower(text: Text, space: Space, wide: int) -> None:
    """Append what stands on the space."""
    centred(text, fit(space.tokens, wide), wide, on(space.ground or PLAIN))


def single(text: Text, space: Space, wide: int) -> None:
    """Append name, tokens and note in one line; the note is the first to be dropped where room is short."""
    edges(text, space, wide, fit(space.tokens, wide))


def edges(text: Text, space: Space, wide: int, tokens: tuple[Token, ...]) -> None:
    """Append the name at the left, the tokens in the middle, the note at the right. Where room is short, tokens go before the
    name, and the name before the note, since players find the space by its name.
    """
    ground = on(space.ground or PLAIN)
    used = sum(cell_len(token.text) for token in tokens)
    # A digit behind a digit would read as one number.
    apart = 1 if tokens and space.name[-1:].isdigit() and tokens[0].text[:1].isdigit() else 0
    if space.tokens and cell_len(space.tokens[0].text) > wide >= cell_len(space.name):
        tokens, used = (found(space),), wide
    name = space.name + " " * apart if cell_len(space.name) + apart + used <= wide else ""
    note = space.note if cell_len(name) + used + cell_len(space.note) + (1 if name or used else 0) <= wide else ""
    text.append(name, ground)
    centred(text, tokens, wide - cell_len(name) - cell_len(note), ground)
    text.append(note, ground + Style(bold=True, underline=True))


def centred(text: Text, tokens: tuple[Token, ...], wide: int, ground: Style) -> None:
    """Append the tokens in the middle of a field."""
    room = wide - sum(cell_len(token.text) for token in tokens)
    text.append(" " * (room // 2), ground)
    for token in tokens:
        text.append(token.text, badge(token))
    text.append(" " * (room - room // 2), ground)


def found(space: Space) -> Token:
    """The name of a space in the ink of its first token: shown where that token does not fit."""
    return Token(space.name, space.tokens[0].ink)


def fit(tokens: tuple[Token, ...], wide: int) -> tuple[Token, ...]:
    """The tokens that fit into *wide* columns; where some do not, the last shown is a `+`."""
    used = 0
    for position, token in enumerate(tokens):
        used += cell_len(token.text)
        if used > wide or (used == wide and position < len(tokens) - 1):
            return (*tokens[:position], Token("+", Ink(bold=True)))
    return tokens


def badge(token: Token) -> Style:
    """The style of a token: its colour on black, so that it can be read on any background."""
    return style(token.ink) + Style(bgcolor="#101010", bold=True)
