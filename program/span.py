"""A position in the text of a ruleset."""

from __future__ import annotations

from attrs import frozen


@frozen
class Span:
    """A stretch of text from one character up to, not including, another; lines and columns count from 1."""

    line: int
    column: int
    end_line: int
    end_column: int

    def until(self, other: Span) -> Span:
        """From the start of this span to the end of *other*."""
        return Span(self.line, self.column, other.end_line, other.end_column)


NOWHERE = Span(1, 1, 1, 1)
"""The span of what has no position of its own, such as a value from the command line."""
