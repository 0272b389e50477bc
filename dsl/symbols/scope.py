"""Names that live inside a phase: where they are kept, and how long."""

from __future__ import annotations

from attrs import Factory, define

from ...program import ir
from ...program.span import Span
from .types import Type


@define
class Local:
    """A name of a phase: a value (*extent* None) or a row of values; *type* grows while a name that began as nothing is used."""

    name: str
    type: Type
    expr: ir.Expr
    origin: ir.ZoneAt | None = None
    extent: ir.Extent | None = None
    fixed: bool = False
    index_type: Type | None = None

    @property
    def target(self) -> ir.Target:
        """Where to store it."""
        assert isinstance(self.expr, ir.Slot | ir.Cell)
        return self.expr


@define
class Scope:
    """The names of one block, and the block around it."""

    above: Scope | None = None
    names: dict[str, Local] = Factory(dict)

    def find(self, name: str) -> Local | None:
        """What the name means here."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.above
        return None

    def all_names(self) -> list[str]:
        """Every name that is known here, nearest first."""
        found = list(self.names)
        return found + (self.above.all_names() if self.above else [])


@define
class Frame:
    """Slots for the names of a run of play, taken and given back like a stack.

    Inside `together` each seat has a frame of its own: *seat* is then the slot that says whose turn it is to be worked on,
    *seats* how many frames there are and *size* how long one is (settled by a first reading of the block).
    """

    base: int
    top: int = 0
    most: int = 0
    seat: int | None = None
    seats: int = 1
    size: int = 0
    kept: int = 0

    def keep(self) -> int:
        """The offset of a fresh slot that lasts as long as the frame; room for these lies before the stack."""
        self.kept += 1
        return self.kept - 1

    def take(self, count: int) -> int:
        """The offset of so many fresh slots."""
        offset = self.top
        self.top += count
        self.most = max(self.most, self.top)
        return offset

    def cell(self, offset: int, sentence: int, what: str) -> ir.Target:
        """The slot at that offset, of the seat in question where frames are many."""
        if self.seat is None:
            return ir.Slot(self.base + offset)
        axis = ir.Axis(ir.Slot(self.seat), 0, self.seats, max(1, self.size))
        return ir.Cell(self.base + offset, (axis,), what, sentence)

    def element(self, offset: int, axis: ir.Axis, sentence: int, what: str) -> ir.Cell:
        """One of a row of slots that begins at that offset."""
        axes = (axis,) if self.seat is None else (ir.Axis(ir.Slot(self.seat), 0, self.seats, max(1, self.size)), axis)
        return ir.Cell(self.base + offset, axes, what, sentence)


@define
class Read:
    """A place or zone that was looked at inside `together`, and whether it was the seat's own."""

    name: str
    own: bool
    span: Span
