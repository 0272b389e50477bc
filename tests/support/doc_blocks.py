"""The fenced blocks of the documents, and the rulesets among them as files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

TOP = Path(__file__).resolve().parents[2]
PAGES = [TOP / "README.md", *sorted((TOP / "docs").rglob("*.md"))]


@frozen
class Block:
    """A fenced block of a page: the line it begins at, what stands behind the fence, its text, and the line above it."""

    page: Path
    line: int
    words: tuple[str, ...]
    text: str
    above: str

    @property
    def place(self) -> str:
        """Where it stands, for messages."""
        return f"{self.page.name}:{self.line}"

    @property
    def is_ruleset(self) -> bool:
        """Whether it is a whole ruleset."""
        return self.words[:1] == ("yaml",) and re.search(r"^ruleset: ", self.text, re.MULTILINE) is not None


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    words: tuple[str, ...] | None = None
    kept: list[str] = []
    begun, above = 0, ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if words is None and line.startswith("```"):
            words, kept, begun = tuple(line.removeprefix("```").split()), [], number
        elif words is not None and line == "```":
            yield Block(page, begun, words, "".join(f"{each}\n" for each in kept), above)
            words, above = None, ""
        elif words is not None:
            kept.append(line)
        else:
            above = line
    assert words is None, f"{page.name}:{begun}: this block is never closed"


def written(block: Block, folder: Path) -> Path:
    """The file that a whole ruleset is, with those before it on the page, of which it may be an extension."""
    for other in blocks(block.page):
        if other.is_ruleset and other.line <= block.line:
            (folder / file_name(other)).write_text(other.text, encoding="utf-8")
    return folder / file_name(block)


def file_name(block: Block) -> str:
    """The name that the page gives the file, or the ruleset's."""
    named = [word for word in block.words if word.endswith(".yaml")]
    found = re.search(r"^ruleset: (\S+)$", block.text, re.MULTILINE)
    return named[0] if named else f"{found.group(1) if found else 'unnamed'}.yaml"
