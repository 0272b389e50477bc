"""A lock on an open file, which ends with the process that holds it. Whoever only reads the file is not kept out."""

from __future__ import annotations

import sys
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt

    FAR = 2**40
    """The byte that is locked: behind the end of every file, for on Windows nobody can read a byte that is locked."""

    def lock(file: BinaryIO) -> bool:
        """Whether the file could be locked; False when it is locked already."""
        at = file.tell()
        try:
            file.seek(FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(at)
        return True

else:
    import fcntl

    def lock(file: BinaryIO) -> bool:
        """Whether the file could be locked; False when it is locked already."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # Some network file systems have no locks; a match is better played without one than not at all.
            return True
        return True
