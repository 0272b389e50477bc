"""What each card was worth over a game: how much better those stood at the end who held or played it more often."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt

from attrs import frozen

from ...program.ir import Program
from ..correction import holm
from .estimates import Estimate
from .intervals import student
from .permutations import exchanged, shuffled
from .watched import Cards, Watched

Had = Sequence[Sequence[Mapping[tuple[int, int], int]]]
"""For each player of each game, how often it had which card."""

DOUBT = 0.05
"""Chance alone makes any card of a table look better or worse with at most this probability."""


@frozen
class WorthFigures:
    """What a card was worth: how often seats had it, and by how much better they stood at the end (from -1 to 1) for each time
    that they had it more often than the others in their game.

    *where* is the zone in which it was held, or "" where it was played. *clear* tells that the difference is more than chance,
    although so many cards are looked at.
    """

    where: str
    card: str
    having: int
    worth: Estimate
    clear: bool


def held_worths(program: Program, games: Sequence[Watched]) -> tuple[WorthFigures, ...]:
    """What each card was worth to those into whose hands it came, zone by zone, the best first."""

    def named(zone: int, kind: int) -> tuple[str, str]:
        labels = program.domains[program.decks[program.zones[zone].deck].domain]
        return program.zones[zone].name.plain, labels.label(labels.low + kind)

    return _worths(games, lambda game: game.held, named)


def played_worths(program: Program, games: Sequence[Watched]) -> tuple[WorthFigures, ...]:
    """What each card was worth to those who chose it, the best first."""
    return _worths(games, lambda game: game.played, lambda domain, value: ("", program.domains[domain].label(value)))


def _worths(
    games: Sequence[Watched], cards: Callable[[Watched], tuple[Cards, ...]], named: Callable[[int, int], tuple[str, str]]
) -> tuple[WorthFigures, ...]:
    had = [[dict(mine) for mine in cards(game)] for game in games]
    every = sorted({card for game in had for mine in game for card in mine})
    found = [(card, worth) for card in every if (worth := _worth(games, had, card)) is not None]
    shown = holm([worth.chance for _, worth in found], DOUBT)
    made = [
        WorthFigures(*named(*card), worth.having, worth.estimate, clear)
        for (card, worth), clear in zip(found, shown, strict=True)
    ]
    return tuple(sorted(made, key=lambda one: (one.where, -one.worth.value)))


@frozen
class _Worth:
    """A slope, how often seats had the card, and how often chance alone would make a slope as steep."""

    having: int
    estimate: Estimate
    chance: float


def _worth(games: Sequence[Watched], had: Had, card: tuple[int, int]) -> _Worth | None:
    """The slope of standings over how often the seats of a game had the card (of a seat alone, over its games); None where all
    had it equally often in all games but one at most.

    The interval is the jackknife's, which leaves out one game at a time: observations hang together within a game, not between
    games (Robert Bell and Daniel McCaffrey, "Bias reduction in standard errors for linear regression with multi-stage samples",
    2002). The test lets seats change places within each game, or alone, one game with another.
    """
    times = [[mine.get(card, 0) for mine in game] for game in had]
    standings = [game.standings for game in games]
    alone = all(len(each) == 1 for each in standings)
    xs, ys = _centred(times, alone), _centred(standings, alone)
    squares = [sum(x * x for x in mine) for mine in xs]
    whole, many = sum(squares), sum(map(bool, squares))
    if not whole or many < 2:
        return None
    slope = sum(map(_product, xs, ys)) / whole
    pulls = [
        (_product(one, other) - slope * square) * whole / (whole - square)
        for one, other, square in zip(xs, ys, squares, strict=True)
        if square
    ]
    half = student(many) * sqrt(sum(pull * pull for pull in pulls) * (many - 1) / many) / whole
    if alone:
        chance = shuffled([x for (x,) in xs], [y for (y,) in ys])
    else:
        chance = exchanged([list(_turned(one, other)) for one, other in zip(xs, ys, strict=True) if any(one)])
    return _Worth(sum(map(sum, times)), Estimate(slope, slope - half, slope + half), chance)


def _turned(one: Sequence[float], other: Sequence[float]) -> Iterator[float]:
    """The product, and those that result when every seat has what the next one had, and so on round the table."""
    yield from (_product([*one[turn:], *one[:turn]], other) for turn in range(len(one)))


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(one, other, strict=True))


def _centred(values: Sequence[Sequence[float]], alone: bool) -> list[list[float]]:
    """The values less the mean of their game; where each game has a single one, less the mean of all."""
    if alone:
        mean = sum(mine[0] for mine in values) / len(values)
        return [[mine[0] - mean] for mine in values]
    return [[each - sum(mine) / len(mine) for each in mine] for mine in values]
