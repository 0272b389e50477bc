"""The faces of cards as plain data: what stands where, in signs and words. How that is set is the template's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

from attrs import evolve, frozen

from ..drawing.table import sign, tile_svg
from ..interpreter import ZoneView
from ..program.harmless import harmless
from ..program.ir import Deck, Program
from ..program.number_text import with_minus
from ..table.model import card
from ..table.scene import Card, CardPart, Value
from .art import Art
from .pictures import Picture, Pictures


@frozen
class Sign:
    """A picture (None: there is none) with the words beside it; *said* is what it shows, for those who do not see it."""

    picture: Picture | None
    text: str
    said: str


@frozen
class Footer:
    """What stands at the foot of a card under a title."""

    title: str
    signs: tuple[Sign, ...]


@frozen
class Face:
    """The face of a card, how it is called, and how many of it there are. *word* is what is written large in the middle where
    nothing is drawn there, *name* what is written at the foot, where the rest does not say it; *strip* are the colours at the
    upper edge.
    """

    deck: int
    called: str
    name: str
    copies: int
    corner: tuple[Sign, ...]
    symbol: tuple[Sign, ...]
    middle: tuple[Sign, ...]
    word: str
    strip: tuple[str, ...]
    footers: tuple[Footer, ...]
    text: str
    beside: str
    art: Picture | None


@frozen
class Back:
    """The back of the cards of a deck: its title on a pattern of its own, or a picture."""

    title: str
    art: Picture | None


def faces(program: Program, language: str, pictures: Pictures, art: Art) -> Iterator[Face]:
    """The face of every kind of card, deck by deck."""
    for number, deck in enumerate(program.decks):
        for kind, copies in enumerate(deck.copies):
            if copies:
                shown = card_of(program, number, kind, language)
                yield _face(number, shown, copies, pictures, art.card(deck.name.plain, shown.kind or "", pictures))


def card_of(program: Program, deck: int, kind: int, language: str) -> Card:
    """A card of a deck, wherever it lies."""
    zone = next(at for at, each in enumerate(program.zones) if each.deck == deck)
    seen = ZoneView(zone, tuple(each.low for each in program.zones[zone].extents), 1, (kind,), (), (), ())
    return evolve(card(program, seen, kind, language), id="")


def backs(program: Program, language: str, pictures: Pictures, art: Art) -> Iterator[Back]:
    """The backs of the decks."""
    for deck in program.decks:
        yield Back(deck_title(deck, language), art.back(deck.name.plain, pictures))


def deck_title(deck: Deck, language: str) -> str:
    """What a deck is called."""
    title = harmless(deck.name.say(language).replace("_", " "))
    return title[:1].upper() + title[1:]


def _face(deck: int, shown: Card, copies: int, pictures: Pictures, art: Picture | None) -> Face:
    parts = {place: [part for part in shown.parts if part.place == place] for place in ("corner", "symbol", "middle", "text")}
    tile = any(part.spots for part in parts["middle"])
    middle = (
        [Sign(pictures.drawn(tile_svg(parts["middle"])), "", shown.name)]
        if tile
        else _signs(parts["middle"], shown.name, pictures)
    )
    name = harmless(with_minus(shown.name))
    face = harmless(with_minus("".join(run.text for run in shown.face).strip()))
    coloured = any(value.colour for part in shown.parts for value in part.values)
    word = "" if middle else face or name
    return Face(
        deck=deck,
        called=name,
        name="" if name == word or _told(name, shown.parts) else name,
        copies=copies,
        corner=_signs(parts["corner"], shown.name, pictures),
        symbol=_signs(parts["symbol"], shown.name, pictures),
        middle=tuple(middle),
        word=word,
        strip=() if coloured else tuple(run.style.ground for run in shown.face if run.style.ground),
        footers=tuple(
            Footer(
                harmless(part.title), tuple(Sign(_small(value, pictures), _text(value), _text(value)) for value in part.values)
            )
            for part in parts["text"]
        ),
        text=harmless(shown.text),
        beside=harmless(", ".join(_untold(shown.beside.split(", "), shown.parts))) if shown.beside else "",
        art=art,
    )


def _told(name: str, parts: Sequence[CardPart]) -> bool:
    """Whether what stands on a card says its name."""
    said = {word for part in parts for value in part.values for word in with_minus(value.text).split()}
    return set(name.split()) <= said


def _untold(beside: Sequence[str], parts: Sequence[CardPart]) -> Iterator[str]:
    """What is printed beside the name of a card and stands at no place of its own, in whatever order its words stand there."""
    titles = {word for part in parts for word in part.title.split()}
    said = {frozenset(with_minus(value.text).split()) for part in parts for value in part.values}
    for each in map(with_minus, beside):
        if frozenset(each.split()) - titles not in said:
            yield each


def _signs(parts: Sequence[CardPart], name: str, pictures: Pictures) -> tuple[Sign, ...]:
    return tuple(_sign(value, name, pictures) for part in parts for value in part.values)


def _sign(value: Value, name: str, pictures: Pictures) -> Sign:
    """A value as a table draws it on the card of that name."""
    picture, words = None, list[str]()
    for child in sign(value):
        if isinstance(child, Element) and child.tag == "svg":
            picture = pictures.drawn(child)
        elif isinstance(child, Element):
            words.append("".join(child.itertext()))
        elif child is not None:
            words.append(child)
    return Sign(picture, harmless(" ".join(words)), _text(value) or harmless(name))


def _small(value: Value, pictures: Pictures) -> Picture | None:
    """The figure or the colour of a value that is written in words."""
    drawn = (child for child in sign(evolve(value, text="")) if isinstance(child, Element) and child.tag == "svg")
    return next((pictures.drawn(each) for each in drawn), None) if value.figure or value.colour else None


def _text(value: Value) -> str:
    return harmless(with_minus(value.text))


def copies_of(found: Iterable[Face], sets: int) -> list[int]:
    """The numbers of the faces to print, each so often as it is in so many sets."""
    return [number for number, face in enumerate(found) for _ in range(face.copies * sets)]
