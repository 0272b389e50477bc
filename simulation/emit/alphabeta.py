"""The alphabeta form: steps of a game without chance, how its players stand, what tells positions apart, and the search of
`runtime/alphabeta.py`.

    actor(s, m, z)                who is asked
    options(s, m, z, o, w, p)     the options of a seat, and what would be one but for the tests that `allowed` makes
    allowed(s, m, z, p, code)     whether one of them is an option: what tries something (`after`) is tested only here, because it
                                  takes longer than all the rest
    stuck(s, m, z, p)             faults, because none of them is
    apply(s, m, z, p, code)       carries out an answer, up to the next decision
    hashed(s), remembered(s)      digests of the position but for what is remembered, and of that
    repeated(s)                   a digest of what is remembered that makes another position of this one: all, where options ask
                                  for it, else what is remembered more than once
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from attrs import evolve

from ...interpreter.core import reasons
from ...interpreter.core.rng import Stream
from ...program import ir
from ...program.ops import asks, evaluated, fails_here, nodes, stretches, tried
from ...program.ranges import known
from ..runtime import alphabeta as loops
from .context import Emission, Module
from .evaluation import evaluation
from .expressions import test
from .options import coded, unbind
from .searching import beside, packed, players_by_seat, written
from .standing import standing
from .stepping import OVER, Point, Steps, actor, all_steps, answered, each_point, options, phases
from .writer import Writer

LOOPS = Path(loops.__file__)

Stop = ir.Ask | ir.Draw | ir.Pick
"""A decision."""

HASHED = 0
"""The number of the stream of which digests take their factors."""


def alphabeta(module: Module) -> list[list[str]]:
    """The functions of the form, each as its lines."""
    steps, _ = all_steps(module)
    functions = [
        actor(steps),
        options(_without_late(steps), None),
        _allowed(steps),
        _stuck(steps),
        *_applied(steps),
        *phases(module),
    ]
    functions += [*standing(module), packed(module), *_digests(module)]
    module.tables["PLAYER"] = players_by_seat(module.program)
    program = module.program
    numbers = {"SLOTS": program.slots, "BESIDE": beside(module), "CODES": program.codes, "WIDEST": module.options}
    numbers["ENTRY"] = entry_length(program)
    return [*functions, evaluation(module.program).text().splitlines(), *written(LOOPS, vars(loops), numbers)]


# --------------------------------------------------------------------------------------------------------- options


def entry_length(program: ir.Program) -> int:
    """How many numbers an entry of the table has."""
    return 3 if program.memories else 2


def _without_late(steps: Steps) -> Steps:
    """The same steps, but for what `allowed` tests."""
    return evolve(steps, points={stop: evolve(point, op=_early(steps.module, point.op)) for stop, point in steps.points.items()})


def _early(module: Module, op: Stop) -> Stop:
    match op:
        case ir.Ask(alternatives=several):
            return evolve(op, alternatives=tuple([_with_early(one, late_conditions(module, one)) for one in several]))
        case _:
            return op


def _with_early(one: ir.Alternative, late: tuple[ir.Condition, ...]) -> ir.Alternative:
    return evolve(one, conditions=tuple([each for each in one.conditions if each not in late]))


def late_conditions(module: Module, one: ir.Alternative) -> tuple[ir.Condition, ...]:
    """The conditions of an alternative that are tested when an option is about to be tried: those that try something, and those
    behind them that could go wrong where they do not hold.
    """
    last = [each for each in one.conditions if each.after == len(one.parameters)]
    first = next((at for at, each in enumerate(last) if any(isinstance(node, ir.After) for node in nodes((each.test,)))), None)
    if first is None or (one.weight is not None and fails_here(one.weight, known(module.program))):
        return ()
    facts = known(module.program)
    return tuple([each for at, each in enumerate(last) if at == first or (at > first and fails_here(each.test, facts))])


def _allowed(steps: Steps) -> list[str]:
    """The function `allowed`."""
    writer = Writer()
    with writer.block(f"def allowed({steps.module.taken}, p: int, code: int) -> bool:"):
        writer.line("stop = s[0]")

        def write(em: Emission, point: Point) -> None:
            op = point.op
            if not isinstance(op, ir.Ask):
                return
            em.sentence(op.sentence)
            for one in coded(op):
                late = late_conditions(steps.module, one.alternative)
                if late:
                    with em.writer.block(f"if {one.first} <= code < {one.first + one.size}:"), ExitStack() as stack:
                        for parameter, argument in unbind(em, one, "code"):
                            values = em.known.elements(parameter.source)
                            stack.enter_context(em.naming(parameter.target, em.atom(argument), values))
                        em.writer.line(f"return {test(em, ir.All(tuple([each.test for each in late])))}")

        each_point(steps, writer, write, lambda point: _has_late(steps.module, point))
        writer.line("return True")
    return writer.lines


def _has_late(module: Module, point: Point) -> bool:
    match point.op:
        case ir.Ask(alternatives=several):
            return any(late_conditions(module, one) for one in several)
        case _:
            return False


def _stuck(steps: Steps) -> list[str]:
    """The function `stuck`."""
    writer = Writer()
    with writer.block(f"def stuck({steps.module.taken}, p: int) -> None:"):
        writer.line("stop = s[0]")
        each_point(steps, writer, lambda em, point: em.fault_if("stop != 0", point.op.sentence, reasons.NOTHING_TO_CHOOSE))
        writer.line("return")
    return writer.lines


# ----------------------------------------------------------------------------------------------------------- steps


def _applied(steps: Steps) -> list[list[str]]:
    """The function `apply`, and the one that goes on from a step up to the next decision."""
    longest, writer = steps.module.program.longest, Writer()
    with writer.block(f"def run({steps.module.taken}, pc: int) -> None:"):
        writer.line("passes = 0")
        with writer.block("while pc > 0:"), writer.block("match pc:"):
            for number, lines in enumerate(steps.steps, 1):
                with writer.block(f"case {number}:"):
                    writer.paste(lines)
        if longest is not None:
            with writer.block(f"if pc != {OVER} and s[{longest.clock}] >= {longest.decisions}:"):
                writer.line(f"s[{longest.clock}] = {longest.decisions + 1}")
                writer.line(f"pc = {OVER}")
        with writer.block(f"if pc == {OVER}:"):
            writer.line(f"over(s, {'0' if longest is None else f's[{longest.clock}]'})")
        with writer.block("else:"):
            writer.line("s[0] = 0 - pc")
    apply = Writer()
    with apply.block(f"def apply({steps.module.taken}, p: int, code: int) -> None:"):
        answered(apply, steps)
        apply.line(f"run({steps.module.given}, pc)")
    return [writer.lines, apply.lines]


# --------------------------------------------------------------------------------------------------------- digests


def _digests(module: Module) -> list[list[str]]:
    """The functions that tell positions apart."""
    program = module.program
    stream = Stream(HASHED)
    module.masks["FACTORS"] = tuple([stream.word() | 1 for _ in range(program.slots)])
    longest, asked = program.longest, set(_asked_for(program))
    hashed, remembered, repeated = Writer(), Writer(), Writer()
    left_out = {slot for memory in program.memories for base in memory.bases for slot in range(base, base + memory.length)}
    left_out |= set() if longest is None else {longest.clock}
    with hashed.block("def hashed(s: Slots) -> Word:"):
        hashed.line("h = U(0)")
        for found in stretches(set(range(program.slots)) - left_out):
            hashed.line(f"h += digest(s, {found.start}, {found.stop})")
        if longest is not None:
            with hashed.block(f"if s[{longest.clock}] > {longest.decisions - loops.FAR}:"):
                hashed.line(f"h += digest(s, {longest.clock}, {longest.clock + 1})")
        hashed.line("return h")
    with remembered.block("def remembered(s: Slots) -> Word:"), repeated.block("def repeated(s: Slots) -> Word:"):
        for writer in (remembered, repeated):
            writer.line("h = U(0)")
        for number, memory in enumerate(program.memories):
            for base in memory.bases:
                remembered.line(f"h += digest_rows(s, {base}, {memory.words})")
                repeated.line(f"h += digest{'_rows' if number in asked else '_doubles'}(s, {base}, {memory.words})")
        for writer in (remembered, repeated):
            writer.line("return mix(h & U(0xFFFFFFFFFFFFFFFF))")
    return [hashed.lines, remembered.lines, repeated.lines]


def _asked_for(program: ir.Program) -> Iterator[int]:
    """The numbers of the memories on which it can depend whether something is an option."""
    trials: set[int] = set()
    waiting = [node for ask in asks(program) for node in nodes(evaluated(ask))]
    while waiting:
        match waiting.pop():
            case ir.Times(memory):
                yield memory
            case ir.After(trial) if trial not in trials:
                trials.add(trial)
                waiting += [node for op in tried(program, program.trials[trial]) for node in nodes(evaluated(op))]
            case _:
                pass
