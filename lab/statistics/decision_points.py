"""What a Program asks, and which sentences it carries out, in the order of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from ...program.ir import Ask, Block, Clear, Leave, Op, Program, Scope, Take
from ...simulation.emit.survey import statements


def asks(body: Block) -> Iterator[Ask]:
    """Every decision of a seat."""
    for op in statements(body):
        match op:
            case Ask():
                yield op
            case _:
                pass


def carried(program: Program) -> tuple[int, ...]:
    """The sentences that are carried out in play, each once, in the order in which they stand in the rules."""
    found = {sentence for op in statements(program.body) if (sentence := _sentence(op)) is not None}
    return tuple(index for index, _ in enumerate(program.sentences) if index in found)


def _sentence(op: Op) -> int | None:
    match op:
        case Clear() | Scope() | Leave() | Take():
            # names that end, phases (counted as such), the way out of a loop, and what is only looked at
            return None
        case _:
            return op.sentence
