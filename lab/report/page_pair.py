"""The page about two runs that are compared: what differs, and for each group of figures a plot and a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..statistics.estimates import Comparison, Difference
from .charts import Dot, Dots
from .comparison_text import contrasts, gap, groups, same, side, strength, told
from .headline import of_pair
from .number_format import MINUS, among, bots, count, interval, points
from .page_run import ROWS, source
from .report import Column, Kind, Plot, Report, Section, Table, columns

__all__ = ["page"]

FIRM = 4
"""A difference is shown in percent of A's mean only when that mean is more than this many times half its interval."""


def page(found: Comparison) -> Report:
    """The page about the comparison of two runs."""
    title = found.first.run.title
    if found.second.run.title != title:
        title = f"{title} and {found.second.run.title}"
    other = "itself" if same(found) else found.names[1]
    setting = f"{found.names[0]} against {other}, {among(found.first.run.games, 'game', 'games')} each"
    return Report(title, setting, of_pair(found), contrasts(found), tuple(_sections(found)), _source(found), found.command)


def _sections(found: Comparison) -> Iterator[Section]:
    for group, each in groups(found):
        if all(one.difference is None for one in each):
            continue
        shown = _shown(each)
        left = len(each) - len(shown)
        note = f"{f'The {count(left)} figures that differ least are left out. ' if left else ''}{_NOTE}"
        plot = _plot(group, shown)
        yield Section(
            group.capitalize(),
            "",
            () if plot is None else (plot,),
            (_table(group, shown, found, note),),
        )


_NOTE = "“differs” allows for how many figures are compared, “perhaps” does not."


def _shown(each: Sequence[Difference]) -> tuple[Difference, ...]:
    if len(each) <= ROWS:
        return tuple(each)
    least = sorted(map(strength, each), reverse=True)[ROWS - 1]
    return tuple(one for one in each if strength(one) >= least)[:ROWS]


def _table(group: str, shown: Sequence[Difference], found: Comparison, note: str) -> Table:
    # where all figures are shares the heading has the unit, so that the columns fit beside a plot
    shares = all(one.share for one in shown)
    figure, *numbers = columns("figure", "A", "B", f"B {MINUS} A, points" if shares else f"B {MINUS} A", "95% interval")
    rows = tuple(_row(one, found, " points" if one.share and not shares else "") for one in shown)
    return Table(group.capitalize(), (figure, Column("verdict", Kind.WORDS), *numbers), rows, note)


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
