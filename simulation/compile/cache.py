"""Where compiled code is kept: a sealed file for each emitted module and level of optimisation.

The name of a file is a digest of everything that decides what is in it: the text of the module, the files here that translate it,
LLVM, and the processor. A file that is cut, foreign or made otherwise is therefore not found, or its seal does not hold; then the
code is compiled again. What cannot be written to the folder goes to a temporary one, which ends with the process.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from ...program.harmless import harmless
from ..emit.module import Emitted, Form
from . import child

_TRANSLATORS = ("signatures.py", "translate.py", "child.py")


def folder() -> Path:
    """The folder of the cache: `rulerun/simulation` in `XDG_CACHE_HOME`, or in `~/.cache`."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "rulerun" / "simulation"


def name_of(emitted: Emitted, form: Form, level: int) -> str:
    """The name of the file with that module, compiled at that level."""
    digest = sha256("\0".join((_translation(), child.target(), emitted.text)).encode()).hexdigest()
    return f"{form.value}_{digest[:32]}.O{level}"


@cache
def _translation() -> str:
    """A digest of what turns text into objects."""
    found = sha256()
    for name in _TRANSLATORS:
        found.update((Path(__file__).parent / name).read_bytes())
    return found.hexdigest()


def found(name: str) -> bytes | None:
    """The object in the file of that name; None where there is none that is whole."""
    for place in (folder(), *_elsewhere):
        code = child.unsealed(place / name)
        if code is not None:
            return code
    return None


def room_for(name: str) -> Path:
    """The file of that name, in a folder that can be written."""
    path = folder() / name
    if path.parent in _full:
        return _temporary() / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            shutil.rmtree(path)
        with tempfile.TemporaryFile(dir=path.parent):
            return path
    except OSError as error:
        return room_elsewhere(name, error.strerror or "")


def room_elsewhere(name: str, reason: str) -> Path:
    """The file of that name in a temporary folder, because the cache cannot be written, which is said once."""
    _full.add(folder())
    _warn(f"compiled code cannot be kept in {folder()} ({reason}): it is compiled again every time")
    return _temporary() / name


_full: set[Path] = set()
"""The folders that could not be written."""

_elsewhere: list[Path] = []
"""The temporary folder, where there is one."""


def _temporary() -> Path:
    if not _elsewhere:
        made = tempfile.TemporaryDirectory(prefix="rulerun-", ignore_cleanup_errors=True)
        _folders.append(made)
        _elsewhere.append(Path(made.name))
    return _elsewhere[0]


_folders: list[tempfile.TemporaryDirectory[str]] = []
"""What removes the temporary folder at the end of the process."""


@cache
def _warn(message: str) -> None:
    """Prints the message on standard error, each message only once."""
    with suppress(OSError):
        print(f"rulerun: {harmless(message)}", file=sys.stderr)
