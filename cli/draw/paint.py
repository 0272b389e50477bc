"""The ink of the table as Rich styles and texts."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from ...program.ir import Program
from ...table import ink
from ...table.ink import Ink, Inked
from ...table.palette import palette

SPACE, CARD, SEAT, TOKEN = "space", "card", "seat", "token"
"""The keys under which styles note what is drawn there."""


def style(wanted: Ink) -> Style:
    """The style of an ink."""
    return Style(color=wanted.colour, bgcolor=wanted.ground, bold=wanted.bold or None, dim=wanted.dim or None)


def painted(runs: Iterable[Inked]) -> Text:
    """The text of all runs, each in its ink."""
    text = Text()
    for run in runs:
        text.append(run.text, style(run.ink))
    return text


def mark_space(text: Text, start: int, name: str) -> None:
    """Note of what was appended since *start* that it is drawn for the space of that name, for a screen at which people point."""
    text.stylize(Style(meta={SPACE: name}), start)


def mark_card(text: Text, start: int, zone: tuple[int, tuple[int, ...]], place: int) -> None:
    """The same for the card at that place, from 0, of a zone: its number, and its index."""
    text.stylize(Style(meta={CARD: (*zone, place)}), start)


def mark_seat(text: Text, seat: int) -> None:
    """The same for a seat, of the whole text."""
    text.stylize(Style(meta={SEAT: seat}))


def seat_style(program: Program, seat: int, language: str) -> Style:
    """The style for everything that belongs to a seat: its own colour where the ruleset gives it one."""
    return style(palette(program, language).seats[seat])


def token_style(wanted: Ink) -> Style:
    """The style of a piece on a board, which notes that it is one."""
    return style(wanted) + Style(bold=True, meta={TOKEN: True})


def on(colour: str, bold: bool = False) -> Style:
    """A style that can be read on a background of that colour."""
    return style(ink.on(colour, bold))


def coloured(label: str) -> Text:
    """The label, with each word that names a colour written on a background of that colour."""
    return painted(ink.coloured(label))


def middle(text: str, wide: int) -> str:
    """The text in the middle of so many columns of the screen; cut off where it is wider."""
    room = wide - cell_len(text)
    return set_cell_size(text, wide) if room < 0 else " " * (room // 2) + text + " " * (room - room // 2)
