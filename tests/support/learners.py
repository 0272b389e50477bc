"""Matches for learners held against the interpreter: vectors, observations and masks of all players at every step."""

from __future__ import annotations

from random import Random

import numpy

from rulerun.interpreter import NATURE
from rulerun.interpreter.core.rng import Stream, Use, stream, weighted
from rulerun.rl import LearningGame, Position, beginning
from rulerun.rl.view_features import numbers
from rulerun.simulation import Engine
from rulerun.simulation.learning import NO_ANSWER, Learning

SEED = 7


def drawn(position: Position, chance: Stream) -> Position:
    """The next position in which nature is not asked."""
    while position.actors == (NATURE,):
        weights = [option.weight for option in position.decision(NATURE).options]
        position = position.after(NATURE, weighted(weights, chance.below))
    return position


def same_as_the_interpreter(game: LearningGame, engine: Engine, matches: int, most: int, first: int = 0) -> int:
    """Plays matches in both, from game *first* of the seed on, and holds vectors, observations and masks of all players against
    each other at every step; gives how many answers were compared.
    """
    program, rng, compared = game.program, Random(1 + first), 0
    env, everyone = Learning(engine, matches, cut=game.cut), numpy.ones(matches, numpy.uint8)
    env.begin(everyone, [SEED] * matches, range(first, first + matches))
    chances = [stream(SEED, number, Use.NATURE) for number in range(first, first + matches)]
    positions = [drawn(beginning(game), chance) for chance in chances]
    going = [*range(matches)]
    for _ in range(most):
        env.observe(everyone, every=True)
        codes, vectors = numpy.full((matches, len(program.players)), NO_ANSWER), env.vectors()
        for match in going:
            position = positions[match]
            assert tuple(vectors[match]) == position.state.slots
            for player, seat in enumerate(program.players):
                pieces = dict(numbers(game.layout, position.view(seat)))
                legal = pieces.pop("options")
                expected = numpy.array([number for piece in pieces.values() for number in piece], numpy.float32)
                assert numpy.array_equal(env.seen[match, player], expected), (match, seat)
                assert bool(env.asked[match, player]) == (seat in position.actors)
                if seat in position.actors:
                    assert env.masks[match, player].tolist() == legal
                    codes[match, player] = rng.choice([option.code for option in position.decision(seat).options])
                    compared += 1
                else:
                    assert not env.masks[match, player].any()
            for player, seat in enumerate(program.players):
                if codes[match, player] != NO_ANSWER and seat in positions[match].actors:
                    positions[match] = positions[match].after_code(seat, int(codes[match, player]))
            positions[match] = drawn(positions[match], chances[match])
        going = [match for match in going if (codes[match] != NO_ANSWER).any()]
        if not going:
            break
        env.answer(codes)
    return compared
