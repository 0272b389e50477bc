"""By what somebody leads while the match lasts."""

from __future__ import annotations

from itertools import takewhile

from ..program.intervals import Bounds
from ..program.ir import After, Cards, Cell, Key, Program, Size, Slot, Times
from ..program.ops import covered, fails_here, nodes
from ..program.ranges import known


def leading_keys(program: Program) -> tuple[Key, ...]:
    """The keys that tell who leads while the match lasts: those of the ranking, else the highest score.

    A key that play never changes is left out. So is one for which a phase is tried and that it may be impossible to work out
    before the match is over, with all that stand behind it. Empty where nothing is left.
    """
    outcome = program.outcome
    keys = outcome.ranking
    if not keys and outcome.score is not None:
        keys = (Key(outcome.score, highest=True),)
    told = takewhile(lambda key: not (_tries(key) and may_fail(program, key)), keys)
    return tuple(key for key in told if slots_read(program, key) != frozenset())


def may_fail(program: Program, key: Key) -> bool:
    """Whether it may be impossible to work the key out before the match is over; while it is, nobody knows who leads."""
    return fails_here(key.value, known(program).binding(program.outcome.seat, Bounds(0, max(0, len(program.seats) - 1))))


def _tries(key: Key) -> bool:
    return any(isinstance(node, After) for node in nodes((key.value,)))


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
    return frozenset(slots - {program.outcome.seat})
