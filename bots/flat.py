"""Flat Monte Carlo: every option is tried equally often, and then all play at random."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..program.ir import Program
from ..simulation.search import Kind, make_ready
from . import Bot, Draw, Estimate, Needs, Seconds, Situation, Whole, option
from .core.search import Thought


@frozen
class FlatMonteCarlo:
    """Tries every option equally often with random play behind it, and takes the best."""

    needs: ClassVar[Needs] = Needs.TRAIL

    simulations: int | None = option(
        Whole(1, 10_000_000), None, "how often it plays on: 1,000 times, or as often as there is time for", bare=True
    )
    time: float | None = option(Seconds(0.01, 3600), None, "how long it thinks at most")
    worlds: int = option(Whole(1, 10_000), 20, "how many states it imagines where something is hidden")
    rollout: int | None = option(Whole(0, 1_000_000), None, "after so many random decisions it judges by how the players stand")

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of the option that led to most on average. Raises BotFailed."""
        return self._thought().choose(situation, draw)

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        """What each option led to on average. Raises BotFailed."""
        return self._thought().advise(situation, draw)

    def prepare(self, program: Program) -> None:
        """Begins to compile the search."""
        make_ready(program)

    def _thought(self) -> Thought:
        return Thought(Kind.FLAT, self.simulations, self.time, self.worlds, 0.0, self.rollout)


BOT: Bot = FlatMonteCarlo()
