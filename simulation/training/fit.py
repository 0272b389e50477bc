"""Logistic regression on the weights in use in positions, in small batches with a step size for each parameter.

A weight is the sum of two parameters: one of its own, and one that it shares with what is the same elsewhere on the board. So
what a piece is worth is learned from all spaces, and then where it is worth more. Weights that symmetries make equal or opposite
have the same parameters.

Steps are those of AdaGrad (John Duchi, Elad Hazan and Yoram Singer, "Adaptive subgradient methods for online learning and
stochastic optimization", JMLR 12, 2011).
"""

from __future__ import annotations

import numpy
from attrs import define, frozen
from numpy.typing import NDArray

Reals = NDArray[numpy.float32]
Indices = NDArray[numpy.uint16]
Whole = NDArray[numpy.int64]

BATCH = 128
"""So many positions make one step."""

RATE = 1.5
"""The first step changes the logit of a position by this much at most."""

SHARED_RATE = 0.3
"""Parameters that are shared move at this part of the rate: they stand behind more positions."""

FADING = 10
"""What is known of how far gradients went fades after each stage, because what is learned changes meanwhile: by half after the
stage of this number, and less and less behind, so that steps become smaller.
"""

FIRST, LEAST = 0.01, 1e-30
"""The sum of squares that a parameter begins with, and the least one, however long it was not in use."""


@frozen(eq=False)
class Ties:
    """Which parameters each weight has, and with which sign: 0 where it has none. All arrays have a place per weight."""

    own: Whole
    sign: Reals
    shared: Whole
    shared_sign: Reals


@define(eq=False)
class _Parameters:
    """Parameters of one kind, with the sums of squares of their gradients."""

    of: Whole
    sign: Reals
    values: Reals
    squares: Reals

    @classmethod
    def tied(cls, of: Whole, sign: Reals) -> _Parameters:
        count = int(of.max()) + 1
        return cls(of, sign, numpy.zeros(count, numpy.float32), numpy.full(count, FIRST, numpy.float32))

    def weights(self) -> Reals:
        return self.sign * self.values[self.of]

    def move(self, gradient: Reals, rate: float) -> None:
        found = numpy.bincount(self.of, self.sign * gradient, len(self.values)).astype(numpy.float32)
        self.squares += found * found
        self.values += rate * found / numpy.sqrt(self.squares)


class Learner:
    """The weights of an evaluation while they are learned, in logits."""

    def __init__(self, ties: Ties) -> None:
        self._own = _Parameters.tied(ties.own, ties.sign)
        self._shared = _Parameters.tied(ties.shared, ties.shared_sign)

    def weights(self) -> Reals:
        """The weights as they are now: float32, one for each of the evaluation."""
        return self._own.weights() + self._shared.weights()

    def fit(self, used: Indices, targets: Reals, order: Whole) -> float:
        """Goes once through the positions in that *order*; *used* has a row of weights in use for each, *targets* what came of
        it, from 0 to 1. The mean loss (cross entropy, in nats) before each step is given back.
        """
        rate, loss, weights = RATE / used.shape[1], 0.0, self.weights()
        for begin in range(0, len(order), BATCH):
            some = order[begin : begin + BATCH]
            rows, wanted = used[some], targets[some]
            logits = weights[rows].sum(axis=1)
            expected = 1 / (1 + numpy.exp(-logits))
            loss -= float((wanted * logits - numpy.logaddexp(0, logits)).sum())
            errors = numpy.repeat(wanted - expected, rows.shape[1])
            gradient = numpy.bincount(rows.ravel(), errors, len(weights)).astype(numpy.float32)
            self._own.move(gradient, rate)
            self._shared.move(gradient, rate * SHARED_RATE)
            weights = self.weights()
        return loss / max(1, len(order))

    def fade(self, stage: int) -> None:
        """Makes later steps larger again behind that stage (1 for the first), because what is learned has changed."""
        for each in (self._own, self._shared):
            each.squares = numpy.maximum(each.squares * numpy.float32(stage / (stage + FADING)), numpy.float32(LEAST))
