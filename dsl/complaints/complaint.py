"""How a complaint is declared: a function that says what is wrong, whose docstring is its page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Generic, ParamSpec

from attrs import frozen

from ...program.span import Span
from .diagnostics import Complaint, Diagnostic, Edit, Fix, Guess, Note, Severity

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")


@frozen
class Told:
    """What is said of one mistake; see `Diagnostic`."""

    message: str
    span: Span
    help: str = ""
    notes: tuple[Note, ...] = ()
    fix: Fix | None = None


def amount(count: int | str, noun: str) -> str:
    """So many things: `1 value`, `2 values`, `1 to 2 values`."""
    shown = f"{count:,}" if isinstance(count, int) else count
    return f"{shown} {noun}" if shown == "1" else f"{shown} {noun}s"


def guessed(message: str, span: Span, guess: Guess) -> Told:
    """What is said of an unknown word, which stands first at *span*, with the one that was meant."""
    word = Span(span.line, span.column, span.line, span.column + len(guess.word))
    fix = None if guess.sole is None else Fix(f"write `{guess.sole}`", (Edit(word, guess.sole, guess.word),))
    return Told(message, span, guess.help, (), fix)


LONG = re.compile(r"(?<=`)([^`]{80})[^`]{200,}(?=`)")
"""A word of the author's that would fill a page: its beginning, and the rest."""


def _short(words: str) -> str:
    """The words, in which the author's longest ones are told by their beginnings."""
    return LONG.sub(r"\1…", words) if len(words) > 280 else words


@frozen
class Kind(Generic[P]):
    """One kind of complaint: called with what it is about, it gives the Complaint, to be raised or added to `Findings`.

    Its *code* is its name, or the code of a more general complaint, whose page shows this one as well.
    """

    tell: Callable[P, Told]
    severity: Severity
    code: str

    @property
    def name(self) -> str:
        """The name of the function with `-` for `_`."""
        return _name(self.tell)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Complaint:
        """The Complaint about one mistake."""
        told = self.tell(*args, **kwargs)
        message, help_ = _short(told.message), _short(told.help)
        return Complaint(Diagnostic(self.code, message, told.span, help_, told.notes, self.severity, told.fix))


def error(tell: Callable[P, Told]) -> Kind[P]:
    """The complaint that *tell* words, about what makes a ruleset unplayable."""
    return Kind(tell, Severity.ERROR, _name(tell))


def error_under(code: str) -> Callable[[Callable[P, Told]], Kind[P]]:
    """What `error` gives, for a complaint that has the *code* of a more general one."""

    def declared(tell: Callable[P, Told]) -> Kind[P]:
        return Kind(tell, Severity.ERROR, code)

    return declared


def warning(tell: Callable[P, Told]) -> Kind[P]:
    """The complaint that *tell* words, about what is most likely not meant."""
    return Kind(tell, Severity.WARNING, _name(tell))


def _name(tell: Callable[..., Told]) -> str:
    return tell.__name__.rstrip("_").replace("_", "-")
