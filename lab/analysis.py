"""A match looked at afterwards: which choices cost most, as a bot judges them that knows what the seat knew.

A bot's estimate of the best of many options is too high by chance alone, and in a long match some choice always seems bad. So
each decision is looked at twice, with chance of its own: the first look says which option is best, the second what the other one
cost; and what is marked stands out although so many decisions were looked at (`correction.holm`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from statistics import NormalDist

from attrs import evolve, frozen

from ..bots import Advisor, Estimate, ranked, situation
from ..interpreter import NATURE, Trails, option_text
from ..interpreter.core.rng import Stream, Use, stream_start
from ..interpreter.trail import Answered
from ..program.ir import Program
from .correction import holm

DOUBT = 0.05
"""With at most this probability chance alone marks any choice of a match."""

NORMAL = NormalDist()
HALF = NORMAL.inv_cdf(0.975)
"""Half the width of a 95 % interval, in standard errors."""

WORST = 5
"""So many choices of a seat are told."""


@frozen
class Asked:
    """A decision of a match: its number, which counts the choices of seats from 1, the seat, the names of the options, and the
    index of the one that was chosen.
    """

    number: int
    seat: int
    options: tuple[str, ...]
    chosen: int


@frozen
class Gap:
    """How much more one option is worth than another (1: a win), the half width of that figure's 95 % interval, and the
    probability that chance alone shows as much.
    """

    worth: float
    error: float
    chance: float


@frozen
class Judged:
    """A decision as the bot judges it: its estimate of each option, the index of the *best* one, what the choice *cost*, and how
    far the best option lies above the worst (None where the bot has not tried both).

    *marked* tells that the cost is beyond chance, *mattered* that the options differ beyond chance.
    """

    asked: Asked
    estimates: tuple[Estimate, ...]
    best: int
    cost: Gap | None
    spread: Gap | None
    marked: bool = False
    mattered: bool = False


@frozen
class SeatJudged:
    """What a seat's choices come to: its decisions, those in which there was something to choose, how many of these *mattered*,
    what its choices cost in all (1: a win) with the half width of that figure's 95 % interval, and the worst that are marked, the
    most costly first.
    """

    seat: int
    decisions: int
    choices: int
    mattered: int
    cost: float
    error: float
    worst: tuple[Judged, ...]


def decisions(program: Program, answers: Sequence[Answered]) -> tuple[Asked, ...]:
    """The decisions of seats in a match, in their order; chance's own have no number."""
    seats = [each for each in answers if each.asked.actor != NATURE]
    return tuple(
        Asked(
            number,
            each.asked.actor,
            tuple(option_text(program, each.asked, option) for option in each.asked.options),
            each.index,
        )
        for number, each in enumerate(seats, 1)
    )


def judge(
    program: Program, answers: Sequence[Answered], seats: Sequence[int], bot: Advisor, seed: int
) -> Iterator[Judged]:
    """The decisions of these seats in which there was something to choose, each as soon as it is judged; nothing is marked yet.
    Raises BotFailed and PlayError.
    """
    trails, asked = Trails.beginning(program), iter(decisions(program, answers))
    for answer in answers:
        if answer.asked.actor != NATURE:
            one = next(asked)
            if one.seat in seats and len(one.options) > 1:
                given = situation(bot, trails, answer.asked)
                first, second = (
                    bot.advise(given, Stream(stream_start(seed, one.number, Use.BOTS), look).below) for look in range(2)
                )
                yield judged(one, first, second)
        trails.answer(answer.asked.actor, answer.index)


def judged(asked: Asked, first: Sequence[Estimate], second: Sequence[Estimate]) -> Judged:
    """A decision by two looks at it: the first says which option is best and which worst, the second how far they lie apart."""
    best = ranked(first)[0].option
    worst = min([each for each in first if each.tried] or first, key=lambda each: each.worth + (each.error or 0.0)).option
    estimates = {each.option: each for each in second}
    return Judged(
        asked,
        tuple(estimates[index] for index in range(len(asked.options))),
        best,
        gap(estimates[best], estimates[asked.chosen]),
        gap(estimates[best], estimates[worst]),
    )


def gap(one: Estimate, other: Estimate) -> Gap | None:
    """How much more the first is worth; None where either was not tried."""
    if one.option == other.option:
        return Gap(0.0, 0.0, 1.0)
    if not one.tried or not other.tried:
        return None
    apart, error = one.worth - other.worth, hypot(one.error or 0.0, other.error or 0.0)
    if not error:
        return Gap(apart, 0.0, 0.0 if apart > 0 else 1.0)
    return Gap(apart, error, 1 - NORMAL.cdf(apart / error * HALF))


def marked(found: Sequence[Judged]) -> tuple[Judged, ...]:
    """The same decisions, marked where a choice cost something and where the options differ, beyond chance."""
    costly = holm([chance(each.cost) for each in found], DOUBT)
    apart = holm([chance(each.spread) for each in found], DOUBT)
    return tuple(
        evolve(each, marked=cost, mattered=spread) for each, cost, spread in zip(found, costly, apart, strict=True)
    )


def chance(found: Gap | None) -> float:
    """The probability that chance alone shows as much; 1 where nothing is known."""
    return 1.0 if found is None else found.chance


def summaries(all_asked: Iterable[Asked], found: Sequence[Judged], seats: Sequence[int]) -> tuple[SeatJudged, ...]:
    """What the choices of each of these seats come to, by all decisions of the match and those that are judged and marked."""
    counted = [each.seat for each in all_asked]
    return tuple(_summary(seat, counted.count(seat), [each for each in found if each.asked.seat == seat]) for seat in seats)


def _summary(seat: int, decisions: int, found: Sequence[Judged]) -> SeatJudged:
    costs = [(each, each.cost) for each in found if each.cost is not None]
    worst = sorted([pair for pair in costs if pair[0].marked], key=lambda pair: -pair[1].worth)
    return SeatJudged(
        seat,
        decisions,
        len(found),
        sum(each.mattered for each in found),
        sum(cost.worth for _, cost in costs),
        hypot(*[cost.error for _, cost in costs]),
        tuple(each for each, _ in worst[:WORST]),
    )
