"""Looks one step ahead: takes the option behind which its seat stands best.

The seat's own knowledge is what it has lived through: where something is hidden, it imagines worlds that agree with that, and an
option is worth what the seat stands at behind it, on average over these worlds and over what chance decides next. Where nothing
is hidden and chance gives the turn back to the seat, it stands there as it would behind the best of its next options: what it has
won and can still take home counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import ClassVar

from attrs import frozen

from ..interpreter import NATURE, PlayError, Policy, State, actors, advance, decision
from ..interpreter.core.policy import random_index
from ..interpreter.core.rng import Stream, weighted
from ..interpreter.game import Game
from ..interpreter.openness import is_open
from ..interpreter.standing import ONE, standings
from ..worlds.samplers import states
from . import Basis, Bot, Draw, Estimate, Needs, Situation, Whole, option

MOST_STEPS = 2000
"""About so many steps are tried for one choice: with many options, in fewer worlds and with fewer draws of chance."""

LONGEST = 60
"""Chance is followed through so many decisions in a row."""

NORMAL = 1.96
"""Half the width of a 95 % interval, in standard errors."""


@frozen
class Greedy:
    """Takes the option with the best standing one step ahead, on average over samples and the next chance outcomes."""

    needs: ClassVar[Needs] = Needs.HISTORY

    worlds: int = option(Whole(1, 1000), 8, "the number of samples where something is hidden")
    draws: int = option(Whole(1, 1000), 12, "the number of chance outcomes tried for each option of a sample")

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
        game, program, asked = situation.game, situation.program, situation.asked
        count = len(asked.options)
        most = min(self.worlds, max(1, MOST_STEPS // count))
        draws = min(self.draws, max(1, MOST_STEPS // (count * most)))
        next_options = MOST_STEPS // (count * most * draws) if program.cached(is_open) else 0
        step = _Step(game, asked.actor, program.players.index(asked.actor), next_options)
        rows = []
        for world in states(game, situation.lived, asked, most, stream):
            begun = stream.below(2**64)  # each option of a world meets the same chance
            rows.append([step.behind(world, index, draws, Stream(begun)) for index in range(count)])
        return tuple([_estimate(index, [row[index] for row in rows]) for index in range(count)])


@frozen
class _Step:
    """What a seat stands at behind a step of its own: the player at that *place*, in parts of `ONE`.

    Up to *next_options* options are looked at where chance asks it again.
    """

    game: Game
    seat: int
    place: int
    next_options: int

    def behind(self, world: State, index: int, draws: int, stream: Stream) -> int:
        """The standing behind the option of that index; 0 where the rules fail there."""
        try:
            return self._expected(advance(self.game, world, self.seat, index)[0], draws, LONGEST, stream)
        except PlayError:
            return 0

    def _expected(self, state: State, draws: int, left: int, stream: Stream) -> int:
        """The standing when chance has decided: over all its outcomes where *draws* are enough, else over so many drawn."""
        asked = actors(self.game, state)
        if not left or asked != (NATURE,):
            again = left < LONGEST and asked == (self.seat,)
            return self._best_of_next(state) if again else self._standing(state)
        weights = [each.weight for each in decision(self.game, state, NATURE).options]
        drawn = [] if len(weights) <= draws else [(weighted(weights, stream.below), 1) for _ in range(draws)]
        chosen = drawn or list(enumerate(weights))
        each_draws = max(1, draws // len(chosen))
        total = 0
        for index, weight in chosen:
            after, _ = advance(self.game, state, NATURE, index)
            total += weight * self._expected(after, each_draws, left - 1, stream)
        return total // sum(weight for _, weight in chosen)

    def _best_of_next(self, state: State) -> int:
        """The standing behind the best option where the seat is asked, before chance decides anything; the standing there where
        there are too many options.
        """
        count = len(decision(self.game, state, self.seat).options)
        if count > self.next_options:
            return self._standing(state)
        return max(self._standing(advance(self.game, state, self.seat, index)[0]) for index in range(count))

    def _standing(self, state: State) -> int:
        return standings(self.game, state.slots)[self.place]


def _estimate(index: int, found: Sequence[int]) -> Estimate:
    """The mean over the worlds. Where there is none, the option is worth as much as any other."""
    if not found:
        return Estimate(index, 0.5, None, 0, basis=Basis.STANDING)
    mean = sum(found) / len(found)
    if len(found) == 1:
        return Estimate(index, mean / ONE, None, 1, basis=Basis.STANDING)
    spread = sqrt(sum((each - mean) ** 2 for each in found) / (len(found) - 1))
    return Estimate(index, mean / ONE, NORMAL * spread / sqrt(len(found)) / ONE, len(found), basis=Basis.STANDING)


BOT: Bot = Greedy()
