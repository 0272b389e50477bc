"""Who sits where in the games of a tournament: in each round every bot is in every seat equally often."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb, factorial, prod

from attrs import frozen

from ...interpreter.core.rng import Use, stream
from ..statistics.tournament_games import Way

LEAST = 25
"""A round has all ways to seat the bots where the games suffice for this many such rounds."""

FEWEST = 2
"""The fewest rounds: one round alone has no interval."""


class TooFew(ValueError):
    """So few games do not make two rounds; *needed* would."""

    def __init__(self, needed: int) -> None:
        """For two rounds that need so many games."""
        super().__init__(f"{needed} games are needed")
        self.needed = needed


@frozen
class Seatings:
    """How so many *bots* sit at a table of so many *players*. A seating has the number of a bot for each player.

    With `Way.EVERY` a round has all ordered ways to do so in which each bot sits there as often as each other, or once more. With
    `Way.ROTATION` the bots, in an order of the round's own, sit down one after the other, again and again, and everybody moves on
    one place from game to game, so that each bot is in each seat once.
    """

    bots: int
    players: int
    way: Way
    seed: int

    @property
    def size(self) -> int:
        """How many games a round has."""
        return ways(self.bots, self.players) if self.way is Way.EVERY else self.bots

    def round(self, number: int) -> tuple[tuple[int, ...], ...]:
        """The seatings of that round."""
        if self.way is Way.EVERY:
            return tuple(_every(self.bots, self.players))
        if self.way is Way.APART:
            return tuple((bot,) * self.players for bot in range(self.bots))
        below, order = stream(self.seed, number, Use.BOTS).below, list(range(self.bots))
        for at in range(self.bots - 1, 0, -1):
            other = below(at + 1)
            order[at], order[other] = order[other], order[at]
        return tuple(tuple(order[(first + seat) % self.bots] for seat in range(self.players)) for first in range(self.bots))


def ways(bots: int, players: int) -> int:
    """How many ordered ways there are to seat these bots, each as often as each other or once more."""
    times, more = divmod(players, bots)
    alike = prod(factorial(times + (at < more)) for at in range(bots))
    return comb(bots, more) * factorial(players) // alike


def settled(bots: int, players: int, apart: bool, games: int, seed: int) -> Seatings:
    """The seatings for about so many games: all of them where that makes enough rounds, else a rotation. Raises TooFew. Bots that
    are not against each other sit *apart*.
    """
    several = Way.EVERY if ways(bots, players) <= max(bots, games // LEAST) else Way.ROTATION
    found = Seatings(bots, players, Way.APART if apart else several, seed)
    if games < FEWEST * found.size:
        raise TooFew(FEWEST * found.size)
    return found


def rounds_of(seatings: Seatings, games: int) -> int:
    """How many rounds make at least so many games."""
    return max(FEWEST, -(-games // seatings.size))


def _every(bots: int, players: int) -> Iterator[tuple[int, ...]]:
    times, more = divmod(players, bots)
    for some in combinations(range(bots), more):
        yield from _words([times + (bot in some) for bot in range(bots)], players)


def _words(left: list[int], length: int) -> Iterator[tuple[int, ...]]:
    """All words of that length in which each number comes as often as is *left* of it."""
    if not length:
        yield ()
        return
    for bot, times in enumerate(left):
        if times:
            left[bot] -= 1
            for rest in _words(left, length - 1):
                yield (bot, *rest)
            left[bot] += 1
