"""What is wrong with a ruleset, as values; how it looks is `render`'s business."""

from __future__ import annotations

from difflib import get_close_matches
from enum import Enum
from typing import TYPE_CHECKING

from attrs import frozen

from ...program.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterable


class Severity(Enum):
    """Whether the ruleset can be played all the same."""

    ERROR = "error"
    WARNING = "warning"


@frozen
class Note:
    """A second place that explains the first."""

    message: str
    span: Span


@frozen
class Diagnostic:
    """One finding: what kind, what is wrong, where, and what to do about it when that is sure."""

    code: str
    message: str
    span: Span
    help: str = ""
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR


class Complaint(Exception):
    """Carries a diagnostic out of the sentence that it is about."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like *word*, if any is like it."""
    words = list(dict.fromkeys(known))
    folded = {candidate.casefold(): candidate for candidate in reversed(words)}
    if word.casefold() in folded:
        return folded[word.casefold()]
    close = get_close_matches(word, words, n=1, cutoff=0.6)
    return close[0] if close else None


def meant(word: str, known: Iterable[str]) -> str:
    """The help that offers the nearest known word, or lists the known ones when they are few."""
    words = list(dict.fromkeys(known))
    close = nearest(word, words)
    if close is not None:
        return f"did you mean `{close}`?"
    if 0 < len(words) <= 12:
        return "known here: " + ", ".join(f"`{each}`" for each in words)
    return ""
