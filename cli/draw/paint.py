"""The ink of the table as Rich styles and texts."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from rich.text import Text

from ...table import ink
from ...table.ink import Ink, Inked


def style(wanted: Ink) -> Style:
    """The style of an ink."""
    return Style(color=wanted.colour, bgcolor=wanted.ground, bold=wanted.bold or None, dim=wanted.dim or None)


def painted(runs: Iterable[Inked]) -> Text:
    """The text of all runs, each in its ink."""
    text = Text()
    for run in runs:
        text.append(run.text, style(run.ink))
    return text


def seat_style(seat: int) -> Style:
    """The style for everything that belongs to a seat."""
    return style(ink.seat_ink(seat))


def on(colour: str, bold: bool = False) -> Style:
    """A style that can be read on a background of that colour."""
    return style(ink.on(colour, bold))


def coloured(label: str) -> Text:
    """The label, with each word that names a colour written on a background of that colour."""
    return painted(ink.coloured(label))
