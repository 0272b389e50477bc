"""The measures that a ruleset declares, computed. Normal play skips them, because they do not change the state."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from ..program.ir import (
    LARGEST,
    SMALLEST,
    Ask,
    Assign,
    Block,
    Branch,
    ForEach,
    Later,
    Op,
    Program,
    Repeat,
    Scope,
    Slot,
    Take,
    Together,
)
from .machine.expressions import value_of
from .state import State


def measuring(program: Program) -> Program:
    """A Program with the same states that computes each measure where it is taken, so that it raises the measures' runtime
    errors.

    The values go to one additional scratch slot, which nothing reads.
    """
    free = Slot(program.slots + program.scratch)

    def worked_out(op: Op) -> Op:
        match op:
            case Take(_, value, sentence):
                return Assign(free, value, SMALLEST, LARGEST, True, None, sentence)
            case _:
                return op

    return evolve(program, body=_changed(program.body, worked_out), scratch=program.scratch + 1)


def final_measures(program: Program, state: State) -> tuple[int, ...]:
    """The values of the measures that are taken at the end of the match, for its final state. Raises PlayError."""
    return tuple(value_of(program, state.slots, measure.final) for measure in program.measures if measure.final is not None)


def _changed(ops: Block, change: Callable[[Op], Op]) -> Block:
    """The block with *change* applied to every statement, inner statements first."""
    found: list[Op] = []
    for op in ops:
        match op:
            case Branch(_, then, otherwise):
                found.append(change(evolve(op, then=_changed(then, change), otherwise=_changed(otherwise, change))))
            case ForEach(body=body) | Repeat(body=body) | Scope(body=body) | Together(body=body) | Later(body=body):
                found.append(change(evolve(op, body=_changed(body, change))))
            case Ask(alternatives=alternatives):
                inside = tuple(evolve(one, body=_changed(one.body, change)) for one in alternatives)
                found.append(change(evolve(op, alternatives=inside)))
            case _:
                found.append(change(op))
    return tuple(found)
