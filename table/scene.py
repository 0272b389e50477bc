"""What one seat is shown of a table, as plain data: boards, cards, values and seats, each with the id by which it is pointed at.

There is nothing in a scene that its viewer may not see. `as_json` writes it for other programs, `writing.py` makes of it the text
of a screen.
"""

from __future__ import annotations

import json

from attrs import asdict, frozen

from ..program.harmless import harmless_json
from .geometry import Joint, Point
from .styles import StyledRun, StyledText, TextStyle


@frozen
class Value:
    """A value of a *domain* (None: a number, or a *truth*), as people write it. *number* is None where it is hidden, and where
    there is nothing; *seat* is the seat that it is. *colour* (`#rrggbb`) is what the ruleset or its name gives it, *figure* is
    what it is drawn with, one of `figures.FIGURES`.
    """

    domain: str | None
    number: int | None
    text: str
    truth: bool = False
    hidden: bool = False
    seat: int | None = None
    colour: str | None = None
    figure: str | None = None


@frozen
class Standing:
    """What stands on a space: a piece, a value that points there, or a mark, which is the *value* that the space has of a place.

    *place* is its name in the rules, *seat* whose it is (None: nobody's), *sign* how it is written. *figure* is what all of that
    place is drawn with, where the ruleset says so.
    """

    id: str
    place: str
    seat: int | None
    sign: StyledRun
    value: Value | None = None
    figure: str | None = None


@frozen
class Printed:
    """What is printed on a space, under the name that the rules give it."""

    name: str
    value: Value


@frozen
class Space:
    """A space of a board: where its middle lies, its background (`#rrggbb`), what is printed on it, what stands there.

    *row* and *column* are its place in a drawing of characters. A link *joins* two spaces, counted from 0 within the board.
    """

    id: str
    name: str
    at: Point
    row: int
    column: int
    ground: str | None
    printed: tuple[Printed, ...]
    pieces: tuple[Standing, ...]
    pointers: tuple[Standing, ...]
    marks: tuple[Standing, ...]
    joins: tuple[int, int] | None = None


@frozen
class PathLine:
    """A line through spaces of a board, in one style: which spaces, counted from 0, are joined."""

    joints: tuple[Joint, ...]
    style: TextStyle


@frozen
class Explained:
    """A sign of a legend, and what it means ("": what it says)."""

    sign: StyledRun
    meaning: str


@frozen
class LegendEntry:
    """What the signs of a place on a board mean; where they are *numbers*, what the signs before these mean."""

    title: str
    numbers: bool
    signs: tuple[Explained, ...]


@frozen
class Board:
    """A board; behind its spaces stand its links. *shape* is its word in the rules (`Shape`), *links* are the lines of a graph
    and those between spaces and links, *paths* lines through spaces.

    *finish* is the column before which the finish line lies; *closed* is a track that goes round. *chequered* is a grid whose
    squares are light and dark by turns, *background* (`#rrggbb`) the colour of spaces that have none of their own. *ground* is
    the place whose marks are drawn as the colours of the spaces.
    """

    id: str
    title: str
    shape: str
    spaces: tuple[Space, ...]
    links: tuple[tuple[int, int], ...]
    paths: tuple[PathLine, ...]
    legend: tuple[LegendEntry, ...]
    finish: int | None
    closed: bool
    chequered: bool = False
    background: str | None = None
    ground: str | None = None


@frozen
class CardPart:
    """What stands at a *place* of a card (one of `figures.PLACES`): what is printed on it under the name *title*.

    What is printed by direction lies around the middle: *spots* has the row and the column of each value, from -1 to 1.
    """

    place: str
    title: str
    values: tuple[Value, ...]
    spots: tuple[tuple[int, int], ...] = ()


@frozen
class Card:
    """*count* cards of one kind that lie together, or a card at its *place*, counted from 1. *name* is in the viewer's language,
    *face* what is written on it, *beside* what is printed there too, *among* what it can be where its face is not seen. *parts*
    say what stands where on its face, where the ruleset does. *text* says what the card does.

    *kind* is None where the face is not known. The id is empty where a card cannot be pointed at: by the id of a card that lies
    face down it could be followed.
    """

    id: str
    kind: str | None
    count: int
    place: int | None
    name: str
    face: StyledText
    beside: str = ""
    among: str = ""
    parts: tuple[CardPart, ...] = ()
    text: str = ""


@frozen
class ZoneShown:
    """A zone with *size* cards. *cards* are those whose faces are seen, the topmost first where they are *ordered*, and in a row
    all of them. *known* are cards that the viewer knows to be there without seeing them, and *top* the one on top of all.

    *labels* are its indices in words, *seat* whose it is; it is the viewer's *own* where nobody else sees its faces. *rank* says
    how far to the front it stands, in the *middle* or among the others.
    """

    id: str
    zone: str
    title: str
    labels: tuple[str, ...]
    seat: int | None
    own: bool
    middle: bool
    rank: int
    size: int
    ordered: bool
    cards: tuple[Card, ...]
    known: tuple[Card, ...] = ()
    top: Card | None = None


@frozen
class Cell:
    """One value of a panel: the seat to which it belongs, its further indices in words, and whether it says no more than that
    there is nothing.
    """

    id: str
    seat: int | None
    labels: tuple[str, ...]
    value: Value
    blank: bool


@frozen
class Panel:
    """The values under one name; *by_seat* where each belongs to a seat. *rank* says how far to the front they stand."""

    name: str
    title: str
    by_seat: bool
    rank: int
    cells: tuple[Cell, ...]


@frozen
class SeatShown:
    """A seat; *asked* tells whether it has to decide, *score* what it has of the first score of the ruleset."""

    id: str
    seat: int
    name: str
    style: TextStyle
    asked: bool
    score: Value | None


@frozen
class Moved:
    """Something went from one space or zone to another ("": from nowhere, or out of sight). *id* is that of the piece, or of the
    card where it now lies; it is empty for a card whose face was not seen, and for a thing on a board that is no piece.
    """

    id: str
    start: str
    end: str


@frozen
class Taken:
    """What stood on a space and stands nowhere any more, or was replaced there."""

    space: str
    what: tuple[Value, ...]


@frozen
class Differs:
    """A value that is another one now, and the space of a board on which it stands ("": on none)."""

    id: str
    space: str
    old: Value
    new: Value


@frozen
class Changes:
    """What has changed: what *moved*, the spaces on which something was *placed*, what was *taken*, which values differ, and the
    zones whose cards were *shown*.
    """

    moved: tuple[Moved, ...] = ()
    placed: tuple[str, ...] = ()
    taken: tuple[Taken, ...] = ()
    changed: tuple[Differs, ...] = ()
    shown: tuple[str, ...] = ()

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces on which something has changed, each once."""
        ends = (each for way in self.moved for each in (way.start, way.end) if each.startswith("space/"))
        others = (*self.placed, *(each.space for each in self.taken), *(each.space for each in self.changed if each.space))
        return tuple(dict.fromkeys((*ends, *others)))


@frozen
class Scene:
    """What one seat, the *viewer*, is shown; without what it alone may see where it is not its *own* scene. *chosen* is what it
    has chosen so far of a decision, each value under its name; *changes* is what has changed since it last looked, *decided* are
    the spaces by which the winners of a match that is over have won.
    """

    title: str
    language: str
    viewer: int
    own: bool
    over: bool
    boards: tuple[Board, ...]
    zones: tuple[ZoneShown, ...]
    panels: tuple[Panel, ...]
    seats: tuple[SeatShown, ...]
    chosen: tuple[tuple[str, Value], ...]
    changes: Changes
    decided: tuple[str, ...]


def as_json(shown: Scene) -> str:
    """The scene as JSON."""
    return harmless_json(json.dumps(asdict(shown), ensure_ascii=False))
