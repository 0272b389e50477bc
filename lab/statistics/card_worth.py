"""What each card was worth over a game: how those stood at the end who held or played it, against those who did not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import erfc, sqrt

from attrs import frozen

from ...program.ir import Program
from ..correction import holm
from .estimates import Estimate
from .intervals import student
from .watched import Watched

DOUBT = 0.05
"""Chance alone makes any card of a table look better or worse with at most this probability."""

Cards = tuple[tuple[tuple[int, int], ...], ...]
"""For each player the cards that it held or played."""


@frozen
class WorthFigures:
    """What a card was worth: how many seats had it in a game, and by how much they stood better at the end (from -1 to 1) than
    those who did not have it.

    *where* is the zone in which it was held, or "" where it was played. *clear* tells that the difference is more than chance,
    although so many cards are looked at.
    """

    where: str
    card: str
    having: int
    worth: Estimate
    clear: bool


def held_worths(program: Program, games: Sequence[Watched]) -> tuple[WorthFigures, ...]:
    """What each card was worth to those in whose hands it lay at any time when they were asked, zone by zone, the best first."""

    def named(zone: int, kind: int) -> tuple[str, str]:
        labels = program.domains[program.decks[program.zones[zone].deck].domain]
        return program.zones[zone].name.plain, labels.label(labels.low + kind)

    return _worths(games, lambda game: game.held, named)


def played_worths(program: Program, games: Sequence[Watched]) -> tuple[WorthFigures, ...]:
    """What each card was worth to those who chose it at any time, the best first."""
    return _worths(games, lambda game: game.played, lambda domain, value: ("", program.domains[domain].label(value)))


def _worths(
    games: Sequence[Watched], cards: Callable[[Watched], Cards], named: Callable[[int, int], tuple[str, str]]
) -> tuple[WorthFigures, ...]:
    every = sorted({card for game in games for mine in cards(game) for card in mine})
    found = [(card, worth) for card in every if (worth := _worth(games, cards, card)) is not None]
    shown = holm([worth.chance for _, worth in found], DOUBT)
    made = [
        WorthFigures(*named(*card), worth.having, worth.estimate, clear)
        for (card, worth), clear in zip(found, shown, strict=True)
    ]
    return tuple(sorted(made, key=lambda one: (one.where, -one.worth.value)))


@frozen
class _Worth:
    """A difference, how many had the card, and how often chance alone would make as much of a difference."""

    having: int
    estimate: Estimate
    chance: float


def _worth(games: Sequence[Watched], cards: Callable[[Watched], Cards], card: tuple[int, int]) -> _Worth | None:
    """The mean standing of those who had the card less that of the others, with the interval of its linearisation, the games
    being independent of each other; None where all had it, or nobody, or in a single game.
    """
    rows = []
    for game in games:
        had = [card in mine for mine in cards(game)]
        mine = [standing for standing, has in zip(game.standings, had, strict=True) if has]
        others = [standing for standing, has in zip(game.standings, had, strict=True) if not has]
        rows.append((sum(mine), len(mine), sum(others), len(others)))
    having, lacking, many = sum(row[1] for row in rows), sum(row[3] for row in rows), len(rows)
    if not having or not lacking or many < 2:
        return None
    one, other = sum(row[0] for row in rows) / having, sum(row[2] for row in rows) / lacking
    squares = sum(((row[0] - one * row[1]) / having - (row[2] - other * row[3]) / lacking) ** 2 for row in rows)
    error = sqrt(squares * many / (many - 1))
    value, half = one - other, student(many) * error
    return _Worth(having, Estimate(value, value - half, value + half), erfc(abs(value) / error / sqrt(2)) if error else 1.0)
