"""Programs at a terminal of their own, typed at as by a person."""

from __future__ import annotations

import errno
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .waiting import PATIENCE

pty = pytest.importorskip("pty")

RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x01\x02\r]")


class Terminal:
    """A process with a terminal of its own; *plain*: it is told to play line by line there (a `dumb` one does so by itself)."""

    def __init__(self, folder: Path, *words: str, term: str = "xterm-256color", plain: bool = True) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": term, "COLUMNS": "100", "LINES": "50", "PYTHONIOENCODING": "utf-8"}
        told = ["--plain"] if plain and term != "dumb" else []
        self.process = subprocess.Popen(
            [*RULERUN, *words, *told], stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment, close_fds=True
        )
        os.close(slave)
        self.raw = b""
        self.read = 0

    @property
    def seen(self) -> str:
        """What was printed since the last time, without the codes for colours."""
        return ESCAPES.sub("", self.raw.decode(errors="ignore"))[self.read :]

    def until(self, words: str, seconds: float = PATIENCE) -> str:
        """All that was printed up to *words*, from the last time on."""
        end = time.monotonic() + seconds
        while words not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"`{words}` was not printed: {self.seen}")
            try:
                more = os.read(self.master, 65536)
            except OSError as fault:
                if fault.errno != errno.EIO:
                    raise
                more = b""
            if not more:
                raise AssertionError(f"`{words}` was not printed before the end: {self.seen}")
            self.raw += more
        before, _, _ = self.seen.partition(words)
        self.read += len(before + words)
        return before + words

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.master, line.encode() + b"\n")

    def end(self) -> int:
        """The exit code, when it has ended by itself."""
        try:
            return self.process.wait(PATIENCE)
        finally:
            os.close(self.master)
