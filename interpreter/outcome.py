"""The result of a match (winners, places, payoffs, scores), and the invariants of its states."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from ..program.ir import NOTHING, Expr, Invariant, Program
from .game import Game
from .machine.context import Context
from .machine.expressions import ranks, test, value
from .state import State

Paid = int | Fraction
"""What a match pays: a fraction where it is not a whole number."""


@frozen
class Result:
    """The result of a match.

    `winners` are the winning seats, ascending. `places` has the place of every seat (1 is the first; equal ones are shared),
    `payoff` the payoff of every player in the order of `Program.players`, `scores` the score of every seat (None: it has none).
    """

    winners: tuple[int, ...]
    places: tuple[int, ...]
    payoff: tuple[Paid, ...]
    scores: tuple[int | None, ...]


def outcome(game: Game, state: State) -> Result:
    """The result in this state. Raises PlayError.

    A match that was cut short at its limit of decisions has no winner, all places are 1 and all payoffs 0, unless the rules let
    the ranking decide there.
    """
    program = game.program
    seats = range(len(program.seats))
    machine = game.silent
    s = machine.work(state.slots)
    scores = tuple(_score(game, s, seat) for seat in seats)
    longest = program.longest
    if longest is not None and not longest.ranked and s[longest.clock] > longest.decisions:
        return Result((), (1,) * len(seats), (0,) * len(program.players), scores)
    context, declared = machine.context, program.outcome
    wins = test(context, declared.winner)
    winners = tuple(seat for seat in seats if wins(seated(program, s, seat)))
    return Result(winners, _places(program, context, s, winners), _payoff(program, context, s, winners), scores)


def seated(program: Program, s: list[int], seat: int) -> list[int]:
    """The slots, in which the conditions of the outcome are now asked for that seat."""
    s[program.outcome.seat] = seat
    return s


def _score(game: Game, s: list[int], seat: int) -> int | None:
    program = game.program
    declared = program.outcome.score
    scored = program.outcome.scored
    if declared is None or (scored is not None and seat not in scored):
        return None
    score = _number(game, declared, s, seat)
    return None if score == NOTHING else score


def _number(game: Game, expr: Expr, s: list[int], seat: int) -> int:
    program = game.program
    return value(game.silent.context, expr)(seated(program, s, seat))


def _places(program: Program, context: Context, s: list[int], winners: tuple[int, ...]) -> tuple[int, ...]:
    seats = range(len(program.seats))
    keys = ranks(context, program.outcome.ranking)
    if not program.outcome.ranking:
        return tuple(1 if seat in winners else 1 + len(winners) for seat in seats)
    ranked = seats if program.outcome.ranked is None else program.outcome.ranked
    reached = {seat: keys(seated(program, s, seat)) for seat in ranked}
    last = len(ranked) + 1
    return tuple(1 + sum(other < reached[seat] for other in reached.values()) if seat in reached else last for seat in seats)


def ranking_values(game: Game, state: State) -> tuple[tuple[int | None, ...], ...]:
    """For each key of the ranking the value of every seat, None where it is not ranked or has none. Raises PlayError."""
    program = game.program
    machine = game.silent
    s = machine.work(state.slots)
    seats = range(len(program.seats))
    ranked = seats if program.outcome.ranked is None else program.outcome.ranked
    found = []
    for key in program.outcome.ranking:
        worth = value(machine.context, key.value)
        values = [worth(seated(program, s, seat)) if seat in ranked else NOTHING for seat in seats]
        found.append(tuple(None if each == NOTHING else each for each in values))
    return tuple(found)


def _payoff(program: Program, context: Context, s: list[int], winners: tuple[int, ...]) -> tuple[Paid, ...]:
    declared, players = program.outcome.payoff, program.players
    if declared is not None:
        pays, parts = value(context, declared), program.outcome.parts
        return tuple(paid(pays(seated(program, s, seat)), parts) for seat in players)
    if not winners or all(seat in winners for seat in players):
        return (0,) * len(players)
    return tuple(1 if seat in winners else -1 for seat in players)


def paid(amount: int, parts: int) -> Paid:
    """So many parts of 1, as a whole number where they are one."""
    return Fraction(amount, parts) if amount % parts else amount // parts


def broken_invariants(game: Game, state: State) -> tuple[Invariant, ...]:
    """The invariants that do not hold in this state. Raises PlayError."""
    program = game.program
    machine = game.silent
    s = machine.work(state.slots)
    return tuple(invariant for invariant in program.invariants if not test(machine.context, invariant.test)(s))
