"""The rulebook as data for its template, and the cards in it as images."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from attrs import asdict

from ..rulebook.page import Code, Heading, Paragraph, Step, Steps, Table
from .art import Art
from .blocks import Book, BookBlock, Boxed, CardShown, Drawn, Gallery, Pair, Told
from .faces import backs, faces
from .layout import CardPage, Placed
from .paper import SIZES, Paper
from .pictures import Pictures
from .prints import SHEETS
from .typesetting import Fonts, Typeset

SIZE = SIZES["poker"]
BOOK = ("cards.typ", "book.typ")
DOTS = 150.0
"""The dots per inch of cards as images, for pages."""


def typeset(book: Book, told: Told, fonts: Fonts, paper: Paper) -> Typeset:
    """The rulebook, ready to be written as PDF."""
    pictures = Pictures(fonts.first)
    data = {
        **card_data(told, pictures),
        "title": book.title,
        "language": book.language,
        "contents": book.contents,
        "reference": told.say("reference"),
        "paper": asdict(paper),
        "blocks": [block_data(each, pictures) for each in book.blocks],
        "pictures": pictures.found,
    }
    return Typeset(BOOK, data, fonts, pictures.files)


def card_data(told: Told, pictures: Pictures) -> dict[str, object]:
    """The cards as the template has them."""
    art = Art(None)
    return {
        "size": list(SIZE),
        "bleed": 0.0,
        "faces": [asdict(each) for each in faces(told.program, told.language, pictures, art)],
        "backs": [asdict(each) for each in backs(told.program, told.language, pictures, art)],
    }


def block_data(block: BookBlock, pictures: Pictures) -> dict[str, object]:
    """A block as the template has it."""
    match block:
        case Heading(text, level):
            return {"kind": "heading", "text": text, "level": level}
        case Paragraph(text):
            return {"kind": "paragraph", "text": text}
        case Steps(items, numbered):
            return {"kind": "steps", "items": [_step(item) for item in items], "numbered": numbered}
        case Table(columns, rows):
            return {"kind": "table", "columns": list(columns), "rows": [list(row) for row in rows]}
        case Code(lines):
            return {"kind": "code", "text": "\n".join(lines)}
        case Drawn():
            return {"kind": "drawn", **_drawn(block, pictures)}
        case Pair(before, after):
            return {"kind": "pair", "before": _drawn(before, pictures), "after": _drawn(after, pictures)}
        case Gallery(cards, small):
            return {"kind": "gallery", "cards": [{**asdict(each), "caption": each.caption} for each in cards], "small": small}
        case Boxed(title, blocks):
            return {"kind": "boxed", "title": title, "blocks": [block_data(each, pictures) for each in blocks]}
        case _:
            assert_never(block)


def _drawn(each: Drawn, pictures: Pictures) -> dict[str, object]:
    return {"picture": asdict(pictures.drawn(each.svg)), "caption": each.caption, "share": each.share}


def _step(each: Step) -> dict[str, object]:
    return {"lead": each.lead, "text": each.text, "below": [_step(one) for one in each.below]}


def images_of(book: Book, told: Told, fonts: Fonts) -> dict[tuple[int, int | None], bytes]:
    """The cards that a book shows as PNG, by deck and face (None: the back). Raises NotPrinted."""
    shown = list(dict.fromkeys((card.deck, card.face) for card in _cards(book.blocks)))
    if not shown:
        return {}
    pictures = Pictures(fonts.first)
    paper = Paper("card", *SIZE)
    data = card_data(told, pictures)
    listed = data["faces"]
    assert isinstance(listed, list)
    decks = [each["deck"] for each in listed]
    sides = [Placed(decks.index(deck) if face is None else face, face is None, 0.0, 0.0) for deck, face in shown]
    data |= {
        "title": book.title,
        "language": book.language,
        "pages": [{"kind": "cards", **asdict(CardPage(paper, (side,), ()))} for side in sides],
        "pictures": pictures.found,
    }
    return dict(zip(shown, Typeset(SHEETS, data, fonts, pictures.files).png(DOTS), strict=True))


def _cards(blocks: Sequence[BookBlock]) -> Iterator[CardShown]:
    for block in blocks:
        match block:
            case Gallery(cards):
                yield from cards
            case Boxed(blocks=inside):
                yield from _cards(inside)
