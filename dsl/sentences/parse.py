"""Parses one line of a ruleset with the grammar."""

from __future__ import annotations

import os
from enum import Enum
from functools import cache
from hashlib import sha256
from pathlib import Path

from lark import Lark, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.exceptions import UnexpectedEOF

from ...program.span import Span
from ..text.diagnostics import Complaint, Diagnostic, nearest
from ..text.document import bare
from ..text.yaml_reader import Scalar
from . import syntax as s
from .build import build
from .hints import WORDS, explain, known_mistake

LONGEST_LINE = 10_000
"""The most characters of a line."""

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


BEGINNINGS = {
    Start.SENTENCE: s.BEGINNINGS,
    Start.HEADING: ("for", "repeat", "if", "else", "together", "choose", "… chooses one"),
}
"""The words that a line can begin with, for suggestions."""


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
        raise Complaint(Diagnostic("too-deep", message, Span(line, column, line, column + 1))) from None
    if isinstance(parsed, Diagnostic):
        raise Complaint(parsed)
    return parsed


@cache
def _parsed(text: str, line: int, column: int, start: Start) -> s.Parsed | Diagnostic:
    """The syntax of *text*, or what is wrong with it: both are kept, for a function is read again wherever it is called."""
    if len(text) > LONGEST_LINE:
        message = f"a line has at most {LONGEST_LINE:,} characters, this one has {len(text):,}"
        return Diagnostic("too-large", message, Span(line, column, line, column + 1))
    padded = "\n" * (line - 1) + " " * (column - 1) + text
    try:
        return build(grammar().parse(padded, start=start.value))
    except UnexpectedInput as error:
        return _trouble(error, text, line, column, start)
    except Complaint as complaint:
        return complaint.diagnostic


@cache
def grammar() -> Lark:
    """The parser for the grammar, loaded from Lark's cache file when that can be used."""
    text = GRAMMAR.read_text(encoding="utf-8")
    place = _cache_file(text)
    starts = [start.value for start in Start]
    if place is not None:
        try:
            return Lark(text, parser="lalr", start=starts, propagate_positions=True, maybe_placeholders=True, cache=str(place))
        except (OSError, EOFError):
            pass
    return Lark(text, parser="lalr", start=starts, propagate_positions=True, maybe_placeholders=True)


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
    free = {"leave", "end", "forget", "pass", "remember", "roll", "swap", "tell"}
    return frozenset(inside | set(s.BEGINNINGS) - free | {"only", "repeat", "together"})


def _cache_file(text: str) -> Path | None:
    base = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(base) if base else Path.home() / ".cache") / "rulerun"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder / f"grammar-{sha256(text.encode()).hexdigest()[:16]}.lark-cache"


def _trouble(error: UnexpectedInput, text: str, line: int, column: int, start: Start) -> Diagnostic:
    first, last = (line, column), (line, column + max(1, len(text.split("\n")[0])))
    expected: set[str] = set()
    found = ""
    match error:
        case UnexpectedToken(token=token, accepts=accepts):
            expected = set(accepts or error.expected)
            if token.type != "$END":
                found = str(token)
                first = (token.line or line, token.column or column)
                last = (token.end_line or line, token.end_column or column + 1)
            else:
                first = (last[0], last[1])
                last = (last[0], last[1] + 1)
        case UnexpectedCharacters():
            expected = set(error.allowed or ())
            found = error.char if isinstance(error.char, str) else ""
            first = (error.line, error.column)
            last = (error.line, error.column + 1)
        case UnexpectedEOF():
            first = (last[0], last[1])
    taught = known_mistake(text, start.value)
    if taught is not None:
        message, help_, at = taught
        span = Span(*first, *last) if at is None else _inside(text, line, column, at)
        return Diagnostic("syntax", message, span, help_)
    opening = _opening(text, found, start)
    if opening is not None:
        message, help_ = opening
        return Diagnostic("syntax", message, Span(line, column, line, column + len(text.split()[0])), help_)
    message, help_ = explain(text, found, expected, start.value)
    if not help_ and found and found[0].isalpha():
        close = nearest(found, sorted(name.lower() for name in expected if name.isalpha() and name not in WORDS))
        help_ = f"did you mean `{close}`?" if close else ""
    return Diagnostic("syntax", message, Span(first[0], first[1], last[0], last[1]), help_)


def _inside(text: str, line: int, column: int, at: tuple[int, int]) -> Span:
    """The place of a part of *text*, which stands at that line and column of the file."""
    ends = []
    for end in at:
        before = text[:end]
        ends += [line + before.count("\n"), end - before.rfind("\n") if "\n" in before else column + end]
    return Span(*ends)


def _opening(text: str, found: str, start: Start) -> tuple[str, str] | None:
    """The message and the help when a line's first word is wrong and the second is where parsing failed; None otherwise."""
    words = text.split()
    if start not in (Start.SENTENCE, Start.HEADING) or len(words) < 2 or not words[0].isalpha() or found not in words[1]:
        return None
    known = BEGINNINGS[start]
    if words[0] in known or not words[1][0].isalpha() or words[1] in ("chooses", "secretly"):
        return None
    close = nearest(words[0], known) if len(words[0]) > 2 else None
    help_ = f"did you mean `{close}`?" if close else "known: " + ", ".join(f"`{word}`" for word in known)
    return f"no {start.value} begins with `{words[0]}`", help_
