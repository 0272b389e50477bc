"""A board of hexagons: every row half a space off the next, the ground of a space its printed colour."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ...table.ink import Ink
from ...table.scene import BoardPicture, Space, Token
from .paint import on, style

PLAIN = "#3a3a3a"

Part = Callable[[Text, Space, int], None]
"""Draws one line of one space so many columns wide."""


def draw_hexagon(board: BoardPicture, width: int, tall: bool) -> Text:
    """Rows of bricks, two lines high when *tall*: above the name, below what stands there; else one line."""
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
        part(text, space, 2 * half - 1)
    return text


def upper(text: Text, space: Space, wide: int) -> None:
    """The name of the space, and what is printed on it."""
    edges(text, space, wide, ())


def lower(text: Text, space: Space, wide: int) -> None:
    """What stands on the space."""
    centred(text, fit(space.tokens, wide), wide, on(space.ground or PLAIN))


def single(text: Text, space: Space, wide: int) -> None:
    """Name, what stands there and what is printed there in one line; the print gives way first."""
    edges(text, space, wide, fit(space.tokens, wide))


def edges(text: Text, space: Space, wide: int, tokens: tuple[Token, ...]) -> None:
    """The name at the left, the tokens between, the print at the right, as far as there is room: by the name it is found."""
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
    """The tokens in the middle of a field."""
    room = wide - sum(cell_len(token.text) for token in tokens)
    text.append(" " * (room // 2), ground)
    for token in tokens:
        text.append(token.text, badge(token))
    text.append(" " * (room - room // 2), ground)


def found(space: Space) -> Token:
    """The name of a space, in the ink of what has no room there."""
    return Token(space.name, space.tokens[0].ink)


def fit(tokens: tuple[Token, ...], wide: int) -> tuple[Token, ...]:
    """As many of the tokens as there is room for; the last place says that there are more."""
    used = 0
    for position, token in enumerate(tokens):
        used += cell_len(token.text)
        if used > wide or (used == wide and position < len(tokens) - 1):
            return (*tokens[:position], Token("+", Ink(bold=True)))
    return tokens


def badge(token: Token) -> Style:
    """A token in its colour on black, so that it can be read on any ground."""
    return style(token.ink) + Style(bgcolor="#101010", bold=True)
