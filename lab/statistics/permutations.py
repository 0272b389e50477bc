"""Permutation tests: how often chance alone does as much, where it is known what chance could as well have done.

They hold their level however few the games, and whatever the results look like, for they suppose no distribution.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .scipy_types import stdtr

Numbers = NDArray[np.float64]

DRAWS = 9_999
"""So many times chance is tried, always alike: 1 in 100 is then known to 1 in 1,000. Where it can do no more, all is tried."""

RARE = 10
"""What chance does more rarely than so often in these draws is worked out from how widely it scatters."""

MANY = 1_000
"""From so many blocks on the sum is distributed normally, and nothing is drawn."""

NEAR = 1e-9
"""Sums that differ by less, in parts of their scatter, are equal but for rounding."""


def exchanged(blocks: Sequence[Sequence[float]]) -> float:
    """The probability that chance alone takes a sum at least as far from its mean. Each block has the numbers that it could have
    added with the same probability, the one that it did add first; blocks are independent, and have as many numbers each. 1 where
    chance could have done nothing else.

    With the numbers that result when seats, or bots, change places within a block this is a permutation test (Ronald Fisher, "The
    design of experiments", 1935, chapter 3).
    """
    if not blocks:
        return 1.0
    table = np.array(blocks, np.float64)
    table -= table.mean(axis=1, keepdims=True)
    away, scatter = abs(float(table[:, 0].sum())), float(np.sqrt((table * table).mean(axis=1).sum()))
    if not scatter:
        return 1.0
    if len(table) >= MANY:
        return _tail(away / scatter, len(table))
    if table.shape[1] ** len(table) <= DRAWS:
        return float((np.abs(_sums(table)) >= away - NEAR * scatter).mean())
    chance, found = np.random.default_rng(0), np.zeros(DRAWS)
    for block in table:
        found += block[chance.integers(0, len(block), DRAWS)]
    return _part(found, away, scatter, len(table))


def shuffled(one: Sequence[float], other: Sequence[float]) -> float:
    """The probability that chance alone takes the sum of the products of these numbers, paired in any order, at least as far from
    its mean (Edwin Pitman, "Significance tests which may be applied to samples from any populations, II", 1937).
    """
    first, second = (np.array(each, np.float64) - float(np.mean(each)) for each in (one, other))
    away, scatter = abs(float(first @ second)), float(np.sqrt((first @ first) * (second @ second) / max(1, len(first) - 1)))
    if not scatter:
        return 1.0
    if len(first) >= MANY:
        return _tail(away / scatter, len(first))
    chance = np.random.default_rng(0)
    orders = chance.permuted(np.broadcast_to(first, (DRAWS, len(first))), axis=1)
    return _part(orders @ second, away, scatter, len(first))


def _sums(table: Numbers) -> Numbers:
    """All sums of one number of each line."""
    found = np.zeros(1)
    for line in table:
        found = np.add.outer(found, line).ravel()
    return found


def _part(found: Numbers, away: float, scatter: float, count: int) -> float:
    """Which part of the draws, and of what was observed, lies so far away."""
    times = int((np.abs(found) >= away - NEAR * scatter).sum())
    least = (times + 1) / (DRAWS + 1)
    return least if times >= RARE else min(least, _tail(away / scatter, count))


def _tail(errors: float, count: int) -> float:
    return 2 * float(stdtr(max(1, count - 1), -errors))
