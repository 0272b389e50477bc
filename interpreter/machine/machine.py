"""A Program compiled for playing, once for those who listen and once for those who do not."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ...program.ir import WHERE, Program
from ..core.events import Ended, EventLog, Option
from .chance_decisions import DrawPoint, PickPoint
from .context import Context
from .control import Exits, Flow, Point
from .pending_choices import Scopes, scopes_of
from .seat_decisions import AskPoint, DrawNumber
from .simultaneous import DONE, OVER, TogetherPoint

Play = Callable[[list[int], DrawNumber], int]
"""Answers at random: from the slots and a source of numbers to the step to go on with."""


@frozen(eq=False)
class Machine:
    """The steps of a Program, where they begin, and its points by the number of their stop."""

    context: Context
    flow: Flow
    entry: int
    scratch: tuple[int, ...]
    plays: dict[int, Play]
    scopes: Scopes

    @property
    def points(self) -> dict[int, Point]:
        """What is asked at each stop."""
        return self.flow.points

    def work(self, slots: tuple[int, ...]) -> list[int]:
        """The slots of a state, with room to work things out."""
        return [*slots, *self.scratch]

    def run(self, s: list[int], pc: int) -> None:
        """Go on from a step up to the next stop, or to the end of the match."""
        code = self.flow.code
        while pc > 0:
            pc = code[pc](s)
        program = self.context.program
        longest = program.longest
        if pc == OVER or (longest is not None and s[longest.clock] >= longest.decisions):
            self.close(s)
            if self.context.log is not None:
                self.context.log.signals.append(Ended())
        else:
            s[WHERE] = -pc
            self.check(s)

    def close(self, s: list[int]) -> None:
        """The match is over: nothing waits, and nothing of the phases is left."""
        program = self.context.program
        s[WHERE] = 0
        s[program.locals : program.slots] = [0] * (program.slots - program.locals)

    def check(self, s: list[int]) -> None:
        """Raises a fault when somebody is asked who has nothing to answer."""
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

    def point(self, s: list[int], seat: int) -> Point:
        """What the seat is asked now; inside a Together it becomes the present seat."""
        point = self.points[s[WHERE]]
        match point:
            case TogetherPoint(op=op):
                s[op.seat] = seat
                return self.points[s[op.positions + seat]]
            case _:
                return point

    def answer(self, s: list[int], actor: int, asked: AskPoint | DrawPoint | PickPoint, option: Option) -> None:
        """Let the actor's answer take place, and go on up to the next stop."""
        program = self.context.program
        s[self.context.budget] = 0
        if program.longest is not None:
            s[program.longest.clock] += 1
        point = self.points[s[WHERE]]
        match point:
            case TogetherPoint():
                self.run(s, OVER if point.run(s, actor, asked.enter(s, option)) == OVER else point.finish(s))
            case _:
                self.run(s, asked.enter(s, option))


def listening(program: Program) -> Machine:
    """The machine that notes what happens."""
    return _kept(program, True)


def silent(program: Program) -> Machine:
    """The machine that notes nothing."""
    return _kept(program, False)


KEPT = 64
"""So many machines are kept; the oldest goes first."""

_machines: dict[tuple[int, bool], Machine] = {}


def _kept(program: Program, noting: bool) -> Machine:
    # Looked up by identity, for comparing Programs would cost more than playing; a machine keeps its Program alive.
    key = id(program), noting
    machine = _machines.get(key)
    if machine is None:
        machine = _built(program, EventLog() if noting else None)
        while len(_machines) >= KEPT:
            _machines.pop(next(iter(_machines)), None)
        _machines[key] = machine
    return machine


def _built(program: Program, log: EventLog | None) -> Machine:
    context, flow = Context(program, log, None), Flow()
    entry = flow.block(context, program.body, OVER, Exits(OVER, OVER))
    plays = {stop: _play(flow, point) for stop, point in flow.points.items()}
    return Machine(context, flow, entry, (0,) * (program.scratch + 1), plays, scopes_of(program))


def playout(machine: Machine, s: list[int], draw: DrawNumber) -> None:
    """Play to the end in place; every decision is drawn by weight, in a Together the lowest seat's first."""
    code, plays = machine.flow.code, machine.plays
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
        if pc == OVER or (counting and s[clock] >= most):
            break
        stop = -pc
    machine.close(s)


def _play(flow: Flow, point: Point) -> Play:
    match point:
        case TogetherPoint():
            return _play_together(flow, point)
        case _:
            return point.play


def _play_together(flow: Flow, point: TogetherPoint) -> Play:
    positions, me, code = point.op.positions, point.op.seat, flow.code
    asks = {stop: asked.play for stop, asked in flow.points.items() if isinstance(asked, AskPoint)}

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
            return point.finish(s)
        s[positions + seat] = -pc
        return -point.op.stop if pc else OVER

    return play
