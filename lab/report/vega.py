"""Charts by Altair, as JSON text of Vega-Lite specifications. Colours are CSS variables of the page, so they follow its light,
dark and print styles.

Text from a ruleset becomes a value only, never a field name or an expression.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isfinite
from textwrap import wrap
from typing import assert_never

import altair as alt

from .charts import Chart, Dot, Dots, Histogram, Spans, Stacks, Step, Steps
from .number_format import bare

BARS = 60
"""A histogram has at most this many bars; where there are more values, neighbours share a bar."""

ROW = 26
"""Height of one row, in pixels."""

HEIGHT = 200
"""Height of a plot without rows, in pixels."""

LABEL = 190
"""Maximum width of a line of a name, in pixels."""

LETTERS = 26
"""A name is broken into lines of so many letters."""

LINE, GAP = 14, 8
"""Height of a line of a name, and what lies between two names, in pixels."""

TITLE = 46
"""The title of an axis is broken into lines of so many letters, which a phone has room for."""

BESIDE, ALONE = 190, 300
"""So wide is a plot on a phone, in pixels, beside names and without them: a legend has as many columns as fit there."""

LETTER, SIGN = 6.3, 24
"""About how wide a letter is in a legend, and a sign with the blanks around it, in pixels."""

ASIDE, EDGE = 0.012, 0.05
"""How far series lie apart at the same number, and what is left beside the first and the last, in parts of the axis."""

BROKEN = "split(datum.label, '\\n')"
"""An expression: the lines of a name."""

MAIN, QUIET, PAPER, INK = "var(--main)", "var(--quiet)", "var(--paper)", "var(--ink)"
SERIES = tuple(f"var(--series-{number})" for number in range(1, 7))
SHADES = tuple(f"var(--shade-{number})" for number in range(1, 7))
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")


def specification(chart: Chart) -> str:
    """The chart as JSON text of a Vega-Lite specification."""
    match chart:
        case Dots():
            return _dots(chart)
        case Histogram():
            return _histogram(chart)
        case Spans():
            return _spans(chart)
        case Stacks():
            return _stacks(chart)
        case Steps():
            return _steps(chart)
        case _:
            assert_never(chart)


def _dots(chart: Dots) -> str:
    # the axis begins at 0, so that noise does not look large
    rows = _Rows([row.name for row in chart.rows])
    values = [{"name": rows.label(row.name), "value": row.value, **_ends(row), "words": bare(row.words)} for row in chart.rows]
    x = alt.Scale(zero=True, nice=True)
    base = alt.Chart({"values": values}).encode(y=rows.axis, tooltip=_words())
    lines = base.mark_rule(color=MAIN, strokeWidth=2).encode(
        x=alt.X("low:Q", title=_title(chart.axis), scale=x, axis=_numbers(chart.unit)), x2="high:Q"
    )
    points = base.mark_point(color=MAIN, fill=MAIN, opacity=1, size=60).encode(x=alt.X("value:Q"))
    layers = [lines, points]
    if chart.reference is not None:
        mark = alt.Chart({"values": [{"value": chart.reference}]}).mark_rule(color=QUIET, strokeDash=[4, 4])
        layers.insert(0, mark.encode(x=alt.X("value:Q")))
    return _text(alt.layer(*layers), rows.height)


def _histogram(chart: Histogram) -> str:
    values = chart.values
    width = values.width
    while (values.most - values.least) // width >= BARS:
        width += values.width
    games: dict[float, int] = {}
    for value, times in values.histogram:
        low = values.least + (max(value, values.least) - values.least) // width * width
        games[low] = games.get(low, 0) + times
    part = 100 / values.count
    bars = [
        {
            "from": low - 0.5,
            "to": low + width - 0.5,
            "part": part * times,
            "words": f"{low:,}{'' if width == 1 else f' to {low + width - 1:,}'}: {part * times:.2g}% of the {chart.counted}",
        }
        for low, times in sorted(games.items())
    ]
    shown = (
        alt.Chart({"values": bars})
        .mark_bar(color=MAIN, stroke=PAPER, strokeWidth=0.5)
        .encode(
            x=alt.X("from:Q", bin="binned", title=_title(chart.axis), scale=alt.Scale(zero=False, nice=False), axis=_numbers("")),
            x2="to:Q",
            y=alt.Y("part:Q", title=chart.counted, axis=_numbers("%")),
            tooltip=_words(),
        )
    )
    middle = alt.Chart({"values": [{"value": values.median}]}).mark_rule(color=INK, strokeDash=[4, 4])
    return _text(alt.layer(shown, middle.encode(x=alt.X("value:Q"))), HEIGHT)


def _spans(chart: Spans) -> str:
    names = ("lowest", "lower", "middle", "upper", "highest")
    rows = _Rows([row.name for row in chart.rows])
    values = [
        {"name": rows.label(row.name), "mean": row.mean, "words": bare(row.words), **dict(zip(names, row.quantiles, strict=True))}
        for row in chart.rows
    ]
    base = alt.Chart({"values": values}).encode(y=rows.axis, tooltip=_words())
    x = alt.X("lowest:Q", title=_title(chart.axis), scale=alt.Scale(zero=False), axis=_numbers(""))
    return _text(
        alt.layer(
            base.mark_rule(color=MAIN, strokeWidth=1).encode(x=x, x2="highest:Q"),
            base.mark_bar(color=MAIN, size=10).encode(x=alt.X("lower:Q"), x2="upper:Q"),
            base.mark_tick(color=PAPER, size=10, thickness=2).encode(x=alt.X("middle:Q")),
            base.mark_point(color=INK, fill=PAPER, opacity=1, size=40).encode(x=alt.X("mean:Q")),
        ),
        rows.height,
    )


def _stacks(chart: Stacks) -> str:
    parts = list(dict.fromkeys(bar.part for bar in chart.bars))
    rows = _Rows(list(dict.fromkeys(bar.name for bar in chart.bars)))
    values = [
        {
            "name": rows.label(bar.name),
            "part": bar.part,
            "at": parts.index(bar.part),
            "value": 100 * bar.value,
            "words": bare(bar.words),
        }
        for bar in chart.bars
    ]
    shown = (
        alt.Chart({"values": values})
        .mark_bar(stroke=PAPER, strokeWidth=1)
        .encode(
            y=rows.axis,
            x=alt.X("value:Q", title=_title(chart.axis), stack="zero", scale=alt.Scale(domain=[0, 100]), axis=_numbers("%")),
            color=alt.Color(
                "part:N", scale=alt.Scale(domain=parts, range=_shades(len(parts))), legend=_legend(chart.legend, parts, BESIDE)
            ),
            order=alt.Order("at:Q"),
            tooltip=_words(),
        )
    )
    return _text(alt.layer(shown), rows.height)


def _steps(chart: Steps) -> str:
    names = [_broken(name) for name in chart.series]
    settings = list(dict.fromkeys(row.setting for row in chart.rows))
    numbers = _to_scale(settings)
    values = [
        {
            "setting": bare(row.setting),
            **({} if numbers is None else {"at": numbers[row.setting] + _aside(chart, row.series, numbers)}),
            "series": _broken(row.series),
            "value": row.value,
            **_ends(row),
            "words": bare(row.words),
        }
        for row in chart.rows
    ]
    colours = alt.Scale(domain=names, range=[SERIES[at % len(SERIES)] for at, _ in enumerate(names)])
    shapes = alt.Scale(domain=names, range=[SHAPES[at % len(SHAPES)] for at, _ in enumerate(names)])
    shown = _legend(chart.legend, names, ALONE) if len(names) > 1 else None
    if numbers is None:
        labels = alt.Axis(labelAngle=0, labelLimit=LABEL)
        x = alt.X("setting:O", title=_title(chart.dial), sort=None, axis=labels)
    else:
        ticks = alt.Axis(values=list(numbers.values()), format=",~r", labelOverlap=True, grid=False)
        least, most = min(numbers.values()), max(numbers.values())
        ends = alt.Scale(domain=[least - EDGE * (most - least), most + EDGE * (most - least)], nice=False)
        x = alt.X("at:Q", title=_title(chart.dial), scale=ends, axis=ticks)
    base = alt.Chart({"values": values}).encode(x=x, color=alt.Color("series:N", scale=colours, legend=shown), tooltip=_words())
    if len(names) > 1 and numbers is None:
        apart = alt.Scale(domain=names, paddingOuter=1)
        base = base.encode(xOffset=alt.XOffset("series:N", sort=None, scale=apart))
    y = alt.Y("low:Q", title="", scale=alt.Scale(zero=chart.zero), axis=_numbers(chart.unit))
    return _text(
        alt.layer(
            base.mark_rule(strokeWidth=2).encode(y=y, y2="high:Q"),
            base.mark_line(strokeWidth=1.5).encode(y=alt.Y("value:Q")),
            base.mark_point(filled=True, opacity=1, size=60).encode(
                y=alt.Y("value:Q"), shape=alt.Shape("series:N", scale=shapes, legend=shown)
            ),
        ),
        HEIGHT,
    )


def _ends(row: Dot | Step) -> dict[str, float]:
    # an infinite interval cannot be drawn: then the figure is a dot alone
    return {"low": row.low if isfinite(row.low) else row.value, "high": row.high if isfinite(row.high) else row.value}


def _to_scale(settings: list[str]) -> dict[str, float] | None:
    """The numbers that settings are, which then lie to scale; None where some setting is no number, or there is one alone."""
    try:
        found = {setting: float(setting) for setting in settings}
    except ValueError:
        return None
    rising = sorted(found.values())
    apart = all(isfinite(each) for each in rising) and all(one < other for one, other in pairwise(rising))
    return found if apart and len(found) > 1 else None


def _aside(chart: Steps, series: str, numbers: dict[str, float]) -> float:
    """How far to the side a series lies, so that intervals do not lie on each other."""
    middle = (len(chart.series) - 1) / 2
    return (chart.series.index(series) - middle) * ASIDE * (max(numbers.values()) - min(numbers.values()))


def _broken(name: str) -> str:
    """The name in lines, where possible between words or behind a `_`."""
    words = bare(name).replace("_", "_\0 ")
    return "\n".join(line.replace("\0 ", "").rstrip("\0") for line in wrap(words, LETTERS))


def _title(text: str) -> list[str]:
    return wrap(bare(text), TITLE) or [""]


class _Rows:
    """Rows with names on the left, all as high as the one whose name has most lines."""

    def __init__(self, names: Sequence[str]) -> None:
        self.most = max((_broken(name).count("\n") + 1 for name in names), default=1)
        self.height = max(ROW, LINE * self.most + GAP) * len(names)

    def label(self, name: str) -> str:
        """The name in lines, below so many blank ones that it stands in the middle: Vega begins all at the same height."""
        lines = _broken(name)
        return "\n" * ((self.most - 1 - lines.count("\n")) // 2) + lines

    @property
    def axis(self) -> alt.Y:
        """Where the names stand; those that would have half a blank line above stand as much lower."""
        lines = "length(split(datum.value, '\\n')) + indexof(datum.value, trim(datum.value))"
        axis = alt.Axis(
            labelExpr=BROKEN,
            labelBaseline={"condition": {"test": f"({lines}) % 2 == {self.most % 2}", "value": "middle"}, "value": "top"},
            labelOffset=-LINE * (self.most - 1) / 2,
            labelLineHeight=LINE,
            labelLimit=LABEL,
            labelPadding=6,
            ticks=False,
        )
        return alt.Y("name:N", title=None, sort=None, axis=axis)


def _words() -> alt.Tooltip:
    return alt.Tooltip("words:N", title=" ")


def _numbers(unit: str) -> alt.Axis:
    if unit:
        return alt.Axis(tickMinStep=0.01, labelExpr=f"format(datum.value, ',') + '{unit}'", tickCount=5)
    return alt.Axis(format=",~r", tickCount=5)


def _legend(title: str, names: Sequence[str], room: int) -> alt.Legend:
    longest = max(len(line) for name in names for line in name.split("\n"))
    columns = max(1, int(room / (SIGN + LETTER * longest)))
    return alt.Legend(title=_title(title), orient="top", columns=columns, labelExpr=BROKEN, labelLimit=LABEL)


def _shades(number: int) -> list[str]:
    return [SHADES[at * (len(SHADES) - 1) // max(number - 1, 1)] for at in range(number)]


def _text(chart: alt.LayerChart | alt.FacetChart, height: int) -> str:
    fit = alt.AutoSizeParams(type="fit-x", contains="padding")
    return chart.properties(width="container", height=height, autosize=fit).to_json(indent=None)
