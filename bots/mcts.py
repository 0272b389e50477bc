"""Monte Carlo tree search: what every seat does best is found out on the way, in the states that it imagines."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..program.ir import Program
from ..simulation.search import Kind, make_ready
from . import Bot, Draw, Estimate, Needs, Number, Seconds, Situation, Whole, option
from .core.search import Thought


@frozen
class TreeSearch:
    """Searches a tree of all answers, in which every seat does what is best for it."""

    needs: ClassVar[Needs] = Needs.TRAIL

    simulations: int | None = option(
        Whole(1, 10_000_000), None, "how often it plays on: 1,000 times, or as often as there is time for", bare=True
    )
    time: float | None = option(Seconds(0.01, 3600), None, "how long it thinks at most")
    worlds: int = option(Whole(1, 10_000), 20, "how many states it imagines where something is hidden")
    exploration: float = option(Number(0, 100), 1.0, "how much it tries what seems worse; worths go from 0 to 1")
    rollout: int | None = option(Whole(0, 1_000_000), None, "after so many random decisions it judges by how the players stand")

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of a proven win, or of the option that was tried most. Raises BotFailed."""
        return self._thought().choose(situation, draw)

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        """What each option led to on average. Raises BotFailed."""
        return self._thought().advise(situation, draw)

    def prepare(self, program: Program) -> None:
        """Begins to compile the search."""
        make_ready(program)

    def _thought(self) -> Thought:
        return Thought(Kind.MCTS, self.simulations, self.time, self.worlds, self.exploration, self.rollout)


BOT: Bot = TreeSearch()
