"""How Ctrl-C or SIGTERM stops a long command, with a message that says what was in progress and what is left."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

from .console import Refused

INTERRUPTED, TERMINATED = 130, 143
"""The exit codes after Ctrl-C and after SIGTERM, as shells have them."""

NOTHING = "nothing was played"


class Halted(Refused):
    """A person or the system stopped the command; the message says what was in progress and what is left."""

    exit_code = INTERRUPTED

    def show(self, file: object = None) -> None:
        """Print it to standard error."""
        sys.stderr.write(f"\n{self.message}\n")


@contextmanager
def stoppable(doing: str, left: str) -> Iterator[None]:
    """A context that raises `Halted` on Ctrl-C; its message says what was in progress (*doing*) and what is *left*."""
    try:
        yield
    except KeyboardInterrupt:
        raise Halted(f"stopped while {doing}; {left}") from None


@contextmanager
def ending() -> Iterator[None]:
    """A context in which SIGTERM (as sent by `timeout`) has the effect of Ctrl-C, with an exit code of its own."""
    if current_thread() is not main_thread():
        yield
        return
    told: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        told.append(number)
        # a handler of Ctrl-C decides when to stop; where there is none, as in the background of a shell, stop at once
        if callable(signal.getsignal(signal.SIGINT)):
            signal.raise_signal(signal.SIGINT)
        else:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except (Halted, SystemExit, KeyboardInterrupt) as stop:
        if not told:
            raise
        if isinstance(stop, Halted):
            stop.show()
        raise SystemExit(TERMINATED) from None
    finally:
        signal.signal(signal.SIGTERM, before)
