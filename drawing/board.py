"""A board as SVG: its spaces with what is printed on them, what stands there, its lines, and what has changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from math import atan2, ceil, cos, degrees, hypot, pi, sin, sqrt
from xml.etree.ElementTree import Element

from attrs import evolve, frozen

from ..program.ir import Shape
from ..table.scene import Board, Changes, Scene, Space, Standing, Value
from .figures import die_svg, figure_svg
from .inks import DARK, GREY, HINT, INK, LIGHT, MARK, PLAIN, edge_on, ink_on, softened, told_by_light
from .markup import element, kept

UNIT = 60.0
"""How far apart the middles of neighbours lie, in pixels."""
EDGE = 8.0
"""The blank around the board."""
INSIDE = 0.42
"""How far things on a space reach from its middle, in parts of `UNIT`."""
ON_A_LINK, ON_AN_EDGE = 0.22, 0.17
"""The same for links: on a line, where name and print stay to be seen, and over an edge."""
LETTER = 0.58
"""How wide a letter is, in parts of its size."""
WIDE = 20
"""A board of more columns is scrolled where the page is narrow; on a grid the names of spaces would be too small to be read."""
DASHES = (None, "12 7", "2 8", "14 6 2 6")
"""How lines through spaces are broken, by their number, so that they differ without their colours too."""

DRAWN = 10_000
"""So many parts of spaces are kept."""

Place = tuple[float, float]

Step = Sequence[Sequence[str]]
"""A choice: for each of its arguments the ids of what means it on the table."""


@frozen
class Token:
    """A thing that is drawn on a space: its id, its text, its fill (None: the text alone), the colour of the text, and its figure
    (None: a disc). A die shows its *number*.
    """

    id: str
    text: str
    fill: str | None
    ink: str
    figure: str | None = None
    number: int = 0


def empty_board(board: Board, shown: Scene) -> Element:
    """The board without anything that stands on it, each space with its name."""
    return board_svg(bare(board), evolve(shown, changes=Changes()), names=True)


def bare(board: Board) -> Board:
    """The board without what stands on it."""
    spaces = (evolve(space, pieces=(), pointers=(), marks=()) for space in board.spaces)
    return evolve(board, spaces=tuple(spaces), paths=())


def board_svg(
    board: Board,
    shown: Scene,
    opened: Collection[str] = (),
    names: bool = False,
    hinted: Sequence[Step] = (),
    coloured: bool = False,
) -> Element:
    """The board of a scene; what has an id among the *opened* can be chosen. With *names* the spaces of lanes have theirs too,
    with *coloured* the colours of spaces are written on them, for paper that has none. Choices that are *hinted* at are drawn
    with their numbers.
    """
    half = UNIT / 2 + EDGE
    places = [(x * UNIT + half, y * UNIT + half) for x, y in (space.at for space in board.spaces)]
    wide, high = (max(each[axis] for each in places) + half for axis in (0, 1))
    small = wide > WIDE * UNIT
    made = element(
        "svg",
        element("title", board.title),
        viewBox=f"0 0 {wide:g} {high:g}",
        preserveAspectRatio="xMinYMin",
        class_=" ".join(("board", board.shape, *(("wide",) if small else ()))),
        role="img",
        aria_label=board.title,
        font_family="sans-serif",
        text_anchor="middle",
    )
    for start, end in board.links:
        made.append(line(places[start], places[end], "#8a8478", 3, "link"))
    lowest = max(space.row for space in board.spaces if space.joins is None)
    unread = small and board.shape == Shape.GRID.value
    named = names or not (unread or board.shape == Shape.LANES.value)
    grounds = [ground(board, space, lowest) for space in board.spaces]
    changed, decided = set(shown.changes.spaces), set(shown.decided)
    taken = {each.space for each in shown.changes.taken}
    for space, place, colour in zip(board.spaces, places, grounds, strict=True):
        laid = laid_on(board, space)
        marked = {"open": opened, "changed": changed, "decided": decided}
        states = [name for name, ids in marked.items() if space.id in ids]
        edge, thin = EDGES[states[-1] if states else ""], is_bar(board, space)
        if thin:
            parts = [bar(board, space, colour, edge), ring(place, 5, LIGHT) if space.id in opened else None]
        else:
            parts = [
                outline(board.shape if space.joins is None else Shape.LINKS.value, colour, place, edge),
                name_of(board.shape, space.name, colour, place) if named else None,
                *printed(space, colour, place, coloured, round_=board.shape == Shape.GRAPH.value),
                choice(place) if space.id in opened else None,
            ]
        made.append(
            element(
                "g",
                element("title", space.name if laid is None else f"{space.name}: {laid.text}"),
                *parts,
                cross(place) if space.id in taken else None,
                class_=" ".join(("space", *(() if space.joins is None else ("link",)), *states)),
                data_spot=space.id,
            )
        )
    if board.finish is not None and board.shape == Shape.LANES.value:
        x = board.finish * UNIT + EDGE
        made.append(line((x, EDGE), (x, high - EDGE), "#b02020", 4, "finish"))
    for number, path in enumerate(board.paths):
        for start, end in path.joints:
            offset = (number - (len(board.paths) - 1) / 2) * 7
            (x1, y1), (x2, y2) = places[start], places[end]
            road = (x1, y1 + offset), (x2, y2 + offset)
            made.append(line(*road, LIGHT, 7, "path"))
            made.append(line(*road, path.style.colour or INK, 5, "path", DASHES[number % len(DASHES)]))
    made.extend(ways(board, shown, places))
    for space, place, colour in zip(board.spaces, places, grounds, strict=True):
        marks = tuple(each for each in space.marks if each.place != board.ground)
        middle, reach = below_name(board, space, place)
        made.extend(drawn(tuple(tokens(evolve(space, marks=marks), colour)), middle, colour, opened, UNIT * reach))
    at = {space.id: place for space, place in zip(board.spaces, places, strict=True)}
    for number, step in reversed(list(enumerate(hinted, 1))):  # the first one lies on top
        made.extend(hinted_way(number, [at[means[0]] for means in step if len(means) == 1 and means[0] in at]))
    return made


def line(start: Place, end: Place, colour: str, wide: float, name: str, dashes: str | None = None) -> Element:
    """A line from one point to another, broken by *dashes*."""
    (x1, y1), (x2, y2) = start, end
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return element("line", **ends, stroke=colour, stroke_width=wide, stroke_dasharray=dashes, stroke_linecap="round", class_=name)


# ------------------------------------------------------------------------------------------------------------- spaces


def ground(board: Board, space: Space, lowest: int) -> str:
    """The background of a space: the colour of a mark, its own, else that of the board. A chequered board is dark at the lower
    left.
    """
    laid = laid_on(board, space)
    if laid is not None:
        return laid.colour or GREY
    if space.ground is not None:
        return space.ground
    colour = PLAIN if board.background is None else softened(board.background)
    if not board.chequered:
        return colour
    dark = (lowest - space.row + space.column) % 2 == 0
    if board.background is None:
        return DARK_SQUARE if dark else LIGHT_SQUARE
    return colour if dark else softened(colour)


def laid_on(board: Board, space: Space) -> Value | None:
    """The value that is drawn as the background of a space; None where there is none."""
    return next((each.value for each in space.marks if each.place == board.ground), None)


LIGHT_SQUARE, DARK_SQUARE = "#f0e4ca", "#bd9468"


@frozen
class Edge:
    """The line around a space."""

    colour: str
    wide: float
    dashes: str | None = None


EDGES = {
    "": Edge("#8a8478", 1.5),
    "open": Edge(MARK, 3),
    "changed": Edge("#1656b8", 3.5, "6 4"),
    "decided": Edge("#b02020", 6, "14 3"),
}
"""The lines around spaces by what is to be said of them: it can be chosen, it has changed, it has decided the match."""


@lru_cache(maxsize=DRAWN)
def outline(shape: str, fill: str, place: Place, edge: Edge) -> Element:
    """The form of a space, in its background."""
    x, y = place
    look: dict[str, str | float | None] = {
        "fill": fill,
        "stroke": edge.colour,
        "stroke_width": edge.wide,
        "stroke_dasharray": edge.dashes,
        "class_": "outline",
    }
    match Shape(shape):
        case Shape.HEXAGON:
            radius = UNIT / sqrt(3)
            corners = ((x + radius * sin(pi / 3 * at), y + radius * cos(pi / 3 * at)) for at in range(6))
            return kept(element("polygon", points=" ".join(f"{a:.1f},{b:.1f}" for a, b in corners), **look))
        case Shape.GRAPH:
            return kept(element("circle", cx=x, cy=y, r=UNIT * INSIDE, **look))
        case Shape.LINKS:
            half = UNIT * INSIDE
            return kept(element("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=half / 3, **look))
        case _:
            return kept(element("rect", x=x - UNIT / 2, y=y - UNIT / 2, width=UNIT, height=UNIT, **look))


def is_bar(board: Board, space: Space) -> bool:
    """Whether a space is a link over the edge of two spaces that touch."""
    return space.joins is not None and board.shape != Shape.GRAPH.value


def bar(board: Board, space: Space, fill: str, edge: Edge) -> Element:
    """A link over an edge: a bar along the edge, with what is printed on the link."""
    assert space.joins is not None
    (x1, y1), (x2, y2) = (board.spaces[end].at for end in space.joins)
    half = UNIT / 2 + EDGE
    x, y = (at * UNIT + half for at in space.at)
    turned = f"rotate({degrees(atan2(y2 - y1, x2 - x1)):g} {x:g} {y:g})"
    wide, high = UNIT * ON_AN_EDGE, UNIT * 0.5
    look: dict[str, str | float | None] = {
        "fill": fill,
        "stroke": edge.colour,
        "stroke_width": edge.wide,
        "stroke_dasharray": edge.dashes,
        "class_": "outline",
    }
    made = element("g", element("rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, transform=turned, rx=3, **look))
    text = " ".join(each.value.text for each in space.printed if each.value.colour is None)
    if text:
        made.append(element("text", text, x=x, y=y + 3, font_size=9, fill=ink_on(fill), class_="print"))
    return made


@lru_cache(maxsize=DRAWN)
def name_of(shape: str, name: str, colour: str, place: Place) -> Element:
    """The name of a space, small at its upper edge."""
    x, y = place
    round_, ink = shape in (Shape.HEXAGON.value, Shape.GRAPH.value), ink_on(colour)
    size = min(9.0 if round_ else 10.0, 0.9 * UNIT / (LETTER * max(1, len(name))))
    if round_:
        return kept(element("text", name, x=x, y=y - UNIT * 0.25, font_size=size, fill=ink, class_="name"))
    left = x - UNIT * 0.46
    return kept(element("text", name, x=left, y=y - UNIT * 0.33, font_size=size, fill=ink, text_anchor="start", class_="name"))


def printed(space: Space, colour: str, place: Place, coloured: bool, round_: bool) -> Iterator[Element]:
    """What is printed on a space, small at its lower edge; its background alone says a colour. Where it is *coloured* for paper,
    the colour stands there, and all else in the middle, where nothing stands. A *round_* space is narrow below.
    """
    x, y = place
    told = [each.value.text for each in space.printed if each.value.colour is not None and each.value.colour == space.ground]
    words = [each.value.text for each in space.printed if each.value.colour is None or each.value.colour != space.ground]
    below, middle = (told, words) if coloured and told else (words, [])
    narrow = coloured and bool(told) and round_ and space.joins is None
    for text, lower, largest in (
        (" ".join(below), 0.3 if narrow else 0.4, 10.0 if narrow else 13.0),
        (" ".join(middle), 0.12, 22.0),
    ):
        if text:
            size = min(largest, 0.8 * UNIT / (LETTER * len(text)))
            yield element("text", text, x=x, y=y + UNIT * lower, font_size=size, fill=ink_on(colour), class_="print")


def choice(place: Place) -> Element:
    """The sign that a space can be chosen: a ring on its right side below."""
    return ring((place[0] + UNIT * 0.34, place[1] + UNIT * 0.34), 5, LIGHT)


def ring(place: Place, radius: float, fill: str) -> Element:
    """The sign that something can be chosen."""
    x, y = place
    return element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=MARK, stroke_width=3, class_="choice")


def cross(place: Place) -> Element:
    """The sign that something was taken from a space: a cross in a disc, on its right side above."""
    x, y = place[0] + UNIT * 0.36, place[1] - UNIT * 0.36
    disc = element("circle", cx=x, cy=y, r=6.5, fill=LIGHT, stroke=DARK, stroke_width=1.2)
    strokes = (line((x - 3, y - 3 * way), (x + 3, y + 3 * way), DARK, 2, "stroke") for way in (1, -1))
    return element("g", disc, *strokes, class_="taken")


def ways(board: Board, shown: Scene, places: Sequence[Place]) -> Iterator[Element]:
    """A dotted line from where something has gone to where it stands now."""
    at = {space.id: place for space, place in zip(board.spaces, places, strict=True)}
    for each in shown.changes.moved:
        if each.start in at and each.end in at and each.start != each.end:
            yield line(at[each.start], at[each.end], LIGHT, 5, "way")
            yield line(at[each.start], at[each.end], DARK, 3, "way", "1 8")


def hinted_way(number: int, through: Sequence[Place]) -> Iterator[Element]:
    """A choice that a hint names, with its number: an arrow from its first space to its last, or a ring around the only one."""
    if not through:
        return
    (x1, y1), (x, y) = through[0], through[-1]
    far = hypot(x - x1, y - y1)
    if not far:
        parts = [circle((x, y), UNIT * 0.44, "none", LIGHT, 7), circle((x, y), UNIT * 0.44, "none", HINT, 4)]
        badge = x - UNIT * 0.34, y + UNIT * 0.34
    else:
        along, across = ((x - x1) / far, (y - y1) / far), ((y1 - y) / far, (x - x1) / far)
        tip, neck = (x - 8 * along[0], y - 8 * along[1]), (x - 24 * along[0], y - 24 * along[1])
        sides = [(neck[0] + way * 10 * across[0], neck[1] + way * 10 * across[1]) for way in (1, -1)]
        corners = " ".join(f"{a:.1f},{b:.1f}" for a, b in (tip, *sides))
        head = element("polygon", points=corners, fill=HINT, stroke=LIGHT, stroke_width=1.5)
        parts = [line((x1, y1), neck, LIGHT, 9, "way"), line((x1, y1), neck, HINT, 6, "way"), head]
        badge = x1 + (x - x1) * 0.45, y1 + (y - y1) * 0.45
    sign = lettering(str(number), (badge[0], badge[1] + 4.5), 13, LIGHT, None)
    yield element(
        "g",
        *parts,
        circle(badge, 9, HINT, LIGHT, 1.5),
        sign,
        class_="hint",
        opacity=None if number == 1 else 0.6,
        aria_hidden="true",
    )


def circle(place: Place, radius: float, fill: str, stroke: str, wide: float) -> Element:
    """A circle around a place."""
    return element("circle", cx=place[0], cy=place[1], r=radius, fill=fill, stroke=stroke, stroke_width=wide)


# ----------------------------------------------------------------------------------------------------- what stands there


def tokens(space: Space, colour: str) -> Iterator[Token]:
    """What stands on a space of that colour: each piece and pointer, and all marks of one owner as one thing."""
    for each in (*space.pieces, *space.pointers):
        yield token(each, colour)
    owners = [each for each in space.marks if each.value is not None and each.value.seat is not None]
    others = [each for each in space.marks if each not in owners]
    if owners and others:
        owner = token(owners[0], colour)
        fill, text = owner.fill or owner.ink, " ".join(each.sign.text for each in others)
        figure = next(filter(None, (token(other, colour).figure for other in others)), owner.figure)
        text = text if figure is None else owner.text
        yield Token(others[0].id, text, fill, ink_on(fill), figure)
    else:
        for each in space.marks:
            yield token(each, colour)


def token(each: Standing, colour: str) -> Token:
    """One thing on a space of that colour: white or black on its own colour, a number on that of the space."""
    style, text, value = each.sign.style, each.sign.text.strip(), each.value
    figure = each.figure or (None if value is None else value.figure)
    fill = style.ground or style.colour or GREY
    if figure is None and value is not None and value.domain is None and not value.truth:
        if each.seat is None and fill.startswith("#") and fill != GREY:
            return Token(each.id, value.text, fill, ink_on(fill))
        return Token(each.id, text, None, ink_on(colour))
    if not fill.startswith("#"):
        return Token(each.id, text, fill, INK)
    return Token(each.id, text, fill, ink_on(fill), figure, 0 if value is None else value.number or 0)


def below_name(board: Board, space: Space, place: Place) -> tuple[Place, float]:
    """The middle of what stands on a space, and how far that reaches: a name that is a word stays to be seen above it."""
    if space.joins is not None:
        return place, ON_AN_EDGE if is_bar(board, space) else ON_A_LINK
    if board.shape != Shape.GRAPH.value or len(space.name) <= SHORT_NAME:
        return place, INSIDE
    return (place[0], place[1] + UNIT * 0.1), INSIDE - 0.1


SHORT_NAME = 2
"""A name of so many letters is a place on a grid, which what stands there may cover."""


def drawn(things: Sequence[Token], place: Place, colour: str, opened: Collection[str], reach: float) -> Iterator[Element]:
    """Things side by side on a space of that colour, as large as there is room for: they *reach* so far from its middle."""
    if not things:
        return
    columns = ceil(sqrt(len(things)))
    rows = ceil(len(things) / columns)
    radius = reach / columns
    for at, thing in enumerate(things):
        row, column = divmod(at, columns)
        x = place[0] + (2 * column - columns + 1) * radius
        y = place[1] + (2 * row - rows + 1) * radius
        around = ring((x, y), radius * 0.98, "none") if thing.id in opened else None
        yield element("g", *shape_of(thing, (x, y), radius, colour), around, class_="token", data_spot=thing.id)


def shape_of(thing: Token, place: Place, radius: float, ground: str) -> Iterator[Element]:
    """A thing around a middle: its figure, else a disc; and its text, where light and dark do not tell whose it is."""
    x, y = place
    size = min(radius * 1.2, 1.7 * radius / (LETTER * max(1, len(thing.text))))
    halo = None
    if thing.figure is not None and thing.fill is not None:
        around = {"x": x - radius, "y": y - radius, "width": 2 * radius, "height": 2 * radius}
        if thing.figure == "die":
            yield die_svg(thing.number, thing.fill, ground, **around)
            return
        yield figure_svg(thing.figure, thing.fill, ground, **around)
        if told_by_light(thing.fill):
            return
        size *= 0.6
        halo = thing.fill
    elif thing.fill is not None:
        edge = edge_on(thing.fill, ground) if thing.fill.startswith("#") else INK
        yield element("circle", cx=x, cy=y, r=radius * 0.92, fill=thing.fill, stroke=edge, stroke_width=1.5)
    yield lettering(thing.text, (x, y + size * 0.36), size, thing.ink, halo)


def lettering(text: str, place: Place, size: float, ink: str, halo: str | None) -> Element:
    """Bold letters around a middle; a *halo* in that colour where they stand on something narrow."""
    (x, y), wide = place, None if halo is None else round(size / 5, 1)
    look = {"fill": ink, "stroke": halo, "paint_order": None if halo is None else "stroke", "font_weight": "bold"}
    return element("text", text, x=x, y=y, font_size=size, text_anchor="middle", stroke_width=wide, **look)
