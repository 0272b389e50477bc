"""Programs of this machine that run beside ours and are spoken to in lines.

A program is started when it is first asked, and goes on running. What it writes to its standard error is shown where it fails.
"""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import signal
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, Full, Queue
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import Lock, Thread
from time import monotonic
from typing import IO, Protocol

from attrs import Factory, define

from .bot import BotFailed

STARTING = 10.0
"""So many seconds longer the first answer after a start may take."""

ENDING = 1.0
"""So many seconds a program that writes nothing more has to end by itself, so that its own status can be told."""

LONGEST = 1_000_000
"""An answer has at most so many characters."""

UNREAD = 1000
"""A program that has written so many lines that nobody has read waits until they are read."""

SHOWN = 200
"""So many characters of what a program wrote are repeated in a message."""


def not_there(command: str) -> str:
    """Why the command cannot be run, as a clause; empty where it can."""
    try:
        words = shlex.split(command)
    except ValueError as fault:
        return f"`{command}` is no command: {fault}"
    return "" if words and shutil.which(words[0]) else f"there is no program `{words[0] if words else ''}`"


@contextmanager
def running(command: str, key: Hashable) -> Iterator[Process]:
    """The program of that command, for nobody else meanwhile; started where none runs under that *key*. Raises BotFailed.

    Whatever is raised meanwhile ends the program, for nobody knows what it may yet write.
    """
    while True:
        with _lock:
            process = _running(command, key)
        with process.busy:
            if _processes.get(key) is process:  # else somebody ended it before it was ours
                try:
                    yield process
                except BaseException:
                    process.end()
                    raise
                return


class _Errors(Protocol):
    """The file that a program's standard error goes to."""

    def fileno(self) -> int: ...
    def seek(self, offset: int) -> int: ...
    def read(self) -> bytes: ...


@define
class Process:
    """A program that runs, what it is yet to read (None: nothing more), what it has written and nobody has read yet (None: it has
    ended), whether it has answered yet, how many seconds it has, and until when; *busy* is held by whoever speaks to it.
    """

    command: str
    key: Hashable
    popen: Popen[str]
    errors: _Errors
    questions: Queue[str | None] = Factory(Queue)
    answers: Queue[str | None] = Factory(lambda: Queue(UNREAD))
    answered: bool = False
    seconds: float = 0.0
    until: float = 0.0
    busy: Lock = Factory(Lock)

    def limit(self, seconds: float) -> None:
        """From now on it has so many seconds in all for what is asked; the first time `STARTING` more."""
        self.seconds = seconds if self.answered else seconds + STARTING
        self.until = monotonic() + self.seconds

    def ask(self, line: str) -> None:
        """Gives it a line to read. Raises BotFailed where it has written something that nobody waited for, or has ended."""
        if not self.answers.empty():
            more = self.answers.get()
            if more is None:
                raise self._ended()
            raise BotFailed(f"`{self.command}` wrote `{short(more)}` when it was not asked")
        self.tell(line)

    def tell(self, line: str) -> None:
        """Gives it a line to read."""
        self.questions.put(line)

    def line(self) -> str:
        """The next line that it writes. Raises BotFailed where it has ended or writes none in its time."""
        try:
            found = self.answers.get(timeout=max(0.0, self.until - monotonic()))
        except Empty:
            raise BotFailed(f"`{self.command}` did not answer within {self.seconds:g} seconds") from None
        if found is None:
            raise self._ended()
        self.answered = True
        return found

    def _ended(self) -> BotFailed:
        """What is said of a program that writes nothing more: its status, given a moment to end by itself, and its last words."""
        with suppress(TimeoutExpired):
            self.popen.wait(ENDING)
        self.end()
        said = self._last_words()
        return BotFailed(f"`{self.command}` ended with status {self.popen.returncode}{f': {said}' if said else ''}")

    def _last_words(self) -> str:
        """The last line that the program wrote to its standard error."""
        self.errors.seek(0)
        lines = self.errors.read().decode("utf-8", "replace").strip().splitlines()
        return short(lines[-1]) if lines else ""

    def end(self) -> None:
        """Ends the program and all that it started; the next question starts it again."""
        if _processes.pop(self.key, None) is not self:
            return  # it has been ended before, and its number may be another's by now
        self.questions.put(None)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.popen.pid, signal.SIGKILL)
            else:
                self.popen.kill()
        self.popen.wait()
        # whoever hands on its lines may be waiting for room
        until = monotonic() + ENDING
        with suppress(Empty):
            while self.answers.get(timeout=0.05) is not None and monotonic() < until:
                pass
        with suppress(Full):
            self.answers.put_nowait(None)  # for whoever waits for a line


_processes: dict[Hashable, Process] = {}
_lock = Lock()


def _running(command: str, key: Hashable) -> Process:
    """The program of that command, started where it does not run. Raises BotFailed."""
    if key not in _processes:
        errors = TemporaryFile()  # noqa: SIM115 - it lives as long as the program
        try:
            words = shlex.split(command)
            popen = Popen(
                words,
                stdin=PIPE,
                stdout=PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except (OSError, ValueError) as fault:
            raise BotFailed(f"`{command}` cannot be started: {fault}") from None
        process = Process(command, key, popen, errors)
        assert popen.stdin is not None
        assert popen.stdout is not None
        Thread(target=_write, args=(process.questions, popen.stdin), daemon=True).start()
        Thread(target=_read, args=(popen.stdout, process.answers), daemon=True).start()
        _processes[key] = process
    return _processes[key]


def _write(questions: Queue[str | None], to: IO[str]) -> None:
    """Writes each question to a program: in a thread of its own, for a program that does not read would stop who writes."""
    with suppress(OSError, ValueError):
        while (line := questions.get()) is not None:
            to.write(line + "\n")
            to.flush()


def _read(lines: IO[str], into: Queue[str | None]) -> None:
    """Hands on each line that a program writes, and then None."""
    with suppress(OSError, ValueError):
        while line := lines.readline(LONGEST):
            into.put(line)
    into.put(None)


def short(text: str) -> str:
    """The beginning of a text that a program wrote, for a message."""
    text = text.strip()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


@atexit.register
def _end_all() -> None:
    for process in [*_processes.values()]:
        process.end()
