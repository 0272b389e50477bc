"""Prints what games between levels show, as tables on the screen."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING

from rich.text import Text

from ...lab.report.headline import of_sense
from ...lab.report.number_format import amount, between, count, interval, number, percent, percents
from ...lab.report.sense_text import cost, costs, findings, gap, matters, played, verdict
from .run import begin, console, say, table

if TYPE_CHECKING:
    from rich.table import Table

    from ...lab.statistics.card_worth import WorthFigures
    from ...lab.statistics.sense import Sense
    from ...lab.statistics.sensible_seats import SensibleSeats

MOST = 12
"""A table has at most this many options or cards: the extreme ones."""

SHORT = 30
"""A sentence is cut to this many characters."""


def show(found: Sense) -> None:
    """Print what was played, what it shows, then the tables."""
    out, run = console(), found.run
    out.print(Text(played(run), "bold"))
    begin(out, of_sense(found))
    say(out, findings(found), of_sense(found))
    for each in tables(found):
        out.print()
        out.print(each)
    out.print()
    out.print(f"95% intervals; seed {run.seed}, rulerun {run.version}. The same again:")
    out.print(f"  {run.command}", soft_wrap=True)


def tables(found: Sense) -> list[Table]:
    """The tables, without those that are empty."""
    made = [levels(found)] if found.alone else []
    if found.rungs:
        made.append(skill(found))
    if found.seats is not None:
        made.append(seats(found.seats))
    if found.stakes:
        rows = [
            (shorten(one.text, SHORT), line(one.place), count(one.asked), cost(one.stake), costs(one.stake), matters(one))
            for one in found.stakes
        ]
        heads = ("decision", "line", "asked", "cost", "", "verdict")
        made.append(table("What a random option costs, in points of a win", heads, rows))
    if found.rights:
        made.append(rights(found))
    for caption, cards in (("Cards held, in points of a win", found.held), ("Cards played, in points of a win", found.played)):
        if cards:
            made.append(worths(caption, cards))
    return made


def line(place: str) -> str:
    """The number of the line of a `FILE:LINE`: the sentences above have the file too."""
    return place.rpartition(":")[2]


def levels(found: Sense) -> Table:
    """How each level fares by itself."""
    scored = any(one.score is not None for one in found.alone)
    rows = []
    for one in found.alone:
        score = ("", "") if one.score is None else (number(one.score), between(one.score))
        rows.append((one.name, count(one.games), percent(one.standing), percents(one.standing), *(score if scored else ())))
    return table("Levels", ("level", "games", "standing", "", *(("score", "") if scored else ())), rows)


def skill(found: Sense) -> Table:
    """Each level against the one below it, then the strongest against the weakest."""
    pays = any(one.payoff is not None for one in found.rungs)
    rows = []
    for one in found.rungs:
        wins = ("", "") if one.wins is None else (percent(one.wins), percents(one.wins))
        paid = ("" if one.payoff is None else amount(one.payoff),) if pays else ()
        rows.append((one.stronger, one.weaker, count(one.games), *wins, *paid, gap(one.gap), verdict(one)))
    return table("Skill", ("level", "against", "games", "wins", "", *(("payoff",) if pays else ()), "stands", "verdict"), rows)


def seats(found: SensibleSeats) -> Table:
    """How the seats fare when all play with sense."""
    rows = []
    for at, (name, win) in enumerate(zip(found.names, found.wins, strict=True)):
        rows.append((name, percent(win), percents(win), *((amount(found.payoffs[at]),) if found.payoffs else ())))
    return table("Seats, all with sense", ("seat", "wins", "", *(("payoff",) if found.payoffs else ())), rows)


def rights(found: Sense) -> Table:
    """The options that were least often as good as the best."""
    rows = [(one.option, count(one.right.of), percent(one.right), cost(one.cost), costs(one.cost)) for one in found.rights[:MOST]]
    return table("Options least often right", ("option", "on offer", "right", "costs", ""), rows)


def worths(caption: str, cards: tuple[WorthFigures, ...]) -> Table:
    """A table of what cards were worth, of many only the best and the worst."""
    order, several = sorted(cards, key=lambda one: -one.worth.value), len({one.where for one in cards}) > 1
    shown = order if len(order) <= MOST else [*order[: MOST // 2], *order[-(MOST // 2) :]]
    rows = [
        (
            f"{one.card} in {one.where}" if several else one.card,
            count(one.having),
            gap(one.worth),
            interval(one.worth, True),
            "clear" if one.clear else "within noise",
        )
        for one in shown
    ]
    return table(caption, ("card", "times", "worth", "", "verdict"), rows)
