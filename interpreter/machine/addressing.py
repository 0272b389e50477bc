"""Indices into arrays, checked and turned into slot numbers."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ..core.reasons import misplaced
from .context import Context, Evaluation


@frozen
class Index:
    """One compiled axis: `at` computes the index; where the index is just the value of a slot, `slot` is that slot."""

    at: Evaluation
    slot: int | None
    low: int
    size: int
    stride: int


@frozen
class Misplaced:
    """What is needed to report a wrong index: the name of the array and the sentence."""

    context: Context
    what: str
    sentence: int

    def fault(self, index: int) -> Exception:
        """The runtime error for that index."""
        return self.context.fault(misplaced(self.what), self.sentence, index)


def address(base: int, axes: tuple[Index, ...], wrong: Misplaced) -> Evaluation:
    """A closure that gives the slot number of an element; it raises the error of *wrong* for an index out of range."""
    match axes:
        case ():
            return lambda s: base
        case (axis,):
            return _one(base, axis, wrong)
        case (first, second):
            return _two(base, first, second, wrong)
        case _:
            return _many(base, axes, wrong)


def _one(base: int, axis: Index, wrong: Misplaced) -> Evaluation:
    at, low, stride = axis.at, axis.low, axis.stride
    top, base = low + axis.size, base - low * stride
    if axis.slot is not None:
        slot = axis.slot

        def direct(s: list[int]) -> int:
            i = s[slot]
            if low <= i < top:
                return base + i * stride
            raise wrong.fault(i)

        return direct

    def find(s: list[int]) -> int:
        i = at(s)
        if low <= i < top:
            return base + i * stride
        raise wrong.fault(i)

    return find


def _two(base: int, first: Index, second: Index, wrong: Misplaced) -> Evaluation:
    one, low, stride = first.at, first.low, first.stride
    two, bottom, pace = second.at, second.low, second.stride
    top, end = low + first.size, bottom + second.size
    base = base - low * stride - bottom * pace

    def find(s: list[int]) -> int:
        i = one(s)
        if low <= i < top:
            j = two(s)
            if bottom <= j < end:
                return base + i * stride + j * pace
            raise wrong.fault(j)
        raise wrong.fault(i)

    return find


def _many(base: int, axes: tuple[Index, ...], wrong: Misplaced) -> Evaluation:
    parts = tuple((axis.at, axis.low, axis.size, axis.stride) for axis in axes)

    def find(s: list[int]) -> int:
        slot = base
        for at, low, size, stride in parts:
            i = at(s) - low
            if not 0 <= i < size:
                raise wrong.fault(i + low)
            slot += i * stride
        return slot

    return find


def element(base: int, axes: tuple[Index, ...], wrong: Misplaced) -> Evaluation:
    """A closure that gives the value of an element; errors as in `address`."""
    match axes:
        case ():
            return lambda s: s[base]
        case (axis,) if axis.slot is not None:
            return _element_at_slot(base, axis, axis.slot, wrong)
        case _:
            find: Evaluation = address(base, axes, wrong)
            return lambda s: s[find(s)]


def _element_at_slot(base: int, axis: Index, slot: int, wrong: Misplaced) -> Evaluation:
    low, stride = axis.low, axis.stride
    top, base = low + axis.size, base - low * stride

    def read(s: list[int]) -> int:
        i = s[slot]
        if low <= i < top:
            return s[base + i * stride]
        raise wrong.fault(i)

    return read


def entry(table: tuple[int, ...], axes: tuple[Index, ...], wrong: Misplaced) -> Evaluation:
    """A closure that gives an entry of a table; errors as in `address`."""
    find: Callable[[list[int]], int] = address(0, axes, wrong)
    match axes:
        case (axis,) if axis.slot is not None and axis.stride == 1:
            slot, low, top = axis.slot, axis.low, axis.low + axis.size

            def read(s: list[int]) -> int:
                i = s[slot]
                if low <= i < top:
                    return table[i - low]
                raise wrong.fault(i)

            return read
        case _:
            return lambda s: table[find(s)]
