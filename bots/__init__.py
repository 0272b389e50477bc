"""Bots: programs that decide for a seat. Every other module of this package is a bot, under the name of the module.

A bot is told what its seat is asked, may look at what its seat sees, and returns the index of an option. It never gets a
state, so it cannot know more than a person in that seat.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from ..interpreter import Decision, Event, View, decision, view
from ..interpreter.core.rng import Stream, Use, stream_start
from ..interpreter.match.match import Match
from ..program.ir import Program

Look = Callable[[], View]
"""Returns what the bot's seat sees now. A view takes time to compute, so only bots that need one call this."""

Draw = Callable[[int], int]
"""Returns a random number from 0 up to, not including, the argument (at most 2**64), all equally likely."""


class Bot(Protocol):
    """The interface of a bot."""

    def choose(self, program: Program, asked: Decision, look: Look, draw: Draw) -> int:
        """The index of one of the options of the decision that is *asked*.

        A bot calls *draw* at most once; if it needs more random numbers, it starts a stream of its own from that number. It
        keeps no state between calls, so that an interrupted match continues exactly as it would have without interruption.
        """
        ...


class UnknownBot(LookupError):
    """There is no bot of that name; the message says so, and gives the nearest name or all names."""


def names() -> tuple[str, ...]:
    """The names of all bots, in alphabetical order."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def make(name: str) -> Bot:
    """The bot of that name. Raises UnknownBot."""
    known = names()
    if name not in known:
        near = get_close_matches(name.casefold(), known, 1, 0.6)
        others = f"did you mean `{near[0]}`?" if near else f"there is {' and '.join(f'`{each}`' for each in known)}"
        raise UnknownBot(f"there is no bot `{name}`; {others}")
    made: Bot = import_module(f".{name}", __package__).BOT
    return made


def choice(bot: Bot, program: Program, asked: Decision, look: Look, seed: int, game: int, made: int) -> int:
    """The index of the option that the bot chooses, when *made* lines of the record of that game are written.

    The bots' stream is read from the position *made*: so a match that was interrupted goes on as it would have.
    """
    return bot.choose(program, asked, look, Stream(stream_start(seed, game, Use.BOTS), made).below)


def answer(bot: Bot, match: Match, seat: int) -> tuple[Event, ...]:
    """What happens when the bot answers for the seat. Raises PlayError, and ValueError when the seat is not asked."""
    program, state, header = match.program, match.state, match.header

    def look() -> View:
        return view(program, state, seat)

    asked = decision(program, state, seat)
    return match.answer(seat, choice(bot, program, asked, look, header.seed, header.game, len(match.entries)))
