"""A baseline that always takes the first option: a bot that loses to it is broken."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from . import Bot, Draw, Needs, Situation


@frozen
class First:
    """Always takes the first option."""

    needs: ClassVar[Needs] = Needs.NOTHING

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of the first option: 0."""
        return 0


BOT: Bot = First()
