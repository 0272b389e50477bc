"""Replaying a record: to inspect it, or to compare it with a changed ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from attrs import frozen

from ...program.ir import Program
from ..explain import because
from ..game import Game
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
    Seated,
    Undo,
    read_record,
)

Compile = Callable[[Header], Program]


@frozen
class Parting:
    """The first entry of a record that a ruleset does not allow: its line, the reason, and the options offered there instead."""

    line: int
    message: str
    offered: tuple[str, ...]


@frozen
class Replay:
    """A record and the match that replays it, as far as possible.

    `parting` is None when all entries could be played. `strayed` is the line of the first entry at which nature's stream, on
    this ruleset, gives another option than the record (the ruleset has other cards, or the record was edited), None when there
    is none.
    """

    record: Record
    match: Match
    parting: Parting | None
    strayed: int | None


def replay(content: bytes, compile: Compile) -> Replay:
    """The record in *content*, replayed on the program that *compile* returns for its header (or for a newer file).

    Raises RecordError when *content* is not a record, its last line is cut short or the program has other seats, and PlayError.
    """
    record = read_record(content)
    if record.cut:
        raise RecordError(len(record.entries) + 2, "the last line is cut short")
    return played(record, Game(compile(record.header)))


def played(record: Record, game: Game) -> Replay:
    """The record, replayed as far as the game allows."""
    program = game.program
    seats = tuple(seat.name for seat in program.seats)
    if seats != record.header.seats:
        raise RecordError(1, f"recorded with the seats {', '.join(record.header.seats)}, the ruleset has {', '.join(seats)}")
    playing = Match(game, record.header)
    parting: Parting | None = None
    for line, entry in enumerate(record.entries, start=2):
        parting = _play(playing, line, entry)
        if parting is not None:
            break
    return Replay(record, playing, parting, None if playing.strayed is None else playing.strayed + 2)


def _play(playing: Match, line: int, entry: Entry) -> Parting | None:
    """Applies an entry to the match. None when done, else why it cannot be applied."""
    noted = playing.entries[line - 2 :]
    if noted:
        # The match adds its end by itself, together with the last answer, so this entry must be equal to that one.
        return None if noted == [entry] else Parting(line, "the match is over here, otherwise than recorded", ())
    seats = playing.header.seats
    match entry:
        case Answer(seat, choice):
            return _choose(playing, line, seats.index(seat), seat, choice)
        case Chance(nature):
            return _choose(playing, line, NATURE, "chance", nature)
        case Undo(seat):
            refused = playing.undo_recorded(seats.index(seat))
            return None if refused is None else Parting(line, f"this cannot be taken back: {refused}", ())
        case Seated(people, bots, names):
            places = {name: place for place, name in enumerate(seats)}
            called = {places[seat]: name for seat, name in names}
            playing.seat_people(tuple(places[seat] for seat in people), {places[seat]: bot for seat, bot in bots}, called)
            return None
        case Over():
            return Parting(line, "the match is not over here", ())
        case _:
            assert_never(entry)


def _choose(playing: Match, line: int, actor: int, name: str, choice: str) -> Parting | None:
    if actor not in actors(playing.game, playing.state):
        return Parting(line, f"{name} is not asked here", ())
    asked = decision(playing.game, playing.state, actor)
    index = find_option(playing.game, asked, choice)
    if index is None:
        offered = tuple(option_text(playing.game, asked, option) for option in asked.options)
        why = "" if actor == NATURE else because(playing.game, playing.state, actor, choice)
        return Parting(line, f"{name} is not offered `{choice}` here{why and f': {why}'}", offered)
    if actor == NATURE:
        playing.nature_told(index)
    else:
        playing.answer(actor, index)
    return None
