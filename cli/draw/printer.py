"""What the commands print with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from ...program.harmless import harmless


class Printer(Console):
    """A console of Rich that prints all text harmless, and leaves it to the command line to end where nobody reads the output any
    more.
    """

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The pieces of what is printed; those that only move the cursor are Rich's own."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else harmless(text), style, control)

    @property
    def file(self) -> IO[str]:
        """The stream itself, also where several stand in front of it: Rich's own, while a line changes, before the one that makes
        everything harmless, which would show what Rich tells the terminal.
        """
        found = super().file
        while (behind := getattr(found, "rich_proxied_file", None)) is not None:
            found = behind
        return found

    @file.setter
    def file(self, stream: IO[str]) -> None:
        self._file = stream

    def on_broken_pipe(self) -> None:
        """Raises BrokenPipeError; Rich itself would end the program here."""
        raise BrokenPipeError
