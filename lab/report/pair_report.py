"""The report on two runs that are compared: what differs, and for each group of figures a plot and a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..statistics.estimates import Comparison, Difference
from .charts import Dot, Dots
from .comparison_text import contrasts, effect, gap, groups, matters, side, strength, told
from .headline import of_pair
from .number_format import MINUS, bots, count, interval, played, points
from .report import Column, Cut, Kind, Plot, Report, Section, Table, columns, section
from .run_report import ROWS, source

FEW = 12
"""Of a group with more figures than this a terminal shows only those that may differ."""

FIRM = 4
"""A difference is shown in percent of A's mean only when that mean is more than this many times half its interval."""


def report(found: Comparison) -> Report:
    """The report on the comparison of two runs."""
    title = found.first.run.title
    if found.second.run.title != title:
        title = f"{title} and {found.second.run.title}"
    sides = (f"A: {played(found.first.run)}", f"B: {played(found.second.run)}")
    return Report(title, sides, of_pair(found), contrasts(found), tuple(_sections(found)), _source(found), found.command)


def _sections(found: Comparison) -> Iterator[Section]:
    for at, (group, each) in enumerate(groups(found)):
        figures = [one for one in each if not _never(one)]
        if all(one.difference is None for one in figures):
            continue
        if len(figures) > FEW:
            figures.sort(key=lambda one: (not matters(one, found), -strength(one)))
        most = max((one for one in each if matters(one, found)), key=effect, default=None) if at == 0 else None
        plots = []
        for share in (False, True):  # shares differ in points, means in percent
            alike = [one for one in figures if one.share == share]
            plot = _plot(group, alike[:ROWS]) if alike else None
            told = "" if most is None or most.share != share else _told(most)
            plots.append(plot if plot is None else evolve(plot, verdict=told))
        yield section(group.capitalize(), "", plots, (_table(group, figures, found),))


def _told(most: Difference) -> str:
    sides = f"{side(most.first, most.share)} in A, {side(most.second, most.share)} in B"
    return f"Most of all differs {most.name}: {sides}."


_NOTE = "“differs” allows for how many figures are compared, “perhaps” does not."


def _never(one: Difference) -> bool:
    """Whether it is a way to end in which no game of either side ended."""
    return one.group == "ends" and one.first is not None and one.second is not None and one.first.value == one.second.value == 0


def _table(group: str, figures: Sequence[Difference], found: Comparison) -> Table:
    # where all figures are shares the heading has the unit, so that the columns fit beside a plot
    shares = all(one.share for one in figures)
    figure, *numbers = columns("figure", "A", "B", f"B {MINUS} A, points" if shares else f"B {MINUS} A", "95% interval")
    rows = tuple(_row(one, found, " points" if one.share and not shares else "") for one in figures)
    clear = len(figures) if len(figures) <= FEW else sum(one.clear for one in figures)
    heads = (figure, Column("verdict", Kind.WORDS), *numbers)
    return Table(group.capitalize(), heads, rows, _NOTE, Cut(min(clear, FEW)), Cut(ROWS))


def _row(one: Difference, found: Comparison, unit: str) -> tuple[str, ...]:
    sides = (side(one.first, one.share), side(one.second, one.share))
    if one.difference is None:
        return one.name, told(one, found), *sides, "", ""
    return one.name, told(one, found), *sides, gap(one) + unit, interval(one.difference, one.share)


def _plot(group: str, each: Sequence[Difference]) -> Plot | None:
    share = all(one.share for one in each)
    rows = [_share_dot(one) for one in each] if share else [_percent_dot(one) for one in each]
    known = [row for row in rows if row is not None]
    if not known:
        return None
    unit = "points of percent" if share else "percent of A"
    words = ", ".join(row.words for row in known[:6]) + (f" and {count(len(known) - 6)} more" if len(known) > 6 else "")
    return Plot(
        f"How B differs from A ({group}), in {unit}, with 95% intervals; dashed: no difference",
        f"{words}.",
        Dots(tuple(known), f"B {MINUS} A, {unit}", "" if share else "%", 0.0),
    )


def plot_of(differences: Sequence[Difference]) -> Plot | None:
    """How B differs from A in these figures; None where no difference is known."""
    return _plot("all figures", differences)


def _share_dot(one: Difference) -> Dot | None:
    found = one.difference
    if found is None:
        return None
    words = f"{one.name}: {points(found.value, found.high - found.low)} points"
    return Dot(one.name, 100 * found.value, 100 * found.low, 100 * found.high, words)


def _percent_dot(one: Difference) -> Dot | None:
    found, base = one.difference, one.first
    if found is None or base is None or one.share or abs(base.value) <= FIRM * (base.high - base.low) / 2:
        return None
    times = 100 / abs(base.value)
    words = f"{one.name}: {points(found.value / abs(base.value), (found.high - found.low) / abs(base.value))}%"
    return Dot(one.name, times * found.value, times * found.low, times * found.high, words)


def _source(found: Comparison) -> str:
    one, other = found.first.run, found.second.run
    both = source(one) if (one.games, one.finished, bots(one)) == (other.games, other.finished, bots(other)) else ""
    if not both or one.parameters != other.parameters or one.variant != other.variant:
        return f"A: {source(one)}. B: {source(other)}"
    return f"A and B: {both}"
