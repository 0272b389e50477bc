"""The report on a study: what seems wrong first, then the sections of play with sense, and of play at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..statistics.study import StudyFigures
from . import run_report, sense_report
from .headline import Beginning, of_sense
from .number_format import among, count, upper
from .report import NONE, Plot, Report, Section, Table, columns, section, telling
from .sense_report import dot, plot_of
from .sense_text import cost, costs, played
from .study_text import alarms, faults, headline, told

BEATEN = "Options that are always beaten"

SHOWN = {
    "seats": ("Seats when all play with sense", 0),
    "seats at random": ("At random: seats", 0),
    "options": (BEATEN, 0),
    "lead": ("At random: lead", -1),
    "skill": ("Skill or luck", 0),
    "decisions": ("What is at stake", 0),
}
"""Where each fault is shown: the heading, and the number of the plot under it."""


def report(found: StudyFigures) -> Report:
    """The report on this study."""
    of_sense = sense_report.report(found.sense)
    beginning = Beginning(headline(found), alarms(found), of_sense.beginning.failed_games)
    at_random = "" if found.random is None else f", and {among(found.random.run.games, 'game', 'games')} at random"
    lines = (f"{played(found.run)}{at_random}",)
    sections = _told((*_beaten(found), *sense_report.sections(found.sense), *_random(found)), found)
    return Report(found.run.title, lines, beginning, told(found), sections, of_sense.source, found.run.command)


def _told(sections: Sequence[Section], found: StudyFigures) -> tuple[Section, ...]:
    """The sections, in which the plot that shows the gravest fault has it for a title; where none is found or can be shown, that
    of levels.
    """
    there = {each.heading for each in sections if each.plots}
    for fault in faults(found):
        heading, at = SHOWN.get(fault.subject, ("", 0))
        if heading in there:
            return telling(sections, heading, f"{upper(fault.name)}: {fault.text}", at)
    return telling(sections, "Skill or luck", of_sense(found.sense).headline)


def _beaten(found: StudyFigures) -> Iterator[Section]:
    if not found.beaten:
        return
    rows = tuple(
        (one.worse, one.better or "all others", one.place, count(one.times), cost(one.cost), costs(one.cost), count(one.looked))
        for one in found.beaten
    )
    heads = (*columns("option", "beaten by", "place", "both on offer", "costs", "95% interval", "looked at again"),)
    yield section(BEATEN, "", [_beaten_plot(found)], [Table("Options that another always beats", heads, rows)])


def _beaten_plot(found: StudyFigures) -> Plot:
    rows = [
        dot(f"{one.worse} against {one.better or 'all others'} ({one.place})", one.cost)
        for one in sorted(found.beaten, key=lambda each: -each.cost.value)
    ]
    return plot_of("What it costs to take an option that another beats", rows[: sense_report.ROWS], "points of a win", 0.0)


def _random(found: StudyFigures) -> Iterator[Section]:
    """What is on the page of a run at random, without what a terminal shows of it."""
    if found.random is None:
        return
    for each in run_report.sections(found.random):
        tables = tuple(evolve(table, short=NONE) for table in each.tables)
        yield evolve(each, heading=f"At random: {each.heading.lower()}", tables=tables)
