"""The report on a study: what seems wrong first, then the sections of play with sense, and of play at random."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ..statistics.study import StudyFigures
from . import run_report, sense_report
from .headline import Beginning
from .number_format import among, count
from .report import NONE, Report, Section, Table, columns, section
from .sense_text import cost, costs, played
from .study_text import alarms, headline, told


def report(found: StudyFigures) -> Report:
    """The report on this study."""
    of_sense = sense_report.report(found.sense)
    beginning = Beginning(headline(found), alarms(found), of_sense.beginning.failed_games)
    at_random = "" if found.random is None else f", and {among(found.random.run.games, 'game', 'games')} at random"
    lines = (f"{played(found.run)}{at_random}",)
    sections = (*_beaten(found), *of_sense.sections, *_random(found))
    return Report(found.run.title, lines, beginning, told(found), sections, of_sense.source, found.run.command)


def _beaten(found: StudyFigures) -> Iterator[Section]:
    if not found.beaten:
        return
    rows = tuple(
        (one.worse, one.better or "all others", one.place, count(one.times), cost(one.cost), costs(one.cost), count(one.looked))
        for one in found.beaten
    )
    heads = (*columns("option", "beaten by", "place", "both on offer", "costs", "95% interval", "looked at again"),)
    yield section("Options that are always beaten", "", [], [Table("Options that another always beats", heads, rows)])


def _random(found: StudyFigures) -> Iterator[Section]:
    """What is on the page of a run at random, without what a terminal shows of it."""
    if found.random is None:
        return
    for each in run_report.report(found.random).sections:
        tables = tuple(evolve(table, short=NONE) for table in each.tables)
        yield evolve(each, heading=f"At random: {each.heading.lower()}", tables=tables)
