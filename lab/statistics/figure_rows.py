"""The figures of one run as rows: group, name, whether it is a part of 1, value, and the ends of its interval."""

from __future__ import annotations

from collections.abc import Iterator

from .estimates import Distribution, Estimate, Share, Summary

Row = tuple[str, str, bool, float, float, float]


def figure_rows(found: Summary) -> list[Row]:
    """Every figure of the run that is one number, in the groups and by the names under which two runs are compared."""
    return list(_rows(found))


def _rows(found: Summary) -> Iterator[Row]:
    for seat in found.seats:
        yield _share("wins", seat.name, seat.wins)
    ends = found.ends
    named = {
        "one winner": ends.one,
        "several winners": ends.several,
        "all level": ends.everyone,
        "no winner": ends.nobody,
        "cut short": ends.cut,
    }
    for name, share in named.items():
        yield _share("ends", name, share)
    for seat in found.seats:
        if seat.score is not None:
            yield _mean("score", seat.name, seat.score)
    if found.margin is not None:
        yield _mean("score", "winning margin", found.margin)
    for seat in found.seats:
        if seat.payoff is not None:
            yield _mean("payoff", seat.name, seat.payoff)
    yield _mean("length", "decisions", found.decisions)
    yield _mean("length", "choices of seats", found.asked)
    for loop in found.loops:
        yield _mean("length", f"rounds of `{loop.name}`", loop.passes)
    if found.options is not None:
        yield _row("options", "options to choose from", False, found.options)
    if found.lead is not None:
        yield _mean("lead", "changes of the lead", found.lead.changes)
        yield _share("lead", "open at half-time", found.lead.late)
    for measure in found.measures:
        if measure.mean is not None:
            yield _row("measures", measure.name, False, measure.mean)
    for alternative in found.alternatives:
        if alternative.name and alternative.chosen.of and not alternative.sole:
            yield _share("options taken when on offer", alternative.name, alternative.chosen)
    for choice in found.first_choices:
        yield _share("wins by first choice", choice.choice, choice.wins)
    for card in found.cards:
        yield _share("wins by card in hand", f"{card.zone}: {card.card}", card.wins)


def _share(group: str, name: str, found: Share) -> Row:
    return _row(group, name, True, found.rate)


def _mean(group: str, name: str, found: Distribution) -> Row:
    return _row(group, name, False, found.mean)


def _row(group: str, name: str, share: bool, found: Estimate) -> Row:
    return group, name, share, found.value, found.low, found.high
