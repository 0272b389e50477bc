"""What is wrong with texts for people: those of the story, and those of the rules page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, amount, error, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error_under("wrong-count")
def told_of_others(name: str, wanted: int, found: int, span: Span) -> Told:
    """Words about a function or a phase name all that it is given.

    Wrong:
        told:
          rich: {en: is rich}
    Told:
        `rich` is given 1 thing, here 0
    Right:
        told:
          rich (player p): {en: "{p} is rich"}
    """
    return Told(f"`{name}` is given {amount(wanted, 'thing')}, here {found}", span)


@error
def unclosed_condition(span: Span) -> Told:
    """Words that a condition chooses stand in braces, together with the condition.

    Wrong:
        texts:
          gone: "the stock is {if players = 1: yours"
        phases:
          game:
            - say gone
    Told:
        no `}` stands behind the words of this condition
    Right:
        texts:
          gone: "the stock is {if players = 1: yours | everybody's}"
        phases:
          game:
            - say gone
    """
    return Told("no `}` stands behind the words of this condition", span, "for example `{if players = 1: yours | everybody's}`")


@error
def no_condition(span: Span) -> Told:
    """Between `if` and `:` stands the condition that chooses the words.

    Wrong:
        texts:
          gone: "the stock is {if: yours}"
        phases:
          game:
            - say gone
    Told:
        no condition stands between `if` and `:`
    Right:
        texts:
          gone: "the stock is {if players = 1: yours}"
        phases:
          game:
            - say gone
    """
    return Told("no condition stands between `if` and `:`", span, "for example `{if players = 1: yours | everybody's}`")


@error
def no_colon(test: str, span: Span) -> Told:
    """A colon divides the condition from the words that it chooses.

    A word `if` that begins the words behind a `|` is taken for a condition: begin them with another word.

    Wrong:
        texts:
          gone: "the stock is {if players = 1 | everybody's}"
        phases:
          game:
            - say gone
    Told:
        no `:` and no words stand behind the condition `players = 1`
    Right:
        texts:
          gone: "the stock is {if players = 1: yours | everybody's}"
        phases:
          game:
            - say gone
    """
    condition = f"the condition `{test}`" if test else "`if`"
    return Told(f"no `:` and no words stand behind {condition}", span, "for example `{if players = 1: yours | everybody's}`")


@error
def words_behind_the_last(span: Span) -> Told:
    """Words without a condition are those of all other cases, so they stand last.

    Wrong:
        texts:
          gone: "the stock is {if players = 1: yours | everybody's | nobody's}"
        phases:
          game:
            - say gone
    Told:
        these words are never said: those before them stand for all other cases
    Right:
        texts:
          gone: "the stock is {if players = 1: yours | if players = 2: of you both | everybody's}"
        phases:
          game:
            - say gone
    """
    message = "these words are never said: those before them stand for all other cases"
    return Told(message, span, "a further condition stands behind `| if`")
