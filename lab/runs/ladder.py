"""Plays the games of a ladder on all cores, until all are played or a person wants no more."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, TimeoutError
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache, partial
from time import perf_counter

from attrs import evolve, frozen

from ...bots import BotFailed
from ..statistics.watched import Judged, Watched
from .executors import UninterruptedContext, abandon, ignore_interrupts, packed, unpacked
from .interrupts import Interrupts
from .pace import Pace
from .run import Progress
from .watching import Both, JudgeFailed, Ladder, Turns, judge_of

LARGEST = 64
"""A chunk has at most this many games."""


LOOKS = 1.0
"""While a chunk is waited for it is asked every so many seconds whether there are enough games."""

Enough = Callable[[int, Sequence[Watched]], bool]
"""Called with how many games were played, and those in which no bot failed: whether they are enough."""

UNBOUND = 10**7
"""More games of each pairing than any budget buys."""


@frozen
class Sent:
    """A ladder as it is sent to another process: the Program as compressed JSON."""

    program: bytes
    levels: tuple[str, ...]
    judge: str
    seed: int
    games: int
    leaves: bool
    counts: bool = False


@frozen
class Part:
    """The games of a chunk, what bots did that failed in the others with the numbers of these (None where the judge failed), and
    how long it took, on which no figure depends.
    """

    games: tuple[Watched, ...]
    failures: tuple[str, ...]
    failed: tuple[int | None, ...]
    seconds: float


@frozen
class Climbed:
    """The games that were played, in order, and what bots did that failed in the others with the numbers of these (None where the
    judge failed); *finished* is False where they are fewer than was asked for, and *why* says the reason ("" where a person
    stopped it).
    """

    games: tuple[Watched, ...]
    failures: tuple[str, ...]
    failed: tuple[int | None, ...]
    finished: bool
    why: str = ""

    @property
    def played(self) -> int:
        """How many games were played, those included in which a bot failed."""
        return len(self.games) + len(self.failures)

    def and_more(self, later: Climbed) -> Climbed:
        """Both together; they ended as the later ones did."""
        games, failures, failed = self.games + later.games, self.failures + later.failures, self.failed + later.failed
        return Climbed(games, failures, failed, later.finished, later.why)


@frozen
class Look:
    """A decision that is looked at again: the answers before it, and the judge."""

    answers: tuple[int, ...]
    judge: str


@frozen
class Crew:
    """Workers of this machine: *play* gives them a chunk, the number of its first game and how many, *look* a decision."""

    play: Callable[[int, int], Future[Part]]
    look: Callable[[Look], Future[Judged | None]]
    window: int


Work = tuple[Sent, ...]
"""Ladders whose games take turns."""


def _ladders(climb: Ladder | Both) -> tuple[Ladder, ...]:
    return (climb,) if isinstance(climb, Ladder) else (climb.one, climb.other)


def _sent(ladder: Ladder) -> Sent:
    """The ladder, to be sent to other processes."""
    return Sent(packed(ladder.program), ladder.levels, ladder.judge, ladder.seed, ladder.games, ladder.leaves, ladder.counts)


def play_there(work: Work, first: int, count: int) -> Part:
    """A chunk, played in another process, where the bots stay seated for the next one. Raises PlayError."""
    return play_part(_turns(work), first, count)


def look_there(work: Work, look: Look) -> Judged | None:
    """A decision, judged again in another process; None where the judge failed. Raises PlayError."""
    return look_again(_turns(work), look)


def look_again(turns: Turns, look: Look) -> Judged | None:
    """A decision of the first ladder, judged again; None where the judge failed. Raises PlayError."""
    watcher = turns.watchers[0]
    try:
        return watcher.judged_after(look.answers, judge_of(look.judge, watcher.ladder.program), watcher.ladder.seed)
    except BotFailed:
        return None


@lru_cache(1)
def _turns(work: Work) -> Turns:
    return Turns(
        *(
            Ladder(unpacked(each.program), each.levels, each.judge, each.seed, each.games, each.leaves, each.counts)
            for each in work
        )
    )


def play_part(turns: Turns, first: int, count: int) -> Part:
    """The games from number *first* on. Raises PlayError."""
    begun, games, failures, failed = perf_counter(), list[Watched](), list[str](), list[int | None]()
    for at in range(first, first + count):
        try:
            games.append(turns.game(at))
        except BotFailed as fault:
            failures.append(str(fault))
            failed.append(None if isinstance(fault, JudgeFailed) else at)
    return Part(tuple(games), tuple(failures), tuple(failed), perf_counter() - begun)


@contextmanager
def hired(ladder: Ladder | Both, workers: int) -> Iterator[Crew]:
    """Workers of this machine: processes, or for a single worker a thread."""
    executor: Executor
    ladders = _ladders(ladder)
    if workers == 1:
        executor, turns = ThreadPoolExecutor(1), Turns(*ladders)
        play, look = partial(play_part, turns), partial(look_again, turns)
    else:
        executor = ProcessPoolExecutor(workers, UninterruptedContext(), ignore_interrupts)
        work = tuple(_sent(each) for each in ladders)
        play, look = partial(play_there, work), partial(look_there, work)

    def submit(first: int, count: int) -> Future[Part]:
        return executor.submit(play, first, count)

    def examine(decision: Look) -> Future[Judged | None]:
        return executor.submit(look, decision)

    try:
        yield Crew(submit, examine, 2 * workers + 1 if ladder.games < UNBOUND else workers)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def endless(_: int, __: Sequence[Watched]) -> bool:
    """No games are enough before the last."""
    return False


def climb(ladder: Ladder, workers: int, progress: Progress) -> Climbed:
    """The games of a ladder. Which ones are played depends on nothing but the ladder. Raises PlayError."""
    with hired(ladder, workers) as crew:
        return climbed(ladder, crew, 0, progress, endless)


def climb_until(ladder: Ladder, workers: int, progress: Progress, enough: Callable[[Climbed], bool]) -> Climbed:
    """The games of a ladder, then half as many more of each pairing again and again, until these are *enough*: so it is asked at
    games that depend on nothing but the ladder. Raises PlayError.
    """
    found, turns = Climbed((), (), (), True), ladder.games
    with hired(ladder, workers) as crew:
        while True:
            found = found.and_more(climbed(evolve(ladder, games=turns), crew, found.played, progress, endless))
            if not found.finished or enough(found):
                return found
            turns += max(1, turns // 2)


def _awaited(future: Future[Part], patience: Interrupts, enough: Callable[[], bool]) -> Part | None:
    """The games of a chunk; None where there are *enough* before these are over."""
    while True:
        try:
            return patience.wait(partial(future.result, LOOKS))
        except TimeoutError:
            if future.done():
                raise
            if enough():
                return None


def climbed(ladder: Ladder | Both, crew: Crew, first: int, progress: Progress, enough: Enough) -> Climbed:
    """The games from number *first* on, to the last, or until *enough* says that no more are wanted: then the workers are
    gone that have begun further ones."""
    found, failures, failed = list[Watched](), list[str](), list[int | None]()
    under_way = deque[tuple[int, Future[Part]]]()
    at, pace, done = first, Pace(LARGEST, 1), first
    try:
        with Interrupts() as patience:
            while at < ladder.total or under_way:
                while at < ladder.total and len(under_way) < crew.window:
                    count = min(pace.size, ladder.total - at)
                    under_way.append((count, crew.play(at, count)))
                    at += count
                count, future = under_way.popleft()
                part = _awaited(future, patience, partial(enough, done, found))
                if part is None:
                    under_way.append((count, future))
                    break
                pace.played(count, part.seconds)
                found += part.games
                failures += part.failures
                failed += part.failed
                done += count
                progress(done, ladder.total)
                if enough(done, found):
                    break
    except KeyboardInterrupt:
        return Climbed(tuple(found), tuple(failures), tuple(failed), False)
    except (CancelledError, BrokenProcessPool) as fault:
        why = f"the workers were lost ({str(fault) or type(fault).__name__})"
        return Climbed(tuple(found), tuple(failures), tuple(failed), False, why)
    finally:
        abandon(future for _, future in under_way)
    return Climbed(tuple(found), tuple(failures), tuple(failed), True)
