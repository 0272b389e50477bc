"""By what somebody leads while the match lasts."""

from __future__ import annotations

from itertools import takewhile

from ..program.intervals import Bounds
from ..program.ir import Cards, Cell, Key, Program, Size, Slot, Times
from ..program.ops import covered, fails, nodes
from ..program.ranges import known


def leading_keys(program: Program) -> tuple[Key, ...]:
    """The keys that tell who leads while the match lasts: those of the ranking, else the highest score.

    A key that play never changes is left out, and so is what stands behind a key that it may be impossible to work out before the
    match is over. Empty where nothing is left.
    """
    outcome = program.outcome
    keys = outcome.ranking
    if not keys and outcome.score is not None:
        keys = (Key(outcome.score, highest=True),)
    seats = known(program).binding(outcome.seat, Bounds(0, len(program.seats) - 1))
    safe = tuple(takewhile(lambda key: not fails(key.value, seats), keys))
    return tuple(key for key in safe if slots_read(program, key) != frozenset())


def slots_read(program: Program, key: Key) -> frozenset[int] | None:
    """The slots that a key reads beside the seat; None where it reads cards or memories."""
    slots: set[int] = set()
    for node in nodes((key.value,)):
        match node:
            case Slot(index):
                slots.add(index)
            case Cell(base, axes):
                slots.update(covered(base, axes))
            case Cards() | Size() | Times():
                return None
            case _:
                pass
    return frozenset(slots - {program.outcome.seat})
