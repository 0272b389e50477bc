"""Compares two runs: every figure of either, and whether the two surely differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .estimates import Comparison, Difference, Estimate, Share, Summary
from .intervals import ratio
from .moments import Moments, Name, apart


def compare(names: tuple[str, str], first: Summary, second: Summary, moments: Mapping[Name, Moments], command: str) -> Comparison:
    """The comparison of two runs; a difference is the figure of the second less that of the first."""
    found = (*_paired(moments, first, second), *_single(first, second))
    return Comparison(names, first, second, found, command)


def _paired(moments: Mapping[Name, Moments], first: Summary, second: Summary) -> Iterator[Difference]:
    for name, sums in moments.items():
        one, other = _side(sums, 0), _side(sums, 2)
        if (one is None and other is None) or (name.group == "lead" and first.lead is None and second.lead is None):
            continue
        gap = sums.difference(name.share)
        yield Difference(name.group, name.name, name.share, one, other, gap, clear(gap))


def _side(sums: Moments, at: int) -> Estimate | None:
    amount, times = sums.sums[at : at + 2]
    squares = sums.products[at][at], sums.products[at][at + 1], sums.products[at + 1][at + 1]
    return ratio(sums.games, amount, times, squares)


def _single(first: Summary, second: Summary) -> Iterator[Difference]:
    """Figures that are not known game by game (options, first choices, cards), compared as if the games were independent."""
    yield from _shares(
        "options taken when on offer",
        _taken(first),
        _taken(second),
    )
    yield from _shares(
        "wins by first choice",
        {one.choice: one.wins for one in first.first_choices},
        {one.choice: one.wins for one in second.first_choices},
    )
    yield from _shares(
        "wins by card in hand",
        {f"{one.zone}: {one.card}": one.wins for one in first.cards},
        {f"{one.zone}: {one.card}": one.wins for one in second.cards},
    )


def _taken(found: Summary) -> dict[str, Share]:
    """How often options were taken that are no foregone choice."""
    return {one.name: one.chosen for one in found.alternatives if one.name and not one.sole}


def _shares(group: str, first: Mapping[str, Share], second: Mapping[str, Share]) -> Iterator[Difference]:
    for name in [*first, *(each for each in second if each not in first)]:
        one, other = first.get(name), second.get(name)
        gap = None if one is None or other is None or not one.of or not other.of else apart(one, other)
        sides = [None if each is None or not each.of else each.rate for each in (one, other)]
        if sides != [None, None]:
            yield Difference(group, name, True, sides[0], sides[1], gap, clear(gap))


def clear(gap: Estimate | None) -> bool:
    """Whether the interval of a difference excludes 0."""
    return gap is not None and not gap.low <= 0 <= gap.high
