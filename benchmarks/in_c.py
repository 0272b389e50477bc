"""Runs the games written by hand in C; they are compiled when needed, into a temporary folder."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

SOURCES = Path(__file__).resolve().parent / "c"
OPTIONS = ("-std=c11", "-O3", "-march=native", "-Wall", "-Wextra", "-shared", "-fPIC")
MOST_FOUND = 8
"""The largest number of results that a C program may return."""


def has_compiler() -> bool:
    """Whether there is a `gcc`."""
    return shutil.which("gcc") is not None


def built(name: str) -> Callable[[int, int], tuple[int, ...]]:
    """A function that plays games of `c/NAME.c`, given a seed and a number of games.

    It returns the number of decisions taken and what else the source counts, with zeros up to `MOST_FOUND` numbers. Ends the
    run when the source does not compile.
    """
    with TemporaryDirectory() as folder:
        library = Path(folder, f"{name}.so")
        command = ["gcc", *OPTIONS, "-o", str(library), str(SOURCES / f"{name}.c")]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            raise SystemExit(f"{name}.c does not compile:\n{made.stderr}")
        playouts = ctypes.CDLL(str(library)).playouts  # stays loaded when its file is gone
    playouts.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.POINTER(ctypes.c_uint64)]
    playouts.restype = None

    def play(seed: int, games: int) -> tuple[int, ...]:
        found = (ctypes.c_uint64 * MOST_FOUND)()
        playouts(seed, games, found)
        return tuple(found)

    return play
