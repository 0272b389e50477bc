"""Prints the figures of a run, as tables on the screen."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...lab.report.conclusions import breadth, findings, lengths, standing
from ...lab.report.fairness import paid
from ...lab.report.headline import of_run
from ...lab.report.number_format import amount, between, count, number, ordinal, percent, percents, played, taken
from ..draw.printer import Printer

if TYPE_CHECKING:
    from ...lab.report.conclusions import Finding
    from ...lab.report.headline import Beginning
    from ...lab.statistics.estimates import CardFigures, ChoiceFigures, Distribution, Estimate, RunDescription, Summary

SHOWN = 8
"""At most this many first choices or cards are shown: the best and the worst."""

SPREAD = ("mean", "", "5%", "median", "95%", "most")
"""The headings for what `spread` returns after the name."""

WIDTH = 100
"""Columns of the screen that the tables may take where the output is not a terminal."""


def console() -> Console:
    """The console to print figures on: as wide as the terminal, or as `COLUMNS` says, else `WIDTH` columns."""
    width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else WIDTH
    return Printer(highlight=False, markup=False, emoji=False, width=width)


def table(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table whose first column is set to the left, the others to the right."""
    found = Table(title=title or None, box=SIMPLE_HEAD, show_edge=False, title_justify="left", pad_edge=False, title_style="bold")
    for at, heading in enumerate(headings):
        found.add_column(heading, justify="right" if at else "left", overflow="fold", no_wrap=bool(at) or len(heading) > 2)
    for row in rows:
        found.add_row(*row)
    return found


def wrapping(made: Table) -> Table:
    """The table, in which every column may wrap: a narrow terminal would cut some off."""
    for column in made.columns:
        column.no_wrap = False
    return made


def show(found: Summary) -> None:
    """Print what was played, the findings, then the tables."""
    out = console()
    out.print(Text(played(found.run), "bold"))
    begin(out, of_run(found))
    say(out, findings(found), of_run(found))
    for each in tables(found):
        out.print()
        out.print(each)
    again(out, "95% intervals", found.run, found.run.command)


def begin(out: Console, beginning: Beginning) -> None:
    """Print the headline, the alarms, and the commands that play games that failed, each whole on a line."""
    out.print(Text(beginning.headline, "bold"))
    for alarm in beginning.alarms:
        out.print(Text.assemble(("! ", "bold red"), alarm))
    for words, command in beginning.failed_games:
        out.print(f"{words}:")
        out.print(f"  {command}", soft_wrap=True)
    out.print()


def say(out: Console, found: Iterable[Finding], beginning: Beginning) -> None:
    """Print findings, a paragraph for each, without what the headline and the alarms have told."""
    for finding in found:
        text = finding.text
        for known in (beginning.headline, *beginning.alarms):
            text = text.replace(known, "").strip()
        if text:
            out.print(Text.assemble((f"{finding.subject}: ", "bold"), text))


def again(out: Console, digits: str, run: RunDescription, command: str) -> None:
    """Print how to read the *digits* above, and the command that repeats the run."""
    out.print()
    out.print(f"{digits}; seed {run.seed}, rulerun {run.version}. The same again:")
    out.print(f"  {command}", soft_wrap=True)


def tables(found: Summary) -> list[Table]:
    """The tables for which there are figures."""
    made = [seats(found), length(found)]
    if found.measures:
        made.append(measures(found))
    known = [[one.name, *spread("", one.values)[3:]] for one in found.measures if one.values is not None]
    if known:
        made.append(table("All values of each measure", ("", *SPREAD[2:]), known))
    if len(found.first_choices) > 1:
        title = "First choices, each seat's own, all seats together"
        made.append(worth(title, ("choice", "wins", "", "times"), chosen(found.first_choices)))
    if len(found.cards) > 1:
        made.append(worth("Cards in hand when first asked", ("card", "wins", "", "times"), held(found.cards)))
    if any(one.name for one in found.alternatives):
        made.append(options(found))
    return made


def seats(found: Summary) -> Table:
    """How the seats fared."""
    scored = any(seat.score is not None for seat in found.seats)
    shared = any(seat.alone.count < seat.wins.count for seat in found.seats)
    payoffs = dict(paid(found))
    most = max(len(seat.places) for seat in found.seats) if found.ranked else 0
    headings = ["seat", "wins", "", *(["alone"] if shared else []), *(["score", ""] if scored else [])]
    headings += ["payoff", ""] if payoffs else []
    headings += [ordinal(place) for place in range(1, most + 1)] if most > 1 else []
    rows = []
    for seat in found.seats:
        row = [seat.name + (" (by rule)" if seat.automa else ""), percent(seat.wins), percents(seat.wins)]
        row += [percent(seat.alone)] if shared else []
        row += mean(seat.score, number) if scored else []
        row += mean(payoffs.get(seat.name), amount) if payoffs else []
        if most > 1:
            row += [percent(place) for place in seat.places] + [""] * (most - len(seat.places))
        rows.append(row)
    return table("Seats", headings, rows)


def mean(values: Distribution | None, write: Callable[[Estimate], str]) -> list[str]:
    """The mean of some values as *write* gives it, and its interval; both empty where there are no values."""
    return ["", ""] if values is None else [write(values.mean), between(values.mean)]


def length(found: Summary) -> Table:
    """How long games are; below, how many options decisions have."""
    rows = [spread(name, values) for name, values in lengths(found)]
    if found.lead is not None and len(found.seats) > 1:
        rows.append(spread("changes of the lead", found.lead.changes))
    made = table("A game", ("", *SPREAD), rows)
    made.caption, made.caption_justify, made.caption_style = breadth(found) or None, "left", ""
    return made


def spread(name: str, values: Distribution) -> list[str]:
    """The row about one distribution, under `SPREAD`."""
    low, _, middle, _, high = values.quantiles
    return [name, number(values.mean), between(values.mean), *(count(each) for each in (low, middle, high, values.most))]


def measures(found: Summary) -> Table:
    """The ruleset's own measures."""
    rows = []
    for one in found.measures:
        mean = "never taken" if one.mean is None else number(one.mean)
        interval = "" if one.mean is None else between(one.mean)
        rows.append([one.name, mean, interval, count(one.taken)])
    return table("Measures", ("", "mean", "", "times measured"), rows)


def chosen(found: Sequence[ChoiceFigures]) -> list[tuple[str, ...]]:
    """First choices as rows, best first."""
    return [valued(one.choice, one, len(found)) for one in found]


def held(found: Sequence[CardFigures]) -> list[tuple[str, ...]]:
    """Cards as rows, best first."""
    rivals = Counter(one.zone for one in found)
    best = sorted(found, key=lambda one: -one.wins.rate.value)
    return [valued(f"{one.zone}: {one.card}" if len(rivals) > 1 else one.card, one, rivals[one.zone]) for one in best]


def valued(name: str, one: ChoiceFigures | CardFigures, rivals: int) -> tuple[str, ...]:
    """The row that says what a choice or card is worth, compared with *rivals* others."""
    return name, percent(one.wins), percents(one.wins), count(one.wins.of), standing(one, rivals)


def worth(title: str, headings: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Table:
    """A table of what choices or cards are worth: of many only the best and the worst."""
    left = len(rows) - SHOWN
    if left > 1:
        half = SHOWN // 2
        rows = [*rows[:half], (f"… {left} more …", "", "", "", ""), *rows[-half:]]
    return table(title, (*headings, "than usual"), rows)


def options(found: Summary) -> Table:
    """How often each kind of option that has a name was on offer and taken."""
    rows = [(one.name, count(one.chosen.of), taken(one.chosen, one.sole)) for one in found.alternatives if one.name]
    made = table("Options", ("", "on offer", "taken then"), rows)
    if any(one.sole for one in found.alternatives if one.name):
        made.caption, made.caption_justify, made.caption_style = "“nothing else” was ever on offer beside it.", "left", ""
    return made
