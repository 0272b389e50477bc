"""Random play from any position in one function, which a search goes on with: whoever is asked is answered where the steps stand,
without a list of options where none is needed.

    answer(s, m, z, p, code)                 carries out an answer; gives the step at which play goes on
    run(s, m, z, o, w, n, b, left, pc)       goes on from a step, answers *left* decisions at random (all, where it is below 0),
                                             and stops at the next one; gives the streams back
    apply(s, m, z, o, w, p, code, cut)       carries out an answer, up to the next decision
    rollout(s, m, z, o, w, n, b, left)       answers at random, from a decision on
    parted(s)                                whether play has stopped behind a part of the match

Where *left*, or *cut*, is `TO_THE_PART`, play also stops where a part of the match is over (`parts`) and another would begin:
nobody is asked anything there.

The draws are those of the other forms: the same streams play on alike.
"""

from __future__ import annotations

from ...program.ir import Longest, Together
from .context import Emission, Module
from .playout import draw_answer
from .rounds import parts
from .stepping import (
    OVER,
    Point,
    Steps,
    actor,
    all_steps,
    answered,
    each_point,
    entries_of,
    goes_on_together,
    options,
    phases,
    together,
)
from .writer import Writer

TO_THE_PART = -2
"""Instead of how many decisions are answered: those up to where a part of the match is over, all where it has no parts."""
ONE_STEP = -3
"""The same up to the next decision, or to where a part of the match is over before that."""

DRAWN = "o: Numbers, w: Numbers, n: Word, b: Word, left: int"
"""What random play takes besides the game."""


def onward(module: Module) -> list[list[str]]:
    """The functions that go on from a position, each as its lines."""
    steps, _ = all_steps(module)
    functions = [*together(steps), actor(steps), options(steps, entries_of(steps)), _answer(steps), _run(steps)]
    return [*functions, *_entered(module), *phases(module)]


def to_the_end(module: Module) -> list[list[str]]:
    """Of these functions those that play on to the end."""
    steps, _ = all_steps(module)
    return [*together(steps), _run(steps), _rollout(module), *phases(module)]


def _parted(module: Module) -> int:
    """What stands instead of a stop behind a part of the match."""
    return module.program.stops + 1


def _answer(steps: Steps) -> list[str]:
    writer = Writer()
    with writer.block(f"def answer({steps.module.taken}, p: int, code: int) -> int:"):
        answered(writer, steps)
        writer.line("return pc")
    return writer.lines


def _entered(module: Module) -> tuple[list[str], ...]:
    """The functions that enter `run` behind an answer, and at a decision, and the one that tells whether a part is over."""
    apply = [f"def apply({module.taken}, o: Numbers, w: Numbers, p: int, code: int, cut: int) -> None:"]
    left = f"{ONE_STEP} if cut == {TO_THE_PART} else 0" if parts(module.program) else "0"
    apply += [f"    n, b = run({module.given}, o, w, U(0), U(0), {left}, answer({module.given}, p, code))"]
    parted = ["def parted(s: Slots) -> bool:", f"    return s[0] == {_parted(module)}"]
    return apply, _rollout(module), parted


def _rollout(module: Module) -> list[str]:
    rollout = [f"def rollout({module.taken}, {DRAWN}) -> tuple[Word, Word]:"]
    return [*rollout, f"    n, b = run({module.given}, o, w, n, b, left, 0 - s[0])", "    return n, b"]


def _run(steps: Steps) -> list[str]:
    program, writer = steps.module.program, Writer()
    decisions = {stop: _drawn(steps, point) for stop, point in steps.points.items() if point.together is None}
    decisions |= {op.stop: _one_of_several(steps, op) for op, _, _, _ in steps.parts}
    whole = parts(program)
    behind = {turn: begun for op, turn, begun in steps.passes if op.sentence in whole}
    with writer.block(f"def run({steps.module.taken}, {DRAWN}, pc: int) -> tuple[Word, Word]:"):
        writer.line("passes = 0")
        with writer.block(f"while pc != {OVER}:"), writer.block("match pc:"):
            for number, lines in enumerate(steps.steps, 1):
                with writer.block(f"case {number}:"):
                    writer.paste(lines)
                    if number in behind:
                        with writer.block(f"if left < -1 and pc == {behind[number]}:"):
                            writer.line(f"s[0] = {_parted(steps.module)}")
                            writer.line("return n, b")
            for stop, lines in decisions.items():
                with writer.block(f"case {-stop}:"):
                    _stopped(writer, stop, program.longest, bool(behind))
                    writer.paste(lines)
            with writer.block("case _:"):
                writer.line(f"pc = {OVER}")
        writer.line(f"over(s, {'0' if program.longest is None else f's[{program.longest.clock}]'})")
        writer.line("return n, b")
    return writer.lines


def _stopped(writer: Writer, stop: int, longest: Longest | None, has_parts: bool) -> None:
    """Writes that the match ends where its decisions have run out, and that play stops where none is left to be answered."""
    if longest is not None:
        with writer.block(f"if s[{longest.clock}] >= {longest.decisions}:"):
            writer.line(f"s[{longest.clock}] = {longest.decisions + 1}")
            writer.line(f"pc = {OVER}")
            writer.line("continue")
    with writer.block(f"if left == 0 or left == {ONE_STEP}:" if has_parts else "if left == 0:"):
        writer.line(f"s[0] = {stop}")
        writer.line("return n, b")
    writer.line("left -= 1 if left > 0 else 0" if has_parts else "left -= 1")
    writer.line("passes = 0")


def _drawn(steps: Steps, point: Point) -> list[str]:
    """The lines that answer a decision of one seat, or of nature."""
    em, longest = steps.emission(), steps.module.program.longest
    em.sentence(point.op.sentence)
    if longest is not None:
        em.writer.line(f"s[{longest.clock}] += 1")
    draw_answer(em, point.op, lambda at: _goes_on(em, point.entries[at]))
    return em.writer.lines


def _goes_on(em: Emission, step: int) -> None:
    em.writer.line(f"pc = {step}")


def _one_of_several(steps: Steps, op: Together) -> list[str]:
    """The lines that answer for the first of several seats that decide together."""
    writer, longest = Writer(steps.numbers), steps.module.program.longest
    if longest is not None:
        writer.line(f"s[{longest.clock}] += 1")
    writer.line("p = 0")
    with writer.block(f"while s[U({op.positions} + p)] == 0:"):
        writer.line("p += 1")
    writer.line(f"stop = s[U({op.positions} + p)]")
    writer.line(f"pc = {OVER}")

    def write(em: Emission, point: Point) -> None:
        em.loops = 1
        em.sentence(point.op.sentence)
        draw_answer(em, point.op, lambda at: _goes_on(em, point.entries[at]))

    each_point(steps, writer, write, lambda point: point.together is op)
    goes_on_together(writer, steps, op)
    return writer.lines
