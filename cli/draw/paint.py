"""The styles of the table as Rich styles and texts."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from ...program.ir import Program
from ...table import styles
from ...table.palette import palette
from ...table.styles import StyledRun, TextStyle

SPOT, TOKEN = "spot", "token"
"""The keys under which styles note what is drawn there: the id of a spot (`table/spots.py`), and that it is a piece."""


def style(wanted: TextStyle) -> Style:
    """A style of the table as Rich has it."""
    return Style(color=wanted.colour, bgcolor=wanted.ground, bold=wanted.bold or None, dim=wanted.dim or None)


def painted(runs: Iterable[StyledRun]) -> Text:
    """The text of all runs, each in its style."""
    text = Text()
    for run in runs:
        text.append(run.text, style(run.style))
    return text


def mark(text: Text, start: int, spot: str) -> None:
    """Note of what was appended since *start* that it is drawn for the spot of that id, for a screen at which people point."""
    if spot:
        text.stylize(Style(meta={SPOT: spot}), start)


def seat_style(program: Program, seat: int, language: str) -> Style:
    """The style for everything that belongs to a seat: its own colour where the ruleset gives it one."""
    return style(palette(program, language).seats[seat])


def token_style(wanted: TextStyle) -> Style:
    """The style of a piece on a board, which notes that it is one."""
    return style(wanted) + Style(bold=True, meta={TOKEN: True})


def on(colour: str, bold: bool = False) -> Style:
    """A style that can be read on a background of that colour."""
    return style(styles.on(colour, bold))


def coloured(label: str) -> Text:
    """The label, with each word that names a colour written on a background of that colour."""
    return painted(styles.coloured(label))


def middle(text: str, wide: int, sign: str = "") -> str:
    """The text in the middle of so many columns of the screen, cut off where it is wider; a *sign* follows if there is room."""
    room = wide - cell_len(text)
    return set_cell_size(text, wide) if room < 0 else " " * (room // 2) + text + sign[:room].ljust(room - room // 2)
