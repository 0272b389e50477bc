"""The report on two games that levels of bots played: what got better and worse, a plot, and a table of all figures."""

from __future__ import annotations

from collections.abc import Iterator

from ..statistics.sense_pair import SensePair
from .comparison_text import gap
from .headline import Beginning
from .number_format import MINUS, interval
from .pair_report import plot_of
from .report import ALL, Column, Kind, Report, Section, Table, columns, section
from .sense_pair_text import alarms, headline, least, sides, told, verdict
from .sense_text import played

NOTE = "“would show”: the smallest difference that shows in 9 of 10 such comparisons, allowing for how many figures there are."


def report(found: SensePair) -> Report:
    """The report on this comparison."""
    runs = (("A", found.first), ("B", found.second))
    failed = tuple((f"The first game that failed in {name}", run.failed_game) for name, run in runs if run.failed_game)
    title = found.first.title
    if found.second.title != title:
        title = f"{title} and {found.second.title}"
    lines = tuple(f"{name}: {played(run)}" for name, run in runs)
    beginning = Beginning(headline(found), tuple(alarms(found)), failed)
    source = f"{'. '.join(lines)}; rulerun {found.first.version}"
    return Report(title, lines, beginning, told(found), tuple(_sections(found)), source, found.command)


def _sections(found: SensePair) -> Iterator[Section]:
    if not found.contrasts:
        return
    shares = [one.difference for one in found.contrasts if one.difference.share]
    means = [one.difference for one in found.contrasts if not one.difference.share]
    plots = [plot_of(each) for each in (shares, means) if each]
    figure, *numbers = columns("figure", "A", "B", f"B {MINUS} A", "95% interval", "would show")
    heads = (figure, Column("verdict", Kind.WORDS), *numbers)
    rows = []
    for one in found.contrasts:
        difference = one.difference
        by = f"{gap(difference)}{' points' if difference.share else ''}"
        between = "" if difference.difference is None else interval(difference.difference, difference.share)
        rows.append((difference.name, verdict(one, found), *sides(one), by, between, least(one)))
    table = Table("Sensible play on both sides", heads, tuple(rows), NOTE, short=ALL)
    yield section("Sensible play", "", plots, [table])
