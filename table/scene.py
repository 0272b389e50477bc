"""What a screen shows, before anything is drawn: boards, cards, rows of seats. No rule and no state in here."""

from __future__ import annotations

from attrs import frozen

from ..program.ir import Shape
from .ink import Ink, Run, Writing


@frozen
class Token:
    """Something that stands on a space: how it is written, and in which ink."""

    text: str
    ink: Ink


@frozen
class Space:
    """A space of a board: its name, where it lies (row, column), what is printed on it, what stands on it."""

    name: str
    row: int
    column: int
    ground: str | None
    note: str
    tokens: tuple[Token, ...]


@frozen
class BoardPicture:
    """A board to be drawn; *legend* explains its tokens."""

    title: str
    shape: Shape
    spaces: tuple[Space, ...]
    legend: tuple[Writing, ...]


@frozen
class Card:
    """Cards of one kind that lie together, *count* of them; *top* marks the one that lies on top of an open pile."""

    label: str
    count: int
    top: bool = False


@frozen
class ZonePicture:
    """One zone: how many cards lie there, those whose faces are seen, the topmost first where they lie in order, and, where
    no face is seen, those that are known to be there; `on_top` is one of them of which even that is known.
    """

    title: str
    size: int
    cards: tuple[Card, ...]
    known: tuple[Card, ...] = ()
    on_top: str = ""
    mark: str = ""
    holds: str = ""


@frozen
class Line:
    """A heading and what stands behind it."""

    title: str
    value: Writing


Cell = tuple[Run | ZonePicture, ...]
"""What stands in one cell of the table of seats: text, and zones written in a line."""


@frozen
class SeatRow:
    """A seat in the table of seats: a cell for each heading."""

    name: str
    seat: int
    asked: bool
    cells: tuple[Cell, ...]


@frozen
class Scene:
    """Everything one screen shows of the table."""

    title: str
    boards: tuple[BoardPicture, ...]
    headings: tuple[str, ...]
    seats: tuple[SeatRow, ...]
    lines: tuple[Line, ...]
    zones: tuple[ZonePicture, ...]
    hands: tuple[ZonePicture, ...]
