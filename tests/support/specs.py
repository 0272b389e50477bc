"""The specs: blocks of rulesets with what they must complain of, read from `tests/specs`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

from rulerun.dsl.text.source import Source

SPECS = Path(__file__).parents[1] / "specs"


FENCE = re.compile(r"^```yaml(?: (\w+))?$")


TABLE = re.compile(r"^```csv (\S+)$")


COMMENT = re.compile(r"\s*# (?:error|warning|fails): .*$")


EXPECTED = re.compile(r"# (error|warning|fails):(?: ([a-z-]+))?(?: at `([^`]*)`)?(?: \"([^\"]*)\")?")


PHASE = ("phases:", "  game:")


INDENT = 4


@frozen
class Expected:
    """A finding that must come: where, what kind (`fails` for an example), under which words, with which part of its text."""

    line: int
    severity: str
    code: str
    at: str
    part: str


@frozen
class Block:
    """A piece of the language in a spec: where it stands, what it is, its lines, and the tables that lie beside it."""

    spec: str
    line: int
    heading: str
    kind: str
    lines: tuple[str, ...]
    tables: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def source(self) -> Source:
        """The ruleset that it makes, without the comments that state what to expect."""
        lines = tuple(COMMENT.sub("", line) for line in self.lines)
        base = None if self.kind in ("ruleset", "game") else Source("standard.yaml", "\n".join(standard().lines) + "\n")
        if self.kind == "phase":
            lines = (*PHASE, *(" " * INDENT + line if line else "" for line in lines))
        return Source(f"{self.spec}.md", "\n".join(lines) + "\n", base, self._texts)

    @property
    def _texts(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, "\n".join(COMMENT.sub("", line) for line in lines)) for name, lines in self.tables)

    @property
    def expected(self) -> tuple[Expected, ...]:
        """The findings that its comments ask for."""
        shift = len(PHASE) if self.kind == "phase" else 0
        return tuple(
            Expected(number + shift, *(part or "" for part in found.groups()))
            for number, line in enumerate((*self.lines, "", *(line for _, lines in self.tables for line in lines)), 1)
            for found in EXPECTED.finditer(line)
        )


def blocks_of(path: Path) -> Iterator[Block]:
    """The blocks of one spec."""
    heading, kind, begun = path.stem, "", 0
    inside: list[str] | None = None
    table, tables = "", list[tuple[str, tuple[str, ...]]]()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if inside is None:
            if line.startswith("#"):
                heading = line.lstrip("#").strip()
            fence = FENCE.match(line)
            beside = TABLE.match(line)
            if fence is not None:
                kind, begun, inside = fence.group(1) or "sections", number, []
            elif beside is not None:
                table, begun, inside = beside.group(1), number, []
        elif line == "```" and table:
            tables.append((table, tuple(inside)))
            table, inside = "", None
        elif line == "```":
            yield Block(path.stem, begun, heading, kind, tuple(inside), tuple(tables))
            inside = None
            tables.clear()
        else:
            inside.append(line)
    assert inside is None, f"{path}:{begun}: this block has no end"


@cache
def blocks() -> tuple[Block, ...]:
    """The blocks of all specs."""
    return tuple(block for path in sorted(SPECS.glob("*.md")) for block in blocks_of(path))


@cache
def standard() -> Block:
    """The game that fragments are laid over."""
    return next(block for block in blocks() if block.kind == "game")
