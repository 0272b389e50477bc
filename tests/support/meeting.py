"""What processes do that must be under way at the same time."""

from __future__ import annotations

import os
import time
from pathlib import Path

from .waiting import PATIENCE


def met(folder: Path, own: int, others: int) -> int:
    """Leaves a sign in the folder, and waits for the signs of all others; the number of its process."""
    (folder / str(own)).touch()
    end = time.monotonic() + PATIENCE
    while sum(1 for _ in folder.iterdir()) < others:
        assert time.monotonic() < end, "the others do not come"
        time.sleep(0.01)
    return os.getpid()
