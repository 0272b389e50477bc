"""Where a place of a ruleset lies in its outline, as far as it is written: also where the outline cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from ..dsl.text.source import Source

KEY = re.compile(r'((?:"[^"]*"|[^"#:{}])+):(?=\s|$)')
"""A key or a heading with its colon."""
INSIDE = re.compile(r'(?:^|[{,]\s*)([^"#:\[\]{},]+):\s+((?:[^{}\[\],"]|"[^"]*"|\[[^\]]*\]?)*)$')
"""A key inside braces with what is written of its value."""


@frozen
class Spot:
    """A place in the outline: the keys and headings *around* it, from the section on, and what is written there up to it.

    It is an *item* behind a dash. *key* stands in front of *text* in the same line ("": none), *braces* are open around it, and
    *beside* it stand those keys. It lies in what *changes* another ruleset.
    """

    around: tuple[str, ...]
    text: str
    key: str = ""
    item: bool = False
    braces: bool = False
    beside: tuple[str, ...] = ()
    depth: int = 0
    changes: bool = False

    @property
    def section(self) -> str:
        """The section that it lies in ("": none yet)."""
        return self.around[0] if self.around else ""


def spot(source: Source, line: int, column: int) -> Spot | None:
    """The place there; None in a comment, and right behind a colon."""
    text = source.line(line)[: column - 1]
    if re.match(r'\s*#|(?:[^"]|"[^"]*")*\s#', text):
        return None
    rest = text.lstrip()
    depth = len(text) - len(rest)
    item = rest.startswith("- ") or rest == "-"
    around = _around(source, line, depth, item)
    beside = tuple(_beside(source, line, depth))
    changes = source.base is not None or around[:1] == ("variants",)
    around = around[2:] if around[:1] == ("variants",) else around
    rest = rest.removeprefix("-").lstrip() if item else rest
    key = KEY.match(rest)
    if key is None:
        return Spot(around, rest, "", item, False, beside, depth, changes)
    value, name = rest[key.end() :], key[1].strip()
    if not value:
        return None
    opened = value.lstrip()
    if not opened.startswith("{") or not _open(opened):
        return Spot(around, value, name, item, False, beside, depth, changes)
    inner = INSIDE.search(opened[1:])
    if inner is None:
        there = tuple(re.findall(r"[{,]\s*([\w ]+):", opened))
        return Spot((*around, name), re.split(r"[{,]", opened)[-1].lstrip(), "", False, True, there, depth, changes)
    return Spot((*around, name), inner[2], inner[1].strip(), False, True, (), depth, changes)


def _around(source: Source, line: int, depth: int, item: bool) -> tuple[str, ...]:
    """The keys and headings around a line that stands so far in, the outermost first."""
    found: list[str] = []
    for number in range(line - 1, 0, -1):
        content = source.line(number).strip()
        if not content or content.startswith("#"):
            continue
        far, dash = _depth(source.line(number)), content.startswith("- ")
        if far < depth or (far == depth and item and not dash):
            found.insert(0, _head(content))
            depth, item = far, dash
        if depth == 0:
            break
    return tuple(found)


def _beside(source: Source, line: int, depth: int) -> Iterator[str]:
    """The keys of the lines around that stand as far in, up to those that stand less far in."""
    for step in (-1, 1):
        number = line + step
        while 0 < number <= source.length:
            content = source.line(number).strip()
            far = _depth(source.line(number))
            if content and not content.startswith("#"):
                if far < depth:
                    break
                if far == depth:
                    yield _head(content)
            number += step


def _depth(text: str) -> int:
    """How far in a line stands."""
    return len(text) - len(text.lstrip())


def _head(content: str) -> str:
    """A line without its dash, its comment and its colon; of a key with a value the key alone."""
    words = re.sub(r"\s#.*$", "", content.removeprefix("- ")).strip()
    key = KEY.match(words)
    return words if key is None else key[1].strip()


def _open(text: str) -> bool:
    """Whether a brace or bracket is open at the end of the text."""
    plain = re.sub(r'"[^"]*"?', "", text)
    return any(plain.count(left) > plain.count(right) for left, right in ("{}", "[]"))


def said(source: Source, line: int, column: int) -> str | None:
    """The value that is begun there in the braces of a text for people, perhaps lines above; None outside of braces."""
    text = source.line(line)[: column - 1]
    depth = _depth(text)
    for number in range(line - 1, 0, -1):
        if KEY.match(text.lstrip()) or not source.line(number).strip():
            break
        text = f"{source.line(number)}\n{text}"
    level, start = 0, None
    for at in range(len(text) - 1, -1, -1):
        level += (text[at] == "}") - (text[at] == "{")
        if level < 0:
            start = at + 1
            break
    if start is None or depth == 0:
        return None
    part = text[start:].rpartition("|")[2].lstrip()
    by_condition = part.startswith("if ")
    return None if by_condition and re.search(r":\s", part) else part.removeprefix("if ")
