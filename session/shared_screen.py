"""Several people at one screen: who is present, what each has read, and what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import Factory, define, frozen

from ..interpreter import view
from ..table.learned import has_learned, own_knowledge
from ..table.options import has_secrets
from ..table.story import StoryLine, flat
from .bots import BotTask
from .session import PartEnded, Session


@frozen
class AskPerson:
    """A person is asked, who chooses or takes something back."""

    seat: int


@frozen
class AskAgreement:
    """A person is asked whether another seat may take its last choice back."""

    seat: int
    wanted_by: int


@frozen
class LetThink:
    """A bot thinks; what it chooses is given to the session."""

    task: BotTask


@frozen
class HandOver:
    """Everything is hidden until this person is there."""

    seat: int


@frozen
class LookFirst:
    """This person has learned something by the last choice, and looks at it before somebody else comes."""

    seat: int


@frozen
class CannotWrite:
    """The record cannot be written: somebody writes it, gives it up, or leaves."""

    fault: OSError


@frozen
class Over:
    """The match is over."""


Step = AskPerson | AskAgreement | LetThink | HandOver | LookFirst | PartEnded | CannotWrite | Over


@define(eq=False)
class SharedScreen:
    """The people who share one screen, where *open* is True when nobody has to look away; else it is handed over.

    *read* is how many groups of the story each has been shown, *present* who sits there now, where that matters.
    """

    session: Session
    open: bool
    hands_over: bool
    pauses_at_parts: bool = True
    present: int | None = None
    read: dict[int, int] = Factory(dict)
    _known: Counter[tuple[str, int, int]] = Factory(Counter)

    @classmethod
    def of(cls, session: Session) -> SharedScreen:
        """The screen of all people of a session. Where one of two must not see what the other does, it is not open."""
        people = session.seating.people
        is_open = len(people) == 1 or not has_secrets(session.program)
        return cls(session, is_open, not is_open, read=dict.fromkeys(people, 0))

    def steps(self) -> Iterator[Step]:
        """What to do next, again and again until the match is over. The caller does it, then takes the next step. Raises
        PlayError.
        """
        session = self.session
        while True:
            if session.unwritten is not None:
                yield CannotWrite(session.unwritten)
            elif session.parts:
                if self.pauses_at_parts:
                    yield session.parts[0]
                session.parts.clear()
            elif (wanted := session.undo_asked) is not None:
                yield from self._turned_to(wanted.of[0])
                yield AskAgreement(wanted.of[0], wanted.seat)
            elif not session.asked:
                yield Over()
                return
            elif session.asked[0] in session.seating.people:
                yield from self._turned_to(session.asked[0])
                yield AskPerson(session.asked[0])
            else:
                yield from map(LetThink, session.bot_tasks())

    def _turned_to(self, seat: int) -> Iterator[Step]:
        """What is done until that person sits at the screen."""
        if seat == self.present or not self.hands_over:
            return
        if self.present is not None and has_learned(self._known, self.knowledge(self.present)):
            yield LookFirst(self.present)
        yield HandOver(seat)
        self.present = seat

    def noted(self, seat: int) -> None:
        """Notes what the seat knows before it chooses: what it learns by that it may look at."""
        self._known = self.knowledge(seat)

    def knowledge(self, seat: int) -> Counter[tuple[str, int, int]]:
        """What the seat knows that not everybody does."""
        return own_knowledge(self.session.program, view(self.session.game, self.session.match.state, seat))

    def news(self, seat: int) -> list[StoryLine]:
        """What the seat has heard since it was last asked this."""
        told = self.session.groups(seat)
        fresh = flat(told[self.read[seat] :])
        self.read[seat] = len(told)
        return fresh

    def forget_what_was_taken_back(self) -> None:
        """After an undo: nobody has read what no longer holds."""
        for seat in self.read:
            self.read[seat] = min(self.read[seat], len(self.session.groups(seat)))
