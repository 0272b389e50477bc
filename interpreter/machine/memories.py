"""Positions that are remembered, counted and forgotten: the lines, and the functions that they call.

An instance of a memory holds its positions in ascending order (`Memory`), so that equal ones lie side by side.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable

from ...program.ir import Forget, Memory, Program, Remember, Times
from ...program.positions import packed, packings
from ..core import reasons
from .addressing import address
from .writing import Writing


def times(w: Writing, expr: Times) -> str:
    """The text that gives how often the present values were remembered."""
    count = counting(w.program, w.program.memories[expr.memory])
    w.function.passed += 1
    return f"{w.function.refer(count)}(s, {_instance(w, expr)})"


def remember(w: Writing, op: Remember) -> None:
    """The line that keeps the present values; too many are a runtime error."""
    memory = w.program.memories[op.memory]
    keep, full = keeping(w.program, memory), w.fault(reasons.remembered_out(memory), op.sentence)
    w.function.passed += 1
    w.function.line(f"if not {w.function.refer(keep)}(s, {_instance(w, op)}): {full}()")


def forget(w: Writing, op: Forget) -> None:
    """The lines that drop what was remembered."""
    memory = w.program.memories[op.memory]
    drop = w.function.refer(dropping(memory))
    if op.axes is not None:
        w.function.line(f"{drop}(s, {address(w, memory.base, op.axes, memory.name.plain, op.sentence)})")
        return
    with w.function.inside(f"for base in {w.function.refer(memory.bases)}"):
        w.function.line(f"{drop}(s, base)")


def _instance(w: Writing, node: Times | Remember) -> str:
    memory = w.program.memories[node.memory]
    return address(w, memory.base, node.axes, memory.name.plain, node.sentence)


def counting(program: Program, memory: Memory) -> Callable[[list[int], int], int]:
    """A function that gives how often the present values stand in the instance that begins at a slot."""
    parts, width = packings(program, memory), memory.words

    def count(s: list[int], base: int) -> int:
        kept = s[base]
        if not kept:
            return 0
        here = packed(parts, s)
        first = base + 1

        def position(number: int) -> list[int]:
            return s[first + number * width : first + (number + 1) * width]

        start = bisect_left(range(kept), here, key=position)
        return bisect_right(range(kept), here, start, key=position) - start

    return count


def keeping(program: Program, memory: Memory) -> Callable[[list[int], int], bool]:
    """A function that keeps the present values in the instance that begins at a slot; False when it is full."""
    parts, width, most = packings(program, memory), memory.words, memory.most

    def keep(s: list[int], base: int) -> bool:
        kept, first = s[base], base + 1
        if kept == most:
            return False
        here = packed(parts, s)
        number = bisect_left(range(kept), here, key=lambda at: s[first + at * width : first + (at + 1) * width])
        at, behind = first + number * width, first + kept * width
        s[at : behind + width] = [*here, *s[at:behind]]
        s[base] += 1
        return True

    return keep


def dropping(memory: Memory) -> Callable[[list[int], int], None]:
    """A function that drops all positions of the instance that begins at a slot."""
    width = memory.words

    def drop(s: list[int], base: int) -> None:
        length = 1 + s[base] * width
        s[base : base + length] = [0] * length

    return drop
