"""The measures that a ruleset declares, computed. Normal play skips them, because they do not change the state."""

from __future__ import annotations

from attrs import evolve

from ..program.ir import LARGEST, SMALLEST, Assign, Op, Program, Slot, Take
from ..program.ops import changed
from .game import Game
from .machine.machine import value_of
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

    return evolve(changed(program, worked_out), scratch=program.scratch + 1)


def final_measures(game: Game, state: State) -> tuple[int, ...]:
    """The values of the measures that are taken at the end of the match, for its final state. Raises PlayError."""
    program = game.program
    return tuple(value_of(game.silent, state.slots, measure.final) for measure in program.measures if measure.final is not None)
