"""The stepping form: functions that say who is asked, list the options, and carry out one answer.

Blocks inside which play can stop become numbered steps, as in the interpreter; a negative number is a negated stop. The
functions are

    start(s, m)                  from the vector at the start of a match up to the first stop
    actor(s, m)                  who is asked: a seat (the lowest that waits), NATURE (-1), or NOBODY (-2) when it is over
    options(s, m, o, w, p)       the number of options of that actor; writes their codes to o and their weights to w, in
                                 order; having none is a fault, which the interpreter finds as soon as it reaches the stop
    apply(s, m, p, code)         carries out its answer, up to the next stop
    rollout(s, m, o, w, n, b, left)  answers at random to the end of the match, or *left* times; gives the streams back
    expand, histories            what follows several vectors; how many ways lead on from one

`batching.py` has the same for many vectors.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from attrs import Factory, define, frozen

from ...interpreter.core import reasons
from ...interpreter.machine.simultaneous import places
from ...interpreter.state import NATURE
from ...program import ir
from ...program.ops import deferred, stops
from . import noting
from .context import Emission, JumpTarget, Module, Passed
from .context import at as at_
from .expressions import each, fixed_zone, place, sort_value, spot_of, test, value, walk
from .options import by_entry, capacity, coded, deciding, offers_nothing, unbind, weighted, write_options
from .playout import largest, pick_outcomes, release
from .statements import JumpTargets, block, drawn_offsets, lay, ordered, phase_function
from .writer import Writer

OVER = 0
"""The step number that ends the match."""
DONE = -(10**9)
"""The step number that ends the body of a Together for one seat; it is below every negated stop."""
NOBODY = -2
"""The actor of a match that is over."""


def passed_on(module: Module) -> Passed:
    """What a phase that is a function is passed."""
    return Passed(module.arrays, ("passes",))


@frozen
class Exits:
    """The steps to continue with when the innermost loop or phase is left."""

    leave: int
    phase: int


@frozen
class Point:
    """A decision: the step to continue with (for an Ask one for each alternative), and the Together around it."""

    op: ir.Ask | ir.Draw | ir.Pick
    entries: tuple[int, ...]
    together: ir.Together | None


@frozen(eq=False)
class Entered:
    """A phase with its first and its last step, and the step behind each Do of it, by the number of the Do."""

    phase: ir.Phase
    entry: int
    last: int
    behind: dict[int, int]

    def leave(self, em: Emission) -> None:
        """Writes the last step: play goes on behind the Do that began the phase, or the match ends."""
        phase = self.phase
        behind = str(next(iter(self.behind.values())))
        if phase.back is not None:
            number = em.writer.fresh("x")
            em.writer.line(f"{number} = {place(em, phase.back)}")
            steps = tuple(self.behind.get(at, OVER) for at in range(max(self.behind) + 1))
            behind = f"{em.table(steps)}[{at_(number)}]"
        ends = "0"
        if phase.ending is not None:
            ends = em.writer.fresh("x")
            em.writer.line(f"{ends} = {place(em, phase.ending)}")
        targets = JumpTargets(None, None, em.jump_target("continue", f"pc = {OVER}"))
        block(em, phase.after, targets, _never)
        _unset(em, (targets.over,))
        em.writer.line(f"pc = {behind}" if phase.ending is None else f"pc = {OVER} if {ends} != 0 else {behind}")


@define(eq=False)
class Steps:
    """The steps of a program, or of the body of a Together."""

    module: Module
    together: ir.Together | None
    steps: list[list[str]]
    points: dict[int, Point]
    parts: list[tuple[ir.Together, Steps, int, int]]
    phases: dict[int, Entered] = Factory(dict)
    passes: list[tuple[ir.Repeat, int, int]] = Factory(list)
    """The loops, each with the step behind a pass and the one that begins another."""
    numbers: Iterator[int] = Factory(lambda: itertools.count(1))
    """The numbers of the names of all steps, which stand in one function."""

    def emission(self) -> Emission:
        """An emission for the lines of one step, which stand inside the loop that runs the steps."""
        em = Emission(self.module, {}, self.numbers)
        em.passed = passed_on(self.module)
        em.loops = 1
        if self.together is not None:
            em.taking(self.together, "p")
            em.by = "p + 1"
        return em

    def add(self, em: Emission) -> int:
        """Appends a step; gives its number."""
        self.steps.append(em.writer.lines)
        return len(self.steps)

    def step(self, write: Callable[[Emission], None]) -> int:
        """Appends a step with the lines that *write* writes; gives its number."""
        em = self.emission()
        write(em)
        return self.add(em)

    # ------------------------------------------------------------------------------------------------------ blocks

    def block(self, ops: ir.Block, after: int, exits: Exits) -> int:
        """The number of the block's first step, or a negated stop; after the block, play continues at *after*."""
        quiet: list[ir.Op] = []
        for op in reversed(ops):
            if stops(op):
                after = self.stopping(op, self.quiet(quiet, after, exits), exits)
                quiet = []
            else:
                quiet.insert(0, op)
        return self.quiet(quiet, after, exits)

    def quiet(self, ops: list[ir.Op], after: int, exits: Exits) -> int:
        """A step for statements inside which play does not stop."""
        if not ops:
            return after

        def write(em: Emission) -> None:
            targets = JumpTargets(*(em.jump_target("continue", f"pc = {number}") for number in (exits.leave, exits.phase, OVER)))
            block(em, tuple(ops), targets, _never)
            em.writer.line(f"pc = {after}")
            _unset(em, (targets.leave, targets.phase, targets.over))

        return self.step(write)

    def stopping(self, op: ir.Op, after: int, exits: Exits) -> int:
        """The first step of a statement inside which play can stop."""
        match op:
            case ir.Ask():
                return self.ask(op, after, exits)
            case ir.Draw() | ir.Pick():
                self.points[op.stop] = Point(op, (after,), self.together)
                return -op.stop
            case ir.Branch():
                return self.branch(op, after, exits)
            case ir.ForEach(stored=None):
                return self.for_range(op, after, exits)
            case ir.ForEach():
                return self.for_each(op, after, exits)
            case ir.Repeat():
                return self.repeat(op, after, exits)
            case ir.Do():
                return self.do(op, after)
            case ir.Together():
                return self.begin(op, after)
            case _:
                raise TypeError("play does not stop here")

    def ask(self, op: ir.Ask, after: int, exits: Exits) -> int:
        """A decision of a seat."""
        entries = [self.block(alternative.body, after, exits) for alternative in op.alternatives]
        self.points[op.stop] = Point(op, tuple(entries), self.together)
        return -op.stop

    def branch(self, op: ir.Branch, after: int, exits: Exits) -> int:
        """One of two blocks."""
        then, otherwise = self.block(op.then, after, exits), self.block(op.otherwise, after, exits)

        def write(em: Emission) -> None:
            em.sentence(op.sentence)
            em.writer.line(f"pc = {then} if {test(em, op.test)} else {otherwise}")

        return self.step(write)

    def do(self, op: ir.Do, after: int) -> int:
        """The step that begins a phase, behind which play goes on at *after*. The steps of a phase stand once."""
        phase = self.module.program.phases[op.phase]
        if op.phase not in self.phases:
            self.phases[op.phase] = Entered(phase, self.number(), self.number(), {})
            self._phase(self.phases[op.phase])
        entered, back = self.phases[op.phase], phase.back
        entered.behind[op.number] = after

        def write(em: Emission) -> None:
            em.sentence(op.sentence)
            em.phase(op.phase)
            if back is not None:
                em.writer.line(f"{place(em, back)} = {op.number}")
            em.writer.line(f"pc = {entered.entry}")

        return self.step(write)

    def _phase(self, entered: Entered) -> None:
        phase = entered.phase
        body = self.block(phase.body, entered.last, Exits(entered.last, entered.last))

        def begin(em: Emission) -> None:
            if phase.ending is not None:
                em.writer.line(f"{place(em, phase.ending)} = 0")
            em.writer.line(f"pc = {body}")

        self.fill(entered.entry, begin)

    def close(self) -> None:
        """Writes the last step of every phase, when all that do it are known."""
        for entered in self.phases.values():
            self.fill(entered.last, entered.leave)

    # ------------------------------------------------------------------------------------------------------- loops

    def number(self) -> int:
        """Reserves a step whose lines are written later; gives its number."""
        self.steps.append([])
        return len(self.steps)

    def fill(self, number: int, write: Callable[[Emission], None]) -> None:
        """Writes the lines of a reserved step."""
        em = self.emission()
        write(em)
        self.steps[number - 1] = em.writer.lines

    def for_each(self, op: ir.ForEach, after: int, exits: Exits) -> int:
        """A loop whose elements are stored in the vector."""
        stored = op.stored
        if stored is None:
            raise TypeError("the elements are kept nowhere")

        end, turn = after, self.number()
        body = self.block(op.body, turn, Exits(end, exits.phase))

        def again(em: Emission) -> None:
            em.sentence(op.sentence)
            base, spot = kept(em, op), em.writer.fresh("i")
            em.writer.line(f"pc = {end}")
            em.writer.line(f"{spot} = {em.cell(f'{base} + 1')}")
            with em.loop(f"while {spot} < {em.cell(base)}:"):
                em.writer.line(f"{place(em, op.target)} = {em.cell(f'{base} + 2 + {spot}')}")
                em.writer.line(f"{spot} += 1")
                em.writer.line(f"{em.cell(f'{base} + 1')} = {spot}")
                holds = "True" if op.where is None or op.keys else test(em, op.where)
                with em.writer.block(f"if {holds}:"):
                    em.writer.line(f"pc = {body}")
                    em.writer.line("break")

        def start(em: Emission) -> None:
            em.sentence(op.sentence)
            keep(em, op)
            em.writer.line(f"pc = {turn}")

        self.fill(turn, again)
        return self.step(start)

    def for_range(self, op: ir.ForEach, after: int, exits: Exits) -> int:
        """A loop over a range that does not change, so that its elements need not be stored."""
        match op.source:
            case ir.Range(low, high):
                pass
            case _:
                raise TypeError("only numbers that do not change are not kept")

        end, turn = after, self.number()
        body = self.block(op.body, turn, Exits(end, exits.phase))

        def look(em: Emission, first: str) -> None:
            em.sentence(op.sentence)
            spot, last = em.writer.fresh("i"), em.atom(value(em, high))
            em.writer.line(f"{spot} = {first}")
            em.writer.line(f"pc = {end}")
            there = f"{last} != {ir.NOTHING} and {spot} != {ir.NOTHING} and " if _absent(em, op) else ""
            with em.loop(f"while {there}{spot} <= {last}:"):
                em.count_pass(op.sentence)
                em.writer.line(f"{place(em, op.target)} = {spot}")
                holds = "True" if op.where is None else test(em, op.where)
                with em.writer.block(f"if {holds}:"):
                    em.writer.line(f"pc = {body}")
                    em.writer.line("break")
                em.writer.line(f"{spot} += 1")

        self.fill(turn, lambda em: look(em, f"{place(em, op.target)} + 1"))
        return self.step(lambda em: look(em, value(em, low)))

    def repeat(self, op: ir.Repeat, after: int, exits: Exits) -> int:
        """A loop that ends after a number of passes, or when a test holds after a pass."""

        end, turn, begun = after, self.number(), self.number()
        body = self.block(op.body, turn, Exits(end, exits.phase))

        def again(em: Emission) -> None:
            em.sentence(op.sentence)
            em.count_pass(op.sentence)
            if op.counter is None:
                em.writer.line(f"pc = {body}")
                return
            counter = place(em, op.counter)
            if op.limit is not None:
                with em.writer.block(f"if {counter} >= {value(em, op.limit)}:"):
                    em.writer.line(f"pc = {end}")
                    em.writer.line("continue")
            em.writer.line(f"{counter} += 1")
            em.writer.line(f"pc = {body}")

        def passed(em: Emission) -> None:
            if op.until is None:
                em.writer.line(f"pc = {begun}")
            else:
                em.writer.line(f"pc = {end} if {test(em, op.until)} else {begun}")

        self.fill(begun, again)
        self.fill(turn, passed)
        self.passes.append((op, turn, begun))
        counter = op.counter
        if counter is None:
            return begun

        def begin(em: Emission) -> None:
            em.writer.line(f"{place(em, counter)} = 0")
            em.writer.line(f"pc = {begun}")

        return self.step(begin)

    # ---------------------------------------------------------------------------------------------------- together

    def begin(self, op: ir.Together, after: int) -> int:
        """The step that runs every seat of a Together up to its first stop."""
        inside = Steps(self.module, op, [], self.points, self.parts)
        entry = inside.block(op.body, DONE, Exits(DONE, DONE))
        inside.close()
        self.parts.append((op, inside, entry, after))

        def write(em: Emission) -> None:
            em.sentence(op.sentence)
            seats = places(op.source, len(em.program.seats))
            if em.module.opened is not None:
                em.writer.line(f"m[{em.module.opened}] = 1")
                with em.loop(f"for i in range({em.program.slots}):"):
                    em.writer.line(f"m[U({em.module.opened + 1} + i)] = s[U(i)]")
            start, seat = em.room(max(1, seats)), em.writer.fresh("x")
            with em.loop(f"for {seat} in range({seats}):"):
                em.writer.line(f"m[U({start} + {seat})] = 0")
            with walk(em, op.seat, op.source, op.where):
                em.writer.line(f"m[U({start} + {em.slot(op.seat)})] = 1")
            em.writer.line(f"pc = {OVER + 1}")
            with em.loop(f"for {seat} in range({seats}):"), em.writer.block(f"if m[U({start} + {seat})] != 0:"):
                em.writer.line(f"pc = run{op.stop}({em.module.given}, {seat}, {entry})")
                with em.writer.block(f"if pc == {OVER}:"):
                    em.writer.line("break")
            with em.writer.block(f"if pc != {OVER}:"):
                em.writer.line(f"pc = finish{op.stop}({em.module.given})")

        return self.step(write)


def _unset(em: Emission, ways: tuple[JumpTarget | None, ...]) -> None:
    """Writes, in front of all lines, that no jump is under way yet."""
    em.writer.lines[:0] = [f"{way.flag} = False" for way in ways if way is not None and way.used]


def _never(em: Emission, op: ir.Op, targets: JumpTargets) -> None:
    raise TypeError("play does not stop here")


def _absent(em: Emission, op: ir.ForEach) -> bool:
    match op.source:
        case ir.Range(low, high):
            return em.known.value(low).absent or em.known.value(high).absent
        case _:
            return False


def kept(em: Emission, op: ir.ForEach) -> str:
    """The first slot of the stored elements of a loop, as a name or number."""
    match op.stored:
        case ir.Slot(index):
            return str(index)
        case None:
            raise TypeError("the elements are kept nowhere")
        case cell:
            return em.atom(spot_of(em, cell), "a")


def keep(em: Emission, op: ir.ForEach) -> None:
    """Writes that the elements of a loop are stored in the vector."""
    base, count, found = kept(em, op), em.writer.fresh("c"), em.writer.fresh("x")
    width = 1 + len(op.keys)
    start = em.room((op.capacity + 1) * width) if op.keys else 0
    em.writer.line(f"{count} = 0")
    with each(em, op.source, found) as weight:
        holds = "True"
        if op.keys:
            em.writer.line(f"{place(em, op.target)} = {found}")
            holds = "True" if op.where is None else test(em, op.where)
        with em.writer.block(f"if {holds}:"):
            keys = [em.atom(sort_value(em, key), "k") for key in op.keys]
            with em.loop(f"for _ in range({weight}):"):
                em.fault_if(f"{count} >= {op.capacity}", op.sentence, reasons.TOO_MANY_ELEMENTS)
                for offset, key in enumerate(keys):
                    em.writer.line(f"m[U({start + offset} + {count} * {width})] = {key}")
                spot = f"m[U({start + width - 1} + {count} * {width})]" if keys else em.cell(f"{base} + 2 + {count}")
                em.writer.line(f"{spot} = {found}")
                em.writer.line(f"{count} += 1")
    if op.keys:
        em.writer.line(f"sort_rows(m, {start}, {count}, {width})")
        with em.loop(f"for i in range({count}):"):
            em.writer.line(f"{em.cell(f'{base} + 2 + i')} = m[U({start + width - 1} + i * {width})]")
    em.writer.line(f"{em.cell(base)} = {count}")


# -------------------------------------------------------------------------------------------------------- functions


def stepping(module: Module) -> list[list[str]]:
    """The functions of the form, each as its lines."""
    steps, entry = all_steps(module)
    entries = entries_of(steps)
    functions = [*together(steps), _run(steps), _settle(module), _start(module, entry), actor(steps), options(steps, entries)]
    functions += [_apply(steps), _rollout(steps, entries), *phases(module)]
    for text in (EXPAND, HISTORIES):
        functions.append(text.replace("SLOTS", str(module.program.slots)).splitlines())
    return functions


def all_steps(module: Module) -> tuple[Steps, int]:
    """The steps of a program, and the number of the first one."""
    steps = Steps(module, None, [], {}, [])
    entry = steps.block(module.program.body, OVER, Exits(OVER, OVER))
    steps.close()
    return steps, entry


def together(steps: Steps) -> list[list[str]]:
    """The functions for seats that decide together."""
    functions = []
    for op, inside, _, after in steps.parts:
        functions += [_run_part(inside, op), _finish(steps.module, op, after)]
    if steps.parts and steps.module.program.longest is not None:
        functions.append(_look(steps))
    return functions


def phases(module: Module) -> list[list[str]]:
    """The functions of phases that are functions."""
    functions = []
    for number in sorted(module.division.called - module.division.tried):
        em = Emission(module, {})
        em.passed = passed_on(module)
        functions.append(phase_function(em, number, _never))
    return functions


def _dispatch(writer: Writer, steps: Steps) -> None:
    writer.line("passes = 0")
    with writer.block("while pc > 0:"):
        if not steps.steps:
            writer.line("break")
            return
        with writer.block("match pc:"):
            for number, lines in enumerate(steps.steps, 1):
                with writer.block(f"case {number}:"):
                    writer.paste(lines)


def _run(steps: Steps) -> list[str]:
    writer = Writer()
    with writer.block(f"def run({steps.module.taken}, pc: int) -> int:"):
        _dispatch(writer, steps)
        writer.line("return pc")
    return writer.lines


def _run_part(steps: Steps, op: ir.Together) -> list[str]:
    writer = Writer()
    with writer.block(f"def run{op.stop}({steps.module.taken}, p: int, pc: int) -> int:"):
        _dispatch(writer, steps)
        writer.line(f"s[U({op.positions} + p)] = 0 if pc == {DONE} else -pc")
        writer.line("return pc")
    return writer.lines


def _finish(module: Module, op: ir.Together, after: int) -> list[str]:
    em, seats = Emission(module, {}), places(op.source, len(module.program.seats))
    em.passed = passed_on(module)
    with em.writer.block(f"def finish{op.stop}({module.taken}) -> int:"):
        em.writer.line("passes = 0")
        with em.loop(f"for p in range({seats}):"):
            em.writer.line(f"if s[U({op.positions} + p)] != 0:")
            em.writer.line(f"    return {-op.stop}")
        if em.noting:
            em.writer.line(f"release_held(m, {len(module.program.seats)})")
        over = em.jump_target(f"return {OVER}")
        puts_off = deferred(module.program, op)
        if puts_off:
            with em.loop(f"for p in range({seats}):"):
                em.taking(op, "p")
                for one in puts_off:
                    release(em, one, JumpTargets(None, None, over))
        with em.loop(f"for i in range({op.frame}, {op.frame + seats * op.frame_size}):"):
            em.writer.line("s[U(i)] = 0")
        em.writer.line(f"return {after}")
    return em.writer.lines


def _start(module: Module, entry: int) -> list[str]:
    writer = Writer()
    writer.line("@entry")
    with writer.block("def start(s: Slots, m: Numbers) -> None:"):
        if module.listening:
            noting.begin(module, writer)
            noting.begin_held(module, writer)
        writer.line(f"settle(s, run(s, m, {entry}))")
        if module.listening:
            noting.finish(module, writer)
    return writer.lines


def _settle(module: Module) -> list[str]:
    longest, writer = module.program.longest, Writer()
    with writer.block("def settle(s: Slots, pc: int) -> None:"):
        clock = "0" if longest is None else f"s[{longest.clock}]"
        if longest is not None:
            with writer.block(f"if pc != {OVER} and {clock} >= {longest.decisions}:"):
                writer.line(f"{clock} = {longest.decisions + 1}")
                writer.line(f"pc = {OVER}")
        with writer.block(f"if pc == {OVER}:"):
            writer.line(f"over(s, {clock})")
        with writer.block("else:"):
            writer.line("s[0] = -pc")
    return writer.lines


def each_point(
    steps: Steps, writer: Writer, write: Callable[[Emission, Point], None], among: Callable[[Point], bool] = lambda point: True
) -> None:
    """Writes a branch for every decision that is *among* those meant, selected by the variable *stop*."""
    meant = [(stop, point) for stop, point in steps.points.items() if among(point)]
    if not meant:
        return
    with writer.block("match stop:"):
        for stop, point in meant:
            em = Emission(steps.module, {}, writer.numbers)
            em.passed = passed_on(steps.module)
            if point.together is not None:
                em.taking(point.together, "p")
                em.by = "p + 1"
            write(em, point)
            with writer.block(f"case {stop}:"):
                writer.paste(em.writer.lines)


def _own_stop(writer: Writer, steps: Steps) -> None:
    """Writes that *stop* becomes the current stop; inside a Together, that of the seat *p*."""
    writer.line("stop = s[0]")
    for op, _, _, _ in steps.parts:
        writer.line(f"if stop == {op.stop}:")
        writer.line(f"    stop = s[U({op.positions} + p)]")


def actor(steps: Steps) -> list[str]:
    """The function `actor`."""
    writer = Writer()
    writer.line("@entry")
    with writer.block(f"def actor({steps.module.taken}) -> int:"):
        writer.line("stop = s[0]")
        writer.line("if stop == 0:")
        writer.line(f"    return {NOBODY}")
        for op, _, _, _ in steps.parts:
            with writer.block(f"if stop == {op.stop}:"):
                writer.line("p = 0")
                writer.line(f"while s[U({op.positions} + p)] == 0:")
                writer.line("    p += 1")
                writer.line("return p")

        def write(em: Emission, point: Point) -> None:
            match point.op:
                case ir.Ask(actor=asked):
                    em.writer.line(f"return {deciding(em, asked, point.op.sentence) if point.together is None else NOBODY}")
                case ir.Draw() | ir.Pick():
                    em.writer.line(f"return {NATURE}")

        each_point(steps, writer, write)
        writer.line(f"return {NOBODY}")
    return writer.lines


def entries_of(steps: Steps) -> int | None:
    """Where working memory tells which options belong together: the number of entries that have options, and for each the number
    of options up to its end. None where no entry is ever drawn.
    """
    em, most = Emission(steps.module, {}), 0
    for point in steps.points.values():
        match point.op:
            case ir.Ask() as op if by_entry(em, op):
                most = max(most, len(op.alternatives))
    return em.room(1 + most) if most else None


def options(steps: Steps, entries: int | None) -> list[str]:
    """The function `options`; *entries* is what `entries_of` gives."""
    writer = Writer()
    writer.line("@entry")
    with writer.block(f"def options({steps.module.taken}, o: Numbers, w: Numbers, p: int) -> int:"):
        _own_stop(writer, steps)
        writer.line("count = 0")
        if entries is not None:
            writer.line(f"m[{entries}] = 0")

        def found(em: Emission, code: str, weight: str) -> None:
            em.writer.line(f"o[U(count)] = {code}")
            em.writer.line(f"w[U(count)] = {weight}")
            em.writer.line("count += 1")

        def ended(em: Emission, before: str) -> None:
            if entries is not None:
                with em.writer.block(f"if count > {before}:"):
                    em.writer.line(f"m[{entries}] += 1")
                    em.writer.line(f"m[U({entries} + m[{entries}])] = count")

        def write(em: Emission, point: Point) -> None:
            op = point.op
            em.sentence(op.sentence)
            match op:
                case ir.Ask():
                    em.module.options = max(em.module.options, capacity(em, op))
                    write_options(em, op, "count", lambda code, weight: found(em, code, weight), lambda before: ended(em, before))
                    reason = reasons.NOTHING_TO_CHOOSE
                case ir.Pick():
                    em.module.options = max(em.module.options, largest(em, op))
                    pick_outcomes(em, op, lambda code, weight: found(em, code, weight))
                    reason = reasons.NOTHING_TO_PICK
                case ir.Draw():
                    zone = em.program.zones[op.source.zone]
                    em.module.options = max(em.module.options, zone.kinds)
                    _drawable(em, op, lambda code, weight: found(em, code, weight))
                    reason = reasons.empty(zone)
            em.fault_if("count == 0", op.sentence, reason)

        each_point(steps, writer, write)
        writer.line("return count")
    return writer.lines


def _rollout(steps: Steps, entries: int | None) -> list[str]:
    """The function `rollout`. Where *entries* is given, an entry of a menu is drawn before an option of it is."""
    writer = Writer()
    heading = "def rollout(s: Slots, m: Numbers, o: Numbers, w: Numbers, n: Word, b: Word, left: int) -> tuple[Word, Word]:"
    with writer.block(heading):
        writer.line("p = actor(s, m)")
        with writer.block(f"while p != {NOBODY} and left != 0:"):
            writer.line("left -= 1")
            writer.line("count = options(s, m, o, w, p)")
            with writer.block(f"if p == {NATURE}:"):
                _weigh(writer, "n", "0")
            with writer.block("else:"):
                draw_option(writer, steps, entries)
            writer.line("apply(s, m, p, o[U(k)])")
            writer.line("p = actor(s, m)")
        writer.line("return n, b")
    return writer.lines


def draw_option(writer: Writer, steps: Steps, entries: int | None) -> None:
    """Writes that the number *k* of one of *count* options of a seat is drawn."""
    asks = [point.op for point in steps.points.values() if isinstance(point.op, ir.Ask)]
    first = "0" if entries is None else "first"
    if entries is not None:
        writer.line("first = 0")
        with writer.block(f"if m[{entries}] > 1:"):
            writer.line(f"b, k = below(b, m[{entries}])")
            writer.line(f"count = m[U({entries + 1} + k)]")
            with writer.block("if k > 0:"):
                writer.line(f"first = m[U({entries} + k)]")
    if any(map(weighted, asks)):
        _weigh(writer, "b", first)
    else:
        writer.line(f"b, k = below(b, count - {first})")
        writer.line(f"k += {first}")


def _weigh(writer: Writer, stream: str, first: str) -> None:
    """Writes that the number *k* of an option from *first* on is drawn by weight."""
    writer.line("lighter = 0")
    if first != "0":
        with writer.block(f"for i in range({first}):"):
            writer.line("lighter += w[U(i)]")
    writer.line("total = 0")
    with writer.block(f"for i in range({first}, count):"):
        writer.line("total += w[U(i)]")
    writer.line(f"{stream}, k = below({stream}, total)")
    writer.line("k = heavier(w, lighter + k)")


def _drawable(em: Emission, op: ir.Draw, found: Callable[[str, str], None]) -> None:
    """Writes a loop over the cards that can be drawn."""
    zone, base = em.program.zones[op.source.zone], fixed_zone(em, op.source)
    kind, weight = em.writer.fresh("x"), em.writer.fresh("w")

    def loose() -> None:
        with em.loop(f"for {kind} in range({zone.kinds}):"):
            em.writer.line(f"{weight} = {em.cell(f'{base} + 1 + {kind}')}")
            with em.writer.block(f"if {weight} != 0:"):
                found(kind, weight)

    if not ordered(zone):
        loose()
        return
    among = em.writer.fresh("c")
    em.writer.line(f"{among} = loose_to_draw(s, {base}, {zone.kinds}, {drawn_offsets(zone, op).partition(',')[0]})")
    with em.writer.block(f"if {among} > 0:"):
        loose()
    with em.writer.block(f"elif {em.cell(base)} > 0:"):
        em.writer.line(f"{kind} = drawn_top(s, {base}, {drawn_offsets(zone, op)}, 0, 0)")
        found(kind, "1")


def _apply(steps: Steps) -> list[str]:
    writer = Writer()
    writer.line("@entry")
    with writer.block("def apply(s: Slots, m: Numbers, p: int, code: int) -> None:"):
        if steps.module.listening:
            noting.begin(steps.module, writer)
        answered(writer, steps)
        writer.line("settle(s, run(s, m, pc))")
        if steps.module.listening:
            noting.finish(steps.module, writer)
    return writer.lines


def answered(writer: Writer, steps: Steps) -> None:
    """Writes that the answer *code* of *p* is carried out, up to where play goes on at the step *pc*."""
    longest = steps.module.program.longest
    if longest is not None:
        writer.line(f"s[{longest.clock}] += 1")
    writer.line("whole = s[0]")
    _own_stop(writer, steps)
    writer.line(f"pc = {OVER}")

    def write(em: Emission, point: Point) -> None:
        op = point.op
        match op:
            case ir.Ask():
                _answer(em, op, point)
            case ir.Draw():
                zone, goal = em.program.zones[op.source.zone], em.program.zones[op.target.zone]
                base, goal_base = fixed_zone(em, op.source), fixed_zone(em, op.target)
                moving = noting.Moving(em, zone, base, "code")
                moving.drawn(op)
                em.writer.line(f"draw(s, {base}, {drawn_offsets(zone, op)}, code)")
                lay(em, goal, goal_base, op.end, "code", op.sentence)
                moving.put_down(goal_base, op.end)
                if op.result is not None:
                    em.writer.line(f"{place(em, op.result)} = code")
                em.writer.line(f"pc = {point.entries[0]}")
            case ir.Pick():
                if em.noting:
                    noting.picked(em, op)
                em.writer.line(f"{place(em, op.target)} = code")
                em.writer.line(f"pc = {point.entries[0]}")

    each_point(steps, writer, write)
    for op, _, _, _ in steps.parts:
        with writer.block(f"if whole == {op.stop}:"):
            goes_on_together(writer, steps, op)


def goes_on_together(writer: Writer, steps: Steps, op: ir.Together) -> None:
    """Writes that the seat *p* goes on from the step *pc* while others decide too, and all do where it was the last."""
    longest, given = steps.module.program.longest, steps.module.given
    writer.line(f"pc = run{op.stop}({given}, p, pc)")
    with writer.block(f"if pc != {OVER}:"):
        writer.line(f"pc = finish{op.stop}({given})")
    if longest is not None:
        _looked_at(writer, steps.module, op, longest)


def _looked_at(writer: Writer, module: Module, op: ir.Together, longest: ir.Longest) -> None:
    """Writes, where the decisions run out: all were looked at when all were asked, so nobody else has nothing to choose from."""
    seats, given = places(op.source, len(module.program.seats)), module.given
    cut = f"if pc == {-op.stop} and s[{longest.clock}] >= {longest.decisions}:"
    with writer.block(cut), writer.block(f"for q in range({seats}):"):
        writer.line(f"if q != p and s[U({op.positions} + q)] != 0:")
        writer.line(f"    look({given}, q)")


def _look(steps: Steps) -> list[str]:
    """The function `look(s, m, p)`, which faults where a seat that decides together with others has no option."""
    writer = Writer()
    with writer.block(f"def look({steps.module.taken}, p: int) -> None:"):
        _own_stop(writer, steps)

        def write(em: Emission, point: Point) -> None:
            match point.op:
                case ir.Ask() as op if point.together is not None:
                    em.fault_if(offers_nothing(em, op), op.sentence, reasons.NOTHING_TO_CHOOSE)

        each_point(steps, writer, write)
    return writer.lines


def _answer(em: Emission, op: ir.Ask, point: Point) -> None:
    alternatives = coded(op)
    for at, one in enumerate(alternatives):
        heading = f"{'if' if at == 0 else 'elif'} code < {one.first + one.size}:"
        if at == len(alternatives) - 1:
            heading = "else:" if at else "if True:"
        with em.writer.block(heading):
            if one.alternative.parameters:
                for parameter, argument in unbind(em, one, "code"):
                    em.writer.line(f"{place(em, parameter.target)} = {argument}")
            if em.noting:
                noting.chosen(em, op, at, point.together is not None)
            em.writer.line(f"pc = {point.entries[at]}")


EXPAND = """@entry
def expand(f: Vectors, v: Vectors, h: Numbers, m: Numbers, o: Rows, w: Rows, p: Numbers, counts: Numbers) -> int:
    done = 0
    for i in range(len(f)):
        asked = actor(f[i], m)
        p[i] = asked
        counts[i] = 0
        if asked != -2:
            count = options(f[i], m, o[0], w[0], asked)
            if done + count > len(v):
                return i
            for k in range(count):
                after = v[done + k]
                for j in range(SLOTS):
                    after[U(j)] = f[i][U(j)]
                h[U(done + k)] = w[0][U(k)]
                apply(after, m, asked, o[0][U(k)])
                q = actor(after, m)
                if q != -2:
                    options(after, m, o[1], w[1], q)
            counts[i] = count
            done += count
    return len(f)"""
"""The vectors after each option of several matches, in *v*, with the weights of the options in *h*; *p* is who is asked in each,
*counts* how many options there are. Gives for how many of the matches there was room. A successor in which nobody has an option
is a fault.
"""

COUNTED = "v: Vectors, m: Numbers, o: Rows, w: Numbers, p: Rows, reached: Numbers, ended: Numbers, alone: Numbers, told: Numbers"
"""The arrays that counting works on."""

HISTORIES = f"""@entry
def histories({COUNTED}, depth: int, meter: int, most: int) -> None:
    top = told[0]
    seen = 0
    while top >= 0:
        row = p[top]
        if row[2] == row[1]:
            top -= 1
            continue
        if seen == most or top + 1 == len(v):
            break
        seen += 1
        before = v[top]
        after = v[top + 1]
        for j in range(SLOTS):
            after[U(j)] = before[U(j)]
        apply(after, m, row[0], o[top][U(row[2])])
        row[2] += 1
        asked = actor(after, m)
        level = row[3] + 1
        if meter != 0:
            level = after[U(meter + 1)]
            if asked == {NOBODY}:
                level += after[U(meter)]
        for k in range(row[3] + 1, level + 1):
            if k <= depth:
                reached[U(k)] += 1
        if asked == {NOBODY}:
            if level <= depth:
                ended[U(level)] += 1
        elif level < depth or alone[0] == 0:
            count = options(after, m, o[top + 1], w, asked)
            if level + 1 == depth and alone[U(after[0])] != 0:
                reached[U(depth)] += count
            elif level < depth:
                top += 1
                row = p[top]
                row[0] = asked
                row[1] = count
                row[2] = 0
                row[3] = level
    told[0] = top
    told[1] += seen"""
"""Counts histories depth first: *v* are the vectors on the path, *o* their options, *p* who is asked in each, how many options
there are, how many were followed, and the depth. *told* is the top of the path, -1 when all are counted, and how many answers
were applied; it stops after *most*, or when the path needs more room. A depth is a decision, or else what the slots from *meter*
on count. *reached* and *ended* are the sums by depth. Where a stop stands in *alone*, the options of the last depth are counted,
not followed; `alone[0]` tells that it is not looked then whether somebody has no option.
"""
