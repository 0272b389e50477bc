"""States that are imagined from a trail are reached by answers that leave that very trail."""

from __future__ import annotations

from rulerun.interpreter import NATURE, PlayError, Trails, decision
from rulerun.interpreter.core.rng import Stream, Use, stream
from rulerun.worlds.sample import Exact, Sampler

from ..support.battery import game_of
from .case import Case
from .failure import Failure

FOLLOWED = 24
"""How many answers of a match somebody has lived through at most."""
TRIED = 400
"""How many answers may be tried for an imagined state."""


def imagined(case: Case) -> None:
    """What is imagined for a seat that is asked, is possible."""
    if case.skips(3):
        return
    program, draw = case.program, stream(case.seed, 5, Use.BOTS)
    left = draw.below(FOLLOWED)
    try:
        trails = Trails.beginning(game_of(program))
        while trails.asked and (left > 0 or trails.asked == (NATURE,)):
            actor = trails.asked[draw.below(len(trails.asked))]
            trails.answer(actor, draw.below(len(decision(game_of(program), trails.state, actor).options)))
            left -= 1
    except PlayError:
        return
    if not trails.asked:
        return
    trail = trails.trail(trails.asked[draw.below(len(trails.asked))])
    found = game_of(program).cached(Sampler).sample(trail, Stream(case.seed), budget=TRIED)
    if found.exact is Exact.APPROXIMATE:
        return
    again = Trails.replayed(game_of(program), found.line)
    if again.state.slots != found.slots:
        raise Failure("imagined", "the answers lead to another state")
    if again.trail(trail.seat) != trail:
        raise Failure("imagined", "the seat would have lived through something else")
