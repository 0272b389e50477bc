"""Random games of OpenSpiel through its Python wheel: each step made from Python, or the whole game played in C++.

The wheel has no function that plays a random game in C++, but its Monte Carlo tree search contains one: told to look at one
position only, and to evaluate it by N rollouts, it plays N whole games from a copy of the given position, chance included,
and does nothing else. This fails when a game begins with chance, such as a deal. Then the rollouts start at positions dealt
beforehand, and the time of a deal is added: the difference between the times of games that OpenSpiel's `evaluate_bots` (also
C++) plays with its random bots from the very beginning, and from positions dealt beforehand. The time that the bots take
cancels out in the difference; the extra time for copying a dealt position rather than an initial one does not.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count, cycle

import pyspiel
from measure import Timed

FROM_THE_START = 4_000
"""The games per call when a game does not begin with chance: so many that the cost of the call is negligible."""

FROM_A_DEAL = 128
"""The games that one call plays from a position dealt beforehand; the next call takes the next position."""

DEALS = 256
"""The number of positions dealt beforehand."""


def from_python(name: str) -> tuple[Timed, ...]:
    """The measurement of a random game, each step of which is made from Python."""
    game = pyspiel.load_game(name)
    generator = random.Random(1)
    return (Timed(1, lambda: played(game.new_initial_state(), generator, whole=True)),)


def played(state: pyspiel.State, generator: random.Random, whole: bool) -> pyspiel.State:
    """The same state, changed by random play: up to the end, or, when not *whole*, until a player is asked."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            actions = [action for action, _ in outcomes]
            state.apply_action(generator.choices(actions, [chance for _, chance in outcomes])[0])
        elif whole:
            state.apply_action(generator.choice(state.legal_actions()))
        else:
            break
    return state


def in_its_own_language(name: str) -> tuple[Timed, ...]:
    """The measurements whose times add up to the time of a random game in OpenSpiel's C++."""
    game = pyspiel.load_game(name)
    if not game.new_initial_state().is_chance_node():
        return (Timed(FROM_THE_START, searching(game, [game.new_initial_state()], FROM_THE_START)),)
    generator = random.Random(1)
    dealt = [played(game.new_initial_state(), generator, whole=False) for _ in range(DEALS)]
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    next_dealt, next_seed = cycle(dealt).__next__, count().__next__
    return (
        Timed(FROM_A_DEAL, searching(game, dealt, FROM_A_DEAL)),
        Timed(1, lambda: pyspiel.evaluate_bots(game.new_initial_state(), bots, next_seed())),
        Timed(1, lambda: pyspiel.evaluate_bots(next_dealt().clone(), bots, next_seed()), sign=-1),
    )


def searching(game: pyspiel.Game, states: list[pyspiel.State], rollouts: int) -> Callable[[], object]:
    """A function that plays *rollouts* random games from one of the states; each call takes the next state."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)
    following = cycle(states).__next__
    return lambda: bot.mcts_search(following())


def length(name: str, games: int) -> float:
    """The mean number of decisions in a random game, those of chance included, over *games* games."""
    game, generator = pyspiel.load_game(name), random.Random(2)
    return sum(len(played(game.new_initial_state(), generator, whole=True).full_history()) for _ in range(games)) / games
