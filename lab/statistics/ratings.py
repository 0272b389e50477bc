"""Ratings on the scale of Elo from who beat whom, all games at once: their order does not matter.

The model is Bradley and Terry's: the odds that one beats another are the ratio of their strengths. choix finds the most likely
strengths.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from .choix_types import ilsr_pairwise_dense
from .estimates import Estimate
from .intervals import student

ELO = 400 / log(10)
"""Points of a rating for each unit of the logarithm of a strength: odds of ten to one are 400 points."""

STEPS = 100_000
"""More than enough for choix to converge."""


def ratings(rounds: NDArray[np.float64]) -> tuple[Estimate, ...]:
    """The rating of each player, with its interval; their mean is 0.

    `rounds[r, i, j]` is how often *i* beat *j* in round *r*, a draw counting half for each; there are at least two rounds, and
    rounds are independent of each other. One draw more counts for each two players, so that who never lost has a rating.

    The interval is Student's for the inverse of Fisher's information, widened by how much more the rounds vary than independent
    games would (Peter McCullagh and John Nelder, "Generalized linear models", chapter 9), and never narrowed.
    """
    count, size, _ = rounds.shape
    beat = rounds.sum(axis=0) + 0.5 * (1 - np.eye(size))
    strengths = ilsr_pairwise_dense(beat, max_iter=STEPS)
    expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    met = beat + beat.T
    weights = met * expected * (1 - expected)
    # the information has no inverse, for only differences matter: this is the one whose lines add up to 0
    spread = np.linalg.inv(np.diag(weights.sum(axis=1)) - weights + 1 / size) - 1 / size
    surprise = (rounds - (rounds + rounds.transpose(0, 2, 1)) * expected).sum(axis=2)
    varied = float(np.trace(spread @ surprise.T @ surprise)) * count / (count - 1)
    half = student(count) * sqrt(max(1.0, varied / (size - 1)))
    return tuple(
        Estimate(ELO * value, ELO * (value - half * error), ELO * (value + half * error))
        for value, error in zip(strengths.tolist(), np.sqrt(np.diag(spread)).tolist(), strict=True)
    )
