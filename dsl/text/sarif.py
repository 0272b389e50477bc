"""Diagnostics in the Static Analysis Results Interchange Format (SARIF 2.1.0), which code hosts show beside the lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics.diagnostic import Severity
from ..diagnostics.pages import page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...program.span import Span
    from ..diagnostics.diagnostic import Diagnostic, Fix
    from .source import Source

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(files: Iterable[tuple[Source, Sequence[Diagnostic]]], version: str) -> dict[str, object]:
    """One run with the findings of these files, each diagnostic as a rule with its page; columns count characters from 1."""
    found = [(source, each) for source, diagnostics in files for each in diagnostics]
    codes = list(dict.fromkeys(each.code for _, each in found))
    driver = {"name": "rulerun", "version": version, "rules": [_rule(code) for code in codes]}
    results = [_result(each, source, codes.index(each.code)) for source, each in found]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, object]:
    told = page(code)
    if told is None:
        return {"id": code}
    parts = [told.text, f"Wrong:\n{told.wrong}" if told.wrong else "", f"Right:\n{told.right}" if told.right else ""]
    text = "\n\n".join(part for part in parts if part) or told.title
    return {"id": code, "shortDescription": {"text": told.title}, "help": {"text": text}}


def _result(found: Diagnostic, source: Source, rule: int) -> dict[str, object]:
    words = f"{found.message}\n{found.help}" if found.help else found.message
    made: dict[str, object] = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": "error" if found.severity is Severity.ERROR else "warning",
        "message": {"text": words},
        "locations": [_location(found.span, source)],
    }
    if found.notes:
        made["relatedLocations"] = [
            {"id": at, "message": {"text": note.message}, **_location(note.span, source)} for at, note in enumerate(found.notes)
        ]
    if found.fix is not None:
        made["fixes"] = [_fix(found.fix, source)]
    return made


def _location(span: Span, source: Source) -> dict[str, object]:
    name, _ = source.place(span.line)
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(name)}, "region": _region(span, source)}}


def _region(span: Span, source: Source) -> dict[str, int]:
    _, line = source.place(span.line)
    return {
        "startLine": line,
        "startColumn": span.column,
        "endLine": line + span.end_line - span.line,
        "endColumn": span.end_column,
    }


def _fix(fix: Fix, source: Source) -> dict[str, object]:
    replacements = [{"deletedRegion": _region(edit.span, source), "insertedContent": {"text": edit.text}} for edit in fix.edits]
    name, _ = source.place(fix.edits[0].span.line)
    return {
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": {"uri": _uri(name)}, "replacements": replacements}],
    }


def _uri(name: str) -> str:
    from urllib.parse import quote

    return quote(name.replace("\\", "/"))
