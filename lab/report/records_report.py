"""The report on recorded matches: what they show together, then each by itself, with the point at which it turned."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from attrs import evolve

from ..statistics.recorded import RecordedMatch, RecordsFigures
from . import run_report
from .conclusions import Finding
from .number_format import altered, among, between, count, listed, number, percent, percents, some, within
from .report import Cut, Report, Section, Table, columns, section

MOST = 12
"""A terminal shows at most so many matches, those that turned last first."""


def report(found: RecordsFigures) -> Report:
    """The report on these matches."""
    run = found.summary.run
    of_run = run_report.report(found.summary)
    source = f"{altered(run)}: {among(len(found.matches), 'recorded match', 'recorded matches')} of {_who(found)}"
    beginning = evolve(of_run.beginning, alarms=(*_refused(found), *of_run.beginning.alarms))
    return Report(
        run.title,
        (f"{run.title}, {source}",),
        beginning,
        (*of_run.findings, *_options(found), *_turning(found), *_sure()),
        (_matches(found), *_left_out(found), *of_run.sections),
        f"{source}; rulerun {run.version}",
        run.command,
    )


def _who(found: RecordsFigures) -> str:
    """Who played: people, bots, or both."""
    seats = len(found.summary.run.seats) - sum(found.summary.run.automa)
    known = [each.people for each in found.matches if each.people is not None]
    if not known:
        return "players of whom the records say nothing"
    whole = sum(len(people) == seats for people in known)
    if whole == len(found.matches):
        return "people"
    if not any(known):
        return "bots"
    return f"people and bots (in {count(whole)} people sat at all seats)"


def _refused(found: RecordsFigures) -> Iterator[str]:
    for why, names in groupby(sorted(found.refused, key=lambda one: one[1]), key=lambda one: one[1]):
        yield f"Left out: {some([f'`{name}`' for name, _ in names])}: {why}."


def _options(found: RecordsFigures) -> Iterator[Finding]:
    """Which options nobody ever took, or everybody always, and those taken least and most often of the others."""
    known = [one for one in found.summary.alternatives if one.name and one.chosen.of and not one.sole]
    never = [one for one in known if not one.chosen.count]
    always = [one for one in known if one.chosen.count == one.chosen.of]
    told = []
    for words, those in (("Never", never), ("Always", always)):
        if those:
            offers = [
                f"`{one.name}` ({one.place}, {among(one.chosen.of, 'offer', 'offers')}: {percents(one.chosen)})" for one in those
            ]
            told.append(f"{words} taken when on offer: {some(offers)}.")
    others = sorted((one for one in known if one not in never and one not in always), key=lambda one: one.chosen.rate.value)
    if len(others) > 1:
        least, most = (f"`{one.name}` {percent(one.chosen)}{within(percents(one.chosen))}" for one in (others[0], others[-1]))
        told.append(f"Taken most often when on offer: {most}; least often{' of the others' if never else ''}: {least}.")
    if told:
        yield Finding("Options", " ".join(told))


def _turning(found: RecordsFigures) -> Iterator[Finding]:
    """When matches turned for good."""
    lead = found.summary.lead
    latest = max(found.matches, key=_late, default=None)
    if lead is None or latest is None or latest.turned is None:
        return
    until = lead.until_percent.mean
    yield Finding(
        "Turning points",
        f"The lead turned for good after {number(until)}% of a match{within(between(until))} on average; last in "
        f"`{latest.name}`, at choice {count(latest.turned)} of {count(latest.choices)}.",
    )


def _sure() -> Iterator[Finding]:
    yield Finding("How sure", "Intervals and tests take matches as independent; those of the same people are so only in part.")


def _left_out(found: RecordsFigures) -> Iterator[Section]:
    if found.refused:
        yield section("Left out", "", [], [Table("Records that are not counted", columns("record", "why"), found.refused)])


def _late(one: RecordedMatch) -> float:
    return -1.0 if one.turned is None else one.turned / max(1, one.choices)


def _matches(found: RecordsFigures) -> Section:
    told = any(each.turned is not None for each in found.matches)
    rows = tuple(
        (
            one.name,
            listed(one.winners) or "nobody",
            count(one.choices),
            *(("–", "–") if one.changes is None or one.turned is None else (count(one.changes), count(one.turned)))[: 2 * told],
        )
        for one in sorted(found.matches, key=lambda each: -_late(each))
    )
    heads = columns("match", "won", "choices", *(("lead changes", "turned at choice") if told else ()))
    note = "“turned at”: the last choice up to which a later loser was ahead or level." if told else ""
    return section("Matches", "", [], [Table("The matches, those that turned last first", heads, rows, note, Cut(MOST))])
