"""What was made of a ruleset before, kept for the next process: it then reads neither the rules nor the code that reads them.

The name of a file is a digest of everything that decides what is in it: the text of the ruleset and of its bases, what is asked
of it, and the sources of `dsl/`, of `program/` and of the grammar. A file that is cut, foreign or made otherwise is therefore not
found, or its seal does not hold; then all is made again, as it is where nothing can be written.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from .text.source import Source

MOST = 400
"""The most files that are kept; those that were written first go first."""

T = TypeVar("T")


def folder() -> Path:
    """Where files are kept: `rulerun/rulesets` in `XDG_CACHE_HOME`, or in `~/.cache`."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "rulerun" / "rulesets"


def kept(source: Source, asked: Sequence[str], make: Callable[[], T]) -> T:
    """What *make* gives: from a file where it was made of the same ruleset before, by the same code, and the same was *asked*.

    What it raises is not kept.
    """
    try:
        path = folder() / _name(source, asked)
    except (OSError, RuntimeError):  # no sources to read, or no home
        return make()
    content = _unsealed(path)
    if content is not None:
        found: T = pickle.loads(content)
        return found
    made = make()
    with suppress(OSError):
        _seal(path, pickle.dumps(made))
        _prune(path.parent)
    return made


def _name(source: Source, asked: Sequence[str]) -> str:
    texts = [each for one in _chain(source) for each in (one.name, one.text, *one.tables)]
    found = sha256(repr((sys.version_info[:3], asked, texts)).encode())
    room = Path(__file__).parent
    for path in sorted((*room.rglob("*.py"), *(room.parent / "program").glob("*.py"), room.parent / "grammar.lark")):
        found.update(path.read_bytes())
    return found.hexdigest()


def _chain(source: Source) -> Iterator[Source]:
    yield source
    if source.base is not None:
        yield from _chain(source.base)


def _seal(path: Path, content: bytes) -> None:
    """Writes the content behind its digest; whoever reads the file finds all of it or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(sha256(content).digest() + content)
        beside.replace(path)
    finally:
        with suppress(OSError):
            beside.unlink()


def _unsealed(path: Path) -> bytes | None:
    try:
        found = path.read_bytes()
    except OSError:
        return None
    size = sha256().digest_size
    return found[size:] if sha256(found[size:]).digest() == found[:size] else None


def _prune(place: Path) -> None:
    files = [path for path in place.iterdir() if not path.name.startswith(".")]
    if len(files) > MOST:
        for path in sorted(files, key=lambda path: path.stat().st_mtime)[: len(files) - MOST // 2]:
            path.unlink()
