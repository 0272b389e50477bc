"""The result of a match (winners, places, payoffs, scores), and the invariants of its states."""

from __future__ import annotations

from attrs import frozen

from ..program.ir import NOTHING, Expr, Invariant, Program
from .machine.context import Context, Evaluation
from .machine.expressions import sort_keys, test, value
from .state import State


@frozen
class Result:
    """The result of a match.

    `winners` are the winning seats, ascending. `places` has the place of every seat (1 is the first; equal ones are shared),
    `payoff` the payoff of every player in the order of `Program.players`, `scores` the score of every seat (None: it has none).
    """

    winners: tuple[int, ...]
    places: tuple[int, ...]
    payoff: tuple[int, ...]
    scores: tuple[int | None, ...]


def outcome(program: Program, state: State) -> Result:
    """The result in this state. Raises PlayError.

    A match that was cut short at its limit of decisions has no winner; all places are 1 and all payoffs 0.
    """
    seats = range(len(program.seats))
    s = [*state.slots, *(0,) * (program.scratch + 1)]
    scores = tuple(_score(program, s, seat) for seat in seats)
    if program.longest is not None and s[program.longest.clock] > program.longest.decisions:
        return Result((), (1,) * len(seats), (0,) * len(program.players), scores)
    context, declared = Context(program, None, None), program.outcome
    wins = test(context, declared.winner)
    winners = tuple(seat for seat in seats if wins(_seated(program, s, seat)))
    return Result(winners, _places(program, context, s, winners), _payoff(program, context, s, winners), scores)


def _seated(program: Program, s: list[int], seat: int) -> list[int]:
    s[program.outcome.seat] = seat
    return s


def _score(program: Program, s: list[int], seat: int) -> int | None:
    declared = program.outcome.score
    scored = program.outcome.scored
    if declared is None or (scored is not None and seat not in scored):
        return None
    score = _number(program, declared, s, seat)
    return None if score == NOTHING else score


def _number(program: Program, expr: Expr, s: list[int], seat: int) -> int:
    return value(Context(program, None, None), expr)(_seated(program, s, seat))


def _places(program: Program, context: Context, s: list[int], winners: tuple[int, ...]) -> tuple[int, ...]:
    seats = range(len(program.seats))
    keys = sort_keys(context, program.outcome.ranking)
    if not keys:
        return tuple(1 if seat in winners else 1 + len(winners) for seat in seats)
    ranked = seats if program.outcome.ranked is None else program.outcome.ranked
    ranks = {seat: tuple([key(_seated(program, s, seat)) for key in keys]) for seat in ranked}
    last = len(ranked) + 1
    return tuple(1 + sum(other < ranks[seat] for other in ranks.values()) if seat in ranks else last for seat in seats)


def _payoff(program: Program, context: Context, s: list[int], winners: tuple[int, ...]) -> tuple[int, ...]:
    declared, players = program.outcome.payoff, program.players
    if declared is not None:
        pays = value(context, declared)
        return tuple(pays(_seated(program, s, seat)) for seat in players)
    if not winners or all(seat in winners for seat in players):
        return (0,) * len(players)
    return tuple(1 if seat in winners else -1 for seat in players)


def broken_invariants(program: Program, state: State) -> tuple[Invariant, ...]:
    """The invariants that do not hold in this state. Raises PlayError."""
    s = [*state.slots, *(0,) * (program.scratch + 1)]
    return tuple(invariant for invariant, holds in _kept(program).tests if not holds(s))


@frozen(eq=False)
class Watch:
    """The compiled invariants of a Program. It refers to the Program so that the `id` under which it is cached stays in use."""

    program: Program
    tests: tuple[tuple[Invariant, Evaluation], ...]


KEPT = 64
"""How many Programs' compiled invariants are cached; the oldest are dropped first."""

_watches: dict[int, Watch] = {}


def _kept(program: Program) -> Watch:
    watch = _watches.get(id(program))
    if watch is None:
        context = Context(program, None, None)
        watch = Watch(program, tuple((invariant, test(context, invariant.test)) for invariant in program.invariants))
        while len(_watches) >= KEPT:
            _watches.pop(next(iter(_watches)), None)
        _watches[id(program)] = watch
    return watch
