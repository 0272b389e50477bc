"""What is wrong with variants and bases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error, guessed

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Guess


@error
def unknown_to_change(word: str, section: str, span: Span, guess: Guess) -> Told:
    """What is changed must be there in the base.

    Wrong:
        decks:
          nmbers: {add: {value: 3}}
    Told:
        the base has no `nmbers` under `decks:` to change
    Right:
        decks:
          numbers: {add: {value: 7}, change: {total: 13}}
    """
    return guessed(f"the base has no `{word}` under `{section}:` to change", span, guess)


@error
def not_a_base(found: str, span: Span) -> Told:
    """A ruleset extends one other.

    Wrong:
        extends: [standard, another]
    Told:
        expected the name of a ruleset, found a list
    Right:
        parameters:
          bonus: {default: 2, range: 1..3}
        phases:
          game:
            - pot += bonus
    """
    return Told(f"expected the name of a ruleset, found {found}", span)


@error
def unknown_variant(message: str, span: Span, help_: str = "") -> Told:
    """A ruleset has no variant of this name.

    Told:
        there is no variant `wild`
    """
    return Told(message, span, help_)
