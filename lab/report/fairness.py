"""Whether the seats are level: what is said of it, and how sure it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from ..correction import holm
from ..statistics.estimates import Distribution, Estimate, SeatFigures, Summary
from ..statistics.intervals import SHOWN, decisive, detectable
from .number_format import NAMED, amount, between, count, listed, number, numbers, percent, percents, points, upper, within

DOUBT = 0.01
"""The level of significance: what chance alone does with at least this probability counts as chance."""

SURE = f"judged at {DOUBT * 100:g} in 100"
"""`DOUBT` in words."""

HINT = 0.05
"""What chance alone does with a smaller probability than this, though not below `DOUBT`, is left open."""

SIDE = "the side of "
"""What stands before the names of partners."""

SMALL = 0.05
"""Seats are nearly level when the best one wins at most this part more often than the average seat."""


def choosers(summary: Summary) -> tuple[SeatFigures, ...]:
    """The seats that decide."""
    return tuple(seat for seat in summary.seats if not seat.automa)


def rivals(summary: Summary) -> tuple[SeatFigures, ...]:
    """The same, but partners, who always win together, only once: under the name of their side."""
    found = []
    for at, seat in enumerate(summary.seats):
        side = next((side for side in summary.partners if at in side), (at,))
        names = [one.name for one in (summary.seats[each] for each in side) if not one.automa]
        if not seat.automa and seat.name == names[0]:
            found.append(seat if len(names) == 1 else evolve(seat, name=f"{SIDE}{listed(names)}"))
    return tuple(found)


def parted(summary: Summary) -> int:
    """In how many games some seats that decide won, and some did not."""
    by_rule = sum(seat.alone.count for seat in summary.seats if seat.automa)
    return summary.ends.one.count + summary.ends.several.count - by_rule


def needed(runs: int) -> int:
    """How many games it takes at least, in which some seats win and some do not, to show in one of so many runs that seats are
    not level.
    """
    return decisive(DOUBT / runs)


def too_few(summary: Summary) -> bool:
    """True when so few games told the seats apart that nothing can be shown of them."""
    return parted(summary) < needed(1) and (summary.even is not None or summary.run.games < needed(1))


def uneven(summary: Summary) -> bool | None:
    """True when the seats that decide win unequally, by more than chance. None where fewer than two seats decide."""
    return unevens([summary])[0]


def unevens(summaries: Sequence[Summary]) -> tuple[bool | None, ...]:
    """The same for each of several runs that are looked at together, where chance has as many opportunities as there are runs:
    with a probability of at most `DOUBT` it makes any of them look uneven.
    """
    shown = iter(holm([each.even for each in summaries if each.even is not None], DOUBT))
    return tuple(_one(each) if each.even is None else next(shown) for each in summaries)


def doubtful(summary: Summary) -> bool:
    """True when the wins of the seats differ by more than chance mostly does, but not beyond doubt."""
    return summary.even is not None and DOUBT <= summary.even < HINT


def alike(summary: Summary) -> bool:
    """True when all seats that decide win exactly as often."""
    return len({seat.wins.count for seat in choosers(summary)}) == 1


def won(seat: SeatFigures) -> str:
    """`Anne wins 51% (49% to 53%)`."""
    return f"{seat.name} wins {percent(seat.wins)}{within(percents(seat.wins))}"


def _one(summary: Summary) -> bool | None:
    return None if len(choosers(summary)) < 2 else False


def paid(summary: Summary) -> tuple[tuple[str, Distribution], ...]:
    """The payoffs of the seats, where the rules declare any."""
    return tuple((seat.name, seat.payoff) for seat in summary.seats if summary.paid and seat.payoff is not None)


def extremes(summary: Summary) -> tuple[SeatFigures, SeatFigures] | None:
    """The seats that win least and most among those that decide; None where fewer than two seats decide."""
    order = sorted(rivals(summary), key=lambda seat: seat.wins.count)
    return (order[0], order[-1]) if len(order) > 1 else None


def would_show(summaries: Sequence[Summary]) -> str:
    """How large an advantage of a seat would show in these runs, as a subject; empty where the seats of no run can be tested."""
    asked = [each for each in summaries if each.even is not None]
    halves = [max(seat.wins.rate.high - seat.wins.rate.low for seat in rivals(each)) / 2 for each in asked]
    if not halves:
        return ""
    return f"an advantage of about {numbers([detectable(half, DOUBT / len(asked)) for half in halves], plain_points)} points"


def plain_points(difference: float) -> str:
    """A difference of two shares in percentage points, without its sign."""
    return points(difference, difference).lstrip("+")


def hidden(summaries: Sequence[Summary]) -> str:
    """The same as a sentence."""
    found = would_show(summaries)
    return f"{upper(found)} would show in {10 * SHOWN:.0f} of 10 such runs, a smaller one less often." if found else ""


def seats_told(summary: Summary) -> Iterator[str]:
    """What is said of the seats, in sentences."""
    players = rivals(summary)
    if summary.one_side and players:
        wins = players[0].wins
        yield f"All win or lose together: {percent(wins)} of the games{within(percents(wins))} are won."
    elif len(players) == 1:
        (only,) = players
        yield f"{only.name} wins {percent(only.wins)} of the games{within(percents(only.wins))}."
    elif players:
        yield from _rivals(summary, players)
        for side in players:
            if side.name.startswith(SIDE):
                yield f"{side.name.removeprefix(SIDE)} always win together, and count as one side."
    yield from _payoffs(summary)
    for seat in summary.seats:
        if seat.automa:
            yield f"{seat.name}, who plays by rule, wins {percent(seat.wins)}{within(percents(seat.wins))}."


def _rivals(summary: Summary, players: Sequence[SeatFigures]) -> Iterator[str]:
    order = sorted(players, key=lambda seat: -seat.wins.count)
    best, worst = order[0], order[-1]
    if uneven(summary):
        usual = sum(seat.wins.rate.value for seat in players) / len(players)
        small = best.wins.rate.value - usual <= SMALL * usual
        yield "The seats are nearly level, but not quite:" if small else "The seats are not level:"
        yield listed([won(seat) for seat in (order if len(order) <= NAMED else (best, worst))]) + "."
        yield _chance(summary.even)
    elif too_few(summary):
        yield f"These games are too few to tell whether the seats are level: it takes {count(needed(1))} at least in which some"
        yield f"win and some do not, and there {_were(parted(summary))}."
    elif summary.even is None:
        yield f"The seats are level: all of them fare alike, and each wins {percent(best.wins)} of the games."
    elif doubtful(summary):
        yield f"The seats may not be level: {listed([won(seat) for seat in (best, worst)])}."
        yield f"Chance alone would part level seats as much in {100 * summary.even:.0f} of 100 such runs:"
        yield f"too often to be sure ({SURE}), too seldom to call them level. More games would tell."
    else:
        rates = [seat.wins.rate.value for seat in (worst, best)]
        yield f"No seat is shown to be better: they win {numbers(rates, _rounded(best))},"
        yield f"and chance alone would part level seats at least as much in {100 * summary.even:.0f} of 100 such runs."
        yield hidden([summary])


def _rounded(seat: SeatFigures) -> Callable[[float], str]:
    """Writes a share with as many digits as that seat's wins have."""
    half = (seat.wins.rate.high - seat.wins.rate.low) / 2
    return lambda part: percent(Estimate(part, part - half, part + half))


def _payoffs(summary: Summary) -> Iterator[str]:
    known = paid(summary)
    if not known:
        return
    if len({values.mean for _, values in known}) == 1 < len(known):
        mean = known[0][1].mean
        yield f"Each gets {number(mean)} on average{within(between(mean))}."
        return
    order = sorted(known, key=lambda each: -each[1].mean.value)
    some = order if len(order) <= NAMED else (order[0], order[-1])
    gets = [f"{name} gets {amount(values.mean)}{within(between(values.mean))}" for name, values in some]
    yield f"On average {listed(gets)}."


def _were(games: int) -> str:
    return f"{'was' if games == 1 else 'were'} {count(games)}"


def _chance(even: float | None) -> str:
    if even is None or even < 0.001:
        return "Chance alone would part level seats as much in fewer than 1 of 1,000 such runs."
    return f"Chance alone would part level seats as much in about {1000 * even:.0f} of 1,000 such runs."
