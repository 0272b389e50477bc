"""Finds the one misspelt word of the language for which the grammar refuses a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from attrs import frozen

from ..diagnostics.diagnostic import ranked

WORD_OR_TEXT = re.compile(r'"[^"]*"|[^\W\d]\w*')
NO_WORDS = ("STRING", "NUMBER", "NAME", "PHASE", "WS")
"""What the grammar reads by its letters, not by its words."""

MOST_WORDS = 12
"""Of the words in front of where reading ends, so many are tried: a misspelt one is not far away."""

MOST_MEANT = 3
"""So many words that a word could have been meant to be are tried."""


@frozen
class Misspelt:
    """A word, with where it begins and ends in the line, and what it was meant to be."""

    word: str
    at: tuple[int, int]
    meant: str


def words_of(patterns: Iterable[tuple[str, str]]) -> frozenset[str]:
    """The words of the language, by the names and the patterns of what the grammar reads."""
    bare = (re.sub(r"\\[a-zA-Z]|\(\?[^)]*\)", " ", pattern) for name, pattern in patterns if name not in NO_WORDS)
    return frozenset(word for pattern in bare for word in re.findall(r"[a-z]{2,}", pattern))


def misspelt(text: str, end: int, known: frozenset[str], takes: Callable[[str], bool]) -> Misspelt | None:
    """The word with which another in its place makes a line that the grammar *takes*; the last of several, None without any.

    The line cannot be read further than *end*, for a word in front of it or the first behind it. Words of the language are
    *known*, and taken to be meant.
    """
    words = list(WORD_OR_TEXT.finditer(text))
    read = sum(found.start() <= end for found in words)
    for found in reversed(words[max(0, read - MOST_WORDS) : read + 1]):
        if found[0][0] == '"' or found[0] in known or len(found[0]) < 2:
            continue
        for meant in _meant(found[0], known):
            if takes(text[: found.start()] + meant + text[found.end() :]):
                return Misspelt(found[0], found.span(), meant)
    return None


@lru_cache(maxsize=2_000)
def _meant(word: str, known: frozenset[str]) -> tuple[str, ...]:
    """The words that a word could have been meant to be: the same one stands in many lines."""
    return ranked(word, sorted(known))[:MOST_MEANT]
