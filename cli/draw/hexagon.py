"""Draws a board of hexagons, with the lines that lead through them; a space's background is its printed colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ...table.geometry import size
from ...table.pictures import BoardPicture, SpacePicture, Token
from ...table.styles import EDGE, TextStyle
from .canvas import Canvas
from .paint import mark, on, token_style
from .paint import middle as middle_of

Ways = Mapping[str, Sequence[TextStyle]]
"""To which sides lines lead from a space, `e` or `w`, and their inks."""


@frozen
class Size:
    """Half the width of a hexagon, how many lines its inside has, and how many its slopes, 0 where none are drawn."""

    half: int
    inside: int
    slope: int

    @property
    def high(self) -> int:
        """How far below a row the next one begins."""
        return self.inside + self.slope

    @property
    def wide(self) -> int:
        """How many columns there are inside."""
        return 2 * self.half - 1

    def indent(self, line: int) -> int:
        """How far a slope has come inwards in one of its lines."""
        return max(1, (2 * line + 1) * self.half // (2 * self.slope))


def draw_hexagon(board: BoardPicture, width: int, height: int) -> Text:
    """Hexagons as large as *width* and *height* allow; where they allow none, a line of text for each row."""
    size = chosen(board, width, height)
    canvas = Canvas()
    inks: dict[tuple[int, int], list[TextStyle]] = {}
    for path in board.paths:
        for joint in path.joints:
            inks.setdefault(joint, []).append(path.style)
    ways: dict[int, dict[str, Sequence[TextStyle]]] = {}
    for joint, along in inks.items():
        if same_row(board, joint):
            left, right = sorted(joint, key=lambda each: board.spaces[each].column)
            ways.setdefault(left, {})["e"] = ways.setdefault(right, {})["w"] = along
    for number, space in enumerate(board.spaces):
        draw_space(canvas, space, size, ways.get(number, {}))
    for joint, along in inks.items():
        draw_joint(canvas, board, joint, size, along)
    return canvas.text()


def chosen(board: BoardPicture, width: int, height: int) -> Size:
    """The largest size that fits."""
    rows, columns = size(board.points)
    columns += 1  # one begins half a hexagon after the one before it, and the last has its own other half
    half = next((half for half in (4, 3, 2) if columns * half + 1 <= width), 0)
    for inside, slope in ((2, 2), (1, 2), (1, 1)):
        if half > (2 if slope == 2 else 1) and rows * (inside + slope) + slope <= height:
            return Size(half, inside, slope)
    half = next((half for half in (4, 3) if columns * half <= width), 2)
    return Size(half, 1, 0)


def same_row(board: BoardPicture, joint: tuple[int, int]) -> bool:
    """Whether two spaces lie side by side."""
    one, other = (board.spaces[each] for each in joint)
    return one.row == other.row


def draw_space(canvas: Canvas, space: SpacePicture, size: Size, ways: Ways) -> None:
    """Draw one hexagon: its slopes, its sides, and what is inside."""
    left, top = space.column * size.half, space.row * size.high
    inside = top + size.slope
    for line in range(size.slope):
        indent = size.indent(line)
        for y, x, wide, signs in (
            (top + line, left + size.half - indent, 2 * indent, "╱╲"),
            (inside + size.inside + line, left + indent, 2 * (size.half - indent), "╲╱"),
        ):
            canvas.put(y, x, Text(signs[0], EDGE))
            canvas.put(y, x + wide, Text(signs[1], EDGE))
            fill = Text(" " * (wide - 1), ground_of(space, size))
            mark(fill, 0, space.id)
            canvas.put(y, x + 1, fill)
    for line in range(size.inside):
        text = Text()
        if size.inside == 1:
            edges(text, space, size, fit(space.tokens, size.wide), ways)
        elif line == 0:
            edges(text, space, size, (), {})
        else:
            centred(text, space, fit(space.tokens, size.wide), size.wide, ground_of(space, size), ways)
        mark(text, 0, space.id)
        if size.slope:
            canvas.put(inside + line, left, Text("│", EDGE))
            canvas.put(inside + line, left + 2 * size.half, Text("│", EDGE))
        canvas.put(inside + line, left + 1 if size.slope else left, text)


def draw_joint(canvas: Canvas, board: BoardPicture, joint: tuple[int, int], size: Size, inks: Sequence[TextStyle]) -> None:
    """Draw where lines in these inks lead from one space to another: across the side or the slope between them."""
    upper, lower = sorted((board.spaces[each] for each in joint), key=lambda space: (space.row, space.column))
    last = upper.row * size.high + size.slope + size.inside - 1
    if upper.row == lower.row:
        canvas.put(last, lower.column * size.half - (not size.slope), line(inks, upper.column, 1))
        return
    for step in range(size.slope):
        indent = size.indent(step)
        left = upper.column * size.half
        sign, x = ("╲", left + 2 * size.half - indent) if lower.column > upper.column else ("╱", left + indent)
        canvas.put(last + 1 + step, x, Text(sign, badge(Token("", inks[(upper.row + step) % len(inks)]))))


def line(inks: Sequence[TextStyle], first: int, wide: int) -> Text:
    """A level line of so many columns in the ink of whoever goes there; where several do, double, in their inks by turns."""
    text = Text()
    for at in range(first, first + wide):
        text.append("━" if len(inks) == 1 else "═", badge(Token("", inks[at % len(inks)])))
    return text


PLAIN = "#4a4a4a"
SIGN = Style(bold=True)


def ground_of(space: SpacePicture, size: Size) -> Style:
    """The background of a space: its colour, else the screen's own within lines, and grey without."""
    return on(space.ground or PLAIN) if space.ground or not size.slope else Style()


def edges(text: Text, space: SpacePicture, size: Size, tokens: tuple[Token, ...], ways: Ways) -> None:
    """Append the name at the left, the tokens in the middle, the note at the right. Where room is short, tokens go before the
    name, and the name before the note, since players find the space by its name.
    """
    ground, wide = ground_of(space, size), size.wide
    if len(tokens) == 1 and tokens[0].style.ground and not space.ground and not space.note:
        # a piece with a colour of its own covers its space
        text.append(middle_of(tokens[0].text, wide, space.sign), standing(space, tokens[0]))
        return
    used = sum(cell_len(token.text) for token in tokens)
    # A digit behind a digit would read as one number.
    apart = 1 if tokens and space.name[-1:].isdigit() and tokens[0].text[:1].isdigit() else 0
    if space.tokens and cell_len(space.tokens[0].text) > wide >= cell_len(space.name):
        tokens, used = (found(space),), wide
    called = space.name if space.tokens or cell_len(space.name) == wide else space.name + space.sign
    name = called + " " * apart if cell_len(called) + apart + used <= wide else ""
    beside = tokens[-1].text[-1:] if tokens else name[-1:]
    between = 1 if beside.isdigit() or (beside and not tokens) else 0
    note = space.note if cell_len(name) + used + cell_len(space.note) + between <= wide else ""
    text.append(name, ground)
    centred(text, space, tokens, wide - cell_len(name) - cell_len(note), ground, ways)
    text.append(note, ground + Style(bold=True, underline=True))


def centred(text: Text, space: SpacePicture, tokens: tuple[Token, ...], wide: int, ground: Style, ways: Ways) -> None:
    """Append the tokens in the middle of a field; a line leads on to the sides *ways*."""
    room = wide - sum(cell_len(token.text) for token in tokens)
    for side, count in (("w", room // 2), ("", 0), ("e", room - room // 2)):
        if not side:
            for token in tokens:
                text.append(token.text, badge(token) if space.ground or not ground else standing(space, token))
        elif side in ways:
            text.append_text(line(ways[side], side == "e", count))
        else:
            sign = space.sign[:count] if side == "e" and tokens else ""
            text.append(sign, ground + SIGN)
            text.append(" " * (count - len(sign)), ground)


def found(space: SpacePicture) -> Token:
    """The name of a space in the ink of its first token: shown where that token does not fit."""
    return Token(space.name, space.tokens[0].style)


def fit(tokens: tuple[Token, ...], wide: int) -> tuple[Token, ...]:
    """The tokens that fit into *wide* columns; where some do not, the last shown is a `+`."""
    used = 0
    for position, token in enumerate(tokens):
        used += cell_len(token.text)
        if used > wide or (used == wide and position < len(tokens) - 1):
            return (*tokens[:position], Token("+", TextStyle(bold=True)))
    return tokens


def badge(token: Token) -> Style:
    """The style of a token that stands on a colour: its own background, else black, so that it can be read on any."""
    own = token_style(token.style)
    return own if token.style.ground else on("#101010") + own


def standing(space: SpacePicture, token: Token) -> Style:
    """The style of a token on a space."""
    return badge(token) if space.ground else token_style(token.style)
