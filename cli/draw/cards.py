"""Draws cards: as small boxes where there is room for them, else in lines."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve
from rich.style import Style
from rich.text import Text

from ...table.ink import EDGE
from ...table.scene import Card, ZonePicture
from .paint import coloured, mark_card, painted

MOST_BOXES = 16
MOST_LINES = 4
"""The cards of a zone that others see take at most so many lines; of more, only the first ones are shown."""

KNOWN_LINES = 2
"""The same for cards that lie face down and are known to be there."""


def draw_hand(zone: ZonePicture, width: int, tall: bool) -> Text:
    """The cards of one zone as boxes in rows; in lines when there are too many or it is not *tall*."""
    faces = [marked_face(zone, card, place) for place, card in enumerate(one_by_one(zone))]
    if not faces and not zone.size:
        return Text("–", "dim")
    if not faces or not tall or len(faces) > MOST_BOXES or sum(map(box_width, faces)) > 2 * width:
        return flow(units(zone, len(zone.cards)), width)
    rows: list[list[Text]] = [[]]
    for face in faces:
        if rows[-1] and sum(map(box_width, rows[-1])) + box_width(face) > width:
            rows.append([])
        rows[-1].append(face)
    return Text("\n").join(box_row(row) for row in rows)


def one_by_one(zone: ZonePicture) -> list[Card]:
    """The seen cards of a zone, each copy for itself."""
    return [Card(card.label, 1, face=card.face) for card in zone.cards for _ in range(card.count)]


def marked_face(zone: ZonePicture, card: Card, place: int) -> Text:
    """The text on the card at that place of the zone, with blanks around it."""
    text = Text(" ")
    text.append_text(face_text(card))
    text.append(" ")
    mark_card(text, 0, (zone.zone, zone.index), place)
    return text


def box_width(face: Text) -> int:
    """How wide the box around a face is."""
    return face.cell_len + 2


def box_row(faces: list[Text]) -> Text:
    """Boxes side by side."""
    text = Text()
    text.append("".join("╭" + "─" * face.cell_len + "╮" for face in faces) + "\n", EDGE)
    for face in faces:
        text.append("│", EDGE)
        text.append_text(face)
        text.append("│", EDGE)
    text.append("\n" + "".join("╰" + "─" * face.cell_len + "╯" for face in faces), EDGE)
    return text


def face_text(card: Card) -> Text:
    """The text on a card."""
    text = painted(card.face) if card.face else coloured(card.label)
    text.stylize("bold")
    return text


def flow(parts: Sequence[Text], width: int) -> Text:
    """The parts one behind the other in lines of that width; a part is broken only where it is wider than a line."""
    lines: list[Text] = []
    for part in parts:
        gap = " " if lines and lines[-1].plain.endswith(",") else "  "
        if lines and lines[-1].cell_len + len(gap) + part.cell_len <= width:
            lines[-1].append(gap)
            lines[-1].append_text(part)
        else:
            lines.append(part.copy())
    return Text("\n").join(lines)


def in_lines(zone: ZonePicture, width: int) -> Text:
    """The cards of a zone in lines of that width; of very many only the first ones, and how many are left."""
    most, known = len(zone.cards), len(zone.known)
    text = flow(units(zone, most), width)
    while most > 1 and text.plain.count("\n") >= MOST_LINES:
        most -= 1
        text = flow(units(zone, most), width)
    while not zone.cards and known > 1 and text.plain.count("\n") >= KNOWN_LINES:
        known -= 1
        text = flow([*units(evolve(zone, known=zone.known[:known]), most), Text("…", "dim")], width)
    return text


def units(zone: ZonePicture, most: int) -> list[Text]:
    """The first *most* kinds of card of a zone, with their numbers of copies, and how many cards are hidden. Hidden cards that
    are known to be there follow, drawn in another way than open cards.
    """
    found: list[Text] = []
    shown = zone.cards[:most]
    place = 0
    for card in shown:
        text = draw_card(card, zone.mark)
        mark_card(text, 0, (zone.zone, zone.index), place)
        found.append(text)
        place += card.count
    left = sum(card.count for card in zone.cards[len(shown) :])
    if left:
        found.append(Text(f"… ×{left}", "dim"))
    hidden = zone.size - sum(card.count for card in zone.cards)
    if hidden > 0:
        found.append(Text(f"▒×{hidden}" if hidden > 1 or zone.cards else "▒", "dim"))
    for words, cards in ((zone.mark, (Card(zone.on_top, 1),) if zone.on_top else ()), (zone.holds, zone.known)):
        for position, card in enumerate(cards):
            text = Text(f"{words}: " if position == 0 else "", "dim")
            text.append_text(known_text(card))
            found[-1].append(",", "dim")
            found.append(text)
    return found or [Text("–", "dim")]


def known_text(card: Card) -> Text:
    """A kind of card that is known to be there but not seen."""
    name = "".join(run.text for run in card.face).strip() or card.label
    return Text(name + (f"×{card.count}" if card.count > 1 else ""), Style(italic=True, dim=True))


def draw_card(card: Card, mark: str) -> Text:
    """One kind of card with its number of copies; *mark* follows the one on top of a pile."""
    text = Text().append_text(face_text(card))
    if card.count > 1:
        text.append(f"×{card.count}", "dim")
    if card.top:
        text.append(f" ({mark})", "dim")
    return text
