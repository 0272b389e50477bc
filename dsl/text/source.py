"""The text of a ruleset, and what stands at a position in it."""

from __future__ import annotations

from attrs import field, frozen

from ...program.span import Span


@frozen
class Source:
    """The text of a ruleset, the file's name as the author gave it, and the ruleset it extends (None: none).

    The lines of the base are numbered after those of the file itself, so that one line number means a line of either.
    """

    name: str
    text: str
    base: Source | None = None
    lines: tuple[str, ...] = field(init=False, eq=False, repr=False)

    @lines.default
    def _all_lines(self) -> tuple[str, ...]:
        """All lines without their ends, those of the base last."""
        own = tuple(self.text.split("\n"))
        return own + (self.base.lines if self.base else ())

    @property
    def length(self) -> int:
        """How many lines the file itself has."""
        return self.text.count("\n") + 1

    def line(self, number: int) -> str:
        """The line of that number, counted from 1; empty beyond the text."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def place(self, line: int) -> tuple[str, int]:
        """The file that a line number belongs to, and the line's number in that file."""
        if self.base is None or line <= self.length:
            return self.name, line
        return self.base.place(line - self.length)

    def words(self, span: Span) -> str:
        """The text of the span; several lines are joined into one, with each run of blanks made one blank."""
        lines = self.lines[span.line - 1 : span.end_line]
        if not lines:
            return ""
        if len(lines) == 1:
            return lines[0][span.column - 1 : span.end_column - 1]
        text = " ".join((lines[0][span.column - 1 :], *lines[1:-1], lines[-1][: span.end_column - 1]))
        return " ".join(text.split())
