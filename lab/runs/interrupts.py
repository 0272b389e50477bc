"""Ctrl-C heard at the right moment: at once while nothing is done but waiting, else when what is being done is done."""

from __future__ import annotations

import signal
from collections.abc import Callable
from threading import current_thread, main_thread
from types import FrameType, TracebackType
from typing import TypeVar

T = TypeVar("T")


class Interrupts:
    """While this lasts Ctrl-C interrupts only what is waited for; `asked` tells that somebody pressed it."""

    def __init__(self) -> None:
        """Nobody has pressed it yet."""
        self.asked = False
        self._waiting = False
        self._hears = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def __enter__(self) -> Interrupts:
        """Only the main thread hears of Ctrl-C, and only where nobody else has other plans for it."""
        if self._hears:
            signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        """Ctrl-C is as it was before."""
        if self._hears:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def wait(self, what: Callable[[], T]) -> T:
        """What comes of it. Raises KeyboardInterrupt when somebody does not want to wait any longer."""
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
