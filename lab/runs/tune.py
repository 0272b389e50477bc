"""Races the settings of dials: laps of games with the same chance for all that are still in it, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from time import monotonic

import numpy as np
from attrs import define, evolve, field, frozen

from ...interpreter import PlayError
from ...interpreter.standing import terms
from ...program.ir import Program
from ...program.ops import asks
from ..statistics.race import (
    MISSING,
    Aim,
    Marks,
    Yardstick,
    alike,
    leader,
    small,
    threshold,
    worse,
)
from ..statistics.wilson import share
from .executors import abandon
from .interrupts import Interrupts
from .observing import KNOWN, LOST, Flags, Observe, Runner, Seen, observing
from .pace import Pace
from .run import HOPELESS

LAP = 8
"""The first lap has so many observations of each setting."""

GROWTH = 0.125
"""Every later one has as many or, if that is more, such a part of those before."""

LONGEST = 2**20
"""At most so many observations of each setting are made."""

CHUNK = 8192
"""A chunk has at most so many."""

LOOKS = 0.5
"""While games are waited for the time is looked at every so many seconds."""

STUCK, LONGER = 0.25, 5.0
"""A setting is left out whose first game takes such a part of the budget, and so many times longer than those of others took."""

EARLY, FIRST = 20.0, 0.25
"""After so many seconds, or such a part of the budget, a first verdict is there."""

Told = Callable[["Raced"], None]


@frozen
class Budget:
    """How long to play: so many *games* in all or, where there is a time, until these *seconds* are over, of which some may be
    *spent*.
    """

    games: int | None
    seconds: float | None = None
    spent: float = 0.0


ONE, ALIKE, SPENT, ENOUGH, STOPPED = "one", "alike", "spent", "enough", "stopped"
"""A race ends with one setting, with settings that are alike, because its games or its time are spent, because more games than
that are never played, or because a person or a lost worker stopped it.
"""


@define
class Lane:
    """A setting in a race: what was noted of its first *done* observations, which other one it was shown to be worse than
    (None: it was not), and *why* it was left out ("": it was not), or with which *fault*; *failure* is what the first bot
    did that failed.
    """

    marks: list[Marks] = field(factory=list)
    flags: list[Flags] = field(factory=list)
    done: int = 0
    beaten: int | None = None
    why: str = ""
    fault: PlayError | None = None
    failure: str = ""

    def add(self, seen: Seen) -> None:
        """Adds what was noted of further games."""
        self.marks.append(seen.marks)
        self.flags.append(seen.flags)
        self.failure = self.failure or seen.failure

    def whole(self) -> tuple[Marks, Flags]:
        """All marks and flags so far."""
        if len(self.marks) > 1:
            self.marks, self.flags = [np.concatenate(self.marks)], [np.concatenate(self.flags)]
        return (self.marks[0], self.flags[0]) if self.marks else (np.zeros(0, np.int64), np.zeros(0, np.uint8))

    def cut(self, count: int) -> None:
        """Forgets what was noted after so many observations."""
        marks, flags = self.whole()
        self.marks, self.flags, self.done = [marks[:count]], [flags[:count]], min(count, len(marks))


@frozen(eq=False)
class Setting:
    """How a setting fared: its marks and flags, which other one it was shown to be worse than (None: it was not), and why it
    was left out ("": it was not), or what fault its games had; *failed* observations were spoiled by bots, the first of
    which did what *failure* says.
    """

    marks: Marks
    flags: Flags
    beaten: int | None
    why: str
    fault: PlayError | None
    failed: int
    failure: str


@frozen(eq=False)
class Raced:
    """A race: how the settings fared, how marks are read, *ignored* first observations that set how long a game may count, how
    many *games* were played in all, and how it ended, *lost* saying how workers were.
    """

    settings: tuple[Setting, ...]
    stick: Yardstick
    ignored: int
    games: int
    end: str
    lost: str = ""

    def judged(self, at: int) -> Marks:
        """The marks of a setting that are judged."""
        return self.settings[at].marks[self.ignored :]

    @property
    def running(self) -> tuple[int, ...]:
        """The settings that are not left out, and not shown to be worse."""
        return tuple(at for at, each in enumerate(self.settings) if not each.why and each.fault is None and each.beaten is None)


def unfit(program: Program, aim: Aim) -> str:
    """Why settings of this game cannot be judged by that aim; empty where they can."""
    found, many = terms(program), len(program.players)
    match aim:
        case Aim.FAIR if many < 2:
            return "only one seat decides in this game: none can be better than another"
        case Aim.FAIR if found.together:
            return "all win or lose together in this game: no seat can be better than another"
        case Aim.CLOSE if len(program.seats) < 2 or found.together:
            return "nobody plays against anybody in this game: no match can be close"
        case Aim.SKILL if next(asks(program), None) is None:
            return "nobody decides anything in this game: there is no skill in it"
        case _:
            return ""


class _Race:
    """A race in progress."""

    def __init__(self, runners: Sequence[Runner], budget: Budget, progress: Callable[[int, int], None], early: Told) -> None:
        self.runners, self.budget, self.progress, self.early = runners, budget, progress, early
        self.lanes = [Lane() for _ in runners]
        self.begun, self.told = monotonic() - budget.spent, budget.seconds is None
        self.paces = [Pace(CHUNK, 1) for _ in runners]
        program = runners[0].program
        self.stick = Yardstick(runners[0].aim, program.players, 1)
        self.ignored = LAP if self.stick.aim is Aim.SHORT else 0
        self.needed, self.judged = 0.0, 0
        self.first, self.slowest = (0, 0.0), 0.0
        self.end, self.lost = SPENT, ""

    @property
    def running(self) -> list[int]:
        """The settings that still play."""
        return [at for at, lane in enumerate(self.lanes) if lane.beaten is None and not lane.why and lane.fault is None]

    @property
    def passed(self) -> float:
        return monotonic() - self.begun

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return self.budget.seconds is not None and self.passed >= self.budget.seconds

    @property
    def games(self) -> int:
        """How many games were played of settings that are not left out; of all, where all are."""
        played = [(lane, lane.done * runner.games) for lane, runner in zip(self.lanes, self.runners, strict=True)]
        count = [games for lane, games in played if not lane.why and lane.fault is None]
        return sum(count) or sum(games for _, games in played)

    def target(self, reached: int) -> int:
        """Up to which observation the next lap goes: as far as the games go."""
        after = LAP
        while after <= reached:
            after += max(LAP, int(after * GROWTH))
        if self.budget.games is None:
            return after
        cost = sum(self.runners[at].games for at in self.running)
        return min(after, reached + max(0, self.budget.games - self.games) // cost)

    def lap(self, observe: Observe, patience: Interrupts, window: int, goal: int) -> bool:
        """Plays every setting up to that observation; False where the time was over before. Raises KeyboardInterrupt."""
        begun = {at: self.lanes[at].done for at in self.running}
        parts: dict[int, dict[int, Seen]] = {at: {} for at in begun}
        waiting: dict[Future[Seen], tuple[int, int, int]] = {}
        since: dict[int, float] = {}
        try:
            while not self.late:
                while len(waiting) < window:
                    open_ = [at for at in self.running if begun.get(at, goal) < goal]
                    if not open_:
                        break
                    at = min(open_, key=lambda each: begun[each])
                    count = min(self.paces[at].size, goal - begun[at])
                    waiting[observe(at, begun[at], count)] = at, begun[at], count
                    since.setdefault(at, self.passed)
                    begun[at] += count
                if not waiting:
                    return True
                some = patience.wait(partial(wait, tuple(waiting), LOOKS, FIRST_COMPLETED))
                for future in some.done:
                    self.take(future, *waiting.pop(future), parts)
                if self.stuck({at: since[at] for at, first, _ in waiting.values() if not first}):
                    return False
            return False
        finally:
            abandon(waiting)

    def take(self, future: Future[Seen], at: int, first: int, count: int, parts: Mapping[int, dict[int, Seen]]) -> None:
        """Notes what one chunk showed; what is behind a gap waits."""
        lane = self.lanes[at]
        try:
            seen = future.result()
        except PlayError as fault:
            lane.fault = lane.fault or fault
            return
        parts[at][first] = seen
        self.slowest = max(self.slowest, seen.seconds / count)
        self.paces[at].played(count, seen.seconds)
        while (following := parts[at].pop(lane.done, None)) is not None:
            lane.add(following)
            lane.done += len(following.marks)
        # the first games of a setting also made its rules ready
        if not self.first[0] and self.reached():
            self.first = self.games, self.passed
        self.progress(self.games, self.expected())
        soon = min(EARLY, FIRST * (self.budget.seconds or 0.0))
        if not self.told and self.passed >= soon and self.reached() >= LAP + self.ignored:
            self.told = True
            self.early(self.result(SPENT))

    def expected(self) -> int:
        """About how many games it will be in all."""
        if self.budget.games is not None:
            return self.budget.games
        if self.budget.seconds is None or not self.first[0]:
            return self.games
        first, since = self.first
        left = max(0.0, self.budget.seconds - self.passed)
        return self.games + round((self.games - first) * left / max(self.passed - since, 0.001))

    def stuck(self, since: Mapping[int, float]) -> bool:
        """Whether settings are left out because their first game, which was begun then, takes far longer than those of others."""
        if self.budget.seconds is None or not self.slowest:
            return False
        long = max(STUCK * self.budget.seconds, LONGER * self.slowest)
        found = [at for at, begun in since.items() if self.passed - begun > long]
        for at in found:
            self.lanes[at].why = f"its first game was not over after {self.passed - since[at]:.0f} seconds"
        return bool(found)

    def judge(self) -> bool:
        """Lets settings leave that are shown to be worse; whether the race is decided."""
        self.judged = self.reached()
        for lane in (self.lanes[at] for at in self.running):
            all_marks, flags = lane.whole()
            lost = share(int(np.count_nonzero(flags & LOST)), int(np.count_nonzero(flags & KNOWN)))
            if self.stick.aim is Aim.CLOSE and lost.rate.low > 0.5:
                lane.why = "whoever is ahead at the end mostly loses, so being ahead says nothing"
            failed = int((all_marks == MISSING).sum())
            if failed == len(all_marks) or (failed >= HOPELESS and 2 * failed > len(all_marks)):
                lane.why = f"a bot failed in {failed} of {len(all_marks)} games: {lane.failure}"
        running = self.running
        if not self.needed:
            self.needed = threshold(self.stick, len(running))
        marks = {at: self.lanes[at].whole()[0][self.ignored :] for at in running}
        known = [at for at in running if (marks[at] != MISSING).any()]
        if not known:
            return False
        best = known[leader(self.stick, [marks[at] for at in known])]
        for at in known:
            if at != best and worse(self.stick, marks[at], marks[best]) >= self.needed:
                self.lanes[at].beaten = best
        left = [at for at in known if self.lanes[at].beaten is None]
        if len(left) == 1 == len(self.running):
            self.end = ONE
            return True
        little = small(self.stick, marks[best])
        if len(left) == len(self.running) and all(
            alike(self.stick, marks[at], marks[best], little) >= self.needed for at in left if at != best
        ):
            self.end = ALIKE
            return True
        return False

    def settled(self) -> None:
        """After the first lap: how long a game may count, and which settings cannot be judged by this aim."""
        for at in self.running:
            lane = self.lanes[at]
            marks, flags = lane.whole()
            if self.stick.aim is Aim.SHORT and len(marks):
                self.stick = evolve(self.stick, longest=max(self.stick.longest, 2 * int(marks.max())))
            if self.stick.aim is Aim.CLOSE and not (flags & KNOWN).any():
                lane.why = "no game tells who is ahead, so none is closer than another"

    def reached(self) -> int:
        """How many observations every setting has that still plays."""
        return min((self.lanes[at].done for at in self.running), default=0)

    def result(self, end: str) -> Raced:
        """How the race stands."""
        found = []
        for lane in self.lanes:
            marks, flags = lane.whole()
            failed = int((marks == MISSING).sum())
            found.append(Setting(marks, flags, lane.beaten, lane.why, lane.fault, failed, lane.failure))
        return Raced(tuple(found), self.stick, self.ignored, self.games, end, self.lost)

    def run(self, observe: Observe, patience: Interrupts, window: int) -> bool:
        """Runs until the race is decided, spent or stopped; False where it must go on with fresh workers."""
        while self.running:
            reached = self.reached()
            goal = 1 if self.budget.seconds is not None and not reached else self.target(reached)
            if goal == reached or reached >= LONGEST:
                self.end = SPENT if goal == reached else ENOUGH
                return True
            whole = self.lap(observe, patience, window, goal)
            if not whole and not self.late:
                return False
            if reached < LAP <= self.reached():
                self.settled()
            if not whole:
                return True
            if self.reached() >= LAP and self.judge():
                return True
        return True

    def close(self) -> None:
        """Lets the games count that all have that still play, and judges a last time."""
        if not self.reached() and any(self.lanes[at].done for at in self.running):
            for lane in (self.lanes[at] for at in self.running):
                lane.why = "" if lane.done else "the budget was spent before its first game was over"
        if self.reached() < LAP:
            self.settled()
        reached = self.reached()
        for at in self.running:
            self.lanes[at].cut(reached)
        if reached > max(self.ignored, self.judged):
            self.judge()


def raced(runners: Sequence[Runner], workers: int, budget: Budget, progress: Callable[[int, int], None], early: Told) -> Raced:
    """The race of these settings. With a number of games it depends on nothing else; a race that a time ends is that of the games
    that were played. *early* is told how it stands where there is a time. A setting whose games end in a fault is left out.
    """
    race = _Race(runners, budget, progress, early)
    window = workers if budget.seconds is not None else 2 * workers + 1
    try:
        with Interrupts() as patience:
            while True:
                with observing(tuple(runners), workers, budget.seconds is not None) as observe:
                    if race.run(observe, patience, window):
                        break
    except KeyboardInterrupt:
        race.end = STOPPED
    except (CancelledError, BrokenProcessPool) as fault:
        race.end, race.lost = STOPPED, f"the workers were lost ({str(fault) or type(fault).__name__})"
    stopped = race.end == STOPPED
    race.close()
    return race.result(STOPPED if stopped else race.end)
