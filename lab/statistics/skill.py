"""Skill or luck: how often the stronger of two levels wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from attrs import frozen

from .estimates import Estimate
from .permutations import exchanged
from .watched import Watched, average
from .wilson import wilson


@frozen
class Pairing:
    """Two levels that are held against each other, by their numbers; or one level alone, where both are the same."""

    stronger: int
    weaker: int


@frozen
class Rung:
    """How a level fares against a weaker one.

    *wins* is the part of its games that the stronger wins with Wilson's interval, where *even* is what it would win without being
    stronger; both are None where all win or lose together, or a seat plays alone. *gap* is by how much it stands better at the
    end than the others on average (or, alone, than the weaker does), from -1 to 1. *payoff* is what a game pays it on average;
    None where the rules declare no payoffs. *chance* is the probability that chance alone takes the gap as far from 0 if neither
    is stronger.
    """

    stronger: str
    weaker: str
    games: int
    wins: Estimate | None
    even: float | None
    gap: Estimate
    payoff: Estimate | None
    chance: float


@frozen
class LevelFigures:
    """How a level fares by itself: where it stands at the end (0 to 1), and its score; None where the rules declare none."""

    name: str
    games: int
    standing: Estimate
    score: Estimate | None


def pairings(levels: int, together: bool) -> tuple[Pairing, ...]:
    """What is played to tell levels apart, the last being the strongest: each against the one below it, the strongest against the
    weakest and against itself; or, where nobody plays against anybody, each alone.
    """
    if together:
        return tuple(Pairing(level, level) for level in range(levels))
    steps = [Pairing(level, level - 1) for level in range(1, levels)]
    far = [Pairing(levels - 1, 0)] if levels > 2 else []
    return (*steps, *far, Pairing(levels - 1, levels - 1))


def rung(games: Sequence[Watched], stronger: int, names: Sequence[str], weaker: int, seats: int, pays: bool) -> Rung | None:
    """How the stronger level fares in these games, in each of which it has one seat and the weaker one all others.

    Games of the same number have the same chance, with the seats exchanged: such a block counts as one observation of the gap and
    of the payoff, and only whole blocks are tested. None without games.
    """
    if not games:
        return None
    blocks = [list(block) for _, block in groupby(games, key=lambda game: game.number)]
    gaps = [sum(gap_of(game, game.levels.index(stronger)) for game in block) / len(block) for block in blocks]
    seated = [[(game, game.levels.index(stronger)) for game in block] for block in blocks]
    credits = sum(game.credits[me] for block in seated for game, me in block)
    paid = [sum(game.payoffs[me] for game, me in block) / len(block) for block in seated] if pays else []
    return Rung(
        names[stronger],
        names[weaker],
        len(games),
        wilson(credits / len(games), len(games)),
        1 / seats,
        average(gaps),
        average(paid) if pays else None,
        exchanged([list(_turned(block)) for block in seated if len(block) == len(block[0][0].levels)]),
    )


def gap_of(game: Watched, me: int) -> float:
    """By how much the one in that seat stands better than the others."""
    others = [standing for at, standing in enumerate(game.standings) if at != me]
    return game.standings[me] - sum(others) / len(others)


def _turned(block: Sequence[tuple[Watched, int]]) -> Iterator[float]:
    """The gap of a whole block, and those that result when its games change places: if the stronger one plays as the others do,
    each game could as well have been that in which another seat was its own.
    """
    for turn in range(len(block)):
        yield sum(gap_of(game, me) for (game, _), (_, me) in zip([*block[turn:], *block[:turn]], block, strict=True)) / len(block)


def apart(games: Sequence[Watched], names: Sequence[str]) -> Iterator[Rung]:
    """How much better each level stands than the one below it, and the strongest than the weakest, where each plays alone: by the
    games of the same number.
    """
    standings = [
        {game.number: sum(game.standings) / len(game.standings) for game in games if game.match == level}
        for level in range(len(names))
    ]
    steps = [(level, level - 1) for level in range(1, len(names))]
    for one, other in [*steps, *([(len(names) - 1, 0)] if len(names) > 2 else [])]:
        both = [number for number in standings[one] if number in standings[other]]
        if both:
            gaps = [standings[one][number] - standings[other][number] for number in both]
            chance = exchanged([(gap, -gap) for gap in gaps])
            yield Rung(names[one], names[other], len(both), None, None, average(gaps), None, chance)


def alone(games: Sequence[Watched], names: Sequence[str]) -> Iterator[LevelFigures]:
    """How each level fares where each plays alone."""
    for level, name in enumerate(names):
        mine = [game for game in games if game.match == level]
        scores = [[score for score in game.scores if score is not None] for game in mine]
        if mine:
            known = all(scores)
            yield LevelFigures(
                name,
                len(mine),
                average([sum(game.standings) / len(game.standings) for game in mine]),
                average([sum(each) / len(each) for each in scores]) if known else None,
            )
