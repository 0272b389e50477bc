"""A report on many games as a plain value: headline, alarms, findings, then sections with charts and tables."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from sys import maxsize

from attrs import evolve, frozen

from ...table.scene import Scene
from .charts import Chart
from .conclusions import Finding
from .headline import Beginning
from .number_format import count


class Kind(Enum):
    """How a column is set: words to the left, numbers to the right, lines of a ruleset as code."""

    WORDS = "words"
    NUMBER = "number"
    CODE = "code"


@frozen
class Column:
    """The heading of a column, and how the column is set."""

    name: str
    kind: Kind


@frozen
class Cut:
    """How much of a table is shown: so many of its first and of its last rows, without the columns of these names."""

    first: int = maxsize
    last: int = 0
    without: tuple[str, ...] = ()


ALL, NONE = Cut(), Cut(0)


@frozen
class Table:
    """A table with its caption; the first cell of a row is its heading. *note* says how to read it, *page* how much of it a page
    shows, *short* how much a terminal does.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    short: Cut = NONE
    page: Cut = ALL

    def cut(self, by: Cut) -> Table:
        """This much of the table; a row says how many others are left out, where that is more than one."""
        kept = [at for at, column in enumerate(self.columns) if column.name not in by.without]
        rows = [tuple(row[at] for at in kept) for row in self.rows]
        left = len(rows) - by.first - by.last
        if left > 1:
            rows[by.first : len(rows) - by.last] = [(f"… {count(left)} more …", *("" for _ in kept[1:]))]
        return evolve(self, columns=tuple(self.columns[at] for at in kept), rows=tuple(rows))


@frozen
class Plot:
    """A plot: its caption, a description in words for readers who cannot see it, and its chart. The one that tells most has a
    *verdict* for a title, and is seen at once.
    """

    caption: str
    description: str
    chart: Chart
    verdict: str = ""


@frozen
class Shaded:
    """How a space is shaded: with which part of the darkest shade, and the figure that stands there."""

    part: float
    text: str


@frozen
class Picture:
    """A drawn table: its caption, a description in words, and the *scene*. Where it names a *board*, that alone is drawn, with
    the *shades* of its spaces by their ids, and nothing that stands there.
    """

    caption: str
    description: str
    scene: Scene
    board: str = ""
    shades: tuple[tuple[str, Shaded], ...] = ()


@frozen
class Section:
    """A part of a report under its heading."""

    heading: str
    text: str
    plots: tuple[Plot, ...]
    tables: tuple[Table, ...]
    pictures: tuple[Picture, ...] = ()

    @property
    def telling(self) -> bool:
        """Whether a plot of it has a verdict."""
        return any(plot.verdict for plot in self.plots)


@frozen
class Report:
    """A whole report: its title, what was *played* (a line for each side), how it begins, what was found, and the sections that
    show it. *source* says what was played and how, *command* repeats it.
    """

    title: str
    played: tuple[str, ...]
    beginning: Beginning
    findings: tuple[Finding, ...]
    sections: tuple[Section, ...]
    source: str
    command: str


def section(
    heading: str,
    text: str,
    plots: Iterable[Plot | None],
    tables: Iterable[Table | None],
    pictures: Iterable[Picture] = (),
) -> Section:
    """A section with those of its plots and tables that there are."""
    shown = tuple(plot for plot in plots if plot is not None)
    return Section(heading, text, shown, tuple(table for table in tables if table is not None), tuple(pictures))


def telling(sections: Iterable[Section], heading: str, verdict: str, at: int = 0) -> tuple[Section, ...]:
    """The sections, in which the plot of that number (-1: the last) under that heading has the verdict; none where there is no
    such plot.
    """
    return tuple(_told(each, verdict, at) if each.heading == heading and each.plots else each for each in sections)


def _told(each: Section, verdict: str, at: int) -> Section:
    plots = list(each.plots)
    plots[at] = evolve(plots[at], verdict=verdict)
    return evolve(each, plots=tuple(plots))


def columns(words: str, *numbers: str) -> tuple[Column, ...]:
    """A first column of words, and columns of numbers."""
    return (Column(words, Kind.WORDS), *(Column(name, Kind.NUMBER) for name in numbers))
