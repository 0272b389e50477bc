"""Prints a sweep, as one table on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from ...lab.report.fairness import extremes
from ...lab.report.headline import of_sweep
from ...lab.report.number_format import count, number, percent
from ...lab.report.sweep_text import skewed_cells, source, verdict
from ...lab.statistics.intervals import share
from .run import again, begin, console, say, table, wrapping

if TYPE_CHECKING:
    from rich.table import Table

    from ...lab.statistics.estimates import Grid, GridCell, SeatFigures, Summary

TOGETHER = 4
"""A table has at most this many measures side by side."""


def show(found: Grid, measures: Sequence[str]) -> None:
    """Print what was played, the findings, then the table of all cells, and tables of the measures."""
    out = console()
    cells = 1
    for _, values in found.dials:
        cells *= len(values)
    left = "" if found.finished else f"; {count(cells - len(found.cells))} are not finished, the same command goes on with them"
    out.print(Text(f"{found.title}: {count(len(found.cells))} of {count(cells)} cells{left}; {source(found)}", "bold"))
    begin(out, of_sweep(found))
    say(out, verdict(found), of_sweep(found))
    out.print()
    dials = [name for name, _ in found.dials]
    leads = any(cell.summary.lead is not None for cell in found.cells)
    games = len({cell.summary.run.games for cell in found.cells}) > 1
    failed = any(cell.summary.run.failed for cell in found.cells)
    seats = any(cell.summary.asked.most for cell in found.cells)
    heads = [*(["games"] if games else []), *(["failed"] if failed else []), "wins least", "wins most", "uneven", "ties"]
    heads += ["choices" if seats else "decisions", *(["lead changes"] if leads else [])]
    skewed = skewed_cells(found)
    lines = [line(cell, uneven, games, failed, seats, leads) for cell, uneven in zip(found.cells, skewed, strict=True)]
    out.print(wide([*dials, *heads], lines, ""))
    if False in skewed:
        out.print("“not shown”: chance alone may part the seats so far; it does not mean that they are level.")
    for at in range(0, len(measures), TOGETHER):
        some = measures[at : at + TOGETHER]
        out.print()
        out.print(wide([*dials, *some], [taken(cell, some) for cell in found.cells], "Measures"))
    again(out, "Digits are as many as the 95% interval bears", found.cells[0].summary.run, found.command)


def line(cell: GridCell, uneven: bool | None, games: bool, failed: bool, seats: bool, leads: bool) -> tuple[str, ...]:
    """The row of one cell. *uneven* tells whether its seats are shown to fare differently; *games*, *failed* and *leads* add its
    number of games, of those that failed, and its changes of the lead; its length is in choices of seats where *seats* is true,
    else in decisions.
    """
    found = cell.summary
    led = "–" if found.lead is None else number(found.lead.changes.mean)
    return (
        *(value for _, value in cell.settings),
        *([count(found.run.games)] if games else []),
        *([count(found.run.failed)] if failed else []),
        *wins(found, uneven),
        percent(share(found.ends.level, found.run.games)),
        number((found.asked if seats else found.decisions).mean),
        *([led] if leads else []),
    )


def wide(headings: Sequence[str], rows: Sequence[Sequence[str]], title: str) -> Table:
    """A table in which every column may wrap: there are so many that a narrow terminal would cut some off."""
    return wrapping(table(title, headings, rows))


def wins(found: Summary, uneven: bool | None) -> tuple[str, str, str]:
    """Which seats win least and most, and whether they are shown to fare differently."""
    ends = extremes(found)
    if ends is None:
        alone = [won(seat) for seat in found.seats if not seat.automa]
        return (alone[0] if alone else "–"), "–", "–"
    return won(ends[0]), won(ends[1]), {True: "yes", False: "not shown", None: "–"}[uneven]


def won(seat: SeatFigures) -> str:
    """A seat and how often it wins."""
    return f"{seat.name} {percent(seat.wins)}"


def taken(cell: GridCell, measures: Sequence[str]) -> tuple[str, ...]:
    """The measures of one cell."""
    means = {one.name: one.mean for one in cell.summary.measures}
    found = ("–" if (mean := means.get(name)) is None else number(mean) for name in measures)
    return *(value for _, value in cell.settings), *found
