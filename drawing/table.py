"""The table of a scene as HTML: boards, zones with their cards, the seats with their values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from xml.etree.ElementTree import Element

from attrs import evolve

from ..program.number_text import with_minus
from ..table.phrases import card_count, phrase
from ..table.scene import Board, Card, CardPart, Panel, Scene, Value, ZoneShown
from ..table.writing import by_rank, titled
from .board import Step, board_svg, lettering
from .figures import die_svg, figure_svg
from .inks import DARK, GREY, LIGHT, ink_on
from .markup import Child, element, kept, put


def table_html(shown: Scene, opened: Collection[str] = (), hinted: Sequence[Step] = ()) -> Element:
    """The table; what has an id among the *opened* can be chosen. Choices that are *hinted* at are drawn on boards."""
    zones = by_rank(shown.zones)
    middle = [each for each in zones if each.middle]
    own = [each for each in zones if each.own and not each.middle]
    shared = [each for each in zones if each.seat is None and not each.middle]
    others = [each for each in zones if each.seat is not None and not each.own and not each.middle and each.size]
    parts: list[Child] = [
        element("div", board_svg(board, shown, opened, hinted=hinted), legend_html(board), class_="board-frame")
        for board in shown.boards
    ]
    for name, listed in (("middle", middle), ("shared", shared), ("others", others), ("own", own)):
        if listed:
            parts.append(element("div", *(zone_html(each, shown, opened) for each in listed), class_=f"zones {name}"))
    parts.append(seats_html(shown, opened))
    lines = [line for panel in by_rank(shown.panels) if not panel.by_seat for line in panel_lines(panel, opened)]
    chosen = phrase(shown.language, "chosen")
    lines += [element("p", element("b", chosen), f" {name} {value.text}") for name, value in shown.chosen]
    if lines:
        parts.append(element("div", *lines, class_="values"))
    return element("div", *parts, class_="table", lang=shown.language)


def classes(*names: str, open_: bool = False) -> str | None:
    """The classes of an element; None where it has none."""
    return " ".join(filter(None, (*names, "open" if open_ else ""))) or None


def legend_html(board: Board) -> Element | None:
    """What the colours and the signs on a board mean; None where these say it themselves, or things are drawn as figures."""
    standing = [each for space in board.spaces for each in (*space.pieces, *space.pointers, *space.marks)]
    laid = {each.value.number: each.value for each in standing if each.place == board.ground and each.value is not None}
    told = [element("span", swatch(value), f" {value.text}") for _, value in sorted(laid.items(), key=lambda each: each[0] or 0)]
    if not any(each.figure or (each.value is not None and each.value.figure) for each in standing):
        known = {value.text for value in laid.values()}
        signs = [each for entry in board.legend for each in entry.signs if each.meaning and each.meaning not in known]
        told += [element("span", element("b", each.sign.text.strip()), f" {each.meaning}") for each in signs]
    return element("p", *told, class_="legend") if told else None


def swatch(value: Value) -> Element:
    """A field in the colour of a value."""
    field = element("rect", x=1, y=1, width=18, height=18, fill=value.colour or GREY, stroke=DARK, stroke_width=1)
    return element("svg", field, viewBox="0 0 20 20", class_="swatch", aria_hidden="true")


# --------------------------------------------------------------------------------------------------------------- cards


def zone_html(zone: ZoneShown, shown: Scene, opened: Collection[str]) -> Element:
    """A zone: its cards whose faces are seen, else how many cards it has."""
    size = card_count(shown.language, zone.size)
    cards = zone.cards or ((zone.top,) if zone.top is not None else ())
    listed = element("ul", *(card_html(card, opened) for card in cards), class_="cards") if cards else None
    if listed is None and zone.size:
        listed = element("ul", element("li", element("span", str(zone.size), class_="count"), class_="card back"), class_="cards")
    seat = None if zone.seat is None else seat_dot(shown, zone.seat)
    heading = element("h3", seat, titled(zone, zone.title), element("span", f" {size}", class_="size") if zone.size else None)
    looks = classes(
        "zone", "row" if zone.ordered else "", "new" if zone.id in shown.changes.shown else "", open_=zone.id in opened
    )
    return element("section", heading, listed, class_=looks, data_spot=zone.id)


def card_html(card: Card, opened: Collection[str]) -> Element:
    """A card: what stands where on its face; without that its face, its name where that says more, and what is printed beside."""
    looks = classes("card", "back" if card.kind is None else "", "faced" if card.parts else "", open_=card.id in opened)
    made = element("li", class_=looks, data_spot=card.id or None)
    put(made, *face(evolve(card, id="", count=1, place=None, among="")))
    put(made, element("span", card.among, class_="beside") if card.among else None)
    return put(made, element("span", f"×{card.count}", class_="count") if card.count > 1 else None)


@lru_cache(maxsize=5_000)
def face(card: Card) -> tuple[Element, ...]:
    """The face of a card, wherever it lies."""
    text = element("span", card.text, class_="does") if card.text else None
    return tuple(map(kept, (*(faced(card) if card.parts else worded(card)), *(() if text is None else (text,)))))


def faced(card: Card) -> Iterator[Element]:
    """The face of a card by its parts, which a screen reader is told by the name of the card."""
    if not any(value.colour for part in card.parts for value in part.values):
        yield from strip(card)
    yield element("span", with_minus(card.name), class_="said")
    for place in ("corner", "symbol", "middle", "text"):
        parts = [part for part in card.parts if part.place == place]
        if place == "middle" and any(part.spots for part in parts):
            yield element("span", tile_svg(parts), class_=place, aria_hidden="true")
        elif parts:
            yield element("span", *(part_html(part) for part in parts), class_=place, aria_hidden="true")


def tile_svg(parts: Sequence[CardPart]) -> Element:
    """What is printed by direction as fields around the middle, and in the middle what else stands there."""
    made = element("svg", viewBox="0 0 90 90", class_="figure tile")
    for part in parts:
        for value, (row, column) in zip(part.values, part.spots or [(0, 0)] * len(part.values), strict=True):
            x, y, fill = 30 * (column + 1), 30 * (row + 1), value.colour or LIGHT
            made.append(element("rect", x=x, y=y, width=30, height=30, fill=fill, stroke=ink_on(fill), stroke_width=1))
            if value.colour is None:
                made.append(lettering(with_minus(value.text)[:2], (x + 15, y + 20), 15, ink_on(fill), None))
    return made


def part_html(part: CardPart) -> Element:
    """What stands at one place of a card; at its foot with its title, and in words."""
    if part.place == "text":
        made = element("span", part.title)
        for value in part.values:
            put(made, " ", element("span", *value_html(value)))
        return made
    return element("span", *(each for value in part.values for each in sign(value)))


def sign(value: Value) -> Iterator[Child]:
    """A value as large as its place allows: its figure with its text, a field of its colour, else the text alone."""
    fill, text = value.colour or GREY, with_minus(value.text)
    if value.figure == "die" and value.number is not None:
        yield die_svg(value.number, value.colour or LIGHT, class_="figure")
    elif value.figure is not None:
        made = figure_svg(value.figure, fill, class_="figure")
        inside = 0 < len(text) <= LONGEST_INSIDE
        if inside:
            made.append(lettering(text, (50, 64), 40, ink_on(fill), fill))
        yield made
        if text and not inside:
            yield element("small", text)
    elif value.colour is None:
        yield element("span", text)
    else:
        wide = max(100, 36 + 25 * len(text))
        field = element("rect", x=2, y=2, width=wide - 4, height=96, rx=14, fill=fill, stroke=ink_on(fill), stroke_width=3)
        letters = lettering(text, (wide / 2, 64), 42, ink_on(fill), None)
        yield element("svg", field, letters, viewBox=f"0 0 {wide} 100", class_="figure")


LONGEST_INSIDE = 2
"""So many letters have room inside a figure; more stand beside it."""


def worded(card: Card) -> Iterator[Element]:
    """The face of a card in words and signs, below a strip in its colours."""
    yield from strip(card)
    face = with_minus("".join(run.text for run in card.face).strip())
    name = with_minus(card.name)
    yield element("span", face or name, class_="face" if len(face or name) <= 3 else "face long")
    if face and face.split() != name.split() and card.kind is not None:
        yield element("span", name, class_="name")
    if card.beside:
        yield element("span", card.beside, class_="beside")


def strip(card: Card) -> Iterator[Element]:
    """A strip in the colours of a card; none where it has no colours."""
    grounds = [run.style.ground for run in card.face if run.style.ground]
    if grounds:
        yield element(
            "svg",
            *(element("rect", x=at, y=0, width=1, height=1, fill=colour) for at, colour in enumerate(grounds)),
            viewBox=f"0 0 {len(grounds)} 1",
            preserveAspectRatio="none",
            class_="strip",
            aria_hidden="true",
        )


# ------------------------------------------------------------------------------------------------------ seats and values


def seats_html(shown: Scene, opened: Collection[str]) -> Element:
    """The seats, each with its values, who is asked marked."""
    panels = [panel for panel in by_rank(shown.panels) if panel.by_seat]
    head = element("tr", element("td"), *(element("th", panel.title, scope="col") for panel in panels))
    made = element("table", element("thead", head), class_="seats")
    body = element("tbody")
    for seat in shown.seats:
        name = element("th", seat_dot(shown, seat.seat), seat.name, scope="row")
        row = element("tr", name, class_=classes("asked" if seat.asked else "", open_=seat.id in opened), data_spot=seat.id)
        for panel in panels:
            cells = [cell for cell in panel.cells if cell.seat == seat.seat and not (cell.labels and cell.blank)]
            texts = [
                element("span", *labelled(cell.labels), *value_html(cell.value), class_=classes(open_=cell.id in opened))
                for cell in cells
            ]
            row.append(element("td", *texts))
        body.append(row)
    made.append(body)
    return made


def panel_lines(panel: Panel, opened: Collection[str]) -> Iterator[Element]:
    """The values of a panel that belong to no seat, in one line."""
    cells = [cell for cell in panel.cells if not (cell.labels and cell.blank)]
    if cells:
        told = [
            element(
                "span",
                *labelled(cell.labels),
                *value_html(cell.value),
                class_=classes(open_=cell.id in opened),
                data_spot=cell.id,
            )
            for cell in cells
        ]
        yield element("p", element("b", panel.title), *told)


def labelled(labels: tuple[str, ...]) -> tuple[Child, ...]:
    """The indices of a value, before it."""
    return (element("small", f"{', '.join(labels)} "),) if labels else ()


def value_html(value: Value) -> tuple[Child, ...]:
    """A value, behind its figure or a dot in its colour where it has one. A die shows its number."""
    text = with_minus(value.text)
    if value.figure == "die" and value.number is not None:
        return (die_svg(value.number, value.colour or LIGHT, class_="small die"), element("span", text, class_="said"))
    if value.figure is not None and not value.hidden:
        return (figure_svg(value.figure, value.colour or GREY, class_="small"), text)
    return (dot(value.colour) if value.colour else None, text)


def seat_dot(shown: Scene, seat: int) -> Element:
    """A dot in the colour of a seat."""
    style = shown.seats[seat].style
    return dot(style.ground or style.colour or "#808080")


def dot(colour: str) -> Element:
    """A dot in that colour."""
    circle = element("circle", cx=5, cy=5, r=4.5, fill=colour, stroke="#808080")
    return element("svg", circle, viewBox="0 0 10 10", class_="dot", aria_hidden="true")
