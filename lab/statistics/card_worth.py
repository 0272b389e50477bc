"""What each card was worth over a game: how much better those stood at the end who held or played it more often."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt

from attrs import frozen

from ...program.ir import Program
from ..correction import holm
from .estimates import Estimate
from .intervals import beyond, student
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
    """The slope of standings over how often the seats of a game had the card (of a seat alone, over its games), with the interval
    for observations that hang together within a game and not between games (Kung-Yee Liang and Scott Zeger, "Longitudinal data
    analysis using generalized linear models", 1986); None where all had it equally often in all games but one at most.
    """
    times = [[mine.get(card, 0) for mine in game] for game in had]
    standings = [game.standings for game in games]
    alone = all(len(each) == 1 for each in standings)
    xs, ys = _centred(times, alone), _centred(standings, alone)
    whole = sum(x * x for mine in xs for x in mine)
    many = sum(any(mine) for mine in xs)
    if not whole or many < 2:
        return None
    slope = sum(x * y for one, other in zip(xs, ys, strict=True) for x, y in zip(one, other, strict=True)) / whole
    pulls = [sum(x * (y - slope * x) for x, y in zip(one, other, strict=True)) for one, other in zip(xs, ys, strict=True)]
    error = sqrt(sum(pull * pull for pull in pulls) * many / (many - 1)) / whole
    half = student(many) * error
    chance = beyond(many, abs(slope) / half) if half else float(not slope)
    return _Worth(sum(map(sum, times)), Estimate(slope, slope - half, slope + half), chance)


def _centred(values: Sequence[Sequence[float]], alone: bool) -> list[list[float]]:
    """The values less the mean of their game; where each game has a single one, less the mean of all."""
    if alone:
        mean = sum(mine[0] for mine in values) / len(values)
        return [[mine[0] - mean] for mine in values]
    return [[each - sum(mine) / len(mine) for each in mine] for mine in values]
