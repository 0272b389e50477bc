"""Compiled sets: ranges, rows, lists, cards, and sets filtered by a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...program.ir import NOTHING
from ..core.zones import Layout, copies
from .context import Elements, Evaluation

KEPT = 1_000
"""Up to this many elements, the pairs of element and weight of a constant set are kept in memory."""

Values = Callable[[list[int]], Sequence[int]]


def plain(values: Values) -> Elements:
    """A set whose elements all weigh 1."""
    return Elements(values, lambda s: [(element, 1) for element in values(s)], weighted=False)


def constant(elements: Sequence[int]) -> Elements:
    """A set that is always the same."""
    if len(elements) > KEPT:
        return plain(lambda s: elements)
    pairs = tuple((element, 1) for element in elements)
    return Elements(lambda s: elements, lambda s: pairs, weighted=False)


def between(low: Evaluation, high: Evaluation) -> Elements:
    """The integers between two bounds, both included."""

    def values(s: list[int]) -> Sequence[int]:
        first, last = low(s), high(s)
        if first == NOTHING or last == NOTHING:
            return ()
        return range(first, last + 1)

    return plain(values)


def row(rows: tuple[tuple[int, ...], ...], at: Evaluation, outside: Callable[[int], Exception]) -> Elements:
    """The elements of one row; raises the error of *outside* when there is no such row."""
    pairs = tuple(tuple((element, 1) for element in one) for one in rows)
    count = len(rows)

    def values(s: list[int]) -> Sequence[int]:
        i = at(s)
        if 0 <= i < count:
            return rows[i]
        raise outside(i)

    def weighed(s: list[int]) -> Sequence[tuple[int, int]]:
        i = at(s)
        if 0 <= i < count:
            return pairs[i]
        raise outside(i)

    return Elements(values, weighed, weighted=False)


def listed(items: tuple[Evaluation, ...]) -> Elements:
    """The values of these expressions; those that are nothing are skipped."""
    return plain(lambda s: [element for element in [item(s) for item in items] if element != NOTHING])


def cards(base: Evaluation, shape: Layout) -> Elements:
    """The kinds of card in a zone, with their copies as weights."""
    if shape.ordered:
        return Elements(
            lambda s: [kind for kind, count in enumerate(copies(s, base(s), shape)) if count],
            lambda s: [(kind, count) for kind, count in enumerate(copies(s, base(s), shape)) if count],
            weighted=True,
        )
    kinds = shape.kinds

    def values(s: list[int]) -> Sequence[int]:
        b = base(s)
        if not s[b]:
            return ()
        return [kind for kind, count in enumerate(s[b + 1 : b + 1 + kinds]) if count]

    def pairs(s: list[int]) -> Sequence[tuple[int, int]]:
        b = base(s)
        if not s[b]:
            return ()
        return [(kind, count) for kind, count in enumerate(s[b + 1 : b + 1 + kinds]) if count]

    return Elements(values, pairs, weighted=True)


def filtered(source: Elements, slot: int, where: Evaluation) -> Elements:
    """The elements that pass the test, which reads the element from the scratch slot."""
    all_values, all_pairs = source.values, source.pairs

    def values(s: list[int]) -> Sequence[int]:
        passing = []
        for element in all_values(s):
            s[slot] = element
            if where(s):
                passing.append(element)
        return passing

    def pairs(s: list[int]) -> Sequence[tuple[int, int]]:
        passing = []
        for pair in all_pairs(s):
            s[slot] = pair[0]
            if where(s):
                passing.append(pair)
        return passing

    return Elements(values, pairs, source.weighted)
