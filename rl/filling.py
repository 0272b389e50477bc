"""Decisions that each fill an empty space for good: there are no more of them than spaces, however often their loops may run."""

from __future__ import annotations

from collections.abc import Iterator

from ..program import ir
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


def room(program: ir.Program, number: int) -> int:
    """How many spaces of a place are empty at the start."""
    return sum(program.start[slot] == ir.NOTHING for slot in _slots(program.places[number]))


def _slots(place: ir.Place) -> tuple[int, ...]:
    found: tuple[int, ...] = (place.base,)
    for extent in place.extents:
        found = tuple(slot + step * extent.stride for slot in found for step in range(extent.size))
    return found


def _emptied(known: Known, place: ir.Place) -> bool:
    """Whether a sentence may make a space of the place empty, or clears it."""
    slots = frozenset(_slots(place))
    return any(
        not slots.isdisjoint(reached(write.target)) and (isinstance(op, ir.Clear) or write.held(known).absent)
        for op in statements(known.program)
        for write in writes(op, known.program)
    )


def _filling(program: ir.Program, place: ir.Place) -> Iterator[int]:
    """The stops whose every choice fills a space of the place."""
    for block in (program.body, *(body for phase in program.phases for body in bodies(phase))):
        for op, behind in _with_rest(block):
            if isinstance(op, ir.Ask) and all(_fills(program, one, behind, place) for one in op.alternatives):
                yield op.stop


def _with_rest(ops: ir.Block) -> Iterator[tuple[ir.Op, ir.Block]]:
    """All statements of a block and of those inside it, each with what stands behind it in its own block."""
    for number, op in enumerate(ops):
        yield op, ops[number + 1 :]
        for block in blocks(op):
            yield from _with_rest(block)


def _fills(program: ir.Program, one: ir.Alternative, behind: ir.Block, place: ir.Place) -> bool:
    tests = [part for each in one.conditions for part in (each.test.parts if isinstance(each.test, ir.All) else (each.test,))]
    chosen = {each.target for each in one.parameters}
    empty = [cell for test in tests if (cell := _empty(test)) is not None and cell.base == place.base]
    free = [cell for cell in empty if all(axis.at in chosen for axis in cell.axes) and len(cell.axes) == len(place.extents)]
    for op in (*one.body, *behind):
        if isinstance(op, ir.Assign) and any(_same(op.target, cell) for cell in free):
            return True
        if stop(op) is not None or blocks(op) or any(write.target in chosen for write in writes(op, program)):
            return False
    return False


def _empty(test: ir.Expr) -> ir.Cell | None:
    """The cell of which the test says that it is empty."""
    match test:
        case ir.Comparison(how=ir.Relation.EQUAL, left=ir.Cell() as cell, right=ir.Number(value)) if value == ir.NOTHING:
            return cell
        case ir.Comparison(how=ir.Relation.EQUAL, left=ir.Number(value), right=ir.Cell() as cell) if value == ir.NOTHING:
            return cell
        case _:
            return None


def _same(target: ir.Slot | ir.Cell, cell: ir.Cell) -> bool:
    return isinstance(target, ir.Cell) and (target.base, target.axes) == (cell.base, cell.axes)
