"""The table of a scene as HTML: boards, zones with their cards, the seats with their values."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from xml.etree.ElementTree import Element

from ..program.number_text import with_minus
from ..table.phrases import card_count, phrase
from ..table.scene import Card, Panel, Scene, Value, ZoneShown
from ..table.writing import by_rank, titled
from .board import board_svg
from .markup import Child, element, put


def table_html(shown: Scene, opened: Collection[str] = ()) -> Element:
    """The table; what has an id among the *opened* can be chosen."""
    zones = by_rank(shown.zones)
    middle = [each for each in zones if each.middle]
    own = [each for each in zones if each.own and not each.middle]
    shared = [each for each in zones if each.seat is None and not each.middle]
    others = [each for each in zones if each.seat is not None and not each.own and not each.middle and each.size]
    parts: list[Child] = [element("div", board_svg(board, shown, opened), class_="board-frame") for board in shown.boards]
    for name, listed in (("middle", middle), ("shared", shared), ("others", others), ("own", own)):
        if listed:
            parts.append(element("div", *(zone_html(each, shown, opened) for each in listed), class_=f"zones {name}"))
    parts.append(seats_html(shown))
    lines = [line for panel in by_rank(shown.panels) if not panel.by_seat for line in panel_lines(panel)]
    chosen = phrase(shown.language, "chosen")
    lines += [element("p", element("b", chosen), f" {name} {value.text}") for name, value in shown.chosen]
    if lines:
        parts.append(element("div", *lines, class_="values"))
    return element("div", *parts, class_="table", lang=shown.language)


def zone_html(zone: ZoneShown, shown: Scene, opened: Collection[str]) -> Element:
    """A zone with its cards; a pile of which nothing is seen shows how many cards it has."""
    size = card_count(shown.language, zone.size)
    cards = zone.cards or ((zone.top,) if zone.top is not None else ())
    listed = element("ul", *(card_html(card, opened) for card in cards), class_="cards") if cards else None
    if listed is None and zone.size:
        listed = element("ul", element("li", element("span", str(zone.size), class_="count"), class_="card back"), class_="cards")
    seat = None if zone.seat is None else seat_dot(shown, zone.seat)
    heading = element("h3", seat, titled(zone, zone.title), element("span", f" {size}", class_="size") if zone.size else None)
    return element("section", heading, listed, class_="zone" + (" row" if zone.ordered else ""), data_spot=zone.id)


def card_html(card: Card, opened: Collection[str]) -> Element:
    """A card: a strip in its colours, its face, its name where that says more, and what is printed beside."""
    back = card.kind is None
    grounds = [run.style.ground for run in card.face if run.style.ground]
    strip = element(
        "svg",
        *(element("rect", x=at, y=0, width=1, height=1, fill=colour) for at, colour in enumerate(grounds)),
        viewBox=f"0 0 {len(grounds)} 1",
        preserveAspectRatio="none",
        class_="strip",
        aria_hidden="true",
    )
    face = with_minus("".join(run.text for run in card.face).strip())
    name = with_minus(card.name)
    made = element("li", class_=" ".join(filter(None, ("card", "back" if back else "", "open" if card.id in opened else ""))))
    if card.id:
        made.set("data-spot", card.id)
    put(made, strip if grounds else None)
    put(made, element("span", face or name, class_="face" if len(face or name) <= 3 else "face long"))
    if face and face.split() != name.split() and not back:
        put(made, element("span", name, class_="name"))
    put(made, *(element("span", text, class_="beside") for text in (card.beside, card.among) if text))
    return put(made, element("span", f"×{card.count}", class_="count") if card.count > 1 else None)


def seats_html(shown: Scene) -> Element:
    """The seats, each with its values, who is asked marked."""
    panels = [panel for panel in by_rank(shown.panels) if panel.by_seat]
    head = element("tr", element("td"), *(element("th", panel.title, scope="col") for panel in panels))
    made = element("table", element("thead", head), class_="seats")
    body = element("tbody")
    for seat in shown.seats:
        name = element("th", seat_dot(shown, seat.seat), seat.name, scope="row")
        row = element("tr", name, class_="asked" if seat.asked else None, data_spot=seat.id)
        for panel in panels:
            cells = [cell for cell in panel.cells if cell.seat == seat.seat and not (cell.labels and cell.blank)]
            texts = [element("span", *labelled(cell.labels), *value_html(cell.value)) for cell in cells]
            row.append(element("td", *texts))
        body.append(row)
    made.append(body)
    return made


def panel_lines(panel: Panel) -> Iterator[Element]:
    """The values of a panel that belong to no seat, in one line."""
    cells = [cell for cell in panel.cells if not (cell.labels and cell.blank)]
    if cells:
        told = [element("span", *labelled(cell.labels), *value_html(cell.value), data_spot=cell.id) for cell in cells]
        yield element("p", element("b", panel.title), *told)


def labelled(labels: tuple[str, ...]) -> tuple[Child, ...]:
    """The indices of a value, before it."""
    return (element("small", f"{', '.join(labels)} "),) if labels else ()


def value_html(value: Value) -> tuple[Child, ...]:
    """A value, behind a dot in its colour where it has one."""
    return (dot(value.colour) if value.colour else None, with_minus(value.text))


def seat_dot(shown: Scene, seat: int) -> Element:
    """A dot in the colour of a seat."""
    style = shown.seats[seat].style
    return dot(style.ground or style.colour or "#808080")


def dot(colour: str) -> Element:
    """A dot in that colour."""
    circle = element("circle", cx=5, cy=5, r=4.5, fill=colour, stroke="#808080")
    return element("svg", circle, viewBox="0 0 10 10", class_="dot", aria_hidden="true")
