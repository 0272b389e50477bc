"""Lines that a player types: one for each question, and none that was typed before the question was there to be read."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from types import FrameType

from ...program.harmless import harmless
from .streams import styled

ESCAPE = re.compile(r"(\x1b\[[0-9;]*m)")


def typed(prompt: str) -> tuple[str, tuple[str, ...]]:
    """The line typed after the prompt, which may contain colours, and the lines that came with it at once, as when several are
    pasted. Where readline exists the line can be edited, and earlier ones recalled. Raises EOFError.
    """
    with suppress(ImportError):
        import readline  # its presence is what makes `input` edit lines

        readline.set_history_length(100)
    with drawn_again(prompt):
        # Without these marks readline would count colours as columns of the line.
        text = input(ESCAPE.sub("\x01\\1\x02", prompt))
    first, *more = text.splitlines() or [""]
    return first, (*more, *waiting())


def waiting() -> tuple[str, ...]:
    """The lines that were typed already and are not read yet; they are taken away."""
    found = b""
    with suppress(OSError, ValueError):  # no terminal, or none any more
        keys = sys.stdin.fileno()
        while os.isatty(keys) and select.select([keys], [], [], 0)[0] and (more := os.read(keys, 1 << 16)):
            found += more
    return tuple(line for line in found.decode(sys.stdin.encoding or "utf-8", "replace").splitlines() if line.strip())


@contextmanager
def drawn_again(prompt: str) -> Iterator[None]:
    """A context in which the prompt, with what is typed behind it, is drawn again when the program was stopped and goes on."""
    if not hasattr(signal, "SIGCONT") or current_thread() is not main_thread():
        yield
        return

    def draw(number: int, frame: FrameType | None) -> None:
        line = ""
        with suppress(ImportError):
            import readline

            line = readline.get_line_buffer()
        styled(sys.stdout).write(f"\r{prompt}{harmless(line)}")
        sys.stdout.flush()

    before = signal.signal(signal.SIGCONT, draw)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)
