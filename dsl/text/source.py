"""The text of a ruleset with the tables that lie beside it, and what stands at a position in them."""

from __future__ import annotations

from attrs import field, frozen

from ...program.span import Span


@frozen
class Source:
    """The text of a ruleset, the file's name as the author gave it, the ruleset it extends (None: none), and its tables.

    The tables are files that it names, each with its name and text. Their lines are numbered after those of the file itself, then
    come those of the base, so that one line number means a line of any of them.
    """

    name: str
    text: str
    base: Source | None = None
    tables: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] = field(init=False, eq=False, repr=False)

    @lines.default
    def _all_lines(self) -> tuple[str, ...]:
        """All lines without their ends, those of the base last."""
        own = [line for text in (self.text, *(text for _, text in self.tables)) for line in text.split("\n")]
        return (*own, *(self.base.lines if self.base else ()))

    @property
    def length(self) -> int:
        """How many lines the file itself and its tables have."""
        return len(self.lines) - (len(self.base.lines) if self.base is not None else 0)

    def table(self, name: str, line: int) -> tuple[int, str] | None:
        """The table of that name, of the file with that line: the number of its first line, and its text; None without it."""
        if line > self.length and self.base is not None:
            found = self.base.table(name, line - self.length)
            return None if found is None else (found[0] + self.length, found[1])
        first = self.text.count("\n") + 2
        for each, text in self.tables:
            if each == name:
                return first, text
            first += text.count("\n") + 1
        return None

    def line(self, number: int) -> str:
        """The line of that number, counted from 1; empty beyond the text."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def place(self, line: int) -> tuple[str, int]:
        """The file that a line number belongs to, and the line's number in that file."""
        if self.base is not None and line > self.length:
            return self.base.place(line - self.length)
        if not self.tables:
            return self.name, line
        rest = line - self.text.count("\n") - 1
        for name, text in self.tables if rest > 0 else ():
            count = text.count("\n") + 1
            if rest <= count:
                return name, rest
            rest -= count
        return self.name, line

    def words(self, span: Span) -> str:
        """The text of the span; several lines are joined into one, with each run of blanks made one blank."""
        text = self.text_of(span)
        return " ".join(text.split()) if "\n" in text else text

    def text_of(self, span: Span) -> str:
        """The text of the span as it stands, with its line ends."""
        lines = self.lines[span.line - 1 : span.end_line]
        if not lines:
            return ""
        if len(lines) == 1:
            return lines[0][span.column - 1 : span.end_column - 1]
        return "\n".join((lines[0][span.column - 1 :], *lines[1:-1], lines[-1][: span.end_column - 1]))
