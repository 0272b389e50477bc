"""Fast evaluation of the most frequent test on boards, `any line l has every x in l has THING[x] = VALUE`, and its inner part."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ...program.ir import Axis, Cell, Comparison, Fold, FoldKind, Number, Program, Range, Relation, Row, Slot
from .context import Evaluation


@frozen
class Lines:
    """The slots of each line; slot *at* holds the number of the line that is tested, and all its slots must hold *wanted*."""

    slots: tuple[tuple[int, ...], ...]
    at: int
    wanted: Slot | Number
    what: str
    sentence: int


def lines_of(program: Program, expr: Fold) -> Lines | None:
    """The lines that `every x in LINE has THING[x] = VALUE` tests; None when the expression is of another form."""
    if expr.kind is not FoldKind.EVERY or expr.where is not None:
        return None
    match expr.source, expr.value:
        case Row(number, Slot(at), what, sentence), Comparison(
            Relation.EQUAL, Cell(base, (Axis(Slot(slot), low, size, stride),)), (Slot() | Number()) as wanted
        ) if slot == expr.slot and wanted != Slot(slot):
            rows = program.rows[number]
            if all(low <= element < low + size for row in rows for element in row):
                slots = tuple(tuple(base + (element - low) * stride for element in row) for row in rows)
                return Lines(slots, at, wanted, what, sentence)
    return None


def any_lines(program: Program, expr: Fold) -> Lines | None:
    """The lines that `any line l has …` goes through; None when the expression is of another form."""
    match expr.source, expr.value:
        case Range(Number(low), Number(high)), Fold() as inner if expr.kind is FoldKind.ANY and expr.where is None:
            found = lines_of(program, inner)
            if found is None or found.at != expr.slot or found.wanted == Slot(expr.slot):
                return None
            if 0 <= low <= high < len(found.slots):
                return Lines(found.slots[low : high + 1], found.at, found.wanted, found.what, found.sentence)
    return None


def whole(lines: Lines, wanted: Evaluation, outside: Callable[[int], Exception]) -> Evaluation:
    """Whether all slots of one line hold the value; raises the error of *outside* when there is no such line."""
    rows, at, count = lines.slots, lines.at, len(lines.slots)

    def look(s: list[int]) -> int:
        i = s[at]
        if not 0 <= i < count:
            raise outside(i)
        number = wanted(s)
        for slot in rows[i]:
            if s[slot] != number:
                return 0
        return 1

    return look


def any_whole(lines: Lines, wanted: Evaluation) -> Evaluation:
    """Whether there is a line all of whose slots hold the value."""
    rows = lines.slots

    def look(s: list[int]) -> int:
        number = wanted(s)
        for row in rows:
            for slot in row:
                if s[slot] != number:
                    break
            else:
                return 1
        return 0

    return look
