"""The curve of winning chances: how often the player who is judged ahead in the course of a match wins in the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from ...program.ir import Program
from .estimates import Estimate
from .watched import Judged, Watched
from .wilson import wilson

PARTS = range(10, 100, 10)
"""At so many percent of a match it is looked at who is ahead."""

MOST_KNOWN = 0.5
"""A point is told where players' chances are known by then in more than this part of the games."""

TOGETHER = 1e-9
"""Chances that differ by less are equal."""


@frozen
class CoursePoint:
    """At so many *percent* of a match: in how many *games* every player's chance was known by then, and which part of them the
    player who was judged ahead won, with Wilson's interval; a shared win, or lead, is shared out.
    """

    percent: int
    games: int
    wins: Estimate


def course(program: Program, games: Sequence[Watched]) -> tuple[CoursePoint, ...]:
    """The curve, from games that ended and were judged; nothing where one player alone decides, or nobody judged."""
    players = len(program.players)
    if players < 2:
        return ()
    found = []
    for percent in PARTS:
        credits = [won for game in games if game.ended and (won := _credit(program, game, percent)) is not None]
        if len(credits) > MOST_KNOWN * len(games):
            found.append(CoursePoint(percent, len(credits), wilson(sum(credits) / len(credits), len(credits))))
    return tuple(found)


def _credit(program: Program, game: Watched, percent: int) -> float | None:
    """Which part of the win those have on average who are ahead there; None where not every player's chance is known."""
    latest: dict[int, float] = {}
    for player, judged in chances(program, game):
        if judged.after > Fraction(percent * len(game.answers), 100):
            break
        latest[player] = chance(judged)
        if len(program.players) == 2:
            latest[1 - player] = 1 - chance(judged)
    if len(latest) < len(program.players):
        return None
    most = max(latest.values())
    ahead = [player for player, each in latest.items() if each > most - TOGETHER]
    return sum(game.credits[player] for player in ahead) / len(ahead)


def chances(program: Program, game: Watched) -> Iterator[tuple[int, Judged]]:
    """The decisions of a game that were judged and taken, each with the number of the player."""
    for judged in game.decisions:
        if judged.seat is not None and judged.taken is not None:
            yield program.players.index(judged.seat), judged


def chance(judged: Judged) -> float:
    """What a player stands to win with the option that it took, as the judge values that in both thoughts."""
    if judged.taken is None:
        raise ValueError("nobody chose")
    one, other = judged.worths
    return (one[judged.taken] + other[judged.taken]) / 2
