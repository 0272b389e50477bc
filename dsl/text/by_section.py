"""The outline of a text that is edited, read section by section: what did not change since the last reading is not read again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import Factory

from ...program.classes import define
from . import yaml_reader
from .moved import moved
from .nodes import Mapping

FIRST = re.compile(r"^[^\W\d]\w*(?: \w+)*:(?=[ \n]|$)", re.MULTILINE)
"""A key at the beginning of a line, with which a section begins."""

BLANK = re.compile(r"(?:[ ]*(?:#[^\n]*)?\n)*")
"""Lines that are empty, or hold a comment alone."""

MARKED = re.compile(r"^(?:---|\.\.\.|%)", re.MULTILINE)
"""What ends a document of YAML, or stands in front of one."""


@define
class Sections:
    """The sections of the text that was read last: of each, by its words, the line where it stood and what stands in it."""

    known: dict[str, tuple[int, Mapping]] = Factory(dict)

    def outline(self, text: str) -> Mapping | None:
        """The outline of a text without mistakes, as reading it as a whole gives it; None where it has to be read as a whole."""
        found: dict[str, tuple[int, Mapping]] = {}
        for section, line, _ in _sections(text):
            one = self._section(section, line)
            if one is None or section in found:
                return None
            found[section] = line, one
        outlines = [one for _, one in found.values()]
        pairs = tuple(pair for one in outlines for pair in one.pairs)
        if not pairs or len({pair.key.text for pair in pairs}) < len(pairs):
            return None
        self.known = found
        return Mapping(pairs, outlines[0].span.until(outlines[-1].span))

    def shortened(self, text: str) -> str:
        """A text in which YAML finds the same first mistake at the same place, without the sections that have none.

        The text itself where that cannot be told.
        """
        first = ""
        for section, line, start in _sections(text):
            if self._section(section, line) is None:
                return first + text[start:] if first else text
            first = first or "\n" * (line - 1) + section.partition(":")[0] + ": x"
            first += "\n" * section.count("\n")
        return text

    def _section(self, section: str, line: int) -> Mapping | None:
        """What stands in a section that begins on that line; None where it has mistakes, or is not one key."""
        before = self.known.get(section)
        if before is not None and before[0] == line:
            return before[1]
        one = before[1] if before is not None else yaml_reader.faultless(section)
        if not isinstance(one, Mapping) or len(one.pairs) != 1:
            return None
        here = moved(one, line - (1 if before is None else before[0]))
        assert isinstance(here, Mapping)
        return here


def _sections(text: str) -> Iterator[tuple[str, int, int]]:
    """The texts of the sections, each with its first line and where it begins; nothing where the text has more."""
    starts = [match.start() for match in FIRST.finditer(text)]
    if not starts or not BLANK.fullmatch(text[: starts[0]]) or MARKED.search(text):
        return
    line = text.count("\n", 0, starts[0]) + 1
    for start, end in zip(starts, (*starts[1:], len(text)), strict=True):
        yield text[start:end], line, start
        line += text.count("\n", start, end)


@contextmanager
def by_section(sections: Sections) -> Iterator[None]:
    """Inside the `with` block outlines are read by their sections, and *sections* has those of the last one."""
    yaml_reader.shortcuts.append((sections.outline, sections.shortened))
    try:
        yield
    finally:
        yaml_reader.shortcuts.pop()
