"""Another way that a match could have gone from one of its decisions on."""

from __future__ import annotations

from ..state import NATURE
from .match import Match


def decision_count(match: Match) -> int:
    """How many decisions of seats the match has had, without those that were taken back."""
    return sum(answered.asked.actor != NATURE for answered in match.observer.answers)


def branch(match: Match, number: int) -> Match:
    """A new match that stands where *match* stood at its decision of this number; the decisions of seats are counted from 1,
    those that were taken back are not. Nature gave the same until then, and gives from then on what its stream gives.

    Nobody is seated, and nothing is written to a file. Raises ValueError when there is no decision of that number.
    """
    if not 1 <= number <= decision_count(match):
        raise ValueError(f"no decision {number} among {decision_count(match)}")
    other = Match(match.game, match.header)
    for answered in match.observer.answers:
        if answered.asked.actor == NATURE:
            other.nature_told(answered.index)
        elif number > 1:
            other.answer(answered.asked.actor, answered.index)
            number -= 1
        else:
            break
    return other
