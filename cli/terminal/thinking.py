"""Bots that think while people wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread, Timer

from rich.console import Console
from rich.text import Text

from ...bots import Bot, Preparing
from ...interpreter.game import Game
from ...table.phrases import phrase

QUIET = 0.1
"""So many seconds pass before a line says that somebody is thinking."""


@contextmanager
def thinking(console: Console, name: str, language: str) -> Iterator[None]:
    """A context in which a line tells that somebody of that name is thinking, where that takes long and the console is a
    terminal; afterwards the line is gone.
    """
    if not console.is_terminal or console.is_dumb_terminal or console.quiet:
        yield
        return
    status = console.status(Text(phrase(language, "thinks", name), "dim"), spinner_style="dim")
    timer = Timer(QUIET, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


def prepare(game: Game, bots: Iterable[Bot]) -> None:
    """Makes these bots ready while people look at the table; returns at once."""

    def prepared(bot: Preparing) -> None:
        # what goes wrong here goes wrong again where the bot is asked, and is told there
        with suppress(Exception):
            bot.prepare(game)

    for bot in bots:
        if isinstance(bot, Preparing):
            Thread(target=prepared, args=(bot,), daemon=True).start()
