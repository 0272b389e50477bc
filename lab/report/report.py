"""A report on many games as a plain value: headline, alarms, findings, then sections with charts and tables."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from .charts import Chart
from .conclusions import Finding
from .headline import Beginning

__all__ = ["Cell", "Column", "Kind", "Plot", "Report", "Section", "Table", "columns"]


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


Cell = str


@frozen
class Table:
    """A table with its caption; the first cell of a row is its heading. *note* says what was left out, or how to read it."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@frozen
class Plot:
    """A plot: its caption, a description in words for readers who cannot see it, and its chart."""

    caption: str
    description: str
    chart: Chart


@frozen
class Section:
    """A part of a report under its heading."""

    heading: str
    text: str
    plots: tuple[Plot, ...]
    tables: tuple[Table, ...]


@frozen
class Report:
    """A whole report: its title, what was played, how it begins, what was found, and the sections that show it. *source* says
    what was played and how, *command* repeats it.
    """

    title: str
    setting: str
    beginning: Beginning
    findings: tuple[Finding, ...]
    sections: tuple[Section, ...]
    source: str
    command: str


def columns(words: str, *numbers: str) -> tuple[Column, ...]:
    """A first column of words, and columns of numbers."""
    return (Column(words, Kind.WORDS), *(Column(name, Kind.NUMBER) for name in numbers))
