"""Compares two games under sensible play: blocks of games with the same chance on both sides, and a test of each difference.

A block is one number of chance: the game of that number that the strongest level plays with itself, or the games in which the
stronger of two levels sat in each seat once. If both sides were the same game, each block could as well have had its sides
exchanged. So a difference is tested by exchanging them (`permutations.exchanged`), which holds its level in few blocks, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from math import inf, sqrt

import numpy as np
from attrs import evolve, frozen

from ...program.ir import Program
from ...simulation.emit.schema import Columns
from ..correction import holm
from .compare import clear
from .estimates import Difference, Estimate
from .intervals import clustered, detectable, ratio, student
from .moments import quantities
from .permutations import Numbers, exchanged
from .sense import SenseDescription
from .skill import Pairing
from .watched import Watched

DOUBT = 0.01
"""Of all figures together, chance alone shows a difference in any with at most this probability."""


class Wish(Enum):
    """What most designers want of a figure: more of it, less of it, or nothing in particular."""

    MORE = 1
    LESS = -1
    NEITHER = 0


@frozen
class Figure:
    """A figure of a game: its group and name, whether it is a part of 1, and what is wished for. Where games are counted, another
    end of one of them changes a block by *step*; else that is 0. *signed* tells that it goes from -1 to 1.
    """

    group: str
    name: str
    share: bool
    wish: Wish
    step: float = 0.0
    signed: bool = False


Block = tuple[float, float, float, float]
"""What a figure is in a block: amount and times of A, then of B. The figure is the sum of amounts divided by that of times."""


@frozen
class Contrast:
    """A figure of both sides, from so many *blocks*. *chance* is the probability that chance alone parts them at least as far.
    *shown* tells whether they differ beyond chance although several figures are looked at, and *least* which difference would
    show (inf: so few blocks show none). *wish* is what most designers want of it, *signed* tells that the figure itself goes
    from -1 to 1, *equal* that it is the same in each block.
    """

    difference: Difference
    blocks: int
    chance: float
    shown: bool
    least: float
    wish: Wish
    signed: bool
    equal: bool

    @property
    def better(self) -> bool | None:
        """Whether B comes nearer than A to what is wished for; None where nothing is, or where surely another seat leads in
        either.
        """
        one = self.difference
        if self.wish is Wish.NEITHER or one.first is None or one.second is None:
            return None
        first, second = one.first.value, one.second.value
        if one.group == SEATS:
            if clear(one.first) and clear(one.second) and (first > 0) is not (second > 0):
                return None
            first, second = abs(first), abs(second)
        return (second > first) is (self.wish is Wish.MORE)


SKILL, LENGTH, TENSION, TIES, SEATS, LEAD, END = "skill", "length", "tension", "ties", "seats", "lead", "end"
"""The groups of figures."""


@frozen
class SensePair:
    """How two games differ under sensible play: *names* describe them in short, then what was played of either, and their
    *contrasts*; *command* plays the same again. *same* tells that both sides are one game.
    """

    names: tuple[str, str]
    first: SenseDescription
    second: SenseDescription
    contrasts: tuple[Contrast, ...]
    command: str
    same: bool


@frozen
class Side:
    """One side: its rules, the columns of its rows, its pairings, and the games, in each of which no bot failed."""

    program: Program
    columns: Columns
    pairings: Sequence[Pairing]
    together: bool
    levels: Sequence[str]
    games: Sequence[Watched]

    def of(self, match: int) -> dict[int, list[Watched]]:
        """The games of a pairing by the numbers of their chance."""
        found: dict[int, list[Watched]] = {}
        for game in self.games:
            if game.match == match:
                found.setdefault(game.number, []).append(game)
        return found


def sense_pair(
    names: tuple[str, str], sides: tuple[Side, Side], runs: tuple[SenseDescription, SenseDescription], command: str
) -> SensePair:
    """The comparison of the games of two sides, which have as many players and the same pairings."""
    one, other = sides
    same = (one.program.digest, *one.levels) == (other.program.digest, *other.levels)
    return SensePair(names, *runs, contrasts(one, other), command, same)


def contrasts(one: Side, other: Side) -> tuple[Contrast, ...]:
    """The contrasts of all figures that both sides have."""
    found = [each for figure, blocks in _figures(one, other) if (each := contrast(figure, blocks)) is not None]
    # a figure that is equal in all blocks stays so however they are exchanged: it takes nothing from the others
    asked = [each for each in found if not each.equal]
    shown = iter(holm([each.chance for each in asked], DOUBT))
    told = []
    for each in found:
        sure = not each.equal and next(shown) and each.difference.clear
        told.append(evolve(each, shown=sure, least=_least(each, len(asked))))
    return tuple(told)


def contrast(figure: Figure, blocks: Sequence[Block]) -> Contrast | None:
    """The contrast of a figure by itself; None where a side does not have it."""
    table = np.array([block for block in blocks if block[1] or block[3]], np.float64).reshape(-1, 4)
    amount, times, others, often = (float(each) for each in table.sum(axis=0))
    if not times or not often:
        return None
    first, second, whole = amount / times, others / often, (amount + others) / (times + often)
    gap, many = second - first, len(table)
    moved = (table[:, 2] - second * table[:, 3]) * many / often - (table[:, 0] - first * table[:, 1]) * many / times + gap
    turned = (table[:, 2] - table[:, 0]) - whole * (table[:, 3] - table[:, 1])
    sides = (_side(figure, table[:, :2]), _side(figure, table[:, 2:]))
    estimate = _between(figure, gap, moved.tolist())
    difference = Difference(figure.group, figure.name, figure.share, *sides, estimate, clear(estimate))
    chance = exchanged([(each, -each) for each in turned.tolist()])
    return Contrast(difference, many, chance, False, inf, figure.wish, figure.signed, not turned.any())


def _between(figure: Figure, gap: float, moved: Sequence[float]) -> Estimate:
    """The interval of a difference, of which each block says as much: Student's. Where games are counted, two blocks are added in
    which one game parts the sides, in favour of each once, as Bonett and Price do with pairs (`Moments.difference`): so blocks
    that are all alike do not make it certain.
    """
    many = len(moved)
    if many < 2:
        return Estimate(gap)
    size, most = many + 2 if figure.step else many, (2.0 if figure.signed else 1.0) if figure.share else inf
    middle = sum(moved) / size
    squares = sum(each * each for each in moved) + 2 * figure.step**2
    half = student(size) * sqrt(max(0.0, squares - size * middle * middle) / (size * (size - 1)))
    return Estimate(gap, max(-most, min(gap, middle - half)), min(most, max(gap, middle + half)))


def _side(figure: Figure, table: Numbers) -> Estimate | None:
    """The figure of one side, by its amounts and times."""
    amounts, times = table[:, 0], table[:, 1]
    if figure.signed and figure.step:
        amounts = (amounts + times) / 2
    sums = float(amounts.sum()), float(times.sum())
    squares = float(amounts @ amounts), float(amounts @ times), float(times @ times)
    known = int((times > 0).sum())
    if not figure.step:
        return ratio(known, *sums, squares)
    found = clustered(known, *sums, squares)
    if found is None:
        return None
    rate = found.rate
    return Estimate(2 * rate.value - 1, 2 * rate.low - 1, 2 * rate.high - 1) if figure.signed else rate


def _least(found: Contrast, asked: int) -> float:
    """The smallest difference that would show in this figure, among so many."""
    gap = found.difference.difference
    tests = max(1, asked)
    if gap is None or 2.0 ** (1 - found.blocks) * tests >= DOUBT:
        return inf
    return detectable((gap.high - gap.low) / 2, DOUBT / tests)


def _figures(one: Side, other: Side) -> Iterator[tuple[Figure, list[Block]]]:
    yield from _skill(one, other)
    top = len(one.pairings) - 1
    games = [each.of(top) for each in (one, other)]
    pairs = [(mine[0], games[1][number][0]) for number, mine in sorted(games[0].items()) if number in games[1]]
    if not pairs:
        return
    going = [(float(not a.ended), 1.0, float(not b.ended), 1.0) for a, b in pairs]
    if any(block[0] or block[2] for block in going):
        yield Figure(END, "games that go round or do not end", True, Wish.LESS, 1.0), going
    counted = _counted(one, other, pairs)
    yield from counted["length"]
    if not one.together:
        edge = Figure(TENSION, "edge of winners on the way", True, Wish.LESS, signed=True)
        yield edge, [(*_edge(a), *_edge(b)) for a, b in pairs]
        yield from counted["lead"]
        yield from _ties(one, other, pairs)
        yield from _seats(one, pairs)
    else:
        wins = Figure("wins", "wins" if len(one.program.players) == 1 else "wins of all together", True, Wish.NEITHER, 1.0)
        yield wins, [(max(a.credits), 1.0, max(b.credits), 1.0) for a, b in pairs]
    yield from counted["measures"]


def _skill(one: Side, other: Side) -> Iterator[tuple[Figure, list[Block]]]:
    """How often the strongest level wins against the weakest or, where nobody plays against anybody, how much better it stands;
    with more than two levels, the same of the strongest and the one below it.
    """
    last = len(one.levels) - 1
    for weaker in dict.fromkeys((0, last - 1)):
        stronger, below = one.levels[last], one.levels[weaker]
        if one.together:
            figure = Figure(SKILL, f"what {stronger} gains on {below}", True, Wish.MORE, signed=True)
            mine, theirs = (_gains(side, last, weaker) for side in (one, other))
        else:
            figure = Figure(SKILL, f"wins of {stronger} against {below}", True, Wish.MORE, 1 / len(one.program.players))
            mine, theirs = (_wins(side, last, weaker) for side in (one, other))
        yield figure, [(mine[number], 1.0, theirs[number], 1.0) for number in sorted(mine) if number in theirs]


def _wins(side: Side, stronger: int, weaker: int) -> dict[int, float]:
    """By the number of its chance, for each whole block: which part of its games the stronger level wins."""
    players, match = len(side.program.players), list(side.pairings).index(Pairing(stronger, weaker))
    return {
        number: sum(game.credits[game.levels.index(stronger)] for game in block) / players
        for number, block in side.of(match).items()
        if len(block) == players
    }


def _gains(side: Side, stronger: int, weaker: int) -> dict[int, float]:
    """By the number of the chance: by how much the stronger level stands better at the end."""
    above, below = side.of(stronger), side.of(weaker)
    return {number: _stands(above[number][0]) - _stands(below[number][0]) for number in above if number in below}


def _stands(game: Watched) -> float:
    return sum(game.standings) / len(game.standings)


def _edge(game: Watched) -> tuple[float, float]:
    """How much more those who win a game think of their choices on average than those who lose it, and 1; twice 0 where nobody
    loses, or a bot tells nothing. A search thinks too well of what it takes, but so for winners as for losers.
    """
    won, lost = ([worth for player, worth in game.hopes if (game.credits[player] > 0) is wins] for wins in (True, False))
    if not won or not lost or not game.ended:
        return 0.0, 0.0
    return sum(won) / len(won) - sum(lost) / len(lost), 1.0


def _counted(one: Side, other: Side, pairs: Sequence[tuple[Watched, Watched]]) -> Mapping[str, list[tuple[Figure, list[Block]]]]:
    """The figures that emitted code counts, by group; blocks in which a game was left count for the other side alone."""
    kinds = {
        "choices of seats": (LENGTH, Figure(LENGTH, "choices of seats", False, Wish.NEITHER)),
        "changes of the lead": (LEAD, Figure(LEAD, "changes of the lead", False, Wish.NEITHER)),
        "open at half-time": (LEAD, Figure(LEAD, "open at half-time", True, Wish.MORE, 1.0)),
    }
    found: dict[str, list[tuple[Figure, list[Block]]]] = {LENGTH: [], LEAD: [], "measures": []}
    ours, theirs = (_lines(side, [pair[at] for pair in pairs]) for at, side in enumerate((one, other)))
    leads = all(_leads(side, [pair[at] for pair in pairs]) for at, side in enumerate((one, other)))
    for name in (name for name in ours if name in theirs):
        group, figure = kinds.get(name[1], ("measures", Figure("measures", name[1], False, Wish.NEITHER)))
        if name[0] == group and (group != LEAD or leads):
            found[group].append((figure, [(*a, *b) for a, b in zip(ours[name], theirs[name], strict=True)]))
    return found


def _lines(side: Side, games: Sequence[Watched]) -> dict[tuple[str, str], list[tuple[float, float]]]:
    """By group and name, the amount and the times of a figure in each of these games."""
    rows = np.array([game.row or (0,) * side.columns.width for game in games], np.int64).reshape(-1, side.columns.width)
    ended = np.array([game.ended for game in games], np.int64)
    return {
        (each.name.group, each.name.name): list(zip((each.amount * ended).tolist(), (each.times * ended).tolist(), strict=True))
        for each in quantities(side.program, side.columns, rows)
    }


def _leads(side: Side, games: Sequence[Watched]) -> bool:
    """Whether who is ahead at the very end has mostly won: else being ahead is not what wins."""
    ends = [(game.row[side.columns.last_open], game.row[side.columns.decisions]) for game in games if game.row]
    known = [(last, decisions) for last, decisions in ends if last >= 0]
    return 2 * sum(last == decisions for last, decisions in known) <= len(known)


def _ties(one: Side, other: Side, pairs: Sequence[tuple[Watched, Watched]]) -> Iterator[tuple[Figure, list[Block]]]:
    """How often a game ends without a single winner, or a single side of partners."""
    partners = _partners([game.credits for pair in pairs for game in pair])

    def tied(game: Watched) -> float:
        winners = {partners[player] for player, part in enumerate(game.credits) if part}
        return float(len(winners) > 1)

    if len(one.program.players) > 1:
        blocks = [(tied(a), float(a.ended), tied(b), float(b.ended)) for a, b in pairs]
        yield Figure(TIES, "ties", True, Wish.LESS, 1.0), [(a * t, t, b * u, u) for a, t, b, u in blocks]


def _partners(credits: Sequence[tuple[float, ...]]) -> tuple[int, ...]:
    """For each player the first who wins just when that one does; where all do each stands for itself."""
    lines = [tuple(part > 0 for part in line) for line in zip(*credits, strict=True)]
    if len(set(lines)) == 1:
        return tuple(range(len(lines)))
    return tuple(lines.index(line) for line in lines)


def _seats(one: Side, pairs: Sequence[tuple[Watched, Watched]]) -> Iterator[tuple[Figure, list[Block]]]:
    """How much more the best seat wins than the worst: those that are it in both games together, so that which seats these are
    does not depend on the side.
    """
    won = [sum(a.credits[seat] + b.credits[seat] for a, b in pairs) for seat in range(len(one.program.players))]
    best, worst = won.index(max(won)), len(won) - 1 - won[::-1].index(min(won))
    if best == worst:
        return
    names = [one.program.seats[one.program.players[seat]].name for seat in (best, worst)]
    figure = Figure(SEATS, f"lead of {names[0]} over {names[1]}", True, Wish.LESS, 2.0, signed=True)
    yield figure, [(a.credits[best] - a.credits[worst], 1.0, b.credits[best] - b.credits[worst], 1.0) for a, b in pairs]
