"""The report on a sweep: all settings in one table, then a plot and tables for each group of figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from attrs import evolve

from ..statistics.estimates import Estimate, Grid, GridCell, Summary
from ..statistics.wilson import share
from .charts import Step, Steps
from .fairness import extremes
from .headline import of_sweep
from .number_format import count, listed, number, percent, upper, within
from .report import ALL, NONE, Column, Cut, Kind, Plot, Report, Section, Table
from .sweep_text import Trend, interval, settings, skewed_cells, source, trends, turned, verdict, widest, written

LINES = 6
"""A plot has at most this many lines; a parameter with more values gets a plot for each of them."""

TOGETHER = 4
"""A table has at most this many figures side by side."""

TOLD = 12
"""The description of a plot in words lists at most this many points; the table has all of them."""

SEATED = ("wins", "scores")
"""Groups with one figure for each seat: where a single parameter varies, one plot shows all seats."""


def report(grid: Grid, measures: Sequence[str]) -> Report:
    """The report on this sweep, with these of the ruleset's measures."""
    found = [trend for trend in trends(grid) if trend.group != "measures" or trend.name in measures]
    sections = (_everything(grid), *_sections(grid, found))
    return Report(grid.title, (_played(grid),), of_sweep(grid), verdict(grid), sections, source(grid), grid.command)


def _played(grid: Grid) -> str:
    cells = 1
    for _, values in grid.dials:
        cells *= len(values)
    left = "" if grid.finished else f"; {count(cells - len(grid.cells))} are not finished, the same command goes on with them"
    return f"{grid.title}: {count(len(grid.cells))} of {count(cells)} cells{left}; {source(grid)}"


def _everything(grid: Grid) -> Section:
    summaries = [cell.summary for cell in grid.cells]
    skewed = skewed_cells(grid)
    asked = any(each.asked.most for each in summaries)
    ends = [_ends(each) for each in summaries]
    figures = [
        ("games", [count(each.run.games) for each in summaries], len({each.run.games for each in summaries}) > 1),
        ("failed", [count(each.run.failed) for each in summaries], any(each.run.failed for each in summaries)),
        ("wins least", [least for least, _ in ends], True),
        ("wins most", [most for _, most in ends], True),
        ("uneven", [{True: "yes", False: "not shown", None: "–"}[each] for each in skewed], True),
        ("ties", [percent(share(each.ends.level, each.run.games)) for each in summaries], True),
        ("choices", [number(each.asked.mean) for each in summaries], asked),
        ("decisions", [number(each.decisions.mean) for each in summaries], not asked),
        ("lead changes", [_led(each) for each in summaries], any(each.lead is not None for each in summaries)),
    ]
    shown = [(name, cells) for name, cells, there in figures if there]
    heads = (*(Column(name, Kind.WORDS) for name, _ in grid.dials), *(Column(name, Kind.NUMBER) for name, _ in shown))
    rows = tuple(
        (*(value for _, value in cell.settings), *(cells[at] for _, cells in shown)) for at, cell in enumerate(grid.cells)
    )
    note = "“not shown”: chance alone may part the seats so far; it does not mean that they are level."
    return Section("All settings", "", (), (Table("All settings", heads, rows, note if False in skewed else "", ALL),))


def _ends(found: Summary) -> tuple[str, str]:
    """The seats that win least and most; the one that decides alone stands for the first."""
    ends = extremes(found) or [seat for seat in found.seats if not seat.automa][:1]
    least, most, *_ = (*(f"{seat.name} {percent(seat.wins)}" for seat in ends), "–", "–")
    return least, most


def _led(found: Summary) -> str:
    return "–" if found.lead is None else number(found.lead.changes.mean)


def _sections(grid: Grid, found: Sequence[Trend]) -> Iterator[Section]:
    dials = sorted((dial for dial in grid.dials if len(dial[1]) > 1), key=lambda dial: -len(dial[1]))
    most, ends = next(iter(widest(grid)), (None, ()))
    for group, each in groupby(found, key=lambda trend: trend.group):
        members = tuple(each)
        together = len(dials) == 1 and group in SEATED and len(members) <= LINES
        if together:
            plots = [_seats(grid, members, dials[0][0])]
        else:
            plots = [plot for trend in members for plot in _plots(grid, trend, dials)]
        if most is not None and most in members and plots:
            at = 0 if together else next(at for at, plot in enumerate(plots) if plot.caption.startswith(upper(most.name)))
            plots[at] = evolve(plots[at], verdict=_turned(most, ends))
        elif most is None and group == "wins" and plots:
            plots[0] = evolve(plots[0], verdict=of_sweep(grid).headline)
        tables = (_table(grid, group, members[at : at + TOGETHER]) for at in range(0, len(members), TOGETHER))
        yield Section(group.capitalize(), "", tuple(plots), tuple(tables))


def _turned(trend: Trend, ends: Sequence[Estimate]) -> str:
    return f"The settings change most of all {trend.name}: from {' to '.join(written(end, trend.share) for end in ends)}."


def _table(grid: Grid, group: str, members: Sequence[Trend]) -> Table:
    heads = (
        *(Column(name, Kind.WORDS) for name in turned(grid)),
        *(Column(name, Kind.NUMBER) for trend in members for name in (trend.name, "95% interval")),
    )
    rows = tuple(
        (
            *(value for name, value in cell.settings if name in turned(grid)),
            *(
                words
                for trend in members
                for words in (written(trend.values[at], trend.share), interval(trend.values[at], trend.share))
            ),
        )
        for at, cell in enumerate(grid.cells)
    )
    short = Cut(without=("95% interval",)) if group == "measures" else NONE
    return Table(f"{group.capitalize()} at each setting", heads, rows, short=short)


def _seats(grid: Grid, members: Sequence[Trend], across: str) -> Plot:
    rows = [
        _step(grid, cell, figure, trend, across, trend.name)
        for trend in members
        for cell, figure in zip(grid.cells, trend.values, strict=True)
        if figure is not None
    ]
    names = tuple(trend.name for trend in members)
    caption = f"{upper(members[0].group)} by {across}, with 95% intervals"
    return Plot(caption, _told(rows), Steps(tuple(rows), names, across, "seat", "%" if members[0].share else "", True))


def _plots(grid: Grid, trend: Trend, dials: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[Plot]:
    """Plots of the figure over the parameter with the most values: a line for each value of the next parameter, and a plot for
    each combination of the others.
    """
    if not dials or len({figure for figure in trend.values if figure is not None}) < 2:
        return
    across = dials[0][0]
    lines, series = dials[1] if len(dials) > 1 and len(dials[1][1]) <= LINES else ("", ("",))
    apart = [name for name, _ in dials if name not in (across, lines)]
    pairs = [(cell, figure) for cell, figure in zip(grid.cells, trend.values, strict=True) if figure is not None]
    by = listed([across, lines] if lines else [across])
    for rest in dict.fromkeys(_rest(cell, apart) for cell, _ in pairs):
        rows = [
            _step(grid, cell, figure, trend, across, dict(cell.settings).get(lines, ""))
            for cell, figure in pairs
            if _rest(cell, apart) == rest
        ]
        unit = "%" if trend.share else ""
        caption = f"{upper(trend.name)} by {by}{f', with {rest}' if rest else ''}, with 95% intervals"
        yield Plot(caption, _told(rows), Steps(tuple(rows), series, across, lines, unit, trend.share or trend.group in SEATED))


def _told(rows: Sequence[Step]) -> str:
    more = f"; and {count(len(rows) - TOLD)} more" if len(rows) > TOLD else ""
    return f"{'; '.join(row.words for row in rows[:TOLD])}{more}."


def _rest(cell: GridCell, names: Sequence[str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in cell.settings if name in names)


def _step(grid: Grid, cell: GridCell, figure: Estimate, trend: Trend, across: str, series: str) -> Step:
    times = 100 if trend.share else 1
    words = f"{trend.name}, {settings(grid, cell)}: {written(figure, trend.share)}{within(interval(figure, trend.share))}"
    ends = (times * figure.value, times * figure.low, times * figure.high)
    return Step(dict(cell.settings)[across], series, *ends, words)
