"""Names whose value a table has given for a position, while both stand: what leads back to the position need not be looked up."""

from __future__ import annotations

from attrs import evolve, frozen

from ...program.ir import Axis, Block, Cell, Lookup, Present, Program, Slot, Target
from ...program.ops import may_write, nodes, reached


@frozen
class Lead:
    """The *position*, counted from 0, that a variable holds; the name in *slot* is its entry in *back*, and an entry of a table,
    with that name as an index, is the position again, counted from *start*.
    """

    slot: int
    position: str
    start: int
    back: tuple[int, ...]
    through: Lookup

    def is_entry(self, expr: Lookup) -> bool:
        """Whether the expression is that entry, where its indices are none of them nothing."""
        return (expr.table, _bare(expr.axes)) == (self.through.table, _bare(self.through.axes))

    @property
    def slots(self) -> frozenset[int]:
        """The slots that the name and the entry are worked out from."""
        read = (node for node in nodes((self.through,)) if isinstance(node, (Slot, Cell)))
        return frozenset((self.slot, *(slot for node in read for slot in reached(node))))

    def stands(self, program: Program, ops: Block) -> bool:
        """Whether it still holds after these statements."""
        return not any(may_write(program, ops, slot) for slot in self.slots)


def _bare(axes: tuple[Axis, ...]) -> tuple[Axis, ...]:
    return tuple(evolve(axis, at=axis.at.value) if isinstance(axis.at, Present) else axis for axis in axes)


def named(through: Lookup, before: Target, name: Slot) -> Lookup:
    """The entry of the table with the name in the place of what it was chosen as."""
    axes: tuple[Axis, ...] = tuple(evolve(axis, at=name) if axis.at == before else axis for axis in through.axes)
    return evolve(through, axes=axes)
