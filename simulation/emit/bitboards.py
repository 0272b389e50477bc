"""Sets of positions as bits: for each value that an array can hold, the positions that hold it are the bits of a few words.

What a bitboard tells is in the vector too: whatever reads a single value reads it there. Its words are what a quantifier, a count
or a choice over many positions looks at. Compiled code keeps them in the array *z*, behind the words of packed cards, and brings
them up to date with every assignment. An array gets a bitboard where its values are few, where only assignments write it, and
where something asks for all positions that hold a value.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ...program import ir
from ...program.ops import Node, everything, everywhere, nodes, parts, reached, writes

WORD = 64
"""The number of bits in a word."""

VALUES = 8
"""An array whose elements can hold more values than this has no bitboard."""

POSITIONS = range(4, 1025)
"""How many positions an array with a bitboard has."""

WORDS = 4096
"""The most words of a bitboard."""


@frozen
class Bitboard:
    """The bits of an array.

    The array has its first slot at *base* and *groups* groups of *size* positions, whose index begins at *start*. Its values are
    *low* to *high*, and nothing where *optional*. For each group and value, in this order and nothing first, there are *words*
    words from *first* on. Where an element is only true or false, there are only the words of those that are true.
    """

    base: int
    groups: int
    size: int
    start: int
    low: int
    high: int
    optional: bool
    first: int

    @property
    def truth(self) -> bool:
        """Whether an element is only true or false."""
        return (self.low, self.high, self.optional) == (0, 1, False)

    @property
    def sets(self) -> int:
        """How many sets of positions a group has."""
        return 1 if self.truth else self.high - self.low + 1 + self.optional

    @property
    def words(self) -> int:
        """How many words a set has."""
        return -(-self.size // WORD)

    @property
    def length(self) -> int:
        """How many words there are."""
        return self.groups * self.sets * self.words

    def group_of(self, cell: ir.Cell) -> int | None:
        """The group that a cell counts its other indices from, where its last index goes through all positions of a group; None
        where it does not, as where another index goes through and the last one is fixed.
        """
        last, offset = cell.axes[-1], cell.base - self.base
        if (last.low, last.size, last.stride) != (self.start, self.size, 1) or offset % self.size:
            return None
        return offset // self.size

    def number_of(self, value: str, absent: bool) -> str:
        """The text of the number of the set of a value, which may be nothing where *absent*."""
        if value == str(ir.NOTHING):
            return "0"
        shift = self.low - self.optional
        if value.lstrip("-").isdigit():
            return str(int(value) - shift)
        text = value if shift == 0 else f"({value} - {shift})" if shift > 0 else f"({value} + {-shift})"
        return f"(0 if {value} == {ir.NOTHING} else {text})" if absent else text

    def whole(self, positions: range) -> tuple[int, ...]:
        """The words in which these positions are set."""
        return self._words(sum(1 << at for at in positions))

    def whole_of(self, elements: tuple[int, ...]) -> tuple[int, ...]:
        """The words in which the positions with these indices are set."""
        return self._words(sum(1 << at for at in {element - self.start for element in elements}))

    def positions(self, numbers: range) -> range | None:
        """The positions with these indices, counted from 0; None where not all are there."""
        if self.start <= numbers[0] and numbers[-1] < self.start + self.size:
            return range(numbers[0] - self.start, numbers[-1] + 1 - self.start)
        return None

    def _words(self, bits: int) -> tuple[int, ...]:
        return tuple(bits >> (WORD * word) & (2**WORD - 1) for word in range(self.words))


@frozen
class Question:
    """Whether an element holds a value: the element, the value (None: whether it is true), and whether it must not.

    The position asked about is the last index of the element, or the last index is looked up in a table by it (*through*).
    """

    cell: ir.Cell
    value: ir.Expr | None
    denied: bool

    @property
    def through(self) -> ir.Lookup | None:
        """The table that leads from what is asked about to the position."""
        match self.cell.axes[-1].at:
            case ir.Lookup() as found:
                return found
            case _:
                return None


def question(test: Node, position: ir.Target) -> Question | None:
    """The test as a question about the element at a position, by which nothing else in it depends; None for any other test."""
    match test:
        case ir.Not(inside):
            found = question(inside, position)
            return None if found is None else Question(found.cell, found.value, not found.denied)
        case ir.Cell() if _at(test, position):
            return Question(test, None, False)
        case ir.Comparison(ir.Relation.EQUAL | ir.Relation.DIFFERENT as how, left, right):
            for one, other in ((left, right), (right, left)):
                if isinstance(one, ir.Cell) and _at(one, position) and not _depends(other, position):
                    return Question(one, other, how is ir.Relation.DIFFERENT)
            return None
        case _:
            return None


def attribute(test: ir.Expr, position: ir.Target) -> ir.Lookup | None:
    """The entry of a table by which alone a test depends on a position, and which only the position decides; None elsewhere."""
    found: ir.Lookup | None = None
    todo: list[Node] = [test]
    while todo:
        match todo.pop():
            case ir.Lookup(axes=axes) as node if any(axis.at == position for axis in axes):
                if sum(isinstance(axis.at, ir.Number) for axis in axes) != len(axes) - 1 or found not in (None, node):
                    return None
                found = node
            case node if node == position:
                return None
            case node:
                todo += parts(node)
    return found


def _at(cell: ir.Cell, position: ir.Target) -> bool:
    """Whether the last index of an element is that position, or looked up by it, and no other index depends on it."""
    if not cell.axes or any(_depends(axis.at, position) for axis in cell.axes[:-1]):
        return False
    match cell.axes[-1].at:
        case ir.Lookup(axes=axes):
            return [axis.at == position or not _depends(axis.at, position) for axis in axes] == [True] * len(axes) and (
                sum(axis.at == position for axis in axes) == 1
            )
        case last:
            return last == position


def _depends(expr: ir.Expr, position: ir.Target) -> bool:
    return any(node == position for node in nodes((expr,)))


@frozen
class Combined:
    """Tests of which *every* one must hold, or any; or a single one that must not hold, where *denied*."""

    parts: tuple[ir.Expr, ...]
    every: bool
    denied: bool


def combined(test: ir.Expr) -> Combined | None:
    """The tests that a test consists of."""
    match test:
        case ir.All(several):
            return Combined(several, True, False)
        case ir.Either(several):
            return Combined(several, False, False)
        case ir.Not(inside):
            return Combined((inside,), True, True)
        case _:
            return None


def parts_of(test: ir.Expr | None) -> tuple[ir.Expr, ...]:
    """The tests that must all hold."""
    match test:
        case None:
            return ()
        case ir.All(parts):
            return tuple(each for part in parts for each in parts_of(part))
        case _:
            return (test,)


def bitboards(program: ir.Program) -> tuple[Bitboard, ...]:
    """The bitboards of a Program."""
    asked = {found.cell.base for found in _questions(program)}
    spoilt = {
        slot
        for op in everywhere(program)
        for write in writes(op, program)
        if not isinstance(op, ir.Assign | ir.AssignAll)
        for slot in reached(write.target)
    }
    found, first = list[Bitboard](), program.slots
    for place in program.places:
        board = _board(place, first)
        if board is None or asked.isdisjoint(range(board.base, board.base + board.groups * board.size)):
            continue
        if spoilt.isdisjoint(range(board.base, board.base + board.groups * board.size)):
            found.append(board)
            first += board.length
    return tuple(found)


def _board(place: ir.Place, first: int) -> Bitboard | None:
    """The bitboard that a place would have; None where its shape or its values do not fit."""
    if not place.extents or place.board is not None:
        return None
    last, whole = place.extents[-1], 1
    for extent in reversed(place.extents):
        if extent.stride != whole:
            return None
        whole *= extent.size
    board = Bitboard(place.base, whole // last.size, last.size, last.low, place.low, place.high, place.optional, first)
    fits = last.size in POSITIONS and place.high - place.low < VALUES and board.length <= WORDS
    return board if fits else None


def _questions(program: ir.Program) -> Iterator[Question]:
    """All questions about elements whose position goes through a set."""
    for node in everything(program):
        match node:
            case ir.Fold(slot=slot, source=ir.Range() | ir.Row() | ir.Connected() | ir.Around(), where=where, value=value):
                tests = (*parts_of(where), *parts_of(value))
            case ir.First(slot=slot, source=ir.Range(), where=where):
                tests = parts_of(where)
            case ir.Filtered(source=ir.Range(), slot=slot, where=where) | ir.Connected(slot=slot, where=where):
                tests = parts_of(where)
            case _:
                continue
        yield from (found for test in tests if (found := question(test, ir.Slot(slot))) is not None)
    for op in everywhere(program):
        match op:
            case ir.AssignAll(slot=slot, source=ir.Range() | ir.Row() | ir.Connected() | ir.Around(), where=where):
                yield from (found for test in parts_of(where) if (found := question(test, ir.Slot(slot))) is not None)
            case ir.ForEach(target=target, source=ir.Range(), where=where):
                yield from (found for test in parts_of(where) if (found := question(test, target)) is not None)
            case ir.Ask():
                for one in op.alternatives:
                    targets = [parameter.target for parameter in one.parameters if isinstance(parameter.source, ir.Range)]
                    tests = tuple(test for condition in one.conditions for test in parts_of(condition.test))
                    yield from (found for target in targets for test in tests if (found := question(test, target)) is not None)
