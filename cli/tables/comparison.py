"""Prints the comparison of two runs, as tables on the screen."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich.text import Text

from ...lab.report.comparison_text import contrasts, groups, same, side, told
from ...lab.report.headline import of_pair
from ...lab.report.number_format import MINUS, amount, count, played, points
from ...lab.statistics.estimates import Estimate
from .run import again, begin, console, say, table

if TYPE_CHECKING:
    from ...lab.statistics.estimates import Comparison, Difference

LEFT = {"the same": "that are the same"}
"""How verdicts are worded of figures that are left out, where not as they are."""

FEW = 12
"""A group with more figures than this shows only those that may differ."""


def show(found: Comparison) -> None:
    """Print what was played, what differs, then figure by figure."""
    out = console()
    for name, run in (("A", found.first.run), ("B", found.second.run)):
        out.print(Text(f"{name}: {played(run)}", "bold"))
    begin(out, of_pair(found))
    say(out, contrasts(found), of_pair(found))
    for group, each in groups(found):
        figures = tuple(one for one in each if not never(one))
        if all(one.difference is None for one in figures):
            continue
        shown = figures if len(figures) <= FEW else tuple(one for one in figures if one.clear and not same(found))
        left = Counter(told(one, found) for one in figures if one not in shown)
        rows = [line(one, found) for one in shown]
        rows += [(f"… {count(times)} more {LEFT.get(verdict, verdict)}", "", "", "", "") for verdict, times in left.items()]
        out.print()
        out.print(table(group.capitalize(), ("", "A", "B", f"B {MINUS} A", "verdict"), rows))
    digits = "95% intervals; “differs” allows for how many figures are compared, “perhaps” does not"
    again(out, digits, found.first.run, found.command)


def never(one: Difference) -> bool:
    """Whether it is a way to end in which no game of either side ended."""
    return one.group == "ends" and one.first is not None and one.second is not None and one.first.value == one.second.value == 0


def line(one: Difference, found: Comparison) -> tuple[str, ...]:
    """The row about one figure: both sides, the difference, and the verdict."""
    verdict = told(one, found)
    silent = one.difference is None or verdict == "the same"
    difference = "" if silent or one.difference is None else gap(one.difference, one.share)
    return one.name, side(one.first, one.share), side(one.second, one.share), difference, verdict


def gap(difference: Estimate, share: bool) -> str:
    """A difference with its interval, whose ends have one more digit, so that it can be seen whether one of them is 0."""
    low, high = difference.low, difference.high
    if share:
        wide = high - low
        return f"{points(difference.value, wide)} points ({points(low, wide / 10)} to {points(high, wide / 10)})"
    half = (high - low) / 20
    ends = [amount(Estimate(end, end - half, end + half)) for end in (low, high)]
    return f"{amount(difference)} ({ends[0]} to {ends[1]})" if low < high else amount(difference)
