"""What games are summed up in: whole numbers only, so that the order of adding does not matter.

A tally of some games is made from the rows and counters that an engine gives for them (`Tally.of`); two tallies are one tally of
all their games (`add`). What it takes to keep one does not grow with the number of games.
"""

from __future__ import annotations

from collections.abc import Mapping
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
"""So many different values are told apart; where there are more, neighbours are counted together."""

DENSE = 65_536
"""Values that lie no farther apart are counted in an array."""

SHORT = 36
"""A sentence in place of a name has no more letters than these."""

SMALL = 2**24
"""The squares of a piece's values no larger than this can be summed in 64 bits."""


@define
class Counts:
    """The values of one thing, one a game: how many, their sum, the sum of their squares, the least, the most, and how often
    each came. With *shift* the values that differ only in so many lowest bits are counted together.
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
        """The values of the other as well."""
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
        # as few bits as keep the bins few: how many that takes depends on all values together, not on their order
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
    """Two sums over games, with the sums of squares and of the product."""

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
        """The pairs of the other as well."""
        self.count += other.count
        self.first += other.first
        self.second += other.second
        squares, others = self.squares, other.squares
        self.squares = (squares[0] + others[0], squares[1] + others[1], squares[2] + others[2])


def product(first: Whole, second: Whole) -> int:
    """The sum of the products, exact."""
    if not len(first):
        return 0
    if int(np.abs(first).max()) * int(np.abs(second).max()) < 2**62 // len(first):
        return int(first @ second)
    return sum(a * b for a, b in zip(first.tolist(), second.tolist(), strict=True))


@define
class Tally:
    """The sums over some games. `both[i, j]` is in how many of them seats *i* and *j* won, `alone` how often only that seat did,
    `places[i, p]` how often seat *i* had place *p*, `winners[n]` how often *n* seats won.
    """

    games: int
    counts: dict[str, Counts]
    ratios: dict[str, Ratio]
    both: Whole
    alone: Whole
    places: Whole
    winners: Whole
    counters: Whole
    most_options: int

    @classmethod
    def none(cls, program: Program, counters: int) -> Tally:
        """The tally of no games, *counters* being how many counters there are."""
        seats = len(program.seats)
        square = np.zeros((seats, seats), np.int64)
        ones = np.zeros(seats, np.int64)
        places = np.zeros((seats, seats + 2), np.int64)
        return cls(0, {}, {}, square, ones, places, np.zeros(seats + 1, np.int64), np.zeros(counters, np.int64), 0)

    @classmethod
    def of(cls, program: Program, columns: Columns, rows: Whole, counters: Whole) -> Tally:
        """The tally of the games in these rows, with the counters summed over them."""
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
        self.places = np.stack([np.bincount(table[columns.place(seat)], minlength=len(seats) + 2) for seat in seats])

    def add(self, other: Tally) -> None:
        """The games of the other as well."""
        self.games += other.games
        for name, counts in other.counts.items():
            self.counts.setdefault(name, Counts()).add(counts)
        for name, ratio in other.ratios.items():
            self.ratios.setdefault(name, Ratio()).add(ratio)
        self.both = self.both + other.both
        self.alone = self.alone + other.alone
        self.places = self.places + other.places
        self.winners = self.winners + other.winners
        self.counters = self.counters + other.counters
        self.most_options = max(self.most_options, other.most_options)

    def wins(self, seat: int) -> int:
        """How many games the seat won, a shared win counting."""
        return int(self.both[seat, seat])


def series(program: Program, columns: Columns, table: Whole) -> Mapping[str, Whole]:
    """What has one value a game, by name; the values of the games that have one. *table* has a line for each column."""
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
    for player, _ in enumerate(program.players):
        found[f"payoff {player}"] = table[columns.payoff(player)]
    found.update(lead(columns, table))
    for index, _ in enumerate(program.measures):
        times = table[columns.measure_count(index)]
        found[f"taken {index}"] = times
        found[f"measure {index}"] = table[columns.measure_sum(index)][times == 1]
    return found


def lead(columns: Columns, table: Whole) -> Mapping[str, Whole]:
    """The changes of the lead, and when the winner was last behind, in the games where that can be said."""
    last = table[columns.last_behind]
    known = last >= 0
    behind = last > 0
    after = last[behind]
    return {
        "changes": table[columns.lead_changes][known],
        "behind": after,
        "lost": (last == table[columns.decisions])[known].astype(np.int64),
        "behind percent": 100 * after // table[columns.decisions][behind],
    }


def pairs(program: Program, columns: Columns, table: Whole) -> Mapping[str, tuple[Whole, Whole]]:
    """What has a sum and a number of times in each game, by name."""
    found = {"options": (table[columns.options], table[columns.asked])}
    for index, _ in enumerate(program.measures):
        found[f"measure {index}"] = table[columns.measure_sum(index)], table[columns.measure_count(index)]
    return found


def rounds(program: Program, columns: Columns) -> tuple[tuple[int, str], ...]:
    """The loops that the rules write as `repeat …`, by their number and name, or their sentence where they have none, shortened;
    a second one of a name is numbered.
    """
    found: list[tuple[int, str]] = []
    met: dict[str, int] = {}
    for index, (name, sentence) in enumerate(zip(columns.loops, columns.loop_sentences, strict=True)):
        if program.sentences[sentence].text.startswith("repeat "):
            name = shorten(name, SHORT, placeholder=" …")
            met[name] = met.get(name, 0) + 1
            found.append((index, name if met[name] == 1 else f"{name} ({met[name]})"))
    return tuple(found)
