"""Writes files that commands were asked for: whole, or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from .console import Refused


def write_new(path: Path, text: str) -> None:
    """Write a text to a new file. Raises `Refused` where there is one of that name, or nothing can be written."""
    made = False
    try:
        with path.open("x", encoding="utf-8") as file:
            made = True
            file.write(text)
    except FileExistsError:
        raise Refused(f"`{path}` is there already") from None
    except OSError as fault:
        if made:  # what is there is a part, and would be in the way of another try
            with suppress(OSError):
                path.unlink()
        raise Refused(f"cannot write `{path}`: {fault.strerror or fault}") from None


def write_over(path: Path, content: bytes) -> None:
    """Put the content in place of a file's, or into a new file. Raises `Refused`; then the file is as it was.

    It grows beside the file, under a name that no other process has. What is no file, such as a device, is written to as it is.
    """
    growing: Path | None = None
    try:
        place = path.resolve()
        there = place.exists()
        if there and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if there and not place.is_file():
            place.write_bytes(content)
            return
        growing = place.with_name(f".{place.name}.{os.getpid()}.part")
        growing.write_bytes(content)
        if there:
            growing.chmod(place.stat().st_mode)
        growing.replace(place)
    except OSError as fault:
        raise Refused(f"cannot write `{path}`: {fault.strerror or fault}") from None
    finally:
        if growing is not None:
            with suppress(OSError):
                growing.unlink(missing_ok=True)
