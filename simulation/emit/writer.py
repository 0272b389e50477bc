"""Collects emitted lines: indented, set aside and inserted later, with new names.

A text is worked out where it stands, also behind a store. A value that must outlast a store needs a name from `fresh`, because
`Emission.atom` gives a variable back as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

STEP = "    "


class Writer:
    """The lines of an emitted function, or of a part of one; *numbers* are those of new names, which its parts share."""

    def __init__(self, numbers: Iterator[int] | None = None) -> None:
        self.lines: list[str] = []
        self.numbers = count(1) if numbers is None else numbers
        self._depth = 0

    def line(self, text: str) -> None:
        """Appends a line at the current indentation."""
        self.lines.append(STEP * self._depth + text)

    def comment(self, text: str) -> None:
        """Appends a comment, on one line."""
        self.line("# " + " ".join(text.split()))

    def fresh(self, letter: str) -> str:
        """A name that was not given out before: the letter and a number."""
        return f"{letter}{next(self.numbers)}"

    @contextmanager
    def block(self, heading: str) -> Iterator[None]:
        """Indents the lines written in the body under the heading, or `pass` if there are none. `if True:` is left out."""
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
        """Collects the lines written in the body in the list that it yields, for `paste`, instead of appending them."""
        kept, self.lines = self.lines, []
        depth, self._depth = self._depth, 0
        taken = self.lines
        yield taken
        self.lines, self._depth = kept, depth

    def paste(self, lines: list[str]) -> None:
        """Appends lines that were set aside, at the current indentation."""
        self.lines += [STEP * self._depth + line for line in lines]
