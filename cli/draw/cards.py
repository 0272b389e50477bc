"""Draws cards: as small boxes where there is room for them, else in lines."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve
from rich.style import Style
from rich.text import Text

from ...table.pictures import CardPicture, ZonePicture
from ...table.styles import EDGE
from .paint import coloured, mark, painted

MOST_BOXES = 16
MOST_LINES = 4
"""The cards of a zone that others see take at most so many lines; of more, only the first ones are shown."""

KNOWN_LINES = 2
"""The same for cards that lie face down and are known to be there."""


def draw_hand(zone: ZonePicture, width: int, tall: bool, brief: bool = False) -> Text:
    """The cards of one zone as boxes in rows; in lines when there are too many or it is not *tall*. What is printed beside their
    names is told; when it is *brief*, only where that needs no further line.
    """
    noted = any(card.beside for card in zone.cards)
    faces = [marked_face(card, noted) for card in one_by_one(zone)]
    if not faces and not zone.size:
        return Text("–", "dim")
    if not faces or not tall or len(faces) > MOST_BOXES or sum(map(box_width, faces)) > 2 * width:
        plain, full = (flow(units(zone, len(zone.cards), noted=each), width) for each in (False, True))
        return full if not brief or full.plain.count("\n") == plain.plain.count("\n") else plain
    rows: list[list[list[Text]]] = [[]]
    for face in faces:
        if rows[-1] and sum(map(box_width, rows[-1])) + box_width(face) > width:
            rows.append([])
        rows[-1].append(face)
    return Text("\n").join(box_row(row) for row in rows)


def one_by_one(zone: ZonePicture) -> list[CardPicture]:
    """The seen cards of a zone, each copy for itself."""
    return [evolve(card, count=1) for card in zone.cards for _ in range(card.count)]


def marked_face(card: CardPicture, noted: bool) -> list[Text]:
    """The lines on a card, with blanks around them; where cards are *noted*, what is printed beside their names stands below
    these.
    """
    lines = [face_text(card), *([Text(card.beside, "dim")] if noted else [])]
    wide = max(line.cell_len for line in lines)
    found = []
    for line in lines:
        text = Text(" ").append_text(line)
        text.append(" " * (wide - line.cell_len + 1))
        mark(text, 0, card.id)
        found.append(text)
    return found


def box_width(face: list[Text]) -> int:
    """How wide the box around a face is."""
    return face[0].cell_len + 2


def box_row(faces: list[list[Text]]) -> Text:
    """Boxes side by side."""
    edges = ["─" * (box_width(face) - 2) for face in faces]
    text = Text()
    text.append("".join(f"╭{edge}╮" for edge in edges) + "\n", EDGE)
    for line in zip(*faces, strict=True):
        for part in line:
            text.append("│", EDGE)
            text.append_text(part)
            text.append("│", EDGE)
        text.append("\n")
    text.append("".join(f"╰{edge}╯" for edge in edges), EDGE)
    return text


def face_text(card: CardPicture) -> Text:
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


def in_lines(zone: ZonePicture, width: int, noted: bool = False) -> Text:
    """The cards of a zone in lines of that width; of very many only the first ones, and how many are left. With *noted*, what is
    printed on cards beside their names is told where there is room.
    """
    most, known = len(zone.cards), len(zone.known)
    text = flow(units(zone, most, noted), width)
    if noted and text.plain.count("\n") >= MOST_LINES:
        text = flow(units(zone, most), width)
    while most > 1 and text.plain.count("\n") >= MOST_LINES:
        most -= 1
        text = flow(units(zone, most), width)
    while not zone.cards and known > 1 and text.plain.count("\n") >= KNOWN_LINES:
        known -= 1
        text = flow([*units(evolve(zone, known=zone.known[:known]), most), Text("…", "dim")], width)
    return text


def units(zone: ZonePicture, most: int, noted: bool = False) -> list[Text]:
    """The first *most* kinds of card of a zone, with their numbers of copies, and how many cards are hidden. Hidden cards that
    are known to be there follow, drawn in another way than open cards. With *noted*, what is printed on cards beside their names
    is told.
    """
    found: list[Text] = []
    shown = zone.cards[:most]
    for card in shown:
        text = draw_card(card, zone.mark)
        if noted and card.beside:
            text.append(f" ({card.beside})", "dim")
        mark(text, 0, card.id)
        found.append(text)
    left = sum(card.count for card in zone.cards[len(shown) :])
    if left:
        found.append(Text(f"… ×{left}", "dim"))
    hidden = zone.size - sum(card.count for card in zone.cards)
    if hidden > 0:
        found.append(Text(f"▒×{hidden}" if hidden > 1 or zone.cards else "▒", "dim"))
    for words, cards in ((zone.mark, (CardPicture(zone.on_top, 1),) if zone.on_top else ()), (zone.holds, zone.known)):
        for position, card in enumerate(cards):
            text = Text(f"{words}: " if position == 0 else "", "dim")
            text.append_text(known_text(card))
            found[-1].append(",", "dim")
            found.append(text)
    return found or [Text("–", "dim")]


def known_text(card: CardPicture) -> Text:
    """A kind of card that is known to be there but not seen."""
    name = "".join(run.text for run in card.face).strip() or card.label
    return Text(name + (f"×{card.count}" if card.count > 1 else ""), Style(italic=True, dim=True))


def draw_card(card: CardPicture, mark: str) -> Text:
    """One kind of card with its number of copies; *mark* follows the one on top of a pile."""
    text = Text().append_text(face_text(card))
    if card.count > 1:
        text.append(f"×{card.count}", "dim")
    if card.top:
        text.append(f" ({mark})", "dim")
    return text
