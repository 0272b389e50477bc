"""What a terminal says around the match that people play at it, whatever it is drawn with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ...bots import Bot
from ...dsl.text.source import Source
from ...interpreter import Decision
from ...interpreter.course import Turn
from ...interpreter.game import Game
from ...interpreter.match.history import standing
from ...interpreter.match.match import Match
from ...program.ir import Program
from ...session.seating import Seating
from ...session.session import Session
from ...session.shared_screen import SharedScreen
from ...session.typed import Ask, Choose, Unclear, understand
from ...table.matching import clipped
from ...table.narration import EVERYBODY, decisions_text, title_line
from ...table.options import option_ends, option_names
from ...table.phrases import nearest, phrase
from ...table.story import StoryLine, flat


class TerminalSession:
    """A match that people play at one terminal."""

    def __init__(
        self,
        match: Match,
        source: Source,
        seating: Seating,
        bots: Mapping[int, Bot],
        opponents: str,
        level: str,
        language: str,
        path: Path | None,
        leaving: str,
    ) -> None:
        """The match; *opponents* tells who the bots are, *level* is that of hints, *path* is where it is recorded (None:
        nowhere), *leaving* the message for those who leave it. Raises PlayError.
        """
        self.resumed = len(standing(match.entries))
        """How many decisions had been made when people sat down."""
        self.session = Session(match, source, language, seating, bots)
        self.screen = SharedScreen.of(self.session)
        self.opponents = opponents
        self.level = level
        self.language = language
        self.path = path
        self.leaving = leaving

    @property
    def match(self) -> Match:
        """What is played."""
        return self.session.match

    @property
    def game(self) -> Game:
        """The rules."""
        return self.session.game

    @property
    def program(self) -> Program:
        """The same as a Program."""
        return self.session.program

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return self.session.seating.people

    @property
    def open(self) -> bool:
        """Whether nobody has to look away."""
        return self.screen.open

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

    def groups(self, listener: int, course: Sequence[Turn] | None = None) -> tuple[tuple[StoryLine, ...], ...]:
        """All that the seat, or `EVERYBODY`, has heard, as `Session.groups` gives it."""
        return self.session.groups(None if listener == EVERYBODY else listener, course)

    def log(self, seat: int) -> list[StoryLine]:
        """All that the seat has heard since the match began."""
        return flat(self.groups(seat))

    def heard_by_all(self, since: int, course: Sequence[Turn] | None = None) -> list[StoryLine]:
        """What everybody may hear of the groups from that one on; only as far as that *course*, where one is given."""
        return flat(self.groups(EVERYBODY, course)[since:])

    def stop_recording(self) -> None:
        """Go on without a record."""
        self.session.stop_recording()
        self.path = None
        self.leaving = self.say("unsaved")

    def undo(self, seat: int) -> str | None:
        """Take the seat's last choice back, or ask those who have chosen since. Where that is not possible, says why."""
        reason = self.session.undo(seat)
        if reason is None:
            self.screen.forget_what_was_taken_back()
        return None if reason is None else self.say("cannot undo", reason)

    def named(self, typed: str, asked: Decision) -> int | Unclear:
        """The option that is named by what was typed behind a wish."""
        names, ends = (each(self.game, asked, self.language) for each in (option_names, option_ends))
        match understand(typed, names, ends):
            case Choose(index):
                return index
            case Unclear() as unclear:
                return unclear
            case Ask():
                return Unclear(typed, (), None)

    def unclear(self, found: Unclear, asked: Decision) -> str:
        """Why nothing was chosen by what was typed."""
        spoken = [each[0] for each in option_names(self.game, asked, self.language)]
        if found.limit is not None:
            return self.say("out of range", found.limit)
        if found.meant:
            some = ", ".join(f"`{spoken[index]}`" for index in found.meant[:6]) + (" …" if len(found.meant) > 6 else "")
            return self.say("ambiguous", clipped(found.typed), some)
        why = self.session.asker(asked).refused(found.typed)
        if why:
            return "\n".join("".join(run.text for run in line) for line in why)
        return self.say("not offered", clipped(found.typed)) + nearest(self.language, found.typed, spoken)
