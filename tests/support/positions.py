"""Positions of emitted code held against those of the interpreter."""

from __future__ import annotations

from random import Random

from rulerun.interpreter import NATURE
from rulerun.rl import LearningGame, Position, beginning
from rulerun.rl.emitted import Code

NEVER = 2**62
"""More answers than there are before code is made."""


def same_as_the_interpreter(game: LearningGame, most: int, seed: int) -> int:
    """Plays a match at random in both, *most* answers at most, and holds all that they tell against each other; gives how many
    answers were compared.
    """
    slow, fast = beginning(game, Code(game, NEVER, NEVER)), beginning(game, Code(game, 0, 0))
    rng = Random(seed)
    for number in range(most):
        same(slow, fast)
        if slow.is_over:
            assert (slow.payoff(), slow.choices) == (fast.payoff(), fast.choices)
            return number
        actor = rng.choice(slow.actors)
        code = rng.choice(slow.codes(actor))
        slow, fast = slow.after_code(actor, code), fast.after_code(actor, code)
    return most


def same(slow: Position, fast: Position) -> None:
    """Holds one position against the other."""
    assert slow.bare.slots == fast.bare.slots
    assert (slow.actors, slow.is_over, slow.is_cut, slow.at_once) == (fast.actors, fast.is_over, fast.is_cut, fast.at_once)
    for actor in slow.actors:
        assert slow.codes(actor) == fast.codes(actor) == [slow.code(actor, each) for each in slow.decision(actor).options]
        assert slow.weights(actor) == fast.weights(actor)
        if actor != NATURE:
            assert slow.refusal(actor, -1) == fast.refusal(actor, -1)
    for seat in slow.game.program.players:
        assert slow.seen(seat) == fast.seen(seat)
        assert slow.offered(seat) == fast.offered(seat)
