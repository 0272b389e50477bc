"""Plays games of settings that race each other, and notes of each only what the aim looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache, partial
from time import perf_counter

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from ...bots import BotFailed
from ...program.ir import Program
from ..statistics.race import FINE, MISSING, Aim, Marks
from ..statistics.skill import gap_of
from .bot_games import EMITTED
from .executors import UninterruptedContext, ignore_interrupts, packed, unpacked
from .totals import Rules, rules
from .watching import Ladder, Watcher

MOST = 256
"""At most so many settings race."""

TIE, CUT, KNOWN, LOST = 1, 2, 4, 8
"""What else is noted of a game: no single winner, cut short, known who was ahead, a loser was ahead at the end."""

Flags = NDArray[np.uint8]


@frozen
class Runner:
    """A setting in a race: its Program, the bots in its seats or, where levels are held against each other, these."""

    program: Program
    bots: tuple[str, ...]
    levels: tuple[str, ...]
    aim: Aim
    seed: int

    @property
    def compiled(self) -> bool:
        """Whether emitted code plays its games."""
        return self.aim is not Aim.SKILL and set(self.bots) <= set(EMITTED) and len(set(self.bots)) == 1

    @property
    def ladder(self) -> Ladder:
        """The levels, where they are held against each other; games are left that go round."""
        return Ladder(self.program, self.levels, "", self.seed, 1, leaves=True)

    @property
    def games(self) -> int:
        """How many games make one observation: one, or one of each two neighbouring levels with every seat for the stronger."""
        if self.aim is not Aim.SKILL:
            return 1
        steps = len(self.levels) - 1
        return steps + 1 if self.ladder.together else steps * len(self.program.players)


@frozen
class Sent:
    """A setting as it is sent to another process: the Program as compressed JSON."""

    program: bytes
    bots: tuple[str, ...]
    levels: tuple[str, ...]
    aim: Aim
    seed: int


@frozen(eq=False)
class Seen:
    """What was noted of some observations in a row, what the first bot did that failed ("": none did), and how long they took."""

    marks: Marks
    flags: Flags
    failure: str
    seconds: float


Observe = Callable[[int, int, int], Future[Seen]]
"""Called with the number of a setting, that of its first observation, and how many there shall be."""


class Seated:
    """A setting with its bots seated, ready to play."""

    def __init__(self, runner: Runner) -> None:
        """Seats the bots. Raises UnknownBot."""
        self.runner = runner
        self._rules: Rules | None = None
        self._watcher: Watcher | None = None
        if runner.aim is Aim.SKILL:
            self._watcher = Watcher(runner.ladder)
        else:
            self._rules = rules(runner.program, runner.bots)

    def observe(self, first: int, count: int) -> Seen:
        """So many observations from number *first* on. Raises PlayError."""
        begun = perf_counter()
        if self.runner.compiled:
            marks, flags = self._games(first, count)
            return Seen(marks, flags, "", perf_counter() - begun)
        found, failure = list[tuple[Marks, Flags]](), ""
        for at in range(first, first + count):
            try:
                found.append(self._games(at, 1) if self._watcher is None else self._block(self._watcher, at))
            except BotFailed as fault:
                failure = failure or str(fault)
                found.append((np.full(1, MISSING, np.int64), np.zeros(1, np.uint8)))
        marks, flags = (np.concatenate(each) for each in zip(*found, strict=True))
        return Seen(marks, flags, failure, perf_counter() - begun)

    def _games(self, first: int, count: int) -> tuple[Marks, Flags]:
        if self._rules is None:
            raise ValueError("levels play blocks of games")
        program, engine, aim = self.runner.program, self._rules.engine, self.runner.aim
        columns, table = engine.columns, engine.run(self.runner.seed, first, count).rows.T
        won = table[[columns.winner(seat) for seat, _ in enumerate(program.seats)]]
        cut, winners = table[columns.cut] == 1, won.sum(axis=0)
        level = (winners != 1) & (len(program.seats) > 1)
        last, decisions = table[columns.last_open], table[columns.decisions]
        known = last >= 0
        flags = (TIE * level + CUT * cut + KNOWN * known + LOST * (known & (last == decisions))).astype(np.uint8)
        match aim:
            case Aim.FAIR:
                marks = (won << np.arange(len(won))[:, None]).sum(axis=0)
            case Aim.SHORT:
                marks = table[columns.asked] if program.players else decisions
            case Aim.CLOSE | Aim.SKILL:
                # level at the end is open to the end; cut short is not
                marks = np.where(cut, 0, np.where(known, 100 * last // np.maximum(decisions, 1), 100))
        return np.ascontiguousarray(marks, np.int64), flags

    def _block(self, watcher: Watcher, number: int) -> tuple[Marks, Flags]:
        """By how much each level stands better than the one below it, on average."""
        ladder = watcher.ladder
        levels, players, pairings = len(ladder.levels), len(ladder.program.players), len(ladder.pairings)
        if ladder.together:
            games = [watcher.game(number * pairings + level) for level in range(levels)]
            means = [sum(game.standings) / len(game.standings) for game in games]
            gap = (means[-1] - means[0]) / (levels - 1)
        else:
            seatings = [(match, seat) for match in range(levels - 1) for seat in range(players)]
            games = [watcher.game((number * players + seat) * pairings + match) for match, seat in seatings]
            gap = sum(gap_of(game, seat) for game, (_, seat) in zip(games, seatings, strict=True)) / len(games)
        tied = all(len(set(game.credits)) == 1 for game in games) and not ladder.together
        left = any(not game.ended for game in games)
        return np.array([round(gap * FINE)], np.int64), np.array([TIE * tied + CUT * left], np.uint8)


@lru_cache(MOST)
def _seated(work: Sent) -> Seated:
    return Seated(Runner(unpacked(work.program), work.bots, work.levels, work.aim, work.seed))


def observe_there(work: Sent, first: int, count: int) -> Seen:
    """Observations made in another process, where the bots stay seated for the next ones. Raises PlayError."""
    return _seated(work).observe(first, count)


@contextmanager
def observing(runners: tuple[Runner, ...], workers: int, timed: bool) -> Iterator[Observe]:
    """Workers of this machine: threads where emitted code plays, since threads then run in parallel, or for a single worker that
    is not *timed*; else processes, which can be ended in the middle of a game.
    """
    executor: Executor
    if (workers == 1 and not timed) or all(runner.compiled for runner in runners):
        executor = ThreadPoolExecutor(workers)
        here = [Seated(runner) for runner in runners]
        calls = [each.observe for each in here]
    else:
        executor = ProcessPoolExecutor(workers, UninterruptedContext(), ignore_interrupts)
        there = [Sent(packed(each.program), each.bots, each.levels, each.aim, each.seed) for each in runners]
        calls = [partial(observe_there, each) for each in there]

    def observe(at: int, first: int, count: int) -> Future[Seen]:
        return executor.submit(calls[at], first, count)

    try:
        yield observe
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
