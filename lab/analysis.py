"""A match looked at afterwards: which choices cost most, as a bot judges them that knows what the seat knew.

A bot's estimate of the best of many options is too high by chance alone, and in a long match some choice always seems bad. So
each decision is looked at twice, with chance of its own: the first look says which option is best, the second what the other one
cost; and what is marked stands out although so many decisions were looked at (`correction.holm`). Where something is hidden a bot
knows less than its intervals say, for it imagines few worlds; so these are widened by as much as both looks differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import hypot, sqrt
from statistics import NormalDist

from attrs import frozen

from ..bots import Advisor, Estimate, Expected, Situation, TreeFull, ranked, situation
from ..interpreter import NATURE, Observer, option_text
from ..interpreter.core.rng import Stream, Use, stream_start
from ..interpreter.game import Game
from ..interpreter.observations import Answered
from ..table.expected import steps
from ..table.losses import exchange, loss_text
from .correction import holm

DOUBT = 0.05
"""With at most this probability chance alone marks any choice of a match."""

NORMAL = NormalDist()
HALF = NORMAL.inv_cdf(0.975)
"""Half the width of a 95 % interval, in standard errors."""

WORST = 5
"""So many choices of a seat are told."""

LEAST = 0.005
"""What an option costs less than that is told as nothing."""

TOLD = 3
"""So many choices are told that were expected behind the best one."""


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
class Looks:
    """A decision with the bot's estimates of each option, from two looks at it; *full* tells that the tree of its search was full
    at one of them, *expected* which choices it expected at the first behind the best one, *loss* what the choice gave away.
    """

    asked: Asked
    first: tuple[Estimate, ...]
    second: tuple[Estimate, ...]
    full: bool = False
    expected: tuple[str, ...] = ()
    loss: str = ""


@frozen
class Judged:
    """A decision as the bot judges it: its estimate of each option at the second look, the index of the *best* one at the first,
    what the choice *cost*, and how far the best option lies above the worst (None where the bot has not tried both).

    *marked* tells that the cost is beyond chance, *mattered* that the options differ beyond chance: the best one
    from the worst, or from the one that was chosen. *expected* are the choices that the bot expected behind the best one, *loss*
    is what the choice gave away against that ("": nothing, or it cannot be told).
    """

    asked: Asked
    estimates: tuple[Estimate, ...]
    best: int
    cost: Gap | None
    spread: Gap | None
    marked: bool
    mattered: bool
    expected: tuple[str, ...] = ()
    loss: str = ""


@frozen
class SeatJudged:
    """What a seat's choices come to: its decisions, those in which there was something to choose, how many of these *mattered*,
    what its choices cost in all (1: a win, and never below 0, though single estimates are) with the half width of that figure's
    95 % interval, and the worst that are marked, the most costly first.
    """

    seat: int
    decisions: int
    choices: int
    mattered: int
    cost: float
    error: float
    worst: tuple[Judged, ...]


def decisions(game: Game, answers: Sequence[Answered], language: str = "") -> tuple[Asked, ...]:
    """The decisions of seats in a match, in their order, with the options in that language; chance's own have no number."""
    seats = [each for each in answers if each.asked.actor != NATURE]
    return tuple(
        Asked(
            number,
            each.asked.actor,
            tuple(option_text(game, each.asked, option, language) for option in each.asked.options),
            each.index,
        )
        for number, each in enumerate(seats, 1)
    )


def judge(
    game: Game, answers: Sequence[Answered], seats: Sequence[int], bot: Advisor, seed: int, language: str = ""
) -> Iterator[Looks]:
    """The decisions of these seats in which there was something to choose, each as soon as the bot has looked at it twice. Raises
    BotFailed and PlayError.
    """
    observer, asked = Observer.beginning(game), iter(decisions(game, answers, language))
    for answer in answers:
        if answer.asked.actor != NATURE:
            one = next(asked)
            if one.seat in seats and len(one.options) > 1:
                given = situation(bot, observer, answer.asked)
                first, second = (
                    bot.advise(given, Stream(stream_start(seed, one.number, Use.BOTS), look).below) for look in range(2)
                )
                full = any(isinstance(note, TreeFull) for note in given.notes)
                yield Looks(one, first, second, full, *_expected(game, given, ranked(first)[0].option, one.chosen, language))
        observer.answer(answer.asked.actor, answer.index)


def _expected(game: Game, given: Situation, best: int, chosen: int, language: str) -> tuple[tuple[str, ...], str]:
    """What was expected behind the best option, and what the chosen one gives away against that."""
    found = next((note for note in given.notes if isinstance(note, Expected)), None)
    if found is None:
        return (), ""
    told = islice(steps(game, found.state, found.lines[best], language), 1, 1 + TOLD)
    lost, instead = (exchange(game.program, given.asked.actor, found.state.slots, found.lines[each]) for each in (chosen, best))
    loss = "" if lost is None or instead is None else loss_text(game.program, lost, instead, language)
    return tuple(step.words for step in told), loss


def judged(looks: Sequence[Looks]) -> tuple[Judged, ...]:
    """The decisions as the bot judges them, marked where a choice cost something and where the options differ, beyond chance."""
    wider = widened(looks)
    costs = [gap(look, best_of(look), look.asked.chosen, wider) for look in looks]
    spreads = [gap(look, best_of(look), worst_of(look), wider) for look in looks]
    costly = holm([chance(cost) for cost in costs], DOUBT)
    apart = holm([chance(spread) for spread in spreads], DOUBT)
    return tuple(
        Judged(look.asked, look.second, best_of(look), cost, spread, marked, differs or marked, look.expected, look.loss)
        for look, cost, spread, marked, differs in zip(looks, costs, spreads, costly, apart, strict=True)
    )


def widened(looks: Iterable[Looks]) -> float:
    """How many times wider than the bot says its intervals are, at least 1: by how far both looks differ, over all options (the
    scale factor of the Particle Data Group, after Raymond Birge, "The calculation of errors by the method of least squares",
    Physical Review 40, 1932).
    """
    squares = [
        ((one.worth - other.worth) * HALF) ** 2 / (one.error**2 + other.error**2)
        for look in looks
        for one, other in zip(look.first, look.second, strict=True)
        if one.error and other.error
    ]
    return max(1.0, sqrt(sum(squares) / len(squares))) if squares else 1.0


def best_of(look: Looks) -> int:
    """The option that was best at the first look."""
    return ranked(look.first)[0].option


def worst_of(look: Looks) -> int:
    """The option that was worst at the first look."""
    tried = [each for each in look.first if each.tried] or look.first
    return min(tried, key=lambda each: each.worth + (each.error or 0.0)).option


def gap(look: Looks, better: int, option: int, wider: float) -> Gap | None:
    """How much more one option is worth than another at the second look, with intervals so many times wider; None where either
    was not tried.
    """
    one, other = look.second[better], look.second[option]
    if better == option:
        return Gap(0.0, 0.0, 1.0)
    if not one.tried or not other.tried:
        return None
    apart, error = one.worth - other.worth, wider * hypot(one.error or 0.0, other.error or 0.0)
    if not error:
        return Gap(apart, 0.0, 0.0 if apart >= LEAST else 1.0)
    return Gap(apart, error, 1 - NORMAL.cdf(apart / error * HALF))


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
        max(0.0, sum(cost.worth for _, cost in costs)),
        hypot(*[cost.error for _, cost in costs]),
        tuple(each for each, _ in worst[:WORST]),
    )
