"""The page about a sweep: one table of everything, then a plot and a table for each figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..statistics.estimates import Estimate, Grid, GridCell
from .charts import Step, Steps
from .headline import of_sweep
from .number_format import among, count, listed, upper, within
from .report import Column, Kind, Plot, Report, Section, Table
from .sweep_text import Trend, interval, settings, source, trends, turned, verdict, written

__all__ = ["page"]

LINES = 6
"""A plot has at most this many lines; a parameter with more values gets a plot for each of them."""

TOLD = 12
"""The description of a plot in words lists at most this many points; the table has all of them."""

SEATED = ("wins", "scores")
"""Groups with one figure for each seat: where a single parameter varies, one plot shows all seats."""


def page(grid: Grid) -> Report:
    """The page about this sweep."""
    found = trends(grid)
    sections = (_everything(grid, found), *_sections(grid, found))
    return Report(grid.title, _setting(grid), of_sweep(grid), verdict(grid), sections, source(grid), grid.command)


def _setting(grid: Grid) -> str:
    dials = "; ".join(f"{name} {', '.join(values)}" for name, values in grid.dials)
    return f"{among(len(grid.cells), 'setting', 'settings')}: {dials}"


def _everything(grid: Grid, found: Sequence[Trend]) -> Section:
    heads = (
        *(Column(name, Kind.WORDS) for name, _ in grid.dials),
        Column("games", Kind.NUMBER),
        *(Column(trend.name, Kind.NUMBER) for trend in found),
    )
    rows = tuple(
        (
            *(value for _, value in cell.settings),
            count(cell.summary.run.games),
            *(written(trend.values[at], trend.share) for trend in found),
        )
        for at, cell in enumerate(grid.cells)
    )
    table = Table("All settings", heads, rows, "The intervals are in the tables below.")
    return Section("All settings", "", (), (table,))


def _sections(grid: Grid, found: Sequence[Trend]) -> Iterator[Section]:
    dials = sorted((dial for dial in grid.dials if len(dial[1]) > 1), key=lambda dial: -len(dial[1]))
    for group, each in groupby(found, key=lambda trend: trend.group):
        members = tuple(each)
        together = len(dials) == 1 and group in SEATED and len(members) <= LINES
        if together:
            plots = [_seats(grid, members, dials[0][0])]
        else:
            plots = [plot for trend in members for plot in _plots(grid, trend, dials)]
        yield Section(group.capitalize(), "", tuple(plots), (_table(grid, group, members),))


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
    return Table(f"{group.capitalize()} at each setting", heads, rows)


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
