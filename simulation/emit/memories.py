"""Positions that are remembered, counted and forgotten, as lines: values are packed into working memory and looked up there."""

from __future__ import annotations

from collections.abc import Callable

from ...interpreter.core import reasons
from ...program.ir import Axis, Forget, Remember, Times
from ...program.positions import packings
from .context import Emission

Address = Callable[[Emission, int, tuple[Axis, ...], str, int], str]
"""Writes the text of a slot number: the first slot, the indices, the name of the array, the sentence."""


def times(em: Emission, expr: Times, address: Address) -> str:
    """The text of how often the present values were remembered."""
    memory = em.program.memories[expr.memory]
    base = em.atom(address(em, memory.base, expr.axes, memory.name.plain, expr.sentence), "a")
    return em.atom(f"times_kept(s, m, {base}, {memory.words}, {_packed(em, expr.memory)})")


def remember(em: Emission, op: Remember, address: Address) -> None:
    """Writes that the present values are kept; too many are a fault."""
    memory = em.program.memories[op.memory]
    base = em.atom(address(em, memory.base, op.axes, memory.name.plain, op.sentence), "a")
    kept = f"remember(s, m, {base}, {memory.words}, {memory.most}, {_packed(em, op.memory)})"
    em.fault_if(f"not {kept}", op.sentence, reasons.remembered_out(memory))


def forget(em: Emission, op: Forget, address: Address) -> None:
    """Writes that positions are dropped."""
    memory = em.program.memories[op.memory]
    if op.axes is not None:
        base = address(em, memory.base, op.axes, memory.name.plain, op.sentence)
        em.writer.line(f"forget(s, {base}, {memory.words})")
        return
    first, number, stride = memory.base, len(memory.bases), memory.length
    with em.loop(f"for i in range({number}):"):
        em.writer.line(f"forget(s, {first} + i * {stride}, {memory.words})")


def _packed(em: Emission, number: int) -> int:
    """Writes that the present values are packed; gives where their words stand in working memory."""
    memory = em.program.memories[number]
    start = at = em.room(memory.words)
    for part in packings(em.program, memory):
        behind = part.base + part.count
        if part.each > 1:
            em.writer.line(f"digits(s, m, {part.base}, {behind}, {part.each}, {part.radix}, {part.zero}, {at})")
        elif part.count == 1:
            em.writer.line(f"m[{at}] = s[{part.base}]")
        else:
            with em.loop(f"for i in range({part.count}):"):
                em.writer.line(f"m[U(i + {at})] = s[U(i + {part.base})]")
        at += part.words
    return start
