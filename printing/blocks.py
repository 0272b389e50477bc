"""What a rulebook consists of: the blocks of a rules page, with drawings, cards and boxes between them."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from attrs import frozen

from ..dsl.text.source import Source
from ..program.ir import Program
from ..rulebook.page import Block
from .phrases import phrase


@frozen
class Drawn:
    """A drawing with what it shows; *share* is the part of the width that it takes."""

    svg: Element
    caption: str
    share: float = 1.0


@frozen
class Pair:
    """Two drawings side by side, before and after something."""

    before: Drawn
    after: Drawn


@frozen
class CardShown:
    """A card by the number of its face (None: its back, of that deck), how it or its place is called, and how many there are."""

    face: int | None
    deck: int
    name: str
    count: int

    @property
    def caption(self) -> str:
        """What stands below it; nothing where there is none of it."""
        return "" if self.count == 0 else self.name if self.count == 1 else f"{self.name} ×{self.count}"


@frozen
class Gallery:
    """Cards side by side; *small* where they lie on a table."""

    cards: tuple[CardShown, ...]
    small: bool = False


@frozen
class Boxed:
    """Something apart, in a frame."""

    title: str
    blocks: tuple[BookBlock, ...]


BookBlock = Block | Drawn | Pair | Gallery | Boxed


@frozen
class Book:
    """A rulebook in one language; *unsaid* is what its author's words leave out."""

    title: str
    language: str
    blocks: tuple[BookBlock, ...]
    unsaid: tuple[str, ...]

    @property
    def contents(self) -> str:
        """The title of the list of its parts."""
        return phrase(self.language, "contents")


@frozen
class Told:
    """A game that is told: for how many players, in which language."""

    source: Source
    variant: str
    program: Program
    parameters: Mapping[str, str]
    language: str

    @property
    def players(self) -> int:
        """For how many players."""
        return len(self.program.players)

    def say(self, name: str, *values: object) -> str:
        """A phrase in the language of the book."""
        return phrase(self.language, name, *values)
