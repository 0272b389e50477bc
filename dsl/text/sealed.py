"""Files that are there as a whole or not at all: each begins with a digest of what is in it."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path


def write(path: Path, content: bytes, seal: bytes = b"") -> None:
    """Writes the content; whoever reads the file finds all of it or none, and only by the same *seal*. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(sha256(seal + content).digest() + content)
        beside.replace(path)
    finally:
        with suppress(OSError):
            beside.unlink()


def read(path: Path, seal: bytes = b"") -> bytes | None:
    """The content of a file that was written with the *seal*; None where there is none, or where it was cut or changed."""
    try:
        found = path.read_bytes()
    except OSError:
        return None
    size = sha256().digest_size
    return found[size:] if sha256(seal + found[size:]).digest() == found[:size] else None


def prune(place: Path, most: int) -> None:
    """Removes the files of a folder that were written first, down to half of *most*, where there are more than that."""
    files = [path for path in place.iterdir() if not path.name.startswith(".")]
    if len(files) > most:
        for path in sorted(files, key=lambda path: path.stat().st_mtime)[: len(files) - most // 2]:
            path.unlink()
