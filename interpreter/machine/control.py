"""Blocks inside which play can stop, compiled to a flat list of steps.

A step changes the slots and gives the number of the next step. A negative number is a negated stop, at which play waits. A
block is compiled from its end to its beginning, so that the step after each part is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from ...program.ir import (
    PASSES,
    Ask,
    Block,
    Branch,
    Do,
    Draw,
    ForEach,
    Op,
    Phase,
    Pick,
    Repeat,
    Together,
)
from ...program.ops import leaves, stops
from ..core import reasons
from .chance_decisions import DrawPoint, PickPoint, draw_point, pick_point
from .context import Context, Step
from .expressions import elements, target_address, test, value
from .seat_decisions import AskPoint, ask_point, choice
from .simultaneous import DONE, OVER, TogetherPoint, together_point
from .statements import block, chosen_elements, storing


def _unset(s: list[int]) -> int:
    raise TypeError("this step is still to be written")


Point = AskPoint | DrawPoint | PickPoint | TogetherPoint


@frozen
class Exits:
    """The steps to continue with when the innermost loop or phase is left."""

    leave: int
    phase: int

    def by_signal(self, after: int) -> tuple[int, int, int, int]:
        """The next step for each signal of a statement."""
        return after, self.leave, self.phase, OVER


@frozen
class Entered:
    """The first step of a phase, and the step behind each Do of it, by the number of the Do."""

    entry: int
    behind: dict[int, int]


class Flow:
    """The steps of a Program and its points, compiled block by block."""

    def __init__(self) -> None:
        self.code: list[Step] = [lambda s: OVER]
        self.points: dict[int, Point] = {}
        self.phases: dict[int, Entered] = {}

    def add(self, step: Step) -> int:
        """Appends a step; gives its number."""
        self.code.append(step)
        return len(self.code) - 1

    def block(self, context: Context, ops: Block, after: int, exits: Exits) -> int:
        """The number of the block's first step, or a negated stop; after the block, play continues at *after*."""
        quiet: list[Op] = []
        for op in reversed(ops):
            if stops(op):
                after = self._stopping(context, op, self._quiet(context, quiet, after, exits), exits)
                quiet = []
            else:
                quiet.insert(0, op)
        return self._quiet(context, quiet, after, exits)

    def _quiet(self, context: Context, ops: list[Op], after: int, exits: Exits) -> int:
        if not ops:
            return after
        run, ways = block(context, ops), exits.by_signal(after)
        if any(leaves(op, context.program) for op in ops):
            return self.add(lambda s: ways[run(s)])

        def step(s: list[int]) -> int:
            run(s)
            return after

        return self.add(step)

    def _stopping(self, context: Context, op: Op, after: int, exits: Exits) -> int:
        match op:
            case Ask():
                return self._ask(context, op, after, exits)
            case Draw():
                self.points[op.stop] = draw_point(context, op, after)
                return -op.stop
            case Pick():
                self.points[op.stop] = pick_point(context, op, after)
                return -op.stop
            case Branch():
                then = self.block(context, op.then, after, exits)
                otherwise = self.block(context, op.otherwise, after, exits)
                holds = test(context, op.test)
                return self.add(lambda s: then if holds(s) else otherwise)
            case ForEach():
                return self._for_each(context, op, after, exits)
            case Repeat():
                return self._repeat(context, op, after, exits)
            case Do():
                return self._do(context, op, after)
            case Together():
                return self._together(context, op, after)
            case _:
                raise TypeError("play does not stop here")

    def _ask(self, context: Context, op: Ask, after: int, exits: Exits) -> int:
        choices = [choice(context, number, alternative) for number, alternative in enumerate(op.alternatives)]
        entries = [self.block(context, alternative.body, after, exits) for alternative in op.alternatives]
        self.points[op.stop] = ask_point(context, op, tuple(choices), tuple(entries))
        return -op.stop

    def _for_each(self, context: Context, op: ForEach, after: int, exits: Exits) -> int:
        if op.stored is None:
            return self._for_range(context, op, after, exits)
        store, kept, capacity = storing(context, op.target), target_address(context, op.stored), op.capacity
        choose, sentence = chosen_elements(context, op), op.sentence
        where = None if op.where is None or op.keys else test(context, op.where)
        end = after

        def start(s: list[int]) -> int:
            found = choose(s)
            at = kept(s)
            if len(found) > capacity:
                raise context.fault(reasons.TOO_MANY_ELEMENTS, sentence)
            s[at] = len(found)
            s[at + 2 : at + 2 + len(found)] = found
            return again(s)

        def again(s: list[int]) -> int:
            at = kept(s)
            position = s[at + 1]
            while position < s[at]:
                s[context.budget] += 1
                store(s, s[at + 2 + position])
                position += 1
                s[at + 1] = position
                if where is None or where(s):
                    return body
            return end

        turn = self.add(again)
        body = self.block(context, op.body, turn, Exits(end, exits.phase))
        return self.add(start)

    def _for_range(self, context: Context, op: ForEach, after: int, exits: Exits) -> int:
        values, target = elements(context, op.source).values, target_address(context, op.target)
        where = None if op.where is None else test(context, op.where)
        sentence, budget, end = op.sentence, context.budget, after

        def start(s: list[int]) -> int:
            return look(s, target(s), values(s), 0)

        def again(s: list[int]) -> int:
            at, turns = target(s), values(s)
            return look(s, at, turns, turns.index(s[at]) + 1)

        def look(s: list[int], at: int, turns: Sequence[int], position: int) -> int:
            while position < len(turns):
                s[budget] += 1
                if s[budget] > PASSES:
                    raise context.fault(reasons.ENDLESS, sentence)
                s[at] = turns[position]
                if where is None or where(s):
                    return body
                position += 1
            return end

        turn = self.add(again)
        body = self.block(context, op.body, turn, Exits(end, exits.phase))
        return self.add(start)

    def _repeat(self, context: Context, op: Repeat, after: int, exits: Exits) -> int:
        limit = None if op.limit is None else value(context, op.limit)
        until = None if op.until is None else test(context, op.until)
        counter = None if op.counter is None else target_address(context, op.counter)
        if limit is not None and counter is None:
            raise TypeError("a loop that play stops inside counts its passes in a slot")
        end, budget, sentence = after, context.budget, op.sentence

        def again(s: list[int]) -> int:
            s[budget] += 1
            if s[budget] > PASSES:
                raise context.fault(reasons.ENDLESS, sentence)
            if counter is not None:
                at = counter(s)
                if limit is not None and s[at] >= limit(s):
                    return end
                s[at] += 1
            return body

        def passed(s: list[int]) -> int:
            return end if until is not None and until(s) else again(s)

        def begin(s: list[int]) -> int:
            if counter is not None:
                s[counter(s)] = 0
            return again(s)

        turn = self.add(passed)
        body = self.block(context, op.body, turn, Exits(end, exits.phase))
        return self.add(begin)

    def _do(self, context: Context, op: Do, after: int) -> int:
        """The step that begins a phase; behind the phase play goes on at *after*."""
        phase, program = context.program.phases[op.phase], context.program
        if op.phase not in self.phases:
            self.phases[op.phase] = Entered(self.add(_unset), {})
            self._phase(context, program.phases[op.phase], self.phases[op.phase])
        entered, number = self.phases[op.phase], op.number
        entered.behind[number] = after
        if phase.back is None:
            return entered.entry
        back, entry = target_address(context, phase.back), entered.entry

        def call(s: list[int]) -> int:
            s[back(s)] = number
            return entry

        return self.add(call)

    def _phase(self, context: Context, phase: Phase, entered: Entered) -> None:
        """The steps of a phase inside which play can stop."""
        close, behind = block(context, phase.after), entered.behind
        back = None if phase.back is None else target_address(context, phase.back)
        ending = None if phase.ending is None else target_address(context, phase.ending)

        def end(s: list[int]) -> int:
            if ending is not None and s[ending(s)]:
                close(s)
                return OVER
            number = next(iter(behind)) if back is None else s[back(s)]
            close(s)
            return behind[number]

        last = self.add(end)
        body = self.block(context, phase.body, last, Exits(last, last))

        def begin(s: list[int]) -> int:
            if ending is not None:
                s[ending(s)] = 0
            return body

        self.code[entered.entry] = begin

    def _together(self, context: Context, op: Together, after: int) -> int:
        inside = evolve(context, together=op)
        entry = self.block(inside, op.body, DONE, Exits(DONE, DONE))
        point = together_point(context, op, self.code, entry, after)
        self.points[op.stop] = point
        return self.add(point.begin)
