"""What a study finds to be wrong with a game, as sentences: the headline, and what would have shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from attrs import frozen

from ..statistics.dominance import BeatenFigures
from ..statistics.estimates import Estimate
from ..statistics.intervals import detectable
from ..statistics.study import FEWEST, ROUND, StudyFigures
from .conclusions import Finding, cut_short, never_carried_out, never_offered, unfinished
from .fairness import DOUBT, plain_points, rivals
from .number_format import among, count, interval, listed, percent, percents, some, upper, within
from .sense_text import SLIGHT, cost, costs, findings, gap, matters, verdict

SEEN = 0.05
"""Games go round too often where more than this part of them surely does; and a level pays that gains surely more than this."""


@frozen
class Fault:
    """Something that seems wrong: its name in the headline, and what shows it."""

    subject: str
    name: str
    text: str


def faults(found: StudyFigures) -> tuple[Fault, ...]:
    """What seems wrong with the game, the gravest first."""
    return tuple(
        fault for part in (_rounds, _seats, _beaten, _lead, _backwards, _idle_thought, _idle_choices) for fault in part(found)
    )


def headline(found: StudyFigures) -> str:
    """All that seems wrong, with its size, or that nothing does and what would have shown."""
    shown = faults(found)
    if shown:
        return " ".join(f"{upper(fault.name)}: {fault.text}" for fault in shown)
    return f"Nothing is shown to be wrong in {among(found.run.games, 'game', 'games')}: {listed(list(_sound(found)))}."


def told(found: StudyFigures) -> tuple[Finding, ...]:
    """The findings: each fault, then what the games show otherwise."""
    shown = [Finding(upper(fault.subject), fault.text) for fault in faults(found)]
    there = {finding.subject for finding in shown}
    return (*shown, *(finding for finding in findings(found.sense) if finding.subject not in there))


def alarms(found: StudyFigures) -> tuple[str, ...]:
    """What games at random show beside, and that a better seat may be one in the minds of the bots only."""
    minds = (
        "All choose at the same time, and at random no seat is shown to be better: bots think of the seats in some order, "
        f"and that alone may make one better between `{_top(found)}`."
    )
    told = (minds,) if _better(found) and _in_minds(found) else ()
    if found.random is None:
        return told
    parts = (unfinished, cut_short, never_carried_out, never_offered)
    return (*told, *(f"At random: {text}" for part in parts for text in part(found.random)))


def _sound(found: StudyFigures) -> Iterator[str]:
    seats = found.sense.seats
    if seats is not None and not _better(found):
        least = detectable(max(win.high - win.low for win in seats.wins) / 2, DOUBT / 2)
        told = f"an advantage of about {plain_points(least)} points would show" if least < 0.5 else "too few games to show one"
        yield f"no seat is better ({told})"
    if found.sense.stakes:
        yield "no option is always beaten"
    if found.lead is not None:
        yield "no leader runs away"
    if found.rounds.games.of:
        yield f"at most {100 * found.rounds.games.rate.high:.2g}% of the games go round"


def _rounds(found: StudyFigures) -> Iterator[Fault]:
    rounds = found.rounds
    if rounds.games.rate.low <= SEEN or rounds.first is None:
        return
    point = f"choice {count(rounds.back + 1)} stands where choice {count(rounds.since + 1)} stood"
    where = f"in game {rounds.first}, {point}" if rounds.back else f"game {rounds.first} is the first"
    yield Fault(
        "rounds",
        "play goes round",
        f"in {percent(rounds.games)} of the games{within(percents(rounds.games))} between `{_top(found)}` a position comes back "
        f"after {ROUND} choices or more, or the game does not end; {where}.",
    )


def _seats(found: StudyFigures) -> Iterator[Fault]:
    """A better seat where all play with sense or, where that is not shown, at random; each is judged at half of `DOUBT`."""
    seats, random = found.sense.seats, found.random
    if seats is not None and _better(found) and not _in_minds(found):
        wins = listed(_extremes(zip(seats.wins, seats.names, strict=True)))
        yield Fault("seats", "a seat is better", f"{wins} of {count(seats.games)} games between `{_top(found)}`.")
    elif random is not None and _better_at_random(found):
        wins = listed(_extremes((seat.wins.rate, seat.name) for seat in rivals(random)))
        yield Fault("seats at random", "a seat is better at random", f"{wins} of {count(random.run.games)} games at random.")


def _better(found: StudyFigures) -> bool:
    """Whether a seat is shown to be better where all play with sense."""
    seats = found.sense.seats
    return seats is not None and seats.even is not None and seats.even < DOUBT / 2


def _better_at_random(found: StudyFigures) -> bool:
    return found.random is not None and found.random.even is not None and found.random.even < DOUBT / 2


def _in_minds(found: StudyFigures) -> bool:
    """Whether no rule need make a better seat: all choose at the same time, and games at random show none."""
    return found.at_once and not _better_at_random(found)


def _extremes(wins: Iterable[tuple[Estimate, str]]) -> list[str]:
    """What the seats win that win most and least."""
    order = sorted(wins, key=lambda pair: -pair[0].value)
    return [f"{name} wins {percent(win)}{within(percents(win))}" for win, name in (order[0], order[-1])]


def _beaten(found: StudyFigures) -> Iterator[Fault]:
    told = []
    for (worse, _), parts in groupby(found.beaten, key=lambda one: (one.worse, one.place)):
        told.append(_never_beats(worse, list(parts)))
    if told:
        yield Fault("options", "an option is never right", " ".join(f"{upper(text)}." for text in told))


def _never_beats(worse: str, parts: list[BeatenFigures]) -> str:
    nearest = min(parts, key=lambda one: one.cost.value)
    better = [f"`{one.better}`" for one in parts]
    rivals = "any other" if not nearest.better else listed(better).replace(" and ", " or ")
    looked = sum(one.looked for one in parts)
    return (
        f"`{worse}` ({nearest.place}) never beats {rivals}: over {count(nearest.times)} decisions it costs {cost(nearest.cost)} "
        f"points of a win{within(costs(nearest.cost))}, and a closer look at the {count(looked)} that spoke for it most, which "
        f"would show a lead of {plain_points(max(one.least for one in parts))} points, shows none"
    )


def _lead(found: StudyFigures) -> Iterator[Fault]:
    lead = found.lead
    if lead is None or lead.below > FEWEST * lead.settings:
        return
    fewer = f"only {count(lead.below)} of {count(lead.settings)}" if lead.below else f"none of {count(lead.settings)}"
    yield Fault(
        "lead",
        "the leader runs away",
        f"in only {percent(lead.late)} of the games{within(percents(lead.late))} at random a later loser is ahead or level at "
        f"half-time or later; {fewer} bundled games are decided as early.",
    )


def _backwards(found: StudyFigures) -> Iterator[Fault]:
    for rung in found.sense.rungs:
        if verdict(rung) == "weaker":
            yield Fault(
                "skill",
                "thought pays backwards",
                f"`{rung.stronger}` stands {gap(rung.gap)} against `{rung.weaker}`{within(interval(rung.gap, True))}.",
            )
            return


def _idle_thought(found: StudyFigures) -> Iterator[Fault]:
    rungs = found.sense.rungs
    idle = [rung for rung in rungs if verdict(rung) != "weaker" and rung.gap.high < SEEN]
    if rungs and len(idle) == len(rungs):
        far = rungs[-1]
        yield Fault(
            "skill",
            "thought does not pay",
            f"`{far.stronger}` stands {gap(far.gap)} against `{far.weaker}`{within(interval(far.gap, True))}.",
        )


def _idle_choices(found: StudyFigures) -> Iterator[Fault]:
    idle = [one for one in found.sense.stakes if matters(one) == "does not matter"]
    pays = any(verdict(rung) == "stronger" for rung in found.sense.rungs)
    if pays and len(idle) == len(found.sense.stakes):
        return  # somebody gains by thought what the judge does not see
    if idle:
        names = some([f"“{one.text}” ({one.place}, {cost(one.stake)} points{within(costs(one.stake))})" for one in idle])
        yield Fault(
            "decisions",
            "a decision does not matter",
            f"a random option costs less than {100 * SLIGHT:g} point of a win in {names}.",
        )


def _top(found: StudyFigures) -> str:
    return found.run.levels[-1]
