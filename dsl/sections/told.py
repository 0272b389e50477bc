"""Reads `about:` and `told:`: what a game is, its rules in the author's own words, and how the rules page tells what is named."""

from __future__ import annotations

from typing import assert_never

from attrs import frozen

from ...program import ir
from ...program.span import Span
from ..declarations.constants import in_words, reader
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess
from ..diagnostics.report import amount, error, misspelt
from ..expressions.elaborate import Elaborator
from ..expressions.messages import expression_of
from ..sentences.parse import parse_signature
from ..symbols.symbols import FunctionSymbol, PhaseSymbol, PlaceSymbol, Symbols, ZoneSymbol
from ..symbols.translations import title_of, tongues
from ..text.braces import Calculation, Choice, Pieces, taken_apart
from ..text.document import CONTRARY, OUTCOME, RULES, Document
from ..text.fields import Findings, pairs
from ..text.nodes import Pair, Scalar


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
    """What the game is, in a few sentences; None where the ruleset does not say it. Raises DiagnosticError."""
    node = document.get("about")
    return None if node is None else title_of("", node)


def wordings(document: Document, game: Symbols, findings: Findings) -> Wordings:
    """How the rules page tells what the ruleset names; wrong ones are reported and left out."""
    found: Wordings = {}
    for pair in pairs(document.get("told"), "texts for the rules page by name", findings):
        with findings.collecting():
            if pair.key.text.startswith(RULES):
                _plain(pair, game)
            else:
                _wording(pair, game, found)
    return found


def plain_rules(document: Document, game: Symbols) -> tuple[tuple[str, Wording], ...]:
    """The rules in the author's own words, in the order of the file: each with its phase, or `OUTCOME`. Raises
    DiagnosticError.
    """
    found = pairs(document.get("told"), "texts for the rules page by name", Findings())
    return tuple(_plain(pair, game) for pair in found if pair.key.text.startswith(RULES))


def _plain(pair: Pair, game: Symbols) -> tuple[str, Wording]:
    name = pair.key.text[len(RULES) :].strip()
    if name != OUTCOME and name not in game.phases:
        raise game.missed(name, shared.nothing_to_tell_of(name, pair.key.span, guess(name, [*game.phases, OUTCOME])))
    return name, Wording((), _before_play(pair, None, game))


def _before_play(pair: Pair, given: tuple[str, ...] | None, game: Symbols) -> tuple[tuple[str, str], ...]:
    """The texts by language, with the values and the words that hold before play. Raises DiagnosticError for what is not known
    then.

    Where names are *given*, these alone stand in braces, and they stay there.
    """
    read = reader(game, Findings())
    return tuple((tongue, _settled(taken_apart(scalar), given, tongue, read)) for tongue, scalar in tongues(pair.value))


def _settled(pieces: Pieces, given: tuple[str, ...] | None, tongue: str, read: Elaborator) -> str:
    text = ""
    for piece in pieces:
        match piece:
            case str():
                text += piece
            case Calculation(code, line, column) if given is not None:
                if code.strip() not in given:
                    place = Span(line, column, line, column + len(code))
                    raise misspelt(
                        "unknown-in-brackets", place, f"there is no `{code}` in the brackets of the name", guess(code, given)
                    )
                text += f"{{{code.strip()}}}"
            case Calculation():
                text += _known(piece, tongue, read)
            case Choice():
                text += _chosen(piece, given, tongue, read)
            case _:
                assert_never(piece)
    return text


def _known(piece: Calculation, tongue: str, read: Elaborator) -> str:
    """A value in words."""
    node = expression_of(piece)
    typed = read.value(node)
    if typed.constant is None:
        raise shared.not_known_before_play("a value", f"`{piece.code}`", node.span)
    return in_words(typed, read.game).say(tongue)


def _chosen(choice: Choice, given: tuple[str, ...] | None, tongue: str, read: Elaborator) -> str:
    """The words of the first condition that holds; mistakes are told in all."""
    said = None
    for test, words in choice.cases:
        node = expression_of(test)
        holds = read.truth(node)
        if not isinstance(holds, ir.Number):
            raise shared.not_known_before_play("a condition", f"`{test.code.strip()}`", node.span)
        text = _settled(words, given, tongue, read)
        said = text if said is None and holds.value else said
    text = _settled(choice.otherwise, given, tongue, read)
    return text if said is None else said


def _wording(pair: Pair, game: Symbols, found: Wordings) -> None:
    contrary = pair.key.text.startswith(CONTRARY)
    words = " " * len(CONTRARY) + pair.key.text[len(CONTRARY) :] if contrary else pair.key.text
    signature = parse_signature(Scalar(words, words, False, pair.key.span))
    wanted = _given(signature.name, game, pair)
    if len(signature.parameters) != wanted:
        raise error(
            "wrong-count",
            pair.key.span,
            f"`{signature.name}` is given {amount(wanted, 'thing')}, here {len(signature.parameters)}",
        )
    names = tuple(name for _, name, _ in signature.parameters)
    found[signature.name, contrary] = Wording(names, _before_play(pair, names, game))


def _given(name: str, game: Symbols, pair: Pair) -> int:
    """How many things what has this name is given. Raises DiagnosticError when nothing has it."""
    match game.symbols.get(name) or game.phases.get(name):
        case FunctionSymbol(signature=signature) | PhaseSymbol(signature=signature):
            return len(signature.parameters)
        case ZoneSymbol(extents=extents) | PlaceSymbol(extents=extents):
            return len(extents)
        case None if name in game.texts:  # the words of a reason
            return 0
        case _:
            known = [*game.phases, *game.symbols, *game.texts]
            raise game.missed(name, shared.nothing_to_tell_of(name, pair.key.span, guess(name, known)))
