"""Whether one player always loses what the others win, found by playing all matches of a small game."""

from __future__ import annotations

from .game import LearningGame
from .position import beginning

MOST = 2_000
"""So many positions are looked at; what a larger game pays is not known."""

DEEPEST = 12
"""In a game with more decisions there are too many positions to begin with."""


def adds_up_to_nothing(game: LearningGame) -> bool:
    """Whether what several players are paid adds up to 0 at the end of every match; false where there are too many matches."""
    return game.cached(_adds_up_to_nothing)


def _adds_up_to_nothing(game: LearningGame) -> bool:
    if len(game.program.players) < 2 or game.answers + game.draws > DEEPEST:
        return False
    pending, seen = [beginning(game)], 0
    while pending:
        at = pending.pop()
        seen += 1
        if seen > MOST or (at.is_over and sum(at.payoff()) != 0):
            return False
        for actor in at.actors[:1]:
            pending += [at.after(actor, index) for index in range(len(at.decision(actor).options))]
    return True
