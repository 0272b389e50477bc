"""Bots: programs that decide for a seat. Every other module of this package is a bot, under the name of the module.

A module has a `BOT`; where it also has `ARGUMENTS`, each is one more bot, named by the module, a colon and the argument:
`random:flat`.

A bot is told what its seat is asked, what its seat sees and all that it has lived through so far, where it needs that, and
returns the index of an option. It gets plain data and never a state, so it cannot know more than a person in that seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, assert_never, runtime_checkable

from attrs import frozen

from ..interpreter import Decision, Event, Trail, Trails, View, decision, view
from ..interpreter.core.rng import Stream, Use, stream_start
from ..interpreter.match.match import Match
from ..program.ir import Program

Draw = Callable[[int], int]
"""Returns a random number from 0 up to, not including, the argument (at most 2**64), all equally likely."""


class Needs(Enum):
    """What a bot needs besides the decision: a view and a trail take time to work out, so only bots that need them get them."""

    NOTHING = "nothing"
    VIEW = "view"
    TRAIL = "trail"


@frozen
class Situation:
    """All that a bot is given: the rules, what its seat is asked, and, as the bot needs it, what the seat sees and has lived
    through.
    """

    program: Program
    asked: Decision
    view: View | None = None
    trail: Trail | None = None


class Bot(Protocol):
    """The interface of a bot."""

    @property
    def needs(self) -> Needs:
        """What it must be given besides the decision."""
        ...

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of one of the options of the decision that is asked.

        A bot calls *draw* at most once; if it needs more random numbers, it starts a stream of its own from that number. It
        keeps no state between calls, so that an interrupted match continues exactly as it would have without interruption.
        """
        ...


@frozen
class Estimate:
    """What a bot thinks of an option: its index, its *worth* to the seat (0 for losing, 1 for winning alone), the half width of
    that figure's 95 % interval (None: it has none), and how many times it was tried.
    """

    option: int
    worth: float
    error: float | None
    tried: int


@runtime_checkable
class Advisor(Bot, Protocol):
    """A bot that can say what it thinks of every option."""

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        """An estimate for each option, in their order; `choose` takes the best one for the same *draw*."""
        ...


class UnknownBot(LookupError):
    """There is no bot of that name; the message says so, and gives the nearest name or all names."""


def names() -> tuple[str, ...]:
    """The names of all bots, in alphabetical order, those with an argument behind the one without."""
    return tuple(_bots())


def make(name: str) -> Bot:
    """The bot of that name. Raises UnknownBot."""
    known = _bots()
    if name not in known:
        raise UnknownBot(_unknown(name, tuple(known)))
    return known[name]


def _unknown(name: str, known: tuple[str, ...]) -> str:
    """The message for a name that no bot has: the nearest name, or all that may follow the name before the colon, or all."""
    module, colon, _ = name.partition(":")
    near = get_close_matches(name.casefold(), known, 1, 0.6)
    if colon and module in known:
        near = [each for each in known if each.partition(":")[0] == module]
        return f"there is no bot `{name}`; there is {_listed(near)}"
    return f"there is no bot `{name}`; " + (f"did you mean `{near[0]}`?" if near else f"there is {_listed(known)}")


def _listed(known: Sequence[str]) -> str:
    *most, last = (f"`{each}`" for each in known)
    return f"{', '.join(most)} and {last}" if most else last


@cache
def _bots() -> dict[str, Bot]:
    """All bots by their names."""
    return dict(pair for module in sorted(module.name for module in iter_modules(__path__)) for pair in _of_module(module))


def _of_module(name: str) -> Iterator[tuple[str, Bot]]:
    module = import_module(f".{name}", __package__)
    arguments: Mapping[str, Bot] = getattr(module, "ARGUMENTS", {})
    yield name, module.BOT
    for argument in sorted(arguments):
        yield f"{name}:{argument}", arguments[argument]


def situation(bot: Bot, trails: Trails, asked: Decision) -> Situation:
    """What the bot is given where its seat is *asked*."""
    match bot.needs:
        case Needs.NOTHING:
            return Situation(trails.program, asked)
        case Needs.VIEW:
            return Situation(trails.program, asked, view=view(trails.program, trails.state, asked.actor))
        case Needs.TRAIL:
            return Situation(trails.program, asked, trail=trails.trail(asked.actor))
        case _:
            assert_never(bot.needs)


def choice(bot: Bot, given: Situation, seed: int, game: int, made: int) -> int:
    """The index of the option that the bot chooses, when *made* lines of the record of that game are written.

    The bots' stream is read from the position *made*: so a match that was interrupted goes on as it would have.
    """
    return bot.choose(given, Stream(stream_start(seed, game, Use.BOTS), made).below)


def answer(bot: Bot, match: Match, seat: int) -> tuple[Event, ...]:
    """What happens when the bot answers for the seat. Raises PlayError, and ValueError when the seat is not asked."""
    asked, header = decision(match.program, match.state, seat), match.header
    given = situation(bot, match.trails, asked)
    return match.answer(seat, choice(bot, given, header.seed, header.game, len(match.entries)))
