"""What a match pays the players, by what a learner is to care for."""

from __future__ import annotations

from fractions import Fraction

from ..interpreter.outcome import Paid, Result, paid
from ..program.ir import Program
from ..program.ranges import unbounded
from .bounds import payoffs, worth
from .game import LearningGame

REWARDS = ("outcome", "payoff", "rank", "score", "score change")
"""The kinds of reward: winning and losing (1 and -1, 0 where nobody or everybody wins), the payoff, the place (from 1 for the
first to -1 for the last), the score at the end, and how the score changes with every step.
"""


def usual(program: Program) -> str:
    """The kind that is meant where nothing is said: the payoff, or alone, where no payoff is declared, the score."""
    alone = len(program.players) == 1 and program.outcome.payoff is None and _scores(program)
    return "score" if alone else "payoff"


def _scores(program: Program) -> bool:
    scored = program.outcome.scored
    return program.outcome.score is not None and (scored is None or all(seat in scored for seat in program.players))


def kind_of(program: Program, reward: str | None) -> str:
    """The kind of reward; None stands for the usual one. Raises ValueError for another word, and where players have no scores."""
    if reward is None:
        return usual(program)
    if reward not in REWARDS:
        raise ValueError(f"expected `reward` to be one of {', '.join(REWARDS)}, found {reward!r}")
    if reward.startswith("score") and not _scores(program):
        raise ValueError(f"`{program.ruleset}` gives its players no score, so that `reward` cannot be `{reward}`")
    return reward


def pays(program: Program, result: Result, kind: str) -> tuple[Paid, ...]:
    """What each player is paid at the end of a match by that kind of reward (for a change of score the whole score)."""
    seats = program.players
    match kind:
        case "payoff":
            return result.payoff
        case "outcome":
            return tuple(won(len(result.winners), seat in result.winners, len(program.seats)) for seat in seats)
        case "rank":
            return tuple(ranked(result.places[seat], len(program.seats)) for seat in seats)
        case _:
            return tuple(result.scores[seat] or 0 for seat in seats)


def won(winners: int, wins: bool, seats: int) -> int:
    """What winning or losing pays: nothing where nobody wins, and where all of several do."""
    if winners == 0 or (winners == seats and seats > 1):
        return 0
    return 1 if wins else -1


def ranked(place: int, seats: int) -> Paid:
    """What a place pays: from 1 for the first to -1 for the last of all seats."""
    if seats == 1:
        return 1
    share = 1 - Fraction(2 * (min(place, seats) - 1), seats - 1)
    return paid(share.numerator, share.denominator)


def bounds(program: Program, kind: str) -> tuple[Paid, Paid]:
    """The lowest and the highest that a match can pay; 0, which one that is cut short pays, lies between them.

    Raises ValueError when the rules set no bounds.
    """
    match kind:
        case "payoff":
            return payoffs(program)
        case "outcome" | "rank":
            return -1, 1
        case _:
            return _score_bounds(program)


def _score_bounds(program: Program) -> tuple[int, int]:
    declared = program.outcome.score
    if declared is None:
        raise ValueError(f"`{program.ruleset}` has no score")
    found = worth(program, declared)
    if unbounded(found):
        raise ValueError(
            f"the rules of `{program.ruleset}` set no bounds to its scores: let every value that is counted be declared with a"
            " range (`holds:`), or register it with OpenSpiel with `utilities=(low, high)`"
        )
    low, high = min(found.low, 0), max(found.high, 0)
    return (low, high) if low < high else (low - 1, high + 1)


def penalty(game: LearningGame, kind: str, illegal: float | None) -> float | None:
    """What an illegal action pays; None where it is refused.

    Raises ValueError where that is more than the least that a match pays: then it would be better than a legal one.
    """
    if illegal is None:
        return None
    low, high = bounds(game.program, kind)
    least = float(low - high if kind == "score change" else low)
    if not illegal <= least:
        raise ValueError(f"an illegal action may pay {least} at most, the least that a match pays, found {illegal}")
    return float(illegal)
