"""The arrays that emitted code works on: lists of Python, NumPy's, or rows in the memory of a WebAssembly module."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from typing import Literal, Protocol, cast, overload

from attrs import frozen

from .signatures import Kind

Numbers = MutableSequence[int]
Rows = MutableSequence[MutableSequence[int]]


class Arrays(Protocol):
    """Makes arrays. The kind of a table is that of its rows."""

    def zeros(self, kind: Kind, count: int) -> Numbers:
        """So many zeros."""
        ...

    def filled(self, kind: Kind, numbers: Sequence[int]) -> Numbers:
        """These numbers."""
        ...

    def blank(self, kind: Kind, count: int, width: int) -> Rows:
        """So many rows of zeros, of that width."""
        ...

    def table(self, kind: Kind, rows: Sequence[Sequence[int]], width: int) -> Rows:
        """These rows, of that width."""
        ...


class Lists:
    """Lists, for plain Python."""

    def zeros(self, kind: Kind, count: int) -> Numbers:
        """A list of zeros."""
        return [0] * count

    def filled(self, kind: Kind, numbers: Sequence[int]) -> Numbers:
        """A list of these numbers."""
        return list(numbers)

    def blank(self, kind: Kind, count: int, width: int) -> Rows:
        """Lists of zeros."""
        return [[0] * width for _ in range(count)]

    def table(self, kind: Kind, rows: Sequence[Sequence[int]], width: int) -> Rows:
        """A list of each row."""
        return [list(row) for row in rows]


_OF_NUMPY = {Kind.SLOTS: "<i4", Kind.NUMBERS: "<i8", Kind.WORDS: "<u8", Kind.FLAGS: "|u1", Kind.REALS: "<f4"}


class NumPyArrays:
    """Arrays of NumPy, for machine code."""

    def zeros(self, kind: Kind, count: int) -> Numbers:
        """An array of one dimension."""
        import numpy

        return cast("Numbers", numpy.zeros(count, dtype=_OF_NUMPY[kind]))

    def filled(self, kind: Kind, numbers: Sequence[int]) -> Numbers:
        """An array of one dimension."""
        import numpy

        return cast("Numbers", numpy.array(numbers, dtype=_OF_NUMPY[kind]))

    def blank(self, kind: Kind, count: int, width: int) -> Rows:
        """An array of two dimensions."""
        import numpy

        return cast("Rows", numpy.zeros((count, width), dtype=_OF_NUMPY[kind]))

    def table(self, kind: Kind, rows: Sequence[Sequence[int]], width: int) -> Rows:
        """An array of two dimensions."""
        import numpy

        return cast("Rows", numpy.array(rows, dtype=_OF_NUMPY[kind]).reshape(len(rows), width))


FORMAT = cast(
    "dict[Kind, Literal['i', 'q', 'Q', 'B']]",
    {Kind.SLOTS: "i", Kind.NUMBERS: "q", Kind.WORDS: "Q", Kind.FLAGS: "B", Kind.REALS: "f"},
)
"""How `array` and `memoryview` name the elements."""


@frozen
class Room:
    """A piece of a module's memory: its bytes, which belong to whoever refers to them, and its address, a multiple of 8."""

    view: memoryview
    address: int


class Row:
    """Numbers in the memory of a module. A slice is another row with the same numbers, as in NumPy."""

    __slots__ = ("address", "numbers")

    def __init__(self, numbers: memoryview, address: int) -> None:
        self.numbers = numbers
        self.address = address

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(self.numbers)

    def __bytes__(self) -> bytes:
        return self.numbers.tobytes()

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Row: ...
    def __getitem__(self, at: int | slice) -> int | Row:
        if isinstance(at, slice):
            first, _, _ = at.indices(len(self.numbers))
            return Row(self.numbers[at], self.address + first * self.numbers.itemsize)
        return self.numbers[at]

    @overload
    def __setitem__(self, at: int, given: int) -> None: ...
    @overload
    def __setitem__(self, at: slice, given: Iterable[int]) -> None: ...
    def __setitem__(self, at: int | slice, given: int | Iterable[int]) -> None:
        match at, given:
            case int(), int():
                self.numbers[at] = given
            case slice(), Row() if given.numbers.format == self.numbers.format:
                self.numbers[at] = given.numbers
            case slice(), Iterable():
                self.numbers[at] = memoryview(array(self.numbers.format, given))
            case _:
                raise TypeError(f"expected numbers for a slice, found {type(given).__name__}")


class Table:
    """Rows of one width, one after another in the memory of a module. A slice is another table with the same rows."""

    __slots__ = ("count", "whole", "width")

    def __init__(self, whole: Row, count: int, width: int) -> None:
        self.whole = whole
        self.count = count
        self.width = width

    @property
    def address(self) -> int:
        """Where the first row begins."""
        return self.whole.address

    def __len__(self) -> int:
        return self.count

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Table: ...
    def __getitem__(self, at: int | slice) -> Row | Table:
        rows = range(self.count)[at]
        if isinstance(rows, int):
            return self.whole[rows * self.width : (rows + 1) * self.width]
        return Table(self.whole[rows.start * self.width : rows.stop * self.width], len(rows), self.width)


@frozen
class InMemory:
    """Rows and tables in the memory of a module; *room* gives so many zeroed bytes of it."""

    room: Callable[[int], Room]

    def zeros(self, kind: Kind, count: int) -> Numbers:
        """A row."""
        return cast("Numbers", self._row(kind, count))

    def filled(self, kind: Kind, numbers: Sequence[int]) -> Numbers:
        """A row."""
        found = self._row(kind, len(numbers))
        found[:] = numbers
        return cast("Numbers", found)

    def blank(self, kind: Kind, count: int, width: int) -> Rows:
        """A table."""
        return cast("Rows", Table(self._row(kind, count * width), count, width))

    def table(self, kind: Kind, rows: Sequence[Sequence[int]], width: int) -> Rows:
        """A table."""
        found = self.blank(kind, len(rows), width)
        for row, numbers in zip(found, rows, strict=True):
            row[:] = numbers
        return found

    def _row(self, kind: Kind, count: int) -> Row:
        found = self.room(count * array(FORMAT[kind]).itemsize)
        return Row(found.view.cast(FORMAT[kind]), found.address)
