"""Compares figures of two runs game by game.

Every figure is the ratio of two sums over games: wins to games, options to decisions, the values of a measure to how often it was
taken. For two runs that were played with the same chance, the interval of their difference follows from the sums of the products
of these four numbers (two of each run).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from attrs import define, frozen

from ...program.ir import NOTHING
from .estimates import Estimate, Share
from .intervals import LEVEL, student
from .scipy_types import ndtri
from .tally import Whole, margins, product, rounds

if TYPE_CHECKING:
    from ...program.ir import Program
    from ...simulation.emit.schema import Columns


@frozen
class Name:
    """Identifies a figure: the group that it belongs to, its name, and whether it is a part of 1."""

    group: str
    name: str
    share: bool


@frozen(eq=False)
class Quantity:
    """A figure game by game: it is the sum of *amount* divided by the sum of *times*, each with one number a game."""

    name: Name
    amount: Whole
    times: Whole


def quantities(program: Program, columns: Columns, rows: Whole) -> Iterator[Quantity]:
    """The figures of the games in these rows."""
    table = np.ascontiguousarray(rows.T)
    every = np.ones(len(rows), np.int64)
    winners = table[[columns.winner(seat) for seat, _ in enumerate(program.seats)]].sum(axis=0)
    for seat, sitting in enumerate(program.seats):
        yield Quantity(Name("wins", sitting.name, True), table[columns.winner(seat)], every)
    yield from _ends(len(program.seats), winners, table[columns.cut], every)
    for seat, sitting in enumerate(program.seats):
        score = table[columns.score(seat)]
        there = score != NOTHING
        yield Quantity(Name("score", sitting.name, False), score * there, there.astype(np.int64))
    distance = margins(columns, table)
    known = (distance >= 0).astype(np.int64)
    yield Quantity(Name("score", "winning margin", False), distance * known, known)
    if program.outcome.payoff is not None:
        wholes = every * program.outcome.parts
        for player, seat in enumerate(program.players):
            yield Quantity(Name("payoff", program.seats[seat].name, False), table[columns.payoff(player)], wholes)
    yield Quantity(Name("length", "decisions", False), table[columns.decisions], every)
    yield Quantity(Name("length", "choices of seats", False), table[columns.asked], every)
    for index, name in rounds(program, columns):
        yield Quantity(Name("length", f"rounds of `{name}`", False), table[columns.loop(index)], every)
    yield Quantity(Name("options", "options to choose from", False), table[columns.options], table[columns.asked])
    last = table[columns.last_open]
    known = (last >= 0).astype(np.int64)
    late = (last >= 0) & (2 * last >= table[columns.decisions])
    yield Quantity(Name("lead", "changes of the lead", False), table[columns.lead_changes] * known, known)
    yield Quantity(Name("lead", "open at half-time", True), late.astype(np.int64), known)
    for index, measure in enumerate(program.measures):
        yield Quantity(
            Name("measures", measure.name, False), table[columns.measure_sum(index)], table[columns.measure_count(index)]
        )


def _ends(seats: int, winners: Whole, cut: Whole, every: Whole) -> Iterator[Quantity]:
    ends = {
        "one winner": winners == 1,
        "several winners": (winners > 1) & (winners < seats),
        "all level": (winners == seats) & (seats > 1),
        "no winner": (winners == 0) & (cut == 0),
        "cut short": cut == 1,
    }
    for name, there in ends.items():
        yield Quantity(Name("ends", name, True), there.astype(np.int64), every)


@define
class Moments:
    """For a figure of two runs of the same games: the sums of amounts and times, and the sums of their products, in the order
    amount and times of the first, amount and times of the second.
    """

    games: int
    sums: list[int]
    products: list[list[int]]

    @classmethod
    def of(cls, first: Quantity, second: Quantity) -> Moments:
        """The moments of these games."""
        lines = (first.amount, first.times, second.amount, second.times)
        return cls(
            len(first.amount), [int(line.sum()) for line in lines], [[product(one, other) for other in lines] for one in lines]
        )

    def add(self, other: Moments) -> None:
        """Adds the games of *other* to these."""
        self.games += other.games
        self.sums = [mine + theirs for mine, theirs in zip(self.sums, other.sums, strict=True)]
        self.products = [
            [mine + theirs for mine, theirs in zip(line, more, strict=True)]
            for line, more in zip(self.products, other.products, strict=True)
        ]

    def difference(self, part: bool) -> Estimate | None:
        """The figure of the second run less that of the first; None where one of them has none.

        A *part* of 1 in which every game counts gets Bonett and Price's interval (Douglas Bonett and Robert Price, "Adjusted Wald
        confidence interval for a difference of binomial proportions based on paired data", 2012); other figures get that of the
        linearised ratios, game by game.
        """
        amount, times, others, often = self.sums
        if not times or not often:
            return None
        # fractions, so that equal figures give a difference of exactly 0
        gap = float(Fraction(others, often) - Fraction(amount, times))
        if part and times == often == self.games:
            return self._parts(gap)
        if self.games < 2:
            return Estimate(gap)
        first, second = times * times, often * often
        weights = (-times * second, amount * second, often * first, -others * first)
        whole = sum(weights[i] * weights[j] * self.products[i][j] for i in range(4) for j in range(4))
        spread = Fraction(whole * self.games, (first * second) ** 2 * (self.games - 1))
        half = student(self.games) * sqrt(spread)
        return Estimate(gap, gap - half, gap + half)

    def _parts(self, gap: float) -> Estimate:
        both = self.products[0][2]
        lost, won = self.sums[0] - both + 1, self.sums[2] - both + 1
        size = self.games + 2
        middle, changed = (won - lost) / size, (won + lost) / size
        half = float(ndtri(0.5 + LEVEL / 2)) * sqrt(max(0.0, changed - middle * middle) / size)
        return Estimate(gap, max(-1.0, min(gap, middle - half)), min(1.0, max(gap, middle + half)))


def apart(first: Share, second: Share) -> Estimate:
    """The second share less the first, where their games are independent (Robert Newcombe, "Interval estimation for the
    difference between independent proportions", 1998, method 10).
    """
    one, other = first.rate, second.rate
    gap = float(Fraction(second.count, second.of) - Fraction(first.count, first.of))
    low = gap - sqrt((other.value - other.low) ** 2 + (one.high - one.value) ** 2)
    high = gap + sqrt((other.high - other.value) ** 2 + (one.value - one.low) ** 2)
    return Estimate(gap, low, high)
