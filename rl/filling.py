"""Decisions that each fill an empty space for good: there are no more of them than spaces, however often their loops may run."""

from __future__ import annotations

from collections.abc import Iterator

from ..program.ir import (
    NOTHING,
    All,
    Alternative,
    Ask,
    Assign,
    Block,
    Cell,
    Clear,
    Comparison,
    Expr,
    Number,
    Op,
    Place,
    Program,
    Relation,
    Slot,
)
from ..program.ops import blocks, bodies, reached, statements, stop, writes
from ..program.ranges import Known


def filling(known: Known) -> dict[int, int]:
    """For each stop at which every choice fills an empty space of a place: the place that is filled.

    A choice fills one where it is chosen among those that are empty, a value is then stored there before anybody is asked again,
    and no sentence ever empties one.
    """
    program = known.program
    found: dict[int, int] = {}
    for number, place in enumerate(program.places):
        if place.optional and not _emptied(known, place):
            found.update((stop, number) for stop in _filling(program, place))
    return found


def room(program: Program, number: int) -> int:
    """How many spaces of a place are empty at the start."""
    return sum(program.start[slot] == NOTHING for slot in _slots(program.places[number]))


def _slots(place: Place) -> tuple[int, ...]:
    found: tuple[int, ...] = (place.base,)
    for extent in place.extents:
        found = tuple(slot + step * extent.stride for slot in found for step in range(extent.size))
    return found


def _emptied(known: Known, place: Place) -> bool:
    """Whether a sentence may make a space of the place empty, or clears it."""
    slots = frozenset(_slots(place))
    return any(
        not slots.isdisjoint(reached(write.target)) and (isinstance(op, Clear) or write.held(known).absent)
        for op in statements(known.program)
        for write in writes(op, known.program)
    )


def _filling(program: Program, place: Place) -> Iterator[int]:
    """The stops whose every choice fills a space of the place."""
    for block in (program.body, *(body for phase in program.phases for body in bodies(phase))):
        for op, behind in _with_rest(block):
            if isinstance(op, Ask) and all(_fills(program, one, behind, place) for one in op.alternatives):
                yield op.stop


def _with_rest(ops: Block) -> Iterator[tuple[Op, Block]]:
    """All statements of a block and of those inside it, each with what stands behind it in its own block."""
    for number, op in enumerate(ops):
        yield op, ops[number + 1 :]
        for block in blocks(op):
            yield from _with_rest(block)


def _fills(program: Program, one: Alternative, behind: Block, place: Place) -> bool:
    tests = [part for each in one.conditions for part in (each.test.parts if isinstance(each.test, All) else (each.test,))]
    chosen = {each.target for each in one.parameters}
    empty = [cell for test in tests if (cell := _empty(test)) is not None and cell.base == place.base]
    free = [cell for cell in empty if all(axis.at in chosen for axis in cell.axes) and len(cell.axes) == len(place.extents)]
    for op in (*one.body, *behind):
        if isinstance(op, Assign) and any(_same(op.target, cell) for cell in free):
            return True
        if stop(op) is not None or blocks(op) or any(write.target in chosen for write in writes(op, program)):
            return False
    return False


def _empty(test: Expr) -> Cell | None:
    """The cell of which the test says that it is empty."""
    match test:
        case Comparison(how=Relation.EQUAL, left=Cell() as cell, right=Number(value)) if value == NOTHING:
            return cell
        case Comparison(how=Relation.EQUAL, left=Number(value), right=Cell() as cell) if value == NOTHING:
            return cell
        case _:
            return None


def _same(target: Slot | Cell, cell: Cell) -> bool:
    return isinstance(target, Cell) and (target.base, target.axes) == (cell.base, cell.axes)
