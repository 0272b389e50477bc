"""Handles Ctrl-C at a safe moment: at once while the program only waits, else when it next waits."""

from __future__ import annotations

import signal
from collections.abc import Callable
from threading import current_thread, main_thread
from types import FrameType, TracebackType
from typing import TypeVar

T = TypeVar("T")


class Interrupts:
    """A context in which Ctrl-C interrupts only `wait`; *asked* tells that it was pressed."""

    def __init__(self) -> None:
        """Ctrl-C counts as not pressed so far."""
        self.asked = False
        self._waiting = False
        self._hears = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def __enter__(self) -> Interrupts:
        """Takes Ctrl-C over, unless this is not the main thread or somebody else handles it already."""
        if self._hears:
            signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        """Gives Ctrl-C its usual effect back."""
        if self._hears:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def wait(self, what: Callable[[], T]) -> T:
        """What *what* returns. Raises KeyboardInterrupt when Ctrl-C is pressed meanwhile, or was pressed before."""
        if self.asked:
            raise KeyboardInterrupt
        self._waiting = True
        try:
            return what()
        finally:
            self._waiting = False

    def _heard(self, number: int, frame: FrameType | None) -> None:
        self.asked = True
        if self._waiting:
            raise KeyboardInterrupt
