"""The figures of a tournament: ratings, who beats whom, what seats are worth, what choices cost.

Games of one round have the same chance and are not independent of each other; rounds are. So every interval is one of sums over
rounds. Verdicts are corrected by Holm's method, those on bots, on pairs and on seats each among themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby
from math import lcm

import numpy as np
from attrs import define, frozen

from ...program.ir import Program
from ..correction import holm
from .estimates import Distribution, Estimate, RunDescription
from .intervals import LEVEL, Clustered, clustered, mean, ratio
from .ratings import ratings
from .summary import distribution
from .tally import Counts, Ratio
from .tournament_games import TournamentGame

DOUBT = 1 - LEVEL
"""Of a family of verdicts chance alone makes one with at most this probability."""

ROUNDING = 1e-9
"""Sums of parts of 1 are at most this much off."""


@frozen
class Standing:
    """A part of 1 (of a point, of the meetings of two bots) and its interval; *clear* tells whether it differs beyond chance from
    what is usual, allowing for how many such parts there are.
    """

    rate: Estimate
    clear: bool


@frozen
class TimeFigures:
    """What choices cost a bot: how many it made, and the seconds of one on average (None: it made none) and of the slowest."""

    choices: int
    mean: float | None
    slowest: float


@frozen
class BotFigures:
    """How one bot fared in *games* seats (it may sit in several of one game).

    *points* are points for each seat: a game has one, which its winners share, or all where nobody wins; None where no game
    counts. *seats* is the same for each seat. *rating* is on the scale of Elo, where the mean of all bots is 0. *score* and
    *payoff* are None where the rules declare none. *failed* is how many games it spoiled, *failure* what it did in the first.
    """

    name: str
    rating: Estimate
    games: int
    points: Standing | None
    seats: tuple[Estimate | None, ...]
    score: Distribution | None
    payoff: Estimate | None
    time: TimeFigures
    failed: int
    failure: str


@frozen
class PairFigures:
    """How two bots fared against each other: how often the first came before the second, level with it and behind it. *share* is
    the first's part, where level counts half; None where they never met. In a solo game they meet where they played the same
    round, and the better score is before the other; *score* is then the first's score less the second's on average.
    """

    first: str
    second: str
    won: int
    level: int
    lost: int
    share: Standing | None
    score: Estimate | None


@frozen
class SeatPoints:
    """What a seat is worth: its points a game, whoever sits there; None where there was no game."""

    name: str
    points: Standing | None


@frozen
class TournamentFigures:
    """All figures of one tournament.

    The `bots` of *run* are those that played it, its `games` those of the finished *rounds*. *seatings* is how many games a round
    has; *every* tells whether these are all ways to seat the bots, else each bot is in each seat once. *bots* stand in the order
    of their ratings, the best first, and *pairs* in that order, too. *even* are the points of one as good as the others.
    *left* is how many games of unfinished rounds were played, which count for nothing yet. *solo* tells that there is a single
    seat: then bots are compared by what each makes of the same chance, and there are no *seats*.
    """

    run: RunDescription
    rounds: int
    seatings: int
    every: bool
    solo: bool
    even: float
    bots: tuple[BotFigures, ...]
    pairs: tuple[PairFigures, ...]
    seats: tuple[SeatPoints, ...]
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


def figures(
    program: Program, run: RunDescription, every: bool, seatings: int, games: Sequence[TournamentGame], left: int
) -> TournamentFigures:
    """The figures of the games of finished rounds, in the order of rounds; there are at least two rounds."""
    names, solo, parts = run.bots, len(program.players) == 1, parts_of_a_win(program)
    rounds = [list(group) for _, group in groupby(games, key=lambda game: game.round)]
    book = Book(len(rounds), {})
    for game in games:
        if game.failure is None:
            _enter(book, game, parts)
    beat = np.zeros((len(rounds), len(names), len(names)))
    counts: dict[tuple[int, int], list[int]] = {pair: [0, 0, 0] for pair in combinations(range(len(names)), 2)}
    for at, group in enumerate(rounds):
        for one, other, sign, gap in _meetings(group, solo):
            beat[at, one, other] += (1 + sign) / 2
            beat[at, other, one] += (1 - sign) / 2
            counts[one, other][1 - sign] += 1
            book.add(("met", one, other), group[0].round, 1 + sign, 2)
            book.add(("gap", one, other), group[0].round, gap, 1)
    rated = ratings(beat)
    order = sorted(range(len(names)), key=lambda bot: -rated[bot].value)
    whole = book.sums("all", 0).mean
    even = 0.0 if whole is None else whole.value
    points = [book.sums("bot", bot).share for bot in order]
    pairs = [(one, other) for at, one in enumerate(order) for other in order[at + 1 :]]
    met = [_met(book, one, other) for one, other in pairs]
    seats = [] if solo else [book.sums("seat", seat).share for seat, _ in enumerate(program.players)]
    return TournamentFigures(
        run=run,
        rounds=len(rounds),
        seatings=seatings,
        every=every,
        solo=solo,
        even=even,
        bots=tuple(
            _bot(program, book, games, bot, names[bot], rated[bot], standing)
            for bot, standing in zip(order, _standings(points, even), strict=True)
        ),
        pairs=tuple(
            _pair(book, names, pair, counts, standing, solo and program.outcome.score is not None)
            for pair, standing in zip(pairs, _standings(met, 0.5), strict=True)
        ),
        seats=tuple(
            SeatPoints(program.seats[seat].name, standing)
            for seat, standing in zip(program.players, _standings(seats, even), strict=False)
        ),
        left=left,
    )


def _enter(book: Book, game: TournamentGame, parts: int) -> None:
    for seat, bot in enumerate(game.seating):
        book.add(("all", 0, 0), game.round, game.shares[seat], parts)
        book.add(("bot", bot, 0), game.round, game.shares[seat], parts)
        book.add(("seat", seat, 0), game.round, game.shares[seat], parts)
        book.add(("bot in seat", bot, seat), game.round, game.shares[seat], parts)
        book.add(("payoff", bot, 0), game.round, game.payoffs[seat], 1)


def _meetings(group: Sequence[TournamentGame], solo: bool) -> Iterator[tuple[int, int, int, int]]:
    """Every meeting of two bots in the games of a round: the two, the smaller number first, 1, 0 or -1 as the first is before,
    level with or behind the second, and by how many points of a score.
    """
    whole = [game for game in group if game.failure is None]
    tables = (
        [[(game.seating[0], game, 0) for game in whole]]
        if solo
        else [[(bot, game, seat) for seat, bot in enumerate(game.seating)] for game in whole]
    )
    for table in tables:
        for (one, first, seat), (other, second, place) in combinations(table, 2):
            if one == other:
                continue
            gap = (first.scores[seat] or 0) - (second.scores[place] or 0)
            better = _merit(first) - _merit(second) if solo else second.places[place] - first.places[seat]
            sign = (better > 0) - (better < 0)
            yield (one, other, sign, gap) if one < other else (other, one, -sign, -gap)


def _merit(game: TournamentGame) -> int:
    """What a solo game came to: its score where there is one, else what it pays."""
    score = game.scores[0]
    return game.payoffs[0] if score is None else score


def _met(book: Book, one: int, other: int) -> Clustered | None:
    """The part of *one* against *other*."""
    line = book.found.get(("met", min(one, other), max(one, other)), {})
    if one > other:
        line = {at: (times - amount, times) for at, (amount, times) in line.items()}
    return Sums.of(book.rounds, line).share


def _standings(parts: Sequence[Clustered | None], usual: float) -> list[Standing | None]:
    """The parts, with verdicts that allow for how many there are; two parts that add up to 1 are one question."""
    known = [part for part in parts if part is not None]
    chances = [part.chance(usual) if 0 < usual < 1 else 1.0 for part in known]
    single = len(known) == 2 and abs(known[0].rate.value + known[1].rate.value - 1) < ROUNDING
    shown = iter(tuple(chance < DOUBT for chance in chances) if single else holm(chances, DOUBT))
    return [None if part is None else Standing(part.rate, next(shown)) for part in parts]


def _bot(
    program: Program,
    book: Book,
    games: Sequence[TournamentGame],
    bot: int,
    name: str,
    rating: Estimate,
    points: Standing | None,
) -> BotFigures:
    seated = [(game, seat) for game in games for seat, sitting in enumerate(game.seating) if sitting == bot]
    done = [(game, seat) for game, seat in seated if game.failure is None]
    scores = [score for game, seat in done if (score := game.scores[seat]) is not None]
    pays = book.sums("payoff", bot).mean if program.outcome.payoff is not None else None
    failures = [game.failure.message for game in games if game.failure is not None and game.failure.bot == bot]
    choices = sum(game.choices[seat] for game, seat in seated)
    seconds = sum(game.seconds[seat] for game, seat in seated)
    return BotFigures(
        name=name,
        rating=rating,
        games=len(done),
        points=points,
        seats=tuple(
            None if (part := book.sums("bot in seat", bot, seat).share) is None else part.rate
            for seat, _ in enumerate(program.players)
        ),
        score=distribution(Counts.of(np.array(scores, np.int64))) if scores else None,
        payoff=None if pays is None else _in_whole(pays, program.outcome.parts),
        time=TimeFigures(
            choices, seconds / choices if choices else None, max((game.slowest[seat] for game, seat in seated), default=0.0)
        ),
        failed=len(failures),
        failure=failures[0] if failures else "",
    )


def _in_whole(found: Estimate, parts: int) -> Estimate:
    return Estimate(found.value / parts, found.low / parts, found.high / parts)


def _pair(
    book: Book,
    names: Sequence[str],
    pair: tuple[int, int],
    counts: Mapping[tuple[int, int], Sequence[int]],
    standing: Standing | None,
    scored: bool,
) -> PairFigures:
    one, other = pair
    turned = one > other
    won, level, lost = counts[other, one][::-1] if turned else counts[pair]
    gap = None
    if scored and standing is not None:
        line = book.found[("gap", min(pair), max(pair))].values()
        signed = [-amount if turned else amount for amount, _ in line]
        gap = mean(len(signed), sum(signed), sum(amount * amount for amount in signed))
    return PairFigures(names[one], names[other], won, level, lost, standing, gap)
