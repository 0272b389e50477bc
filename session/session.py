"""`Session`: one match at one table of seats, as a state machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from operator import is_
from uuid import uuid4

from attrs import Factory, define, field

from ..bots import Bot, situation
from ..dsl.text.source import Source
from ..interpreter import NATURE, Decision, State, actors, decision, heard_by_all, outcome, turned_up, view
from ..interpreter.course import Turn
from ..interpreter.game import Game
from ..interpreter.match.history import last_of, standing
from ..interpreter.match.match import Match
from ..interpreter.match.records import Answer, Header, RecordError, read_record, serialise, source_of
from ..interpreter.match.replay import played
from ..interpreter.taking import taking
from ..program.ir import Program
from ..table.changes import changes
from ..table.model import scene_of
from ..table.narration import EVERYBODY, Part, hear, part_of, scores, settled_text
from ..table.palette import coloured
from ..table.phrases import phrase
from ..table.picking import picking
from ..table.prompt import prompt_of
from ..table.scene import Scene
from ..table.story import Story, StoryLine, passages
from ..table.styles import StyledText
from ..table.why_answers import Asker
from .bots import BotTask
from .events import Asked, Ended, Happened, Listened, Numbered, Reseated, UndoAsked, UndoRefused
from .question import NotOffered, Question, Stale
from .seating import Seating


@define(eq=False)
class PartEnded:
    """A part of the match has ended: which, how things stood then, and the course up to there."""

    part: Part
    state: State
    course: tuple[Turn, ...]


@define(eq=False)
class Session:
    """One match at one table of seats. It never waits, prints, starts a thread or reads a clock: whoever holds it does, and calls
    it from one thread.

    Chance answers by itself. *seating* says at which seats people sit; *bots* are those of other seats. A record that cannot be
    written leaves `unwritten` behind: nothing is lost, and `write` tries again.
    """

    match: Match
    source: Source
    language: str
    seating: Seating
    bots: Mapping[int, Bot]
    colours: Mapping[int, str] = field(factory=dict)
    """What the seats are drawn in, where people chose a colour (a name in `program.colours`)."""
    epoch: str = field(factory=lambda: str(uuid4()))
    """New whenever a session is made anew, so that nobody takes events of another one for those of this."""
    unwritten: OSError | None = None
    parts: list[PartEnded] = Factory(list)
    """The parts that the last choice has ended, the oldest first; whoever has shown them empties this list."""
    undo_asked: UndoAsked | None = None
    behind: tuple[State, tuple[Turn, ...]] | None = None
    """How things stood behind the last choice of a seat, before chance went on, and the course up to there."""
    _numbers: dict[int, int] = Factory(dict)
    _at_once: dict[int, int] = Factory(dict)
    """How many answers the last choice of a seat was, where it was several."""
    _stories: dict[int, Story] = Factory(dict)
    _happened: dict[int, list[tuple[tuple[Turn, ...], Happened]]] = Factory(dict)
    """What each listener was told of the turns of each passage."""
    _heard: dict[int | None, Listened] = Factory(dict)
    _part: Part | None = None

    def __attrs_post_init__(self) -> None:
        """Lets chance answer first. Raises PlayError."""
        self.go_on()

    @classmethod
    def resume(
        cls, content: bytes, games: Callable[[Header], Game], language: str, seating: Seating, bots: Mapping[int, Bot]
    ) -> Session:
        """The session of the match that a record tells, as far as that goes, with the game of its header. A last line that was
        cut short is left out.

        Raises RecordError for what is no record or cannot be played on, and PlayError.
        """
        record = read_record(content)
        again = played(record, games(record.header))
        if again.parting is not None:
            raise RecordError(again.parting.line, again.parting.message)
        return cls(again.match, source_of(record.header), language, seating, bots)

    @property
    def game(self) -> Game:
        """The rules, in which the seats are called as those who sit there are."""
        return self.match.game

    @property
    def program(self) -> Program:
        """The same as a Program."""
        return self.match.program

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that have not answered; none when the match is over. Chance has answered already."""
        found = actors(self.game, self.match.state)
        return () if found == (NATURE,) else found

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.is_over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, once the match is over."""
        return outcome(self.game, self.match.state).winners if self.is_over else ()

    @property
    def record(self) -> bytes:
        """The record of the match so far."""
        return serialise(self.match.header, tuple(self.match.entries))

    # ------------------------------------------------------------------------------------------------ questions

    def number(self, seat: int) -> int:
        """The number of the question that a seat is asked. Raises Stale where it is asked nothing."""
        if seat not in self.asked:
            raise Stale
        return self._numbers.setdefault(seat, 1 + len(self.match.entries))

    def question(self, seat: int) -> Question | None:
        """What the seat is asked; None where it is asked nothing. Raises PlayError."""
        if seat not in self.asked:
            return None
        asked = self.decision(seat)
        return Question(
            seat,
            self.number(seat),
            asked,
            prompt_of(self.game, self.match.state, asked, self.language),
            picking(self.game, self.match.state, asked, self.language),
            self.asker(asked).barred(),
        )

    def decision(self, seat: int) -> Decision:
        """What the seat is asked, which must be asked something."""
        return decision(self.game, self.match.state, seat)

    def asker(self, asked: Decision, keys: tuple[str, ...] | None = None) -> Asker:
        """Who answers `why` about that decision, of which *keys* choose the options, where they are not listed line by line."""
        return Asker(self.game, self.source.place, self.match.state, asked, self.language, keys)

    def why(self, seat: int, typed: str = "") -> tuple[StyledText, ...]:
        """Why that is not on offer to the seat; without words, all that is not. Raises Stale and PlayError."""
        self.number(seat)
        return tuple(self.asker(self.decision(seat)).explain(typed))

    # ------------------------------------------------------------------------------------------------ answers

    def choose(self, seat: int, number: int, code: int) -> None:
        """The seat answers the question of that number by the option of that code; chance answers what follows.

        Raises Stale where that question is not open any more, NotOffered where it has no such option, and then nothing has
        changed; PlayError where the rules fail: the match then stands behind the last choice, of a seat or of chance, that could
        be made.
        """
        self._checked(seat, number)
        self._answer(seat, code)
        self._at_once.pop(seat, None)
        self.go_on()

    def choose_cards(self, seat: int, number: int, kinds: Sequence[int]) -> None:
        """The seat chooses several cards by their kinds in one go, and no more where it may; `undo` takes that back in one go.
        Raises as `choose`.
        """
        self._checked(seat, number)
        found = taking(self.game, self.match.state, seat)
        stops = found is not None and found.least < found.left and len(kinds) < found.left
        made = 0
        try:
            for arguments in (*((kind,) for kind in sorted(kinds)), *([()] if stops else [])):
                asked = self.decision(seat) if seat in self.asked else None
                options = () if asked is None else asked.options
                code = next((each.code for each in options if each.arguments == arguments), None)
                if code is None:
                    raise NotOffered(phrase(self.language, "not offered", " ".join(map(str, arguments))))
                self._answer(seat, code)
                made += 1
        except NotOffered:
            for _ in range(made):
                self.match.undo(seat)
            raise
        self._at_once[seat] = made
        self.go_on()

    def _checked(self, seat: int, number: int) -> None:
        if self.number(seat) != number:
            raise Stale
        self.parts.clear()

    def _answer(self, seat: int, code: int) -> None:
        asked = self.decision(seat)
        index = next((at for at, option in enumerate(asked.options) if option.code == code), None)
        if index is None:
            raise NotOffered(phrase(self.language, "not offered", str(code)))
        self._refuse_undo()
        with self._writing():
            self.match.answer_to(asked, index)
        self.behind = self.match.state, self.match.course
        self._renumber(seat, self.match.others_in_block(seat) is not None)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Keeps the fault of a record that cannot be written."""
        try:
            yield
        except OSError as fault:
            if not self.match.unwritten:
                raise
            self.unwritten = fault

    def _renumber(self, by: int, alone: bool) -> None:
        """Gives new numbers to questions behind something that the seat did; where it did that *alone*, as all decide together,
        those of others stay.
        """
        if not alone:
            self._numbers.clear()
        self._numbers.pop(by, None)
        for seat in self.asked:
            self._numbers.setdefault(seat, 1 + len(self.match.entries))

    def go_on(self) -> None:
        """Lets chance answer what is asked of it. Raises PlayError."""
        while actors(self.game, self.match.state) == (NATURE,) and self.unwritten is None:
            self._note_part()
            with self._writing():
                self.match.nature(1)
            self._numbers.clear()
        self._note_part()

    def _note_part(self) -> None:
        """Notes a part of the match that the last answer has ended."""
        before = self._part
        self._part = part_of(self.program, self.match.state)
        if before is not None and before != self._part:
            ended = self.match.pause(before[0].slot)
            if ended is not None:
                self.parts.append(PartEnded(before, *ended))

    def write(self) -> None:
        """Tries once more to write the record, and goes on as far as chance goes. Raises PlayError."""
        self.unwritten = None
        with self._writing():
            self.match.write()
        self.go_on()

    def stop_recording(self) -> None:
        """Goes on without a record. Raises PlayError."""
        self.match.stop_recording()
        self.unwritten = None
        self.go_on()

    # ------------------------------------------------------------------------------------------------ undo

    def undo(self, seat: int) -> str | None:
        """Takes back the last choice of the seat and all that came after; None where that is done, or asked of others who have
        chosen since (`undo_asked`), else why it is refused. Raises PlayError.

        It is refused behind chance, a revelation and the end. While all decide together the answers of others stay. Where another
        person has chosen since, that person must agree; answers of bots go with it.
        """
        settled = self.match.settled(seat)
        if settled is not None:
            return settled_text(settled, self.program.seat_name(seat, self.language), self.language)
        others = () if self.match.others_in_block(seat) is not None else self._people_since(seat)
        if others:
            self._tell(asked := UndoAsked(seat, others))
            self.undo_asked = asked
            return None
        self._take_back(seat)
        return None

    def agree(self, seat: int, yes: bool) -> None:
        """What a person says whose agreement to an undo is asked. Raises Stale where it is not."""
        asked = self.undo_asked
        if asked is None or seat not in asked.of:
            raise Stale
        if not yes:
            self._refuse_undo()
            return
        left = tuple(each for each in asked.of if each != seat)
        if left:
            self.undo_asked = UndoAsked(asked.seat, left)
            return
        self.undo_asked = None
        self._take_back(asked.seat)

    def _take_back(self, seat: int) -> None:
        alone = self.match.others_in_block(seat) is not None
        for _ in range(self._at_once.pop(seat, 1)):
            with self._writing():
                self.match.undo(seat)
        self._part = part_of(self.program, self.match.state)
        self._renumber(seat, alone)

    def _refuse_undo(self) -> None:
        if self.undo_asked is not None:
            self._tell(UndoRefused(self.undo_asked.seat))
            self.undo_asked = None

    def _people_since(self, seat: int) -> tuple[int, ...]:
        """The people at other seats who have chosen since the seat's last choice, in the order of seats."""
        names = [each.name for each in self.program.seats]
        kept = list(standing(self.match.entries))
        since = {entry.seat for entry in kept[last_of(names[seat], kept) :] if isinstance(entry, Answer)}
        return tuple(each for each in self.seating.people if each != seat and names[each] in since)

    # ------------------------------------------------------------------------------------------------ bots

    def bot_tasks(self, at_once: bool = False) -> tuple[BotTask, ...]:
        """The bot whose turn it is, in the order of seats, as matches of bots are repeated from a seed; *at_once*: all bots that
        are asked.
        """
        asked = self.asked
        turn = [seat for seat in (asked if at_once else asked[:1]) if seat in self.bots]
        return tuple(self.task(seat, self.bots[seat]) for seat in turn)

    def task(self, seat: int, bot: Bot) -> BotTask:
        """What a bot is given in the place of the seat, also for a hint. Raises Stale where the seat is asked nothing."""
        number = self.number(seat)
        given = situation(bot, self.match.observer, self.decision(seat))
        return BotTask(seat, number, given, partial(self.match.header.chance.bots, seat, len(self.match.entries)))

    def give(self, task: BotTask, code: int) -> None:
        """A bot's answer, however late. Raises Stale where its question is gone: drop it, and ask for tasks again."""
        self.choose(task.seat, task.number, code)

    # ------------------------------------------------------------------------------------------------ what is heard

    def groups(self, seat: int | None, course: Sequence[Turn] | None = None) -> tuple[tuple[StoryLine, ...], ...]:
        """All that the seat (None: everybody) has heard since the match began, in a group for each choice; only as far as that
        *course*, where one is given.
        """
        listener = EVERYBODY if seat is None else seat
        if listener not in self._stories:
            self._stories[listener] = Story(self.game, listener, self.language)
        return self._stories[listener].follow(self.match.course if course is None else course)

    def events(self, seat: int | None, after: int = 0) -> tuple[Numbered, ...]:
        """What a seat (None: a spectator) has heard since the event of that number."""
        listened = self._listened(seat)
        if listened.entries == len(self.match.entries):
            return tuple(listened.events[after:])
        listened.entries = len(self.match.entries)
        listened.follow(self._story(seat), self.asked)
        if self.is_over and not any(isinstance(each.event, Ended) for each in listened.events):
            end = outcome(self.game, self.match.state)
            listened.note(Ended(end.winners, tuple(scores(self.program, end.scores, end.payoff))))
        return tuple(listened.events[after:])

    def told(self, seat: int | None) -> int:
        """The number of the last event by which the seat heard more than who is asked. Until it rises, its view of the table
        stays the same.
        """
        found = (each.number for each in reversed(self.events(seat)) if not isinstance(each.event, Asked))
        return next(found, 0)

    def _story(self, seat: int | None) -> list[Happened]:
        """What happened, in passages; what was told already is not worked out again."""
        listener = EVERYBODY if seat is None else seat
        known, found = self._happened.get(listener, []), []
        for at, (turns, lines) in enumerate(zip(passages(self.match.course), self.groups(seat), strict=True)):
            old = known[at] if at < len(known) else None
            if old is not None and old[1].lines is lines and len(old[0]) == len(turns) and all(map(is_, old[0], turns)):
                found.append(old)
                continue
            heard = [hear(self.program, each.event, listener) for turn in turns for each in turn.happened]
            seen = changes(self.program, [each for each in heard if each is not None], self.language)
            found.append((turns, Happened(None if turns[0].actor == NATURE else turns[0].actor, lines, seen)))
        self._happened[listener] = found
        return [happened for _, happened in found]

    def scene(self, seat: int | None) -> Scene:
        """What the seat is shown; None: a spectator, who sees what all may see."""
        state = self.match.state
        seen = heard_by_all(self.game, state) if seat is None else view(self.game, state, seat)
        seen = turned_up(self.game, state, seen) if self.is_over else seen
        return scene_of(self._drawn, seen, self.language, seat is not None, self.match.course)

    @property
    def _drawn(self) -> Game:
        """The game as it is drawn: in the colours that people chose."""
        return self.game.cached(_coloured, tuple(sorted(self.colours.items()))) if self.colours else self.game

    def _listened(self, seat: int | None) -> Listened:
        if seat not in self._heard:
            self._heard[seat] = Listened(self.epoch)
        return self._heard[seat]

    def _tell(self, event: UndoAsked | UndoRefused | Reseated) -> None:
        """Tells all listeners, each behind what it has heard before."""
        for seat in (*range(len(self.program.seats)), None):
            self.events(seat)
            self._listened(seat).note(event)

    def reseat(self, seating: Seating, bots: Mapping[int, Bot]) -> None:
        """Others sit down, which the record tells. Nothing else changes."""
        self._refuse_undo()
        self._tell(Reseated(seating.people))
        self.seating, self.bots = seating, bots
        with self._writing():
            self.match.seat_people(seating.people, seating.named_bots, seating.names)
        self._stories.clear()


def _coloured(game: Game, colours: tuple[tuple[int, str], ...]) -> Game:
    return Game(coloured(game.program, dict(colours)), game.background)
