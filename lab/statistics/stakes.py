"""Decisions that do not matter: what is lost by choosing at random where a seat is asked."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from attrs import frozen

from ...program.ir import Program
from ...program.ops import asks
from .estimates import Estimate, Share
from .summary import Place
from .watched import Judged, Watched, quotient
from .wilson import share


@frozen
class StakeFigures:
    """What is at stake in one kind of decision: its sentence and `FILE:LINE`, and how often it was judged.

    *stake* is by how much the best option is worth more than one taken at random (0 to 1). *clear* is how often the best one was
    worth more than the worst beyond the noise of the judge, where it tells its noise; None where it never does.
    """

    text: str
    place: str
    asked: int
    stake: Estimate
    clear: Share | None


def stakes(program: Program, games: Sequence[Watched], place: Place) -> tuple[StakeFigures, ...]:
    """What is at stake in each kind of decision that was judged, in the order of the rules."""
    sentences = {ask.stop: program.sentences[ask.sentence] for ask in asks(program)}
    found = []
    for stop, sentence in sentences.items():
        judged = [[each for each in game.decisions if each.stop == stop] for game in games]
        every = [each for mine in judged for each in mine]
        stake = quotient((sum(each.across(_lost) for each in mine), len(mine)) for mine in judged)
        if stake is None:
            continue
        told = [sure for each in every if (sure := _clear(each)) is not None]
        clear = share(sum(told), len(told)) if told else None
        found.append(StakeFigures(sentence.text, place(sentence.span.line), len(every), stake, clear))
    return tuple(found)


def best(worths: Sequence[float]) -> int:
    """The index of the highest worth, the first of equal ones."""
    return max(range(len(worths)), key=worths.__getitem__)


def _lost(picking: Sequence[float], valuing: Sequence[float]) -> float:
    return valuing[best(picking)] - sum(valuing) / len(valuing)


def _clear(judged: Judged) -> bool | None:
    """Whether what the first thought holds for the best is worth more to the second than what it holds for the worst."""
    (one, other), (_, errors) = judged.worths, judged.errors
    high, low = best(one), min(range(len(one)), key=one.__getitem__)
    above, below = errors[high], errors[low]
    if above is None or below is None:
        return None
    return other[high] - other[low] > sqrt(above * above + below * below)
