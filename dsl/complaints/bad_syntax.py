"""Sentences and expressions that mean nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Fix


@error
def syntax(message: str, span: Span, help_: str = "", fix: Fix | None = None) -> Told:
    """A line is none of the sentences, headings or expressions of the language.

    The message says what was expected, or what is wrong with the word under the caret. All sentences are listed in the reference.

    Wrong:
        - add 2 to pot
    Told:
        to add has a sign, `+=`
    Right:
        - pot += 2
    """
    return Told(message, span, help_, (), fix)


@error
def odd_letter(message: str, span: Span, help_: str, fix: Fix | None) -> Told:
    """A letter looks like one of the language, or like nothing, and is another.

    Text that was written in a word processor or copied from a page has such quotes, dashes and blanks.

    Wrong:
        - coins[Anne] −= 1
    Told:
        `−` is not a sign of the language
    Right:
        - coins[Anne] -= 1
    """
    return Told(message, span, help_, (), fix)


@error
def misspelt_word(word: str, meant: str, span: Span, fix: Fix | None = None) -> Told:
    """A line would be a sentence of the language, were it not for one word.

    Wrong:
        - shufle stock
    Told:
        `shufle` cannot stand here
    Right:
        - shuffle stock
    """
    return Told(f"`{word}` cannot stand here", span, f"did you mean `{meant}`?", (), fix)


@error
def division_of_numbers(span: Span, help_: str) -> Told:
    """Only payoffs are divided with `/`.

    Wrong:
        outcome:
          payoff (player p): sum of coins[q] / 2 for q in players
    Told:
        `/` divides nothing but what `payoff` pays
    Right:
        outcome:
          payoff (player p): coins[p] / 2
    """
    return Told("`/` divides nothing but what `payoff` pays", span, help_)


@error
def strategy_without_option(span: Span, help_: str) -> Told:
    """A line of a strategy begins with the name of an option.

    Wrong:
        strategies:
          wrong:
            - where pot > 1
    Told:
        a line of a strategy begins with the name of an option
    Right:
        strategies:
          wrong:
            - gain where pot > 1
    """
    return Told("a line of a strategy begins with the name of an option", span, help_)


@error
def options_not_counted(span: Span) -> Told:
    """The options of a phase can be counted, and nothing else.

    Wrong:
        phases:
          game:
            - pot = min(options of move (Anne))
    Told:
        the options of a phase can be counted
    Right:
        phases:
          game:
            - pot = count(options of move (Anne))
            - do move (Anne)
          move (player p):
            - p chooses n from 0..3
            - pot = n
    """
    return Told("the options of a phase can be counted", span, "write `count(options of …)`")
