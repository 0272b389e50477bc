"""A baseline that always takes the first option: a bot that loses to it is broken."""

from __future__ import annotations

from attrs import frozen

from ..interpreter import Decision
from ..program.ir import Program
from . import Bot, Draw, Look


@frozen
class First:
    """A bot that takes what is offered first."""

    def choose(self, program: Program, asked: Decision, look: Look, draw: Draw) -> int:
        """The index of the first option: 0."""
        return 0


BOT: Bot = First()
