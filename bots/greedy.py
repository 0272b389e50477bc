"""Looks one step ahead: takes the option behind which its seat stands best.

The seat's own knowledge is what it has lived through: where something is hidden, it imagines worlds that agree with that, and an
option is worth what the seat stands at behind it, on average over these worlds and over what chance decides next.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import ClassVar

from attrs import frozen

from ..interpreter import NATURE, PlayError, Policy, State, actors, advance, decision
from ..interpreter.core.policy import random_index
from ..interpreter.core.rng import Stream, weighted
from ..interpreter.standing import ONE, standings
from ..program.ir import Program
from . import Bot, Draw, Estimate, Needs, Situation, Whole, option
from .core.worlds import BUDGET, drawer, worlds

MOST_STEPS = 2000
"""About so many steps are tried for one choice: with many options, in fewer worlds and with fewer draws of chance."""

LONGEST = 60
"""Chance is followed through so many decisions in a row."""

NORMAL = 1.96
"""Half the width of a 95 % interval, in standard errors."""


@frozen
class Greedy:
    """Takes the option behind which its seat stands best, on average over imagined worlds and over what chance decides next."""

    needs: ClassVar[Needs] = Needs.TRAIL

    worlds: int = option(Whole(1, 1000), 8, "how many worlds are imagined where something is hidden")
    draws: int = option(Whole(1, 1000), 12, "how many outcomes of chance are looked at behind an option of a world")

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of the best option; of several that are equally good, one at random."""
        if len(situation.asked.options) == 1:
            return 0
        stream = Stream(draw(2**64))
        found = self._estimates(situation, stream)
        best = max(each.worth for each in found)
        tied = [at for at, each in enumerate(found) if each.worth == best]
        options = [situation.asked.options[at] for at in tied]
        return tied[random_index(options, Policy.ENTRIES, stream.below)]

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        """What the seat stands at behind each option, with the interval over the worlds where there are several."""
        return self._estimates(situation, Stream(draw(2**64)))

    def _estimates(self, situation: Situation, stream: Stream) -> tuple[Estimate, ...]:
        program, asked = situation.program, situation.asked
        count = len(asked.options)
        most = min(self.worlds, max(1, MOST_STEPS // count))
        draws = min(self.draws, max(1, MOST_STEPS // (count * most)))
        place = program.players.index(asked.actor)
        rows = []
        for world in worlds(situation, most, stream, drawer(program, at_once=False), BUDGET):
            begun = stream.below(2**64)  # each option of a world meets the same chance
            rows.append([_behind(program, world, asked.actor, index, place, draws, Stream(begun)) for index in range(count)])
        return tuple([_estimate(index, [row[index] for row in rows]) for index in range(count)])


def _behind(program: Program, world: State, seat: int, index: int, place: int, draws: int, stream: Stream) -> int:
    """What the player at that place stands at, in parts of `ONE`, behind an option of its seat; 0 where the rules fail there."""
    try:
        return _expected(program, advance(program, world, seat, index)[0], place, draws, LONGEST, stream)
    except PlayError:
        return 0


def _expected(program: Program, state: State, place: int, draws: int, left: int, stream: Stream) -> int:
    """The standing when chance has decided: over all its outcomes where *draws* are enough for them, else over so many drawn."""
    if not left or actors(program, state) != (NATURE,):
        return standings(program, state.slots)[place]
    weights = [each.weight for each in decision(program, state, NATURE).options]
    drawn = [] if len(weights) <= draws else [(weighted(weights, stream.below), 1) for _ in range(draws)]
    chosen = drawn or list(enumerate(weights))
    each_draws = max(1, draws // len(chosen))
    total = 0
    for index, weight in chosen:
        after, _ = advance(program, state, NATURE, index)
        total += weight * _expected(program, after, place, each_draws, left - 1, stream)
    return total // sum(weight for _, weight in chosen)


def _estimate(index: int, found: Sequence[int]) -> Estimate:
    """The mean over the worlds. Where there is none, the option is worth as much as any other."""
    if not found:
        return Estimate(index, 0.5, None, 0)
    mean = sum(found) / len(found)
    if len(found) == 1:
        return Estimate(index, mean / ONE, None, 1)
    spread = sqrt(sum((each - mean) ** 2 for each in found) / (len(found) - 1))
    return Estimate(index, mean / ONE, NORMAL * spread / sqrt(len(found)) / ONE, len(found))


BOT: Bot = Greedy()
