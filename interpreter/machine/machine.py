"""A Program compiled for playing, once with events and once without.

The machine leaves out a check only where the form of an expression shows that it cannot fail. No analysis of the whole Program is
used, because tests hold emitted code, which does use one, against the machine.
"""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from ...program.ir import WHERE, Expr, Longest, Program
from ...program.local_names import Scopes, scopes_of
from ..core.events import NOWHERE, Ended, EventLog, Option
from ..core.policy import Policy
from .chance_decisions import DrawPoint, PickPoint
from .context import Context
from .control import Exits, Flow, Point
from .expressions import value
from .seat_decisions import AskPoint, DrawNumber, Play
from .simultaneous import DONE, OVER, TogetherPoint
from .statements import trying


class Plays(dict[int, Play]):
    """How to answer at random, by the number of the stop; made where a stop is reached first."""

    def __init__(self, flow: Flow, policy: Policy) -> None:
        super().__init__()
        self._flow, self._policy = flow, policy

    def __missing__(self, stop: int) -> Play:
        """The function for a stop that was not reached before."""
        point = self._flow.points[stop]
        match point:
            case TogetherPoint():
                play = _play_together(self._flow, point, self)
            case AskPoint():
                play = point.playing(self._policy)
            case DrawPoint() | PickPoint():
                play = point.play
        self[stop] = play
        return play


@frozen(eq=False, slots=False)
class Machine:
    """A compiled Program: its steps, the first step, the initial scratch slots, and for each policy and stop how to answer."""

    context: Context
    flow: Flow
    entry: int
    scratch: tuple[int, ...]
    plays: dict[Policy, Plays]
    scopes: Scopes

    @cached_property
    def points(self) -> dict[int, Point]:
        """The decision at each stop, by the number of the stop."""
        return self.flow.points

    @cached_property
    def longest(self) -> Longest | None:
        """How many decisions a match may have."""
        return self.context.program.longest

    def work(self, slots: tuple[int, ...]) -> list[int]:
        """A mutable copy of the slots, with the scratch slots appended."""
        return [*slots, *self.scratch]

    def run(self, s: list[int], pc: int) -> None:
        """Runs from a step up to the next stop, or to the end of the match. Raises PlayError."""
        code = self.flow.code
        while pc > 0:
            pc = code[pc](s)
        longest = self.longest
        cut = pc != OVER and longest is not None and s[longest.clock] >= longest.decisions
        if pc != OVER and not cut:
            s[WHERE] = -pc
            self.check(s)
            return
        if cut and longest is not None:
            s[longest.clock] = longest.decisions + 1
        self.close(s)
        if self.context.log is not None:
            self.context.log.note(Ended(), NOWHERE)

    def close(self, s: list[int]) -> None:
        """Ends the match: there is no stop, and the slots of phases are cleared."""
        program = self.context.program
        s[WHERE] = 0
        s[program.locals : program.slots] = [0] * (program.slots - program.locals)

    def check(self, s: list[int]) -> None:
        """Raises PlayError when somebody is asked who has no option."""
        point = self.points[s[WHERE]]
        match point:
            case TogetherPoint(op=op):
                for seat in point.waiting(s):
                    s[op.seat] = seat
                    self._check(s, self.points[s[op.positions + seat]])
            case _:
                self._check(s, point)

    def _check(self, s: list[int], point: Point) -> None:
        match point:
            case TogetherPoint():
                raise TypeError("a Together inside another")
            case _:
                point.check(s)

    def check_others(self, s: list[int], stop: int) -> None:
        """Raises PlayError when a seat that decides together with the last one has no option, as when all were asked."""
        point = self.points[stop]
        match point:
            case TogetherPoint(op=op):
                last = s[op.seat]
                for seat in (seat for seat in point.waiting(s) if seat != last):
                    s[op.seat] = seat
                    self._check(s, self.points[s[op.positions + seat]])

    def point(self, s: list[int], seat: int) -> Point:
        """The decision of the seat at the current stop; inside a Together this also makes it the current seat in *s*."""
        point = self.points[s[WHERE]]
        match point:
            case TogetherPoint(op=op):
                s[op.seat] = seat
                return self.points[s[op.positions + seat]]
            case _:
                return point

    def answer(self, s: list[int], actor: int, asked: AskPoint | DrawPoint | PickPoint, option: Option) -> None:
        """Carries out the actor's answer, and continues up to the next stop. Raises PlayError."""
        s[self.context.budget] = 0
        if self.longest is not None:
            s[self.longest.clock] += 1
        point = self.points[s[WHERE]]
        match point:
            case TogetherPoint():
                self.run(s, OVER if point.run(s, actor, asked.enter(s, option)) == OVER else point.finish(s))
            case _:
                self.run(s, asked.enter(s, option))


def value_of(machine: Machine, slots: tuple[int, ...], expr: Expr) -> int:
    """The value of an expression in the state with these slots. Raises PlayError."""
    return value(machine.context, expr)(machine.work(slots))


def built(program: Program, log: EventLog | None, carried: set[int] | None = None) -> Machine:
    """The Program as functions, which note events in the *log*, and in *carried* the sentences that are carried out."""
    context, flow = Context(program, log, None, trying(program, carried), carried), Flow()
    entry = flow.block(context, program.body, OVER, Exits(OVER, OVER))
    plays = {policy: Plays(flow, policy) for policy in Policy}
    return Machine(context, flow, entry, (0,) * (program.scratch + 1), plays, scopes_of(program))


def playout(machine: Machine, s: list[int], policy: Policy, draw: DrawNumber) -> None:
    """Plays to the end in place, at random; in a Together the lowest seat answers first. Raises PlayError."""
    code, plays = machine.flow.code, machine.plays[policy]
    program, budget = machine.context.program, machine.context.budget
    clock, most = (budget, 1 << 62) if program.longest is None else (program.longest.clock, program.longest.decisions)
    counting = program.longest is not None
    stop = s[WHERE]
    while stop:
        s[budget] = 0
        if counting:
            s[clock] += 1
        pc = plays[stop](s, draw)
        while pc > 0:
            pc = code[pc](s)
        if pc == OVER:
            break
        if counting and s[clock] >= most:
            if pc == -stop:
                machine.check_others(s, stop)
            s[clock] = most + 1
            break
        stop = -pc
    machine.close(s)


def _play_together(flow: Flow, point: TogetherPoint, asks: Plays) -> Play:
    positions, me, code, stop = point.op.positions, point.op.seat, flow.code, -point.op.stop
    behind = positions + point.seats

    def play(s: list[int], draw: DrawNumber) -> int:
        seat = 0
        while not s[positions + seat]:
            seat += 1
        s[me] = seat
        pc = asks[s[positions + seat]](s, draw)
        while pc > 0:
            pc = code[pc](s)
        if pc == DONE:
            s[positions + seat] = 0
            return stop if any(s[positions:behind]) else point.release_all(s)
        s[positions + seat] = -pc
        return stop if pc else OVER

    return play
