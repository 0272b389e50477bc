"""A name changed in all files that know it: the edits of each, and what rulesets would be with them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, frozen

from ..dsl.compile import examine
from ..dsl.diagnostics.diagnostic import Severity
from ..dsl.text.files import BUNDLED, with_text
from ..dsl.text.source import Source
from ..program.span import Span
from .names import Index, Use


@frozen(order=True)
class Where:
    """A range of one line of a file."""

    path: Path
    line: int
    column: int
    end_column: int


def where(source: Source, use: Use) -> Where:
    """Where a name stands, in the file itself or in one that it extends."""
    path, line = source.place(use.span.line)
    return Where(Path(path).resolve(), line, use.span.column, use.span.end_column)


def chain(source: Source) -> dict[Path, str]:
    """The texts of a ruleset and of those that it extends, by their files."""
    base = {} if source.base is None else chain(source.base)
    return {Path(source.name).resolve(): source.text, **base}


def same_name(source: Source, names: Index, declared: frozenset[Where]) -> list[Use]:
    """Everywhere that a name stands in a ruleset that has its declaration at one of these places; nothing in others."""
    first = next((use for use in names.uses if use.declares and where(source, use) in declared), None)
    return [] if first is None else names.of(first)


def rewritten(source: Source, places: frozenset[Where], new: str) -> Source:
    """The ruleset, and those that it extends, with *new* at these places."""
    path, lines = Path(source.name).resolve(), source.text.split("\n")
    for each in sorted((each for each in places if each.path == path), reverse=True):
        at = each.line - 1
        lines[at] = lines[at][: each.column - 1] + new + lines[at][each.end_column - 1 :]
    base = None if source.base is None else rewritten(source.base, places, new)
    return evolve(source, text="\n".join(lines), base=base)


def worse(before: Source, after: Source) -> bool:
    """Whether a ruleset has an error more than before."""
    counts = [sum(each.severity is Severity.ERROR for each in examine(source)) for source in (before, after)]
    return counts[1] > counts[0]


def bundled_base(source: Source, places: frozenset[Where]) -> Path | None:
    """The bundled ruleset among the files of these places, which no author may change from a ruleset of their own."""
    if Path(source.name).resolve().parent == BUNDLED.resolve():
        return None
    return next((each.path for each in sorted(places) if each.path.parent == BUNDLED.resolve()), None)


def extending(paths: Mapping[Path, str], folders: tuple[Path, ...]) -> dict[Path, str]:
    """The rulesets beside these files that extend one of them, with their texts."""
    found: dict[Path, str] = {}
    for folder in sorted({path.parent for path in paths} - {BUNDLED.resolve()}):
        for path in sorted(folder.glob("*.yaml")):
            try:
                text = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                continue
            if path.resolve() in paths or "extends" not in text:
                continue
            if chain(with_text(path, text, folders)[0]).keys() & paths.keys():
                found[path.resolve()] = text
    return found


def spans(places: frozenset[Where]) -> list[tuple[str, Span]]:
    """The places as files and spans, in their order."""
    return [(str(each.path), Span(each.line, each.column, each.line, each.end_column)) for each in sorted(places)]
