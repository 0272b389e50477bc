"""Tests and intervals of a mean that hold however often one looks, and whenever one stops: by betting against the hypothesis.

Whoever bets against a true hypothesis wins nothing on average, and is with a probability of at most 1/*x* ever *x* times as
rich as at first (Jean Ville, 1939). So wealth is evidence at any time: Ian Waudby-Smith and Aaditya Ramdas, "Estimating means
of bounded random variables by betting", Journal of the Royal Statistical Society B 86, 2024. Here the bets are many fixed
stakes, each with an equal part of the wealth; so only how often each value came matters, not in which order.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

STAKES = 0.9 * 2.0 ** (-np.arange(24) / 2)
"""The stakes, in parts of what a single value may cost."""

HALVINGS = 40
"""So often the ends of an interval are halved in on."""


def evidence(values: Numbers, counts: Numbers, least: Numbers | float) -> Numbers:
    """The logarithm of the wealth of whoever bets that the mean is above 0: for each row of *values*, which came *counts* times
    each, and none of which can be below *least* (below 0).
    """
    returns = np.asarray(values, np.float64) / -np.asarray(least, np.float64)[..., None]
    wealth = np.stack([np.log1p(stake * returns) @ counts for stake in STAKES], axis=-1)
    most = wealth.max(axis=-1)
    found: Numbers = most + np.log(np.exp(wealth - most[..., None]).mean(axis=-1))
    return found


def lower(values: Numbers, counts: Numbers, least: float, doubt: float) -> Numbers:
    """For each row of *values* a number above which its mean is, as bets at the level *doubt* show: *least* where they show
    nothing. Where the mean is above one number it is above every smaller one, so the interval is halved in on.
    """
    games = counts.sum()
    low = np.full(len(values), float(least))
    if not games:
        return low
    high = values @ counts / games
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        room = np.minimum(least - middle, -1e-12)
        shown = evidence(values - middle[:, None], counts, room) >= -np.log(doubt)
        low, high = np.where(shown, middle, low), np.where(shown, high, middle)
    return low
