"""Functions that tell what a seat hears, in the listening form, and who is asked.

asking(s, m)                 all who are asked, as bits: bit 0 for nature, bit seat + 1 for a seat
hear(m, row, seat, at)       writes to *row*, from *at* on, what the seat hears of what followed from the last answer;
                             gives the place behind it. `simulation/events.py` says what stands there
"""

from __future__ import annotations

from ...interpreter.core.events import sees_at
from ...interpreter.machine.simultaneous import places
from ...program.ir import NOTHING, Place, Program, Together, Zone
from ...program.ops import statements
from .context import Emission, Module
from .noting import FIRST, NEXT, Record


def hearing(module: Module) -> list[list[str]]:
    """The lines of these functions."""
    table = Emission(module, {}).table(sights(module.program))
    return [asking(module.program), HEARD.replace("SIGHTS", table).splitlines(), HEAR.splitlines()]


def sights(program: Program) -> tuple[int, ...]:
    """For each slot the seats that see what is there, as bits: at the first slot of a zone instance, and where a place is."""
    found = [0] * program.slots
    things: tuple[Zone | Place, ...] = (*program.zones, *program.places)
    for thing in things:
        cells: list[tuple[tuple[int, ...], int]] = [((), thing.base)]
        for extent in thing.extents:
            cells = [((*index, extent.low + i), slot + i * extent.stride) for index, slot in cells for i in range(extent.size)]
        for index, slot in cells:
            seats = (seat for seat in range(len(program.seats)) if sees_at(thing, index, seat))
            found[slot] = sum(1 << seat for seat in seats)
    return tuple(found)


def asking(program: Program) -> list[str]:
    """The lines of the function `asking`."""
    lines = ["@entry", "def asking(s: Slots, m: Numbers) -> int:"]
    for op in statements(program):
        if isinstance(op, Together):
            lines += [
                f"    if s[0] == {op.stop}:",
                "        found = 0",
                f"        for p in range({places(op.source, len(program.seats))}):",
                f"            if s[U({op.positions} + p)] != 0:",
                "                found += 1 << (p + 1)",
                "        return found",
            ]
    return [*lines, "    if s[0] == 0:", "        return 0", "    return 1 << (actor(s, m) + 1)"]


HEAR = f"""@entry
def hear(m: Numbers, row: Numbers, seat: int, at: int) -> int:
    spot = m[{FIRST}]
    while spot < m[{NEXT}]:
        by = m[U(spot + 2)]
        if by == 0 or by == seat + 1 or (by < 0 and by != -1 - seat):
            at = heard(m, row, seat, spot, at)
        spot += m[U(spot + 1)]
    return at"""

HEARD = f"""def heard(m: Numbers, row: Numbers, seat: int, spot: int, at: int) -> int:
    kind = m[U(spot)]
    length = m[U(spot + 1)] - 1
    told = at + 2
    row[U(at)] = kind
    row[U(at + 1)] = length
    for place in range(2, length):
        row[U(at + place)] = m[U(spot + place + 1)]
    match kind:
        case {Record.CHOSEN.value}:
            if row[U(told)] != seat:
                if row[U(told + 5)] != 0:
                    return at
                count = (length - 8) // 2
                for place in range(told + 6, told + 6 + count):
                    base = row[U(place + count)]
                    if base >= 0 and ((SIGHTS[U(base)] >> seat) & 1) == 0:
                        row[U(place)] = {NOTHING}
                        row[U(told + 2)] = -1
                        row[U(told + 3)] = 0
        case {Record.MOVED.value}:
            if (((SIGHTS[U(row[U(told)])] | SIGHTS[U(row[U(told + 1)])] | row[U(told + 7)]) >> seat) & 1) == 0:
                row[U(told + 2)] = -1
        case {Record.ROTATED.value}:
            count = row[U(told)]
            width = (length - 3 - count) // count
            for number in range(count):
                other = 0
                if number + 1 < count:
                    other = number + 1
                if (((SIGHTS[U(row[U(told + 1 + number)])] | SIGHTS[U(row[U(told + 1 + other)])]) >> seat) & 1) == 0:
                    first = told + 1 + count + number * width
                    hide(row, first, first + width)
        case {Record.REVEALED.value}:
            if row[U(told + 1)] == 2 and row[U(told + 2)] != seat:
                return at
            if row[U(told + 1)] != 0 and row[U(told + 2)] != seat and ((SIGHTS[U(row[U(told)])] >> seat) & 1) == 0:
                hide(row, told + 3, at + length)
        case {Record.TOLD.value}:
            if row[U(told + 1)] == 2 and row[U(told + 2)] != seat:
                return at
            if row[U(told + 1)] != 0 and row[U(told + 2)] != seat:
                hide(row, told + 4, at + length)
        case {Record.CHANGED.value}:
            if ((SIGHTS[U(row[U(told)])] >> seat) & 1) == 0:
                return at
        case {Record.SAID.value}:
            if (row[U(told + 1)] == 1 and row[U(told + 2)] != seat) or (row[U(told + 1)] == 2 and row[U(told + 2)] == seat):
                return at
            row[U(at + 1)] = 3
            return at + 3
    return at + length"""
"""Writes what the seat hears of one record."""
