"""Two runs side by side, as tables on the screen."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from ..lab.figures import Estimate
from ..lab.wording import amount, count, number, percent, points
from .figures import console, table

if TYPE_CHECKING:
    from ..lab.figures import Comparison, Difference

SURE = 0.95
FEW = 12
"""Of a group with more figures than this only those that differ are shown."""


def show(found: Comparison) -> None:
    """Print what differs, then figure by figure."""
    out = console()
    for sentence in sentences(found):
        out.print(sentence)
    for group, each in groupby(found.differences, key=lambda one: one.group):
        figures = tuple(one for one in each if not never(one))
        shown = figures if len(figures) <= FEW else tuple(one for one in figures if one.clear)
        left = len(figures) - len(shown)
        out.print()
        rows = [line(one) for one in shown] + ([(f"… {left} more within noise", "", "", "", "")] if left else [])
        out.print(table(group.capitalize(), ("", "A", "B", "B less A", ""), rows))
    out.print()
    out.print(f"95 % intervals; seed {found.first.run.seed}, rulerun {found.first.run.version}. The same again:")
    out.print(f"  {found.command}", soft_wrap=True)


def never(one: Difference) -> bool:
    """Whether it is a way to end that no game of either side took."""
    return one.group == "ends" and one.first is not None and one.second is not None and one.first.value == one.second.value == 0


def sentences(found: Comparison) -> list[str]:
    """The verdict: what differs, what does not as far as can be told."""
    games = found.first.run.games
    stopped = "" if found.first.run.finished else " (stopped before all were played)"
    said = [f"A: {found.names[0]}", f"B: {found.names[1]}", f"{count(games)} games each, with the same chance{stopped}."]
    asked = [one for one in found.differences if one.difference is not None]
    told = [one for one in asked if one.clear]
    if not told:
        return [*said, f"Nothing differs: all {count(len(asked))} figures are the same within noise."]
    said.append(
        f"{count(len(told))} of {count(len(asked))} figures differ by more than noise; if nothing differed, about "
        f"{count(round(len(asked) * (1 - SURE)))} would look so by chance."
    )
    return said


def line(one: Difference) -> tuple[str, ...]:
    """One figure of both, and their difference."""
    sides = ["–" if each is None else percent(each) if one.share else number(each) for each in (one.first, one.second)]
    if one.difference is None:
        return one.name, *sides, "", "only in A" if one.second is None else "only in B" if one.first is None else "not to be told"
    if one.difference.low == one.difference.high == 0:
        return one.name, *sides, "", "the same"
    return one.name, *sides, gap(one.difference, one.share), "differs" if one.clear else "within noise"


def gap(difference: Estimate, share: bool) -> str:
    """A difference with its interval, whose ends have a digit more: whether one of them is 0 must be seen."""
    low, high = difference.low, difference.high
    if share:
        wide = high - low
        return f"{points(difference.value, wide)} points ({points(low, wide / 10)} to {points(high, wide / 10)})"
    half = (high - low) / 20
    ends = [amount(Estimate(end, end - half, end + half)) for end in (low, high)]
    return f"{amount(difference)} ({ends[0]} to {ends[1]})" if low < high else amount(difference)
