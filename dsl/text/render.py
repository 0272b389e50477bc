"""Diagnostics as text for people, and as plain values for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program.harmless import harmless
from ...program.span import NOWHERE
from ..diagnostics.diagnostic import Diagnostic, Severity

if TYPE_CHECKING:
    from ...program.span import Span
    from ..diagnostics.diagnostic import Edit
    from .source import Source

RED, YELLOW, BLUE, BOLD, PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[1m", "\x1b[0m"


def render(diagnostic: Diagnostic, source: Source, colour: bool = False) -> str:
    """The diagnostic as a block of lines, all harmless: message, `--> FILE:LINE:COLUMN`, the line with a caret, notes, help.

    What concerns a file as a whole has no line and no caret.
    """
    tint = (RED if diagnostic.severity is Severity.ERROR else YELLOW) if colour else ""
    blue, bold, plain = (BLUE, BOLD, PLAIN) if colour else ("", "", "")
    margin = len(str(source.place(diagnostic.span.line)[1]))
    head = f"{tint}{bold}{diagnostic.severity.value}[{diagnostic.code}]{plain}{bold}: {harmless(diagnostic.message)}{plain}"
    lines = [head, *_excerpt(diagnostic.span, source, margin, blue, tint, plain, "-->")]
    for note in diagnostic.notes:
        lines.append(f"{' ' * margin} {blue}= note:{plain} {harmless(note.message)}")
        lines += _excerpt(note.span, source, margin, blue, blue, plain, ":::")
    if diagnostic.help:
        lines.append(f"{' ' * margin} {blue}={plain} help: {harmless(diagnostic.help)}")
    return "\n".join(lines)


def _excerpt(span: Span, source: Source, margin: int, blue: str, tint: str, plain: str, arrow: str) -> list[str]:
    name, number = source.place(span.line)
    name, text = harmless(name), harmless(source.line(span.line))
    if span == NOWHERE and not text:
        return [f"{blue}{' ' * margin}{arrow}{plain} {name}"]
    end = span.end_column if span.end_line == span.line else len(text) + 1
    start, width = span.column - 1, max(1, min(end, len(text) + 1) - span.column)
    shown, shift = text, 0
    if len(text) > 160:
        shift = max(0, start - 60)
        shown = text[shift : shift + 150]
        width = min(width, len(shown) - (start - shift))
    under = shown[start - shift : start - shift + width]
    gap = "\t".join(" " * cells(part) for part in shown[: start - shift].split("\t"))
    bar = f"{blue}{' ' * margin} |{plain}"
    return [
        f"{blue}{' ' * margin}{arrow}{plain} {name}:{number}:{span.column}",
        bar,
        f"{blue}{number:>{margin}} |{plain} {shown}",
        f"{bar} {gap}{tint}{'^' * max(1, cells(under))}{plain}",
    ]


def cells(text: str) -> int:
    """How wide the text is at a terminal: wide letters take two places, accents that stand behind their letter none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def as_json(diagnostic: Diagnostic, source: Source) -> dict[str, object]:
    """The diagnostic as plain values: code, words, places and fix; lines and columns count from 1, an end is exclusive."""
    fix = diagnostic.fix
    return {
        **_where(diagnostic.span, source),
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "notes": [{**_where(note.span, source), "message": note.message} for note in diagnostic.notes],
        "fix": None if fix is None else {"title": fix.title, "edits": [_edit(each, source) for each in fix.edits]},
    }


def _edit(edit: Edit, source: Source) -> dict[str, object]:
    return {**_where(edit.span, source), "text": edit.text}


def _where(span: Span, source: Source) -> dict[str, object]:
    name, number = source.place(span.line)
    return {
        "file": name,
        "line": number,
        "column": span.column,
        "end_line": number + span.end_line - span.line,
        "end_column": span.end_column,
    }
