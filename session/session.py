"""A match and the people and bots that sit at it: what every kind of table does with it, whatever it is drawn with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..bots import Bot
from ..dsl.text.source import Source
from ..interpreter import Decision, view
from ..interpreter.course import Turn
from ..interpreter.game import Game
from ..interpreter.match.history import others_since, standing
from ..interpreter.match.match import Match
from ..program.ir import Program
from ..table.learned import own_knowledge
from ..table.matching import clipped
from ..table.narration import EVERYBODY, decisions_text, settled_text, title_line
from ..table.offers import has_secrets, option_names
from ..table.phrases import nearest, phrase
from ..table.story import Story, StoryLine, flat
from ..table.why_answers import Asker
from .typed import Unclear


class Sitting:
    """A match that people play at one terminal.

    *stories* tell each of them the match as that seat hears it, in a group of lines for each choice; *read* is how many groups
    each has been shown; *open* is True when nobody has to look away.
    """

    def __init__(
        self,
        match: Match,
        source: Source,
        humans: tuple[int, ...],
        bots: Mapping[int, Bot],
        opponents: str,
        level: str,
        language: str,
        path: Path | None,
        leaving: str,
    ) -> None:
        """The match; *opponents* tells who the bots are, *level* is that of hints, *path* is where it is recorded (None:
        nowhere), *leaving* the message for those who leave it.
        """
        self.match = match
        self.game: Game = match.game
        self.program: Program = match.program
        self.source = source
        self.humans = humans
        self.bots = bots
        self.opponents = opponents
        self.level = level
        self.language = language
        self.path = path
        self.leaving = leaving
        self.stories = {seat: Story(match.game, seat, language) for seat in (*humans, EVERYBODY)}
        self.resumed = len(standing(match.entries))
        """How many decisions had been made when people sat down."""
        self.read: dict[int, int] = dict.fromkeys(humans, 0)
        self.open = len(humans) == 1 or not has_secrets(self.program)

    def say(self, name: str, *values: object) -> str:
        """A phrase in the language of the match."""
        return phrase(self.language, name, *values)

    def name(self, seat: int) -> str:
        """What a seat, or who sits there, is called."""
        return self.program.seat_name(seat, self.language)

    def welcome(self) -> list[str]:
        """What is played, who the bots are, and where it is recorded."""
        told = [title_line(self.match, self.language)]
        about = self.program.hints.about
        told += [about.say(self.language)] if about is not None else []
        told += self.opponents.splitlines()
        made = self.resumed
        if made and self.path:
            told.append(self.say("resumed", self.path, decisions_text(made, self.language)))
        elif self.path:
            told.append(self.say("recording", self.path))
        return told

    def saved(self) -> str:
        """Where the match is recorded."""
        return self.say("saved", self.path) if self.path else self.say("unsaved")

    def groups(self, seat: int, course: Sequence[Turn] | None = None) -> tuple[tuple[StoryLine, ...], ...]:
        """All that the seat, or `EVERYBODY`, has heard since the match began, in a group for each choice; only as far as that
        *course*, where one is given.
        """
        return self.stories[seat].follow(self.match.course if course is None else course)

    def log(self, seat: int) -> list[StoryLine]:
        """All that the seat has heard since the match began."""
        return flat(self.groups(seat))

    def heard_by_all(self, since: int, course: Sequence[Turn] | None = None) -> list[StoryLine]:
        """What everybody may hear of the groups from that one on; only as far as that *course*, where one is given."""
        return flat(self.groups(EVERYBODY, course)[since:])

    def stop_recording(self) -> None:
        """Go on without a record."""
        self.match.stop_recording()
        self.path = None
        self.leaving = self.say("unsaved")

    def news(self, seat: int) -> list[StoryLine]:
        """What the seat has heard since it was last asked this."""
        told = self.groups(seat)
        fresh = flat(told[self.read[seat] :])
        self.read[seat] = len(told)
        return fresh

    def knowledge(self, seat: int) -> Counter[tuple[str, int, int]]:
        """What the seat knows that not everybody does."""
        return own_knowledge(self.program, view(self.game, self.match.state, seat))

    def asker(self, asked: Decision, keys: tuple[str, ...] | None = None) -> Asker:
        """Who answers `why` about that decision, of which *keys* choose the options, where they are not listed line by line."""
        return Asker(self.game, self.source.place, self.match.state, asked, self.language, keys)

    def undo(self, seat: int) -> str | None:
        """Take the seat's last choice back. Where that is not possible, says why, and changes nothing."""
        match = self.match
        # Where there are secrets, one person must not take back the choice of another.
        seats = [each.name for each in self.program.seats]
        others = [seats[other] for other in self.humans if other != seat and not self.open]
        chosen = others_since(seats[seat], others, match.entries)
        reason = self.say("chosen since", self.name(seats.index(chosen))) if chosen else None
        if reason is None and (settled := match.settled(seat)) is not None:
            reason = settled_text(settled, self.name(seat), self.language)
        if reason is not None:
            return self.say("cannot undo", reason)
        match.undo(seat)
        for other in self.humans:
            self.read[other] = min(self.read[other], len(self.groups(other)))
        return None

    def unclear(self, found: Unclear, asked: Decision) -> str:
        """Why nothing was chosen by what was typed."""
        spoken = [each[0] for each in option_names(self.game, asked, self.language)]
        if found.limit is not None:
            return self.say("out of range", found.limit)
        if found.meant:
            some = ", ".join(f"`{spoken[index]}`" for index in found.meant[:6]) + (" …" if len(found.meant) > 6 else "")
            return self.say("ambiguous", clipped(found.typed), some)
        why = self.asker(asked).refused(found.typed)
        if why:
            return "\n".join("".join(run.text for run in line) for line in why)
        return self.say("not offered", clipped(found.typed)) + nearest(self.language, found.typed, spoken)
