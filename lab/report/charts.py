"""Charts as plain values: what they show, not how it is drawn."""

from __future__ import annotations

from attrs import frozen

from ..statistics.estimates import Distribution


@frozen
class Dot:
    """A figure with its interval, in a row of its own; *words* are its tooltip."""

    name: str
    value: float
    low: float
    high: float
    words: str


@frozen
class Dots:
    """A row for each figure, from top to bottom: a dot, and a line over its interval; *reference* is drawn as a dashed line."""

    rows: tuple[Dot, ...]
    axis: str
    unit: str
    reference: float | None


@frozen
class Histogram:
    """How large a share of what is *counted*, such as games, has each value; a dashed line marks the median."""

    values: Distribution
    axis: str
    counted: str


@frozen
class Span:
    """A distribution in a row of its own: its quantiles at 5, 25, 50, 75 and 95 percent of the games, and its mean."""

    name: str
    quantiles: tuple[float, float, float, float, float]
    mean: float
    words: str


@frozen
class Spans:
    """For each row a line from the 5% to the 95% quantile, a bar from 25% to 75%, a gap at the median, and a dot at the mean."""

    rows: tuple[Span, ...]
    axis: str


@frozen
class Bar:
    """One part of a stacked row: the name of the row, the name of the part, and its size as a share of 1."""

    name: str
    part: str
    value: float
    words: str


@frozen
class Stacks:
    """A stacked bar for each name, from its parts."""

    bars: tuple[Bar, ...]
    axis: str
    legend: str


@frozen
class Step:
    """A figure with its interval at one setting of the parameters, in one series."""

    setting: str
    series: str
    value: float
    low: float
    high: float
    words: str


@frozen
class Steps:
    """A figure over the settings of a parameter: a line for each series, with intervals. *series* names all series of the report,
    so that each has the same colour in every plot. With *zero* the axis begins at 0, so that noise does not look large.
    """

    rows: tuple[Step, ...]
    series: tuple[str, ...]
    dial: str
    legend: str
    unit: str
    zero: bool


Chart = Dots | Histogram | Spans | Stacks | Steps
