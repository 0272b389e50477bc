"""What cards do: the texts of the effects that belong to what is printed on them."""

from __future__ import annotations

from contextlib import suppress

from attrs import evolve

from ...program import ir
from ..diagnostics.diagnostic import DiagnosticError
from ..sentences.walk import each
from ..symbols.symbols import Symbols
from ..text.document import Document
from .told import Wording, plain_rules


def with_texts(document: Document, game: Symbols) -> tuple[ir.Deck, ...]:
    """The decks, each kind of card with what it does: in the author's words (`told:`), else in the sentences of its effects."""
    said = _said(document, game)
    return tuple(evolve(deck, texts=_texts(deck, said)) for deck in game.ir_decks)


def _said(document: Document, game: Symbols) -> dict[tuple[int, int], list[ir.Words]]:
    """By enumeration and value the texts of its effects."""
    told: dict[str, Wording] = {}
    with suppress(DiagnosticError):  # reported where the texts for the rules page are read
        told = dict(plain_rules(document, game))
    found: dict[tuple[int, int], list[ir.Words]] = {}
    for family in game.families.values():
        for value, phase in family.effects.items():
            if phase in told:
                (_, plain), *_ = texts = told[phase].texts
                words = ir.Words(plain, tuple(pair for pair in texts if pair[0]))
            else:
                words = ir.Words("; ".join(game.source.words(one.span) for one in each(game.phases[phase].body)))
            found.setdefault((family.domain, value), []).append(words)
    return found


def _texts(deck: ir.Deck, said: dict[tuple[int, int], list[ir.Words]]) -> tuple[ir.Words, ...]:
    """The text of each kind of card; nothing where none has one."""
    kinds: list[list[ir.Words]] = [[] for _ in deck.copies]
    for _, domain, values in deck.attributes:
        for kind, value in enumerate(values):
            if domain is not None:
                kinds[kind] += said.get((domain, value), [])
    return tuple(map(_joined, kinds)) if any(kinds) else ()


def _joined(several: list[ir.Words]) -> ir.Words:
    languages = dict.fromkeys(language for words in several for language, _ in words.translations)
    return ir.Words(
        " ".join(words.plain for words in several),
        tuple((language, " ".join(words.say(language) for words in several)) for language in languages),
    )
