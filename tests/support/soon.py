"""Whether an answer came soon, also on a busy machine: in two seconds, or in as many as a fixed piece of work takes there."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")
LONGEST_SECONDS = 2.0
ENTRIES = 220_000


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What the work brings forth, and the seconds of processor time that it takes. No garbage is collected meanwhile: most of it
    would be what other tests left, and thousands leave more than the work makes.
    """
    collects = gc.isenabled()
    gc.disable()
    begun = time.process_time()
    try:
        return work(), time.process_time() - begun
    finally:
        if collects:
            gc.enable()


def is_soon(spent: float) -> bool:
    """Whether so many seconds of processor time are at most two, or, where the machine is slow just now, eight times what
    `filing` takes it, which a quiet machine does in a quarter of a second. While a tracer is at work everything is soon.
    """
    return spent < LONGEST_SECONDS or sys.gettrace() is not None or spent < 8 * timed(filing)[1]


def filing() -> int:
    """The total of a table of small objects: work that uses memory as a check of a ruleset does. A quiet machine takes about a
    quarter of a second.
    """
    table = {}
    for number in range(ENTRIES):
        table[number] = ({"value": number, "next": [number & 7]}, str(number))
    return sum(entry["value"] + len(text) for entry, text in table.values())
