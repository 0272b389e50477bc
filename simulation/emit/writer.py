"""Lines of a program as they are written: indented, taken aside, put back, with fresh names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

STEP = "    "


class Writer:
    """Where emitted lines go."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0
        self._names = 0

    def line(self, text: str) -> None:
        """One more line."""
        self.lines.append(STEP * self._depth + text)

    def comment(self, text: str) -> None:
        """A comment, on one line."""
        self.line("# " + " ".join(text.split()))

    def fresh(self, letter: str) -> str:
        """A name that nothing else has."""
        self._names += 1
        return f"{letter}{self._names}"

    @contextmanager
    def block(self, heading: str) -> Iterator[None]:
        """What is written inside stands under the heading; nothing at all becomes `pass`. What is always so needs no heading."""
        if heading == "if True:":
            yield
            return
        self.line(heading)
        self._depth += 1
        before = len(self.lines)
        yield
        if all(line.lstrip().startswith("#") for line in self.lines[before:]):
            self.line("pass")
        self._depth -= 1

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """What is written inside is kept for `paste` instead."""
        kept, self.lines = self.lines, []
        depth, self._depth = self._depth, 0
        taken = self.lines
        yield taken
        self.lines, self._depth = kept, depth

    def paste(self, lines: list[str]) -> None:
        """Puts lines that were taken aside here."""
        self.lines += [STEP * self._depth + line for line in lines]
