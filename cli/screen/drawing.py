"""Drawings as lines whose pieces know what they are drawn for, so that these can be pointed at, lit and dimmed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from io import StringIO

from attrs import frozen
from rich.color import Color
from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Span, Text

from ...program.number_text import with_minus
from ...table.spots import Spot
from ..draw.paint import TOKEN
from ..draw.printer import Printer


@frozen
class OnEntry:
    """A line of the list of options, by its position."""

    entry: int


@frozen
class OnBarred:
    """An option of the list that is not on offer, by its position among these."""

    number: int


Target = Spot | OnEntry | OnBarred
"""What can be pointed at on the screen."""

Meaning = Callable[[Mapping[str, object]], Target | None]
"""What a piece is drawn for, by the notes in its style."""


class Mood(Enum):
    """How a piece stands out: as it is, on offer, not on offer, named by a hint, picked, or pointed at."""

    PLAIN = "plain"
    OPEN = "open"
    SHUT = "shut"
    HINTED = "hinted"
    PICKED = "picked"
    POINTED = "pointed"


@frozen
class Piece:
    """A piece of a line: its text, its style, what it is drawn for, its columns, and whether it is a *token* on a board."""

    text: str
    style: Style
    target: Target | None
    left: int
    right: int
    token: bool = False


Lines = tuple[tuple[Piece, ...], ...]
"""A drawing: its lines from top to bottom."""


def drawn(part: RenderableType, width: int, meaning: Meaning) -> Lines:
    """The lines of what Rich draws at that width."""
    console = Printer(width=max(1, width), file=StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False)
    found = []
    for line in console.render_lines(part, console.options.update(width=max(1, width), height=None), pad=False):
        pieces, at = [], 0
        for segment in line:
            style = segment.style or Style()
            right = at + segment.cell_length
            target = meaning(style.meta) if style.meta else None
            pieces.append(Piece(with_minus(segment.text), style, target, at, right, TOKEN in style.meta))
            at = right
        found.append(tuple(pieces))
    while found and not any(piece.text.strip() or piece.style.bgcolor for piece in found[-1]):
        found.pop()
    return tuple(found)


def widest(lines: Lines) -> int:
    """The number of columns that the longest line takes, without blanks at its end."""
    return max((piece.right - len(piece.text) + len(piece.text.rstrip()) for line in lines for piece in line[-1:]), default=0)


def at(lines: Lines, column: int, row: int) -> Target | None:
    """What stands there; None for nothing that can be pointed at."""
    if not 0 <= row < len(lines):
        return None
    return next((piece.target for piece in lines[row] if piece.left <= column < piece.right), None)


def painted(line: Sequence[Piece], mood: Callable[[Target], Mood], dark: bool) -> list[Segment]:
    """A line, each piece in its mood; readable on a *dark* background, else on a light one."""
    found = []
    for piece in line:
        how = Mood.PLAIN if piece.target is None else mood(piece.target)
        hatch = HATCHES.get(how) if filled(piece.style) and not piece.token else None
        text = piece.text if hatch is None else piece.text.replace(" ", hatch)
        found.append(Segment(text, shown(piece.style, how, dark, piece.token)))
    return found


HATCHES = {Mood.POINTED: "░", Mood.HINTED: "▒"}
"""What a blank of a space with a colour of its own is, while somebody points at it or a hint names it: the colour is seen through
it.
"""


def filled(style: Style) -> bool:
    """Whether something has a background of its own."""
    return style.bgcolor is not None and not style.bgcolor.is_default


@lru_cache(4096)
def shown(style: Style, mood: Mood, dark: bool, token: bool) -> Style:
    """The style in which a piece is seen, worked out once."""
    return moody(readable(style.clear_meta_and_links(), dark), mood, dark, token)


DARK, LIGHT = "#121212", "#fafafa"
"""The backgrounds of the screen."""

POINTED = {
    True: Style(color="#000000", bgcolor="#ffd75f", bold=True),
    False: Style(color="#ffffff", bgcolor="#005faf", bold=True),
}
HINTED = {True: Style(color="#000000", bgcolor="#87d787", bold=True), False: Style(color="#ffffff", bgcolor="#00693c", bold=True)}
PICKED = {True: Style(color="#000000", bgcolor="#5fd7ff", bold=True), False: Style(color="#ffffff", bgcolor="#875f00", bold=True)}


def moody(style: Style, mood: Mood, dark: bool, token: bool) -> Style:
    """The style of a piece in that mood; what stands on a board stays clear where it is not on offer, for it is the position."""
    match mood:
        case Mood.PLAIN:
            return style
        case Mood.OPEN:
            return style + Style(bold=True, dim=False, underline=True)
        case Mood.SHUT:
            return faded(style, dark, token)
        case Mood.PICKED:
            return style + PICKED[dark]
        case Mood.POINTED | Mood.HINTED:
            if filled(style):
                # a piece of one side must not look like one of the other, so only what is not written is marked (`painted`)
                return style + Style(bold=True, dim=False, underline=token)
            return style + (POINTED if mood is Mood.POINTED else HINTED)[dark] + Style(reverse=False, dim=False)


CLEAR, FAINT = 4, 2
"""So many fifths of its colour has what is not on offer: on a board, or on a dark screen (a fainter white would be taken for
grey); and everything else on a light one.
"""


def faded(style: Style, dark: bool, token: bool) -> Style:
    """The style with only a part of its colours, and the background of the screen for the rest."""
    ground = style.bgcolor
    if ground is None or ground.is_default:
        return style + Style(dim=not token)
    faint = style + Style.from_color(None, mixed(ground, dark, CLEAR if token or dark else FAINT))
    return readable(faint, dark)


def mixed(colour: Color, dark: bool, fifths: int) -> Color:
    """The colour with the background of the screen in it."""
    back = Color.parse(DARK if dark else LIGHT).get_truecolor()
    red, green, blue = (
        (fifths * one + (5 - fifths) * other) // 5 for one, other in zip(colour.get_truecolor(), back, strict=True)
    )
    return Color.from_rgb(red, green, blue)


APART = 90
"""So much, of 255, the brightness of a text differs from that of its background."""


def readable(style: Style, dark: bool) -> Style:
    """The style with a text that is bright or dark enough for its background."""
    ground = style.bgcolor if style.bgcolor is not None and not style.bgcolor.is_default else Color.parse(DARK if dark else LIGHT)
    if style.color is None or style.color.is_default:
        return style if ground is not style.bgcolor else style + Style(color=plain_on(ground))
    back, colour = brightness(ground), style.color.get_truecolor()
    parts = list(colour)
    for _ in range(8):
        if abs(brightness(Color.from_rgb(*parts)) - back) >= APART:
            break
        parts = [part * 4 // 5 for part in parts] if back > 110 else [part + (255 - part) // 4 for part in parts]
    return style + Style(color=Color.from_rgb(*parts))


def plain_on(ground: Color) -> Color:
    """Black or white, whichever can be read there."""
    return Color.parse("#000000" if brightness(ground) > 110 else "#ffffff")


def brightness(colour: Color) -> int:
    """How bright a colour is, from 0 to 255."""
    red, green, blue = colour.get_truecolor()
    return (299 * red + 587 * green + 114 * blue) // 1000


def shaded(text: Text, dark: bool) -> Text:
    """The text with colours that can be read on the background of the screen."""
    found = text.copy()
    found.spans = [Span(start, end, readable(styled(style), dark)) for start, end, style in text.spans]
    return found


def styled(style: str | Style) -> Style:
    """The style, by its name or as it is."""
    return Style.parse(style) if isinstance(style, str) else style
