"""The figures of a tournament: ratings, who beats whom, what seats are worth, what choices cost.

Games of one round have the same chance and are not independent of each other; rounds are. So every interval is one of sums over
rounds. Verdicts are corrected by Holm's method, those on bots, on pairs and on seats each among themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import combinations, groupby
from math import inf, lcm
from typing import assert_never

import numpy as np
from attrs import define, frozen

from ...interpreter.standing import terms
from ...program.ir import Program
from ..correction import holm
from .estimates import Distribution, Estimate, RunDescription
from .intervals import LEVEL, Clustered, chance, clustered, ratio
from .ratings import ratings
from .summary import distribution
from .tally import Counts, Ratio
from .tournament_games import TournamentGame, Way

DOUBT = 1 - LEVEL
"""Of a family of verdicts chance alone makes one with at most this probability."""


class Unit(Enum):
    """What bots play for: payoffs where the rules declare them; else scores, where there are any and bots are not against each
    other; else points.
    """

    POINTS = "points"
    PAYOFF = "payoff"
    SCORE = "score"


@frozen
class Standing:
    """A figure and its interval; *clear* tells whether it differs beyond chance from what is even, allowing for how many such
    figures there are.
    """

    value: Estimate
    clear: bool


@frozen
class TimeFigures:
    """What choices cost a bot: how many it made, and the seconds of one on average (None: it made none) and of the slowest; in
    *full* of them the tree of its search was full.
    """

    choices: int
    mean: float | None
    slowest: float
    full: int


@frozen
class BotFigures:
    """How one bot fared in *games* seats (it may sit in several of one game).

    *result* is what it made for each seat on average, None where no game counts, and *seats* the same for each seat. *rating* is
    on the scale of Elo, where the mean of all bots is 0. *score* is None where the rules declare none. *failed* is how many games
    it spoiled, *failure* what it did in the first, and *failed_game* the command that plays that game ("": there is none).
    """

    name: str
    rating: Estimate
    games: int
    result: Standing | None
    seats: tuple[Estimate | None, ...]
    score: Distribution | None
    time: TimeFigures
    failed: int
    failure: str
    failed_game: str = ""


@frozen
class PairFigures:
    """How two bots fared against each other: how often the first came before the second, level with it and behind it. *share* is
    the first's part, where level counts half. Where bots play apart they meet in each round, and the better result is before the
    other. *gap* is by how much the first's payoff or score was higher on average, None where points are played for. Both are None
    where the two never met. *clear* tells whether one is better beyond chance, allowing for how many pairs there are.
    """

    first: str
    second: str
    won: int
    level: int
    lost: int
    share: Estimate | None
    gap: Estimate | None
    clear: bool

    @property
    def lead(self) -> float:
        """Above 0 where the first is ahead, below where the second is."""
        if self.gap is not None:
            return self.gap.value
        return 0.0 if self.share is None else self.share.value - 0.5


@frozen
class SeatResult:
    """What a seat is worth: its result on average, whoever sits there; None where there was no game."""

    name: str
    result: Standing | None


@frozen
class TournamentFigures:
    """All figures of one tournament.

    The `bots` of *run* are those that played it, its `games` those of the finished *rounds*. *seatings* is how many games a round
    has, and *way* how they seat the bots. Results are counted in *unit*; a game has one point, which its winners share, or all
    where nobody wins, but where all win together or nobody, they have one or none. *even* is the mean of all results. *bots*
    stand in the order of their results, or of their ratings where points are played for, the best first, and *pairs* in that
    order, too. *left* is how many games of unfinished rounds were played, which count for nothing yet. There are no *seats*
    where bots play apart.
    """

    run: RunDescription
    rounds: int
    seatings: int
    way: Way
    unit: Unit
    even: float
    bots: tuple[BotFigures, ...]
    pairs: tuple[PairFigures, ...]
    seats: tuple[SeatResult, ...]
    left: int


def parts_of_a_win(program: Program) -> int:
    """In how many parts a win is divided, so that each share of it is a whole number of them."""
    return lcm(*range(1, len(program.seats) + 1))


@define
class Sums:
    """Two sums over rounds and their products, from one (amount, times) for each round."""

    ratio: Ratio

    @classmethod
    def of(cls, rounds: int, found: Mapping[int, tuple[int, int]]) -> Sums:
        """The sums over so many rounds, of which those that are not *found* have (0, 0)."""
        pairs = found.values()
        amounts, times = sum(one for one, _ in pairs), sum(other for _, other in pairs)
        squares = sum(a * a for a, _ in pairs), sum(a * b for a, b in pairs), sum(b * b for _, b in pairs)
        return cls(Ratio(rounds, amounts, times, squares))

    @property
    def share(self) -> Clustered | None:
        """The part that the first sum is of the second."""
        return clustered(self.ratio.count, self.ratio.first, self.ratio.second, self.ratio.squares)

    @property
    def mean(self) -> Estimate | None:
        """The first sum for each of the second."""
        return ratio(self.ratio.count, self.ratio.first, self.ratio.second, self.ratio.squares)


@define
class Book:
    """What is added up while games are gone through: by what it is, and by round, an amount and how often there was one."""

    rounds: int
    found: dict[tuple[str, int, int], dict[int, tuple[int, int]]]

    def add(self, key: tuple[str, int, int], round_number: int, amount: int, times: int) -> None:
        """Adds to one figure in one round."""
        line = self.found.setdefault(key, {})
        one, other = line.get(round_number, (0, 0))
        line[round_number] = one + amount, other + times

    def sums(self, what: str, one: int, other: int = 0) -> Sums:
        """The sums of one figure."""
        return Sums.of(self.rounds, self.found.get((what, one, other), {}))


Measured = tuple[Estimate, float] | None
"""A figure, and the probability that chance alone takes it as far from what is even; None where there is no such figure."""


def figures(
    program: Program, run: RunDescription, way: Way, seatings: int, games: Sequence[TournamentGame], left: int
) -> TournamentFigures:
    """The figures of the games of finished rounds, in the order of rounds; there are at least two rounds. Games that failed have
    no command yet.
    """
    names, alone, unit = run.bots, way is Way.APART, unit_of(program)
    parts = {Unit.POINTS: parts_of_a_win(program), Unit.PAYOFF: program.outcome.parts, Unit.SCORE: 1}[unit]
    rounds = [list(group) for _, group in groupby(games, key=lambda game: game.round)]
    book = Book(len(rounds), {})
    for game in games:
        _enter(book, game, unit, parts)
    beat = np.zeros((len(rounds), len(names), len(names)))
    counts: dict[tuple[int, int], list[int]] = {pair: [0, 0, 0] for pair in combinations(range(len(names)), 2)}
    for at, group in enumerate(rounds):
        for one, other, sign, gap in _meetings(group, alone, unit):
            beat[at, one, other] += (1 + sign) / 2
            beat[at, other, one] += (1 - sign) / 2
            counts[one, other][1 - sign] += 1
            book.add(("met", one, other), group[0].round, 1 + sign, 2)
            book.add(("gap", one, other), group[0].round, gap, parts * (len(program.players) if alone else 1))
    whole = book.sums("all", 0).mean
    even = 0.0 if whole is None else whole.value
    rated = ratings(beat)
    made = [_measured(book.sums("bot", bot), unit, even) for bot, _ in enumerate(names)]
    order = _order(rated, made, unit)
    pairs = [(one, other) for at, one in enumerate(order) for other in order[at + 1 :]]
    met = [_met(book, pair, unit) for pair in pairs]
    seats = [] if alone else [_measured(book.sums("seat", seat), unit, even) for seat, _ in enumerate(program.players)]
    return TournamentFigures(
        run=run,
        rounds=len(rounds),
        seatings=seatings,
        way=way,
        unit=unit,
        even=even,
        bots=tuple(
            _bot(program, book, games, bot, names[bot], unit, rated[bot], standing)
            for bot, standing in zip(order, _standings([made[bot] for bot in order]), strict=True)
        ),
        pairs=tuple(
            _pair(names, pair, counts, share, gap, standing)
            for pair, (share, gap, _), standing in zip(pairs, met, _standings([each[2] for each in met]), strict=True)
        ),
        seats=tuple(
            SeatResult(program.seats[seat].name, standing)
            for seat, standing in zip(program.players, _standings(seats), strict=False)
        ),
        left=left,
    )


def unit_of(program: Program) -> Unit:
    """What bots play for in that game."""
    if program.outcome.payoff is not None:
        return Unit.PAYOFF
    return Unit.SCORE if apart(program) and program.outcome.score is not None else Unit.POINTS


def apart(program: Program) -> bool:
    """Whether bots are not against each other in that game: there is a single seat, all win together or nobody, or all are always
    paid the same.
    """
    found = terms(program)
    return len(program.players) == 1 or found.together or found.shares_payoff


def _amount(game: TournamentGame, seat: int, unit: Unit) -> int | None:
    match unit:
        case Unit.POINTS:
            return game.shares[seat]
        case Unit.PAYOFF:
            return game.payoffs[seat]
        case Unit.SCORE:
            return game.scores[seat]
        case _:
            assert_never(unit)


def _enter(book: Book, game: TournamentGame, unit: Unit, parts: int) -> None:
    if game.failure is not None:
        return
    for seat, bot in enumerate(game.seating):
        amount = _amount(game, seat, unit)
        if amount is not None:
            for key in (("all", 0, 0), ("bot", bot, 0), ("seat", seat, 0), ("bot in seat", bot, seat)):
                book.add(key, game.round, amount, parts)


def _meetings(group: Sequence[TournamentGame], alone: bool, unit: Unit) -> Iterator[tuple[int, int, int, int]]:
    """Every meeting of two bots in the games of a round: the two, the smaller number first, 1, 0 or -1 as the first is before,
    level with or behind the second, and by how much its result is higher, over all seats where bots play *alone*.
    """
    whole = [game for game in group if game.failure is None]
    if alone:
        made = sorted(
            (game.seating[0], sum(_amount(game, seat, unit) or 0 for seat, _ in enumerate(game.seating))) for game in whole
        )
        for (one, mine), (other, theirs) in combinations(made, 2):
            yield one, other, _sign(mine - theirs), mine - theirs
        return
    for game in whole:
        for (seat, one), (place, other) in combinations(enumerate(game.seating), 2):
            gap = (_amount(game, seat, unit) or 0) - (_amount(game, place, unit) or 0)
            sign = _sign(game.places[place] - game.places[seat])
            if one != other:
                yield (one, other, sign, gap) if one < other else (other, one, -sign, -gap)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _measured(sums: Sums, unit: Unit, even: float) -> Measured:
    if unit is Unit.POINTS:
        part = sums.share
        return None if part is None else (part.rate, part.chance(even) if 0 < even < 1 else 1.0)
    found = sums.mean
    return None if found is None else (found, chance(found, sums.ratio.count, even))


def _order(rated: Sequence[Estimate], made: Sequence[Measured], unit: Unit) -> list[int]:
    """The numbers of the bots, the best first."""
    if unit is Unit.POINTS:
        return sorted(range(len(rated)), key=lambda bot: -rated[bot].value)
    return sorted(range(len(rated)), key=lambda bot: inf if (found := made[bot]) is None else -found[0].value)


def _met(book: Book, pair: tuple[int, int], unit: Unit) -> tuple[Estimate | None, Estimate | None, Measured]:
    """The part of the first of two against the second, by how much its result is higher, and what decides who is better."""
    low, high = sorted(pair)
    met, gaps = book.found.get(("met", low, high), {}), book.found.get(("gap", low, high), {})
    if pair != (low, high):
        met = {at: (times - amount, times) for at, (amount, times) in met.items()}
        gaps = {at: (-amount, times) for at, (amount, times) in gaps.items()}
    part = Sums.of(book.rounds, met).share
    if part is None:
        return None, None, None
    if unit is Unit.POINTS:
        return part.rate, None, (part.rate, part.chance(0.5))
    measured = _measured(Sums.of(book.rounds, gaps), unit, 0.0)
    return part.rate, None if measured is None else measured[0], measured


def _standings(found: Sequence[Measured]) -> list[Standing | None]:
    """The figures, with verdicts that allow for how many there are. Of two whose mean is even each says what the other does."""
    chances = [each[1] for each in found if each is not None]
    shown = iter([each < DOUBT for each in chances] if len(chances) == 2 else holm(chances, DOUBT))
    return [None if each is None else Standing(each[0], next(shown)) for each in found]


def _bot(
    program: Program,
    book: Book,
    games: Sequence[TournamentGame],
    bot: int,
    name: str,
    unit: Unit,
    rating: Estimate,
    result: Standing | None,
) -> BotFigures:
    seated = [(game, seat) for game in games for seat, sitting in enumerate(game.seating) if sitting == bot]
    done = [(game, seat) for game, seat in seated if game.failure is None]
    scores = [score for game, seat in done if (score := game.scores[seat]) is not None]
    failures = [game.failure.message for game in games if game.failure is not None and game.failure.bot == bot]
    choices = sum(game.choices[seat] for game, seat in seated)
    seconds = sum(game.seconds[seat] for game, seat in seated)
    return BotFigures(
        name=name,
        rating=rating,
        games=len(done),
        result=result,
        seats=tuple(
            None if (found := _measured(book.sums("bot in seat", bot, seat), unit, 0.0)) is None else found[0]
            for seat, _ in enumerate(program.players)
        ),
        score=distribution(Counts.of(np.array(scores, np.int64))) if scores else None,
        time=TimeFigures(
            choices,
            seconds / choices if choices else None,
            slowest=max((game.slowest[seat] for game, seat in seated), default=0.0),
            full=sum(game.full[seat] for game, seat in seated),
        ),
        failed=len(failures),
        failure=failures[0] if failures else "",
    )


def _pair(
    names: Sequence[str],
    pair: tuple[int, int],
    counts: Mapping[tuple[int, int], Sequence[int]],
    share: Estimate | None,
    gap: Estimate | None,
    standing: Standing | None,
) -> PairFigures:
    one, other = pair
    won, level, lost = counts[other, one][::-1] if one > other else counts[pair]
    return PairFigures(names[one], names[other], won, level, lost, share, gap, standing is not None and standing.clear)
