"""The program that shows a match on the whole screen."""

from __future__ import annotations

import os
import sys
from typing import ClassVar

from textual.app import App
from textual.scrollbar import ScrollBar, ScrollBarRender

from ..terminal.terminal_session import TerminalSession
from .look import CSS, PACES, dark_background
from .pages import After
from .table_screen import TableScreen

LISTENING = 1.0
"""So often, in seconds, it is asked whether the terminal is still there."""


class WholeCells(ScrollBarRender):
    """A scroll bar of whole cells: parts of cells look like stray signs in the text beside them."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8


class TableApp(App[After]):
    """The table of a match; it ends with what comes next."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, terminal: TerminalSession, pace: float | None, dark: bool, colours: bool) -> None:
        """The table of that match, as `TableScreen` has it."""
        super().__init__()
        ScrollBar.renderer = WholeCells
        # with NO_COLOR set, even to nothing, Textual draws in greys: then letters must tell pieces apart
        self.table = TableScreen(terminal, pace, dark, colours and not self.no_color)

    def on_mount(self) -> None:
        """Show the table."""
        self.push_screen(self.table)
        if not self.is_headless and sys.__stdin__ is not None:
            keys = sys.__stdin__.fileno()
            # a terminal that is lost without a signal would be read for ever
            self.set_interval(LISTENING, lambda: None if os.isatty(keys) else self.exit(After.LEFT))


def play_on_screen(terminal: TerminalSession) -> After:
    """Play the match on the screen of this terminal; gives what comes next. Raises PlayError and BotFailed."""
    app = TableApp(terminal, PACES[0], dark_background(), colours=not os.environ.get("NO_COLOR"))
    after = app.run()
    if app.table.fault is not None:
        raise app.table.fault
    return after or After.LEFT
