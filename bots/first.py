"""Always takes the first option: who loses to it has not begun to play."""

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
