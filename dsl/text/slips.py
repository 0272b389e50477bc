"""Slips of the outline that people make, found on the lines themselves where YAML cannot read them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...program.span import Span
from ..diagnostics.diagnostic import Diagnostic, Edit, Fix
from ..diagnostics.report import error
from .source import Source

BLANKS = re.compile(r"^[ ]*([\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+)[ \u00a0]*", re.MULTILINE)
"""Blanks of documents at the beginning of a line, which YAML takes for letters."""

BULLET = re.compile(r"^ *([•·‣◦▪●○∙⁃–—―*+]|->|→|\d+[.)])(?=\s+\S)")
UNSPACED = re.compile(r"^ *(-)(?=[^\W\d])")
UNSPACED_KEY = re.compile(r"^ *(?:- )?[^\W\d][\w ()]*(:)(?=[^\s:/])")
VALUE = re.compile(r"^ *(?:- )?([^\s:\"'][^:\"']*): +([^\s#|>&:].*)$")


def odd_blanks(text: str) -> Diagnostic | None:
    """What is said of the first line that is indented by blanks of a document; None where none is."""
    found = BLANKS.search(text)
    if found is None:
        return None
    line = text.count("\n", 0, found.start()) + 1
    first, last = found.start(1) - found.start() + 1, found.end() - found.start() + 1
    was = text[found.start(1) : found.end()]
    span = Span(line, first, line, last)
    message = f"this blank is none for the language (U+{ord(was[0]):04X})"
    fix = Fix("write ordinary blanks", (Edit(span, " " * len(was), was),))
    return error("odd-letter", span, message, help="indent with ordinary blanks", fix=fix).diagnostic


def slip(source: Source, last: int) -> Diagnostic | None:
    """What is said of the line for which YAML cannot read the text; None where it cannot be told.

    YAML gives up on the line *last*, or goes on from there to find where a list ends.
    """
    for number in range(last, 0, -1):
        text = source.line(number)
        content = text.strip()
        if not content or content.startswith("#"):
            continue
        found = _line_slip(source, number, text)
        if found is not None:
            return found
        if number < last - 1 and not text.startswith(" "):
            return None
        if last - number > MOST_ABOVE:
            return None
    return None


MOST_ABOVE = 8
"""A slip stands at most so many lines above the one on which YAML gives up."""


def _line_slip(source: Source, number: int, text: str) -> Diagnostic | None:
    """What is said of a line by itself, and of how it stands beside those next to it."""
    nameless = re.search(r"\blambda\b", text)
    if nameless is not None:
        help_ = "a condition stands behind `where`: `for each player p where …`"
        return error(
            "yaml", _at(number, nameless.span()), "functions have names, and stand under `functions:`", help=help_
        ).diagnostic
    bullet = BULLET.match(text)
    if bullet is not None:
        span = _at(number, bullet.span(1))
        fix = Fix("write `-`", (Edit(span, "-", bullet[1]),))
        return error("yaml", span, f"`{bullet[1]}` begins no item of a list", help="write `- `", fix=fix).diagnostic
    dash = UNSPACED.match(text)
    if dash is not None and _beside(source, number, text):
        span = _at(number, dash.span(1))
        place = Span(number, dash.end(1) + 1, number, dash.end(1) + 1)
        fix = Fix("put a blank behind it", (Edit(place, " ", ""),))
        return error("yaml", span, "behind the `-` of an item stands a blank", help="write `- `", fix=fix).diagnostic
    colon = UNSPACED_KEY.match(text)
    if colon is not None and '"' not in text[: colon.end()] and "{" not in text:
        span = _at(number, colon.span(1))
        place = Span(number, colon.end(1) + 1, number, colon.end(1) + 1)
        fix = Fix("put a blank behind it", (Edit(place, " ", ""),))
        return error("yaml", span, "behind the `:` of a key stands a blank", help="write `: `", fix=fix).diagnostic
    below = _next(source, number)
    if not text.lstrip().startswith("-") and ":" not in text and _beside(source, number, text):
        start = len(text) - len(text.lstrip())
        span = Span(number, start + 1, number, len(text.split(" #")[0].rstrip()) + 1)
        place = Span(number, start + 1, number, start + 1)
        fix = Fix("write `- ` before it", (Edit(place, "- ", ""),))
        help_ = "a sentence or a heading in a list begins with `- `"
        return error("yaml", span, "a `- ` is missing before this line", help=help_, fix=fix).diagnostic
    value = VALUE.match(text)
    if (
        value is not None
        and value[1].count("(") == value[1].count(")")
        and below is not None
        and below[1].lstrip().startswith("- ")
        and _depth(below[1]) > _depth(text)
    ):
        span = _at(number, value.span(2))
        message = f"behind `{value[1].strip()}:` stands nothing where a list follows below"
        return error("yaml", span, message, help="what players read stands under `texts:`").diagnostic
    return None


BRANCH = re.compile(r"^ *(?:- )?(else|elif|elsif|otherwise|because)\b[^:]*:")


def branch(source: Source, number: int) -> Diagnostic | None:
    """What is said of an `else:` or a `because:` that does not stand below its `if` or its choice; None for another line."""
    text = source.line(number)
    found = BRANCH.match(text)
    if found is None:
        return None
    word = found[1]
    above = [(at, source.line(at)) for at in range(number - 1, max(0, number - MOST_ABOVE), -1)]
    begun = "- " if word == "because" else "- if "
    items = [(at, line) for at, line in above if line.lstrip().startswith(begun)]
    if not items:
        return None
    at, item = (
        items[0]
        if word == "because"
        else min(items, key=lambda each: (abs(_depth(each[1]) + 2 - _depth(text)), number - each[0]))
    )
    span = _at(number, found.span(1))
    if item.lstrip().startswith("- only if"):
        reason = text[found.end() :].strip()
        help_ = f"write `{item.split(' #')[0].strip().removeprefix('- ').rstrip(':')} because {reason}`"
        return error("yaml", span, "`because` stands on the line of its condition", help=help_).diagnostic
    if _depth(item) + 2 == _depth(text) and not text.lstrip().startswith("-"):
        return None
    what = "choice" if word == "because" else "`if`"
    message = f"`{word}` stands below its {what}, in the same column"
    return error("yaml", span, message, help=f"begin it in column {_depth(item) + 3}, below the {what} of line {at}").diagnostic


def out_of_column(source: Source, number: int) -> Diagnostic | None:
    """What is said of a line that begins in another column than the one beside it; None where none is beside it."""
    text = source.line(number)
    near = _previous(source, number)
    if near is None or not text.strip():
        return None
    siblings = (at for at in range(near[0], max(0, number - MOST_ABOVE), -1) if source.line(at).strip())
    dashed = text.lstrip().startswith("- ")
    beside = next((at for at in siblings if source.line(at).lstrip().startswith("- ") == dashed), None)
    if beside is None or _depth(source.line(beside)) == _depth(text):
        return None
    column = _depth(source.line(beside)) + 1
    message = f"this line begins in column {_depth(text) + 1}, and line {beside} beside it in column {column}"
    return error(
        "yaml",
        _at(number, (_depth(text), len(text.split(" #")[0].rstrip()))),
        message,
        help="lines of one list begin in one column",
    ).diagnostic


def comprehension(source: Source, number: int) -> Diagnostic | None:
    """What is said of a set in the words of Python, `[p for p in players if …]`; None for another line."""
    found = COMPREHENSION.search(source.line(number))
    if found is None:
        return None
    name, among, test = found[2], found[3], found[4]
    help_ = f"write `{among} {name} where {test.replace('==', '=')}`" if test else f"write `{among}`"
    return error("yaml", _at(number, found.span(1)), "a list of values stands in `[ ]`", help=help_).diagnostic


COMPREHENSION = re.compile(r":\s+(\[\s*([^\W\d]\w*) for \2 in ([^\W\d]\w*)(?: if (.*?))?\s*\])\s*$")
"""A set in the words of Python behind a key."""


def lone_item(source: Source, number: int) -> Diagnostic | None:
    """What is said of an item `- …` that stands among keys; None where its neighbours are items too."""
    text = source.line(number)
    same = [*_siblings(source, number, -1), *_siblings(source, number, 1)]
    if not text.lstrip().startswith("- ") or any(each.lstrip().startswith("-") for each in same):
        return None
    if not any(VALUE.match(each) for each in same):
        return None
    span = _at(number, (_depth(text), _depth(text) + 1))
    return error("yaml", span, "no list stands here", help="each line has a name and `:`, without a `- `").diagnostic


def _siblings(source: Source, number: int, step: int) -> Iterator[str]:
    """The lines that begin in the same column, up or down to the first that stands less deep."""
    depth = _depth(source.line(number))
    while True:
        near = _next(source, number) if step > 0 else _previous(source, number)
        if near is None or _depth(near[1]) < depth:
            return
        number = near[0]
        if _depth(near[1]) == depth:
            yield near[1]


def _beside(source: Source, number: int, text: str) -> bool:
    """Whether the line before or behind is an item of a list that begins in the same column."""
    near = (_previous(source, number), _next(source, number))
    return any(each is not None and each[1].lstrip().startswith("- ") and _depth(each[1]) == _depth(text) for each in near)


def _next(source: Source, number: int) -> tuple[int, str] | None:
    return _first(source, range(number + 1, len(source.lines) + 1))


def _previous(source: Source, number: int) -> tuple[int, str] | None:
    return _first(source, range(number - 1, 0, -1))


def _first(source: Source, numbers: range) -> tuple[int, str] | None:
    """The first of these lines that is not blank, with its number."""
    for number in numbers:
        text = source.line(number)
        if text.strip() and not text.lstrip().startswith("#"):
            return number, text
    return None


def _at(number: int, span: tuple[int, int]) -> Span:
    return Span(number, span[0] + 1, number, span[1] + 1)


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())
