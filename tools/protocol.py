"""Places and findings of a ruleset as the language server protocol has them: lines from 0, columns in units of UTF-16."""

from __future__ import annotations

from lsprotocol import types as lsp

from ..dsl.diagnostics.diagnostic import Diagnostic, Severity
from ..program.span import Span
from .service import Ruleset


def units(text: str) -> int:
    """How long a text is in the units of the protocol (UTF-16)."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def position(ruleset: Ruleset, line: int, column: int) -> lsp.Position:
    """A place in the protocol's units."""
    return lsp.Position(line - 1, units(ruleset.source.line(line)[: column - 1]))


def range_of(ruleset: Ruleset, span: Span) -> lsp.Range:
    """A range in the protocol's units."""
    return lsp.Range(position(ruleset, span.line, span.column), position(ruleset, span.end_line, span.end_column))


def column_of(ruleset: Ruleset, position: lsp.Position) -> int:
    """The column, in characters from 1, of a position in the protocol's units."""
    text = ruleset.source.line(position.line + 1)
    units = text.encode("utf-16-le", "surrogatepass")[: 2 * position.character]
    return len(units.decode("utf-16-le", "ignore")) + 1


def diagnostic(ruleset: Ruleset, uri: str, found: Diagnostic) -> lsp.Diagnostic:
    """A finding in the ruleset that the editor has at that address."""
    notes = [
        lsp.DiagnosticRelatedInformation(lsp.Location(uri, range_of(ruleset, note.span)), note.message)
        for note in found.notes
        if note.span.line <= ruleset.source.length
    ]
    severity = lsp.DiagnosticSeverity.Error if found.severity is Severity.ERROR else lsp.DiagnosticSeverity.Warning
    message = f"{found.message}\nhelp: {found.help}" if found.help else found.message
    there = range_of(ruleset, found.span)
    return lsp.Diagnostic(there, message, severity, found.code, source="rulerun", related_information=notes)
