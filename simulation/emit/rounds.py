"""When it is looked at who leads, and by what: between rounds, by all keys of the ranking."""

from __future__ import annotations

from itertools import takewhile

from ...program.intervals import Bounds
from ...program.ir import Ask, Block, Cards, Cell, Do, ForEach, Key, Program, Repeat, Size, Slot, Times, Together
from ...program.ops import blocks, bodies, covered, fails, nodes
from ...program.ranges import known


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


def rounds(program: Program) -> frozenset[int]:
    """The sentences of the loops between whose passes it is looked at who leads, because all seats have had as many turns.

    These are the loops that are in no other, and those in them in which seats take turns or decide together; but none inside a
    turn or a choice.
    """
    outside: set[int] = set()
    within_turns: set[int] = set()

    def walk(ops: Block, looping: bool, turn: bool) -> None:
        for op in ops:
            match op:
                case Repeat(stops=True):
                    if turn:
                        within_turns.add(op.sentence)
                    elif not looping or _in_turns(program, op.body):
                        outside.add(op.sentence)
                    walk(op.body, True, turn)
                case Do(phase=phase):
                    for body in bodies(program.phases[phase]):
                        walk(body, looping, turn)
                case _:
                    inner = turn or isinstance(op, Ask | Together) or (isinstance(op, ForEach) and op.stops)
                    for block in blocks(op):
                        walk(block, looping, inner)

    walk(program.body, False, False)
    return frozenset(outside - within_turns)


def _in_turns(program: Program, ops: Block) -> bool:
    """Whether seats take turns in these statements, or decide together, outside further loops."""
    for op in ops:
        match op:
            case Together() | ForEach(stops=True):
                return True
            case Repeat() | Ask():
                pass
            case Do(phase=phase):
                if any(_in_turns(program, body) for body in bodies(program.phases[phase])):
                    return True
            case _:
                if any(_in_turns(program, block) for block in blocks(op)):
                    return True
    return False
