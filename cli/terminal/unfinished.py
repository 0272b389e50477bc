"""The matches of the working folder that people have begun and not ended, so that these can be gone on with."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from attrs import frozen

from ...interpreter.match.history import standing
from ...interpreter.match.records import Answer, Record, RecordError, Seated, read_record
from ...session.catalogue import CatalogueEntry
from ...session.setup import Choice, SetupQuestion
from ...table.phrases import phrase

LOOKED_INTO, LISTED = 30, 4
"""At most so many records are looked into, the newest first, and so many matches are listed."""


@frozen
class Unfinished:
    """A match that is not over: its record, the ruleset's name, how many choices people and bots have made, and when the last."""

    path: Path
    ruleset: str
    choices: int
    when: datetime


def unfinished() -> tuple[Unfinished, ...]:
    """Those of the working folder in which somebody has chosen, the newest first; what cannot be read is left out."""
    dated = sorted(((path.stat().st_mtime, path) for path in Path().glob("*.rulerun") if path.is_file()), reverse=True)
    found = []
    for when, path in dated[:LOOKED_INTO]:
        try:
            record = read_record(path.read_bytes())
        except (RecordError, OSError):
            continue
        choices = chosen(record)
        if choices:
            found.append(Unfinished(path, record.header.ruleset, choices, datetime.fromtimestamp(when)))
    return tuple(found[:LISTED])


def chosen(record: Record) -> int:
    """How many choices were made in a match that is not over and in which a person has made one; 0 in any other."""
    people = {name for entry in record.entries if isinstance(entry, Seated) for name in entry.people}
    answers = [entry for entry in standing(record.entries) if isinstance(entry, Answer)]
    played = any(answer.seat in people for answer in answers)
    return len(answers) if played and not record.finished else 0


def which(matches: Sequence[Unfinished], games: Sequence[CatalogueEntry], language: str) -> SetupQuestion:
    """Asks which of these matches goes on; "" is a new one."""
    titles = {game.survey.name: game.survey.title.say(language) for game in games}
    listed = [
        Choice(
            str(match.path),
            titles.get(match.ruleset, match.ruleset),
            phrase(language, "so far", match.choices, f"{match.when:%Y-%m-%d %H:%M}", match.path),
        )
        for match in matches
    ]
    listed.append(Choice("", phrase(language, "begin anew")))
    return SetupQuestion("match", phrase(language, "ask match"), tuple(listed), listed[0].value)
