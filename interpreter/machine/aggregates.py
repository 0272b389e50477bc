"""Aggregates of sets: sums, counts, extremes, quantifiers, and the first element in an order."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ...program.ir import LARGEST, NOTHING, SMALLEST
from .context import Elements, Evaluation
from .sets import filtered


@frozen
class Walk:
    """The elements to go through, each stored in scratch slot *slot*, and the test that they must pass (None: all pass)."""

    elements: Elements
    slot: int
    where: Evaluation | None

    def passing(self) -> Elements:
        """The elements that pass."""
        if self.where is None:
            return self.elements
        return filtered(self.elements, self.slot, self.where)


def total(
    walk: Walk, value: Evaluation, absent: Callable[[], Exception], too_large: Callable[[int], Exception] | None
) -> Evaluation:
    """The sum of the values, where a card counts once for each copy.

    Raises the error of *absent* when a value is nothing, and that of *too_large* when the sum is no number on the way; where
    this is None, it always is one.
    """
    pairs, slot = walk.passing().pairs, walk.slot

    def add(s: list[int]) -> int:
        result = 0
        for element, weight in pairs(s):
            s[slot] = element
            number = value(s)
            if number == NOTHING:
                raise absent()
            result += number * weight
            if too_large is not None and not SMALLEST <= result <= LARGEST:
                raise too_large(result)
        return result

    return add


def count(walk: Walk) -> Evaluation:
    """How many elements pass, where a card counts once for each copy."""
    passing = walk.passing()
    if passing.weighted:
        pairs = passing.pairs
        return lambda s: sum([weight for _, weight in pairs(s)])
    values = passing.values
    return lambda s: len(values(s))


def some(walk: Walk, value: Evaluation) -> Evaluation:
    """Whether the value holds for any element that passes."""
    values, slot = walk.elements.values, walk.slot
    holds = value if walk.where is None else _both(walk.where, value)

    def look(s: list[int]) -> int:
        for element in values(s):
            s[slot] = element
            if holds(s):
                return 1
        return 0

    return look


def every(walk: Walk, value: Evaluation) -> Evaluation:
    """Whether the value holds for all elements that pass."""
    values, slot = walk.elements.values, walk.slot
    holds = value if walk.where is None else _follows(walk.where, value)

    def look(s: list[int]) -> int:
        for element in values(s):
            s[slot] = element
            if not holds(s):
                return 0
        return 1

    return look


def _both(where: Evaluation, value: Evaluation) -> Evaluation:
    return lambda s: where(s) and value(s)


def _follows(where: Evaluation, value: Evaluation) -> Evaluation:
    return lambda s: value(s) if where(s) else 1


@frozen
class Extreme:
    """The value that is wanted: the *rank*-th highest or lowest (from 1), with equal values counted once if *distinct*.

    *otherwise* is the result when there are fewer values (None: nothing).
    """

    highest: bool
    rank: int
    distinct: bool
    otherwise: Evaluation | None


def extreme(walk: Walk, value: Evaluation, wanted: Extreme) -> Evaluation:
    """The wanted value; values that are nothing are left out."""
    passing, slot = walk.passing(), walk.slot
    repeated = passing.weighted and wanted.rank > 1 and not wanted.distinct
    pairs, values, otherwise = passing.pairs, passing.values, wanted.otherwise
    rank, distinct, highest = wanted.rank, wanted.distinct, wanted.highest

    def gather(s: list[int]) -> list[int]:
        found = []
        for element in values(s):
            s[slot] = element
            number = value(s)
            if number != NOTHING:
                found.append(number)
        return found

    def gather_repeated(s: list[int]) -> list[int]:
        found = []
        for element, weight in pairs(s):
            s[slot] = element
            number = value(s)
            if number != NOTHING:
                found.extend([number] * weight)
        return found

    collect = gather_repeated if repeated else gather

    def find(s: list[int]) -> int:
        found = collect(s)
        if rank == 1:
            if found:
                return max(found) if highest else min(found)
        else:
            if distinct:
                found = list(dict.fromkeys(found))
            if 0 < rank <= len(found):
                return sorted(found, reverse=highest)[rank - 1]
        return NOTHING if otherwise is None else otherwise(s)

    return find


SortKey = Callable[[list[int]], tuple[int, int]]


def sort_key(value: Evaluation, highest: bool) -> SortKey:
    """The sort key for a value; nothing comes last."""

    def key(s: list[int]) -> tuple[int, int]:
        number = value(s)
        if number == NOTHING:
            return 1, 0
        return 0, -number if highest else number

    return key


def in_order(elements: list[int], store: Callable[[list[int], int], None], keys: tuple[SortKey, ...], s: list[int]) -> list[int]:
    """The elements sorted by the keys, stably; *store* puts an element where the keys read it."""
    decorated = []
    for position, element in enumerate(elements):
        store(s, element)
        decorated.append((tuple([key(s) for key in keys]), position, element))
    decorated.sort()
    return [element for _, _, element in decorated]


def first(walk: Walk, keys: tuple[SortKey, ...], otherwise: Evaluation | None) -> Evaluation:
    """The first element that passes, in the order of the keys and then of the set; else *otherwise* (None: nothing)."""
    values, slot, where = walk.elements.values, walk.slot, walk.where

    def find(s: list[int]) -> int:
        best: tuple[tuple[int, int], ...] | None = None
        found = NOTHING
        for element in values(s):
            s[slot] = element
            if where is not None and not where(s):
                continue
            if not keys:
                return element
            rank = tuple([key(s) for key in keys])
            if best is None or rank < best:
                best, found = rank, element
        if best is None:
            return NOTHING if otherwise is None else otherwise(s)
        return found

    return find
