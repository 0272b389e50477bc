"""What was made of a ruleset before, kept for the next process: it then reads neither the rules nor the code that reads them.

The name of a file is a digest of everything that decides what is in it: the text of the ruleset and of its bases, what is asked
of it, and the sources of `dsl/`, of `program/` and of the grammar. A file that is cut, foreign or made otherwise is therefore not
found, or its seal does not hold; then all is made again, as it is where nothing can be written.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import time
from typing import TypeVar, cast

from .text import sealed
from .text.sealed import prune, read, write
from .text.source import Source
from .text.unpickle import unpickle

BEGUN = time()
"""When this process read the sources, or soon before."""

MOST = 400
"""The most files that are kept; those that were written first go first."""

T = TypeVar("T")


def folder() -> Path:
    """Where files are kept: `rulerun/rulesets` in `XDG_CACHE_HOME`, or in `~/.cache`."""
    return sealed.folder("rulesets")


def kept(source: Source, asked: Sequence[str], make: Callable[[], T]) -> T:
    """What *make* gives: from a file where it was made of the same ruleset before, by the same code, and the same was *asked*.

    What it raises is not kept.
    """
    try:
        path = folder() / _name(source, asked)
    except OSError:  # no sources to read
        return make()
    content = read(path)
    if content is not None:
        with suppress(pickle.UnpicklingError):
            return cast(T, unpickle(content))
    made = make()
    with suppress(OSError):
        if max(each.stat().st_mtime for each in _sources()) >= BEGUN:
            return made  # it was made by what the sources were before somebody changed them
        write(path, pickle.dumps(made))
        prune(path.parent, MOST)
    return made


def _name(source: Source, asked: Sequence[str]) -> str:
    texts = [each for one in _chain(source) for each in (one.name, one.text, *one.tables)]
    found = sha256(repr((sys.version_info[:3], asked, texts)).encode())
    for path in _sources():
        found.update(path.read_bytes())
    return found.hexdigest()


def _sources() -> list[Path]:
    """The files that decide what is made of a ruleset."""
    room = Path(__file__).parent
    return sorted((*room.rglob("*.py"), *(room.parent / "program").glob("*.py"), room.parent / "grammar.lark"))


def _chain(source: Source) -> Iterator[Source]:
    yield source
    if source.base is not None:
        yield from _chain(source.base)
