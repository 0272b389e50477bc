"""Sentences somewhere else: a line that was read as if it stood at the beginning of a file."""

from __future__ import annotations

from typing import cast

from ...program.span import NOWHERE, Span
from . import syntax as s
from .walk import FIELDS


def moved(parsed: s.Parsed, line: int, column: int) -> s.Parsed:
    """The syntax of a line that was read at the beginning of a file, with its positions at that line and column."""

    def whole(part: object) -> object:
        kind = type(part)
        names = FIELDS.get(kind)
        if names is not None:
            return kind(**{name: whole(getattr(part, name)) for name in names})
        if isinstance(part, tuple):
            return tuple([whole(each) for each in part])
        return _moved(part, line, column) if isinstance(part, Span) and part is not NOWHERE else part

    return cast("s.Parsed", whole(parsed))


def _moved(span: Span, line: int, column: int) -> Span:
    """The place, further down and on; a line below the first begins where it did."""
    first = span.column if span.line > 1 else span.column + column - 1
    last = span.end_column if span.end_line > 1 else span.end_column + column - 1
    return Span(span.line + line - 1, first, span.end_line + line - 1, last)
