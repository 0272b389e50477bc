"""What each listener of a match has heard, as numbered events."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import Factory, define, frozen

from ..table.scene import Changes
from ..table.story import StoryLine


@frozen
class Happened:
    """Something happened: the seat that chose (None: nobody), how this listener is told of it, and what it saw change."""

    by: int | None
    lines: tuple[StoryLine, ...]
    changes: Changes


@frozen
class Asked:
    """Who has not answered yet: all that others hear of a choice made in secret."""

    seats: tuple[int, ...]


@frozen
class TakenBack:
    """The events `Happened` of this listener above that number no longer hold."""

    upto: int


@frozen
class UndoAsked:
    """A seat wants to take its last choice back; these others have chosen since and have not agreed yet."""

    seat: int
    of: tuple[int, ...]


@frozen
class UndoRefused:
    """Somebody did not agree that a seat takes its last choice back, or somebody chose meanwhile."""

    seat: int


@frozen
class Reseated:
    """Others sit at the table now: the seats of people."""

    people: tuple[int, ...]


@frozen
class Ended:
    """The match is over."""

    winners: tuple[int, ...]
    scores: tuple[tuple[str, int | Fraction], ...]


Event = Happened | Asked | TakenBack | UndoAsked | UndoRefused | Reseated | Ended


@frozen
class Numbered:
    """An event as one listener hears it. Numbers begin at 1, rise by 1, and are never used again in their epoch."""

    epoch: str
    number: int
    event: Event


@define(eq=False)
class Listened:
    """The events of one listener so far."""

    epoch: str
    events: list[Numbered] = Factory(list)
    entries: int = -1
    """How many lines of the record it has followed."""
    _told: list[tuple[int, Happened]] = Factory(list)
    """What holds of what happened, each with the number of its event; 0 where the listener heard nothing."""
    _asked: tuple[int, ...] = ()

    def note(self, event: Event) -> int:
        """The number of an event that is new."""
        self.events.append(Numbered(self.epoch, len(self.events) + 1, event))
        return len(self.events)

    def follow(self, story: Sequence[Happened], asked: tuple[int, ...]) -> None:
        """Notes what is new where the story of the listener has come to, which has an event for each choice."""
        same = 0
        while same < min(len(story), len(self._told)) and (
            story[same] is self._told[same][1] or story[same] == self._told[same][1]
        ):
            same += 1
        if same < len(self._told):
            lost = any(number for number, _ in self._told[same:])
            del self._told[same:]
            if lost:
                self.note(TakenBack(max((number for number, _ in self._told), default=0)))
        for each in story[same:]:
            self._told.append((self.note(each) if each.lines or each.changes != Changes() else 0, each))
        if asked != self._asked:
            self._asked = asked
            self.note(Asked(asked))
