"""The pages of all diagnostics: what `rulerun explain CODE` prints, read from `pages/CODE.md`.

A page is a title, perhaps a paragraph, a block `yaml wrong`, a block `text error` or `text warning` with the message, and a block
`yaml right`. What else has the same code stands below, under titles of its own.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from .diagnostic import Severity, nearest

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

BLOCK = re.compile(r"^```(yaml wrong|text error|text warning|yaml right)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

SECTION = re.compile(r"^##? (?=[A-Z`])", re.MULTILINE)


@frozen
class Page:
    """One diagnostic explained: *title* is a sentence, *text* says more ("": nothing), the examples are parts of rulesets.

    *wrong* brings forth exactly this diagnostic, with the message *told*; *right* brings forth none. Both are "" where the
    mistake is not in the text of one ruleset: in another file, on the command line. *others* have the same code.
    """

    code: str
    severity: Severity
    title: str
    text: str
    wrong: str
    told: str
    right: str
    others: tuple[Page, ...] = ()


def codes() -> list[str]:
    """The codes of all diagnostics, in the order of the alphabet."""
    return sorted(each.name.removesuffix(".md") for each in _folder().iterdir() if each.name.endswith(".md"))


def pages() -> dict[str, Page]:
    """The page of every code."""
    return {code: _page(code) for code in codes()}


def page(code: str) -> Page | None:
    """The page of a code, None where there is no such code."""
    return _page(code) if code in codes() else None


def closest(code: str) -> str | None:
    """The known code most like *code*, None when none is."""
    return nearest(code, codes())


def _folder() -> Traversable:
    return files(__package__) / "pages"


def _page(code: str) -> Page:
    text = (_folder() / f"{code}.md").read_text(encoding="utf-8")
    first, *others = (_part(code, each) for each in _sections(text))
    return evolve(first, others=tuple(others))


def _sections(text: str) -> list[str]:
    """The parts of a page under its titles; a `#` inside a block begins none."""
    outside = BLOCK.sub(lambda found: re.sub(r"[^\n]", "`", found[0]), text)
    starts = [found.start() for found in SECTION.finditer(outside)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def _part(code: str, text: str) -> Page:
    blocks = {name: body.rstrip("\n") for name, body in BLOCK.findall(text)}
    title, _, rest = text.partition("\n")
    severity = Severity.WARNING if "text warning" in blocks else Severity.ERROR
    told = blocks.get(f"text {severity.value}", "")
    words = BLOCK.sub("", rest).strip()
    return Page(code, severity, title.lstrip("# "), words, blocks.get("yaml wrong", ""), told, blocks.get("yaml right", ""))
