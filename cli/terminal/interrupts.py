"""How a long work is stopped: what was under way then, and what there is of it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from .console import Refused

if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED, TERMINATED = 130, 143
"""The exit codes after Ctrl-C and after being told to end, as shells have them."""

NOTHING = "nothing was played"


class Halted(Refused):
    """A person, or the machine, wanted no more; the words say what was under way and what there is."""

    exit_code = INTERRUPTED

    def show(self, file: object = None) -> None:
        """Print it to standard error."""
        sys.stderr.write(f"\n{self.message}\n")


@contextmanager
def stoppable(doing: str, left: str) -> Iterator[None]:
    """Raises `Halted` where Ctrl-C is pressed in here: *doing* was under way, *left* says what there is of it."""
    try:
        yield
    except KeyboardInterrupt:
        raise Halted(f"stopped while {doing}; {left}") from None


@contextmanager
def ending() -> Iterator[None]:
    """While this lasts, being told to end (SIGTERM, as `timeout` does) is what Ctrl-C is, but for the exit code."""
    if current_thread() is not main_thread():
        yield
        return
    told: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        told.append(number)
        # whoever listens for Ctrl-C decides when to stop; where nobody does, as in the background of a shell, it is now
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
