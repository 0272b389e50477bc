"""Cards by name, as a player asks for them: what is printed on a card, and what it does."""

from __future__ import annotations

from collections.abc import Iterator

from ..program.ir import NOTHING, Deck, Program
from ..program.number_text import with_minus
from .boards import OWN_ATTRIBUTES
from .matching import clipped, meant, plain
from .narration import value_text, word
from .phrases import nearest, phrase


def cards_told(program: Program, typed: str, language: str) -> Iterator[str]:
    """A line for each kind of card whose name *typed* may be, one for those of several decks that are alike; where there is none,
    a line that says so.
    """
    kinds = [(deck, kind) for deck in program.decks for kind in range(len(deck.copies))]
    names = [[value_text(program, deck.domain, kind, language)] for deck, kind in kinds]
    found = meant(plain(typed), names)
    lines: dict[str, None] = {}
    for index in found:
        deck, kind = kinds[index]
        beside, texts = ([each[kind].say(language)] if each else [] for each in (deck.beside, deck.texts))
        said = [", ".join(filter(None, (*beside, *_on_spaces(program, deck, kind, language)))), *texts]
        told = " · ".join(filter(None, said)) or phrase(language, "nothing more printed")
        lines[with_minus(": ".join((names[index][0], told)))] = None
    yield from lines
    if not found:
        yield phrase(language, "no such card", clipped(typed)) + nearest(language, typed, [each[0] for each in names])


def _on_spaces(program: Program, deck: Deck, kind: int, language: str) -> Iterator[str]:
    """What is printed on the spaces that stand on a card: `home blue`; without what is nothing, 0 or no."""
    for _, domain, values in deck.attributes:
        for board in program.boards:
            if board.domain == domain and values[kind] != NOTHING:
                at = values[kind] - program.domains[domain].low
                for name, held, printed in board.attributes:
                    if name not in OWN_ATTRIBUTES and printed[at] != NOTHING and (printed[at] or held is not None):
                        yield f"{word(program, name, language)} {value_text(program, held, printed[at], language)}"
