"""A compilation in a child process: begun, looked at, waited for, or stopped.

Compiling happens in another process, because llvmlite holds one lock over all its calls and a thread cannot be stopped.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import IO

from attrs import frozen

from . import child


@frozen
class Built:
    """An object, and the seconds of processor time and the bytes of memory that it took."""

    code: bytes
    seconds: float
    memory: int


class Build:
    """A child process that compiles the text of an emitted module. It ends when it is done, stopped, or no longer referred to."""

    def __init__(self, text: str, level: int, keep: Callable[[bytes], None]) -> None:
        """Starts the process; its object is given to *keep*, in a thread. It is out of reach of a Ctrl-C typed at the terminal,
        which whoever asked for it handles.
        """
        self.was_stopped = False
        self._process = subprocess.Popen(
            [sys.executable, "-P", child.__file__, str(level)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._built: Future[Built | None] = Future()
        # neither thread refers to this object, so that the process ends when nobody else does
        Thread(target=_feed, args=(self._process.stdin, text.encode()), daemon=True).start()
        Thread(target=_read, args=(self._process.stdout, keep, self._built), daemon=True).start()

    @property
    def is_running(self) -> bool:
        """Whether it is under way."""
        return self._process.poll() is None or not self._built.done()

    def built(self) -> Built | None:
        """What came of it; None where nothing did. Waits for its end."""
        return self._built.result()

    def pause(self, seconds: float) -> None:
        """Waits for its end, but not for longer than that."""
        with suppress(TimeoutError):
            self._built.result(seconds)

    def wait(self) -> None:
        """Waits for its end; an exception in the meantime, as by Ctrl-C, stops it."""
        try:
            self._process.wait()
            self._built.result()
        except BaseException:
            self.stop()
            raise
        self._close()

    def stop(self) -> None:
        """Ends it now."""
        self.was_stopped = True
        self._process.kill()
        self._process.wait()
        self._close()

    def _close(self) -> None:
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()


def _feed(pipe: IO[bytes], text: bytes) -> None:
    """Sends the text. Standard input stays open: the child ends when it is closed."""
    with suppress(OSError, ValueError):
        pipe.write(b"%d\n" % len(text) + text)
        pipe.flush()


def _read(pipe: IO[bytes], keep: Callable[[bytes], None], built: Future[Built | None]) -> None:
    """Takes what the child writes, and gives a whole object to *keep* before anybody hears of it."""
    found: Built | None = None
    with suppress(OSError, ValueError):
        head, _, code = pipe.read().partition(b"\n")
        seconds, memory, length = head.split()
        if len(code) == int(length):
            found = Built(code, float(seconds), int(memory))
    try:
        if found is not None:
            keep(found.code)
    finally:
        built.set_result(found)
