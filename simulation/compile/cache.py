"""Where compiled code is kept: a sealed file for each emitted module and level of optimisation.

The name of a file is a digest of everything that decides what is in it: the text of the module, the files here that translate it,
LLVM, and the processor. A file that is cut, foreign or made otherwise is therefore not found, or its seal does not hold; then the
code is compiled again.
"""

from __future__ import annotations

import shutil
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from ...dsl.text import sealed
from ...program.harmless import harmless
from ..emit.module import Emitted, Form
from . import child

_TRANSLATORS = ("signatures.py", "reading.py", "translate.py", "child.py")


def folder() -> Path:
    """The folder of the cache: `rulerun/simulation` in `XDG_CACHE_HOME`, or in `~/.cache`."""
    return sealed.folder("simulation")


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
    """The object in the file of that name; None where there is none that this user wrote, as a whole."""
    return sealed.read(folder() / name)


def keep(name: str, code: bytes) -> None:
    """Keeps an object in the file of that name. Where it cannot be kept, that is said once."""
    path = folder() / name
    try:
        if path.is_dir():
            shutil.rmtree(path)
        sealed.write(path, code)
    except OSError as error:
        reason = error.strerror or error
        _warn(f"compiled code cannot be kept in {path.parent} ({reason}): it is compiled again every time")


@cache
def _warn(message: str) -> None:
    """Prints the message on standard error, each message only once."""
    with suppress(OSError):
        print(f"rulerun: {harmless(message)}", file=sys.stderr)
