"""The report on a race between settings: the best first, then all in one table and one plot."""

from __future__ import annotations

from ..statistics.estimates import Estimate
from ..statistics.race import DOUBT, Aim
from ..statistics.tuning import SettingFigures, TuneFigures
from .charts import Dot, Dots
from .headline import Beginning
from .number_format import bare, between, count, number, upper, within
from .report import ALL, Column, Kind, Plot, Report, Section, Table
from .tune_text import alarms, behind_told, figure_told, findings, headline, named, scaled, source

FIGURES = {
    Aim.FAIR: "seats apart, points",
    Aim.SHORT: "choices",
    Aim.CLOSE: "open up to, %",
    Aim.SKILL: "levels apart, points",
}

VERDICTS = {"best": "best", "open": "not shown worse", "worse": "worse", "out": "left out"}

TOLD = 12
"""The description of the plot in words names at most so many settings; the table has all."""


def report(found: TuneFigures) -> Report:
    """The report on this race."""
    run = found.run
    beginning = Beginning(headline(found), tuple(alarms(found)))
    played = f"{run.title}: {source(run)}"
    sections = (Section("All settings", "", _plots(found), (_table(found),)),)
    return Report(
        run.title, (played,), beginning, tuple(findings(found)), sections, f"{played}; rulerun {run.version}", run.command
    )


def _table(found: TuneFigures) -> Table:
    run = found.run
    known = [each for each in (found.best, *found.open) if each is not None]
    worse = sorted(found.worse, key=lambda each: 0.0 if each.behind is None else each.behind.value)
    rows = []
    fair, tied = run.aim is Aim.FAIR, any(each.tied.count for each in found.settings)
    for one in (*known, *worse, *found.out):
        figure = Estimate(0.0) if one.figure is None else scaled(run.aim, one.figure)
        rows.append(
            (
                *(value for _, value in one.setting),
                "" if one.figure is None else number(figure),
                "" if one.figure is None else between(figure),
                behind_told(run.aim, one),
                *((_ahead(found, one),) if fair else ()),
                *((f"{100 * one.tied.rate.value:.2g}%" if one.tied.of else "",) if tied else ()),
                count(one.games),
                VERDICTS[one.verdict],
            )
        )
    heads = (
        FIGURES[run.aim],
        "95% interval",
        "worse by",
        *(("wins most",) if fair else ()),
        *(("ties",) if tied else ()),
        "games",
    )
    columns = (
        *(Column(name, Kind.WORDS) for name, _ in run.dials),
        *(Column(name, Kind.NUMBER) for name in heads),
        Column("verdict", Kind.WORDS),
    )
    note = "“worse by”: than the best, or than the one that beat it, in the games that both have played."
    if found.open:
        note += (
            " “not shown worse” does not mean as good: the interval says how much worse it may be. Verdicts are judged at "
            f"{DOUBT * 100:g} in 100 and allow for all settings, so an interval without 0 need not be enough."
        )
    return Table("All settings, the best first", columns, tuple(rows), note, ALL)


def _ahead(found: TuneFigures, one: SettingFigures) -> str:
    if not one.wins:
        return ""
    top = max(one.wins)
    return f"{found.run.seats[one.wins.index(top)]} {100 * top:.3g}%"


def _plots(found: TuneFigures) -> tuple[Plot, ...]:
    shown = [each for each in found.settings if each.figure is not None]
    dots = []
    for one in shown:
        if one.figure is not None:
            figure = scaled(found.run.aim, one.figure)
            words = f"{bare(named(one))}: {number(figure)}{within(between(figure))}, {VERDICTS[one.verdict]}"
            dots.append(Dot(bare(named(one)), figure.value, figure.low, figure.high, words))
    if not dots:
        return ()
    words = "; ".join(dot.words for dot in dots[:TOLD]) + (f"; and {count(len(dots) - TOLD)} more" if len(dots) > TOLD else "")
    best = found.best
    told = "" if best is None else f": {bare(named(best))} is best, where {figure_told(found.run.aim, best.figure)}"
    caption = f"{upper(FIGURES[found.run.aim])}{told}"
    return (Plot(caption, f"{words}.", Dots(tuple(dots), FIGURES[found.run.aim], "", None)),)
