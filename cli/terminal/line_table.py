"""Plays a match at one terminal: people, with bots at the other seats."""

from __future__ import annotations

import sys
from typing import assert_never

from rich.console import Group
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from ...bots import BotFailed
from ...interpreter import Decision, PlayError, View, turned_up, view
from ...session.bots import BotTask, think
from ...session.hints import hint
from ...session.seating import adviser_text, bot_of
from ...session.session import PartEnded
from ...session.shared_screen import AskAgreement, AskPerson, CannotWrite, HandOver, LetThink, LookFirst, Over, Step
from ...session.typed import Ask, Choose, Request, Unclear, understand
from ...table.cards_told import cards_told
from ...table.in_words import in_words
from ...table.labels import labels, lettered
from ...table.matching import clipped
from ...table.model import scene_of
from ...table.options import option_ends, option_names
from ...table.phrases import phrase
from ...table.prompt import prompt_of
from ...table.story import Kind, StoryLine, plain
from ...table.writing import picture_of
from ..draw.ending import draw_ending
from ..draw.hint import draw_hint, draw_verdict
from ..draw.paint import coloured, painted, seat_style
from ..draw.printer import Printer
from ..draw.screen import draw_options, draw_scene
from .keyboard import typed, waiting
from .terminal_session import TerminalSession
from .thinking import prepare, thinking

WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what was scrolled off it, so that the next player cannot read it there."""


class Left(Exception):
    """A player leaves the match."""


class Table:
    """A match that people play line by line; *blind* are lines that came together with the last one."""

    def __init__(self, terminal: TerminalSession, piped: bool = False, in_words: bool = False) -> None:
        """The table of that match, printed to standard output; *piped*: whoever writes into a pipe answers for all people."""
        self.terminal = terminal
        self.game, self.program = terminal.game, terminal.program
        self.language = terminal.language
        self.console = Printer(highlight=False, soft_wrap=False)
        self.colours = self.console.color_system is not None and not self.console.no_color
        self.piped = piped
        self.in_words = in_words
        self.told_of_print = False  # what is printed on boards never changes: it is told once, and where somebody looks
        # nothing can be hidden from whoever writes the pipe
        terminal.screen.hands_over = terminal.screen.hands_over and not piped
        terminal.screen.pauses_at_parts = False
        self.blind: tuple[str, ...] = ()

    # ------------------------------------------------------------------------------------------------ the match goes on

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        terminal = self.terminal
        self.welcome()
        prepare(terminal.game, terminal.session.bots.values())
        try:
            for step in terminal.screen.steps():
                self.take(step)
        except (Left, EOFError, KeyboardInterrupt) as leaving:
            self.console.print()
            # When the terminal itself wraps the command, it can be copied as a whole.
            self.console.print(Text(terminal.leaving), soft_wrap=True)
            sys.exit(130 if isinstance(leaving, KeyboardInterrupt) else 0)
        self.farewell()

    def take(self, step: Step) -> None:
        """Do what comes next. Raises Left, PlayError and BotFailed."""
        match step:
            case AskPerson(seat):
                self.ask(seat)
            case AskAgreement(seat, wanted_by):
                self.ask_agreement(seat, wanted_by)
            case LetThink(task):
                self.terminal.session.give(task, self.thought(task))
            case HandOver(seat):
                self.hand_over(seat)
            case LookFirst(seat):
                self.show_scene(seat)
                self.line(phrase(self.language, "look first", self.name(seat)) + " ")
            case CannotWrite(fault):
                self.write_again(fault)
            case PartEnded() | Over():
                pass
            case _:
                assert_never(step)

    def thought(self, task: BotTask) -> int:
        """What a bot chooses; if it takes long, the console says so. Raises BotFailed."""
        bot = self.terminal.session.bots[task.seat]
        with thinking(self.console, self.name(task.seat), self.language):
            return think(task, bot)

    def write_again(self, fault: OSError) -> None:
        """Ask what to do about a record that cannot be written. Raises Left."""
        self.say(phrase(self.language, "cannot write", self.terminal.path, fault.strerror or fault))
        wish = self.line("› ").strip().casefold()
        if wish in ("quit", "q"):
            raise Left
        if wish == "unrecorded":
            self.terminal.stop_recording()
        else:
            self.terminal.session.write()

    def welcome(self) -> None:
        """Say what is played, and where it is recorded."""
        title, *rest = self.terminal.welcome()
        self.console.print(Text(title, "bold"))
        for line in rest:
            self.say(line)

    def farewell(self) -> None:
        """Show the table at the end, and the result."""
        terminal = self.terminal
        seat = terminal.humans[0]
        if not terminal.open and not self.piped:
            self.wipe()
        over = Text(phrase(self.language, "over"), "bold")
        self.console.print(over if self.in_words else Rule(over, style="dim"))
        state = terminal.match.state
        seen = turned_up(self.game, state, view(self.game, state, seat))
        self.print_scene(seen, own=terminal.open)
        if terminal.open:
            self.print_news(seat)
        for part in draw_ending(terminal.match, self.language):
            self.console.print(part)
        if terminal.path:
            self.say(terminal.saved())

    # ------------------------------------------------------------------------------------------------- one is asked

    def ask(self, seat: int) -> None:
        """Ask a person until an option is chosen or the last choice taken back."""
        terminal, session = self.terminal, self.terminal.session
        asked, number = session.decision(seat), session.number(seat)
        self.show(seat, asked)
        names, ends = (each(self.game, asked, self.language) for each in (option_names, option_ends))
        while True:
            match understand(self.prompt(seat), names, ends):
                case Choose(index):
                    terminal.screen.noted(seat)
                    session.choose(seat, number, asked.options[index].code)
                    return
                case Ask(Request.UNDO):
                    if self.undo(seat):
                        return
                case Ask(wish, rest):
                    self.grant(wish, rest, seat, asked)
                case Unclear() as unclear:
                    self.say(terminal.unclear(unclear, asked))

    def prompt(self, seat: int) -> str:
        """The line that the player types."""
        with self.console.capture() as captured:
            self.console.print(Text(f"{self.name(seat)} › ", seat_style(self.program, seat, self.language)), end="")
        return self.line(captured.get())

    def line(self, prompt: str) -> str:
        """The line that is typed behind the prompt. What was typed before it was shown is told above it, and not played."""
        blind = (*self.blind, *waiting())
        if blind:
            self.say(phrase(self.language, "typed blind", len(blind), clipped(", ".join(blind))))
        line, self.blind = typed(prompt)
        if self.piped:
            self.say(line)  # a terminal shows what is typed
        return line

    def show(self, seat: int, asked: Decision, printed: bool = False) -> None:
        """Show the table as the seat sees it, in words also with what is *printed* on boards; what happened; and the options."""
        console = self.console
        console.print()
        turn = Text(phrase(self.language, "turn", self.name(seat)), seat_style(self.program, seat, self.language))
        console.print(turn if self.in_words else Rule(turn, style="dim"))
        self.show_scene(seat, printed=printed)
        prompt = prompt_of(self.game, self.terminal.match.state, asked, self.language)
        if not prompt.phase or prompt.left is not None:
            console.print(Padding(Text(prompt.text, "bold"), (0, 0, 0, 1)))
        names = option_names(self.game, asked, self.language)
        texts = [coloured(each[0]) for each in names]
        wide = 0 if self.in_words else console.width - 2
        console.print(Padding(draw_options(texts, labels(names), wide), (0, 0, 0, 1)))
        console.print(Text(phrase(self.language, "hint letters" if lettered(names) else "hint"), "dim"))

    def show_scene(self, seat: int, printed: bool = False) -> None:
        """Show the table as the seat sees it, and what happened."""
        self.print_scene(view(self.game, self.terminal.match.state, seat), own=True, printed=printed)
        self.print_news(seat)

    def print_scene(self, seen: View, own: bool, printed: bool = False) -> None:
        """Draw what is seen, or tell it in words."""
        course = self.terminal.match.course
        if self.in_words:
            scene = scene_of(self.game, seen, self.language, own, course)
            for line in in_words(self.program, scene, printed or not self.told_of_print):
                self.say(line)
            self.told_of_print = True
        else:
            self.console.print(draw_scene(picture_of(self.game, seen, self.language, own, self.colours, course), self.console))

    def print_news(self, seat: int) -> None:
        """Print what the seat has heard since this was last printed; all of it where people hand the terminal over, for what was
        shown in between is not on the table any more.
        """
        news = self.terminal.screen.news(seat)
        if not news:
            return
        shown = news[-max(6, self.console.height // 4) :] if self.terminal.open else news
        body = [Text(phrase(self.language, "more news", len(news) - len(shown)), "dim")] if len(shown) < len(news) else []
        body += [self.tinted(line) for line in shown]
        self.console.print(Padding(Group(*body), (0, 0, 1, 1)))

    def tinted(self, line: StoryLine) -> Text:
        """A dot and the line, with the names of the seats in their colours; a heading where a counted loop begins anew."""
        if line.kind is Kind.PASS:
            return Text(plain(line), "dim")
        text = Text()
        text.append("· ", "dim")
        text.append(line.text)
        for seat in range(len(self.program.seats)):
            text.highlight_words([self.name(seat)], seat_style(self.program, seat, self.language))
        return text

    # ------------------------------------------------------------------------------------------------- wishes

    def grant(self, wish: Request, rest: str, seat: int, asked: Decision) -> None:
        """Do what the player asks for besides choosing."""
        match wish:
            case Request.HELP:
                names = option_names(self.game, asked, self.language)
                signs = labels(names)
                range_of = (f"{signs[0]}-{signs[-1]}" if len(signs) > 1 else signs[0]).ljust(12)
                self.console.print(Text(phrase(self.language, "help letters" if lettered(names) else "help", range_of)))
                self.console.print(Text(phrase(self.language, "help more")))
            case Request.WHY:
                for answer in self.terminal.session.asker(asked).explain(rest):
                    self.console.print(painted(answer))
            case Request.HINT:
                self.hint(seat, asked, rest)
            case Request.SAVE:
                self.say(self.terminal.saved())
            case Request.QUIT:
                raise Left
            case Request.LOOK if rest:
                self.say("\n".join(cards_told(self.program, rest, self.language)))
            case Request.LOOK | Request.UNDO:
                self.show(seat, asked, printed=True)
            case Request.LOG:
                for line in self.terminal.log(seat):
                    self.console.print(self.tinted(line))

    def hint(self, seat: int, asked: Decision, rest: str) -> None:
        """Print what the bot of the level would choose for the seat, and how it judges the options, or the one that is named."""
        terminal, who = self.terminal, adviser_text(self.terminal.level, self.language)
        about = terminal.named(rest, asked) if rest else None
        if isinstance(about, Unclear):
            return self.say(terminal.unclear(about, asked))
        try:
            with thinking(self.console, who, self.language):
                bot = bot_of(self.program, terminal.level)
                found = hint(terminal.session.task(seat, bot), bot, self.language, () if about is None else (about,))
        except (PlayError, BotFailed) as fault:
            return self.say(str(fault))
        names = option_names(self.game, asked, self.language)
        if about is None:
            self.console.print(draw_hint(found, names, who, self.language, labels(names)))
        else:
            self.console.print(draw_verdict(found, names, who, self.language))

    def undo(self, seat: int) -> bool:
        """Take the seat's last choice back. Where that is not possible, prints why and returns False."""
        refused = self.terminal.undo(seat)
        if self.terminal.session.undo_asked is None:
            self.say(refused or phrase(self.language, "undone", self.name(seat)))
        return refused is None

    def ask_agreement(self, seat: int, wanted_by: int) -> None:
        """Ask a person whether another one may take the last choice back. Raises Left."""
        said = f"({phrase(self.language, 'yes')} / {phrase(self.language, 'no')})"
        wish = self.line(phrase(self.language, "agree", self.name(seat), self.name(wanted_by)) + f" {said} › ").strip().casefold()
        if wish in ("quit", "q"):
            raise Left
        yes = wish in (phrase(self.language, "yes"), phrase(self.language, "yes")[:1])
        self.terminal.session.agree(seat, yes)
        self.terminal.screen.forget_what_was_taken_back()
        self.say(phrase(self.language, "undone" if yes else "not agreed", self.name(wanted_by if yes else seat)))

    # ------------------------------------------------------------------------------------------------- several people

    def hand_over(self, seat: int) -> None:
        """Hide what the previous player saw, until *seat* sits at the keyboard."""
        name = self.name(seat)
        if self.terminal.screen.present is not None or any(self.terminal.screen.read.values()):
            self.wipe()
        self.console.print(Rule(style="dim"))
        self.console.print(Text(phrase(self.language, "hand over", name), "bold"))
        self.line(phrase(self.language, "press enter", name) + " ")
        self.wipe()

    def wipe(self) -> None:
        """Clear the screen and what was scrolled off it."""
        self.console.file.write(WIPE)
        self.console.file.flush()

    def name(self, seat: int) -> str:
        """What a seat, or who sits there, is called."""
        return self.program.seat_name(seat, self.language)

    def say(self, text: str) -> None:
        """Print a line."""
        self.console.print(Text(text))
