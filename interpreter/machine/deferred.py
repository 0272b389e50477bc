"""`Later`: statements that a seat reaches while all decide together, but that run only when all have decided."""

from __future__ import annotations

from typing import cast

from ...program.ir import Cell, End, Later, ZoneAt
from ..core import reasons
from ..core.zones import put, take
from .addressing import target_address, zone_address
from .card_moves import shift_loose
from .context import Context, Step
from .expressions import expressions
from .writing import Writing


def keep(context: Context, op: Later) -> Step:
    """A step that stores what is needed to run the statements later; a card that they move leaves its zone at once."""
    w = expressions(context)
    function = w.function
    for cell, expr in op.captures:
        function.line(f"s[{target_address(w, cell)}] = {w.value(expr)}")
    if op.in_transit is not None:
        _remove(w, op, *op.in_transit)
    function.line(f"s[{target_address(w, op.flag)}] = 1")
    function.line("return 0")
    return cast(Step, function.made())


def _remove(w: Writing, op: Later, at: ZoneAt, cell: Cell) -> None:
    """The lines that take the captured card out of its zone."""
    function, shape = w.function, w.layout(at)
    gone = w.fault(reasons.missing(w.program.zones[at.zone]), op.sentence)
    base, kind = function.fresh("base"), function.fresh("kind")
    function.line(f"{kind} = {w.value(cell)}")
    if shape.ordered:
        taken = f"{function.refer(take)}(s, {zone_address(w, at)}, {function.refer(shape)}, {kind})"
        function.line(f"if not 0 <= {kind} < {shape.kinds} or {taken} is None: {gone}({kind})")
    else:
        function.line(f"if not 0 <= {kind} < {shape.kinds}: {gone}({kind})")
        function.line(f"{base} = {zone_address(w, at)}")
        function.line(f"if not s[{base} + 1 + {kind}]: {gone}({kind})")
        shift_loose(function, base, kind, "-")


def bring_back(w: Writing, op: Later) -> None:
    """The line that puts the card in transit back into its zone, loose."""
    if op.in_transit is None:
        return
    at, cell = op.in_transit
    function, shape = w.function, w.layout(at)
    if not shape.ordered:
        base, kind = function.fresh("base"), function.fresh("kind")
        function.line(f"{base}, {kind} = {zone_address(w, at)}, {w.value(cell)}")
        shift_loose(function, base, kind, "+")
        return
    loose = f"{function.refer(shape)}, {w.value(cell)}, {function.refer(End.LOOSE)}"
    function.line(f"{function.refer(put)}(s, {zone_address(w, at)}, {loose})")


def cells(op: Later) -> tuple[Cell, ...]:
    """The cells that are cleared after the statements have run."""
    return op.flag, *(cell for cell, _ in op.captures)
