"""Whether an answer came soon, also on a busy machine: in two seconds, or in as many as a fixed piece of work takes there."""

from __future__ import annotations

import sys
import time

LONGEST_SECONDS = 2.0


def is_soon(spent: float) -> bool:
    """Whether so many seconds of processor time are at most two, or, where the machine is slow just now, eight times what
    `counting` takes it, which a quiet machine does in a quarter of a second. While a tracer is at work everything is soon.
    """
    return spent < LONGEST_SECONDS or sys.gettrace() is not None or spent < 8 * counting()


def counting() -> float:
    """The seconds that this machine takes now for what a quiet one does in about a quarter of one."""
    begun = time.process_time()
    total = 0
    for number in range(6_000_000):
        total += number & 7
    assert total == 21_000_000
    return time.process_time() - begun
