"""A board as SVG: its spaces with what is printed on them, what stands there, its lines, and what has changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import ceil, cos, pi, sin, sqrt
from xml.etree.ElementTree import Element

from attrs import evolve, frozen

from ..program.ir import Shape
from ..table.scene import Board, Changes, Scene, Space, Standing
from ..table.styles import readable_on
from .markup import element

UNIT = 60.0
"""How far apart the middles of neighbours lie, in pixels."""
EDGE = 8.0
"""The blank around the board."""
INSIDE = 0.42
"""How far things on a space reach from its middle, in parts of `UNIT`."""
LETTER = 0.58
"""How wide a letter is, in parts of its size."""

PLAIN = "#d8d2c4"
"""The background of a space that has none of its own."""
INK = "#1c1c1c"


@frozen
class Token:
    """A thing that is drawn on a space: its id, its text, its fill (None: the text alone) and the colour of the text."""

    id: str
    text: str
    fill: str | None
    ink: str


def empty_board(board: Board, shown: Scene) -> Element:
    """The board without anything that stands on it, each space with its name."""
    bare = (evolve(space, pieces=(), pointers=(), marks=()) for space in board.spaces)
    return board_svg(evolve(board, spaces=tuple(bare), paths=()), evolve(shown, changes=Changes()), names=True)


def board_svg(board: Board, shown: Scene, opened: Collection[str] = (), names: bool = False) -> Element:
    """The board of a scene; spaces whose ids are *opened* can be chosen. With *names* the spaces of lanes have theirs too."""
    half = UNIT / 2 + EDGE
    places = [(x * UNIT + half, y * UNIT + half) for x, y in (space.at for space in board.spaces)]
    wide, high = (max(each[axis] for each in places) + half for axis in (0, 1))
    made = element(
        "svg",
        element("title", board.title),
        viewBox=f"0 0 {wide:g} {high:g}",
        class_=f"board {board.shape}",
        role="img",
        aria_label=board.title,
        font_family="sans-serif",
        text_anchor="middle",
    )
    for start, end in board.links:
        made.append(line(places[start], places[end], "#8a8478", 3, "link"))
    changed, decided = set(shown.changes.spaces), set(shown.decided)
    for space, place in zip(board.spaces, places, strict=True):
        states = {"open": opened, "changed": changed, "decided": decided}
        looks = " ".join(("space", *(name for name, ids in states.items() if space.id in ids)))
        made.append(
            element(
                "g",
                element("title", space.name),
                outline(board.shape, space, place),
                name_of(board.shape, space, place) if names or board.shape != Shape.LANES.value else None,
                *printed(space, place),
                class_=looks,
                data_spot=space.id,
            )
        )
    if board.finish is not None and board.shape == Shape.LANES.value:
        x = board.finish * UNIT + EDGE
        made.append(line((x, EDGE), (x, high - EDGE), "#b02020", 4, "finish"))
    for number, path in enumerate(board.paths):
        for start, end in path.joints:
            offset = (number - (len(board.paths) - 1) / 2) * 5
            (x1, y1), (x2, y2) = places[start], places[end]
            made.append(line((x1, y1 + offset), (x2, y2 + offset), path.style.colour or INK, 5, "path"))
    for space, place in zip(board.spaces, places, strict=True):
        made.extend(drawn(tuple(tokens(space)), place))
    return made


def line(start: tuple[float, float], end: tuple[float, float], colour: str, wide: float, name: str) -> Element:
    """A line from one point to another."""
    (x1, y1), (x2, y2) = start, end
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=wide, stroke_linecap="round", class_=name)


def outline(shape: str, space: Space, place: tuple[float, float]) -> Element:
    """The form of a space, in its background."""
    x, y = place
    look: dict[str, str | float] = {"fill": space.ground or PLAIN, "stroke": "#8a8478", "stroke_width": 1.5, "class_": "outline"}
    match Shape(shape):
        case Shape.HEXAGON:
            radius = UNIT / sqrt(3)
            corners = ((x + radius * sin(pi / 3 * at), y + radius * cos(pi / 3 * at)) for at in range(6))
            return element("polygon", points=" ".join(f"{a:.1f},{b:.1f}" for a, b in corners), **look)
        case Shape.GRAPH:
            return element("circle", cx=x, cy=y, r=UNIT * INSIDE, **look)
        case _:
            return element("rect", x=x - UNIT / 2, y=y - UNIT / 2, width=UNIT, height=UNIT, **look)


def name_of(shape: str, space: Space, place: tuple[float, float]) -> Element:
    """The name of a space, small at its upper edge."""
    x, y = place
    if shape in (Shape.HEXAGON.value, Shape.GRAPH.value):
        ink = readable_on(space.ground or PLAIN)
        return element("text", space.name, x=x, y=y - UNIT * 0.3, font_size=9, fill=ink, class_="name")
    left = x - UNIT * 0.46
    return element(
        "text",
        space.name,
        x=left,
        y=y - UNIT * 0.33,
        font_size=10,
        fill=readable_on(space.ground or PLAIN),
        text_anchor="start",
        class_="name",
    )


def printed(space: Space, place: tuple[float, float]) -> Iterator[Element]:
    """What is printed on a space, small at its lower edge; its background alone says a colour."""
    x, y = place
    words = [each.value.text for each in space.printed if each.value.colour is None or each.value.colour != space.ground]
    if words:
        text = " ".join(words)
        size = min(13.0, 0.8 * UNIT / (LETTER * len(text)))
        ink = readable_on(space.ground or PLAIN)
        yield element("text", text, x=x, y=y + UNIT * 0.4, font_size=size, fill=ink, class_="print")


def tokens(space: Space) -> Iterator[Token]:
    """What stands on a space: each piece and pointer, and all marks of one owner as one thing."""
    for each in (*space.pieces, *space.pointers):
        yield token(each)
    owners = [each for each in space.marks if each.value is not None and each.value.seat is not None]
    others = [each for each in space.marks if each not in owners]
    if owners and others:
        owner = token(owners[0])
        yield Token(others[0].id, " ".join(each.sign.text for each in others), owner.fill or owner.ink, owner.ink)
    else:
        for each in space.marks:
            yield token(each)


def token(each: Standing) -> Token:
    """One thing: on its ground, or white or black on its colour."""
    style, text = each.sign.style, each.sign.text.strip()
    if each.value is not None and each.value.domain is None and not each.value.truth:
        return Token(each.id, text, None, style.colour or INK)
    if style.ground is not None:
        return Token(each.id, text, style.ground, style.colour or readable_on(style.ground))
    fill = style.colour or "#606060"
    return Token(each.id, text, fill, readable_on(fill) if fill.startswith("#") else INK)


def drawn(things: Sequence[Token], place: tuple[float, float]) -> Iterator[Element]:
    """Things side by side on a space, as large as there is room for."""
    if not things:
        return
    columns = ceil(sqrt(len(things)))
    rows = ceil(len(things) / columns)
    radius = UNIT * INSIDE / columns
    for at, thing in enumerate(things):
        row, column = divmod(at, columns)
        x = place[0] + (2 * column - columns + 1) * radius
        y = place[1] + (2 * row - rows + 1) * radius
        size = min(radius * 1.2, 1.7 * radius / (LETTER * max(1, len(thing.text))))
        disc = None
        if thing.fill is not None:
            disc = element("circle", cx=x, cy=y, r=radius * 0.92, fill=thing.fill, stroke=INK, stroke_width=1.2)
        text = element("text", thing.text, x=x, y=y + size * 0.36, font_size=size, font_weight="bold", fill=thing.ink)
        yield element("g", disc, text, class_="token", data_spot=thing.id)
