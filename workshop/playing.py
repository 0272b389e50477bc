"""The match beside the editor: people and bots at one screen, drawn as on a server's page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict, assert_never

from attrs import define, evolve, field

from ..bots import Bot, seated
from ..drawing.markup import as_html, element
from ..drawing.rules import rules_html
from ..dsl.describe import Survey, survey
from ..dsl.text.source import Source
from ..interpreter.core.chance import Keys
from ..interpreter.core.runtime_errors import PlayError
from ..interpreter.game import Game
from ..interpreter.match.match import Match
from ..interpreter.match.records import Answer, Record, by_other_rules, header_by, read_record
from ..interpreter.match.replay import played
from ..program.budgets import MOST_SEATS
from ..program.ir import Program
from ..rulebook.rules_page import rules_page
from ..session.catalogue import CatalogueEntry
from ..session.levels import GOOD, LEVELS
from ..session.question import NotOffered, Stale
from ..session.seating import HUMAN, RANDOM, Seating, recorded_seats
from ..session.session import PartEnded, Session
from ..session.shared_screen import AskAgreement, AskPerson, CannotWrite, HandOver, LetThink, LookFirst, Over, SharedScreen
from ..tools.board_map import text_map
from ..web.answers import ByCards, ByCode, Form, Picked, answer_of, one_of, why_not
from ..web.parts import Hinted, Painter, Parts, post_button
from ..web.setting_up import ME, SET, Wish, dial_choices, program_by
from ..web.settings import TableSettings
from ..web.updates import NOTHING, Stamp, Update, update
from ..web.words import say
from .links import with_rules

WIDE = 72
"""So many characters are in a line of the map of a board."""


class Thought(TypedDict):
    """A bot is asked: its seat, the number of the question, who it is."""

    seat: int
    number: int
    who: str


class Shown(Update):
    """What the page of the table does. A bot that is to *think* is given the *record*, and its answer comes by `give`."""

    title: str
    notice: str
    think: Thought | None
    record: str
    over: bool


class Dial(TypedDict):
    """A parameter: its name, what it is called, its value, and the values that can be picked (None: a number is typed)."""

    name: str
    label: str
    value: str
    choices: list[str] | None


class Setup(TypedDict):
    """What can be settled before a match, and how it is settled."""

    variants: list[tuple[str, str]]
    variant: str
    players: list[int]
    number: int
    dials: list[Dial]
    languages: list[str]
    language: str
    seats: list[tuple[str, str]]
    sitters: list[str]


@define(eq=False)
class LiveTable:
    """A match in the tab: everybody who is asked is there."""

    session: Session
    settings: TableSettings
    taken: frozenset[int] = frozenset()
    failed: dict[int, str] = field(factory=dict)
    present: Mapping[int | None, int] = field(factory=Counter)
    moves: int = 0


class Table:
    """The match that is played, and what is shown of it."""

    def __init__(self, session: Session, wish: Wish) -> None:
        """Raises PlayError."""
        self.wish = wish
        self._sit(session)

    def _sit(self, session: Session) -> None:
        people = session.seating.people
        settings = TableSettings(session.language, people, hints=True)
        self.live = LiveTable(session, settings, frozenset(people), present=Counter(people))
        self._painter = Painter(self.live)
        self._screen = SharedScreen.of(session)
        self._screen.pauses_at_parts = False
        self._steps = self._screen.steps()
        self._step = next(self._steps)
        self._shown = NOTHING

    # ------------------------------------------------------------------------------------------------ beginning

    @classmethod
    def begin(cls, source: Source, form: Mapping[str, str], language: str) -> Table:
        """A new match as a form wishes it. Raises WrongSetting and PlayError."""
        wish = wish_of(source, form, language)
        program = program_by(wish, source)
        seating = Seating.of(sitters_of(wish, program), {})
        match = Match(Game(program), header_by(program, source, Keys.drawn()))
        match.seat_people(seating.people, seating.named_bots, seating.names)
        return cls(Session(match, source, wish.language, seating, bots_of(program, seating)), wish)

    @classmethod
    def resume(cls, source: Source, match: str, language: str) -> tuple[Table, str]:
        """The match that a record without its rules tells, as far as these rules allow it, and where it parts ("": nowhere).

        Raises RecordError, WrongSetting and PlayError.
        """
        record = with_rules(match, source)
        header = record.header
        wish = wish_of(source, form_of(header.variant, header.players, dict(header.parameters)), language)
        session, parting = again(record, source, wish)
        sitters = recorded_seats(session.match) or {}
        seats = tuple(ME if sitters.get(seat, HUMAN) == HUMAN else sitters[seat] for seat in session.program.players)
        return cls(session, evolve(wish, seats=seats)), parting

    def revise(self, source: Source) -> str:
        """Goes on by other rules, by the record; where it parts ("": nowhere). Raises RecordError, WrongSetting and PlayError,
        and then nothing has changed.
        """
        form = form_of(self.wish.variant, self.wish.players, self.wish.parameters)
        fresh = wish_of(source, form, self.live.session.language)
        record = read_record(self.record)
        session, parting = again(evolve(record, header=by_other_rules(record.header, source)), source, fresh)
        self.wish = evolve(fresh, seats=self.wish.seats)
        self._sit(session)
        return parting

    @property
    def record(self) -> bytes:
        """The record of the match."""
        return self.live.session.record

    @property
    def setup(self) -> Setup:
        """How the match was set up, and what else there is."""
        return setup_of(self.wish, self.live.session.program)

    # ------------------------------------------------------------------------------------------------ what is done

    def do(self, action: str, form: Form) -> Shown:
        """Does what somebody at the screen asks for; what cannot be done is told, with the table as it stands."""
        session = self.live.session
        seat, notice, picks = self.seat, "", tuple[str, ...]()
        try:
            match action:
                case "choose" if seat is not None:
                    picks = self._choose(seat, form)
                case "why" if seat is not None and (question := self._painter.question(seat)) is not None:
                    notice, picks = why_not(session, question, form), tuple(form.get("pick", ()))
                case "undo" if seat is not None:
                    notice = session.undo(seat) or ""
                    self._screen.forget_what_was_taken_back()
                    self._go_on()
                case "agree" if seat is not None:
                    session.agree(seat, one_of(form, "yes") == "yes")
                    self._screen.forget_what_was_taken_back()
                    self._go_on()
                case "here":
                    self._go_on()
                case _:
                    pass
        except Stale:
            notice = say(session.language, "stale")
        except (NotOffered, ValueError):
            notice = say(session.language, "not offered")
        except PlayError as fault:
            notice = say(session.language, "broken rules", fault)
        return self.shown(notice, picks)

    def give(self, seat: int, number: int, code: int) -> Shown:
        """A bot's answer; one that comes too late is dropped. Raises PlayError."""
        try:
            self.live.session.choose(seat, number, code)
        except (Stale, NotOffered):
            return self.shown()
        self._go_on()
        return self.shown()

    def hinted(self, number: int, text: str, marks: Hinted, picks: Sequence[str]) -> Shown:
        """A hint for the question of that number; one that comes too late is dropped. Raises PlayError."""
        seat, session = self.seat, self.live.session
        if seat is None or seat not in session.asked or session.number(seat) != number:
            return self.shown()
        self._painter.hint(seat, marks)
        return self.shown(text, picks)

    def _choose(self, seat: int, form: Form) -> tuple[str, ...]:
        session = self.live.session
        self._screen.noted(seat)
        match answer_of(session, self._painter.question(seat), form):
            case ByCode(number, code):
                session.choose(seat, number, code)
            case ByCards(number, kinds):
                session.choose_cards(seat, number, kinds)
            case Picked(spots):
                return spots
        self._go_on()
        return ()

    def _go_on(self) -> None:
        self.live.moves += 1
        self._step = next(self._steps, Over())

    @property
    def seat(self) -> int | None:
        """The seat whose view is shown; None: that of everybody."""
        people = self.live.session.seating.people
        match self._step:
            case AskPerson(seat) | AskAgreement(seat) | LookFirst(seat):
                return seat
            case HandOver():
                return None
            case LetThink() | Over() | PartEnded() | CannotWrite():
                return people[0] if len(people) == 1 else self._screen.present
            case _:
                assert_never(self._step)

    # ------------------------------------------------------------------------------------------------ what is shown

    def shown(self, notice: str = "", picks: Sequence[str] = ()) -> Shown:
        """What the page shows now. Raises PlayError."""
        session, seat = self.live.session, self.seat
        found = update(self.live, seat, self._shown, self._parts(seat, picks))
        self._shown = Stamp.read(found["stamp"])
        think = None
        if isinstance(self._step, LetThink):
            task = self._step.task
            think = Thought(seat=task.seat, number=task.number, who=session.seating.named_bots.get(task.seat, RANDOM))
        return Shown(
            **found,
            title=session.program.title.say(session.language),
            notice=notice,
            think=think,
            record="" if think is None else self.record.decode(),
            over=session.is_over,
        )

    def redrawn(self, notice: str = "") -> Shown:
        """Everything, for a page that shows nothing yet."""
        self._shown = NOTHING
        return self.shown(notice)

    def _parts(self, seat: int | None, picks: Sequence[str]) -> Parts:
        match self._step:
            case HandOver(next_):
                return self._curtain(next_)
            case LookFirst():
                look = element("section", post_button("here", say(self.live.session.language, "seen")), id="ask", class_="turn")
                return {**self._painter.parts(seat), "ask": as_html(look)}
            case _:
                return self._painter.parts(seat) if seat is None else self._painter.picked(seat, picks)

    def _curtain(self, seat: int) -> Parts:
        """Nothing but who is to come."""
        session = self.live.session
        name = session.program.seat_name(seat, session.language)
        asks = element("section", element("h2", say(session.language, "pass on", name)), id="ask", class_="turn")
        asks.append(post_button("here", say(session.language, "i am", name)))
        return {
            "table": as_html(element("section", id="table")),
            "ask": as_html(asks),
            "story": as_html(element("ol", id="story")),
            "people": as_html(element("ul", id="people")),
        }

    def names(self) -> list[tuple[str, str]]:
        """The boards with the names of their spaces, as text."""
        program = self.live.session.program
        return [(program.domains[board.domain].name, text_map(program, board, WIDE)) for board in program.boards]

    def rules(self) -> str:
        """The rules page, as HTML."""
        header = self.live.session.match.header
        page = rules_page(
            self.live.session.source, header.variant, header.players, dict(header.parameters), self.live.session.language
        )
        return as_html(rules_html(page))


# ------------------------------------------------------------------------------------------------ rules and seats


def wish_of(source: Source, form: Mapping[str, str], language: str) -> Wish:
    """What a form wishes of a ruleset, as far as that has it; where it says nothing, a person has the first seat, and bots the
    others. Raises WrongSetting.
    """
    found = survey(source)
    entry = CatalogueEntry(Path(source.name), found)
    seats = {f"seat-{at}": GOOD for at in range(2, MOST_SEATS + 1)}
    return Wish.of(entry, {**seats, **fitting(found, form)}, language)


def fitting(found: Survey, form: Mapping[str, str]) -> dict[str, str]:
    """The part of a form that a ruleset has: its variants, numbers of players and parameters may have changed since."""
    known = {
        "variant": {"", *(each.name for each in found.variants)},
        "players": {str(each) for each in (*found.players, *(number for one in found.variants for number in one.players))},
        "language": set(found.languages),
    }
    dials = {SET + each.name for each in found.parameters}
    return {
        name: value
        for name, value in form.items()
        if (name in dials or not name.startswith(SET)) and value in known.get(name, {value})
    }


def form_of(variant: str, players: int, parameters: Mapping[str, str]) -> dict[str, str]:
    """The form that wishes for these settings."""
    return {"variant": variant, "players": str(players), **{SET + name: value for name, value in parameters.items()}}


def sitters_of(wish: Wish, program: Program) -> dict[int, str]:
    """Who sits at each seat."""
    return {seat: each if each in LEVELS else HUMAN for seat, each in zip(program.players, wish.seats, strict=False)}


def bots_of(program: Program, seating: Seating) -> dict[int, Bot]:
    """Stand-ins at the seats where no people sit: the bots of these seats think in another worker."""
    stands_in = seated(RANDOM, program)
    return {seat: stands_in for seat in program.players if seat not in seating.people}


def again(record: Record, source: Source, wish: Wish) -> tuple[Session, str]:
    """The match of a record once more, as far as its rules allow it, and where it parts ("": nowhere). Raises RecordError,
    WrongSetting and PlayError.
    """
    program = program_by(wish, source)
    found = played(record, Game(program))
    match = found.match
    seats = recorded_seats(match) or dict.fromkeys(program.players, HUMAN)
    seating = Seating.of(seats, match.names)
    told = ""
    if found.parting is not None:
        made = sum(isinstance(each, Answer) for each in record.entries[: found.parting.line - 2])
        told = f"at choice {made + 1} the match parts: {found.parting.message}"
    return Session(match, source, wish.language, seating, bots_of(program, seating)), told


def setup_of(wish: Wish, program: Program) -> Setup:
    """What can be settled before a match, and how it is settled."""
    found, language = wish.game.survey, wish.language
    named = {name: words.say(language) for name, words in found.names}
    variant = next((each for each in found.variants if each.name == wish.variant and each.players), None)
    dials = []
    for each in found.parameters:
        listed = dial_choices(each)
        choices = None if listed is None else list(listed)
        label = named.get(each.name, each.name.replace("_", " "))
        dials.append(
            Dial(
                name=SET + each.name,
                label=label,
                value=wish.parameters[each.name],
                choices=None if choices is None else list(choices),
            )
        )
    return Setup(
        variants=[(each.name, each.title.say(language)) for each in found.variants if each.name],
        variant=wish.variant,
        players=list(found.players if variant is None else variant.players),
        number=wish.players,
        dials=dials,
        languages=list(found.languages),
        language=language,
        seats=[(program.seat_name(seat, language), who) for seat, who in zip(program.players, wish.seats, strict=False)],
        sitters=[ME, *LEVELS],
    )
