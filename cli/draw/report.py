"""Draws a report in characters: its headline, alarms and findings, then what a terminal shows of its tables."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from textwrap import shorten, wrap

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from ... import __version__
from ...lab.report.conclusions import Finding
from ...lab.report.headline import Beginning
from ...lab.report.report import NONE, Kind, Report, Table
from .printer import Printer

WIDTH = 100
"""Columns of the screen that a report may take where the output is not a terminal."""

GAP = 3
"""Blanks between two columns of a table."""

NARROW = 8
"""A heading is broken into lines that are at least as long as this."""

NAME = 12
"""The first column of a table may become as narrow as this, before other columns are broken into lines."""

CODE = 40
"""Lines of a ruleset are cut to this many characters."""


def draw(report: Report) -> None:
    """Print the report."""
    out = console()
    for line in report.played:
        out.print(Text(line, "bold"))
    begin(out, report.beginning)
    say(out, report.findings, report.beginning)
    notes = ""
    for table in (table for section in report.sections for table in section.tables if table.short != NONE and table.rows):
        out.print()
        out.print(Text(table.caption, "bold"))
        out.print(drawn(table.cut(table.short), out.width))
        if table.note not in notes:
            out.print(table.note)
        notes += table.note
    out.print()
    out.print(f"Ranges in brackets are 95% intervals. The same again, with rulerun {__version__}:")
    out.print(f"  {report.command}", soft_wrap=True)


def console() -> Console:
    """The console to print on: as wide as the terminal, or as `COLUMNS` says, else `WIDTH` columns."""
    width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else WIDTH
    return Printer(highlight=False, markup=False, emoji=False, width=width)


def begin(out: Console, beginning: Beginning) -> None:
    """Print the headline, the alarms, and the commands that play games that failed, each whole on a line."""
    out.print(Text(beginning.headline, "bold"))
    for alarm in beginning.alarms:
        out.print(Text.assemble(("! ", "bold red"), alarm))
    for words, command in beginning.failed_games:
        out.print(f"{words}:")
        out.print(f"  {command}", soft_wrap=True)
    out.print()


def say(out: Console, found: Iterable[Finding], beginning: Beginning) -> None:
    """Print findings, a paragraph for each, without what the headline and the alarms have told."""
    for finding in found:
        text = finding.text
        for known in (beginning.headline, *beginning.alarms):
            text = text.replace(known, "").strip()
        if text:
            out.print(Text.assemble((f"{finding.subject}: ", "bold"), text))


def drawn(table: Table, width: int) -> Drawn:
    """The table for so many columns of the screen. Where it is too wide, its headings are broken into lines, then names, then
    all cells.
    """
    heads = [column.name for column in table.columns]
    code = [column.kind is Kind.CODE for column in table.columns]
    rows = [[shorten(cell, CODE, placeholder="…") if code[at] else cell for at, cell in enumerate(row)] for row in table.rows]
    bodies = [max(map(cell_len, cells)) for cells in zip(*rows, strict=True)]
    if needed(heads, bodies) > width:
        lines = [wrap(head, max(body, NARROW), break_long_words=False) for head, body in zip(heads, bodies, strict=True)]
        high = max(map(len, lines))
        heads = ["\n".join([""] * (high - len(each)) + each) for each in lines]
    fits = needed(heads, [min(bodies[0], NAME), *bodies[1:]]) <= width
    found = Drawn(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for at, (head, column) in enumerate(zip(heads, table.columns, strict=True)):
        right = column.kind is Kind.NUMBER
        found.add_column(head, justify="right" if right else "left", overflow="fold", no_wrap=fits and at > 0)
    for row in rows:
        found.add_row(*row)
    return found


def needed(heads: Iterable[str], bodies: Iterable[int]) -> int:
    """How many columns of the screen a table takes with these headings, and cells so wide."""
    columns = [max(body, *map(cell_len, head.split("\n"))) for head, body in zip(heads, bodies, strict=True)]
    return sum(columns) + GAP * (len(columns) - 1)
