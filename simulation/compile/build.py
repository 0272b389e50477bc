"""A compilation in a child process: begun, looked at, waited for, or stopped."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

from . import child


class Build:
    """A child process that compiles the text of an emitted module to a sealed file. It ends when it is done, stopped, or
    no longer referred to.
    """

    def __init__(self, text: str, level: int, path: Path) -> None:
        """Starts the process. It is out of reach of a Ctrl-C typed at the terminal, which whoever asked for it handles."""
        self.path = path
        self.was_stopped = False
        command = [sys.executable, "-P", child.__file__, str(level), str(path)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
        Thread(target=self._feed, args=(text.encode(),), daemon=True).start()

    def _feed(self, text: bytes) -> None:
        """Sends the text. Standard input stays open: the child ends when it is closed."""
        pipe = self._process.stdin
        with suppress(OSError, ValueError):
            if pipe is not None:
                pipe.write(b"%d\n" % len(text) + text)
                pipe.flush()

    @property
    def is_running(self) -> bool:
        """Whether it is under way."""
        return self._process.poll() is None

    @property
    def had_no_room(self) -> bool:
        """Whether it has ended because the object could not be written."""
        return self._process.poll() == child.NO_ROOM

    def cost(self) -> tuple[float, int]:
        """The seconds of processor time and the bytes of memory that it took; call this once, when it has ended well."""
        pipe = self._process.stdout
        seconds, size = (b"nan", b"0") if pipe is None else pipe.read().split()
        return float(seconds), int(size)

    def pause(self, seconds: float) -> None:
        """Waits for its end, but not for longer than that."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    def wait(self) -> None:
        """Waits for its end; an exception in the meantime, as by Ctrl-C, stops it."""
        try:
            self._process.wait()
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
