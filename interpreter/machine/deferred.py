"""`Later`: statements that a seat reaches while all decide together, but that run only when all have decided."""

from __future__ import annotations

from ...program.ir import Cell, End, Later, ZoneAt
from ..core.zones import put, take
from .card_moves import missing, pile
from .context import Context, Evaluation, Step
from .expressions import target_address, value


def keep(context: Context, op: Later) -> Step:
    """A step that stores what is needed to run the statements later; a card that they move leaves its zone at once."""
    flag = target_address(context, op.flag)
    captures = tuple((target_address(context, cell), value(context, expr)) for cell, expr in op.captures)
    if op.in_transit is not None:
        captures = (*captures, (target_address(context, op.in_transit[1]), _removed(context, op, *op.in_transit)))

    def store(s: list[int]) -> int:
        for find, given in captures:
            s[find(s)] = given(s)
        s[flag(s)] = 1
        return 0

    return store


def _removed(context: Context, op: Later, at: ZoneAt, cell: Cell) -> Evaluation:
    """Takes the captured card out of its zone, and gives its kind."""
    card, source, sentence = value(context, cell), pile(context, at), op.sentence
    find, shape = source.base, source.shape

    def remove(s: list[int]) -> int:
        kind = card(s)
        if not 0 <= kind < shape.kinds or take(s, find(s), shape, kind) is None:
            raise missing(context, source.zone, kind, sentence)
        return kind

    return remove


def bring_back(context: Context, op: Later) -> Step:
    """A step that puts the card in transit back into its zone, loose."""
    if op.in_transit is None:
        return lambda s: 0
    at, cell = op.in_transit
    card, source = value(context, cell), pile(context, at)

    def restore(s: list[int]) -> int:
        put(s, source.base(s), source.shape, card(s), End.LOOSE)
        return 0

    return restore


def cells(op: Later) -> tuple[Cell, ...]:
    """The cells that are cleared after the statements have run."""
    return op.flag, *(cell for cell, _ in op.captures)
