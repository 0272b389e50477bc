"""How the players stand, from 0 to 1, wherever a match is: what greedy choices and searches try to raise.

When the match is over, the outcome decides:

- where a payoff is declared, it is mapped to 0..1, from the lowest to the highest that the rules allow (`program/ranges.py`);
  where these lie more than `WIDE` apart, a payoff x stands at 1/2 + x / 2(|x| + `HALF`);
- else winners share 1; where nobody wins, all seats do. Where the rules let all win or nobody, everybody who wins has 1;
- a seat alone in the game stands where its score, or what it is ranked by, lies, mapped like a payoff.

Before that, who leads stands above the even share and who is behind below it: by d / (d + `HALF`) of the way to 1 or to 0, where
d is the distance to the best of the others in what decides the ranking first, or in the score. Where the rules name neither, all
stand at the even share; where it cannot be worked out for a seat yet, that seat does, and the others are compared without it.

Standings are counted in whole parts of `ONE`, so that every engine comes to the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..program.intervals import Bounds
from ..program.ir import NOTHING, WHERE, Expr, Key, Program, Slot
from ..program.ops import fails_here, nodes
from ..program.ranges import known
from ..program.sides import all_win_together
from .core.runtime_errors import PlayError
from .game import Game
from .leading import leading_keys
from .machine.context import Context
from .machine.expressions import test, value
from .outcome import seated

ONE = 2**20
"""The standing of who has won alone."""

WIDE = 1000
"""Payoffs and scores whose bounds lie further apart than this are not mapped by their bounds, which tell too little."""

HALF = 16
"""A payoff, a score or a lead of so much, where it has no useful bounds, is halfway from the middle to the end."""

UNDECIDED = ONE // 2
"""The standing of a seat alone that it is impossible to work out yet."""

LAST = -(2**33)
"""What counts as the key of a seat whose key is nothing: less than any number."""


@frozen
class Scale:
    """How numbers are mapped to standings: by their bounds, or where these are None by `HALF`, both counted in parts of 1."""

    bounds: tuple[int, int] | None
    half: int

    def at(self, number: int) -> int:
        """The standing of a number, in parts of `ONE`."""
        if self.bounds is not None:
            low, high = self.bounds
            return (min(max(number, low), high) - low) * ONE // (high - low)
        way = abs(number) * (ONE // 2) // (abs(number) + self.half)
        return ONE // 2 + way if number > 0 else ONE // 2 - way


@frozen
class Terms:
    """What decides how the players of a Program stand.

    *key* tells who leads before the match is over, among the seats *among*; None where nothing does. *alone* is what a seat alone
    in the game is judged by, None where it is not alone or only wins or loses. *paid* maps payoffs, *kept* what *alone* gives.
    *shares_payoff* tells that all are always paid the same, and that this can be worked out at any time; *together* that all win
    or nobody.
    """

    key: Key | None
    among: tuple[int, ...]
    alone: Key | None
    ranked: bool
    paid: Scale | None
    kept: Scale | None
    shares_payoff: bool
    together: bool


def _decisive(program: Program) -> Key | None:
    outcome = program.outcome
    if outcome.ranking:
        return outcome.ranking[0]
    return None if outcome.score is None else Key(outcome.score, highest=True)


def _fails(program: Program, expr: Expr) -> bool:
    return fails_here(expr, known(program).binding(program.outcome.seat, _seats(program)))


def _seats(program: Program) -> Bounds:
    return Bounds(0, max(0, len(program.seats) - 1))


def terms_of(game: Game) -> Terms:
    """What decides how the players stand, worked out once."""
    return game.cached(_terms)


def _terms(game: Game) -> Terms:
    return terms(game.program)


def terms(program: Program) -> Terms:
    """What decides how the players stand."""
    outcome, everyone = program.outcome, tuple(range(len(program.seats)))
    among = outcome.ranked if outcome.ranking else outcome.scored
    alone = _decisive(program) if len(everyone) == 1 and outcome.payoff is None else None
    payoff, seat = outcome.payoff, Slot(outcome.seat)
    common = payoff is not None and (len(everyone) == 1 or seat not in nodes((payoff,)))
    return Terms(
        key=next(iter(leading_keys(program)), None),
        among=everyone if among is None else among,
        alone=alone,
        ranked=bool(outcome.ranking),
        paid=None if payoff is None else _scale(_bounds(program, payoff), outcome.parts),
        kept=None if alone is None else _scale(_directed(_bounds(program, alone.value), alone), 1),
        shares_payoff=common and payoff is not None and not _fails(program, payoff),
        together=all_win_together(program),
    )


def _bounds(program: Program, expr: Expr) -> Bounds:
    return known(program).binding(program.outcome.seat, _seats(program)).value(expr)


def _directed(found: Bounds, key: Key) -> Bounds:
    """The bounds of what the key gives, the higher the better."""
    return found if key.highest else Bounds(-found.high, -found.low)


def _scale(found: Bounds, parts: int) -> Scale:
    low, high = min(found.low, 0), max(found.high, 0)
    return Scale((low, high) if 0 < high - low <= WIDE * parts else None, HALF * parts)


def standing(game: Game, slots: Sequence[int]) -> tuple[float, ...]:
    """How each player stands, from 0 to 1, in the order of `Program.players`. Raises PlayError."""
    return tuple(each / ONE for each in standings(game, slots))


def standings(game: Game, slots: Sequence[int]) -> tuple[int, ...]:
    """The same in parts of `ONE`. Raises PlayError."""
    program = game.program
    machine, found = game.silent, terms_of(game)
    s = machine.work(tuple(slots))
    return (_current if s[WHERE] else _final)(program, machine.context, found, s)


def _final(program: Program, context: Context, found: Terms, s: list[int]) -> tuple[int, ...]:
    outcome, longest, seats = program.outcome, program.longest, len(program.seats)
    cut = longest is not None and not longest.ranked and s[longest.clock] > longest.decisions
    if outcome.payoff is not None and found.paid is not None:
        pays, paid = value(context, outcome.payoff), found.paid
        return tuple(paid.at(0 if cut else pays(seated(program, s, seat))) for seat in program.players)
    wins = test(context, outcome.winner)
    won = [not cut and bool(wins(seated(program, s, seat))) for seat in range(seats)]
    if found.alone is not None and found.kept is not None:
        return (_alone(found, found.kept, _height(program, context, found.alone, s, 0), won[0]),)
    if found.together:
        return tuple(ONE if won[seat] else 0 for seat in program.players)
    sharing = sum(won)
    return tuple(ONE // seats if not sharing else ONE // sharing if won[seat] else 0 for seat in program.players)


def _current(program: Program, context: Context, found: Terms, s: list[int]) -> tuple[int, ...]:
    players, payoff = program.players, program.outcome.payoff
    if found.shares_payoff and found.paid is not None and payoff is not None:
        return (found.paid.at(value(context, payoff)(seated(program, s, players[0]))),) * len(players)
    even = ONE // len(program.seats)
    key = found.key
    if key is None:
        return (even,) * len(players)
    if found.alone is not None and found.kept is not None:
        height = _height_now(program, context, key, s, 0)
        return (UNDECIDED if height is None else _alone(found, found.kept, height, False),)
    tried = {seat: _height_now(program, context, key, s, seat) for seat in found.among}
    heights = {seat: height for seat, height in tried.items() if height is not None}
    found_standings = []
    for seat in players:
        others = [height for other, height in heights.items() if other != seat]
        ahead = heights[seat] - max(others) if seat in heights and others else 0
        way = ONE - even if ahead > 0 else even
        moved = abs(ahead) * way // (abs(ahead) + HALF)
        found_standings.append(even + moved if ahead > 0 else even - moved)
    return tuple(found_standings)


def _alone(found: Terms, kept: Scale, height: int, won: bool) -> int:
    """The standing of a seat alone: by what it is ranked by, or else half by whether it has won and half by its score."""
    reached = kept.at(height)
    return reached if found.ranked else (ONE * won + reached) // 2


def _height(program: Program, context: Context, key: Key, s: list[int], seat: int) -> int:
    """What a key gives for a seat, the higher the better."""
    number = value(context, key.value)(seated(program, s, seat))
    return LAST if number == NOTHING else number if key.highest else -number


def _height_now(program: Program, context: Context, key: Key, s: list[int], seat: int) -> int | None:
    """The same before the match is over; None where it is impossible to work out."""
    try:
        return _height(program, context, key, s, seat)
    except PlayError:
        return None
