"""Names that are local to a phase, their scopes, and the slots that hold their values."""

from __future__ import annotations

from attrs import Factory, define, frozen

from ...program import ir
from ...program.span import Span
from ..sentences import syntax as s
from .types import SetOf, Type, Typed


@frozen
class Kept:
    """The members of a set, stored one after another from *first* on, at most *capacity*; *count* is how many there are."""

    count: ir.Target
    first: ir.Cell
    element: Type
    capacity: int


@define
class Local:
    """A name local to a phase: a value (*extent* None) or a row of values.

    A name of a set has its *members*; in a function it has its *meaning*, which is read again wherever the name stands: the set
    and the scope that it was named in. *origin* is the zone that a card was found in, *place* the place there at which it was
    chosen, in a row; *shown* holds the seats, as bits, to whom it was revealed by that name. A *fixed* name cannot be
    assigned to. The *type* of a name that begins as `nothing` becomes that of the first value assigned to it.
    """

    name: str
    type: Type
    expr: ir.Expr
    origin: ir.ZoneAt | None = None
    extent: ir.Extent | None = None
    fixed: bool = False
    index_type: Type | None = None
    members: SetOf | Kept | None = None
    meaning: tuple[s.Expression, Scope] | None = None

    @property
    def is_set(self) -> bool:
        """Whether the name stands for a set."""
        return self.members is not None or self.meaning is not None

    place: ir.Expr | None = None
    shown: ir.Target | None = None

    @property
    def target(self) -> ir.Target:
        """Where to store the value; only for a name that has a slot."""
        assert isinstance(self.expr, ir.Slot | ir.Cell)
        return self.expr


@define
class Scope:
    """The names of one block, and the scope around it; *such* are conditions that held when the block or a name of it began.

    *put* are the names of cards that were perhaps put somewhere else, and lie no longer where they were found.
    """

    above: Scope | None = None
    names: dict[str, Local] = Factory(dict)
    such: list[ir.Expr] = Factory(list)
    put: set[str] = Factory(set)

    def __attrs_post_init__(self) -> None:
        """What was put around the block is known in it."""
        self.put |= self.above.put if self.above else set()

    def find(self, name: str) -> Local | None:
        """What the name means here, or None; an inner block comes before an outer one."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.above
        return None

    def fixed(self, expr: ir.Expr) -> bool:
        """Whether the expression is that of a name which cannot be assigned to."""
        if any(local.fixed and local.expr == expr for local in self.names.values()):
            return True
        return self.above is not None and self.above.fixed(expr)

    def conditions(self) -> list[ir.Expr]:
        """The conditions that held when this block and those around it began."""
        return [*self.such, *(self.above.conditions() if self.above else ())]

    def all_names(self) -> list[str]:
        """Every name that is known here, those of the innermost block first."""
        found = list(self.names)
        return found + (self.above.all_names() if self.above else [])


@define
class Frame:
    """The slots for the local names of one phase, at offsets from *base*.

    Every name has slots of its own: what it can hold is known better than where names share them. *top* is the next free
    offset; *live* are the offsets of the names in scope, in the order in which they were taken. Inside `together` each seat
    has a frame of its own: *seat* is then the scratch slot that holds the present seat, *seats* the number of frames, and
    *size* the slots in one (found by a first reading of the block).
    """

    base: int
    top: int = 0
    seat: int | None = None
    seats: int = 1
    size: int = 0
    live: list[int] = Factory(list)

    def take(self, count: int) -> int:
        """The offset of the first of *count* new slots, which are live from now on."""
        offset = self.reserve(count)
        self.live += range(offset, offset + count)
        return offset

    def reserve(self, count: int) -> int:
        """The offset of the first of *count* new slots that hold no names."""
        offset = self.top
        self.top += count
        return offset

    def runs(self, mark: int) -> list[tuple[int, int]]:
        """The live slots from that place of the list on, as offsets and lengths of stretches without gaps."""
        found: list[tuple[int, int]] = []
        for offset in sorted(self.live[mark:]):
            if found and sum(found[-1]) == offset:
                found[-1] = found[-1][0], found[-1][1] + 1
            else:
                found.append((offset, 1))
        return found

    def cell(self, offset: int, sentence: int, what: str) -> ir.Target:
        """The slot at *offset*; inside `together`, that of the present seat's frame."""
        if self.seat is None:
            return ir.Slot(self.base + offset)
        axis = ir.Axis(ir.Slot(self.seat), 0, self.seats, max(1, self.size))
        return ir.Cell(self.base + offset, (axis,), what, sentence)

    def element(self, offset: int, axis: ir.Axis, sentence: int, what: str) -> ir.Cell:
        """The slot that *axis* picks from a row of slots that begins at *offset*."""
        axes = (axis,) if self.seat is None else (ir.Axis(ir.Slot(self.seat), 0, self.seats, max(1, self.size)), axis)
        return ir.Cell(self.base + offset, axes, what, sentence)

    def behind(self, used: int) -> Frame:
        """A frame for another phase, whose slots begin at the offset *used*."""
        return Frame(self.base, used, self.seat, self.seats, self.size)


@define
class Read:
    """A read of a place or zone, and whether what it reads is the own of the present seat of a `together` block."""

    name: str
    own: bool
    span: Span


@frozen
class CallBefore:
    """What the body of a function gave for one call of a sentence, and what reading it left behind.

    These are the calls, values and entries that it took, the names that it *mentioned*, and what it *reads*.
    """

    result: Typed
    taken: tuple[int, int, int]
    mentioned: frozenset[str]
    reads: tuple[Read, ...]
