"""Waits until somebody saves a ruleset, or what lies beside it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

PAUSE = 0.2
"""Files are looked at every so many seconds."""


def stamps(paths: Sequence[Path]) -> dict[str, int]:
    """When each of these files, and each ruleset and table beside them, was saved last."""
    beside = {other for path in paths for pattern in ("*.yaml", "*.yml", "*.csv") for other in path.parent.glob(pattern)}
    found = {}
    for path in sorted({*paths, *beside}):
        try:
            found[str(path)] = path.stat().st_mtime_ns
        except OSError:  # an editor that saves takes the file away for a moment
            continue
    return found


def saved(paths: Sequence[Path], sleep: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """One item at once, then one whenever something was saved; it ends when *sleep* raises."""
    while True:
        known = stamps(paths)
        yield
        while stamps(paths) == known:
            sleep(PAUSE)
