"""What plays the games on this machine, threads or processes, behind `concurrent.futures.Executor`."""

from __future__ import annotations

import signal
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache, partial
from multiprocessing import active_children
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TypeVar

from attrs import frozen

from ...program.ir import Program
from .bot_games import BotGames
from .pace import Pace
from .totals import Played, Rules, play, rules

T = TypeVar("T")

COMPILED, PLAIN = 8192, 64
"""Games in a chunk, with compiled code and without."""

SLOW = 1
"""Games in the first chunks with bots, which may think for long."""

KEPT = 4
"""At most this many Programs stay prepared in another process."""

Submit = Callable[[int, int], Future[Played]]
"""Submits a chunk: the number of its first game, and how many games."""


@frozen
class Executors:
    """How games are played: *submit* takes a chunk of at most *chunk* games, and *window* chunks are submitted at a time.

    *first* is how many games the first chunks have, where it is not known how long a game takes; None: as many as any.
    """

    submit: Submit
    chunk: int
    window: int
    first: int | None = None

    def pace(self) -> Pace:
        """How many games a chunk has."""
        return Pace(self.chunk, self.chunk if self.first is None else self.first)


@frozen
class Job:
    """What another process needs to play games: the Programs as compressed JSON, the bots of each, the seed, and whether rows are
    wanted.
    """

    programs: tuple[bytes, ...]
    bots: tuple[tuple[str, ...], ...]
    seed: int
    rows: bool


def play_elsewhere(job: Job, first: int, count: int) -> Played:
    """The result of a chunk, played in another process. Raises PlayError."""
    sides = [side_of(text, bots) for text, bots in zip(job.programs, job.bots, strict=True)]
    return play(sides, job.seed, job.rows, first, count)


@lru_cache(KEPT)
def side_of(text: bytes, bots: tuple[str, ...]) -> Rules:
    """The Program in a text that `packed` made, prepared for these bots; it stays prepared for the next chunks."""
    return rules(unpacked(text), bots)


def packed(program: Program) -> bytes:
    """The Program as compressed JSON, to be sent to other processes."""
    from ...program.json import to_json

    return zlib.compress(to_json(program).encode())


def unpacked(text: bytes) -> Program:
    """The Program in a text that `packed` made."""
    from ...program.json import from_json

    return from_json(zlib.decompress(text).decode())


def job_of(sides: Sequence[Rules], seed: int, rows: bool) -> Job:
    """The job of playing games by these rules."""
    return Job(tuple(packed(one.program) for one in sides), tuple(one.bots for one in sides), seed, rows)


@contextmanager
def local_executors(sides: Sequence[Rules], seed: int, rows: bool, workers: int) -> Iterator[Executors]:
    """Workers on this machine: threads where the code is compiled, since threads then run in parallel, or for a single worker;
    else processes.
    """
    executor: Executor
    compiled = all(one.engine.compiled for one in sides)
    if compiled or workers == 1:
        executor = ThreadPoolExecutor(workers)
        playing = partial(play, sides, seed, rows)
    else:
        executor = ProcessPoolExecutor(workers, UninterruptedContext(), ignore_interrupts)
        playing = partial(play_elsewhere, job_of(sides, seed, rows))

    def submit(first: int, count: int) -> Future[Played]:
        return executor.submit(playing, first, count)

    try:
        yield Executors(submit, COMPILED if compiled else PLAIN, 2 * workers + 1, first_chunk(sides))
    finally:
        for one in sides:
            one.engine.halt.set()
        executor.shutdown(wait=True, cancel_futures=True)
        for one in sides:
            one.engine.halt.clear()


def first_chunk(sides: Sequence[Rules]) -> int | None:
    """How many games the first chunks have: few where bots play; None: as many as any chunk."""
    return SLOW if any(isinstance(one.engine, BotGames) for one in sides) else None


class UninterruptedProcess(SpawnProcess):
    """A process started with Ctrl-C blocked: otherwise Ctrl-C could end it before it has called `ignore_interrupts`."""

    def start(self) -> None:
        """Starts the process, with Ctrl-C blocked where the platform allows it."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
        try:
            super().start()
        finally:
            if before is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)


class UninterruptedContext(SpawnContext):
    """Starts processes as `UninterruptedProcess`, each with a new Python interpreter."""

    Process = UninterruptedProcess


def ignore_interrupts() -> None:
    """Makes a worker process ignore Ctrl-C, which reaches every process of a terminal: only the main process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def inline_executors(sides: Sequence[Rules], seed: int) -> Executors:
    """Plays each chunk in the calling process, at the moment when it is submitted."""

    def submit(first: int, count: int) -> Future[Played]:
        future: Future[Played] = Future()
        future.set_result(play(sides, seed, False, first, count))
        return future

    return Executors(submit, COMPILED if all(one.engine.compiled for one in sides) else PLAIN, 1)


def abandon(futures: Iterable[Future[T]]) -> None:
    """Cancels what has not begun, and ends the processes in which games are played, if they could still do anything."""
    waiting = list(futures)
    for future in waiting:
        future.cancel()
    if waiting:
        for child in active_children():
            if isinstance(child, UninterruptedProcess):  # others, such as those of a server, do other work
                child.terminate()
