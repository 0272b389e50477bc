"""A Program that counts how often one of its phases is done, so that matches can be measured in whole moves."""

from __future__ import annotations

from attrs import evolve

from . import ir
from .ops import blocks, statements, stop, within

METER = (0, 0)
"""What the two slots of a meter start as: whether the phase is being done, and how often it was completed."""


def counting(program: ir.Program, phase: str, meter: int) -> ir.Program:
    """The Program in which the slots from *meter* on tell whether the phase of that name is being done, and how often it was.

    The slots belong to no place of the game, so that nobody sees them. What is only tried is not counted.
    """
    played = done(program)
    phases = tuple(
        _counted(each, meter) if each.name == phase and number in played else each for number, each in enumerate(program.phases)
    )
    return evolve(program, phases=phases)


def _counted(phase: ir.Phase, meter: int) -> ir.Phase:
    doing, times = ir.Slot(meter), ir.Slot(meter + 1)

    def told(target: ir.Slot, value: ir.Expr) -> ir.Assign:
        return ir.Assign(target, value, 0, ir.LARGEST, False, None, phase.sentence)

    once_more = ir.Arithmetic(ir.Calculation.ADD, times, ir.Number(1), True, phase.sentence)
    body: ir.Block = (told(doing, ir.Number(1)), *phase.body)
    after: ir.Block = (*phase.after, told(doing, ir.Number(0)), told(times, once_more))
    return evolve(phase, body=body, after=after)


def done(program: ir.Program) -> frozenset[int]:
    """The phases that play does, without those that are only tried."""
    return frozenset(op.phase for op in statements(program) if isinstance(op, ir.Do))


def meter_of(program: ir.Program, phase: str) -> int | None:
    """The first slot of the meter of a Program that `counting` made; None when it never does a phase of that name."""
    for number in sorted(done(program)):
        each = program.phases[number]
        if each.name == phase:
            match each.body[0]:
                case ir.Assign(target=ir.Slot(index)):
                    return index
                case _:
                    raise TypeError("the Program does not count the phase")
    return None


def done_at_once(program: ir.Program, phase: str) -> bool:
    """Whether a phase of that name is done inside `together`, where no seat's is the next."""
    blocks = [op.body for op in statements(program) if isinstance(op, ir.Together)]
    does = (op.phase for block in blocks for op in within(program, block) if isinstance(op, ir.Do))
    return any(program.phases[number].name == phase for number in does)


def single_choices(program: ir.Program, phase: str) -> frozenset[int]:
    """The stops whose answer alone completes a phase of that name: on every way through it, play stops once at most."""
    found: set[int] = set()
    for each in program.phases:
        if each.name == phase and _stops_on_a_way(each.body, program) <= 1:
            numbers = (stop(op) for op in within(program, each.body))
            found.update(number for number in numbers if number is not None)
    return frozenset(found)


def _stops_on_a_way(ops: ir.Block, program: ir.Program) -> int:
    """How often play stops at most on a way through these statements; 2 stands for all that is more than once."""
    most = 0
    for op in ops:
        match op:
            case ir.Do(phase):
                inside = _stops_on_a_way(program.phases[phase].body, program)
            case _:
                inside = max((_stops_on_a_way(block, program) for block in blocks(op)), default=0)
        most += 2 * inside if _goes_around(op) else inside
        most += 0 if stop(op) is None else 1
    return min(most, 2)


def _goes_around(op: ir.Op) -> bool:
    """Whether a statement may run what is inside it more than once."""
    match op:
        case ir.ForEach() | ir.Repeat():
            return True
        case _:
            return False
