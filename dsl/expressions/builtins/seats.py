"""Functions of seats: their numbers and their order."""

from __future__ import annotations

from ....program import ir
from ...symbols.types import SetOf, Typed, number
from ..builtin import Site, builtin
from ..constant_folding import arithmetic


@builtin(1, 1, gives="number")
def player_number(site: Site) -> Typed | SetOf:
    """The number of a seat at the table, from 1.

    Examples:
        player_number(p) -> 1 for the first player
    """
    seat = site.seat(0)
    value = (
        seat.expr
        if isinstance(seat.expr, ir.Number | ir.Slot) and not seat.type.maybe
        else ir.Present(seat.expr, site.words, site.sentence)
    )
    count = len(site.reading.game.seats)
    return arithmetic(ir.Calculation.ADD, Typed(value, number(0, count - 1)), Typed(ir.Number(1), number(1, 1)), site.sentence)


@builtin(1, 1, gives="seat")
def previous(site: Site) -> Typed | SetOf:
    """The player before a player, in the order of the seats; for the first, the last.

    Examples:
        previous(p) -> the player on p's right
    """
    return _seat_after(site, site.reading.game.players - 1)


@builtin(1, 1, gives="seat")
def next_(site: Site) -> Typed | SetOf:
    """The player after a player, in the order of the seats; for the last, the first.

    Examples:
        next(p) -> the player on p's left
    """
    return _seat_after(site, 1)


def _seat_after(site: Site, steps: int) -> Typed:
    seat = site.seat(0)
    game = site.reading.game
    present = ir.Present(seat.expr, site.words, site.sentence) if seat.type.maybe else seat.expr
    far = Typed(ir.Number(steps), number(steps, steps))
    ahead = arithmetic(ir.Calculation.ADD, Typed(present, number(0, game.players - 1)), far, site.sentence)
    turned = arithmetic(
        ir.Calculation.MOD, ahead, Typed(ir.Number(game.players), number(game.players, game.players)), site.sentence
    )
    return Typed(turned.expr, game.seat_domain.type(0, game.players))
