"""What the telling of every sentence needs: the declarations, the language, the names in scope, what is known before play."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import Factory, define, frozen

from ...program import ir
from ..declarations.constants import reader
from ..diagnostics.diagnostic import Complaint
from ..sections.told import Wordings
from ..sentences import syntax as s
from ..sentences.function_bodies import function_body
from ..sentences.walk import parts
from ..symbols.symbols import FunctionSymbol, Game, MemorySymbol, ParameterSymbol, PlaceSymbol, Sort, ZoneSymbol
from ..symbols.types import Kind, Typed
from ..text.fields import Findings
from .nouns import gender, listed, plural, quoted, smooth, the
from .phrases import KINDS, LANGUAGES, phrase


@frozen
class Told:
    """How a name inside a phase is told: with its article; its *kind*, and whether it holds or does not hold (*truth*)."""

    text: str
    kind: str
    truth: bool = False


@define
class Telling(ABC):
    """The declarations, the language, and the names in scope; *met* has the functions that were told, in that order.

    *own* is the name of the player whose turn it is told, "" for none: what belongs to that player is told as theirs.
    """

    game: Game
    spoken: str
    names: dict[str, Told] = Factory(dict)
    met: dict[str, None] = Factory(dict)
    own: str = ""
    wordings: Wordings = Factory(dict)

    @property
    def language(self) -> str:
        """The language of the page's own words."""
        return self.spoken if self.spoken in LANGUAGES else "en"

    # ------------------------------------------------------------------------------------------------ expressions

    @abstractmethod
    def value(self, node: s.Expression) -> str:
        """What an expression gives, as a noun with its article."""

    @abstractmethod
    def condition(self, node: s.Expression, negated: bool = False) -> str:
        """A condition as a clause, or its contrary."""

    @abstractmethod
    def elements(self, node: s.Expression) -> str:
        """A set: `the cards in the hand`."""

    @abstractmethod
    def aggregate(self, node: s.Sum | s.Count | s.Extreme | s.FirstOf) -> str:
        """One value out of many."""

    @abstractmethod
    def kind_of(self, node: s.Expression) -> str:
        """The kind of the elements of a set, or of a value: `card`, `space`, the name of an enumeration."""

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
        cards = KINDS["card"][self.language][1]
        if len(self.game.decks) == 1:
            return cards
        noun = self.noun(deck).strip("«»")
        if cards in noun.split():
            return noun  # `movement cards` says that they are cards
        return f"{self.noun(deck)} {cards}" if self.language == "en" else f"{cards} {quoted(noun, self.language)}"

    def quote(self, text: str) -> str:
        """The text in quotation marks, which it may have already."""
        return text if text[:1] in "«“" else quoted(text, self.language)

    def label(self, name: str) -> str:
        """The word for an option or what it asks for, as the table shows it."""
        words = self.game.words(name)
        told = words.say(self.spoken).replace("_", " ")
        foreign = self.language != "en" and not any(tongue in (self.spoken, "*") for tongue, _ in words.translations)
        return quoted(told, self.language) if foreign else told

    def the(self, noun: str) -> str:
        """A noun with its definite article; names in quotation marks have none."""
        return noun if noun[:1] in "«“" or noun.startswith(("the ", "il ", "la ", "el ")) else the(noun, self.language)

    def agree(self, subject: str, told: str) -> str:
        """A sentence whose subject is told like this, with its first verb for several where the subject is of several."""
        for one, many in VERBS[self.language]:
            head = f"{subject} {one} "
            if told.startswith(head) and self._several(subject):
                return f"{subject} {many} {told[len(head) :]}"
        return told

    def _several(self, subject: str) -> bool:
        """Whether a noun phrase is of several things: by its noun, which stands before `of` or `in`, or by its article."""
        if self.language != "en":
            return subject.casefold().startswith(("i ", "gli ", "le ", "los ", "las "))
        noun = re.split(r" (?:of|in|that|left|on|for|to) ", subject, maxsplit=1)[0]
        return noun.casefold().startswith("the ") and noun.endswith("s") and not noun.endswith("ss")

    def bare(self, told: str) -> str:
        """What was told without the article at its beginning."""
        return ARTICLE[self.language].sub("", told)

    def joined(self, parts: Sequence[str], word: str = "and") -> str:
        """`a, b and c`"""
        return listed(parts, self.phrase(word))

    def plural(self, noun: str) -> str:
        """A noun for several of them."""
        if noun == self.kind("seat"):
            return KINDS["player"][self.language][1] + noun[len(KINDS["player"][self.language][0]) :]
        for forms in KINDS.values():
            if forms[self.language][0] == noun:
                return forms[self.language][1]
        if noun[:1] in "«“":
            return noun
        return noun if gender_is_plural(noun, self.language) else plural(noun, self.language)

    def kind(self, name: str) -> str:
        """The noun for the elements of a kind: `player`, `space`, an enumeration, a deck."""
        if name == "seat":
            automas = [seat.name for seat in self.game.seats if seat.automa]
            return self.joined([self.kind("player"), *automas], "or")
        if name in KINDS:
            return KINDS[name][self.language][0]
        return KINDS["card"][self.language][0] if name in self.game.decks else self.noun(name)

    # ------------------------------------------------------------------------------------------------------ names

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Names that are introduced inside the `with` block are forgotten behind it."""
        names, own = dict(self.names), self.own
        try:
            yield
        finally:
            self.names, self.own = names, own

    def name(self, name: str, kind: str, truth: bool = False, lettered: bool = False) -> Told:
        """A new name for something of that kind: told as `the space`, or, where there is another (*lettered*), as `space x`."""
        noun, spoken = self.kind(kind), name.replace("_", " ")
        others = any(each.kind == kind for other, each in self.names.items() if other != name)
        text = spoken if kind == "number" and name != "me" else self.the(noun)
        if len(name) > 2:
            text = self._worded(name)
        elif name != "me" and kind != "number" and (lettered or others):
            text = f"{noun} {spoken}"
        told = Told(text, kind, truth)
        self.names[name] = told
        return told

    def _worded(self, name: str) -> str:
        """How a name of a whole word is told; one that has a text in English reads like a label, which is no noun."""
        translations = dict(self.game.words(name).translations)
        if "en" in translations and self.language != "en":
            label = translations.get(self.spoken, name)
            return quoted(label, self.language)
        plain = name.replace("_", " ")
        return self.the(plain if "en" in translations else self.noun(name))

    # ------------------------------------------------------------------------------------------- what is known before play

    def known(self, node: s.Expression) -> str | None:
        """The value of an expression as a text, where it is known before play; None where it is not."""
        typed = self._constant(node)
        if typed is None or typed.constant is None:
            return None
        if typed.constant == ir.NOTHING:
            return self.phrase("nothing")
        match typed.type.kind:
            case Kind.NUMBER:
                return str(typed.constant)
            case Kind.ELEMENT if typed.type.domain is not None:
                domain = self.game.domains[typed.type.domain]
                return domain.ir.labels[typed.constant].say(self.spoken).replace("_", " ")
            case _:
                return None

    def truth(self, node: s.Expression) -> bool | None:
        """Whether a condition holds, where that is known before play; None where it is not."""
        if isinstance(node, s.Contrary):
            holds = self.truth(node.value)
            return None if holds is None else not holds
        if isinstance(node, s.Logic):
            found = [self.truth(part) for part in node.parts]
            return (not node.conjunction) if (not node.conjunction) in found else None if None in found else node.conjunction
        typed = self._constant(node)
        return bool(typed.constant) if typed is not None and typed.constant is not None else None

    def _constant(self, node: s.Expression) -> Typed | None:
        if self._plays(node, 0):
            return None
        try:
            return reader(self.game, Findings()).value(node)
        except Complaint:
            return None

    def _plays(self, node: s.Expression, depth: int) -> bool:
        """Whether an expression names what changes during play, or what a sentence around it names."""
        for part in parts(node):
            match part:
                case s.Name(name=name) | s.Element(name=name):
                    if name in self.names or isinstance(self.game.symbols.get(name), PlaceSymbol):
                        return True
                    if isinstance(self.game.symbols.get(name), ZoneSymbol):
                        return True
                    if depth < 6 and self._body_plays(name, depth):
                        return True
                case s.Invoke(name=name):
                    if depth < 6 and self._body_plays(name, depth):
                        return True
                case s.After() | s.OptionsOf() | s.TimesRemembered():
                    return True
                case _:
                    pass
        return False

    def _body_plays(self, name: str, depth: int) -> bool:
        symbol = self.game.symbols.get(name)
        if not isinstance(symbol, FunctionSymbol):
            return False
        with self.scope():
            for _, given, _ in symbol.signature.parameters:
                self.names.pop(given, None)
            return self._plays(self.body(symbol), depth + 1)

    def extents(self, name: str) -> tuple[ir.Extent, ...]:
        """The indices of a declared zone, value or position."""
        symbol = self.game.symbols.get(name)
        return symbol.extents if isinstance(symbol, ZoneSymbol | PlaceSymbol | MemorySymbol) else ()

    def is_space(self, domain: int | None) -> bool:
        """Whether the elements of a domain are spaces."""
        return domain is not None and self.game.domains[domain].sort is Sort.SPACE

    def on_space(self, extent: ir.Extent) -> bool:
        """Whether an index is a space; those of a track are numbers."""
        if extent.domain is not None:
            return self.is_space(extent.domain)
        ends = (extent.low, extent.size)
        return any(board.track and (board.domain.ir.low, board.domain.size) == ends for board in self.game.boards)

    def same(self, name: str, extent: ir.Extent) -> bool:
        """Whether a declared thing has the same noun as what there is one of it for, such as a horse for each horse."""
        return extent.domain is not None and self.noun(name) == self.kind(self.game.domains[extent.domain].name)

    # --------------------------------------------------------------------------------------------------- functions

    def body(self, function: FunctionSymbol) -> s.Expression:
        """What stands under the name of a function."""
        return function_body(function.body, self.game.source)

    def function(self, name: str) -> FunctionSymbol | None:
        """The function of the ruleset that has this name; None when there is none."""
        symbol = self.game.symbols.get(name)
        return symbol if isinstance(symbol, FunctionSymbol) else None

    def wording(self, name: str, given: Sequence[str], contrary: bool = False) -> str | None:
        """How the ruleset itself tells what has this name, or its contrary, with what it is given; None where it does not."""
        found = self.wordings.get((name, contrary))
        text = None if found is None else found.text(self.spoken)
        if found is None or text is None:
            return None
        return smooth(filled(text, dict(zip(found.names, given, strict=False)), self.language), self.language)

    def of_each(self, name: str, kind: str = "") -> str:
        """What has this name, for each that there is one of it for: `the hand of each player`."""
        extents = self.extents(name)
        if not extents:
            return self.wording(name, ()) or self.the(self.noun(name))
        kinds = [kind] if kind else [self.extent_kind(extent) for extent in extents]
        each = [self.phrase("every one", self.kind(one)) for one in kinds]
        return self.wording(name, each) or self.phrase("of", self.the(self.noun(name)), self.joined(each))

    def extent_kind(self, extent: ir.Extent) -> str:
        """The kind of an index."""
        if extent.domain is None or self.is_space(extent.domain):
            return "space" if self.on_space(extent) else "number"
        if extent.domain == 0:
            return "player" if extent.size == self.game.players else "seat"
        return self.game.domains[extent.domain].name

    def subject(self, node: s.Expression, name: str, subject: str, negated: bool = False) -> str | None:
        """A condition whose own words begin with what has this name, with *subject* in its place: `who has folded`."""
        inner, contrary = node, negated
        while isinstance(inner, s.Contrary):
            inner, contrary = inner.value, not contrary
        match inner:
            case s.Invoke(name=called, arguments=given) | s.Element(name=called, indices=given):
                found = self.wordings.get((called, contrary))
            case _:
                return None
        text = None if found is None else found.text(self.spoken)
        own = [at for at, each in enumerate(given) if isinstance(each, s.Name) and each.name == name]
        if found is None or text is None or len(own) != 1:
            return None
        place = f"{{{found.names[own[0]]}}}"
        if not text.startswith(place + " ") or text.count(place) != 1:
            return None
        with self.scope():
            self.names[name] = Told(subject, "player")
            return self.condition(node, negated)

    def clause(self, name: str, given: Sequence[str], contrary: bool) -> str | None:
        """A condition, or its contrary, in the words of the ruleset; None where it has none."""
        own = self.wording(name, given, contrary)
        if own is None and contrary:
            positive = self.wording(name, given)
            return None if positive is None else self.phrase("not", positive)
        return own

    def is_condition(self, node: s.Expression) -> bool:
        """Whether an expression holds or does not hold, instead of having a value."""
        match node:
            case (
                s.Compare()
                | s.Logic()
                | s.Contrary()
                | s.Belongs()
                | s.Quantified()
                | s.After()
                | s.Truth()
                | s.OptionsOf(counted=False)
            ):
                return True
            case s.Choice(then=then):
                return self.is_condition(then)
            case s.Naming(body=body):
                return self.is_condition(body)
            case s.Invoke(name=name) | s.Name(name=name) | s.Element(name=name):
                return self._names_condition(name)
            case s.Attribute(name=name):
                return self.printed_truth(name)
            case _:
                return False

    def _names_condition(self, name: str) -> bool:
        if name in self.names:
            return self.names[name].truth
        match self.game.symbols.get(name):
            case FunctionSymbol() as function:
                return self.is_condition(self.body(function))
            case PlaceSymbol(type=held) | ParameterSymbol(type=held):
                return held.kind is Kind.TRUTH
            case _:
                return False

    def printed_truth(self, name: str) -> bool:
        """Whether what is printed under this name is yes or no."""
        kinds = [domain.printed[name].type.kind for domain in self.game.domains if name in domain.printed]
        return kinds != [] and all(kind is Kind.TRUTH for kind in kinds)


BRACES = re.compile(r"\{([^{}]*)\}")

VERBS = {
    "en": (("is", "are"), ("becomes", "become"), ("goes", "go"), ("starts", "start")),
    "it": (("è", "sono"), ("diventa", "diventano"), ("va", "vanno"), ("comincia", "cominciano")),
    "es": (("es", "son"), ("pasa", "pasan"), ("va", "van"), ("empieza", "empiezan")),
}
"""The verbs of sentences that begin with their subject, for one and for several."""

ARTICLE = {
    "en": re.compile(r"^(the|an?) "),
    "it": re.compile(r"^((il|lo|la|i|gli|le) |l')"),
    "es": re.compile(r"^(el|la|los|las) "),
}
"""What a noun can have before it."""

PARTICIPLE = re.compile(r"(ed|open|done|taken|won|laid|made|spare|hidden)$")
"""What a zone is called by how its cards lie; as a noun it needs `cards` behind it."""


def gender_is_plural(noun: str, language: str) -> bool:
    """Whether a noun reads as if there were several already."""
    if language == "en":
        return noun.endswith("s") and not noun.endswith("ss")
    return gender(noun, language).endswith("p")


def filled(template: str, values: dict[str, str], language: str) -> str:
    """A text with what stands in braces replaced.

    What the value begins with is not said twice: `the {e}` gives `the end`, and `number {n}` gives `the number of the space`.
    """
    done = ""
    at = 0
    for found in BRACES.finditer(template):
        done += template[at : found.start()]
        value = values.get(found[1].strip(), found[1])
        article = ARTICLE[language].match(value)
        before = re.search(r"(\S*[ '])?(\w+) $", done)
        if article is not None and before is not None:
            noun = value[article.end() :].partition(" ")[0]
            if ARTICLE[language].match(f"{before[2]} "):
                done = done[: before.start(2)]
            elif before[2].casefold() == noun.casefold():
                if before[1] and language != "en" and before[1].casefold() not in ("di ", "de "):
                    value = value[article.end() + len(noun) :].lstrip()
                else:
                    done = done[: before.start(2)]
        done += value
        at = found.end()
    return done + template[at:]
