"""Cards by name, as a player asks for them: what is printed on a card, and what it does."""

from __future__ import annotations

from collections.abc import Iterator

from ..program.ir import Program
from ..program.number_text import with_minus
from .matching import clipped, meant, plain
from .narration import value_text
from .phrases import nearest, phrase


def cards_told(program: Program, typed: str, language: str) -> Iterator[str]:
    """A line for each kind of card whose name *typed* may be; where there is none, one that says so."""
    kinds = [(deck, kind) for deck in program.decks for kind in range(len(deck.copies))]
    names = [[value_text(program, deck.domain, kind, language)] for deck, kind in kinds]
    found = meant(plain(typed), names)
    for index in found:
        deck, kind = kinds[index]
        said = [each[kind].say(language) for each in (deck.beside, deck.texts) if each]
        yield with_minus(": ".join((names[index][0], " · ".join(filter(None, said)) or phrase(language, "nothing more printed"))))
    if not found:
        yield phrase(language, "no such card", clipped(typed)) + nearest(language, typed, [each[0] for each in names])
