"""The edits that put mistakes right: which of them fit the text, and the text with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..diagnostics.diagnostic import Diagnostic, Edit
    from .source import Source


def with_fitting_fix(found: Diagnostic, source: Source) -> Diagnostic:
    """The finding; without its fix where the text that would be replaced is another, or stands in another file."""
    if found.fix is None or all(_fits(edit, source) for edit in found.fix.edits):
        return found
    return evolve(found, fix=None)


def mended(source: Source, diagnostics: Iterable[Diagnostic]) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of the file with the fixes of these findings, and the findings whose fixes were applied.

    All else stays as it is, comments too. A fix that overlaps with one before it is left for the next time.
    """
    edits: dict[Edit, None] = {}
    applied = []
    for found in diagnostics:
        new = () if found.fix is None else tuple(each for each in found.fix.edits if each not in edits)
        fits = found.fix is not None and all(_fits(each, source) for each in found.fix.edits)
        if fits and not any(_overlap(one, other) for one in new for other in edits):
            edits.update(dict.fromkeys(new))
            applied.append(found)
    lines = source.text.split("\n")
    for edit in sorted(edits, key=lambda each: (each.span.line, each.span.column), reverse=True):
        line, span = lines[edit.span.line - 1], edit.span
        lines[span.line - 1] = line[: span.column - 1] + edit.text + line[span.end_column - 1 :]
    return "\n".join(lines), tuple(applied)


def _fits(edit: Edit, source: Source) -> bool:
    span = edit.span
    if span.line != span.end_line or span.line > source.text.count("\n") + 1:
        return False
    return source.line(span.line)[span.column - 1 : span.end_column - 1] == edit.was


def _overlap(one: Edit, other: Edit) -> bool:
    first, second = one.span, other.span
    same = first.line == second.line
    return same and first.column <= second.end_column and second.column <= first.end_column
