"""Plays by a strategy that the ruleset itself states: preferences in their order, the first that finds an option chooses.

What no line finds an option for is chosen at random. Conditions are worked out in an imagined world, so they tell no more than
the seat knows.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import ClassVar

from attrs import frozen

from ..interpreter import Option, PlayError, Policy, State
from ..interpreter.core.policy import random_index
from ..interpreter.core.rng import Stream
from ..interpreter.machine.expressions import test, value
from ..interpreter.machine.machine import Machine
from ..interpreter.machine.seat_decisions import AskPoint
from ..interpreter.options import asked_point
from ..program.ir import NOTHING, Preference, Program, Strategy
from ..worlds.samplers import states
from . import Bot, BotFailed, Draw, Needs, Situation, Text, option


@frozen
class Scripted:
    """Plays by a strategy of the ruleset (`strategies:`), and at random where the strategy finds no option."""

    needs: ClassVar[Needs] = Needs.HISTORY

    strategy: str = option(Text("the name of a strategy"), "", "which strategy of the ruleset", bare=True, required=True)

    def unfit(self, program: Program) -> str:
        """Why the game cannot be played like that, as a clause; empty where it can."""
        if self._found(program) is not None:
            return ""
        known = [each.name for each in program.strategies]
        if not known:
            return f"`{program.ruleset}` has no `strategies:`"
        near = get_close_matches(self.strategy, known, 1, 0.6)
        there = f"did you mean `{near[0]}`?" if near else "there is " + ", ".join(f"`{each}`" for each in known)
        return f"`{program.ruleset}` has no strategy `{self.strategy}`; {there}"

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of the option that the strategy prefers; of several that are equal, one at random. Raises BotFailed."""
        strategy, options = self._found(situation.program), situation.asked.options
        if strategy is None:
            raise BotFailed(self.unfit(situation.program))
        stream = Stream(draw(2**64))
        found = preferred(situation, strategy, stream) or list(range(len(options)))
        return found[random_index([options[at] for at in found], Policy.ENTRIES, stream.below)]

    def finds(self, situation: Situation, draw: Draw) -> bool:
        """Whether a line of the strategy finds an option."""
        strategy = self._found(situation.program)
        return strategy is not None and bool(preferred(situation, strategy, Stream(draw(2**64))))

    def _found(self, program: Program) -> Strategy | None:
        return next((each for each in program.strategies if each.name == self.strategy), None)


def preferred(situation: Situation, strategy: Strategy, stream: Stream) -> list[int]:
    """The indices of the options that the first line that finds any prefers equally; none where no line does."""
    asked, game = situation.asked, situation.game
    lines = [[each for each in line if each.stop == asked.stop] for line in strategy.lines]
    if not any(lines):
        return []
    world = next(states(game, situation.lived, asked, 1, stream), None)
    if world is None:
        return []
    machine = game.silent
    for line in lines:
        found = [
            (rank, at)
            for at, one in enumerate(asked.options)
            for each in line
            if each.alternative == one.alternative and (rank := _rank(machine, world, asked.actor, one, each)) is not None
        ]
        if found:
            best = max(rank for rank, _ in found)
            return [at for rank, at in found if rank == best]
    return []


def _rank(machine: Machine, world: State, seat: int, one: Option, preference: Preference) -> int | None:
    """How much the option is preferred to others, the more the better; None where the line does not take it."""
    s = machine.work(world.slots)
    point = asked_point(machine, s, seat)
    assert isinstance(point, AskPoint)
    try:
        point.choices[one.alternative].bind(s, one.arguments)
        if preference.test is not None and not test(machine.context, preference.test)(s):
            return None
        if preference.key is None:
            return 0
        found = value(machine.context, preference.key.value)(s)
    except PlayError:  # what cannot be worked out is no reason to choose it
        return None
    if found == NOTHING:
        return NOTHING
    return found if preference.key.highest else -found


BOT: Bot = Scripted()
