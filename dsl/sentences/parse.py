"""Parses one line of a ruleset with the grammar."""

from __future__ import annotations

import re
from functools import lru_cache

from ...program.budgets import LONGEST_LINE
from ...program.span import Span
from ..diagnostics.diagnostic import Diagnostic, DiagnosticError
from ..diagnostics.report import error
from ..text.document import bare
from ..text.nodes import Scalar
from . import syntax as s
from .build import DEEPEST
from .by_grammar import by_grammar, taken
from .lines import GRAMMAR, Start, inside, reserved
from .moved import moved

__all__ = ["GRAMMAR", "Start", "given_names", "parse", "parse_expression", "parse_signature", "parse_text", "reserved"]

BRACKET_OR_TEXT = re.compile(r'"[^"]*"|[()\[\]{}]')


def parse(scalar: Scalar, start: Start) -> s.Parsed:
    """The syntax of a line, with positions in the file. Raises DiagnosticError where it cannot be read."""
    if scalar.cut is not None:
        raise DiagnosticError(scalar.cut)
    return parse_text(scalar.raw or scalar.text, scalar.span.line, scalar.span.column, start)


def parse_expression(scalar: Scalar) -> s.Expression:
    """The expression in a line. Raises DiagnosticError where it cannot be read."""
    parsed = parse(scalar, Start.EXPRESSION)
    assert isinstance(parsed, s.Expression)
    return parsed


def parse_signature(key: Scalar, circular: bool = False) -> s.Signature:
    """The name and the parameters in a key; only what is *circular* may say how deep. Raises DiagnosticError."""
    signature = parse(key, Start.SIGNATURE)
    assert isinstance(signature, s.Signature)
    if signature.deep is not None and not circular:
        raise error("recursion", key.span, "only a phase or a function can use itself, and says how deep")
    return signature


def given_names(key: Scalar) -> tuple[tuple[str, str, Span], ...]:
    """The kinds, the names and the places of what stands in brackets behind a key: `starts as (space s)`. Raises DiagnosticError.

    The words in front of the brackets may be any.
    """
    if key.cut is not None:
        raise DiagnosticError(key.cut)
    words = bare(key.text)
    if words == key.text.strip():
        return ()
    return parse_signature(Scalar("n".ljust(len(words), "n") + key.text[len(words) :], "", False, key.span)).parameters


def parse_text(text: str, line: int, column: int, start: Start) -> s.Parsed:
    """The syntax of *text*, which stands at that line and column of the file. Raises DiagnosticError where it cannot be read."""
    try:
        parsed = _parsed(text, line, column, start)
    except RecursionError:
        message = "this line has too many brackets inside brackets, or too many parts"
        raise DiagnosticError(error("too-deep", Span(line, column, line, column + 1), message).diagnostic) from None
    if isinstance(parsed, Diagnostic):
        raise DiagnosticError(parsed)
    return parsed


@lru_cache(maxsize=20_000)
def _parsed(text: str, line: int, column: int, start: Start) -> s.Parsed | Diagnostic:
    """The syntax of *text*, or what is wrong with it: both are kept, for a function is read again wherever it is called."""
    if len(text) > LONGEST_LINE:
        message = f"a sentence has at most {LONGEST_LINE:,} characters, this one has {len(text):,}"
        return error("too-large", Span(line, column, line, column + 1), message).diagnostic
    deep = _too_deep(text)
    if deep is not None:
        place = inside(text, line, column, (deep, deep + 1))
        return error("too-deep", place, "this line has too many brackets inside brackets").diagnostic
    found = _anywhere(text, start)
    if found is not None:
        return moved(found, line, column)
    return by_grammar(text, line, column, start)


@lru_cache(maxsize=5_000)
def _anywhere(text: str, start: Start) -> s.Parsed | None:
    """The syntax of *text* as if it stood at the beginning of a file, so that it need not be read again where it moves.

    None where it is wrong: what is said of it depends on its place.
    """
    return taken(text, start)


def _too_deep(text: str) -> int | None:
    """Where the first bracket stands that has too many around it; None without one."""
    depth = 0
    for found in BRACKET_OR_TEXT.finditer(text) if len(text) > DEEPEST else ():
        depth += (found[0] in "([{") - (found[0] in ")]}")
        if depth > DEEPEST:
            return found.start()
    return None
