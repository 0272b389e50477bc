"""The findings about a sweep: how each figure changes with the parameters, and whether it does so beyond chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt

from attrs import frozen

from ..statistics.estimates import Estimate, Grid, GridCell, Summary
from ..statistics.intervals import beyond
from ..statistics.wilson import share
from .conclusions import LITTLE, Finding, late, little, undirected
from .fairness import DOUBT, SURE, extremes, hidden, needed, parted, rivals, unevens
from .number_format import NAMED, among, between, bots, count, listed, number, percent, percents, upper, within

RANGED = ("length", "ties", "lead", "margin", "options", "measures")
"""The groups of figures of which is told from where to where they go."""


@frozen
class Trend:
    """One figure in every cell of a sweep, None where a cell does not have it; *share* says whether it is a part of 1."""

    group: str
    name: str
    share: bool
    values: tuple[Estimate | None, ...]


def trends(grid: Grid) -> tuple[Trend, ...]:
    """Every figure that some cell has, group by group, in the order in which they first come up."""
    cells = [{(group, name, part): value for group, name, part, value in _figures(cell.summary)} for cell in grid.cells]
    keys = dict.fromkeys(key for cell in cells for key in cell)
    groups = list(dict.fromkeys(group for group, _, _ in keys))
    ordered = sorted(keys, key=lambda key: groups.index(key[0]))
    return tuple(Trend(*key, tuple(cell.get(key) for cell in cells)) for key in ordered)


def verdict(grid: Grid) -> tuple[Finding, ...]:
    """The findings about a sweep."""
    return tuple(
        Finding(subject, " ".join(sentences))
        for subject, found in (
            ("Stopped early", stopped_sweep(grid)),
            ("Seats", _seats(grid)),
            *((group.capitalize(), _ranges(grid, group)) for group in RANGED),
            ("Players", undirected([cell.summary for cell in grid.cells])),
        )
        if (sentences := tuple(found))
    )


def turned(grid: Grid) -> tuple[str, ...]:
    """The parameters of the sweep that have several values; all of them where none has."""
    return tuple(name for name, values in grid.dials if len(values) > 1) or tuple(name for name, _ in grid.dials)


def settings(grid: Grid, cell: GridCell) -> str:
    """The settings that distinguish a cell from the others: `3 players, stages 5`; `these settings` where there are no others."""
    shown = [setting for setting in cell.settings if setting[0] in turned(grid)]
    words = (
        among(int(value), "player", "players") if name == "players" and value.isdecimal() else f"{name} {value}"
        for name, value in shown
    )
    return ", ".join(words) or "these settings"


def source(grid: Grid) -> str:
    """What was played in every cell, in short, without the parameters that the sweep varies."""
    runs = [cell.summary.run for cell in grid.cells]
    if not runs:
        return grid.ruleset
    one, dials = runs[0], [name for name, _ in grid.dials]
    games = sorted({run.games for run in runs})
    each = among(games[0], "game", "games") if len(games) == 1 else f"{count(games[0])} to {count(games[-1])} games"
    left = "" if grid.finished else " (stopped early)"
    fixed = [f"{name} {value}" for name, value in one.altered if name not in dials]
    table = ", ".join([*([one.variant] if one.variant else []), _players(sorted({run.players for run in runs})), *fixed])
    return f"{each} of each setting{left}, {table}; bots: {bots(one)}; seed {one.seed}; rulerun {one.version}"


def _players(numbers: Sequence[int]) -> str:
    """How many players: `4 players`, `3, 4, 5 players`."""
    return f"{', '.join(map(str, numbers))} {'player' if list(numbers) == [1] else 'players'}"


def written(value: Estimate | None, part: bool) -> str:
    """A figure as text; a dash for None."""
    if value is None:
        return "–"
    return percent(value) if part else number(value)


def interval(value: Estimate | None, part: bool) -> str:
    """The interval of a figure as text; empty for None."""
    if value is None:
        return ""
    return percents(value) if part else between(value)


def _figures(summary: Summary) -> Iterator[tuple[str, str, bool, Estimate]]:
    for seat in summary.seats:
        yield "wins", f"{seat.name} wins", True, seat.wins.rate
    if summary.asked.most:
        yield "length", "choices of seats", False, summary.asked.mean
    yield "length", "decisions", False, summary.decisions.mean
    for loop in summary.loops:
        yield "length", f"rounds of `{loop.name}`", False, loop.passes.mean
    if summary.options is not None:
        yield "options", "options to choose from", False, summary.options
    if len(summary.seats) > 1:
        yield "ties", "games without a single winner", True, share(summary.ends.level, summary.run.games).rate
    if summary.ends.cut.count:
        yield "ties", "games cut short", True, summary.ends.cut.rate
    behind = late(summary)
    if summary.lead is not None and behind is not None:
        yield "lead", "open at half-time", True, behind.rate
        yield "lead", "changes of the lead", False, summary.lead.changes.mean
    if summary.margin is not None:
        yield "margin", "winning margin", False, summary.margin.mean
    for measure in summary.measures:
        if measure.mean is not None:
            yield "measures", measure.name, False, measure.mean
    for seat in summary.seats:
        if seat.score is not None:
            yield "scores", f"{seat.name} scores", False, seat.score.mean


def stopped_sweep(grid: Grid) -> Iterator[str]:
    """What is said of a sweep that was stopped early."""
    if not grid.finished:
        yield f"Only {count(len(grid.cells))} settings were finished; the others are missing here."


def _seats(grid: Grid) -> Iterator[str]:
    shown = dict(enumerate(skewed_cells(grid)))
    asked = [cell for at, cell in enumerate(grid.cells) if shown[at] is not None]
    if not asked:
        return
    skewed = [cell for at, cell in enumerate(grid.cells) if shown[at]]
    if not skewed:
        none = f"In none of the {count(len(asked))} settings is a seat" if len(asked) > 1 else "No seat is"
        yield f"{none} shown to be better than another ({_level(asked)})."
        unasked = sum(parted(cell.summary) < needed(len(asked)) for cell in asked)
        if unasked:
            yield f"With {among(unasked, 'setting', 'settings')} the games are too few to show it: it takes"
            yield f"{count(needed(len(asked)))} at least in which some seats win and some do not."
        yield hidden([cell.summary for cell in asked])
        return
    some = f"all {count(len(asked))}" if len(skewed) == len(asked) else f"{count(len(skewed))} of {count(len(asked))}"
    where = f" in {some} settings" if len(asked) > 1 else ""
    yield f"The seats are not level{where} ({_level(asked)})."
    worst = max(skewed, key=_lopsided)
    sides = [
        f"{seat.name} wins {percent(seat.wins)}{within(percents(seat.wins))}" for seat in reversed(extremes(worst.summary) or ())
    ]
    yield f"{f'They are least so with {settings(grid, worst)}: ' if len(asked) > 1 else ''}{listed(sides)}."
    level = [cell for at, cell in enumerate(grid.cells) if shown[at] is False]
    if level:
        few = f" with {' or with '.join(settings(grid, cell) for cell in level)}" if len(level) <= NAMED else " in the others"
        yield f"No seat is shown to stand out{few}. {hidden([cell.summary for cell in level])}"


def skewed_cells(grid: Grid) -> tuple[bool | None, ...]:
    """For each cell whether its seats are shown to be uneven, although so many cells were looked at; None where that cannot be
    asked.
    """
    return unevens([cell.summary for cell in grid.cells])


def _level(asked: Sequence[GridCell]) -> str:
    return f"{SURE}, allowing for all {count(len(asked))}" if len(asked) > 1 else SURE


def _lopsided(cell: GridCell) -> float:
    wins = [seat.wins.rate.value for seat in rivals(cell.summary)]
    return max(wins) - min(wins)


def _ranges(grid: Grid, group: str) -> Iterator[str]:
    quiet: list[str] = []
    hardly: list[str] = []
    for trend in trends(grid):
        known = [(value, cell) for value, cell in zip(trend.values, grid.cells, strict=True) if value is not None]
        if trend.group != group or len(known) < 2:
            continue
        low, high = min(known, key=lambda one: one[0].value), max(known, key=lambda one: one[0].value)
        apart = _apart(grid, low[0], high[0], len(known))
        if not apart or little(low[0], high[0], trend.share):
            both = " to ".join(dict.fromkeys(written(value, trend.share) for value, _ in (low, high)))
            (hardly if apart else quiet).append(f"{trend.name} ({both})")
            continue
        ends = [
            f"{written(value, trend.share)}{within(interval(value, trend.share))} with {settings(grid, cell)}"
            for value, cell in (low, high)
        ]
        yield f"{upper(trend.name)}: from {ends[0]} to {ends[1]}."
    if hardly:
        yield f"Beyond chance, but by {LITTLE}, the settings change {listed(hardly)}."
    if quiet:
        yield f"The settings change nothing beyond chance in {listed(quiet)}."


def widest(grid: Grid) -> tuple[tuple[Trend, tuple[Estimate, Estimate]], ...]:
    """The figures that the settings change beyond chance by more than a little, with their lowest and highest value; first those
    whose ends differ most, in parts of the larger one for means, in parts of 1 for shares.
    """
    found = []
    for trend in trends(grid):
        known = [value for value in trend.values if value is not None]
        if len(known) < 2 or trend.group not in RANGED:
            continue
        low, high = min(known, key=lambda one: one.value), max(known, key=lambda one: one.value)
        if _apart(grid, low, high, len(known)) and not little(low, high, trend.share):
            whole = 1.0 if trend.share else max(abs(low.value), abs(high.value))
            found.append(((high.value - low.value) / whole, trend, (low, high)))
    return tuple((trend, ends) for _, trend, ends in sorted(found, key=lambda each: -each[0]))


def _apart(grid: Grid, low: Estimate, high: Estimate, cells: int) -> bool:
    """Whether the lowest and highest of these figures differ beyond chance, corrected for the number of pairs among *cells*."""
    gap = high.value - low.value
    half = sqrt((low.high - low.value) ** 2 + (high.value - high.low) ** 2)
    if half == inf or gap <= 0:
        return False
    games = min(cell.summary.run.games for cell in grid.cells)
    return not half or cells * (cells - 1) / 2 * beyond(games, gap / half) < DOUBT
