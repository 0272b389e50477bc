"""A match at a screen that stays: who is asked points at what is on offer, types, or asks why."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar, assert_never

from rich.console import Group, RenderableType
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.widgets import Input
from textual.worker import Worker

from ...bots import Advisor, BotFailed
from ...interpreter import PlayError, State, actors
from ...interpreter.course import Turn as TurnTaken
from ...session.bots import BotTask, think
from ...session.hints import hint
from ...session.levels import GOOD
from ...session.seating import adviser_text, bot_of
from ...session.session import PartEnded
from ...session.shared_screen import AskAgreement, AskPerson, CannotWrite, HandOver, LetThink, LookFirst, Over, Step
from ...session.typed import Ask, Choose, Request, Unclear, understand
from ...table.cards_told import cards_told
from ...table.narration import EVERYBODY, Part, pass_words
from ...table.options import option_ends, option_names
from ...table.phrases import with_its_comma
from ...table.spots import OnCard, OnSeat, OnSpace, Spot
from ...table.styles import StyledRun
from ..draw.ending import draw_ending
from ..draw.hint import draw_hint, draw_verdict
from ..draw.paint import painted
from ..terminal.terminal_session import TerminalSession
from ..terminal.thinking import prepare
from .aside import aside
from .drawing import OnBarred, OnEntry, Target
from .frame import Frame, Scroll
from .look import PACES
from .open_question import OpenQuestion
from .pages import After, Agreement, EndPage, HandedOver, Page, Unwritten
from .parts import told
from .pointable import Pointable, towards

LOOKING = 0.2
"""So many seconds after the table has opened the bots begin to get ready."""


PASSING = 0.1
"""What is pointed at for fewer seconds is passed by, and nothing is told of it."""

HASTE = 0.4
"""So many seconds after the question that follows a bot's move is seen keys choose nothing: they were meant for that."""


class TableScreen(Frame):
    """A match as it is played: the frame, and what keys and mouse do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("enter", "confirm", show=False),
        Binding("space", "pick", show=False),
        Binding("escape,backspace", "drop", show=False),
        Binding("tab", "panels(1)", show=False, priority=True),
        Binding("shift+tab", "panels(-1)", show=False, priority=True),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("u", "undo", show=False),
        Binding("h", "hint", show=False),
        Binding("l", "log", show=False),
        Binding("r", "rules", show=False),
        Binding("p", "pace", show=False),
        Binding("question_mark", "keys", show=False),
        Binding("colon", "type", show=False),
        Binding("q", "part", show=False),
        Binding("ctrl+c", "leave('INTERRUPTED')", show=False, priority=True),
        Binding("ctrl+t", "light", show=False),
        Binding("ctrl+z", "app.suspend_process", show=False),
    ]

    def __init__(self, terminal: TerminalSession, pace: float | None, dark: bool, colours: bool) -> None:
        """The screen of that match; *pace* says how many seconds a bot's move stays (None: until a key is pressed)."""
        self.pace = pace
        self.moved: tuple[State, Sequence[TurnTaken]] | None = None
        """How things stand behind the move of a bot that is looked at, before chance goes on."""
        super().__init__(terminal, dark, colours)
        self.go = asyncio.Event()
        self.looking = False
        """Whether a bot's move was shown, and no question since."""
        self.listens_from = -HASTE
        """From when on keys are meant for the question that is asked."""
        self.parting = False
        """Whether it was just said that `q` once more leaves the table."""
        self.fault: Exception | None = None
        self.written: RenderableType | None = None

    def on_mount(self) -> None:
        """Begin to play."""
        self.beside(self.play, "match")
        # bots get ready when the table can be seen: what is imported for them would keep the first question back
        self.set_timer(LOOKING, lambda: prepare(self.terminal.game, self.terminal.session.bots.values()))

    # ------------------------------------------------------------------------------------------------ the match goes on

    async def play(self) -> None:
        """Play to the end, and say how it ended."""
        try:
            for step in self.terminal.screen.steps():
                if not await self.take_step(step):
                    return
        except (PlayError, BotFailed, OSError) as fault:
            self.leave(After.LEFT, fault)

    async def take_step(self, step: Step) -> bool:
        """Do what comes next; False where people leave."""
        match step:
            case AskPerson(seat):
                await self.ask(seat)
            case AskAgreement(seat, wanted_by):
                await self.ask_agreement(seat, wanted_by)
            case LetThink(task):
                await self.bot_moves(task)
            case HandOver(seat):
                return await self.hand_over(seat)
            case LookFirst(seat):
                await self.let_look(seat)
            case PartEnded(part):
                await self.part_over(part)
            case CannotWrite(fault):
                return await self.write_again(fault)
            case Over():
                await self.ended()
            case _:
                assert_never(step)
        return True

    def beside(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> None:
        """Begin with work of a group; what of that group is not done yet is dropped."""
        worker: Worker[None] = self.run_worker(work, group=group, exclusive=True)
        assert worker.group == group

    async def ask(self, seat: int) -> None:
        """Ask a person, and give the answer."""
        self.viewer, self.own = seat, True
        session, screen = self.terminal.session, self.terminal.screen
        question = session.question(seat)
        assert question is not None
        self.question = OpenQuestion(self.game, self.language, seat, question.asked, question.picking, question.barred)
        self.look()
        self.start_cursor()
        self.tell(None)
        self.redraw()
        self.call_after_refresh(self.bring_into_sight, self.cursor)
        self.call_after_refresh(self.listen)
        chosen = await self.question.answer
        kinds = self.question.picking.kinds
        self.question, self.cursor, self.typed = None, None, ""
        self.tell(None)
        screen.news(seat)
        screen.noted(seat)
        if chosen:
            session.choose(seat, question.number, question.asked.options[chosen[0]].code)
        elif kinds:
            session.choose_cards(seat, question.number, kinds)
        self.own = self.terminal.open
        self.since = len(self.terminal.groups(EVERYBODY))
        self.look()
        self.redraw()

    async def ask_agreement(self, seat: int, wanted_by: int) -> None:
        """Ask a person whether another one may take the last choice back."""
        name, other = self.terminal.name(seat), self.terminal.name(wanted_by)
        lines = self.say("agree", name, other), self.say("agree foot")
        yes = await self.app.push_screen_wait(Agreement(lines, not self.dark))
        self.terminal.session.agree(seat, yes)
        self.terminal.screen.forget_what_was_taken_back()
        self.look()
        self.redraw()

    async def write_again(self, fault: OSError) -> bool:
        """Ask what to do about a record that cannot be written, until it is written or given up; False where people leave."""
        terminal = self.terminal
        self.look()
        said, _, _ = self.say("cannot write", terminal.path, fault.strerror or fault).partition("\n")
        lines = (said, self.say("write foot"))
        match await self.app.push_screen_wait(Unwritten(lines, not self.dark)):
            case "again":
                terminal.session.write()
            case "unrecorded":
                terminal.stop_recording()
            case _:
                with suppress(OSError):  # perhaps there is room by now
                    terminal.match.write()
                self.leave(After.LEFT)
                return False
        self.look()
        self.redraw()
        return True

    async def let_look(self, seat: int) -> None:
        """Keep what the seat has learned by its last choice on the screen, until it says that it has seen it."""
        self.viewer, self.own, self.status = seat, True, self.say("look first", self.terminal.name(seat))
        self.look()
        self.redraw()
        self.go.clear()
        await self.go.wait()
        self.own, self.status = self.terminal.open, ""
        self.look()
        self.redraw()

    async def part_over(self, part: Part) -> None:
        """Let people look at how a part of the match went before play goes on, unless nothing stops for them to look at."""
        if self.pace != 0:
            self.status = self.say("part over", pass_words(*part, self.language))
            self.look()
            self.redraw()
            self.go.clear()
            await self.go.wait()
            self.status = ""
        self.terminal.session.parts.clear()
        self.look()
        self.redraw()

    def moment(self) -> tuple[State, Sequence[TurnTaken]]:
        """What is looked at: the match as it stands, or as it stood where a part of it has ended or a bot has moved, until people
        have seen that.
        """
        parts = self.terminal.session.parts
        if parts and self.pace != 0:
            return parts[0].state, parts[0].course
        return self.moved or super().moment()

    def who_is_asked(self) -> tuple[int, ...]:
        """Who is asked, in what is looked at."""
        return super().who_is_asked() if self.moved is None else actors(self.game, self.moved[0])

    async def hand_over(self, seat: int) -> bool:
        """Hide everything until the next player is there; False where people leave."""
        name = self.terminal.name(seat)
        told = (self.say("hand over", name), self.say("press enter", name))
        self.set_class(True, "away")  # else a line of the table may stay behind the page while keys come fast
        there = await self.app.push_screen_wait(HandedOver(told, not self.dark))
        self.set_class(False, "away")
        if not there:
            self.leave(After.LEFT)
        return bool(there)

    async def bot_moves(self, task: BotTask) -> None:
        """Let a bot move, and let people see what it did."""
        terminal, seat = self.terminal, task.seat
        bot = terminal.session.bots[seat]
        self.status = self.say("thinks", terminal.name(seat))
        self.redraw()
        terminal.session.give(task, await aside(lambda: think(task, bot)))
        self.moved = terminal.session.behind
        self.look()
        if terminal.match.others_in_block(seat) is not None:
            # others see it when all have chosen: there is nothing to look at yet
            self.status = self.say("bot chose", terminal.name(seat))
            self.redraw()
            self.moved = None
            return
        self.status = self.say("bot moved", terminal.name(seat))
        self.redraw()
        self.go.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.go.wait(), self.pace)
        self.looking = self.pace != 0
        self.status, self.moved = "", None
        self.look()

    async def ended(self) -> None:
        """Show how the match ended, until somebody says what comes."""
        self.over, self.own, self.status = True, self.terminal.open, self.say("over")
        if not self.own:
            self.since = len(self.terminal.groups(EVERYBODY)) - 1
        self.look()
        self.redraw()
        await self.end_page()

    async def end_page(self) -> None:
        """Show the result and what may come now."""
        listener = self.viewer if self.own else EVERYBODY
        last = next((lines for lines in reversed(self.terminal.groups(listener)) if lines), ())
        happened = (Text(self.say("just now"), "dim"), told(self.program, self.language, last, len(last)), Text())
        text = Group(*happened, *draw_ending(self.terminal.match, self.language), Text(), Text(self.terminal.saved(), "dim"))
        final = self.say("final")
        while (
            after := await self.app.push_screen_wait(EndPage(text, *self.feet("end foot"), not self.dark, final))
        ) is After.ANALYSE:
            await self.analyse()
        if after is not None:
            self.leave(after)

    async def analyse(self) -> None:
        """Show which choices cost most, as soon as a bot has looked at them, until somebody has seen enough."""
        # the lab is read only where somebody asks for it: a table is there sooner without it
        from ...lab.analysis import Looks, decisions, judge
        from ..terminal.afterwards import afterwards

        terminal, match = self.terminal, self.terminal.match
        bot, who, closed = bot_of(self.program, GOOD), adviser_text(GOOD, self.language), asyncio.Event()
        asked = decisions(self.game, match.observer.answers, self.language)
        count, found = sum(each.seat in terminal.humans and len(each.options) > 1 for each in asked), list[Looks]()
        page = Page("analysis", Text(self.say("looks back", who, 0, count), "dim"), *self.feet("back foot"), not self.dark)
        self.app.push_screen(page, lambda _: closed.set())
        if isinstance(bot, Advisor):
            looks = judge(self.game, match.observer.answers, terminal.humans, bot, 0, self.language)
            try:
                while not closed.is_set() and (one := await aside(lambda: next(looks, None))) is not None:
                    found.append(one)
                    page.renew(Text(self.say("looks back", who, len(found), count), "dim"))
            except (PlayError, BotFailed) as fault:
                page.renew(Text(str(fault)))
            else:
                page.renew(Group(*afterwards(match, who, asked, found, terminal.humans, terminal.path, self.language)))
        else:
            page.renew(Text(self.say("no estimates", who)))
        await closed.wait()

    def leave(self, after: After, fault: Exception | None = None) -> None:
        """Leave the table."""
        self.fault = fault
        self.app.exit(after)

    # ------------------------------------------------------------------------------------------------ pointing

    def start_cursor(self) -> None:
        """Point at the first card or option on offer, or at the first space where nothing is listed."""
        question = self.question
        assert question is not None
        spots = question.picking.spots()
        cards = [spot for spot in spots if isinstance(spot, OnCard)]
        spaces = [spot for spot in spots if isinstance(spot, OnSpace)]
        self.cursor = cards[0] if cards else spaces[0] if spaces else OnEntry(0)

    def on_pointable_pointed(self, event: Pointable.Pointed) -> None:
        """The mouse points at something, or was pressed there."""
        if self.question is None:
            self.go.set()
        elif event.pressed:
            self.choose(event.target)
        elif event.target != self.cursor:
            self.point(event.target)

    def point(self, target: Target) -> None:
        """Point at something, which Enter then chooses, and not what was typed; where it is not on offer, tell why."""
        self.cursor, self.typed = target, ""
        self.tell(None)
        self.repaint()
        question = self.question
        if question is None or isinstance(target, OnEntry | OnSeat):
            return
        if isinstance(target, OnBarred):
            if target.number < len(question.barred):
                self.tell(painted(question.barred[target.number].answer))
            return
        if target not in question.picking.spots() and target not in question.picking.picked and target in question:
            self.beside(partial(self.explain, question, target), "why")

    async def explain(self, question: OpenQuestion, spot: Spot) -> None:
        """Tell why that is not on offer, unless something else is pointed at meanwhile."""
        await asyncio.sleep(PASSING)
        if self.question is not question:
            return
        asker, picked = self.terminal.session.asker(question.asked), question.picking.picked
        try:
            answers = await aside(lambda: asker.pointed(picked, spot))
        except PlayError as fault:
            answers = [(StyledRun(str(fault)),)]
        if self.question is question and self.cursor == spot:
            self.tell(Group(*map(painted, answers)) if answers else Text(self.say("nothing there")))

    def choose(self, target: Target) -> None:
        """Choose what is pointed at: an option of the list, or something on the table."""
        question = self.question
        if question is None:
            return
        self.tell(None)
        if isinstance(target, OnEntry):
            if target.entry < len(question.listed):
                self.choose_entry(target.entry)
            return
        if isinstance(target, OnBarred):
            self.point(target)
            return
        further = question.picking.pick(target)
        if further is None and question.picking.picked and question.picking.is_set:
            self.cursor, self.typed = target, ""
            self.tell(Text(self.say("not beside")))
            self.repaint()
            return
        if further is None:
            self.point(target)
            return
        question.picking, question.within, self.cursor, self.typed = further, (), target, ""
        if further.settled is not None:
            question.given(further.settled)
            return
        if further.several is None and not further.members and further.picked and not further.spots():
            self.cursor = OnEntry(0)
        self.redraw()

    def choose_entry(self, number: int) -> None:
        """Choose a line of the list."""
        question = self.question
        assert question is not None
        entry = question.listed[number]
        if entry.option is not None:
            question.given(entry.option)
        elif entry.spot is not None:
            self.choose(entry.spot)
            self.cursor = OnEntry(number)
            self.redraw()
        elif entry.stage is not None:
            question.within, self.cursor = (*question.within, entry.stage), OnEntry(0)
            self.redraw()

    def action_move(self, across: int, down: int) -> None:
        """Point at what lies in that direction."""
        if self.question is None:
            self.query_one("#news", Scroll).scroll_relative(y=down * 3, animate=False)
            return
        if self.cursor is None:
            self.start_cursor()
        assert self.cursor is not None
        found = towards(self.fields(), self.cursor, across, down)
        if found is not None:
            self.point(found)
            self.bring_into_sight(found)

    def bring_into_sight(self, target: Target | None) -> None:
        """Scroll so that what is pointed at can be seen."""
        for part in self.query(Pointable):
            for field in part.fields():
                if field.target == target and isinstance(part.parent, Scroll):
                    left, top = part.content_region.offset
                    inside = Region(field.left - left, field.top - top, field.right - field.left, field.bottom - field.top)
                    part.parent.scroll_to_region(inside, animate=False)

    def action_confirm(self) -> None:
        """Give the set whose member is pointed at and was picked; where that is one of several cards, say how many are missing;
        else choose what was typed or is pointed at; go on where a bot has moved.
        """
        question = self.question
        spot = None if question is None or self.typed or self.hasty() else self.at_picked(question)
        if question is None or spot is None:
            self.take()
        elif question.picking.given is not None:
            question.given(question.picking.given)
        elif question.picking.complete:
            question.given()
        elif question.picking.missing and isinstance(spot, OnCard) and not question.picking.may_add(spot):
            self.tell(Text(self.say("choose more", question.picking.missing)))
        else:
            self.take()

    def at_picked(self, question: OpenQuestion) -> Spot | None:
        """What is pointed at, where it was picked."""
        spot = self.cursor
        if isinstance(spot, OnEntry):
            spot = question.listed[spot.entry].spot if spot.entry < len(question.listed) else None
        return spot if spot in question.picking.picked else None

    def hasty(self) -> bool:
        """Whether a key that is pressed now was meant for a bot's move, which was on the screen just before."""
        return self.looking or asyncio.get_running_loop().time() < self.listens_from

    def listen(self) -> None:
        """Take keys for the question that can be seen now, but not those that were pressed just before."""
        if self.looking:
            self.looking, self.listens_from = False, asyncio.get_running_loop().time() + HASTE

    def action_pick(self) -> None:
        """Pick what is pointed at, where several things are picked; go on where a bot has moved.

        Where one thing is chosen it chooses nothing: it may have been meant for a bot's move.
        """
        if self.question is None or self.hasty() or self.question.picking.is_set:
            self.take()
        else:
            self.tell(Text(self.say("enter chooses")))

    def take(self) -> None:
        """Choose what was typed, else what is pointed at; go on where a bot has moved."""
        question = self.question
        if question is None:
            self.go.set()
            if self.over:
                self.beside(self.end_page, "match")
            return
        if self.hasty():
            return
        keys = [entry.key for entry in question.listed]
        if self.typed and self.typed in keys:
            self.choose_entry(keys.index(self.typed))
        elif question.picking.full:
            question.given()
        elif self.cursor is not None:
            self.choose(self.cursor)

    def action_drop(self) -> None:
        """Put back what was picked and typed."""
        if not self.query_one("#line").has_class("hidden"):
            self.close_line()
            return
        self.tell(None)
        if self.question is not None:
            self.question.hinted = ()
            self.typed, self.question.picking, self.question.within = (
                "",
                self.question.picking.cleared(),
                self.question.within[:-1],
            )
            self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Choose an option by its key."""
        question, typed = self.question, event.character or ""
        if question is None or not typed.strip() or not self.query_one("#line").has_class("hidden"):
            return
        keys = [entry.key for entry in question.listed]
        wanted = self.typed + typed
        if not any(key.startswith(wanted) for key in keys):
            wanted = typed
        begun = [key for key in keys if key and key.startswith(wanted)]
        if not begun:
            if typed.isprintable() and event.key not in self._bindings.key_to_bindings:
                self.no_option(question, wanted, keys)
            return
        event.stop()
        if self.hasty():
            return
        self.typed = wanted
        if begun == [wanted]:
            self.typed = ""
            self.choose_entry(keys.index(wanted))
        else:
            self.redraw()

    def no_option(self, question: OpenQuestion, key: str, keys: Sequence[str]) -> None:
        """Tell that no option has that key; where one that is not on offer stands at its place in the list, why it is not."""
        at = int(key) - 1 - len(keys) if key.isdecimal() else -1
        if 0 <= at < len(question.barred):
            self.point(OnBarred(at))
            return
        known = ", ".join(key for key in keys if key)
        self.tell(Text(self.say("no key", key, known) if known else self.say("no keys")))

    # ------------------------------------------------------------------------------------------------ wishes

    def action_panels(self, step: int) -> None:
        """Show the next panel where the screen shows one at a time."""
        self.tab += step
        self.redraw()

    def action_page(self, step: int) -> None:
        """Look further up or down in what was told."""
        self.query_one("#news", Scroll).scroll_relative(y=step * 5, animate=False)

    def action_undo(self) -> None:
        """Put back what was picked last; where nothing is picked, take the last choice back."""
        question = self.question
        if question is None:
            self.tell(Text(self.say("final" if self.over else "not now")))
            return
        if question.within and not self.typed:
            question.within = question.within[:-1]
            self.tell(None)
            self.redraw()
            return
        if question.picking.picked or self.typed:
            question.picking, self.typed = question.picking if self.typed else question.picking.without_last(), ""
            self.tell(None)
            self.redraw()
            return
        refused = self.terminal.undo(question.seat)
        if refused is None:
            question.given()
        else:
            self.tell(Text(refused))

    def action_hint(self) -> None:
        """Tell what a bot would choose."""
        if self.question is not None:
            self.beside(partial(self.hint, self.question, None), "why")

    async def hint(self, question: OpenQuestion, about: int | None) -> None:
        """Tell what a bot would choose, once it knows, or what it says of the option that was asked *about*; nothing where the
        question was answered in the meantime.
        """
        if self.question is not question:
            return
        terminal, several = self.terminal, question.picking.several
        cards = several.taking.left if several is not None else 1
        if question.picking.complete:
            self.tell(Text(self.say("choose done")))
            return
        who = adviser_text(terminal.level, self.language)
        self.tell(Text(self.say("thinks", who), "dim"))
        try:
            bot = bot_of(self.program, terminal.level)
            task = terminal.session.task(question.seat, bot)
            found = await aside(lambda: hint(task, bot, self.language, () if about is None else (about,)))
        except (PlayError, BotFailed) as fault:
            drawn: RenderableType = Text(str(fault))
        else:
            names = option_names(self.game, question.asked, self.language)
            if about is None:
                drawn = draw_hint(found, names, who, self.language, question.keys, cards)
            else:
                drawn = draw_verdict(found, names, who, self.language)
            question.hinted = found.marks(question.picking.choices)
        if self.question is question:
            self.tell(drawn)
            self.redraw()

    def page(self, called: str, text: RenderableType, at_end: bool = False) -> None:
        """Cover the table with the text of the page that is *called* so, until another is wanted or none."""
        self.app.push_screen(Page(called, text, *self.feet("page foot"), not self.dark, at_end), self.turn_to)

    def feet(self, name: str) -> tuple[str, str]:
        """The line of that name below a page, and what it says where more of the page stands below."""
        return self.say(name), self.say("further")

    def turn_to(self, called: str | None) -> None:
        """Show the page that is called so; where there is none, the table is seen again."""
        pages = {"keys": self.action_keys, "log": self.action_log, "rules": self.action_rules}
        if called:
            pages[called]()

    def action_log(self) -> None:
        """Show everything that was told."""
        self.page("log", told(self.program, self.language, *self.narration()), at_end=True)

    def action_rules(self) -> None:
        """Show the rules."""
        self.beside(self.rules, "rules")

    async def rules(self) -> None:
        """Show the rules, told for those who play, as soon as they are written; that is done once."""
        page = Page("rules", self.written or Text(self.say("one moment"), "dim"), *self.feet("page foot"), not self.dark)
        self.app.push_screen(page, self.turn_to)
        if self.written is not None:
            return
        # the language is read only where somebody asks for the rules: a table is there sooner without it
        from ...rulebook.rules_page import rules_page
        from ..draw.rules import rules_parts

        program, source = self.program, self.terminal.session.source
        count, chosen = len(program.players), dict(program.parameters)
        names = {program.seats[seat].name: name for seat, name in self.terminal.match.names.items()}
        found = await aside(lambda: rules_page(source, program.variant, count, chosen, self.language, names))
        self.written = Group(*rules_parts(found))
        page.renew(self.written)

    def action_keys(self) -> None:
        """Show which keys there are."""
        self.page("keys", Text(self.say("keys")))

    def action_pace(self) -> None:
        """Let the moves of bots stay shorter or longer."""
        self.pace = PACES[(PACES.index(self.pace) + 1) % len(PACES)] if self.pace in PACES else PACES[0]
        name = "pace key" if self.pace is None else "pace" if self.pace else "pace none"
        self.tell(Text(self.say(name, with_its_comma(str(self.pace), self.language))))

    def action_light(self) -> None:
        """Change between a dark and a light background."""
        self.dark = not self.dark
        self.set_class(not self.dark, "light")
        self.redraw()

    def tell(self, text: RenderableType | None) -> None:
        """Show an answer above the prompt; None takes it away."""
        self.parting = False
        super().tell(text)

    def action_part(self) -> None:
        """Leave the table when asked twice; the first time, say where the match is kept. A match that is over needs no second."""
        if self.parting or self.over or not self.query_one("#small").has_class("hidden"):
            self.leave(After.LEFT)
            return
        self.tell(Text(self.say("leave twice", self.terminal.saved())))
        self.parting = True

    def action_leave(self, after: str) -> None:
        """Leave the table; the match is recorded."""
        self.leave(After[after])

    # ------------------------------------------------------------------------------------------------ typing

    def action_type(self) -> None:
        """Open a line to type in."""
        line = self.query_one("#line", Input)
        line.value = ""
        line.set_class(False, "hidden")
        self.shown("prompt", False)
        line.focus()

    def close_line(self) -> None:
        """Close the line."""
        self.query_one("#line").set_class(True, "hidden")
        self.shown("prompt", True)
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        self.close_line()
        question = self.question
        if question is None or not event.value.strip():
            return
        names, ends = (each(self.game, question.asked, self.language) for each in (option_names, option_ends))
        match understand(event.value, names, ends):
            case Choose(index):
                question.given(index)
            case Ask(wish, rest):
                self.grant(question, wish, rest)
            case Unclear() as unclear:
                self.tell(Text(self.terminal.unclear(unclear, question.asked)))

    def grant(self, question: OpenQuestion, wish: Request, rest: str) -> None:
        """Do what was typed besides choosing."""
        match wish:
            case Request.HELP:
                self.action_keys()
            case Request.WHY:
                self.tell(
                    Group(*(painted(line) for line in self.terminal.session.asker(question.asked, question.keys).explain(rest)))
                )
            case Request.HINT:
                about = self.terminal.named(rest, question.asked) if rest else None
                if isinstance(about, Unclear):
                    self.tell(Text(self.terminal.unclear(about, question.asked)))
                else:
                    self.beside(partial(self.hint, question, about), "why")
            case Request.UNDO:
                self.action_undo()
            case Request.SAVE:
                self.tell(Text(self.terminal.saved()))
            case Request.QUIT:
                self.leave(After.LEFT)
            case Request.LOOK:
                told = cards_told(self.terminal.program, rest, self.terminal.language)
                self.tell(Text("\n".join(told)) if rest else None)
            case Request.LOG:
                self.action_log()
