"""What a position of a game turned out to be worth: a mean of what the search said later in the game, and of the result.

These are the λ-returns of TD(λ) (Richard Sutton, "Learning to predict by the methods of temporal differences", Machine Learning
3, 1988): the nearer a later position is, the more its value counts.
"""

from __future__ import annotations

import numpy

from ...interpreter.standing import ONE
from .fit import Reals, Whole

LAMBDA = 0.7
"""How much what comes later counts beside the value of the next position."""

LOGIT = 1000
"""Values are counted in parts of a logit: so many make one."""

UNKNOWN = -1
"""The result of a game that was cut short."""


def odds(values: Whole) -> Reals:
    """The probabilities that the first player wins, of values in thousandths of a logit."""
    return (1 / (1 + numpy.exp(-numpy.clip(values / LOGIT, -30, 30)))).astype(numpy.float32)


def returns(values: Whole, games: Whole, results: Whole) -> Reals:
    """The λ-return of each position, from 0 to 1, for the first player.

    The positions of a game stand together in their order, and have its number in *games*; *values* are what a search said there,
    in thousandths of a logit; *results* how the first player stood at the end, in parts of `ONE`, `UNKNOWN` where the game was
    cut short: then the value of its last position counts.
    """
    said = odds(values).tolist()
    is_last = [*(games[1:] != games[:-1]).tolist(), True]
    ends = (results / ONE).tolist()
    found, later = [0.0] * len(said), 0.0
    for at in range(len(said) - 1, -1, -1):
        ended = said[at] if ends[at] < 0 else ends[at]
        later = ended if is_last[at] else (1 - LAMBDA) * said[at + 1] + LAMBDA * later
        found[at] = later
    return numpy.array(found, numpy.float32)
