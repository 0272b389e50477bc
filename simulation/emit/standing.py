"""How the players stand, as `interpreter/standing.py` defines it: the functions of a module behind `standing(s, m, t)`."""

from __future__ import annotations

from ...interpreter.leading import may_fail
from ...interpreter.standing import HALF, LAST, ONE, UNDECIDED, Scale, Terms, terms
from ...program.ir import NOTHING, Key
from .context import Emission, Module, at
from .counters import each_seat
from .expressions import test, value
from .guarded import UNKNOWN, asked, guarded

LEAST = -(2**62)
"""Less than anything that a seat is compared by."""


def standing(module: Module) -> list[list[str]]:
    """The functions, each as its lines; `standing(s, m, z, t)` writes how each player stands, in parts of `ONE`, to *t*."""
    em, found = Emission(module, {}), terms(module.program)
    keys = () if found.key is None else (found.key,)
    with em.writer.block(f"def standing({module.taken}, t: Numbers) -> None:"):
        with em.writer.block("if s[0] != 0:"):
            _current(em, found)
        with em.writer.block("else:"):
            _final(em, found)
    return [*guarded(module, keys, _height), em.writer.lines]


def _final(em: Emission, found: Terms) -> None:
    program, longest = em.program, em.program.longest
    outcome, seats, players = program.outcome, len(program.seats), program.players
    cut = "False" if longest is None or longest.ranked else f"s[{longest.clock}] > {longest.decisions}"
    if outcome.payoff is not None and found.paid is not None:
        with em.writer.block(f"if {cut}:"):
            for player in range(len(players)):
                em.writer.line(f"t[{player}] = {found.paid.at(0)}")
        with em.writer.block("else:"), each_seat(em, players) as (_, number):
            em.writer.line(f"t[{at(number)}] = {_scaled(em, found.paid, value(em, outcome.payoff))}")
        return
    start, sharing = em.room(seats), em.writer.fresh("c")
    em.writer.line(f"{sharing} = 0")
    with each_seat(em, tuple(range(seats))) as (seat, _):
        em.writer.line(f"m[{at(f'{start} + {seat}')}] = 0")
    played_out, everyone = em.writer.block(f"if not ({cut}):"), tuple(range(seats))
    with played_out, each_seat(em, everyone) as (seat, _), em.writer.block(f"if {test(em, outcome.winner)}:"):
        em.writer.line(f"m[{at(f'{start} + {seat}')}] = 1")
        em.writer.line(f"{sharing} += 1")
    if found.alone is not None and found.kept is not None:
        with each_seat(em, (0,)):
            _alone(em, found, found.kept, _height(em, found.alone), sharing)
        return
    with each_seat(em, players) as (seat, number):
        won = f"m[{at(f'{start} + {seat}')}]"
        if found.together:
            em.writer.line(f"t[{at(number)}] = {ONE} * {won}")
        else:
            with em.writer.block(f"if {sharing} == 0:"):
                em.writer.line(f"t[{at(number)}] = {ONE // seats}")
            with em.writer.block("else:"):
                em.writer.line(f"t[{at(number)}] = {ONE} // {sharing} * {won}")


def _current(em: Emission, found: Terms) -> None:
    program, even = em.program, ONE // len(em.program.seats)
    guards = found.key is not None and may_fail(program, found.key)
    players, payoff = program.players, program.outcome.payoff
    if found.shares_payoff and found.paid is not None and payoff is not None:
        with each_seat(em, players) as (_, number):
            em.writer.line(f"t[{at(number)}] = {_scaled(em, found.paid, value(em, payoff))}")
        return
    if found.key is None:
        for player in range(len(players)):
            em.writer.line(f"t[{player}] = {even}")
        return
    if found.alone is not None and found.kept is not None:
        with each_seat(em, (0,)) as (seat, _):
            if guards:
                height = em.atom(asked(em, 0, seat))
                with em.writer.block(f"if {height} == {UNKNOWN}:"):
                    em.writer.line(f"t[0] = {UNDECIDED}")
                with em.writer.block("else:"):
                    _alone(em, found, found.kept, height, "0")
            else:
                _alone(em, found, found.kept, _height(em, found.key), "0")
        return
    start, seats = em.room(len(program.seats)), len(program.seats)
    with each_seat(em, found.among) as (seat, _):
        em.writer.line(f"m[{at(f'{start} + {seat}')}] = {asked(em, 0, seat) if guards else _height(em, found.key)}")
    compared = tuple(seat for seat in players if seat in found.among and len(found.among) > 1)
    for player, each in enumerate(players):
        if each not in compared:
            em.writer.line(f"t[{player}] = {even}")
    with each_seat(em, compared) as (seat, _):
        ahead, best = em.writer.fresh("a"), em.writer.fresh("r")
        em.writer.line(f"{best} = {LEAST}")
        with each_seat(em, found.among) as (other, _):
            height = f"m[{at(f'{start} + {other}')}]"
            with em.writer.block(f"if {other} != {seat}{f' and {height} != {UNKNOWN}' if guards else ''}:"):
                em.writer.line(f"{best} = max({best}, {height})")
        own = f"m[{at(f'{start} + {seat}')}]"
        unknown = f"0 if {own} == {UNKNOWN} or {best} == {LEAST} else " if guards else ""
        em.writer.line(f"{ahead} = {unknown}{own} - {best}")
        numbers = tuple(players.index(each) if each in players else 0 for each in range(seats))
        place = f"t[{at(seat)}]" if players == tuple(range(len(players))) else f"t[{at(f'{em.table(numbers)}[{at(seat)}]')}]"
        with em.writer.block(f"if {ahead} > 0:"):
            em.writer.line(f"{place} = {even} + {ahead} * {ONE - even} // ({ahead} + {HALF})")
        with em.writer.block("else:"):
            em.writer.line(f"{place} = {even} - (0 - {ahead}) * {even} // ({HALF} - {ahead})")


def _alone(em: Emission, found: Terms, kept: Scale, height: str, won: str) -> None:
    """Writes the standing of a seat alone, for which that is what its key gives."""
    reached = _scaled(em, kept, height)
    em.writer.line(f"t[0] = {reached if found.ranked else f'({ONE} * {won} + {reached}) // 2'}")


def _height(em: Emission, key: Key) -> str:
    """The text of what a key gives for the seat, the higher the better."""
    number = em.atom(value(em, key.value))
    signed = number if key.highest else f"0 - {number}"
    return em.atom(f"({LAST} if {number} == {NOTHING} else {signed})" if em.known.value(key.value).absent else signed)


def _scaled(em: Emission, scale: Scale, number: str) -> str:
    """The text of the standing of a number."""
    number = em.atom(number)
    if scale.bounds is not None:
        low, high = scale.bounds
        return em.atom(f"(min(max({number}, {low}), {high}) - {low}) * {ONE} // {high - low}".replace("- -", "+ "))
    way = em.atom(f"max({number}, 0 - {number}) * {ONE // 2} // (max({number}, 0 - {number}) + {scale.half})")
    return em.atom(f"{ONE // 2} + {way} if {number} > 0 else {ONE // 2} - {way}")
