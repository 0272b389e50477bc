"""A sweep as one table on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..lab.intervals import share
from ..lab.wording import count, number, percent
from .figures import console, table

if TYPE_CHECKING:
    from ..lab.figures import Grid, GridCell, Summary

TOGETHER = 4
"""So many measures stand side by side."""

EVEN = 0.01
"""Wins are called uneven where chance alone parts the seats as much in fewer runs than this part of all."""


def show(found: Grid, measures: Sequence[str]) -> None:
    """Print the table of all cells."""
    out = console()
    cells = 1
    for _, values in found.dials:
        cells *= len(values)
    left = "" if found.finished else f"; {count(cells - len(found.cells))} are not finished, the same command goes on with them"
    out.print(f"{found.title}: {count(len(found.cells))} of {count(cells)} cells{left}.")
    out.print("Wins are those of the seats that win least and most; seats are level where chance alone parts them so far.")
    out.print()
    dials = [name for name, _ in found.dials]
    leads = any(cell.summary.lead is not None for cell in found.cells)
    general = ["games", "wins", "seats", "ties", "decisions", *(["lead changes"] if leads else [])]
    out.print(table("", [*dials, *general], [line(cell, leads) for cell in found.cells]))
    for at in range(0, len(measures), TOGETHER):
        some = measures[at : at + TOGETHER]
        out.print()
        out.print(table("Measures", [*dials, *some], [taken(cell, some) for cell in found.cells]))
    run = found.cells[0].summary.run
    out.print()
    out.print(f"Digits are as many as the 95 % interval bears; seed {run.seed}, rulerun {run.version}. The same again:")
    out.print(f"  {found.command}", soft_wrap=True)


def line(cell: GridCell, leads: bool) -> tuple[str, ...]:
    """One cell, with how often the lead changes where that is asked for."""
    found = cell.summary
    level = found.ends.several.count + found.ends.everyone.count + found.ends.nobody.count
    led = "–" if found.lead is None else number(found.lead.changes.mean)
    return (
        *(value for _, value in cell.settings),
        count(found.run.games),
        *wins(found),
        percent(share(level, found.run.games)),
        number(found.decisions.mean),
        *([led] if leads else []),
    )


def wins(found: Summary) -> tuple[str, str]:
    """How often the seats win that win least and most, and whether chance explains the difference."""
    deciding = sorted((seat.wins for seat in found.seats if not seat.automa), key=lambda each: each.count)
    if not deciding:
        return "–", "–"
    if len(deciding) == 1:
        return percent(deciding[0]), "–"
    uneven = found.even is not None and found.even < EVEN
    return f"{percent(deciding[0])} to {percent(deciding[-1])}", "uneven" if uneven else "level"


def taken(cell: GridCell, measures: Sequence[str]) -> tuple[str, ...]:
    """The measures of one cell."""
    means = {one.name: one.mean for one in cell.summary.measures}
    found = ("–" if (mean := means.get(name)) is None else number(mean) for name in measures)
    return *(value for _, value in cell.settings), *found
