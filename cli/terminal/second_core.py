"""Work that a second core does beside this process."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from itertools import chain
from threading import active_count
from typing import Any, TypeVar

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


@contextmanager
def answering(load: Callable[[], Callable[..., Any]]) -> Iterator[Callable[..., Any]]:
    """Inside the `with` block a copy of this process answers calls of the function that it loads; meanwhile this one goes on.

    Two may call: this process, and one copy of it beside. Where there is no answer, the function is called here, and loaded
    here once.
    """
    here = cache(load)
    lines = [(os.pipe(), os.pipe()) for _ in range(2)]
    """For each of the two, a pipe for the calls and one for the answers: the end to read from, and the end to write to."""
    try:
        copy = os.fork()
    except OSError:
        for end in chain.from_iterable(chain.from_iterable(lines)):
            os.close(end)
        yield load()
        return
    if not copy:
        with suppress(BaseException):
            for (_, calling), (answered, _) in lines:  # so that this copy ends when nobody can call any more
                os.close(calling)
                os.close(answered)
            _answer(load, {calls: answers for (calls, _), (_, answers) in lines})
        os._exit(0)
    for (calls, _), (_, answers) in lines:
        os.close(calls)
        os.close(answers)
    owner = os.getpid()
    with ExitStack() as opened:
        ends = [
            (opened.enter_context(open(calling, "wb", buffering=0)), opened.enter_context(open(answered, "rb")))
            for (_, calling), (answered, _) in lines
        ]

        def ask(*given: object) -> Any:
            calls, answers = ends[os.getpid() != owner]
            try:
                pickle.dump(given, calls)
                done, answer = pickle.load(answers)
            except (OSError, EOFError, pickle.UnpicklingError):
                done = False
            return answer if done else here()(*given)

        try:
            yield ask
        finally:
            os.kill(copy, signal.SIGKILL)
            os.waitpid(copy, 0)


def _answer(load: Callable[[], Callable[..., object]], lines: Mapping[int, int]) -> None:
    """Answer the calls that come on each line on the one beside it, for as long as the process that asks lives."""
    from select import select

    function = load()
    with ExitStack() as opened:
        ends = {
            opened.enter_context(open(calls, "rb")): opened.enter_context(open(answers, "wb", buffering=0))
            for calls, answers in lines.items()
        }
        while True:
            for calls in select(ends, (), ())[0]:
                given = pickle.load(calls)
                try:
                    answer = pickle.dumps((True, function(*given)))
                except Exception:  # it is called once more where it was asked for
                    answer = pickle.dumps((False, None))
                ends[calls].write(answer)
