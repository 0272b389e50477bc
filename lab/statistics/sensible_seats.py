"""Whether seats are level when all play with sense."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from .estimates import Estimate
from .intervals import level
from .watched import Watched, average
from .wilson import wilson


@frozen
class SensibleSeats:
    """How the seats fare when all of them play at the same level.

    *wins* has the part of the games that each player wins (shared wins shared out), *payoffs* what a game pays it on average
    (empty where the rules declare no payoffs). *even* is the probability that wins differ at least this much if no seat is
    better; None where that cannot be tested. *parted* is in how many games some of them won and some did not.
    """

    names: tuple[str, ...]
    games: int
    wins: tuple[Estimate, ...]
    payoffs: tuple[Estimate, ...]
    even: float | None
    parted: int = 0


def sensible_seats(games: Sequence[Watched], names: Sequence[str], pays: bool) -> SensibleSeats | None:
    """How the seats fare in these games; None where there are none, or a seat alone decides."""
    if not games or len(names) < 2:
        return None
    many, players = len(games), range(len(names))
    won = [[game.credits[player] > 0 for game in games] for player in players]
    both = [[sum(a and b for a, b in zip(won[one], won[other], strict=True)) for other in players] for one in players]
    return SensibleSeats(
        tuple(names),
        many,
        tuple(wilson(sum(game.credits[player] for game in games) / many, many) for player in players),
        tuple(average([game.payoffs[player] for game in games]) for player in players) if pays else (),
        level(many, both),
        sum(len(set(each)) > 1 for each in zip(*won, strict=True)),
    )
