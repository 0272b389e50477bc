"""Fast evaluation of the most frequent test on boards, `any line l has every x in l has THING[x] = VALUE`, and its inner part."""

from __future__ import annotations

from attrs import frozen

from ...program.ir import Axis, Cell, Comparison, Fold, FoldKind, Number, Program, Range, Relation, Row, Slot
from ..core.reasons import misplaced
from .writing import Writing

WRITTEN_OUT = 8
"""The longest line whose spaces are looked at in one comparison."""


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


def whole(w: Writing, lines: Lines) -> None:
    """The lines of text that tell whether all slots of one line hold the value; there must be such a line."""
    function, rows = w.function, w.function.refer(lines.slots)
    function.line(f"at, wanted = {w.value(Slot(lines.at))}, {w.value(lines.wanted)}")
    function.line(f"if not 0 <= at < {len(lines.slots)}: {w.fault(misplaced(lines.what), lines.sentence)}(at)")
    with function.inside(f"for slot in {rows}[at]"):
        function.line("if s[slot] != wanted: return 0")
    function.line("return 1")


def any_whole(w: Writing, lines: Lines) -> None:
    """The lines of text that tell whether there is a line all of whose slots hold the value."""
    function = w.function
    lengths = sorted({len(row) for row in lines.slots})
    function.line(f"wanted = {w.value(lines.wanted)}")
    for length in lengths:
        rows = function.refer(tuple(row for row in lines.slots if len(row) == length))
        if 0 < length <= WRITTEN_OUT:
            names = [f"x{number}" for number in range(length)]
            with function.inside(f"for {', '.join(names)}, in {rows}"):
                function.line(f"if s[{names[0]}] == wanted{''.join(f' == s[{name}]' for name in names[1:])}: return 1")
        else:
            with function.inside(f"for row in {rows}"):
                with function.inside("for slot in row"):
                    function.line("if s[slot] != wanted: break")
                with function.inside("else"):
                    function.line("return 1")
    function.line("return 0")
