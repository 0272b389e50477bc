"""Who plays where no person does. Every other file of this folder is a bot, by the name of the file.

A bot is told what its seat is asked, may look at what its seat sees, and gives the index of an option. It never gets a state,
so it cannot know more than a person there.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from ..interpreter import Decision, View
from ..program.ir import Program

Look = Callable[[], View]
"""What the seat of a bot sees now. It takes time to work out, so it is asked for by those who want it."""

Draw = Callable[[int], int]
"""A number from 0 up to, not including, the argument (2**64 at most), each as likely."""


class Bot(Protocol):
    """Somebody who decides."""

    def choose(self, program: Program, asked: Decision, look: Look, draw: Draw) -> int:
        """The index of one of the options of what the bot is *asked*.

        It draws at most once: who needs more chance begins a stream of its own from what it has drawn. It remembers nothing,
        so that a match which was interrupted goes on as it would have.
        """
        ...


class UnknownBot(LookupError):
    """There is no bot of that name; the message says so, with the nearest name or all of them."""


def names() -> tuple[str, ...]:
    """The names of all bots, in the order of the alphabet."""
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
