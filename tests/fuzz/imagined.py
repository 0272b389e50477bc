"""States that are imagined from a history are reached by answers that leave that very history."""

from __future__ import annotations

from rulerun.interpreter import NATURE, Observer, PlayError, decision
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
        observer = Observer.beginning(game_of(program))
        while observer.asked and (left > 0 or observer.asked == (NATURE,)):
            actor = observer.asked[draw.below(len(observer.asked))]
            observer.answer(actor, draw.below(len(decision(game_of(program), observer.state, actor).options)))
            left -= 1
    except PlayError:
        return
    if not observer.asked:
        return
    history = observer.history(observer.asked[draw.below(len(observer.asked))])
    found = game_of(program).cached(Sampler).sample(history, Stream(case.seed), budget=TRIED)
    if found.exact is Exact.APPROXIMATE:
        return
    again = Observer.replayed(game_of(program), found.line)
    if again.state.slots != found.slots:
        raise Failure("imagined", "the answers lead to another state")
    if again.history(history.seat) != history:
        raise Failure("imagined", "the seat would have lived through something else")
