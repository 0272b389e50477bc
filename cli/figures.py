"""What a run shows, as tables on the screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..lab.findings import findings
from ..lab.wording import between, number, percent, percents

if TYPE_CHECKING:
    from ..lab.figures import CardFigures, ChoiceFigures, Distribution, Summary

SHOWN = 8
"""Of first choices and cards the best and the worst are shown, so many at most."""

WIDTH = 100
"""How wide the tables may be where nobody looks at a terminal."""


def console() -> Console:
    """Where the figures are printed: as wide as the terminal."""
    width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else WIDTH
    return Console(highlight=False, markup=False, emoji=False, width=width)


def table(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table: the first column text, the others to the right."""
    found = Table(title=title or None, box=SIMPLE_HEAD, show_edge=False, title_justify="left", pad_edge=False, title_style="bold")
    for at, heading in enumerate(headings):
        found.add_column(heading, justify="right" if at else "left", overflow="fold", no_wrap=bool(at) or len(heading) > 2)
    for row in rows:
        found.add_row(*row)
    return found


def show(found: Summary) -> None:
    """Print the verdict, then the tables."""
    out = console()
    for finding in findings(found):
        out.print(Text.assemble((f"{finding.subject}: ", "bold"), finding.text))
    for each in tables(found):
        out.print()
        out.print(each)
    run = found.run
    out.print()
    out.print(f"95 % intervals; seed {run.seed}, rulerun {run.version}. The same again:")
    out.print(f"  {run.command}", soft_wrap=True)


def tables(found: Summary) -> list[Table]:
    """The tables, of what there is to tell."""
    made = [seats(found), lengths(found)]
    if found.measures:
        made.append(measures(found))
    if len(found.first_choices) > 1:
        made.append(worth("First choices", ("choice", "wins", "", "times"), chosen(found.first_choices)))
    if len(found.cards) > 1:
        made.append(worth("Cards in hand when first asked", ("card", "wins", "", "times"), held(found.cards)))
    if any(one.name for one in found.alternatives):
        made.append(options(found))
    return made


def seats(found: Summary) -> Table:
    """How the seats fared."""
    scored = any(seat.score is not None for seat in found.seats)
    shared = any(seat.alone.count < seat.wins.count for seat in found.seats)
    most = max(len(seat.places) for seat in found.seats)
    headings = ["seat", "wins", "", *(["alone"] if shared else []), *(["score"] if scored else [])]
    headings += [ordinal(place) for place in range(1, most + 1)] if most > 1 else []
    rows = []
    for seat in found.seats:
        row = [seat.name + (" (by rule)" if seat.automa else ""), percent(seat.wins), percents(seat.wins)]
        row += [percent(seat.alone)] if shared else []
        row += ["" if seat.score is None else number(seat.score.mean)] if scored else []
        if most > 1:
            row += [percent(place) for place in seat.places] + [""] * (most - len(seat.places))
        rows.append(row)
    return table("Seats", headings, rows)


def ordinal(place: int) -> str:
    """`1st`, `2nd`, …"""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def lengths(found: Summary) -> Table:
    """How long games are, and how wide."""
    rows = [spread("decisions", found.decisions), spread("of seats", found.asked)]
    rows += [spread(f"passes: {loop.name}", loop.passes) for loop in found.loops]
    if found.lead is not None and len(found.seats) > 1:
        rows.append(spread("lead changes", found.lead.changes))
    if found.options is not None:
        rows.append(["options a decision", number(found.options), between(found.options), "", "", "", f"{found.most_options:,}"])
    return table("A game", ("", "mean", "", "5 %", "median", "95 %", "most"), rows)


def spread(name: str, values: Distribution) -> list[str]:
    """One line about the values of something."""
    low, _, middle, _, high = values.quantiles
    return [name, number(values.mean), between(values.mean), f"{low:,}", f"{middle:,}", f"{high:,}", f"{values.most:,}"]


def measures(found: Summary) -> Table:
    """The ruleset's own measures."""
    rows = []
    for one in found.measures:
        mean = "never taken" if one.mean is None else number(one.mean)
        interval = "" if one.mean is None else between(one.mean)
        middle = ["", "", "", ""] if one.values is None else spread(one.name, one.values)[3:]
        rows.append([one.name, mean, interval, f"{one.taken:,}", *middle])
    return table("Measures", ("", "mean", "", "taken", "5 %", "median", "95 %", "most"), rows)


def chosen(found: Sequence[ChoiceFigures]) -> list[tuple[str, ...]]:
    """First choices as lines, best first."""
    return [valued(one.choice, one) for one in found]


def held(found: Sequence[CardFigures]) -> list[tuple[str, ...]]:
    """Cards as lines, best first."""
    several = len({one.zone for one in found}) > 1
    best = sorted(found, key=lambda one: -one.wins.rate.value)
    return [valued(f"{one.zone}: {one.card}" if several else one.card, one) for one in best]


def valued(name: str, one: ChoiceFigures | CardFigures) -> tuple[str, ...]:
    """A line about what something is worth."""
    return name, percent(one.wins), percents(one.wins), f"{one.wins.of:,}", tone(one.clear, one.against)


def tone(clear: bool, against: float) -> str:
    """Whether something is better or worse than usual, or cannot be told from it."""
    return ("better" if against > 0 else "worse") if clear else "within noise"


def worth(title: str, headings: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Table:
    """Things with what they are worth: the best and the worst."""
    left = len(rows) - SHOWN
    if left > 1:
        half = SHOWN // 2
        rows = [*rows[:half], (f"… {left} more …", "", "", "", ""), *rows[-half:]]
    return table(title, (*headings, "than usual"), rows)


def options(found: Summary) -> Table:
    """How often each kind of option that has a name was on offer and taken."""
    rows = []
    for one in found.alternatives:
        rate = percent(one.chosen) if one.chosen.of else "never on offer"
        if one.name:
            rows.append((one.name, f"{one.chosen.of:,}", rate))
    return table("Options", ("", "on offer", "taken then"), rows)
