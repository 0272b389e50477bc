"""The decisions of a Program, and the sentences that it carries out, in the order of the rules."""

from __future__ import annotations

from ...program.ir import Ask, Clear, Do, Leave, Op, Program, Take, Together
from ...program.ops import statements, within


def together(program: Program) -> frozenset[int]:
    """The sentences of the decisions that all seats make at the same time."""
    blocks = [op.body for op in statements(program) if isinstance(op, Together)]
    return frozenset(op.sentence for block in blocks for op in within(program, block) if isinstance(op, Ask))


def carried(program: Program) -> tuple[int, ...]:
    """The indices of the sentences that are carried out in play, each once, in the order of the rules."""
    found = {sentence for op in statements(program) if (sentence := _sentence(op)) is not None}
    return tuple(index for index, _ in enumerate(program.sentences) if index in found)


def _sentence(op: Op) -> int | None:
    match op:
        case Clear() | Do() | Leave() | Take():
            # the end of a name's scope, phases (counted on their own), leaving a loop, and measures, which change nothing
            return None
        case _:
            return op.sentence
