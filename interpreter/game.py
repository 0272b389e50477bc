"""A Program, and what has been worked out of it so far."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from threading import Thread

from attrs import define

from ..program.ir import Program
from ..program.keeps import Keeps
from .core.events import EventLog
from .machine.machine import Machine, built
from .player_names import named

Background = Callable[[Callable[[], None]], None]
"""Begins work beside play, and returns at once."""


def in_a_thread(work: Callable[[], None]) -> None:
    """Does it in a thread of its own."""
    Thread(target=work, daemon=True).start()


def at_once(work: Callable[[], None]) -> None:
    """Does it before anything else, where there are no threads."""
    work()


USUAL: Background = at_once if sys.platform == "emscripten" else in_a_thread
"""What this machine can do: a page in which Pyodide runs has no threads."""


@define(eq=False, slots=False)
class Game(Keeps):
    """A Program, and what has been worked out of it so far.

    Whoever plays is handed one; what is kept lives as long as it does.
    """

    program: Program
    background: Background = USUAL
    _renamed: Game | None = None

    @property
    def unnamed(self) -> Game:
        """The game whose seats are called as the rules call them. Engines and what else speaks to nobody are kept there."""
        return self if self._renamed is None else self._renamed

    def called(self, names: Mapping[str, str]) -> Game:
        """This game whose seats are called by these *names* in every language, by what the rules call them."""
        program = named(self.unnamed.program, names)
        return self.unnamed if program is self.unnamed.program else Game(program, self.background, self.unnamed)

    @cached_property
    def silent(self) -> Machine:
        """The rules as functions, for play that nobody listens to."""
        return built(self.program, None)

    @cached_property
    def listening(self) -> Machine:
        """The same, noting events."""
        return built(self.program, EventLog())


def covering(program: Program) -> tuple[Game, set[int]]:
    """A game of its own, and the sentences that are carried out by whoever plays it silently, and those of options taken, by
    their index; the set grows. What is only tried counts as well.
    """
    game, carried = Game(program), set[int]()
    game.silent = built(program, None, carried)
    return game, carried
