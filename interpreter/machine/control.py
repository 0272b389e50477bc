"""Blocks inside which play can stop, compiled to a flat list of steps.

A step changes the slots and gives the number of the next step. A negative number is a negated stop, at which play waits. A
block is compiled from its end to its beginning, so that the step after each part is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from attrs import frozen

from ...program import ir
from ...program.ops import leaves, stops
from ..core import reasons
from ..core.events import NOWHERE, EventLog, Pausing
from . import addressing
from .chance_decisions import DrawPoint, PickPoint
from .context import Context, Step
from .expressions import Expressions, count_passes, expressions
from .seat_decisions import AskPoint, Choice
from .sets import listed
from .simultaneous import DONE, OVER, TogetherPoint, seated
from .statements import block, chosen_elements


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

    def later(self, build: Callable[[], Step], number: int | None = None) -> int:
        """Gives the number of a step that is written when play comes to it first: a new one, unless it is given."""
        at = self.add(_unset) if number is None else number

        def first(s: list[int]) -> int:
            self.code[at] = step = build()
            return step(s)

        self.code[at] = first
        return at

    def block(self, context: Context, ops: ir.Block, after: int, exits: Exits) -> int:
        """The number of the block's first step, or a negated stop; after the block, play continues at *after*."""
        quiet: list[ir.Op] = []
        for op in reversed(ops):
            if stops(op):
                after = self._stopping(context, op, self._quiet(context, quiet, after, exits), exits)
                quiet = []
            else:
                quiet.insert(0, op)
        return self._quiet(context, quiet, after, exits)

    def _quiet(self, context: Context, ops: list[ir.Op], after: int, exits: Exits) -> int:
        if not ops:
            return after
        if not any(leaves(op, context.program) for op in ops):
            return self.later(lambda: block(context, ops, after))
        return self.later(lambda: _leaving(block(context, ops), exits.by_signal(after)))

    def _stopping(self, context: Context, op: ir.Op, after: int, exits: Exits) -> int:
        return self._marked(context, op, self._stop(context, op, after, exits))

    def _marked(self, context: Context, node: ir.Op | ir.Alternative, entry: int) -> int:
        """The step that notes that a sentence is carried out and goes on at *entry*; *entry* where nobody asks."""
        carried, sentence = context.carried, None if isinstance(node, ir.Clear) else node.sentence
        if carried is None or sentence is None:
            return entry

        def step(s: list[int]) -> int:
            carried.add(sentence)
            return entry

        return self.add(step)

    def _stop(self, context: Context, op: ir.Op, after: int, exits: Exits) -> int:
        match op:
            case ir.Ask():
                return self._ask(context, op, after, exits)
            case ir.Draw():
                self.points[op.stop] = DrawPoint(context, op, after)
                return -op.stop
            case ir.Pick():
                self.points[op.stop] = PickPoint(context, op, after)
                return -op.stop
            case ir.Branch():
                then = self.block(context, op.then, after, exits)
                otherwise = self.block(context, op.otherwise, after, exits)
                return self.later(lambda: _branch(context, op, then, otherwise))
            case ir.ForEach():
                return self._for_each(context, op, after, exits)
            case ir.Repeat():
                return self._repeat(context, op, after, exits)
            case ir.Do():
                return self._do(context, op, after)
            case ir.Together():
                return self._together(context, op, after)
            case _:
                raise TypeError("play does not stop here")

    def _ask(self, context: Context, op: ir.Ask, after: int, exits: Exits) -> int:
        choices = [Choice(context, number, alternative) for number, alternative in enumerate(op.alternatives)]
        entries = [
            self._marked(context, alternative, self.block(context, alternative.body, after, exits))
            for alternative in op.alternatives
        ]
        self.points[op.stop] = AskPoint(context, op, tuple(choices), tuple(entries))
        return -op.stop

    def _for_each(self, context: Context, op: ir.ForEach, after: int, exits: Exits) -> int:
        turn = self.add(_unset)
        body = self.block(context, op.body, turn, Exits(after, exits.phase))
        self.later(lambda: _next_element(context, op, body, after), turn)
        return self.later(lambda: _first_element(context, op, body, after))

    def _repeat(self, context: Context, op: ir.Repeat, after: int, exits: Exits) -> int:
        if op.limit is not None and op.counter is None:
            raise TypeError("a loop that play stops inside counts its passes in a slot")
        turn = self.add(_unset)
        body = self.block(context, op.body, turn, Exits(after, exits.phase))
        self.later(lambda: _again(context, op, body, after), turn)
        return self.later(lambda: _begin(context, op, body, after))

    def _do(self, context: Context, op: ir.Do, after: int) -> int:
        """The step that begins a phase; behind the phase play goes on at *after*."""
        phase, program = context.program.phases[op.phase], context.program
        if op.phase not in self.phases:
            self.phases[op.phase] = Entered(self.add(_unset), {})
            self._phase(context, program.phases[op.phase], self.phases[op.phase])
        entered, number = self.phases[op.phase], op.number
        entered.behind[number] = after
        if phase.back is None:
            return entered.entry
        return self.later(lambda: _call(context, phase, number, entered.entry))

    def _phase(self, context: Context, phase: ir.Phase, entered: Entered) -> None:
        """The steps of a phase inside which play can stop."""
        last = self.later(lambda: _end_of_phase(context, phase, entered.behind))
        body = self.block(context, phase.body, last, Exits(last, last))
        self.later(lambda: _beginning_of_phase(context, phase, body), entered.entry)

    def _together(self, context: Context, op: ir.Together, after: int) -> int:
        inside = seated(context, op)
        entry = self.block(inside, op.body, DONE, Exits(DONE, DONE))
        point = TogetherPoint(context, op, self.code, entry, after)
        self.points[op.stop] = point
        return self.add(point.begin)


def _leaving(run: Step, ways: tuple[int, int, int, int]) -> Step:
    """A step behind which play goes on by the signal of *run*."""
    return lambda s: ways[run(s)]


def _branch(context: Context, op: ir.Branch, then: int, otherwise: int) -> Step:
    w = expressions(context)
    w.function.line(f"return {then} if {w.truth(op.test)} else {otherwise}")
    return cast(Step, w.function.made())


def _call(context: Context, phase: ir.Phase, number: int, entry: int) -> Step:
    """The step that notes from where a phase is done."""
    w = expressions(context)
    if phase.back is not None:
        w.function.line(f"s[{addressing.target_address(w, phase.back)}] = {number}")
    w.function.line(f"return {entry}")
    return cast(Step, w.function.made())


def _beginning_of_phase(context: Context, phase: ir.Phase, body: int) -> Step:
    w = expressions(context)
    if phase.ending is not None:
        w.function.line(f"s[{addressing.target_address(w, phase.ending)}] = 0")
    w.function.line(f"return {body}")
    return cast(Step, w.function.made())


def _end_of_phase(context: Context, phase: ir.Phase, behind: dict[int, int]) -> Step:
    """The step that clears the names of a phase; play goes on behind the Do that began it, or the match is over."""
    w = expressions(context)
    function, close = w.function, block(context, phase.after)
    if phase.ending is not None:
        with function.inside(f"if s[{addressing.target_address(w, phase.ending)}]"):
            function.line(function.call(close))
            function.line(f"return {OVER}")
    if phase.back is None:
        function.line(function.call(close))
        function.line(f"return {next(iter(behind.values()))}")
    else:
        function.line(f"number = s[{addressing.target_address(w, phase.back)}]")
        function.line(function.call(close))
        function.line(f"return {function.refer(behind)}[number]")
    return cast(Step, function.made())


def _first_element(context: Context, op: ir.ForEach, body: int, end: int) -> Step:
    """The step that begins a loop over elements."""
    w = expressions(context)
    function = w.function
    if op.stored is None:
        function.line(f"at, turns, position = {addressing.target_address(w, op.target)}, {listed(w, op.source)}, 0")
        return _turn(w, op, body, end)
    function.line(f"found = {function.call(chosen_elements(context, op))}")
    function.line(f"at = {addressing.target_address(w, op.stored)}")
    function.line(f"if len(found) > {op.capacity}: {w.fault(reasons.TOO_MANY_ELEMENTS, op.sentence)}()")
    function.line("s[at] = len(found)")
    function.line("s[at + 2 : at + 2 + len(found)] = found")
    return _stored_turn(w, op, body, end)


def _next_element(context: Context, op: ir.ForEach, body: int, end: int) -> Step:
    """The step behind each pass of a loop over elements."""
    w = expressions(context)
    if op.stored is None:
        w.function.line(f"at, turns = {addressing.target_address(w, op.target)}, {listed(w, op.source)}")
        w.function.line("position = turns.index(s[at]) + 1")
        return _turn(w, op, body, end)
    w.function.line(f"at = {addressing.target_address(w, op.stored)}")
    return _stored_turn(w, op, body, end)


def _turn(w: Expressions, op: ir.ForEach, body: int, end: int) -> Step:
    """The step in the making, which goes on with the first of the elements that passes, from `position` on."""
    function = w.function
    with function.inside("while position < len(turns)"):
        count_passes(w, op.sentence, "1")
        function.line("s[at] = turns[position]")
        function.line(f"if {'1' if op.where is None else w.truth(op.where)}: return {body}")
        function.line("position += 1")
    function.line(f"return {end}")
    return cast(Step, function.made())


def _stored_turn(w: Expressions, op: ir.ForEach, body: int, end: int) -> Step:
    """The same where the elements and the position are kept in slots."""
    function = w.function
    function.line("position = s[at + 1]")
    with function.inside("while position < s[at]"):
        function.line(f"s[{w.context.budget}] += 1")
        function.line(f"s[{addressing.target_address(w, op.target)}] = s[at + 2 + position]")
        function.line("position += 1")
        function.line("s[at + 1] = position")
        function.line(f"if {'1' if op.where is None or op.keys else w.truth(op.where)}: return {body}")
    function.line(f"return {end}")
    return cast(Step, function.made())


def _begin(context: Context, op: ir.Repeat, body: int, end: int) -> Step:
    """The step before the first pass of a loop."""
    w = expressions(context)
    if op.counter is not None:
        w.function.line(f"s[{addressing.target_address(w, op.counter)}] = 0")
    return _pass(w, op, body, end)


def _again(context: Context, op: ir.Repeat, body: int, end: int) -> Step:
    """The step behind each pass of a loop."""
    w = expressions(context)
    if op.until is not None:
        w.function.line(f"if {w.truth(op.until)}: return {end}")
    named = op.name is not None and context.together is None
    return _pass(w, op, body, end, context.log if named else None)


def _pass(w: Expressions, op: ir.Repeat, body: int, end: int, log: EventLog | None = None) -> Step:
    """The step that is in the making, with the lines that begin a pass of a loop; the *log* hears that another one is done."""
    function = w.function
    count_passes(w, op.sentence, "1")
    if op.counter is not None:
        function.line(f"at = {addressing.target_address(w, op.counter)}")
        if op.limit is not None:
            function.line(f"if s[at] >= {w.value(op.limit)}: return {end}")
        if log is not None:
            between = f"{function.refer(Pausing)}(at, (0, *s[1:{w.program.slots}]))"
            function.line(f"{function.refer(log)}.note({between}, {function.refer(NOWHERE)})")
        function.line("s[at] += 1")
    function.line(f"return {body}")
    return cast(Step, function.made())
