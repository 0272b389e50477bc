"""What two runs side by side come to: what differs beyond chance, by how much, and what does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import erfc, inf, sqrt

from .figures import Comparison, Difference, Estimate
from .findings import DOUBT, NAMED, Finding, uneven, within
from .intervals import LEVEL
from .special import ndtri
from .wording import amount, count, interval, listed, number, percent, points, upper

__all__ = ["contrasts", "gap", "groups", "side", "strength", "surely"]


def contrasts(found: Comparison) -> tuple[Finding, ...]:
    """The findings about two runs: a finding for each group of figures in which something surely differs, then the rest."""
    said = [Finding("Compared", " ".join(_compared(found)))]
    level = _level(found)
    if level:
        said.append(Finding("Seats", level))
    quiet, alone = [], []
    for group, each in groups(found):
        sure = [one for one in each if surely(one, found)]
        if sure:
            said.append(Finding(group.capitalize(), " ".join(_differing(sure, len(each)))))
        elif any(one.difference is not None for one in each):
            quiet.append(group)
        else:
            alone.append(group)
    if quiet:
        said.append(Finding("Within noise", f"Nothing differs beyond chance in these: {listed(quiet)}."))
    if alone:
        said.append(Finding("Not comparable", f"Only one of the two has these: {listed(alone)}."))
    return tuple(said)


def groups(found: Comparison) -> Iterator[tuple[str, tuple[Difference, ...]]]:
    """The differences by what they belong to."""
    for group, each in groupby(found.differences, key=lambda one: one.group):
        yield group, tuple(each)


def strength(one: Difference) -> float:
    """How many standard errors the difference is; inf where it has none and is not 0, and 0 where there is no difference."""
    gap = one.difference
    if gap is None or not gap.value:
        return 0.0
    error = (gap.high - gap.low) / 2 / float(ndtri(0.5 + LEVEL / 2))
    return abs(gap.value) / error if error else inf


def surely(one: Difference, found: Comparison) -> bool:
    """True when chance would hardly make the most different of so many figures differ as much (the doubt is shared out among
    all of them, Carlo Bonferroni).
    """
    asked = sum(each.difference is not None for each in found.differences)
    return one.clear and asked * erfc(strength(one) / sqrt(2)) < DOUBT


def side(one: Estimate | None, share: bool) -> str:
    """The figure of one of the two."""
    if one is None:
        return "–"
    return percent(one) if share else number(one)


def gap(one: Difference) -> str:
    """The difference with its sign, of parts of 1 in points of percent; empty where there is none."""
    found = one.difference
    if found is None:
        return ""
    return points(found.value, found.high - found.low) if one.share else amount(found)


def _compared(found: Comparison) -> Iterator[str]:
    runs = (found.first.run, found.second.run)
    games = tuple(count(run.games) for run in runs)
    same = f"{games[0]} games each" if games[0] == games[1] else f"{games[0]} games of A and {games[1]} of B"
    stopped = "" if all(run.finished for run in runs) else "; stopped before all were played"
    yield f"A is {found.names[0]}, B is {found.names[1]}; {same}, with the same chance{stopped}."
    asked = [one for one in found.differences if one.difference is not None]
    sure = sum(surely(one, found) for one in asked)
    if sure:
        yield f"{count(sure)} of {count(len(asked))} figures differ beyond chance."
    else:
        yield f"None of the {count(len(asked))} figures differs beyond chance."


def _level(found: Comparison) -> str:
    words = {True: "not level", False: "level as far as these games tell"}
    sides = [words[each] for run in (found.first, found.second) if (each := uneven(run)) is not None]
    if len(sides) < 2:
        return ""
    if sides[0] == sides[1]:
        return f"The seats are {sides[0]} in both."
    return f"The seats are {sides[0]} in A, {sides[1]} in B."


def _differing(sure: Sequence[Difference], of: int) -> Iterator[str]:
    ranked = sorted(sure, key=lambda one: -strength(one))
    for one in ranked[:NAMED]:
        unit = " points" if one.share else ""
        brackets = within("" if one.difference is None else interval(one.difference, one.share))
        sides = f"{side(one.first, one.share)} in A, {side(one.second, one.share)} in B"
        yield f"{upper(one.name)}: {sides}, {gap(one)}{unit}{brackets}."
    if len(ranked) > NAMED:
        yield f"{count(len(ranked) - NAMED)} more of these {count(of)} figures differ as well."
    elif len(ranked) < of:
        left = of - len(ranked)
        yield f"The other {f'{count(left)} are' if left > 1 else 'one is'} within noise."
