"""The one frame of a match: where its parts stand, at every size of the screen, and what is in them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve
from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Input, Static

from ...interpreter import NATURE, State, actors, turned_up, view
from ...interpreter.course import Turn as TurnTaken
from ...table.narration import course_words
from ...table.pictures import BoardPicture, SeatRow
from ...table.prompt import prompt_of
from ...table.spots import OnSeat, spot_id
from ...table.story import StoryLine, flat, messages
from ...table.styles import TextStyle
from ...table.writing import numbered, picture_of
from ..draw.paint import painted, seat_style, style
from ..terminal.terminal_session import TerminalSession
from .drawing import Lines, OnBarred, OnEntry, Target, shaded, widest
from .look import BESIDE, BOXED, HIGH, LEAST_HIGH, LEAST_WIDE, LEGEND, NEWS, ROOMY, STORY, WIDE
from .open_question import LISTED, Moods, OpenQuestion
from .parts import Meanings, board_lines, entry_lines, hand_lines, panel_lines, panel_parts, told, uppermost, without_gaps
from .pointable import Field, Pointable

ASKED = 3
"""At most so many lines has what is asked."""

SPARE = 4
"""Boards that take less than one in so many lines stand above everything else."""


class Scroll(VerticalScroll, can_focus=False):
    """A part that can be higher than its place; the arrows do not belong to it."""


class Story(Scroll):
    """What was told; whenever its place or its text changes in size, its end is seen, from the beginning of a sentence on."""

    def compose(self) -> ComposeResult:
        """The text."""
        yield Told(id="told")

    def on_resize(self) -> None:
        """Show the end."""
        self.show_end()

    def show_end(self) -> None:
        """Show the end; where the first sentence in sight has lost its beginning, empty lines below push it out of sight."""
        part, high = self.query_one("#told", Told), self.size.height
        whole = tail(part.heights(), high)
        part.styles.padding = (0, 0, high - whole if 0 < whole < high else 0, 0)
        self.scroll_end(animate=False, immediate=True)


class Told(Static):
    """The text of a story."""

    def on_resize(self) -> None:
        """Show the end, now that it is known how long the text is."""
        if isinstance(self.parent, Story):
            self.parent.show_end()

    def heights(self) -> list[int]:
        """How many lines each sentence takes at the present width."""
        text, wide = self.content, max(1, self.size.width)
        lines = text.split("\n") if isinstance(text, Text) else ()
        return [len(line.wrap(self.app.console, wide)) for line in lines]


def tail(heights: Sequence[int], room: int) -> int:
    """How many lines the last sentences take together that find room; 0 where all of them do, or the last does not."""
    taken = 0
    for high in reversed(heights):
        if taken + high > room:
            return taken
        taken += high
    return 0


class Frame(Screen[None]):
    """Boards, panels, narration, hand, prompt and options of a match; it shows them, and decides nothing."""

    AUTO_FOCUS = ""

    def __init__(self, terminal: TerminalSession, dark: bool, colours: bool) -> None:
        """The frame of that match; *colours* says whether the screen has any."""
        super().__init__(classes="" if dark else "light")
        self.terminal = terminal
        self.game, self.program = terminal.game, terminal.program
        self.language = terminal.language
        self.dark = dark
        self.colours = colours
        self.question: OpenQuestion | None = None
        self.cursor: Target | None = None
        self.typed = ""
        self.status, self.come_to = "", ""
        self.tab = 0
        self.viewer, self.own = terminal.humans[0], terminal.open
        self.over, self.cut = False, False
        self.since = 0
        self.begun, self.filled = False, Size(0, 0)
        self.boards: dict[tuple[int, int, int, int], tuple[BoardPicture, Lines]] = {}
        self.stacked: dict[Size, bool] = {}
        self.lowest: dict[tuple[Size, int], int] = {}
        self.meanings = Meanings(self.program)
        self.look()

    def compose(self) -> ComposeResult:
        """The parts of the frame."""
        yield Static(id="top")
        yield Static(id="tabs")
        with Horizontal(id="body"):
            with Scroll(id="boards"):
                for number in range(sum(board.of is None for board in self.program.boards)):
                    yield Pointable(f"board-{number}")
            with Vertical(id="side"):
                with Scroll(id="panels-row"):
                    yield Pointable("panels")
                yield Story(id="news")
        with Scroll(id="hand-row"):
            yield Pointable("hand")
        yield Static(id="prompt")
        yield Input(id="line", classes="hidden", compact=True, placeholder=self.say("typed"))
        with Scroll(id="options-row"):
            yield Pointable("options")
        yield Static(id="foot")
        yield Static(id="answer", classes="hidden")
        yield Static(id="small", classes="hidden")

    def on_resize(self) -> None:
        """Draw everything at the new size; a table where nobody was asked yet is drawn with its first question."""
        if self.begun and self.size != self.filled:
            self.redraw()

    def moment(self) -> tuple[State, Sequence[TurnTaken]]:
        """What is looked at: how the match stands, and its course up to there."""
        return self.terminal.match.state, self.terminal.match.course

    def who_is_asked(self) -> tuple[int, ...]:
        """Who is asked, in what is looked at."""
        return actors(self.game, self.terminal.match.state)

    def look(self) -> None:
        """Work out what is shown of the match."""
        state, course = self.moment()
        seen = evolve(view(self.game, state, self.viewer), asked=self.who_is_asked())
        if not seen.asked:
            seen = turned_up(self.game, state, seen)
        if seen.asked != (NATURE,):
            # a round has begun when what chance gives it can be seen
            self.come_to = course_words(self.program, state, self.language)
        self.scene = picture_of(self.game, evolve(seen, decision=None), self.language, self.own, self.colours, course)

    # ------------------------------------------------------------------------------------------------ drawing

    def redraw(self) -> None:
        """Draw every part, at the size that the screen has now."""
        if not self.is_mounted or not self.query("#small"):
            return
        self.begun, self.filled = True, self.size
        wide, high = self.size.width, self.size.height
        small = wide < LEAST_WIDE or high < LEAST_HIGH
        for name in ("top", "body", "hand-row", "prompt", "options-row", "foot"):
            self.shown(name, not small)
        self.shown("tabs", False)
        self.query_one("#small").set_class(not small, "hidden")
        if small:
            self.tell(None)
            self.write("small", Text(self.say("too small", LEAST_WIDE, LEAST_HIGH, wide, high)))
            return
        narrow = wide < WIDE or high < HIGH
        hand = hand_lines(self.meanings, self.scene, wide - 2, high >= ROOMY)
        if len(hand) > max(BOXED, high // 5):
            hand = hand_lines(self.meanings, self.scene, wide - 2, False)
        question = self.question
        if question is not None:
            question.room = max(LISTED, high // 6 * (wide // 26))
        more = self.say("on the table", question.unlisted) if question is not None and question.unlisted else ""
        barred = [each.words for each in question.barred] if question is not None else []
        options = entry_lines(self.meanings, question.listed if question is not None else (), barred, more, wide - 2)
        hand_high, options_high = (
            min(len(hand), max(2, high // 3 if high >= ROOMY else high // 4)),
            min(len(options), max(3, high // 4)),
        )
        self.place("hand-row", hand_high)
        self.place("options-row", options_high)
        self.lines_in("hand", hand)
        self.lines_in("options", options)
        self.cut = len(options) > options_high
        prompt_high = min(ASKED, max(1, len(self.prompt().wrap(self.app.console, max(1, wide - 2)))))
        self.place("prompt", prompt_high)
        body = high - 2 - prompt_high - hand_high - options_high
        left = 0
        if narrow:
            self.draw_narrow(wide, body - 1)
        else:
            left = self.draw_wide(wide, body)
        # above the hand and beside the boards, so that what is pointed at stays in sight
        self.query_one("#answer").styles.margin = (0, 0, options_high + 1 + prompt_high + hand_high, left)
        self.draw_words()

    def draw_wide(self, wide: int, high: int) -> int:
        """Boards at the left, panels above the narration at the right; all of them one below the other where panels are wider.
        Gives how wide what stands at the left is.
        """
        for name in ("side", "panels-row", "news"):
            self.shown(name, True)
        self.shown("boards", bool(self.scene.boards))
        self.place("body", high)
        boards = self.draw_boards(wide - BESIDE, high, LEGEND)
        taken = max(widest(each) for each in boards) + 3 if boards else 0
        panels = panel_lines(self.meanings, self.scene, wide - 3)
        # a long pile that belongs to nobody finds room in several lines, and is no reason to stack
        least = panel_lines(self.meanings, evolve(self.scene, zones=()), wide - 3)
        # beside a low board there would be nothing below it; its legend makes it no higher
        low = 0 < SPARE * (sum(map(len, boards)) - sum(bool(picture.explained) for picture in self.scene.boards)) <= high
        stacked, used = low or taken + widest(least) + 3 > wide, 0
        if stacked and taken and not low:
            # columns that have no room beside the others may stand below them, while the story keeps its lines
            room = wide - taken - 3
            beside = panel_lines(self.meanings, self.scene, room)
            stacked = widest(beside) > room or len(beside) + 1 + STORY > high
        # what was stacked once stays so in this window, whatever comes and goes
        stacked = self.stacked[self.size] = stacked or self.stacked.get(self.size, False)
        if stacked:
            boards = self.draw_boards(wide - 3, max(LEAST_HIGH, high - len(panels) - 4), wide - 3)
            used = min(sum(map(len, boards)), high - 6)
        elif taken:
            panels = panel_lines(self.meanings, self.scene, wide - taken - 3)
        self.query_one("#body").styles.layout = "vertical" if stacked else "horizontal"
        self.query_one("#boards").styles.width = wide if stacked else taken
        self.place("boards", used if stacked else high)
        left = high - used if stacked else high
        self.place("side", left)
        self.lines_in("panels", panels)
        self.place("panels-row", min(len(panels) + 1, max(4, left - (4 if stacked else 6))))
        return 0 if stacked else taken

    def draw_narrow(self, wide: int, high: int) -> None:
        """One of boards, panels and narration, with the last of the narration below."""
        tabs = self.tabs()
        tab = tabs[self.tab % len(tabs)]
        self.query_one("#body").styles.layout = "vertical"
        news = 0 if tab == "log" else 2
        boards = self.draw_boards(wide - 3, high - news, wide - 3)
        used = min(high - news, sum(len(each) for each in boards)) if tab == "boards" else 0
        panels = panel_lines(self.meanings, self.scene, wide - 3)
        if tab == "boards":
            # what lies in the middle goes before further lines of the story
            middle = len(panel_parts(self.meanings, self.scene, wide - 3)[0]) if self.scene.middle else 0
            news = max(news, min(NEWS, high - used - middle))
        elif tab == "players" and len(panels) > high - news:
            panels = without_gaps(self.meanings, self.scene, wide - 3)
            news = max(news, high - len(panels))
        left = high - news
        scores = tab == "log"
        if tab == "boards":
            # below the boards stand those that find room there: what lies in the middle first
            parts = panel_parts(self.meanings, self.scene, wide - 3)
            panels = uppermost(parts, left - used)
            first = parts[: 2 if self.scene.middle else 1]
            scores = len(panels) < sum(len(part) + 1 for part in first) - 1
        self.draw_tabs(tab, wide, scores)
        self.lines_in("panels", panels)
        below = min(len(panels), left - used) if tab != "log" else 0
        self.shown("boards", tab == "boards")
        self.shown("side", True)
        self.shown("panels-row", below > 0)
        self.shown("news", True)
        self.query_one("#boards").styles.width = wide
        self.place("body", high)
        self.place("boards", used)
        self.place("side", high - used)
        self.place("panels-row", below)

    def draw_tabs(self, tab: str, wide: int, scores: bool) -> None:
        """Draw the line of what a small screen shows one at a time; with *scores* those that have room there."""
        line = Text()
        for each in self.tabs():
            line.append(f" {self.say('tab ' + each)} ", "reverse bold" if each == tab else "dim")
            line.append(" ")
        line.append(self.say("tab key"), "dim")
        told = Text("  ").join(Text(" ").join((Text(row.name, style(ink)), painted(row.score))) for row, ink in self.scored())
        room = wide - 2 - line.cell_len - told.cell_len
        if scores and told and room > 1:
            line.append(" " * room)
            line.append_text(told)
        self.shown("tabs", True)
        self.write("tabs", line)

    def scored(self) -> list[tuple[SeatRow, TextStyle]]:
        """The seats that have a score, each with its ink."""
        return [(row, ink) for row, ink in zip(self.scene.seats, self.scene.styles, strict=True) if row.score]

    def draw_boards(self, wide: int, high: int, below: int) -> list[Lines]:
        """Draw the boards, one below the other, with legends that may be at least as wide as *below*; what each takes of the
        screen. So that they keep their size while more or fewer options stand below them, they take no more lines than they once
        had in this window.
        """
        high = self.lowest[self.size, wide] = min(high, self.lowest.get((self.size, wide), high))
        found: list[Lines] = []
        question = self.question
        numbers = {} if question is None else {spot_id(self.program, spot): at for spot, at in question.numbers.items()}
        for number, plain in enumerate(self.scene.boards):
            picture = numbered(plain, numbers)
            drawing = self.board(number, picture, (wide, high - sum(map(len, found)), below))
            self.lines_in(f"board-{number}", drawing)
            found.append(drawing)
        return found

    def board(self, number: int, picture: BoardPicture, room: tuple[int, int, int]) -> Lines:
        """The lines of a board in that room: its columns, its lines, the columns of its legend; those that it had before, where
        nothing on it has changed.
        """
        kept = self.boards.get((number, *room))
        if kept is None or kept[0] != picture:
            kept = self.boards[number, *room] = picture, board_lines(self.meanings, picture, *room)
        return kept[1]

    def draw_words(self) -> None:
        """Draw the lines of text: what is played, what is asked, what was told, which keys there are."""
        self.write("top", Text(" · ".join(part for part in (self.terminal.welcome()[0], self.come_to) if part)))
        self.draw_prompt()
        self.write("foot", Text(self.say("keys end" if self.over else "keys short"), no_wrap=True, overflow="ellipsis"))
        self.write("told", told(self.program, self.language, *self.narration()))
        self.call_after_refresh(self.query_one("#news", Story).show_end)

    def draw_prompt(self) -> None:
        """Draw the lines that say who is asked what, and what was typed so far."""
        self.write("prompt", self.prompt())

    def prompt(self) -> Text:
        """Who is asked what, and what was typed so far; else what is going on."""
        prompt = Text()
        if self.question is not None:
            prompt.append(
                f"{self.terminal.name(self.question.seat)} › ", seat_style(self.program, self.question.seat, self.language)
            )
            prompt.append(self.asked(self.question))
            prompt.append(f"   {self.typed}_" if self.typed else "", "bold #5fd7d7")
            meant = next((entry.words for entry in self.question.listed if self.typed and entry.key == self.typed), None)
            prompt.append(f" {self.say('enter gives', meant)}" if meant is not None else "", "dim")
            prompt.append(f" · {self.say('more below')}" if self.cut else "", "dim")
            prompt.append(f" · {self.say('esc back')}" if self.question.within else "", "dim")
        else:
            prompt.append(self.status, "dim")
        return prompt

    def asked(self, question: OpenQuestion) -> str:
        """What is asked, and how much was picked of it."""
        picked = question.picking
        count = len(picked.picked) if picked.several is not None else 0
        words = prompt_of(self.game, self.terminal.match.state, question.asked, self.language, count).text
        if picked.members and picked.picked:
            done = [] if picked.given is None else [self.say("choose done")]
            return " · ".join([words, picked.running, *done])
        if picked.several is None and picked.picked:
            words += f" · {self.say('still open', len(picked.open))}"
        return words

    def narration(self) -> tuple[list[StoryLine], int]:
        """What is played and what the viewer has heard, and how many of its last lines are new."""
        opening = messages(self.terminal.welcome()[1:])
        if not self.own:
            fresh = self.terminal.heard_by_all(self.since, self.moment()[1])
            return [*([] if fresh else opening), *fresh], len(fresh)
        log, read = self.terminal.groups(self.viewer, self.moment()[1]), self.terminal.screen.read[self.viewer]
        return [*opening, *flat(log)], len(flat(log[read:])) + (0 if read else len(opening))

    def lines_in(self, name: str, lines: Lines) -> None:
        """Show these lines in a part at which people can point."""
        self.query_one(f"#{name}", Pointable).paint(lines, self.moods().of, self.dark)

    def write(self, name: str, text: RenderableType) -> None:
        """Show a text in the part of that name."""
        # all but what was told are as high as they ever were
        part = self.query_one(f"#{name}", Static)
        part.update(shaded(text, self.dark) if isinstance(text, Text) else text, layout=name == "told")

    def place(self, name: str, high: int) -> None:
        """Make a part so many lines high."""
        self.query_one(f"#{name}").styles.height = max(0, high)

    def shown(self, name: str, wanted: bool) -> None:
        """Show a part, or hide it."""
        self.query_one(f"#{name}").display = wanted

    def tabs(self) -> list[str]:
        """The names of what a small screen shows one at a time."""
        return [*(["boards"] if self.program.boards else []), "players", "log"]

    def say(self, name: str, *values: object) -> str:
        """A phrase in the language of the match."""
        return self.terminal.say(name, *values)

    def tell(self, text: RenderableType | None) -> None:
        """Show an answer above the prompt; None takes it away."""
        part = self.query_one("#answer", Static)
        small = not self.query_one("#small").has_class("hidden")
        if (text is None and part.has_class("hidden")) or (text is not None and small):
            return
        part.set_class(text is None, "hidden")
        part.styles.max_height = max(3, self.size.height // 2)
        if text is not None:
            part.update(text)
        self.call_after_refresh(self.make_room)

    def make_room(self) -> None:
        """Let the story end above the answer, so that its last lines stay in sight."""
        answer = self.query_one("#answer", Static)
        high = 0 if answer.has_class("hidden") else answer.outer_size.height
        self.query_one("#news").styles.margin = (0, 0, high, 0)

    # ------------------------------------------------------------------------------------------------ what stands out

    def repaint(self) -> None:
        """Show anew what stands out, where nothing else has changed."""
        moods = self.moods()
        for part in self.query(Pointable):
            part.paint(part.lines, moods.of, self.dark)
        self.draw_prompt()

    def moods(self) -> Moods:
        """How everything stands out now."""
        question = self.question
        if question is None:
            return Moods((), (), (), None)
        hinted = [spot for group in next(iter(question.hinted), ()) for spot in group]
        return Moods(question.picking.spots(), question.picking.picked, hinted, self.cursor)

    def fields(self) -> list[Field]:
        """What the arrows lead to: all that is on offer, and what lies beside it."""
        question = self.question
        if question is None:
            return []
        moods, found = self.moods(), []
        for part in self.query(Pointable):
            if part.region.height:
                for field in part.fields():
                    spot = field.target
                    listed = isinstance(spot, OnEntry | OnBarred)
                    beside = not isinstance(spot, OnEntry | OnBarred | OnSeat) and spot in question
                    if listed or beside or spot in moods.spots:
                        found.append(field)
        return found
