"""Which parameters the weights of an evaluation share: along the board, and by the symmetries of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

import numpy

from ...program.ir import NOTHING
from ..emit.evaluation import Evaluation, Group, Part, Windowed
from .fit import Reals, Ties, Whole
from .symmetry import Image, Symmetry, image

Element = tuple[int, int]
"""The number of a group, and of one of its elements."""


def ties(layout: Evaluation, found: Sequence[Symmetry]) -> Ties:
    """The parameters of the weights. Each weight has one of its own, but for those that a symmetry makes equal or opposite; what
    is the same elsewhere on the board shares another.
    """
    moved = [(images, symmetry.swaps) for symmetry in found if (images := _images(layout, symmetry)) is not None]
    own, sign = _joined(layout.weights, numpy.arange(layout.weights), moved)
    alike = _alike(layout)
    shared, shared_sign = _joined(int(alike.max()) + 1, alike, moved)
    return Ties(own, sign, shared, numpy.where(alike == 0, 0, shared_sign).astype(numpy.float32))


def _alike(layout: Evaluation) -> Whole:
    """For each weight the number of those that mean the same elsewhere on a board; 0 where nothing does."""
    found, numbers = numpy.zeros(layout.weights, numpy.int64), count(1)

    def repeated(first: int, times: int, values: int) -> None:
        if times > 1:
            named = [next(numbers) for _ in range(values)]
            found[first : first + times * values] = numpy.tile(named, times)

    for group in layout.groups:
        repeated(group.first, group.count if group.board is not None else 1, group.values)
    for each in layout.windowed:
        repeated(each.first, len(each.windows), each.values)
    return found


def _joined(size: int, of: Whole, moved: Sequence[tuple[Whole, bool]]) -> tuple[Whole, Reals]:
    """For each weight its parameter and its sign, where *of* names the parameter that it would have, *size* in all."""
    # each parameter stands twice, with either sign; what is joined with its own opposite is 0
    ones, part = numpy.arange(size), numpy.arange(2 * size)
    joins = [(of, of[images] + (size if swaps else 0)) for images, swaps in moved]
    joins += [((one + size) % (2 * size), (other + size) % (2 * size)) for one, other in joins]
    before = part + 1
    while not numpy.array_equal(part, before):
        before = part.copy()
        for one, other in joins:
            lower = numpy.minimum(part[one], part[other])
            numpy.minimum.at(part, one, lower)
            numpy.minimum.at(part, other, lower)
    positive, negative = part[ones], part[ones + size]
    sign = numpy.where(positive == negative, 0, numpy.where(positive < negative, 1, -1))
    _, number = numpy.unique(numpy.minimum(positive, negative), return_inverse=True)
    return number[of].astype(numpy.int64), sign[of].astype(numpy.float32)


def _images(layout: Evaluation, symmetry: Symmetry) -> Whole | None:
    """For each weight the one that it becomes; None where a symmetry mixes what is read together."""
    changed = image(layout.program, symmetry)
    found = numpy.arange(layout.weights)
    if symmetry.swaps:
        found[: (layout.program.stops + 1) * len(layout.program.seats)] ^= 1
    read = dict(_read(layout))
    elements, values = dict[Element, Element](), dict[Element, Whole]()
    for number, group in enumerate(layout.groups):
        for element in range(group.count):
            targets = [read.get(changed.to[part.base + element * part.stride]) for part in group.parts]
            homes = {target[:2] for target in targets if target is not None}
            if None in targets or len(homes) != 1:
                return None
            (home,) = homes
            mapped = _values(
                group, layout.groups[home[0]], element, changed, [target[2] for target in targets if target is not None]
            )
            if mapped is None:
                return None
            elements[number, element], values[number, element] = home, mapped
            there = layout.groups[home[0]]
            first = group.first + element * group.values
            found[first : first + group.values] = there.first + home[1] * there.values + mapped
    places = {
        (each.group, frozenset(window)): (each, at, window) for each in layout.windowed for at, window in enumerate(each.windows)
    }
    for each in layout.windowed:
        for at, window in enumerate(each.windows):
            moved = [elements[each.group, element] for element in window]
            target = places.get((moved[0][0], frozenset(element for _, element in moved)))
            if target is None or len(target[2]) != len(window):
                return None
            first = each.first + at * each.values
            found[first : first + each.values] = _window(layout, each, window, moved, target, values)
    return found


def _read(layout: Evaluation) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """For each slot that is read, the number of its group, of its element and of its part."""
    for number, group in enumerate(layout.groups):
        for element in range(group.count):
            for at, part in enumerate(group.parts):
                yield part.base + element * part.stride, (number, element, at)


def _values(group: Group, there: Group, element: int, changed: Image, parts: Sequence[int]) -> Whole | None:
    """For each value of an element what it becomes; *parts* are those of the group *there* that its own parts become."""
    if len(there.parts) != len(group.parts):
        return None
    left = numpy.arange(group.values)
    found = numpy.zeros(group.values, numpy.int64)
    for part, to in reversed(list(zip(group.parts, parts, strict=True))):
        change = changed.values[part.base + element * part.stride]
        target = there.parts[to]
        named = [_number(target, value if change is None else change(value)) for value in _named(part)]
        if None in named or len(named) != target.size:
            return None
        stride = 1
        for behind in there.parts[to + 1 :]:
            stride *= behind.size
        found += numpy.array(named, numpy.int64)[left % part.size] * stride
        left //= part.size
    return found


def _named(part: Part) -> list[int]:
    """The values of a part in their order."""
    return [*([NOTHING] if part.optional else []), *range(part.low, part.low + part.size - part.optional)]


def _number(part: Part, value: int) -> int | None:
    """The number of a value of the part; None where it is none of them."""
    if value == NOTHING:
        return 0 if part.optional else None
    found = value - part.low + part.optional
    return found if part.optional <= found < part.size else None


def _window(
    layout: Evaluation,
    each: Windowed,
    window: Sequence[int],
    homes: Sequence[Element],
    target: tuple[Windowed, int, Sequence[int]],
    values: dict[Element, Whole],
) -> Whole:
    """The weights that those of a window become."""
    there, at, order = target
    several, left = layout.groups[each.group].values, numpy.arange(each.values)
    found = numpy.full(each.values, there.first + at * there.values)
    for element, (_, home) in reversed(list(zip(window, homes, strict=True))):
        place = len(order) - 1 - order.index(home)
        found += values[each.group, element][left % several] * several**place
        left = left // several
    return found
