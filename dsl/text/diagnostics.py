"""Diagnostics: what is wrong with a ruleset, as values; `render` turns them into text."""

from __future__ import annotations

from difflib import get_close_matches
from enum import Enum
from typing import TYPE_CHECKING

from attrs import frozen

from ...program.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterable


class Severity(Enum):
    """Whether the ruleset cannot be played (ERROR), or can all the same (WARNING)."""

    ERROR = "error"
    WARNING = "warning"


@frozen
class Note:
    """A second position in the text, which explains the first."""

    message: str
    span: Span


@frozen
class Diagnostic:
    """One finding: its code, what is wrong, where, and how to put it right where that is sure."""

    code: str
    message: str
    span: Span
    help: str = ""
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR


class Complaint(Exception):
    """An exception with a diagnostic; the caller who reads the next sentence or declaration catches it and goes on."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def nearest(word: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The known word most like *word*, or None when none is similar; upper and lower case make no difference at first.

    *likeness*, from 0 to 1, is how similar it must be.
    """
    words = list(dict.fromkeys(known))
    folded = {candidate.casefold(): candidate for candidate in reversed(words)}
    if word.casefold() in folded:
        return folded[word.casefold()]
    close = get_close_matches(word, words, n=1, cutoff=likeness)
    return close[0] if close else None


def meant(word: str, known: Iterable[str]) -> str:
    """The help for an unknown word: the nearest known word, else a list of the known ones when they are at most 12, else ""."""
    words = list(dict.fromkeys(known))
    close = nearest(word, words)
    if close is not None:
        return f"did you mean `{close}`?"
    if 0 < len(words) <= 12:
        return "known here: " + ", ".join(f"`{each}`" for each in words)
    return ""
