"""Indices into arrays, checked and turned into slot numbers."""

from __future__ import annotations

from ...program.ir import Axis, Cell, Lookup, Number, Slot, Target, ZoneAt
from ..core.reasons import misplaced
from .source import ATOM
from .writing import Writing


def address(w: Writing, base: int, axes: tuple[Axis, ...], what: str, sentence: int) -> str:
    """The text that gives the slot number of an element; an index out of range is the runtime error that names *what*."""
    open_axes = []
    for axis in axes:
        match axis.at:
            case Number(number) if axis.low <= number < axis.low + axis.size:
                base += (number - axis.low) * axis.stride
            case _:
                base -= axis.low * axis.stride
                open_axes.append((axis, w.value(axis.at), w.known.value(axis.at)))
    text, tests, looking = "", [], False
    for axis, index, held in reversed(open_axes):
        # What may fail is worked out in the order of the axes: before a test stands what comes before it.
        looking = not held.within(axis.low, axis.low + axis.size - 1) or (looking and not ATOM.fullmatch(index))
        if looking:
            once, index = w.again(index)
            tests.append((f"{axis.low} <= {once} < {axis.low + axis.size}", index))
        text = f" + {index}{text}" if axis.stride == 1 else f" + {index} * {axis.stride}{text}"
    text = f"{base}{text}" if base else text.removeprefix(" + ") or "0"
    wrong = w.fault(misplaced(what), sentence) if tests else ""
    for test, index in tests:
        text = f"({text} if {test} else {wrong}({index}))"
    return text


def target_address(w: Writing, target: Target) -> str:
    """The text that gives the number of the slot to write."""
    match target:
        case Slot(index):
            return str(index)
        case Cell(base, axes, what, sentence):
            return address(w, base, axes, what, sentence)


def zone_address(w: Writing, zone: ZoneAt) -> str:
    """The text that gives the first slot of the zone's instance."""
    declared = w.program.zones[zone.zone]
    return address(w, declared.base, zone.axes, declared.name.plain, zone.sentence)


def cell(w: Writing, expr: Cell) -> str:
    """The text that gives an element of an array."""
    return w.names.get(expr) or f"s[{address(w, expr.base, expr.axes, expr.what, expr.sentence)}]"


def entry(w: Writing, expr: Lookup) -> str:
    """The text that gives an entry of a table."""
    table = w.function.refer(w.program.tables[expr.table])
    return f"{table}[{address(w, 0, expr.axes, expr.what, expr.sentence)}]"
