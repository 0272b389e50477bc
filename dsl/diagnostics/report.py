"""How a mistake is reported, where it is found: `raise error("CODE", span, "what is wrong")`."""

from __future__ import annotations

import re

from ...program.span import Span
from .diagnostic import Diagnostic, DiagnosticError, Edit, Fix, Guess, Note, Severity

LONG = re.compile(r"(?<=`)([^`]{80})[^`]{200,}(?=`)")
"""A word of the author's that would fill a page: its beginning, and the rest."""


def error(
    code: str, span: Span, message: str, *, help: str = "", notes: tuple[Note, ...] = (), fix: Fix | None = None
) -> DiagnosticError:
    """What makes a ruleset unplayable, to be raised or added to `Findings`; the page of its *code* is `pages/CODE.md`."""
    return DiagnosticError(Diagnostic(code, _short(message), span, _short(help), notes, Severity.ERROR, fix))


def warning(
    code: str, span: Span, message: str, *, help: str = "", notes: tuple[Note, ...] = (), fix: Fix | None = None
) -> DiagnosticError:
    """What is most likely not meant."""
    return DiagnosticError(Diagnostic(code, _short(message), span, _short(help), notes, Severity.WARNING, fix))


def misspelt(code: str, span: Span, message: str, guess: Guess) -> DiagnosticError:
    """An error about an unknown word, which stands first at *span*, with the one that was meant."""
    return error(code, span, message, help=guess.help, fix=_meant(span, guess))


def _meant(span: Span, guess: Guess) -> Fix | None:
    word = Span(span.line, span.column, span.line, span.column + len(guess.word))
    return None if guess.sole is None else Fix(f"write `{guess.sole}`", (Edit(word, guess.sole, guess.word),))


def amount(count: int | str, noun: str) -> str:
    """So many things: `1 value`, `2 values`, `1 to 2 values`."""
    shown = f"{count:,}" if isinstance(count, int) else count
    return f"{shown} {noun}" if shown == "1" else f"{shown} {noun}s"


def _short(words: str) -> str:
    """The words, in which the author's longest ones are told by their beginnings."""
    return LONG.sub(r"\1…", words) if len(words) > 280 else words
