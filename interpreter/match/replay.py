"""Playing a record again: to look at it, to hold it against a changed ruleset, or to go on with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import assert_never

from attrs import frozen

from ...program.ir import Program
from ..options import actors, decision, find_option, option_text
from ..state import NATURE
from .match import Match
from .records import (
    Answer,
    Chance,
    Entry,
    Header,
    Over,
    Record,
    RecordError,
    RecordWriter,
    Seated,
    Undo,
    header_line,
    read_record,
)

Compile = Callable[[Header], Program]


@frozen
class Parting:
    """Where a record and a ruleset part: in which line of the record, why, and what is offered there instead."""

    line: int
    message: str
    offered: tuple[str, ...]


@frozen
class Replay:
    """A record played again, as far as it goes.

    `parting` is None when it goes to the end; `strayed` is the first line at which nature's stream, on this ruleset, says
    something else than the record does (a ruleset with other cards, a record edited by hand), None when it never does.
    """

    record: Record
    match: Match
    parting: Parting | None
    strayed: int | None


def replay(content: bytes, compile: Compile) -> Replay:
    """The record in *content*, played on the program that *compile* makes of its header (or of a newer file).

    Raises RecordError when it is no record, its last line is cut short or the program has other seats, and RuleError.
    """
    record = read_record(content)
    if record.cut:
        raise RecordError(len(record.entries) + 2, "the last line is cut short")
    return _played(record, compile(record.header))


def begin(path: Path, program: Program, header: Header) -> Match:
    """A match of *program* recorded at *path*; where the unfinished record of the same match lies there, that match goes on.

    Raises RecordError when anything else lies there, OSError when it cannot be read or written, and RuleError.
    """
    content = path.read_bytes() if path.exists() else None
    if content is not None and not header_line(header).startswith(content):
        record = read_record(content)
        if record.header != header:
            raise RecordError(0, f"`{path.name}` holds another match already, and a record is never overwritten")
        return _continued(path, record, program)
    match = Match(program, header)
    match.record_with(RecordWriter.create(path, header) if content is None else RecordWriter.restart(path, header), 0)
    return match


def resume(path: Path, compile: Compile) -> Match:
    """The unfinished match that *path* records, where it stopped; what is answered from now on is added to the record.

    Raises RecordError when it is no record or cannot be gone on with, OSError, and RuleError.
    """
    record = read_record(path.read_bytes())
    return _continued(path, record, compile(record.header))


def _continued(path: Path, record: Record, program: Program) -> Match:
    if record.finished:
        raise RecordError(0, f"the match in `{path.name}` is over, and a record is never overwritten")
    played = _played(record, program)
    if played.parting is not None:
        raise RecordError(played.parting.line, played.parting.message)
    if played.strayed is not None:
        raise RecordError(played.strayed, f"chance gave something else here than seed {record.header.seed} gives")
    played.match.record_with(RecordWriter.reopen(path, record), len(record.entries))
    return played.match


def _played(record: Record, program: Program) -> Replay:
    seats = tuple(seat.name for seat in program.seats)
    if seats != record.header.seats:
        raise RecordError(1, f"recorded with the seats {', '.join(record.header.seats)}, the ruleset has {', '.join(seats)}")
    playing = Match(program, record.header)
    parting: Parting | None = None
    for line, entry in enumerate(record.entries, start=2):
        parting = _play(playing, line, entry)
        if parting is not None:
            break
    return Replay(record, playing, parting, None if playing.strayed is None else playing.strayed + 2)


def _play(playing: Match, line: int, entry: Entry) -> Parting | None:
    """Lets the match go on by that entry; where it cannot, what stands in the way."""
    noted = playing.entries[line - 2 :]
    if noted:
        # a match notes its end by itself, with the answer that brings it
        return None if noted == [entry] else Parting(line, "the match is over here, otherwise than recorded", ())
    seats = playing.header.seats
    match entry:
        case Answer(seat, choice):
            return _choose(playing, line, seats.index(seat), seat, choice)
        case Chance(nature):
            return _choose(playing, line, NATURE, "chance", nature)
        case Undo(seat):
            refused = playing.undo(seats.index(seat))
            return None if refused is None else Parting(line, f"this cannot be taken back: {refused}", ())
        case Seated(people):
            playing.seat_people(tuple(seats.index(name) for name in people))
            return None
        case Over():
            return Parting(line, "the match is not over here", ())
        case _:
            assert_never(entry)


def _choose(playing: Match, line: int, actor: int, name: str, choice: str) -> Parting | None:
    if actor not in actors(playing.program, playing.state):
        return Parting(line, f"{name} is not asked here", ())
    asked = decision(playing.program, playing.state, actor)
    index = find_option(playing.program, asked, choice)
    if index is None:
        offered = tuple(option_text(playing.program, asked, option) for option in asked.options)
        return Parting(line, f"{name} is not offered `{choice}` here", offered)
    if actor == NATURE:
        playing.nature_told(index)
    else:
        playing.answer(actor, index)
    return None
