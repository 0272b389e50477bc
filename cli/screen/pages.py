"""Pages that cover the table: help, the whole log, the rules, handing over, and the end of a match."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import ClassVar, TypeVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

Closed = TypeVar("Closed")
"""What a page gives when it is closed."""


class After(Enum):
    """What comes when the table is left: nothing, the same again, the people one seat further, or a look at what was chosen."""

    LEFT = "left"
    INTERRUPTED = "interrupted"
    AGAIN = "again"
    OTHER_SEATS = "other seats"
    ANALYSE = "analyse"


class Reading(VerticalScroll):
    """The text of a page; the line below it says where it goes on."""

    def __init__(self, text: RenderableType, foot: str, further: str) -> None:
        """That text. *foot* stands below, *further* before it while there is more text below."""
        super().__init__(Static(text), classes="page")
        self.foot = foot
        self.further = further

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The text has moved."""
        super().watch_scroll_y(old_value, new_value)
        self.call_after_refresh(self.tell)

    def watch_virtual_size(self) -> None:
        """The text, or its place, has another size."""
        self.call_after_refresh(self.tell)

    def on_resize(self) -> None:
        """The place of the text has another size."""
        self.call_after_refresh(self.tell)

    def tell(self, before: str = "") -> None:
        """Write the line below; *before* stands before it."""
        more = f"↓ {self.further}" if self.scroll_offset.y < self.max_scroll_y else ""
        for line in self.screen.query(".page-foot").results(Static):
            line.update(Text(" · ".join(part for part in (before, more, self.foot) if part)))


class LongPage(ModalScreen[Closed]):
    """A text that can be scrolled, with a line below it."""

    def __init__(self, text: RenderableType, foot: str, further: str, light: bool) -> None:
        """That text, with *foot* below it, behind *further* where more of it stands below."""
        super().__init__(classes="light" if light else "")
        self.text = text
        self.foot = foot
        self.further = further

    def compose(self) -> ComposeResult:
        """The text and the line below it."""
        yield Reading(self.text, self.foot, self.further)
        yield Static(Text(self.foot), classes="page-foot")

    def action_scroll(self, lines: int) -> None:
        """Move the text."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class ShortPage(ModalScreen[Closed]):
    """A few lines, and nothing else, until a key is pressed."""

    def __init__(self, lines: Sequence[str], light: bool) -> None:
        """With these lines."""
        super().__init__(classes="light" if light else "")
        self.lines = lines

    def compose(self) -> ComposeResult:
        """The lines."""
        yield Static(Text("\n\n".join(self.lines)), classes="page")

    def action_then(self, what: Closed) -> None:
        """Close it so."""
        self.dismiss(what)


class Page(LongPage[str]):
    """A text that can be scrolled, until a key is pressed that closes it; gives the name of the page that is wanted instead."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "turn('')", show=False),
        Binding("question_mark", "turn('keys')", show=False),
        Binding("l", "turn('log')", show=False),
        Binding("r", "turn('rules')", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("pagedown,space", "scroll(10)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("home", "edge(False)", show=False),
        Binding("end", "edge(True)", show=False),
    ]

    def __init__(self, called: str, text: RenderableType, foot: str, further: str, light: bool, at_end: bool = False) -> None:
        """That text, with a line below it that says how to go back, behind *further* where more of it stands below. The page is
        *called* `keys`, `log` or `rules`, and its key closes it. *at_end* shows its end first.
        """
        super().__init__(text, foot, further, light)
        self.called = called
        self.at_end = at_end

    def on_mount(self) -> None:
        """Show what was written meanwhile, and the end first where that is wanted."""
        self.renew(self.text)
        if self.at_end:
            self.call_after_refresh(self.query_one(VerticalScroll).scroll_end, animate=False)

    def renew(self, text: RenderableType) -> None:
        """Show another text."""
        self.text = text
        for part in self.query(".page Static").results(Static):
            part.update(text)

    def action_turn(self, called: str) -> None:
        """Go back to the table, or on to the page that is called so."""
        self.dismiss(called if called != self.called else "")

    def action_edge(self, end: bool) -> None:
        """Go to the end of the text, or to its beginning."""
        scroll = self.query_one(VerticalScroll)
        if end:
            scroll.scroll_end(animate=False)
        else:
            scroll.scroll_home(animate=False)


class HandedOver(ShortPage[bool]):
    """Hides everything until the next player sits at the keyboard; False where that player leaves instead."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "then(True)", show=False),
        Binding("q,ctrl+c", "then(False)", show=False),
    ]

    def compose(self) -> ComposeResult:
        """The lines."""
        text = Text("\n\n".join(self.lines), justify="center")
        yield Static(text, classes="page")

    def on_click(self) -> None:
        """A press of the mouse is as good as a key."""
        self.dismiss(True)


class Unwritten(ShortPage[str]):
    """Asks what to do about a record that cannot be written: `again`, `unrecorded` or `leave`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "then('again')", show=False),
        Binding("x", "then('unrecorded')", show=False),
        Binding("q,ctrl+c", "then('leave')", show=False),
    ]


class Agreement(ShortPage[bool]):
    """Asks whether another may take the last choice back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "then(True)", show=False),
        Binding("n,q,escape,ctrl+c", "then(False)", show=False),
    ]


class EndPage(LongPage[After | None]):
    """How the match ended, and what may come now; None: look at the table. *final* says that nothing is taken back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "then('AGAIN')", show=False),
        Binding("s", "then('OTHER_SEATS')", show=False),
        Binding("y", "then('ANALYSE')", show=False),
        Binding("u", "no_undo", show=False),
        Binding("q,ctrl+c", "then('LEFT')", show=False),
        Binding("escape,enter,t", "look", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("pagedown,space", "scroll(10)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
    ]

    def __init__(self, text: RenderableType, foot: str, further: str, light: bool, final: str) -> None:
        """With that text, and a line below that says what may come, and where more of the text stands below (*further*)."""
        super().__init__(text, foot, further, light)
        self.final = final

    def action_then(self, name: str) -> None:
        """Leave the table for that."""
        self.dismiss(After[name])

    def action_no_undo(self) -> None:
        """Say that no choice is taken back any more."""
        self.query_one(Reading).tell(self.final)

    def action_look(self) -> None:
        """Look at the table."""
        self.dismiss(None)
