"""Sums over games, in whole numbers only, so that the order of adding does not matter.

A tally is made from the rows and counters that an engine returns (`Tally.of`), and `add` merges two of them. Its size does not
grow with the number of games.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from textwrap import shorten
from typing import TYPE_CHECKING

import numpy as np
from attrs import Factory, define
from numpy.typing import NDArray

from ...program.ir import NOTHING

if TYPE_CHECKING:
    from ...program.ir import Program
    from ...simulation.emit.schema import Columns

Whole = NDArray[np.int64]

BINS = 2048
"""`Counts` keep at most this many bins; where there are more different values, neighbours share a bin."""

DENSE = 65_536
"""Values whose range is below this are counted in an array."""

SHORT = 36
"""A name of a loop, which may be its sentence, is cut to this many characters."""

SMALL = 2**24
"""While no value of a chunk exceeds this, the sum of their squares fits into 64 bits."""


@define
class Counts:
    """The values of something that has one value a game: how many, their sum, the sum of their squares, the least, the most, and
    in *bins* how often each came. Values that differ only in their *shift* lowest bits share a bin.
    """

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0
    shift: int = 0
    bins: dict[int, int] = Factory(dict)

    @classmethod
    def of(cls, values: Whole) -> Counts:
        """The counts of these values."""
        if not len(values):
            return cls()
        least, most = int(values.min()), int(values.max())
        if least == most:
            games = len(values)
            return cls(games, games * least, games * least * least, least, most, 0, {least: games})
        if most - least < DENSE:
            times = np.bincount(values - least)
            found = np.flatnonzero(times)
            times, found = times[found], found + least
        else:
            found, times = np.unique(values, return_counts=True)
        if max(abs(least), abs(most)) <= SMALL:
            total, squares = int(found @ times), int((found * found) @ times)
        else:
            pairs = list(zip(found.tolist(), times.tolist(), strict=True))
            total, squares = sum(a * b for a, b in pairs), sum(a * a * b for a, b in pairs)
        made = cls(len(values), total, squares, least, most, 0, dict(zip(found.tolist(), times.tolist(), strict=True)))
        made._narrow()
        return made

    def add(self, other: Counts) -> None:
        """Adds the values of *other* to these."""
        if not other.count:
            return
        self.least = min(self.least, other.least) if self.count else other.least
        self.most = max(self.most, other.most) if self.count else other.most
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self._coarsen(other.shift)
        for value, games in other.bins.items():
            value = value >> self.shift << self.shift
            self.bins[value] = self.bins.get(value, 0) + games
        self._narrow()

    def _narrow(self) -> None:
        # the smallest shift that leaves few enough bins depends on all values together, not on their order
        while len(self.bins) > BINS:
            self._coarsen(self.shift + 1)

    def _coarsen(self, shift: int) -> None:
        if shift <= self.shift:
            return
        self.shift = shift
        bins: dict[int, int] = {}
        for value, games in self.bins.items():
            value = value >> shift << shift
            bins[value] = bins.get(value, 0) + games
        self.bins = bins


@define
class Ratio:
    """The sums of two numbers over games, and the sums of first², of first·second and of second²."""

    count: int = 0
    first: int = 0
    second: int = 0
    squares: tuple[int, int, int] = (0, 0, 0)

    @classmethod
    def of(cls, first: Whole, second: Whole) -> Ratio:
        """The sums of these pairs."""
        return cls(
            len(first),
            int(first.sum()),
            int(second.sum()),
            (product(first, first), product(first, second), product(second, second)),
        )

    def add(self, other: Ratio) -> None:
        """Adds the pairs of *other* to these."""
        self.count += other.count
        self.first += other.first
        self.second += other.second
        squares, others = self.squares, other.squares
        self.squares = (squares[0] + others[0], squares[1] + others[1], squares[2] + others[2])


def product(first: Whole, second: Whole) -> int:
    """The exact sum of the products of corresponding numbers."""
    if not len(first):
        return 0
    if int(np.abs(first).max()) * int(np.abs(second).max()) < 2**62 // len(first):
        return int(first @ second)
    return sum(a * b for a, b in zip(first.tolist(), second.tolist(), strict=True))


@define
class Tally:
    """The sums over some games. `both[i, j]` is how many games seats *i* and *j* both won, `alone[i]` how many only seat *i* won,
    `places[i, p]` how often seat *i* had place *p*, `winners[n]` how often *n* seats won, `sets[s]` how often just the seats won
    whose bits are in *s*.
    """

    games: int
    counts: dict[str, Counts]
    ratios: dict[str, Ratio]
    both: Whole
    alone: Whole
    places: Whole
    winners: Whole
    sets: dict[int, int]
    counters: Whole
    most_options: int

    @classmethod
    def none(cls, program: Program, counters: int) -> Tally:
        """The tally of no games, with this many counters."""
        seats = len(program.seats)
        square = np.zeros((seats, seats), np.int64)
        ones = np.zeros(seats, np.int64)
        places = np.zeros((seats, seats + 2), np.int64)
        return cls(0, {}, {}, square, ones, places, np.zeros(seats + 1, np.int64), {}, np.zeros(counters, np.int64), 0)

    @classmethod
    def of(cls, program: Program, columns: Columns, rows: Whole, counters: Whole) -> Tally:
        """The tally of the games in these rows; *counters* are the sums over these games."""
        table = np.ascontiguousarray(rows.T)
        made = cls.none(program, len(counters))
        made.games = len(rows)
        made.counters = counters.copy()
        made.counts = {name: Counts.of(values) for name, values in series(program, columns, table).items()}
        made.ratios = {name: Ratio.of(*pair) for name, pair in pairs(program, columns, table).items()}
        made._wins(program, columns, table)
        made.most_options = int(table[columns.most_options].max()) if len(rows) else 0
        return made

    def _wins(self, program: Program, columns: Columns, table: Whole) -> None:
        seats = range(len(program.seats))
        won = table[[columns.winner(seat) for seat in seats]]
        number = won.sum(axis=0)
        self.both = won @ won.T
        self.winners = np.bincount(number, minlength=len(seats) + 1)
        self.alone = won[:, number == 1].sum(axis=1)
        which, times = np.unique((won << np.arange(len(seats))[:, None]).sum(axis=0), return_counts=True)
        self.sets = dict(zip(which.tolist(), times.tolist(), strict=True))
        self.places = np.stack([np.bincount(table[columns.place(seat)], minlength=len(seats) + 2) for seat in seats])

    def add(self, other: Tally) -> None:
        """Adds the games of *other* to these."""
        self.games += other.games
        for name, counts in other.counts.items():
            self.counts.setdefault(name, Counts()).add(counts)
        for name, ratio in other.ratios.items():
            self.ratios.setdefault(name, Ratio()).add(ratio)
        self.both = self.both + other.both
        self.alone = self.alone + other.alone
        self.places = self.places + other.places
        self.winners = self.winners + other.winners
        for which, times in other.sets.items():
            self.sets[which] = self.sets.get(which, 0) + times
        self.counters = self.counters + other.counters
        self.most_options = max(self.most_options, other.most_options)

    def wins(self, seat: int) -> int:
        """How many games the seat won, shared wins included."""
        return int(self.both[seat, seat])


def series(program: Program, columns: Columns, table: Whole) -> Mapping[str, Whole]:
    """By name, everything that has one value a game, with its values in the games that have one. *table* has a row for each
    column of `Columns`.
    """
    found: dict[str, Whole] = {
        "decisions": table[columns.decisions],
        "asked": table[columns.asked],
        "chance": table[columns.decisions] - table[columns.asked],
        "cut": table[columns.cut],
    }
    for index, _ in rounds(program, columns):
        found[f"loop {index}"] = table[columns.loop(index)]
    if program.outcome.score is not None:
        for seat, _ in enumerate(program.seats):
            score = table[columns.score(seat)]
            found[f"score {seat}"] = score[score != NOTHING]
        distance = margins(columns, table)
        found["margin"] = distance[distance >= 0]
    for player, _ in enumerate(program.players):
        found[f"payoff {player}"] = table[columns.payoff(player)]
    found.update(lead(columns, table))
    for index, _ in enumerate(program.measures):
        times = table[columns.measure_count(index)]
        found[f"taken {index}"] = times
        found[f"measure {index}"] = table[columns.measure_sum(index)][times == 1]
    return found


def margins(columns: Columns, table: Whole) -> Whole:
    """For each game the distance in score between a winner and the nearest seat that did not win; -1 where it has not both."""
    found = np.full(table.shape[1], -1, np.int64)
    for one, other in permutations(range(columns.seats), 2):
        score, others = table[columns.score(one)], table[columns.score(other)]
        there = (table[columns.winner(one)] == 1) & (table[columns.winner(other)] == 0) & (score != NOTHING) & (others != NOTHING)
        distance = np.abs(score - others)
        nearer = there & ((found < 0) | (distance < found))
        found[nearer] = distance[nearer]
    return found


def lead(columns: Columns, table: Whole) -> Mapping[str, Whole]:
    """The changes of the lead, and up to when somebody led who did not win, in the games where the rows tell it."""
    last = table[columns.last_open]
    known = last >= 0
    last, decisions = last[known], table[columns.decisions][known]
    return {
        "changes": table[columns.lead_changes][known],
        "open": last,
        "lost": (last == decisions).astype(np.int64),
        "open percent": 100 * last // np.maximum(decisions, 1),
    }


def pairs(program: Program, columns: Columns, table: Whole) -> Mapping[str, tuple[Whole, Whole]]:
    """By name, the two numbers of each game whose sums make a ratio."""
    found = {"options": (table[columns.options], table[columns.asked])}
    for index, _ in enumerate(program.measures):
        found[f"measure {index}"] = table[columns.measure_sum(index)], table[columns.measure_count(index)]
    return found


def rounds(program: Program, columns: Columns) -> tuple[tuple[int, str], ...]:
    """The loops that the rules write as `repeat …`, by index and name (or sentence, where they have no name), shortened; further
    ones of the same name are numbered.
    """
    found: list[tuple[int, str]] = []
    met: dict[str, int] = {}
    for index, (name, sentence) in enumerate(zip(columns.loops, columns.loop_sentences, strict=True)):
        if program.sentences[sentence].text.startswith("repeat "):
            name = shorten(name, SHORT, placeholder=" …")
            met[name] = met.get(name, 0) + 1
            found.append((index, name if met[name] == 1 else f"{name} ({met[name]})"))
    return tuple(found)
