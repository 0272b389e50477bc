"""Draws cards: as small boxes where there is room for them, else in a line."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from ...table.ink import ground
from ...table.scene import Card, ZonePicture
from .paint import coloured, mark_card, on

EDGE = "#9a9a9a"
MOST_BOXES = 16
MOST_OF_A_PILE = 10
"""A line has at most this many kinds of an ordered pile."""

LONGEST_LINE = 96
"""Cards without an order are cut off where they would take more columns than this; up to here a table wraps the line where
needed.
"""


def draw_hand(zone: ZonePicture, width: int, tall: bool) -> Text:
    """The cards of one zone as boxes in rows; in one line of words when there are too many or it is not *tall*."""
    faces = [marked_face(zone, card.label, place) for place, card in enumerate(one_by_one(zone))]
    if not faces and not zone.size:
        return Text("–", "dim")
    if not faces or not tall or len(faces) > MOST_BOXES or sum(map(box_width, faces)) > 2 * width:
        return written(zone, len(zone.cards))
    rows: list[list[Text]] = [[]]
    for face in faces:
        if rows[-1] and sum(map(box_width, rows[-1])) + box_width(face) > width:
            rows.append([])
        rows[-1].append(face)
    return Text("\n").join(box_row(row) for row in rows)


def one_by_one(zone: ZonePicture) -> list[Card]:
    """The seen cards of a zone, each copy for itself."""
    return [Card(card.label, 1) for card in zone.cards for _ in range(card.count)]


def marked_face(zone: ZonePicture, label: str, place: int) -> Text:
    """The text on the card at that place of the zone, with blanks around it."""
    text = Text(" ")
    text.append_text(face_text(label))
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


def face_text(face: str) -> Text:
    """The text on a card. When it consists of several words for colours, each is a field of its colour."""
    words = face.split(" ")
    if len(words) > 1 and all(ground(word) for word in words):
        text = Text()
        for word in words:
            text.append(f" {word} ", on(ground(word) or EDGE))
        return text
    text = coloured(face)
    text.stylize("bold")
    return text


def in_line(zone: ZonePicture) -> Text:
    """The cards of a zone in one line; of very many only the first ones, and how many are left."""
    if any(card.top for card in zone.cards):
        return written(zone, len(zone.cards) if len(zone.cards) <= MOST_OF_A_PILE else MOST_OF_A_PILE - 2)
    most, length = 0, 0
    for card in zone.cards:
        length += draw_card(card, zone.mark).cell_len + 2
        if length > LONGEST_LINE:
            break
        most += 1
    return written(zone, most)


def written(zone: ZonePicture, most: int) -> Text:
    """The first *most* kinds of card of a zone, with their numbers of copies, and how many cards are hidden. Hidden cards that
    are known to be there follow, drawn in another way than open cards.
    """
    text = Text()
    shown = zone.cards[:most]
    place = 0
    for position, card in enumerate(shown):
        if position:
            text.append("  ")
        start = len(text)
        text.append_text(draw_card(card, zone.mark))
        mark_card(text, start, (zone.zone, zone.index), place)
        place += card.count
    left = sum(card.count for card in zone.cards[len(shown) :])
    if left:
        text.append(f"  … ×{left}", "dim")
    hidden = zone.size - sum(card.count for card in zone.cards)
    if hidden > 0:
        if zone.cards:
            text.append("  ")
        text.append(f"▒×{hidden}" if hidden > 1 or zone.cards else "▒", "dim")
    for words, cards in ((zone.mark, (Card(zone.on_top, 1),) if zone.on_top else ()), (zone.holds, zone.known)):
        if cards:
            text.append(f", {words}: ", "dim")
            text.append_text(Text(", ").join(known_text(card) for card in cards))
    if not zone.size:
        text.append("–", "dim")
    return text


def known_text(card: Card) -> Text:
    """A kind of card that is known to be there but not seen."""
    return Text(card.label + (f"×{card.count}" if card.count > 1 else ""), Style(italic=True, dim=True))


def draw_card(card: Card, mark: str) -> Text:
    """One kind of card with its number of copies; *mark* follows the one on top of a pile."""
    text = face_text(card.label)
    if card.count > 1:
        text.append(f"×{card.count}", "dim")
    if card.top:
        text.append(f" ({mark})", "dim")
    return text
