"""Which of several settings serves an aim best: a race in which those leave that are shown to be worse than the best so far.

All settings play games of the same numbers with the same chance, and are compared game by game (common random numbers). After
each lap a setting leaves that the games show to be worse: Oded Maron and Andrew Moore, "Hoeffding races", Advances in Neural
Information Processing Systems 6, 1993. That is judged by tests which hold however often one looks (`betting.py`), so the best
of all leaves with a probability of at most `DOUBT`, whenever the race ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import permutations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from .betting import Numbers, evidence, lower
from .estimates import Estimate

Marks = NDArray[np.int64]
"""What the aim looks at in each game, as one whole number; `MISSING` where a bot failed."""

MISSING = -(2**62)

DOUBT = 0.01
"""With at most this probability the best setting leaves the race."""

LEVEL = 0.95
"""The confidence level of every interval."""

FINE = 2**20
"""Differences between levels are counted in such parts of 1."""

LITTLE = 0.01
"""Settings are alike that differ by less: by this part of a win, of a game's length, or of a game."""


class Aim(Enum):
    """What a setting is to serve: even seats, few choices, a game that is open for long, levels of bots that are far apart."""

    FAIR = "fair-seats"
    SHORT = "short"
    CLOSE = "close"
    SKILL = "skill"


@frozen
class Yardstick:
    """How marks are read: the aim, the seats that decide, by their numbers, and the longest game that counts as it is."""

    aim: Aim
    players: tuple[int, ...]
    longest: int

    @property
    def span(self) -> float:
        """By how much two games can differ at most."""
        match self.aim:
            case Aim.SHORT:
                return float(self.longest)
            case Aim.SKILL:
                return 2.0
            case Aim.FAIR | Aim.CLOSE:
                return 1.0

    @property
    def tests(self) -> int:
        """How many ways there are for a setting to be worse than another: one, or one for each two seats."""
        return len(self.pairs) if self.aim is Aim.FAIR else 1

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Two seats that decide, each way round."""
        return tuple(permutations(range(len(self.players)), 2))

    def read(self, marks: Marks) -> Numbers:
        """What these games show, less being better, a row each: for fair seats what each seat won, shared wins shared out."""
        match self.aim:
            case Aim.FAIR:
                won = (marks[:, None] >> np.array(self.players)) & 1
                winners = np.array([int(mark).bit_count() for mark in marks.tolist()])
                shared: Numbers = won / np.maximum(winners, 1)[:, None]
                return shared
            case Aim.SHORT:
                return np.minimum(marks, self.longest)[:, None].astype(np.float64)
            case Aim.CLOSE:
                return -marks[:, None] / 100
            case Aim.SKILL:
                return -marks[:, None] / FINE

    def gaps(self, shown: Numbers) -> Numbers:
        """Of what games show the numbers whose largest mean says how bad a setting is, a row each: for fair seats, by how much
        one seat won more than another, for each two of them.
        """
        if self.aim is not Aim.FAIR:
            return shown.T
        return np.stack([shown[:, one] - shown[:, other] for one, other in self.pairs])


def badness(stick: Yardstick, marks: Marks) -> float:
    """How badly a setting serves the aim in these games, of which there is at least one."""
    values, counts = _counted(marks[marks != MISSING])
    return float((stick.gaps(stick.read(values)) @ counts).max() / counts.sum())


def figure(stick: Yardstick, marks: Marks) -> Estimate:
    """What a setting shows of the aim, with an interval that holds whenever one stops: by how much the best seat wins more than
    the worst, how many choices a game takes, up to which part of it it is open, by how much the stronger bot stands better.
    """
    values, counts = _counted(marks[marks != MISSING])
    gaps = stick.gaps(stick.read(values))
    means, span, doubt = gaps @ counts / counts.sum(), stick.span, (1 - LEVEL) / max(2, stick.tests)
    if stick.aim is Aim.FAIR:
        least = lower(gaps, counts, -span, doubt)
        found = float(means.max())
        # one seat is better by at most as much as the other is not surely worse
        return Estimate(found, min(found, max(0.0, float(least.max()))), max(found, -float(least.min())))
    ends = (0.0, span) if stick.aim is Aim.SHORT else (-1.0, 0.0) if stick.aim is Aim.CLOSE else (-1.0, 1.0)
    low, high = float(lower(gaps, counts, ends[0], doubt)[0]), -float(lower(-gaps, counts, -ends[1], doubt)[0])
    value = float(means[0])
    return Estimate(value, low, high) if stick.aim is Aim.SHORT else Estimate(-value, -high, -low)


def behind(stick: Yardstick, one: Marks, best: Marks) -> Estimate:
    """By how much the first setting serves the aim worse than the best, game by game, with an interval that holds whenever one
    stops.
    """
    first, second, counts = _both(stick, one, best)
    games, room, doubt = counts.sum(), _room(stick), (1 - LEVEL) / (2 * stick.tests)
    value = float((first @ counts).max() - (second @ counts).max()) / games
    worst, top = int(np.argmax(first @ counts)), int(np.argmax(second @ counts))
    low = float(lower(first[worst] - second, counts, room, doubt).min())
    high = -float(lower(second[top] - first, counts, room, doubt).min())
    return Estimate(value, min(max(low, -stick.span), value), max(min(high, stick.span), value))


def worse(stick: Yardstick, one: Marks, best: Marks) -> float:
    """The logarithm of the evidence that the first setting is worse than the other. It is worse if some gap of its own is larger
    than each of the other's: the one that is largest so far is looked at, and `Yardstick.tests` counts how many it may be.
    """
    first, second, counts = _both(stick, one, best)
    if not counts.sum():
        return 0.0
    worst = first[int(np.argmax(first @ counts))]
    return float(evidence(worst - second, counts, _room(stick)).min())


def alike(stick: Yardstick, one: Marks, best: Marks, little: float) -> float:
    """The logarithm of the evidence that the first setting is worse than the other by less than *little*, if at all."""
    first, second, counts = _both(stick, one, best)
    if not counts.sum():
        return 0.0
    top = second[int(np.argmax(second @ counts))]
    return float(evidence(little - (first - top), counts, _room(stick) + little).min())


def leader(stick: Yardstick, marks: Sequence[Marks]) -> int:
    """Which setting serves best so far, the first of several."""
    found = [badness(stick, each) for each in marks]
    return found.index(min(found))


def small(stick: Yardstick, best: Marks) -> float:
    """By how little settings differ that are alike."""
    return LITTLE * badness(stick, best) if stick.aim is Aim.SHORT else LITTLE


def threshold(stick: Yardstick, settings: int, doubt: float = DOUBT) -> float:
    """How much evidence, as a logarithm, is needed where so many settings begin the race, each of which any other may beat."""
    return float(np.log(max(1, settings - 1) * stick.tests / doubt))


def _room(stick: Yardstick) -> float:
    return -2 * stick.span if stick.aim is Aim.FAIR else -stick.span


def _counted(marks: Marks) -> tuple[Marks, Numbers]:
    values, counts = np.unique(marks, return_counts=True)
    return values, counts.astype(np.float64)


def _both(stick: Yardstick, one: Marks, other: Marks) -> tuple[Numbers, Numbers, Numbers]:
    """The gaps of both in games of the same numbers, and how often each two of them came."""
    games = min(len(one), len(other))
    first, second = one[:games], other[:games]
    there = (first != MISSING) & (second != MISSING)
    first, second = first[there], second[there]
    least, width = (int(second.min()), int(np.ptp(second)) + 1) if len(second) else (0, 1)
    both, counts = _counted(first * width + (second - least))
    return (
        stick.gaps(stick.read(both // width)),
        stick.gaps(stick.read(both % width + least)),
        counts,
    )
