"""What all parts of a rules page need: the declarations, the language, and the nouns for what the ruleset names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import Factory, frozen

from ..dsl.declarations.constants import reader
from ..dsl.diagnostics.diagnostic import DiagnosticError
from ..dsl.sections.told import Wordings
from ..dsl.sentences import syntax as s
from ..dsl.symbols.symbols import PlaceSymbol, Sort, Symbols, ZoneSymbol
from ..dsl.symbols.types import Kind, Typed
from ..dsl.text.fields import Findings
from ..program import ir
from .nouns import listed, quoted, smooth, the
from .phrases import KINDS, LANGUAGES, phrase


@frozen
class Context:
    """The declarations for one number of players, in one language; *wordings* are the texts under `told:`."""

    game: Symbols
    spoken: str
    wordings: Wordings = Factory(dict)

    @property
    def language(self) -> str:
        """The language of the page's own words."""
        return self.spoken if self.spoken in LANGUAGES else "en"

    # ------------------------------------------------------------------------------------------------------ words

    def phrase(self, name: str, *values: object) -> str:
        """The phrase of that name, with the values filled in."""
        return smooth(phrase(self.language, name, *values), self.language)

    def noun(self, name: str) -> str:
        """A name of the ruleset as a noun without an article; in quotation marks where it is not of the page's language."""
        words = self.game.words(name)
        plain = name.replace("_", " ")
        if self.language == "en" and isinstance(self.game.symbols.get(name), ZoneSymbol) and PARTICIPLE.search(plain):
            plain = f"{plain} cards"
        if any(tongue in (self.spoken, "*") for tongue, _ in words.translations):
            return words.say(self.spoken)
        return plain if self.language == "en" else quoted(plain, self.language)

    def cards(self, deck: str) -> str:
        """The cards of a deck; by the deck's name where there are several decks."""
        cards = KINDS["card"][self.language]
        noun = self.noun(deck).strip("«»")
        if cards in noun.split():
            return noun  # `movement cards` says that they are cards
        if self.language == "en" and noun.endswith("s"):
            return noun
        if len(self.game.decks) == 1:
            return cards
        return f"{self.noun(deck)} {cards}" if self.language == "en" else f"{cards} {quoted(noun, self.language)}"

    def label(self, name: str) -> str:
        """The word for an option or what it asks for, as the table shows it."""
        words = self.game.words(name)
        told = words.say(self.spoken).replace("_", " ")
        foreign = self.language != "en" and not any(tongue in (self.spoken, "*") for tongue, _ in words.translations)
        return quoted(told, self.language) if foreign else told

    def the(self, noun: str) -> str:
        """A noun with its definite article; names in quotation marks have none."""
        return noun if noun[:1] in "«“" or noun.startswith(("the ", "il ", "la ", "el ")) else the(noun, self.language)

    def joined(self, parts: Sequence[str], word: str = "and") -> str:
        """`a, b and c`"""
        return listed(parts, self.phrase(word))

    def kind(self, name: str) -> str:
        """The noun for the elements of a kind: `player`, `space`, an enumeration."""
        if name == "seat":
            automas = [seat.name for seat in self.game.seats if seat.automa]
            return self.joined([self.kind("player"), *automas], "or")
        return KINDS[name][self.language] if name in KINDS else self.noun(name)

    def wording(self, name: str, given: Sequence[str] = ()) -> str | None:
        """How the ruleset itself tells what has this name, with what it is given; None where it does not."""
        found = self.wordings.get((name, False))
        text = None if found is None else found.text(self.spoken)
        if found is None or text is None:
            return None
        values = dict(zip(found.names, given, strict=False))
        return smooth(BRACES.sub(lambda brace: values.get(brace[1].strip(), brace[1]), text), self.language)

    def of_each(self, name: str) -> str:
        """What has this name, for each that there is one of it for: `the hand of each player`."""
        symbol = self.game.symbols.get(name)
        extents = symbol.extents if isinstance(symbol, ZoneSymbol | PlaceSymbol) else ()
        if not extents:
            return self.wording(name) or self.the(self.noun(name))
        each = [self.phrase("every one", self.kind(self.extent_kind(extent))) for extent in extents]
        return self.wording(name, each) or self.phrase("of", self.the(self.noun(name)), self.joined(each))

    def extent_kind(self, extent: ir.Extent) -> str:
        """The kind of an index."""
        if extent.domain is None or self.game.domains[extent.domain].sort is Sort.SPACE:
            return "space" if self._on_space(extent) else "number"
        if extent.domain == 0:
            return "player" if extent.size == self.game.players else "seat"
        return self.game.domains[extent.domain].name

    def _on_space(self, extent: ir.Extent) -> bool:
        """Whether an index is a space; those of a track are numbers."""
        if extent.domain is not None:
            return self.game.domains[extent.domain].sort is Sort.SPACE
        ends = (extent.low, extent.size)
        return any(board.track and (board.domain.ir.low, board.domain.size) == ends for board in self.game.boards)

    # ------------------------------------------------------------------------------------------- what is known before play

    def known(self, node: s.Expression) -> str | None:
        """The value of an expression as a text, where it is known before play; None where it is not."""
        typed = self._constant(node)
        if typed is None or typed.constant is None:
            return None
        match typed.type.kind:
            case Kind.NUMBER:
                return str(typed.constant)
            case Kind.ELEMENT if typed.type.domain is not None and typed.constant != ir.NOTHING:
                domain = self.game.domains[typed.type.domain]
                return domain.ir.labels[typed.constant].say(self.spoken).replace("_", " ")
            case _:
                return None

    def never(self, test: s.Expression) -> bool:
        """Whether it is known before play that a condition does not hold."""
        typed = self._constant(test)
        return typed is not None and typed.constant == 0 and typed.type.kind is Kind.TRUTH

    def _constant(self, node: s.Expression) -> Typed | None:
        try:
            return reader(self.game, Findings()).value(node)
        except DiagnosticError:
            return None


BRACES = re.compile(r"\{([^{}]*)\}")

PARTICIPLE = re.compile(r"(ed|open|done|taken|won|laid|made|spare|hidden)$")
"""What a zone is called by how its cards lie; as a noun it needs `cards` behind it."""
