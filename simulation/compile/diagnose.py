"""Finds out why emitted code failed, by replaying the same game in the interpreter, which reports the sentence."""

from __future__ import annotations

from ...interpreter.core.policy import Policy, random_index
from ...interpreter.core.rng import Use, stream
from ...interpreter.core.runtime_errors import PlayError
from ...interpreter.measures import final_measures, measuring
from ...interpreter.outcome import outcome
from ...interpreter.state import State, initial
from ...interpreter.step import NATURE, actors, advance, decision
from ...program.ir import Program


def diagnose(program: Program, seed: int, game: int, policy: Policy, counting: bool) -> PlayError:
    """The runtime error that ends this game; its message names the game and the seed.

    With *counting*, measures and the outcome are worked out as well. Where the interpreter finds no error, the reason is a
    number that is too large for compiled code.
    """
    try:
        end = _played(measuring(program) if counting else program, seed, game, policy)
        if counting:
            outcome(program, end)
            final_measures(program, end)
    except PlayError as fault:
        return PlayError(program, fault.sentence, f"{fault.message} (game {game} of seed {seed})")
    large = f"a number here grows too large to work with (game {game} of seed {seed})"
    return PlayError(program, program.outcome.sentence, large)


def _played(program: Program, seed: int, game: int, policy: Policy) -> State:
    nature, bots = stream(seed, game, Use.NATURE).below, stream(seed, game, Use.BOTS).below
    state = initial(program)
    while asked := actors(program, state):
        options = decision(program, state, asked[0]).options
        index = random_index(options, policy, nature if asked[0] == NATURE else bots)
        state, _ = advance(program, state, asked[0], index)
    return state
