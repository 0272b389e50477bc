"""Matches of two players from the same openings, in which each has both sides: what one is worth against the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from ...interpreter.core.rng import Stream, Use, stream_start
from ..runtime import alphabeta as loops
from .alphabeta import AlphaBeta

Player = Callable[[Sequence[int], int, Sequence[int]], int]
"""Chooses in a position (a vector) for a seat one of the options, given by their codes; gives its code."""


@frozen
class Duel:
    """How matches ended for the first of two players."""

    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> float:
        """The points of the first player for each match: 1 for a win, half of that where nobody won."""
        return (self.won + self.drawn / 2) / (self.won + self.drawn + self.lost)


def duel(
    rules: AlphaBeta,
    beginning: Sequence[int],
    players: tuple[Player, Player],
    pairs: int,
    opening: int,
    seed: int,
    longest: int = 400,
) -> Duel:
    """Plays *pairs* of matches. Both of a pair begin with the same *opening*, so many choices at random; then each player has the
    one side in the first match, and the other in the second. A match that is not over after *longest* choices is drawn. *rules*
    carries the choices out. Raises PlayError.
    """
    results = [0, 0, 0]
    for pair in range(pairs):
        stream = Stream(stream_start(seed, pair, Use.BOTS))
        position, asked = _opened(rules, beginning, opening, stream)
        for swapped in (0, 1):
            value = _result(rules, position, asked, players, swapped, longest)
            results[1 - ((value > 0) - (value < 0)) * (1 - 2 * swapped)] += 1
    return Duel(*results)


def _opened(rules: AlphaBeta, beginning: Sequence[int], opening: int, stream: Stream) -> tuple[Sequence[int], int]:
    """A position behind so many choices at random, or fewer where the match is over by then, in which somebody is asked."""
    for choices in range(opening, 0, -1):
        position, asked = beginning, rules.asked(beginning)
        for _ in range(choices):
            if asked != loops.NOBODY:
                codes = rules.options(position)
                position, asked = rules.after(position, codes[stream.below(len(codes))])
        if asked != loops.NOBODY:
            return position, asked
    return beginning, rules.asked(beginning)


def _result(
    rules: AlphaBeta, position: Sequence[int], asked: int, players: tuple[Player, Player], swapped: int, longest: int
) -> int:
    """The value for the player of the program's first seat when the match is over; 0 where it is not."""
    for _ in range(longest):
        side = rules.program.players.index(asked)
        position, asked = rules.after(position, players[side ^ swapped](position, asked, rules.options(position)))
        if asked == loops.NOBODY:
            return rules.estimate(position)
    return 0
