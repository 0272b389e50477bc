"""Work that a second core does beside this process."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import active_count
from typing import TypeVar

T = TypeVar("T")


def is_free() -> bool:
    """Whether there is a second core, and a copy of this process can work on it."""
    return sys.platform == "linux" and active_count() == 1 and len(os.sched_getaffinity(0)) > 1


def on_a_second_core(work: Callable[[], T]) -> Callable[[], T]:
    """Begin the work in a copy of this process, and give a function that waits for what comes of it.

    Where no copy can be made, or it does not come to an end, the work is done here.
    """
    reading, writing = os.pipe()
    try:
        copy = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        return work
    if not copy:
        with suppress(BaseException), open(writing, "wb") as pipe:
            pickle.dump(work(), pipe)
        os._exit(0)
    os.close(writing)

    def result() -> T:
        with open(reading, "rb") as pipe:
            content = pipe.read()
        os.waitpid(copy, 0)
        try:
            made: T = pickle.loads(content)
        except (EOFError, pickle.UnpicklingError):
            return work()
        return made

    return result
