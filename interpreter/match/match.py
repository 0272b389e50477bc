"""A match: one playing of a program, with nature's random stream, a record, and undo."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from attrs import frozen

from ...program.ir import Program
from ..core.events import CardMoved, Event, Held, Released, Revealed, Rotated, Said, Told, heard, sees
from ..core.rng import weighted
from ..course import Turn, Waiting, traced
from ..game import Game
from ..observations import Observer
from ..options import Decision, actors, decision, decisions, is_over, option_text
from ..outcome import outcome
from ..state import NATURE, State, opening
from ..step import Pause, advance_pausing
from .records import Answer, Chance, Entry, Header, Over, Recorder, Seated, Undo, entry_line


@frozen
class Step:
    """One answer: the state before it, the answer itself, what others have not heard of yet behind it, the seats to which
    it showed a hidden face, those that heard through it what others did while all decided together, and where it ended a pass
    of a counted loop.
    """

    before: State
    turn: Turn
    waiting: Waiting
    shown: tuple[int, ...]
    met: tuple[int, ...]
    pauses: tuple[Pause, ...]


class Settled(Enum):
    """Why the last answer of a seat cannot be taken back; the value is the reason in English, for the seat's name."""

    OVER = "the match is over: nothing is taken back now"
    NOTHING = "{0} has not chosen anything yet"
    CHANCE = "chance has had its say since {0} chose"
    CARDS = "{0} has seen new cards since"
    OTHERS = "{0} has seen what the others chose since"


class Match:
    """One playing of a program. It never asks anybody: the caller reads `open` and passes the answers in.

    `state` is an immutable value; `entries` is the record so far, without its header; `strayed` is the index of the first entry
    at which nature chose another option than its stream gives, None when there is none. In `game` the seats are called as
    those who sit there are.
    """

    def __init__(self, game: Game, header: Header) -> None:
        """A match at its start, not yet written to a file. Raises PlayError when the rules fail before the first decision."""
        self.game = game
        self.header = header
        self.state, begun = opening(game)
        told, self._waiting = traced(begun, {})
        self._opening = Turn(NATURE, told)
        self.entries: list[Entry] = []
        self.strayed: int | None = None
        self._steps: list[Step] = []
        self.observer = Observer(game, self.state, actors(game, self.state))
        """What each seat has lived through."""
        self._chance = header.chance.nature()
        self._recorder: Recorder | None = None
        self._written = 0
        end = self._end(self.state)
        if end is not None:
            self._note(end)

    @property
    def program(self) -> Program:
        """The rules, in which the seats are called as those who sit there are."""
        return self.game.program

    @property
    def open(self) -> tuple[Decision, ...]:
        """The open decisions: none when the match is over, several when seats decide together."""
        return decisions(self.game, self.state)

    @property
    def is_over(self) -> bool:
        """True when the match is over."""
        return is_over(self.program, self.state)

    def record_with(self, recorder: Recorder, written: int) -> None:
        """Makes *recorder* take every entry, now and in future, after the first *written*, which it has already."""
        self._recorder, self._written = recorder, written
        self.write()

    def write(self) -> None:
        """Writes those entries that the recorder lacks, where there is one. Raises OSError; nothing is lost then, and it may
        be tried again.
        """
        while self._recorder is not None and self.unwritten:
            self._recorder.append(entry_line(self.entries[self._written]))
            self._written += 1

    @property
    def unwritten(self) -> bool:
        """Whether the recorder lacks an entry."""
        return self._recorder is not None and self._written < len(self.entries)

    def stop_recording(self) -> None:
        """Writes nothing from now on."""
        if self._recorder is not None:
            self._recorder.close()
        self._recorder = None

    def answer(self, seat: int, index: int) -> tuple[Event, ...]:
        """The events when *seat* takes the option with this index. The answer is recorded before this returns.

        Raises ValueError when the seat is not asked (nature is not a seat) or has no such option, and PlayError when the rules
        fail; the match is then unchanged. Raises OSError when the answer could not be written: it stands all the same, as every
        change of a match does, and `write` tries again.
        """
        if seat == NATURE or seat not in actors(self.game, self.state):
            raise ValueError(f"seat {seat} is not asked")
        return self.answer_to(decision(self.game, self.state, seat), index)

    def answer_to(self, asked: Decision, index: int) -> tuple[Event, ...]:
        """The same for a decision that is open now, as `decision` lists it: the options are not listed once more."""
        events = self._take(asked, index)
        self.write()
        return events

    def nature(self, most: int | None = None) -> tuple[Event, ...]:
        """The events until a seat is asked or the match is over, or behind so many decisions. Each decision of nature takes one
        draw from its stream.

        Raises PlayError.
        """
        events: list[Event] = []
        made = 0
        while actors(self.game, self.state) == (NATURE,) and made != most:
            asked = decision(self.game, self.state, NATURE)
            events += self._take(asked, self._drawn(asked))
            self.write()
            made += 1
        return tuple(events)

    def nature_told(self, index: int) -> tuple[Event, ...]:
        """The events when nature takes the option with this index, as a record says. Its stream still advances by one draw.

        Raises ValueError when nature is not asked or has no such option, and PlayError.
        """
        if actors(self.game, self.state) != (NATURE,):
            raise ValueError("nature is not asked")
        asked = decision(self.game, self.state, NATURE)
        if self._drawn(asked) != index and self.strayed is None:
            self.strayed = len(self.entries)
        return self.answer_to(asked, index)

    @property
    def course(self) -> tuple[Turn, ...]:
        """What happened before anybody was asked, then what each answer that stands brought about."""
        return (self._opening, *(step.turn for step in self._steps))

    def pause(self, loop: int) -> tuple[State, tuple[Turn, ...]] | None:
        """How things stood where the last answer ended a pass of a loop, and the course up to there; None where it did not.

        *loop* is the slot that counts the passes (`program/rounds.py`). Nobody is asked in that state.
        """
        last = self._steps[-1] if self._steps else None
        ended = [each for each in last.pauses if each.loop == loop] if last is not None else []
        if last is None or not ended:
            return None
        happened = last.turn.happened[: ended[-1].heard]
        return ended[-1].state, (*self.course[:-1], Turn(last.turn.actor, happened))

    @property
    def people(self) -> tuple[int, ...] | None:
        """The seats at which people sit, by the last entry that says so; None when there is none."""
        said = self._seated
        if said is None:
            return None
        return tuple(index for index, seat in enumerate(self.program.seats) if seat.name in said.people)

    @property
    def bots(self) -> dict[int, str]:
        """The bots that do not choose at random, by their seats, by the last entry that says so."""
        said = self._seated
        named = {} if said is None else dict(said.bots)
        return {index: named[seat.name] for index, seat in enumerate(self.program.seats) if seat.name in named}

    @property
    def names(self) -> dict[int, str]:
        """What those who sit there are called, by their seats, by the last entry that says so."""
        said = self._seated
        called = {} if said is None else dict(said.names)
        return {index: called[seat.name] for index, seat in enumerate(self.program.seats) if seat.name in called}

    @property
    def _seated(self) -> Seated | None:
        return next((entry for entry in reversed(self.entries) if isinstance(entry, Seated)), None)

    def seat_people(self, people: tuple[int, ...], bots: Mapping[int, str], names: Mapping[int, str]) -> None:
        """Records that people sit at these seats from now on, these bots at theirs, and `random` at the others; and what they are
        called who go by other *names* than their seats'. Nothing else changes.
        """
        seats = [seat.name for seat in self.program.seats]
        called = {seats[seat]: names[seat] for seat in sorted(names)}
        sitting = tuple(seats[seat] for seat in people)
        self._note(Seated(sitting, tuple((seats[seat], bots[seat]) for seat in sorted(bots)), tuple(called.items())))
        self.game = self.observer.game = self.game.called(called)
        self.write()

    def undo(self, seat: int) -> str | None:
        """Takes back the last answer of *seat* and everything after it. None when done, else the reason why it is refused.

        It is refused when the match is over, chance has decided something since, the seat has seen a hidden face, or it has
        heard what others chose while all decided together: none of that can be taken back. While all decide together and not all
        have answered, the answers of others stay: they are given once more behind it. Raises OSError as `answer` does.
        """
        kept = self.others_in_block(seat)
        refused = self._undo(seat, self.settled(seat))
        if refused is None:
            for other, code in kept or ():
                asked = decision(self.game, self.state, other)
                self._take(asked, next(at for at, option in enumerate(asked.options) if option.code == code))
            self.write()
        return refused

    def others_in_block(self, seat: int) -> list[tuple[int, int]] | None:
        """Where the last answer of *seat* stands in a block in which all decide together and have not all answered: what others
        have answered there since, each with the code of the option; else None.
        """
        since = self._since(seat)
        if not since or not all(isinstance(each.event, Held) for step in since for each in step.turn.happened):
            return None
        answers = self.observer.answers[len(self.observer.answers) - len(since) :]
        return [(each.asked.actor, each.asked.options[each.index].code) for each in answers if each.asked.actor != seat]

    def undo_recorded(self, seat: int) -> str | None:
        """The same as a record tells it: one written before `undo` was refused after deciding together can still be replayed."""
        refused = self._undo(seat, self._settled(seat))
        self.write()
        return refused

    def settled(self, seat: int) -> Settled | None:
        """Why `undo` is refused to the seat now; None when it is not."""
        reason = Settled.OVER if self.is_over else self._settled(seat)
        if reason is None and any(seat in step.met for step in self._since(seat)):
            return Settled.OTHERS
        return reason

    def _settled(self, seat: int) -> Settled | None:
        """The same, whatever the seat has heard of others while all decided together."""
        since = self._since(seat)
        if not since:
            return Settled.NOTHING
        if any(step.turn.actor == NATURE for step in since):
            return Settled.CHANCE
        if any(seat in step.shown for step in since):
            return Settled.CARDS
        return None

    def _undo(self, seat: int, reason: Settled | None) -> str | None:
        if reason is not None:
            return reason.value.format(self.program.seats[seat].name)
        since = self._since(seat)
        self.state = since[0].before
        self.observer.take_back(len(since), self.state)
        del self._steps[len(self._steps) - len(since) :]
        self._note(Undo(self.program.seats[seat].name))
        return None

    def _since(self, seat: int) -> list[Step]:
        """The last step of the seat, and all after it; none when it has not chosen anything."""
        last = next((at for at in reversed(range(len(self._steps))) if self._steps[at].turn.actor == seat), len(self._steps))
        return self._steps[last:]

    def _drawn(self, asked: Decision) -> int:
        return weighted([option.weight for option in asked.options], self._chance.below)

    def _take(self, asked: Decision, index: int) -> tuple[Event, ...]:
        if not 0 <= index < len(asked.options):
            raise ValueError(f"no option {index} among {len(asked.options)}")
        before = self.state
        after, happened, pauses = advance_pausing(self.game, before, asked.actor, index)
        end = self._end(after)  # the outcome may fail too, and then nothing has happened
        self.state = after
        events = tuple([each.event for each in happened])
        told, waiting = traced(happened, self._steps[-1].waiting if self._steps else self._waiting)
        self.observer.note(asked, index, events, after)
        seen = shown(self.program, events), met(self.program, events)
        self._steps.append(Step(before, Turn(asked.actor, told), waiting, *seen, pauses))
        text = option_text(self.game, asked, asked.options[index])
        self._note(Chance(text) if asked.actor == NATURE else Answer(self.program.seats[asked.actor].name, text))
        if end is not None:
            self._note(end)
        return events

    def _note(self, entry: Entry) -> None:
        self.entries.append(entry)

    def _end(self, state: State) -> Over | None:
        """The end of the match as a record tells it; None while the match goes on. Raises PlayError."""
        if not is_over(self.program, state):
            return None
        end = outcome(self.game, state)
        names = [seat.name for seat in self.program.seats]
        scores = tuple((name, score) for name, score in zip(names, end.scores, strict=True) if score is not None)
        return Over(tuple(names[seat] for seat in end.winners), scores)


def shown(program: Program, events: tuple[Event, ...]) -> tuple[int, ...]:
    """The players to whom *events* show a face that they could not see before."""
    return tuple(seat for seat in program.players if any(_shows(program, event, seat) for event in events))


def met(program: Program, events: tuple[Event, ...]) -> tuple[int, ...]:
    """The players who hear in *events* what another seat did while all decided together."""
    told = [event for event in events if isinstance(event, Released)]
    return tuple(seat for seat in program.players if any(heard(program, event, seat) is not None for event in told))


def _shows(program: Program, event: Event, seat: int) -> bool:
    match heard(program, event, seat):
        case Said():
            return isinstance(event, Said) and event.to == seat and not event.others
        case CardMoved(kind=int(), source=source):
            return not sees(program, source, seat)
        case Revealed(zone=zone, faces=faces) if faces is not None:
            return not sees(program, zone, seat)
        case Rotated(zones=zones, faces=faces):
            return any(each is not None and not sees(program, zone, seat) for zone, each in zip(zones, faces, strict=True))
        case Told(zone=zone, marks=marks) if marks is not None:
            return not sees(program, zone, seat)
        case _:
            return False
