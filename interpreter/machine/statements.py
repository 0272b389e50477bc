"""Statements inside which play never stops, as lines of Python functions.

A function gives a signal: `ON` to continue with the next statement, or `LEAVE`, `END_PHASE`, `END_GAME` to leave blocks around.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import cast

from attrs import evolve, frozen

from ...program import ir
from ...program.ops import leaves, may_write, shown
from ..core import reasons
from ..core.events import Changed, Said
from ..core.runtime_errors import indices
from .addressing import target_address, zone_address
from .aggregates import in_order
from .card_moves import gather, move_all, move_card, reveal, rotate, show_card, shuffle, tell
from .context import Context, Step
from .deferred import keep
from .event_log import note, render, rendering
from .expressions import count_passes, elements, expressions, ranks, test, value
from .expressions import target_address as address
from .memories import forget, remember
from .sets import listed, over_pairs, turns, weighted
from .writing import Writing

ON, LEAVE, END_PHASE, END_GAME = 0, 1, 2, 3


@frozen(eq=False)
class Lines:
    """Statements as lines of a function in the making; *looping* is whether these lines stand in a loop of the function."""

    writing: Writing
    looping: bool = False

    def all(self, ops: ir.Block | list[ir.Op]) -> None:
        """The statements in order."""
        for op in ops:
            if self.writing.function.depth > DEEPEST:
                self.call(block(self.writing.context, [op]), leaves(op, self.writing.program))
            else:
                self.one(op)

    def call(self, step: Step, leaving: bool) -> None:
        """A step that stands elsewhere; *leaving* tells whether it can give another signal than `ON`."""
        function = self.writing.function
        if not leaving:
            function.line(function.call(step))
            return
        function.line(f"signal = {function.call(step)}")
        if self.looping:
            function.line(f"if signal == {LEAVE}: break")
        function.line("if signal: return signal")

    def one(self, op: ir.Op) -> None:
        """One statement."""
        w = self.writing
        mark(w, op)
        match op:
            case ir.Assign():
                _assign(w, op)
            case ir.Clear(target, size):
                _clear(w, target, size)
            case ir.Branch():
                self._branch(op)
            case ir.ForEach():
                self._for_each(op)
            case ir.Repeat():
                self._repeat(op)
            case ir.Leave():
                w.function.line("break" if self.looping else f"return {LEAVE}")
            case ir.EndPhase():
                w.function.line(f"return {END_PHASE}")
            case ir.EndGame(ending):
                w.function.line(f"return {END_GAME}" if ending is None else f"s[{target_address(w, ending)}] = 1")
            case ir.Do():
                self.call(_do(w.context, op), leaves(op, w.program))
            case ir.TooDeep(name, most, sentence):
                w.function.line(f"{w.fault(reasons.too_deep(name, most), sentence)}()")
            case ir.Say() if w.context.log is None:
                for each in shown(op.message):
                    w.function.line(w.value(each))
                if op.to is not None:
                    w.function.line(w.value(op.to))
            case ir.Reveal(zone, to) if w.context.log is None:
                w.function.line(zone_address(w, zone))
                if to is not None:
                    w.function.line(w.value(to))
            case ir.MoveCard():
                move_card(w, op)
            case ir.ShowCard():
                show_card(w, op)
            case ir.Remember():
                remember(w, op)
            case ir.Forget():
                forget(w, op)
            case _:
                self.call(statement(w.context, op), leaving=False)

    def _branch(self, op: ir.Branch) -> None:
        function = self.writing.function
        with function.inside(f"if {self.writing.truth(op.test)}"):
            self.all(op.then)
        if op.otherwise:
            with function.inside("else"):
                self.all(op.otherwise)

    def _for_each(self, op: ir.ForEach) -> None:
        """The elements are fixed at the start, a card once for each copy."""
        w, function = self.writing, self.writing.function
        turns, element = function.fresh("turns"), function.fresh("e")
        if op.keys:
            function.line(f"{turns} = {function.call(chosen_elements(w.context, op))}")
        elif weighted(op.source):
            function.line(f"{turns} = {function.refer(each_copy)}({over_pairs(w, op.source)})")
        else:
            function.line(f"{turns} = {listed(w, op.source)}")
        count_passes(w, op.sentence, f"len({turns})")
        with function.inside(f"for {element} in {turns}"):
            function.line(f"s[{target_address(w, op.target)}] = {element}")
            inside = evolve(self, writing=self._turn(op, element), looping=True)
            if op.where is None or op.keys:
                inside.all(op.body)
            else:
                with function.inside(f"if {inside.writing.truth(op.where)}"):
                    inside.all(op.body)

    def _turn(self, op: ir.ForEach, element: str) -> Writing:
        """The place inside a loop; the name of its element serves where nothing else is stored where the element is."""
        w = self.writing
        match op.target:
            case ir.Slot(index) if not may_write(w.program, op.body, index):
                return w.binding(op.target, element, w.known.elements(op.source))
            case _:
                return w

    def _repeat(self, op: ir.Repeat) -> None:
        w, function = self.writing, self.writing.function
        passes, most = function.fresh("passes"), function.fresh("most")
        function.line(f"{passes}, {most} = 0, {ir.PASSES + 1 if op.limit is None else w.value(op.limit)}")
        with function.inside(f"while {passes} < {most}"):
            function.line(f"{passes} += 1")
            count_passes(w, op.sentence, "1")
            if op.counter is not None:
                function.line(f"s[{target_address(w, op.counter)}] = {passes}")
            evolve(self, looping=True).all(op.body)
            if op.until is not None:
                function.line(f"if {w.truth(op.until)}: break")


DEEPEST = 12
"""So many blocks within blocks are lines of one function; what lies deeper is a function of its own, for Python has bounds."""


def statement(context: Context, op: ir.Op) -> Step:
    """The statement as a step that gives no signal. Raises TypeError for one that is written in lines, or stops."""
    match op:
        case ir.AssignAll():
            return _assign_all(context, op)
        case ir.MoveAll():
            return move_all(context, op)
        case ir.Rotate():
            return rotate(context, op)
        case ir.Gather():
            return gather(context, op)
        case ir.Shuffle():
            return shuffle(context, op)
        case ir.Reveal():
            return reveal(context, op)
        case ir.Tell():
            return tell(context, op)
        case ir.Say():
            return _say(context, op)
        case ir.Later():
            return keep(context, op)
        case ir.Take():
            return lambda s: ON
        case _:
            raise TypeError("this is no step of its own")


def block(context: Context, ops: ir.Block | list[ir.Op], after: int = ON) -> Step:
    """A step that runs the statements in order, up to the first signal other than `ON`; behind the last one it gives *after*."""
    w = expressions(context)
    Lines(w).all(ops)
    w.function.line(f"return {after}")
    return cast(Step, w.function.made())


def _assign(w: Writing, op: ir.Assign) -> None:
    """Stores a value; one out of range is a runtime error."""
    noted = w.context.log is not None and op.place is not None
    if _fits(w, op) and not noted:
        number, address = w.value(op.value), target_address(w, op.target)
        w.function.line(f"s[{address}] = {number}")
        return
    _put(w, op, *_checked(w, op))


def _assign_all(context: Context, op: ir.AssignAll) -> Step:
    """A step that works out all values and where they go, and then stores them."""
    w = expressions(context)
    function = w.function
    function.line("found = []")
    with turns(w, op.source, op.slot, weighed=False) as turn:
        passes = "1" if op.where is None else turn.inside.truth(op.where)
        with function.inside(f"if {passes}"):
            value, at = _checked(turn.inside, op)
            function.line(f"found.append(({at}, {value}))")
    with function.inside("for at, value in found"):
        _put(w, op, "value", "at")
    function.line("return 0")
    return cast(Step, function.made())


def _fits(w: Writing, op: ir.Assign | ir.AssignAll) -> bool:
    """Whether it is known that the value is within its limits."""
    held = w.known.value(op.value)
    return held.within(op.low, op.high) or (op.optional and held.present().within(op.low, op.high))


def _checked(w: Writing, op: ir.Assign | ir.AssignAll) -> tuple[str, str]:
    """The names of the value and of the number of its slot; a value out of range is a runtime error."""
    function, low, high = w.function, op.low, op.high
    number, address = w.value(op.value), target_address(w, op.target)
    value, at = function.fresh("v"), function.fresh("at")
    function.line(f"{value} = {number}")
    function.line(f"{at} = {address}")
    if not _fits(w, op):
        absent = f" and {value} != {ir.NOTHING}" if op.optional else ""
        place = None if op.place is None else w.program.places[op.place]
        wrong = w.fault(reasons.outside(place, low, high), op.sentence)
        function.line(f"if not {low} <= {value} <= {high}{absent}: {wrong}({value}, {at})")
    return value, at


def _put(w: Writing, op: ir.Assign | ir.AssignAll, value: str, at: str) -> None:
    """Stores the value, and reports where what is declared changes."""
    function = w.function
    if w.context.log is not None and op.place is not None:
        changed = function.refer(_changed(w.context, op.place, op.sentence))
        function.line(f"if s[{at}] != {value}:")
        function.line(f"  old, s[{at}] = s[{at}], {value}")
        function.line(f"  {changed}(s, {at}, old, {value})")
        function.passed += 1
    else:
        function.line(f"s[{at}] = {value}")


def _changed(context: Context, number: int, sentence: int) -> Callable[[list[int], int, int, int], None]:
    """A function that reports what was stored in a slot of the place with this number, and what was there before."""
    place = context.program.places[number]

    def report(s: list[int], at: int, old: int, new: int) -> None:
        note(context, s, Changed(number, indices(place.extents, at - place.base), old, new), sentence)

    return report


def _clear(w: Writing, target: ir.Target, size: int) -> None:
    """Sets *size* slots to 0, from the target on."""
    address = target_address(w, target)
    if size == 1:
        w.function.line(f"s[{address}] = 0")
    else:
        once, at = w.again(address)
        w.function.line(f"s[{once} : {at} + {size}] = {w.function.refer([0] * size)}")


def storing(context: Context, target: ir.Target) -> Callable[[list[int], int], None]:
    """A function that stores a value in the target without checking its range."""
    w = expressions(context, "s, number")
    w.function.line(f"s[{target_address(w, target)}] = number")
    return cast(Callable[[list[int], int], None], w.function.made())


def _say(context: Context, op: ir.Say) -> Step:
    compiled, to = rendering(context, op.message), None if op.to is None else value(context, op.to)

    def tell(s: list[int]) -> int:
        note(context, s, Said(render(context, compiled, s), None if to is None else to(s), op.others), op.sentence)
        return ON

    return tell


def chosen_elements(context: Context, op: ir.ForEach) -> Callable[[list[int]], list[int]]:
    """A function that gives the elements of a loop, fixed at its start, a card once for each copy.

    With sort keys these are the elements that pass, sorted; without, all elements in order, and each is tested at its turn.
    """
    source, store = elements(context, op.source), storing(context, op.target)
    where = None if op.where is None or not op.keys else test(context, op.where)
    keys = ranks(context, op.keys)
    sorting = bool(op.keys)

    def choose(s: list[int]) -> list[int]:
        found = []
        for element, weight in source.pairs(s):
            if where is not None:
                store(s, element)
                if not where(s):
                    continue
            found.extend([element] * weight)
        return in_order(found, store, keys, s) if sorting else found

    return choose


def each_copy(pairs: Iterable[tuple[int, int]]) -> list[int]:
    """The elements, a card once for each copy."""
    return [element for element, weight in pairs for _ in range(weight)]


def _do(context: Context, op: ir.Do) -> Step:
    """A phase inside which play never stops, compiled once."""
    if op.phase not in context.phases:
        context.phases[op.phase] = _phase(context, context.program.phases[op.phase])
    return context.phases[op.phase]


def mark(w: Writing, op: ir.Op) -> None:
    """Writes that the sentence of a statement is carried out, where somebody asks."""
    if w.context.carried is not None and not isinstance(op, ir.Clear):
        w.function.line(f"{w.function.refer(w.context.carried.add)}({op.sentence})")


def trying(program: ir.Program, carried: set[int] | None = None) -> Callable[[int], Step]:
    """What gives the steps of phases that are only tried, compiled once: they note no events. *carried* is as in `Context`.

    A function that uses itself is compiled when it is first called: with all below it, that would go too deep.
    """
    functions = {trial.phase for trial in program.trials if trial.result is not None}

    def phase(number: int) -> Step:
        if number not in quiet.phases:
            later = partial(_phase, quiet, program.phases[number])
            quiet.phases[number] = _when_called(later) if number in functions else later()
        return quiet.phases[number]

    quiet = Context(program, None, None, phase, carried, tried=True)
    return phase


def _when_called(make: Callable[[], Step]) -> Step:
    made = list[Step]()

    def step(s: list[int]) -> int:
        if not made:
            made.append(make())
        return made[0](s)

    return step


def _phase(context: Context, phase: ir.Phase) -> Step:
    body, after = block(context, phase.body), block(context, phase.after)
    if phase.ending is None:
        return lambda s: END_GAME if body(s) == END_GAME else after(s)
    ending = address(context, phase.ending)

    def run(s: list[int]) -> int:
        s[ending(s)] = 0
        if body(s) == END_GAME:
            return END_GAME
        ends = s[ending(s)]
        after(s)
        return END_GAME if ends else ON

    return run
