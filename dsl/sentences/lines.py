"""The kinds of line that the grammar knows, and the words that it keeps for itself."""

from __future__ import annotations

from enum import Enum
from functools import cache
from pathlib import Path

from ...program.span import Span
from . import syntax as s

GRAMMAR = Path(__file__).parents[2] / "grammar.lark"


class Start(Enum):
    """The kinds of line that the grammar knows."""

    SENTENCE = "sentence"
    HEADING = "heading"
    OPTION = "option"
    EXPRESSION = "expression"
    SIGNATURE = "signature"
    CALL = "call"
    KEY = "key"
    EXTENT = "extent"
    MAKING = "making"


@cache
def reserved() -> frozenset[str]:
    """The words that the grammar keeps for itself, so that nothing can be named by them."""
    inside = {
        "after",
        "and",
        "any",
        "as",
        "div",
        "else",
        "every",
        "first",
        "for",
        "has",
        "highest",
        "if",
        "in",
        "is",
        "lowest",
        "mod",
        "no",
        "not",
        "nothing",
        "of",
        "or",
        "then",
        "until",
        "where",
        "yes",
        "because",
    }
    # what follows these words tells the sentence from a name
    free = {"leave", "end", "forget", "give", "pass", "remember", "roll", "swap", "tell"}
    return frozenset(inside | set(s.BEGINNINGS) - free | {"only", "repeat", "together"})


def inside(text: str, line: int, column: int, at: tuple[int, int]) -> Span:
    """The place of a part of *text*, which stands at that line and column of the file."""
    ends = []
    for end in at:
        before = text[:end]
        ends += [line + before.count("\n"), end - before.rfind("\n") if "\n" in before else column + end]
    return Span(*ends)
