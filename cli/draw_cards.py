"""Cards: as little boxes where there is room for them, else in a line."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from .paint import coloured, ground, on
from .picture import Card, ZonePicture

EDGE = "#9a9a9a"
MOST_BOXES = 16


def draw_hand(zone: ZonePicture, width: int, tall: bool) -> Text:
    """The cards of one zone as boxes in rows; in one line of words when there are too many or it is not *tall*."""
    faces = [face_text(card.label) for card in zone.cards for _ in range(card.count)]
    if not faces:
        return Text("–", "dim")
    if not tall or len(faces) > MOST_BOXES or sum(map(box_width, faces)) > 2 * width:
        return in_line(zone)
    rows: list[list[Text]] = [[]]
    for face in faces:
        if rows[-1] and sum(map(box_width, rows[-1])) + box_width(face) > width:
            rows.append([])
        rows[-1].append(face)
    return Text("\n").join(box_row(row) for row in rows)


def box_width(face: Text) -> int:
    """How wide the box around a face is."""
    return face.cell_len + 4


def box_row(faces: list[Text]) -> Text:
    """Boxes side by side."""
    text = Text()
    text.append("".join("╭" + "─" * (face.cell_len + 2) + "╮" for face in faces) + "\n", EDGE)
    for face in faces:
        text.append("│ ", EDGE)
        text.append_text(face)
        text.append(" │", EDGE)
    text.append("\n" + "".join("╰" + "─" * (face.cell_len + 2) + "╯" for face in faces), EDGE)
    return text


def face_text(face: str) -> Text:
    """What is written on a card; words for colours as fields of that colour."""
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
    """The cards of a zone in one line, equal ones counted; then how many more there are without a face."""
    text = Text()
    for position, card in enumerate(zone.cards):
        if position:
            text.append("  ")
        text.append_text(draw_card(card))
    hidden = zone.size - sum(card.count for card in zone.cards)
    if hidden > 0:
        if zone.cards:
            text.append("  ")
        text.append(f"▒×{hidden}" if hidden > 1 or zone.cards else "▒", "dim")
    if not zone.size:
        text.append("–", "dim")
    return text


def draw_card(card: Card) -> Text:
    """One kind of card with its number of copies; in italics when it is only known to be there."""
    text = face_text(card.label)
    if card.count > 1:
        text.append(f"×{card.count}", "dim")
    if not card.sure:
        text.stylize(Style(italic=True))
    return text
