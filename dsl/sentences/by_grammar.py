"""Parses one line of a ruleset with Lark, and says what is wrong with a line that the grammar refuses.

A line is padded with newlines and blanks to its place in the file, so that places of Lark are places of the file.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache, partial

from attrs import evolve
from lark import Lark, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.exceptions import UnexpectedEOF

from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import Diagnostic, DiagnosticError, Edit, Fix, Unread
from ..diagnostics.report import error
from ..text import sealed
from . import syntax as s
from . import tables
from .build import build
from .lines import GRAMMAR, Start, inside, reserved
from .option_conditions import condition_behind
from .parentheses import loose_part
from .refused import explain, odd_letter, odd_letters
from .spellings import spellings

LONGEST_TAUGHT = 500
"""Of a longer line it is said where reading ends: people write no such line, and a search through it takes long."""

FRACTION = re.compile(r'(?<![\w.])\d+[.,]\d+(?![\w.])(?=[^"]*(?:"[^"]*"[^"]*)*$)')
"""A number with a fraction, outside of texts in quotes."""

DIVIDED = re.compile(r"//\s*(?:\d+|[^\s/]*[\[(.][^\s/]*)\s*$")
"""A division as other languages write it, by a number or an element at the end of the line."""

WORD = re.compile(r"[^\W\d]\w*")

CHANGES = re.compile(r"\s*([^\W\d]\w*)(?:\[[^\]]*\])?\s*[-+]?=(?!=)")
"""What looks like a change of a value."""


def by_grammar(text: str, line: int, column: int, start: Start) -> s.Parsed | Diagnostic:
    """The syntax of *text*, which stands at that line and column of the file, or what is wrong with it."""
    padded = "\n" * (line - 1) + " " * (column - 1) + text
    try:
        return build(grammar().parse(padded, start=start.value))
    except UnexpectedInput as unread:
        return _trouble(unread, text, line, column, start)
    except DiagnosticError as diagnostic:
        return diagnostic.diagnostic


def taken(text: str, start: Start) -> s.Parsed | None:
    """The syntax of *text*, as if it stood at the beginning of a file; None where it is wrong."""
    try:
        return build(grammar().parse(text, start=start.value))
    except (UnexpectedInput, DiagnosticError, RecursionError):
        return None


@cache
def grammar() -> Lark:
    """The parser for the grammar: by the tables made beforehand, else by those that are kept, else by new ones."""
    text = GRAMMAR.read_text(encoding="utf-8")
    path = sealed.folder("grammar") / tables.TABLES.name
    found = tables.loaded(text)
    if found is None:
        content = sealed.read(path)
        found = None if content is None else tables.parser(text, content)
    if found is None:
        content = tables.written(text).encode()
        with suppress(OSError):
            sealed.write(path, content)
        found = tables.parser(text, content)
    assert found is not None
    return found


def ways_to_write(terminal: str) -> tuple[str, ...]:
    """The ways to write a terminal; the name of one that is none of the grammar."""
    found = next((each.pattern for each in grammar().terminals if each.name == terminal), None)
    if found is None:
        return (terminal,)
    return spellings(found.value) if found.type == "re" else (found.value,)


def _trouble(unread: UnexpectedInput, text: str, line: int, column: int, start: Start) -> Diagnostic:
    first, last = (line, column), (line, column + max(1, len(text.split("\n")[0])))
    expected: set[str] = set()
    found = ""
    match unread:
        case UnexpectedToken(token=token, accepts=accepts):
            expected = set(accepts or unread.expected)
            if token.type != "$END":
                found = str(token)
                first = (token.line or line, token.column or column)
                last = (token.end_line or line, token.end_column or column + 1)
            else:
                first = (last[0], last[1])
                last = (last[0], last[1] + 1)
        case UnexpectedCharacters():
            expected = set(unread.allowed or ())
            found = unread.char if isinstance(unread.char, str) else ""
            first = (unread.line, unread.column)
            last = (unread.line, unread.column + 1)
        case UnexpectedEOF():
            first = (last[0], last[1])
    word = WORD.match(text, _until(text, line, column, first))
    if word is not None and len(word[0]) > len(found) > 0 and word[0].startswith(found):  # a keyword ends within a longer word
        found, last = word[0], (first[0], first[1] + len(word[0]))
    if len(text) <= LONGEST_TAUGHT:
        known = _taught(text, found, line, column, start, Span(*first, *last))
        if known is not None:
            return known
    target = CHANGES.match(text)
    if target is not None and target[1] in reserved():
        return error(
            "changed-word-of-the-language",
            inside(text, line, column, target.span(1)),
            f"`{target[1]}` is a word of the language, so nothing of that name can be changed",
            help="take another name",
        ).diagnostic
    opening = WORD.match(text)
    second = opening is not None and text[opening.end() :].split()[:1] == [found]
    if (
        len(text) > LONGEST_TAUGHT
        and start is Start.SENTENCE
        and opening is not None
        and second
        and opening[0] not in s.BEGINNINGS
    ):
        place = inside(text, line, column, opening.span())
        return shared.syntax(f"no sentence begins with `{opening[0]}`", place).diagnostic
    whole = Unread(text, line, column, start.value)
    message, help_ = explain(text, found, {name: ways_to_write(name)[0] for name in expected}, start.value)
    told = shared.syntax(message, Span(first[0], first[1], last[0], last[1]), help_).diagnostic
    return evolve(told, unread=whole)


def _taught(text: str, found: str, line: int, column: int, start: Start, place: Span) -> Diagnostic | None:
    """What is said of a line that the grammar refuses at that place, where it *found* that, and that people often write."""
    odd = odd_letter(text, found)
    alike = odd_letters(text) if odd is None else None
    if alike is not None:
        odd = odd_letter(text, alike[1])
        place = inside(text, line, column, (alike[0], alike[0] + 1))
    if odd is not None and odd.mended.endswith(":") and start is Start.SENTENCE and _takes(Start.HEADING, odd.mended[:-1]):
        colon = Fix("write `:`", (Edit(place, ":", text[alike[0]] if alike is not None else found),))
        return error("odd-letter", place, odd.message, help=odd.help, fix=colon).diagnostic
    if odd is not None:
        fix = _fix(odd.mended, text, line, column, start)
        return error("odd-letter", place, odd.message, help=odd.help, fix=fix).diagnostic
    part = FRACTION.search(text)
    if part is not None:
        span = inside(text, line, column, part.span())
        return shared.syntax("numbers are whole", span, "for example `half of 3 rounded up`, `3 div 2`").diagnostic
    comment = text.find("//")
    divided = DIVIDED.search(text) is not None and taken(text.replace("//", " div "), start) is not None
    if comment > 0 and not divided and taken(text[:comment].rstrip(), start) is not None:
        span = inside(text, line, column, (comment, len(text)))
        fix = _fix(text[:comment], text, line, column, start)
        return shared.syntax("`//` begins no comment", span, "a comment begins with ` #`", fix).diagnostic
    behind = condition_behind(text, start, taken) if start in (Start.OPTION, Start.HEADING) else None
    if behind is not None:
        help_ = f"write `{behind.option}:`, and in the list under it `only if {behind.condition}`"
        return shared.condition_behind_option(inside(text, line, column, behind.at), help_).diagnostic
    loose = loose_part(text, partial(taken, start=Start.EXPRESSION), partial(_takes, start))
    if loose is not None:
        message = f"`{loose.beginning} …` cannot stand here"
        fix = _fix(loose.mended, text, line, column, start)
        help_ = f"it takes parentheses here: `{' '.join(loose.mended.split())}`"
        return shared.syntax(message, inside(text, line, column, loose.at), help_, fix).diagnostic
    return None


def _fix(mended: str, text: str, line: int, column: int, start: Start) -> Fix | None:
    """To write *mended* for the whole line, where the grammar takes it."""
    if not mended or "\n" in text or not _takes(start, mended):
        return None
    blanks = len(text) - len(text.lstrip())
    place = Span(line, column + blanks, line, column + len(text.rstrip()))
    return Fix(f"write `{mended.strip()}`", (Edit(place, mended.strip(), text.strip()),))


def _takes(start: Start, text: str) -> bool:
    """Whether the grammar takes the line."""
    try:
        grammar().parse(text, start=start.value)
    except (UnexpectedInput, RecursionError):
        return False
    return True


def _until(text: str, line: int, column: int, place: tuple[int, int]) -> int:
    """How many letters of *text*, which stands at that line and column of the file, stand in front of that place."""
    down = place[0] - line
    before = sum(len(each) + 1 for each in text.split("\n")[:down])
    return before + place[1] - (1 if down else column)
