"""Blocks of text after `|`, line by line, with the places of their words in the file."""

from __future__ import annotations

import re

from attrs import frozen

from ...program.span import Span
from .nodes import Scalar
from .source import Source

REMARK = re.compile(r"(^|\s)#.*")


@frozen
class BlockLine:
    """A line of a block: its text, and where that begins in the file; *whole* is the place of the block.

    *line* is None where the file does not have the text as it is (a text in quotes with `\\n` in it).
    """

    text: str
    line: int | None
    shift: int
    whole: Span

    def span(self, first: int, behind: int) -> Span:
        """The place of the signs from index *first* up to *behind*, that one excluded."""
        if self.line is None:
            return self.whole
        return Span(self.line, self.shift + first + 1, self.line, self.shift + behind + 1)


def block_lines(node: Scalar, source: Source) -> tuple[BlockLine, ...]:
    """The lines of a text, without remarks (what follows a `#` behind a blank) and without the empty ones before the first."""
    texts = node.text.split("\n")
    while texts and not texts[0].strip():
        del texts[0]
    found = []
    for number, whole in enumerate(texts):
        text = REMARK.sub("", whole)
        there = source.line(node.span.line + number)
        shift = there.find(text)
        known = node.raw != "" and shift >= 0
        found.append(BlockLine(text, node.span.line + number if known else None, max(shift, 0), node.span))
    return tuple(found)
