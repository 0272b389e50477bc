"""Reads `about:` and `told:`: what a game is, its rules in the author's own words, and how the rules page tells what is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from ...program.classes import frozen
from ...program.span import Span
from ..complaints import bad_names, bad_words
from ..complaints.diagnostics import Complaint, guess
from ..declarations.constants import constant
from ..expressions.messages import BRACES, place_of
from ..sentences import syntax as s
from ..sentences.parse import Start, parse
from ..symbols.symbols import FunctionSymbol, Game, PhaseSymbol, PlaceSymbol, ZoneSymbol
from ..symbols.translations import title_of, tongues
from ..text.document import CONTRARY, OUTCOME, RULES
from ..text.fields import Findings, pairs
from ..text.nodes import Scalar

if TYPE_CHECKING:
    from ..text.document import Document
    from ..text.nodes import Pair


@frozen
class Wording:
    """How something is told: the names that stand in braces, and the text by language ("": for all)."""

    names: tuple[str, ...]
    texts: tuple[tuple[str, str], ...]

    def text(self, language: str) -> str | None:
        """The text in that language; None when there is none."""
        found = dict(self.texts)
        return found.get(language, found.get(""))


Wordings = dict[tuple[str, bool], Wording]
"""By name, and whether it tells the contrary of a condition."""


def about(document: Document) -> ir.Words | None:
    """What the game is, in a few sentences; None where the ruleset does not say it. Raises Complaint."""
    node = document.get("about")
    return None if node is None else title_of("", node)


def wordings(document: Document, game: Game, findings: Findings) -> Wordings:
    """How the rules page tells what the ruleset names; wrong ones are reported and left out."""
    found: Wordings = {}
    for pair in pairs(document.get("told"), "texts for the rules page by name", findings):
        try:
            if pair.key.text.startswith(RULES):
                _plain(pair, game)
            else:
                _wording(pair, game, found)
        except Complaint as complaint:
            findings.add(complaint.diagnostic)
    return found


def plain_rules(document: Document, game: Game) -> tuple[tuple[str, Wording], ...]:
    """The rules in the author's own words, in the order of the file: each with its phase, or `OUTCOME`. Raises Complaint."""
    found = pairs(document.get("told"), "texts for the rules page by name", Findings())
    return tuple(_plain(pair, game) for pair in found if pair.key.text.startswith(RULES))


def _plain(pair: Pair, game: Game) -> tuple[str, Wording]:
    name = pair.key.text[len(RULES) :].strip()
    if name != OUTCOME and name not in game.phases:
        raise game.missed(name, bad_names.nothing_to_tell_of(name, pair.key.span, guess(name, [*game.phases, OUTCOME])))
    return name, Wording((), tuple((tongue, _counted(scalar, game)) for tongue, scalar in tongues(pair.value)))


def _counted(scalar: Scalar, game: Game) -> str:
    """A text with the numbers that stand in braces, which are known before play. Raises Complaint."""
    text = scalar.text
    for found in BRACES.finditer(scalar.raw or scalar.text):
        line, column = place_of(scalar, found.start(1))
        inner = Scalar(found[1], found[1], False, Span(line, column, line, column + len(found[1])))
        text = text.replace(found[0], str(constant(inner, "a number", game, Findings())))
    return text


def _wording(pair: Pair, game: Game, found: Wordings) -> None:
    contrary = pair.key.text.startswith(CONTRARY)
    words = " " * len(CONTRARY) + pair.key.text[len(CONTRARY) :] if contrary else pair.key.text
    signature = parse(Scalar(words, words, False, pair.key.span), Start.SIGNATURE)
    assert isinstance(signature, s.Signature)
    wanted = _given(signature.name, game, pair)
    if len(signature.parameters) != wanted:
        raise bad_words.told_of_others(signature.name, wanted, len(signature.parameters), pair.key.span)
    names = tuple(name for _, name, _ in signature.parameters)
    texts = tongues(pair.value)
    for _, scalar in texts:
        unknown = next((each for each in BRACES.findall(scalar.text) if each not in names), None)
        if unknown is not None:
            raise bad_names.unknown_in_brackets(unknown, scalar.span, guess(unknown, names))
    found[signature.name, contrary] = Wording(names, tuple((tongue, scalar.text) for tongue, scalar in texts))


def _given(name: str, game: Game, pair: Pair) -> int:
    """How many things what has this name is given. Raises Complaint when nothing has it."""
    match game.symbols.get(name) or game.phases.get(name):
        case FunctionSymbol(signature=signature) | PhaseSymbol(signature=signature):
            return len(signature.parameters)
        case ZoneSymbol(extents=extents) | PlaceSymbol(extents=extents):
            return len(extents)
        case _:
            known = [*game.phases, *game.symbols]
            raise game.missed(name, bad_names.nothing_to_tell_of(name, pair.key.span, guess(name, known)))
