"""Random games of OpenSpiel through its Python wheel: played from Python, and played whole in its own C++.

The wheel gives no function that plays a random game in C++, but its Monte Carlo search has one inside: told to look at one
position only, and to judge it by N rollouts, it plays N whole games from the position that it is given, each from a copy of
it, chance included, and does nothing else. That fails where a game begins with chance, as deals do: there the rollouts begin
behind the deal, at positions dealt beforehand, and the time for a deal is added. It is the difference between games that
OpenSpiel's `evaluate_bots` (C++ too) plays with its random bots from the very beginning, and from positions dealt beforehand.
What the bots take besides falls out of the difference; that a dealt position is longer to copy than an empty table does not.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count, cycle

import pyspiel
from measure import Timed

FROM_THE_START = 4_000
"""So many games one call plays of a game that does not begin with chance: the call itself then weighs nothing."""

FROM_A_DEAL = 128
"""So many games are played from one position dealt beforehand before it is the turn of the next."""

DEALS = 256


def from_python(name: str) -> tuple[Timed, ...]:
    """A random game, each step from Python."""
    game = pyspiel.load_game(name)
    generator = random.Random(1)
    return (Timed(1, lambda: played(game.new_initial_state(), generator, whole=True)),)


def played(state: pyspiel.State, generator: random.Random, whole: bool) -> pyspiel.State:
    """That state played on at random: to the end, or where not *whole* until a player is asked."""
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
    """What is to be measured to know how long a random game takes in OpenSpiel's C++: the times are added up."""
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
    """Plays so many random games from one of the states, each time from the next."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)
    following = cycle(states).__next__
    return lambda: bot.mcts_search(following())


def length(name: str, games: int) -> float:
    """How many decisions a random game takes, those of chance included: the mean of so many games."""
    game, generator = pyspiel.load_game(name), random.Random(2)
    return sum(len(played(game.new_initial_state(), generator, whole=True).full_history()) for _ in range(games)) / games
