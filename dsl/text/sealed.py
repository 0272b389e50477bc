"""Files of the cache: each is there as a whole or not at all, and counts only where this user wrote it.

A file begins with its seal: an HMAC (RFC 2104, with SHA-256) of its name and its content. The key is drawn once for each user,
and lies beside the folders of the cache. Nobody else has a right to folders, files and key. What belongs to another user, or
gives others a right, counts as if it were not there. In Windows a file tells no owner: there the rights of the profile must do.
"""

from __future__ import annotations

import errno
import hmac
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedIOBase
from pathlib import Path
from threading import get_ident

SIZE = 32
"""The bytes of the key, and of a seal."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""The rights of everybody else."""


def folder(name: str) -> Path:
    """The folder of the cache with that name: in `rulerun` in `XDG_CACHE_HOME`, or in `~/.cache`.

    A relative `XDG_CACHE_HOME` counts for nothing, as its specification says. Without a home nothing can be kept there.
    """
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():
        with suppress(RuntimeError):
            base = Path.home() / ".cache"
    if not base.is_absolute():
        base = Path(os.devnull)
    return base / "rulerun" / name


def write(path: Path, content: bytes, seal: bytes = b"") -> None:
    """Writes the content to a file in a folder of the cache; a reader finds all of it or none, and only by the same *seal*.

    Raises OSError.
    """
    claim(path.parent.parent)
    put(path, _sealed(_made_key(path), path, content, seal) + content)


def read(path: Path, seal: bytes = b"") -> bytes | None:
    """The content of a file that this user wrote with the *seal*; None where there is none, or where it was cut or changed."""
    key, found = _key(path), own(path)
    if key is None or found is None or not _is_own_folder(path.parent):
        return None
    content = found[SIZE:]
    return content if hmac.compare_digest(found[:SIZE], _sealed(key, path, content, seal)) else None


def prune(place: Path, most: int) -> None:
    """Removes the files of a folder that were written first, down to half of *most*, where there are more than that."""
    files = [path for path in place.iterdir() if not path.name.startswith(".")]
    if len(files) > most:
        for path in sorted(files, key=lambda path: path.stat().st_mtime)[: len(files) - most // 2]:
            path.unlink()


def claim(place: Path) -> None:
    """Makes a folder that only this user can enter, or makes that of the folder that is there. Raises OSError, also where that
    belongs to another user.
    """
    if not place.exists():
        _make(place)
    if not place.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(place))
    if not _is_own_folder(place):
        raise PermissionError(errno.EPERM, "it belongs to another user", str(place))
    if place.stat().st_mode & OTHERS:
        place.chmod(stat.S_IRWXU)


def put(path: Path, content: bytes) -> None:
    """Writes a file for this user alone, unsealed; a reader finds all of the content or none. Raises OSError."""
    claim(path.parent)
    with _beside(path, content) as beside:
        beside.replace(path)


def append(path: Path, content: bytes) -> None:
    """Adds to a file for this user alone, unsealed, or begins it. Raises OSError, also where others have a right to the file."""
    claim(path.parent)
    with open(path, "ab", opener=_opened) as file:
        if not _is_alone(file):
            raise PermissionError(errno.EPERM, "others have a right to it", str(path))
        file.write(content)


def own(path: Path) -> bytes | None:
    """What a file holds; None where there is none, or one that is not this user's alone."""
    try:
        with open(path, "rb", opener=_opened) as file:
            return file.read() if _is_alone(file) else None
    except OSError:
        return None


def _opened(path: str, flags: int) -> int:
    """A file opened for `open`: no link is followed, nobody is waited for at a pipe, and a new file is for this user alone."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0), stat.S_IRUSR | stat.S_IWUSR)


def _is_alone(file: BufferedIOBase) -> bool:
    """Whether only this user has a right to an open file, which is a plain one."""
    found = os.fstat(file.fileno())
    return stat.S_ISREG(found.st_mode) and _is_own(found) and not (hasattr(os, "geteuid") and found.st_mode & OTHERS)


def _is_own(found: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or found.st_uid == os.geteuid()


def _is_own_folder(place: Path) -> bool:
    """Whether a folder belongs to this user, and a link to it as well."""
    try:
        return _is_own(place.lstat()) and _is_own(place.stat())
    except OSError:
        return False


def _make(place: Path) -> None:
    if not place.parent.exists():
        _make(place.parent)
    with suppress(FileExistsError):  # another process made it, or a link stands there that leads nowhere
        place.mkdir(stat.S_IRWXU)


@contextmanager
def _beside(path: Path, content: bytes) -> Iterator[Path]:
    """A new file with that content beside *path*, which is gone behind the `with` block unless it got another name in it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}")
    beside.unlink(missing_ok=True)
    try:
        with open(beside, "xb", opener=_opened) as file:
            file.write(content)
        yield beside
    finally:
        with suppress(OSError):
            beside.unlink()


def _sealed(key: bytes, path: Path, content: bytes, seal: bytes) -> bytes:
    """The seal of that content in a file of that name; a sealed file under the name of another does not count."""
    found = hmac.new(key, b"\0".join((os.fsencode(path.parent.name), os.fsencode(path.name), seal, b"")), "sha256")
    found.update(content)
    return found.digest()


def _key(path: Path) -> bytes | None:
    """The key of this user for a file in a folder of the cache; None where none is there."""
    found = own(path.parents[1] / "key")
    return found if found is not None and len(found) == SIZE and _is_own_folder(path.parents[1]) else None


def _made_key(path: Path) -> bytes:
    """The same key, drawn where none is there. Raises OSError."""
    found = _key(path)
    if found is not None:
        return found
    from secrets import token_bytes  # it takes long to load, and a key is drawn once

    place = path.parents[1] / "key"
    place.unlink(missing_ok=True)
    with _beside(place, token_bytes(SIZE)) as beside, suppress(FileExistsError):  # another process may be faster
        os.link(beside, place)
    found = _key(path)
    if found is None:
        raise PermissionError(errno.EPERM, "the key of the cache cannot be kept", str(place))
    return found
