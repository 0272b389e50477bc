"""A Program, and what has been worked out of it so far."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar, cast

from attrs import Factory, define

from ..program.ir import Program
from .core.events import EventLog
from .machine.machine import Machine, built

T = TypeVar("T")


@define(eq=False, slots=False)
class Game:
    """A Program, and what has been worked out of it so far.

    Whoever plays is handed one; what is kept lives as long as it does.
    """

    program: Program
    _kept: dict[Callable[..., Any], object] = Factory(dict)

    @cached_property
    def silent(self) -> Machine:
        """The rules as functions, for play that nobody listens to."""
        return built(self.program, None)

    @cached_property
    def listening(self) -> Machine:
        """The same, noting events."""
        return built(self.program, EventLog())

    def cached(self, make: Callable[[Game], T]) -> T:
        """What *make*, a function of a module, gives for this game; worked out once."""
        if make not in self._kept:
            self._kept[make] = make(self)
        return cast("T", self._kept[make])


def covering(program: Program) -> tuple[Game, set[int]]:
    """A game of its own, and the sentences that are carried out by whoever plays it silently, and those of options taken, by
    their index; the set grows. What is only tried counts as well.
    """
    game, carried = Game(program), set[int]()
    game.silent = built(program, None, carried)
    return game, carried
