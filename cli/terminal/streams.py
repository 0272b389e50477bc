"""Standard output and standard error, through which nothing goes that a terminal would obey."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TextIO, cast

import click

from ...program.harmless import harmless


class Harmless:
    """A stream that makes harmless what is written to it: the last door, for every message and every library.

    Colours and the like go past it, to the stream under the name by which Rich looks for one (`styled`); whoever writes there
    has made the words harmless before.
    """

    def __init__(self, stream: TextIO) -> None:
        """In front of that stream."""
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        """Write the text made harmless; gives its length."""
        return self.rich_proxied_file.write(harmless(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write these texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self.rich_proxied_file, name)


def guard() -> None:
    """Puts `Harmless` in front of standard output and standard error, where there are such.

    Characters that the encoding of a terminal or pipe lacks become question marks instead of a crash.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    if sys.stdout is not None:
        sys.stdout = cast(TextIO, Harmless(sys.stdout))
    if sys.stderr is not None:
        sys.stderr = cast(TextIO, Harmless(sys.stderr))


def echo(text: str, colour: str | None = None, bold: bool = False) -> None:
    """Print a line to standard output, made harmless, in that colour of click's."""
    shown = harmless(text)
    click.echo(click.style(shown, colour, bold=True if bold else None) if colour or bold else shown, styled(sys.stdout))


def styled(stream: TextIO) -> TextIO:
    """The stream itself, for a text with colours whose words are harmless."""
    return cast(TextIO, getattr(stream, "rich_proxied_file", stream))
