"""Waiting for what a test needs, never for a time: each call ends when that is there, and fails only where nothing comes."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 300
"""Seconds after which something is taken for hanging; a busy machine may need many of them."""

TELLING = """
import sys
from importlib import import_module
from pathlib import Path

module, name, marker = sys.argv[1:4]
owner = import_module(module)
real = getattr(owner, name)

def told(*arguments, **named):
    Path(marker).touch()
    return real(*arguments, **named)

setattr(owner, name, told)
sys.argv[1:4] = []
from rulerun.cli.main import main
main()
"""
"""A program that runs the command line, and makes a file when a function of ours is called."""


def until(there: Callable[[], bool], process: subprocess.Popen[str] | subprocess.Popen[bytes] | None = None) -> None:
    """Comes back when that holds; fails when the process has ended before, or nothing happens."""
    limit = time.monotonic() + PATIENCE
    while not there():
        assert process is None or process.poll() is None, "the process ended too soon"
        assert time.monotonic() < limit, "nothing came"
        time.sleep(0.02)


def telling(module: str, name: str, marker: Path) -> list[str]:
    """The start of a command line that makes the file *marker* when that function of that module is called."""
    return [sys.executable, "-c", TELLING, module, name, str(marker)]


def waits_for_keys(process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> bool:
    """Whether the process sleeps, several looks in a row: after its prompt it can only wait for keys."""
    for _ in range(5):
        state = subprocess.run(["ps", "-o", "stat=", "-p", str(process.pid)], capture_output=True, text=True, check=False).stdout
        if not state.startswith("S"):
            return False
    return True
