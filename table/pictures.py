"""A scene as text in styles, before it is drawn: boards, cards, rows of seats. What can be pointed at has its id beside it."""

from __future__ import annotations

from attrs import frozen

from ..program.ir import Shape
from .styles import StyledRun, StyledText, TextStyle


@frozen
class Token:
    """Something that stands on a space: its text and its style."""

    text: str
    style: TextStyle


@frozen
class SpacePicture:
    """A space of a board: its name, its position (row, column), its background, what is printed on it, what stands on it, and the
    *sign* that something has changed there, which is drawn where there is room. A *link* joins two others.
    """

    name: str
    row: int
    column: int
    ground: str | None
    note: str
    tokens: tuple[Token, ...]
    id: str = ""
    sign: str = ""
    link: bool = False


@frozen
class PathPicture:
    """A line through spaces of a board, in one style: which spaces, counted from 0, are joined."""

    joints: tuple[tuple[int, int], ...]
    style: TextStyle


@frozen
class BoardPicture:
    """A board to be drawn; *legend* explains its tokens, *news* the signs that something has changed, *links* are the lines of a
    graph, from space to space.

    *finish* is the column before which the finish line lies, *paths* are lines through spaces, and *closed* is a track that
    goes round.
    """

    title: str
    shape: Shape
    spaces: tuple[SpacePicture, ...]
    legend: tuple[StyledText, ...]
    links: tuple[tuple[int, int], ...] = ()
    finish: int | None = None
    paths: tuple[PathPicture, ...] = ()
    closed: bool = False
    news: tuple[StyledText, ...] = ()

    @property
    def explained(self) -> tuple[StyledText, ...]:
        """All that is explained below the board."""
        return (*self.legend, *self.news)

    @property
    def points(self) -> tuple[tuple[int, int], ...]:
        """The row and the column of each space."""
        return tuple((space.row, space.column) for space in self.spaces)


@frozen
class CardPicture:
    """*count* cards of one kind that lie together; *top* marks the kind that lies on top of an open pile. *label* is the name of
    the card, *face* what is written on it (nothing: the label), *beside* what is printed there too.
    """

    label: str
    count: int
    top: bool = False
    face: StyledText = ()
    beside: str = ""
    id: str = ""


@frozen
class ZonePicture:
    """A zone with *size* cards. *cards* are those whose faces are seen, the topmost first where they lie in order.

    Where no face is seen, *known* are the cards that are known to be there, and *on_top* is the card that is known to lie on top,
    if any. *mark* and *holds* are the words that introduce *on_top* and *known*; *mark* stands behind a topmost seen card, too.
    """

    title: str
    size: int
    cards: tuple[CardPicture, ...]
    known: tuple[CardPicture, ...] = ()
    on_top: str = ""
    mark: str = ""
    holds: str = ""


@frozen
class Line:
    """A heading and the value written after it."""

    title: str
    value: StyledText


Cell = tuple[StyledRun | ZonePicture, ...]
"""The contents of one cell in the table of seats: text, and zones written in one line."""


@frozen
class SeatRow:
    """A row of the table of seats: a cell for each heading; *asked* tells whether the seat has to decide. *score* is what it has
    of the first score of the ruleset, which stands in one of the cells as well.
    """

    name: str
    seat: int
    asked: bool
    cells: tuple[Cell, ...]
    score: StyledText = ()
    id: str = ""


@frozen
class Laid:
    """A zone that lies in the middle of the table, and the seat that it belongs to, if any; then *title* says what lies there."""

    seat: int | None
    name: str
    zone: ZonePicture
    title: str = ""


@frozen
class Picture:
    """Everything one screen shows of the table. *styles* are those of the seats, *middle* is what lies in the middle."""

    title: str
    boards: tuple[BoardPicture, ...]
    headings: tuple[str, ...]
    seats: tuple[SeatRow, ...]
    lines: tuple[Line, ...]
    zones: tuple[ZonePicture, ...]
    hands: tuple[ZonePicture, ...]
    middle: tuple[Laid, ...] = ()
    styles: tuple[TextStyle, ...] = ()
