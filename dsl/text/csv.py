"""Tables in files: values separated by commas, semicolons or tabs, as spreadsheets write them, with the places of their cells."""

from __future__ import annotations

from collections.abc import Iterator

from ...program.harmless import harmful
from ...program.span import Span
from ..diagnostics.report import error
from .nodes import Scalar
from .unseen import unseen

SEPARATORS = ",;\t"


def cells_of(text: str, first: int) -> Iterator[tuple[Scalar, ...]]:
    """The cells of each row that has any, row by row; the lines are numbered from *first* on.

    Raises DiagnosticError for a quote that is never closed, for what stands behind one that is, and for a character that nobody
    sees.
    """
    for hidden in harmful(text):
        raise unseen(text, hidden, first)
    separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    row: list[Scalar] = []
    at, line, begun = 0, first, 0
    while at <= len(text):
        word, end, lines = _cell(text, at, line, begun, separator)
        behind = max(_behind(text, at, end), at + 1)
        row.append(Scalar(word, word, False, Span(line, at - begun + 1, line, behind - begun + 1)))
        line += lines
        if lines:
            begun = text.rfind("\n", 0, end) + 1
        if end >= len(text) or text[end] == "\n":
            if any(cell.text for cell in row):
                yield tuple(row)
            row, line, begun = [], line + 1, end + 1
        at = end + 1


def _behind(text: str, at: int, end: int) -> int:
    """Where a cell ends on the line on which it begins."""
    found = text.find("\n", at, end)
    return end if found < 0 else found


def _cell(text: str, at: int, line: int, begun: int, separator: str) -> tuple[str, int, int]:
    """What a cell holds, where the sign behind it stands, and how many lines it goes on for."""
    start = at
    while at < len(text) and text[at] == " ":
        at += 1
    if at == len(text) or text[at] != '"':
        while at < len(text) and text[at] not in (separator, "\n"):
            at += 1
        return text[start:at].strip(), at, 0
    opened, word = at, ""
    at += 1
    while True:
        end = text.find('"', at)
        if end < 0:
            place = Span(line, opened - begun + 1, line, opened - begun + 2)
            raise error("cut-text", place, "the quote that begins this cell is never closed")
        word += text[at:end]
        if text[end + 1 : end + 2] != '"':
            break
        word, at = word + '"', end + 2
    lines, at = text.count("\n", opened, end), end + 1
    while at < len(text) and text[at] not in (separator, "\n"):
        if text[at] != " ":
            row, column = line + lines, at - max(begun, text.rfind("\n", 0, at) + 1) + 1
            message = "something stands behind the quote that ends this cell"
            raise error("cut-text", Span(row, column, row, column + 1), message, help='a quote inside a cell is written `""`')
        at += 1
    return word.strip(), at, lines
