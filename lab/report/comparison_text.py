"""The findings about two runs that are compared: what differs beyond chance, by how much, and what does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import asin, inf, sqrt

from ..statistics.estimates import Comparison, Difference, Estimate
from ..statistics.intervals import beyond, detectable
from .conclusions import LITTLE, NOISE, Finding, little, undirected
from .fairness import DOUBT, plain_points, uneven
from .number_format import NAMED, among, amount, count, interval, listed, number, percent, points, some, upper, within


def contrasts(found: Comparison) -> tuple[Finding, ...]:
    """The findings about two runs: one for each group in which a figure surely differs by more than a little, then the rest."""
    said = [("Compared", " ".join(_compared(found)))]
    if not same(found):
        said += [("Seats", _level(found)), *_changes(found)]
    said.append(("Players", " ".join(undirected([found.first, found.second]))))
    return tuple(Finding(subject, text) for subject, text in said if text)


def same(found: Comparison) -> bool:
    """True when both sides play the same game: the same rules with the same parameters and bots."""
    one, other = found.first.run, found.second.run
    return (one.digest, one.bots) == (other.digest, other.bots)


def groups(found: Comparison) -> Iterator[tuple[str, tuple[Difference, ...]]]:
    """The differences by group, first the group in which the largest difference is that is sure and more than slight; in each
    group first those that are.
    """
    parts = [(group, tuple(each)) for group, each in groupby(found.differences, key=lambda one: one.group)]
    for group, each in sorted(parts, key=lambda part: -max(effect(one) if matters(one, found) else 0.0 for one in part[1])):
        yield group, tuple(sorted(each, key=lambda one: not matters(one, found)))


def matters(one: Difference, found: Comparison) -> bool:
    """True when the difference is sure, and more than slight."""
    return surely(one, found) and not slight(one)


def effect(one: Difference) -> float:
    """How large a difference is, whatever its unit: between means the part of the larger one that it is, at most 1; between
    shares the difference of their angles (Jacob Cohen, "Statistical power analysis for the behavioral sciences", 1988, chapter
    6).
    """
    if one.first is None or one.second is None:
        return 0.0
    first, second = one.first.value, one.second.value
    if one.share:
        return abs(2 * asin(sqrt(min(1.0, second))) - 2 * asin(sqrt(min(1.0, first))))
    return min(1.0, abs(second - first) / max(abs(first), abs(second))) if first != second else 0.0


def strength(one: Difference) -> float:
    """How often the half of the interval that lies towards 0 goes into the difference; inf where that half is 0, and 0 where
    there is no difference.
    """
    gap = one.difference
    if gap is None or not gap.value:
        return 0.0
    half = gap.value - gap.low if gap.value > 0 else gap.high - gap.value
    return abs(gap.value) / half if half else inf


def surely(one: Difference, found: Comparison) -> bool:
    """True when the difference is significant even though many figures are compared: Carlo Bonferroni's correction shares `DOUBT`
    out among all of them.
    """
    asked = sum(each.difference is not None for each in found.differences)
    games = min(found.first.run.games, found.second.run.games)
    return one.clear and asked * beyond(games, strength(one)) < DOUBT


def smallest(found: Comparison) -> str:
    """How large a difference of wins would show, allowing for how many figures are compared, in brackets; empty where no wins are
    compared.
    """
    gaps = [one.difference for one in found.differences if one.group == "wins" and one.difference is not None]
    halves = [(gap.high - gap.low) / 2 for gap in gaps if gap.low < gap.high]
    if not halves:
        return ""
    asked = sum(each.difference is not None for each in found.differences)
    least = detectable(max(halves), DOUBT / asked)
    return f" (a difference of about {plain_points(least)} points in wins would show)"


def slight(one: Difference) -> bool:
    """True when the difference is too small to matter, or one of the runs does not have the figure."""
    return one.first is None or one.second is None or little(one.first, one.second, one.share)


def told(one: Difference, found: Comparison) -> str:
    """The verdict on a difference, in a few words."""
    gap = one.difference
    if gap is None:
        return "only in A" if one.second is None else "only in B" if one.first is None else "not to be told"
    if same(found) or gap.low == gap.high == 0:
        return "the same"
    if surely(one, found):
        return "differs a little" if slight(one) else "differs"
    return "perhaps" if one.clear else NOISE


def side(one: Estimate | None, share: bool) -> str:
    """The figure of one of the two runs as text; a dash where it has none."""
    if one is None:
        return "–"
    return percent(one) if share else number(one)


def gap(one: Difference) -> str:
    """The difference with its sign as text, for shares in percentage points; empty where there is none."""
    found = one.difference
    if found is None:
        return ""
    return points(found.value, found.high - found.low) if one.share else amount(found)


def _compared(found: Comparison) -> Iterator[str]:
    runs = (found.first.run, found.second.run)
    if same(found):
        yield f"A and B are the same game, {found.names[0]}: the same rules with the same settings, and the same chance."
        yield "So every figure is the same in both."
        return
    games = [among(run.games, "game", "games") for run in runs]
    number = f"{games[0]} each" if games[0] == games[1] else f"{games[0]} of A and {games[1]} of B"
    stopped = "" if all(run.finished for run in runs) else "; stopped before all were played"
    yield f"A is {found.names[0]}, B is {found.names[1]}; {number}, with the same chance{stopped}."
    asked = [one for one in found.differences if one.difference is not None]
    sure = [one for one in asked if surely(one, found)]
    if sure:
        hardly = sum(slight(one) for one in sure)
        by = f", {count(hardly)} of them by {LITTLE}" if hardly else ""
        yield f"{count(len(sure))} of {count(len(asked))} figures differ beyond chance{by}."
    else:
        yield f"None of the {count(len(asked))} figures differs beyond chance."


def _level(found: Comparison) -> str:
    words = {True: "not level", False: "not shown to be uneven"}
    sides = [words[each] for run in (found.first, found.second) if (each := uneven(run)) is not None]
    if len(sides) < 2:
        return ""
    if sides[0] == sides[1]:
        return f"The seats are {sides[0]} in {'both' if sides[0] == words[True] else 'either'}."
    return f"The seats are {sides[0]} in A, {sides[1]} in B."


def _changes(found: Comparison) -> Iterator[tuple[str, str]]:
    hardly: list[str] = []
    quiet, alone = [], []
    for group, each in groups(found):
        asked = [one for one in each if one.difference is not None]
        sure = [one for one in asked if surely(one, found)]
        much = [one for one in sure if not slight(one)]
        hardly += [one.name for one in sure if slight(one)]
        if much:
            yield group.capitalize(), " ".join((*_differing(much, len(asked), len(asked) - len(sure)), *_shared(group, asked)))
        elif asked and not sure:
            quiet.append(group)
        elif not asked:
            alone.append(group)
    if hardly:
        yield "By a little", f"Beyond chance, but by {LITTLE}: {some(hardly)}."
    if quiet:
        yield "Within noise", f"Nothing differs beyond chance in these: {listed(quiet)}."
    if alone:
        yield "Nothing in common", f"No figure of these is in both A and B: {listed(alone)}."


def _shared(group: str, asked: Sequence[Difference]) -> Iterator[str]:
    """What is said where all seats win more often, or all less often."""
    gaps = [one.difference.value for one in asked if one.difference is not None]
    if group == "wins" and len(gaps) > 1 and (min(gaps) > 0 or max(gaps) < 0):
        often, wins, games = ("more", "more", "fewer") if min(gaps) > 0 else ("less", "fewer", "more")
        yield f"All seats win {often} often: {wins} wins are shared, or {games} games end without a winner."
        yield "By itself that favours no seat."


def _differing(sure: Sequence[Difference], of: int, left: int) -> Iterator[str]:
    ranked = sorted(sure, key=lambda one: (-effect(one), -strength(one)))
    for one in ranked[:NAMED]:
        unit = " points" if one.share else ""
        brackets = within("" if one.difference is None else interval(one.difference, one.share))
        sides = f"{side(one.first, one.share)} in A, {side(one.second, one.share)} in B"
        yield f"{upper(one.name)}: {sides}, {gap(one)}{unit}{brackets}."
    if len(ranked) > NAMED:
        more = len(ranked) - NAMED
        yield f"{count(more)} more of these {count(of)} figures {'differs' if more == 1 else 'differ'} as well."
    elif left:
        yield f"The other {f'{count(left)} are' if left > 1 else 'one is'} within noise."
