"""What one seat has lived through since the start of a match: all that it heard, saw and answered, and nothing else.

A history is plain data without a state, so whoever is given one knows no more than a person in that seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from attrs import Factory, define, frozen

from ..program.ir import Program
from .core.events import Event, Happening, Option, heard
from .game import Game
from .options import Decision, actors, decision
from .state import State, initial
from .step import advance


@frozen
class Own:
    """What the seat itself was asked and answered: the number of the stop, its options, and the index of its answer."""

    stop: int
    options: tuple[Option, ...]
    index: int

    @property
    def code(self) -> int:
        """The stable code of the answer."""
        return self.options[self.index].code


@frozen
class Observation:
    """Somebody's answer, as one seat lived through it: its own answer (None: another's), what it heard, who is asked after it."""

    own: Own | None
    heard: tuple[Happening, ...]
    asked: tuple[int, ...]


@frozen
class ObservationHistory:
    """All that a seat heard, saw and answered.

    *first* are those who were asked at the first stop. An answer of another of which the seat heard nothing, and behind which
    the same are asked as before, is no observation. *open* is what the seat is asked now; None where it is not asked.
    """

    seat: int
    first: tuple[int, ...]
    observations: tuple[Observation, ...]
    open: Decision | None

    @property
    def digest(self) -> str:
        """A text that is the same for equal histories alone."""
        return sha256(repr(self).encode()).hexdigest()

    @property
    def asked(self) -> tuple[int, ...]:
        """Who is asked now."""
        return self.observations[-1].asked if self.observations else self.first


@frozen
class Answered:
    """An answer that was carried out: what was asked, the index of the option, what happened, who was asked before and after."""

    asked: Decision
    index: int
    events: tuple[Event, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]

    def observation(self, program: Program, seat: int) -> Observation | None:
        """What the seat lived through; None where that was nothing."""
        own = Own(self.asked.stop, self.asked.options, self.index) if seat == self.asked.actor else None
        told = tuple([event for each in self.events if (event := heard(program, each, seat)) is not None])
        return Observation(own, told, self.after) if own is not None or told or self.before != self.after else None


@define
class Observer:
    """The histories of all seats of a match, noted while it goes on."""

    game: Game
    state: State
    first: tuple[int, ...]
    answers: list[Answered] = Factory(list)
    _lived: dict[int, list[Observation | None]] = Factory(dict)
    """The observations of those seats whose histories were asked for, as far as they are worked out: one for each answer."""

    @property
    def program(self) -> Program:
        """The rules."""
        return self.game.program

    @classmethod
    def beginning(cls, game: Game) -> Observer:
        """The histories at the start of a match. Raises PlayError."""
        state = initial(game, listening=True)
        return cls(game, state, actors(game, state))

    @classmethod
    def replayed(cls, game: Game, answers: Iterable[tuple[int, int]]) -> Observer:
        """The histories behind these answers, each with the actor and the index of its option. Raises PlayError."""
        made = cls.beginning(game)
        for actor, index in answers:
            made.answer(actor, index)
        return made

    @property
    def asked(self) -> tuple[int, ...]:
        """Who is asked now."""
        return self.answers[-1].after if self.answers else self.first

    def answer(self, actor: int, index: int) -> tuple[Event, ...]:
        """The events of that answer, which is carried out. Raises PlayError, and ValueError as `advance`."""
        asked = decision(self.game, self.state, actor)
        after, events = advance(self.game, self.state, actor, index)
        self.note(asked, index, events, after)
        return events

    def note(self, asked: Decision, index: int, events: tuple[Event, ...], after: State) -> None:
        """Notes an answer that was carried out, what happened then, and the state behind it."""
        self.answers.append(Answered(asked, index, events, self.asked, actors(self.game, after)))
        self.state = after

    def take_back(self, count: int, before: State) -> None:
        """Forgets the last *count* answers; the match then stands at *before*."""
        del self.answers[len(self.answers) - count :]
        for lived in self._lived.values():
            del lived[len(self.answers) :]
        self.state = before

    def history(self, seat: int) -> ObservationHistory:
        """The history of a seat."""
        lived = self._lived.setdefault(seat, [])
        lived += [each.observation(self.program, seat) for each in self.answers[len(lived) :]]
        asked = decision(self.game, self.state, seat) if seat in self.asked else None
        return ObservationHistory(
            seat, self.first, tuple([observation for observation in lived if observation is not None]), asked
        )
