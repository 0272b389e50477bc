"""Parses one line of a ruleset with the grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from ...program.span import Span
from ..complaints import limits
from ..complaints.diagnostics import Complaint, Diagnostic
from ..text.document import bare
from ..text.nodes import Scalar
from . import read_before
from . import syntax as s
from .lines import GRAMMAR, Start, reserved

__all__ = ["GRAMMAR", "LONGEST_LINE", "Start", "forget", "given_names", "parse", "parse_text", "read_by", "reserved"]

LONGEST_LINE = 10_000
"""The most characters of a line."""

Reader = Callable[[str, int, int, Start], s.Parsed | Diagnostic]
"""Gives the syntax of a text, which stands at that line and column of the file, or what is wrong with it."""

_readers: list[Reader] = []
"""Those that read in place of this process; the last one does."""


@contextmanager
def read_by(reader: Reader) -> Iterator[None]:
    """Inside the `with` block *reader* reads what was not read before: the same as `by_grammar`, somewhere else."""
    _readers.append(reader)
    try:
        yield
    finally:
        _readers.pop()


def parse(scalar: Scalar, start: Start) -> s.Parsed:
    """The syntax of a line, with positions in the file. Raises Complaint where it cannot be read."""
    if scalar.cut is not None:
        raise Complaint(scalar.cut)
    return parse_text(scalar.raw or scalar.text, scalar.span.line, scalar.span.column, start)


def given_names(key: Scalar) -> tuple[tuple[str, str, Span], ...]:
    """The kinds, the names and the places of what stands in brackets behind a key: `starts as (space s)`. Raises Complaint.

    The words in front of the brackets may be any.
    """
    if key.cut is not None:
        raise Complaint(key.cut)
    words = bare(key.text)
    if words == key.text.strip():
        return ()
    signature = parse(Scalar("n".ljust(len(words), "n") + key.text[len(words) :], "", False, key.span), Start.SIGNATURE)
    assert isinstance(signature, s.Signature)
    return signature.parameters


def parse_text(text: str, line: int, column: int, start: Start) -> s.Parsed:
    """The syntax of *text*, which stands at that line and column of the file. Raises Complaint where it cannot be read."""
    try:
        parsed = _parsed(text, line, column, start)
    except RecursionError:
        message = "this line has too many brackets inside brackets, or too many parts"
        raise Complaint(limits.too_deep(message, Span(line, column, line, column + 1)).diagnostic) from None
    if isinstance(parsed, Diagnostic):
        raise Complaint(parsed)
    return parsed


def forget(most: int) -> None:
    """Gives up which sentences stand where, when more than *most* places are kept: a text that is edited has ever new ones."""
    if _parsed.cache_info().currsize > most:
        _parsed.cache_clear()


@cache
def _parsed(text: str, line: int, column: int, start: Start) -> s.Parsed | Diagnostic:
    """The syntax of *text*, or what is wrong with it: both are kept, for a function is read again wherever it is called."""
    if len(text) > LONGEST_LINE:
        message = f"a line has at most {LONGEST_LINE:,} characters, this one has {len(text):,}"
        return limits.too_large(message, Span(line, column, line, column + 1)).diagnostic
    known = read_before.found(text, line, column, start.value)
    if known is not None:
        return known
    parsed = (_readers[-1] if _readers else grammatical())(text, line, column, start)
    if not isinstance(parsed, Diagnostic):
        read_before.note(parsed, text, line, column, start.value)
    return parsed


def grammatical() -> Reader:
    """What reads a text with the grammar. Loads Lark, where that was not done."""
    from .by_grammar import by_grammar

    return by_grammar
