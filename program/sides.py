"""Whether the rules set the players against each other, or all of them against the game."""

from __future__ import annotations

from .ir import Contains, Expr, Filtered, Number, Program, Range, Set, Slot
from .ops import nodes


def all_win_together(program: Program) -> bool:
    """Whether all players win, or none of them; so too a player who is alone in the game."""
    outcome, players = program.outcome, len(program.players)
    if len(program.seats) == 1 or Slot(outcome.seat) not in nodes((outcome.winner,)):
        return True
    match outcome.winner:
        case Contains(source, Slot(seat)) if seat == outcome.seat:
            return _all_or_none(source, seat, players)
        case _:
            return False


def _all_or_none(source: Set, seat: int, players: int) -> bool:
    match source:
        case Range(Number(low), Number(high)):
            return low == 0 and high + 1 >= players
        case Filtered(inner, slot, where):
            return not _mentions(where, slot, seat) and _all_or_none(inner, seat, players)
        case _:
            return False


def _mentions(expr: Expr, *slots: int) -> bool:
    return any(Slot(slot) in nodes((expr,)) for slot in slots)
