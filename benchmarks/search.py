"""Tree search, ours and OpenSpiel's: simulations per second, games against each other, and games against what is known.

    python benchmarks/search.py speed [--seconds N] [GAME…]
    python benchmarks/search.py matches [--games N] [--simulations N] [GAME…]
    python benchmarks/search.py perfect [--games N] [--simulations N]
    python benchmarks/search.py random [--games N] [--simulations N] [GAME…]
    python benchmarks/search.py pig [--games N] [--simulations N] [--rollout N] [--exploration E]

*speed* searches the same positions with both, alternately, in one thread. *matches* lets both play each other with equal
simulations, either beginning every other game. *perfect* plays tic-tac-toe against a player who makes no mistake, *random*
against one who chooses at random, and *pig* against one who holds at 20, beginning every other game: there value iteration tells
what each choice gives away, and how often two players win: the one who plays best against just this, and the one who plays best
against anyone. A search looks for the latter, for it takes the other to choose as well as it can itself. OpenSpiel searches in
C++, with random rollouts, its solver on, and the constant of its own example (2, for values from -1 to 1; ours is 1, for values
from 0 to 1).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter

import numpy
import pyspiel
from attrs import frozen
from measure import alternating, compiled
from numpy.typing import NDArray

from rulerun.interpreter import NATURE, State, actors, advance, decision, initial, is_over, option_text, outcome
from rulerun.program.ir import Program
from rulerun.simulation.emit.module import Form
from rulerun.simulation.search import Kind, Search, engine_for

AT_ONCE = 2_000
"""Simulations of one search whose time is measured."""

TURNS = 5

Worths = NDArray[numpy.float64]


@frozen
class Game:
    """A game of both, and how OpenSpiel writes what a seat answers."""

    ours: str
    theirs: str
    spell: Callable[[int, str], str]


def _noughts(seat: int, text: str) -> str:
    square = text.removeprefix("cell ")
    return f"{'xo'[seat]}({3 - int(square[1])},{'abc'.index(square[0])})"


def _column(seat: int, text: str) -> str:
    return f"{'xo'[seat]}{int(text.removeprefix('column ')) - 1}"


def _pawn(seat: int, text: str) -> str:
    return "".join(square[0] + str(9 - int(square[1])) for square in text.split()[1:])


def _pit(seat: int, text: str) -> str:
    return str(int(text.removeprefix("pit ")) + 7 * seat)


GAMES = (
    Game("tic_tac_toe", "tic_tac_toe", _noughts),
    Game("connect_four", "connect_four", _column),
    Game("breakthrough", "breakthrough", _pawn),
    Game("kalah", "mancala", _pit),
)


def ours(program: Program, state: State, simulations: int, seed: int, cut: int | None = None, tries_worse: float = 1.0) -> int:
    """The index of the option that our search takes."""
    seat = actors(program, state)[0]
    codes = [option.code for option in decision(program, state, seat).options]
    search = Search(engine_for(program))
    return search.run([state.slots], seat, codes, Kind.MCTS, simulations, tries_worse, seed=seed, cut=cut).best


def theirs(game: Game, simulations: int, seed: int) -> pyspiel.MCTSBot:
    """OpenSpiel's search."""
    loaded = pyspiel.load_game(game.theirs)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(loaded, evaluator, 2.0, simulations, 1000, True, seed, False)


def speed(games: Sequence[Game], seconds: float) -> None:
    """Simulations per second of both, from the start of each game."""
    for game in games:
        program = compiled(game.ours, 2)
        engine_for(program).optimised(Form.SEARCH)
        state, position = initial(program), pyspiel.load_game(game.theirs).new_initial_state()
        bot = theirs(game, AT_ONCE, 1)
        runs = [lambda: ours(program, state, AT_ONCE, 1), lambda: bot.step(position)]  # noqa: B023
        mine, other = (AT_ONCE * rate for rate in alternating(runs, seconds, TURNS))
        print(f"{game.ours:16} {mine:12,.0f} ours {other:12,.0f} OpenSpiel {mine / other:8.2f} times as many", flush=True)


def matches(games: Sequence[Game], count: int, simulations: int) -> None:
    """What both win against each other."""
    for game in games:
        program, total, begun = compiled(game.ours, 2), 0.0, perf_counter()
        engine_for(program).optimised(Form.SEARCH)
        for number in range(count):
            total += match(game, program, number, simulations)
        told(f"{game.ours}, {simulations} simulations each", total, count, perf_counter() - begun)


def match(game: Game, program: Program, number: int, simulations: int) -> float:
    """What our search has of a game: 1 for a win, 1/2 for a draw."""
    state, position = initial(program), pyspiel.load_game(game.theirs).new_initial_state()
    bot, seat = theirs(game, simulations, number), number % 2
    while not is_over(program, state):
        asked = decision(program, state, actors(program, state)[0])
        actions = {position.action_to_string(action).rstrip("*"): action for action in position.legal_actions()}
        spelt = [actions[game.spell(asked.actor, option_text(program, asked.stop, option))] for option in asked.options]
        if asked.actor == seat:
            index = ours(program, state, simulations, 1000 * number + position.move_number())
        else:
            index = spelt.index(bot.step(position))
        position.apply_action(spelt[index])
        state, _ = advance(program, state, asked.actor, index)
    return (1 + position.player_return(seat)) / 2


def told(what: str, total: float, count: int, seconds: float) -> None:
    """Prints a share with its 95 % interval."""
    share = total / count
    half = 1.96 * sqrt(max(share * (1 - share), 0.25 / count) / count)
    print(f"{what}: {share:.1%} ± {half:.1%} of {count} games ({seconds:.0f} s)", flush=True)


def played(program: Program, choose: Sequence[Callable[[State, int], int]], chance: Random) -> State:
    """The end of a game in which each seat chooses so."""
    state = initial(program)
    while not is_over(program, state):
        actor = actors(program, state)[0]
        asked = decision(program, state, actor)
        if actor == NATURE:
            index = chance.choices(range(len(asked.options)), [option.weight for option in asked.options])[0]
        else:
            index = choose[actor](state, actor)
        state, _ = advance(program, state, actor, index)
    return state


def against(program: Program, other: Callable[[State, int], int], count: int, simulations: int, what: str) -> None:
    """What our search wins against another player, beginning every other game, and how many games it lost."""
    engine_for(program).optimised(Form.SEARCH)
    chance, total, lost, begun = Random(1), 0.0, 0, perf_counter()

    def mine(state: State, _: int) -> int:
        return ours(program, state, simulations, chance.getrandbits(60))

    for number in range(count):
        seat = number % 2
        winners = outcome(program, played(program, (mine, other) if seat == 0 else (other, mine), chance)).winners
        total += (seat in winners) if winners else 0.5
        lost += bool(winners) and seat not in winners
    told(f"{what}, {simulations} simulations, {lost} lost", total, count, perf_counter() - begun)


def perfect(count: int, simulations: int) -> None:
    """Tic-tac-toe against a player who makes no mistake."""
    program, chance = compiled("tic_tac_toe", 2), Random(2)

    @cache
    def worth(slots: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        state = State(slots, None)
        if is_over(program, state):
            return int(outcome(program, state).payoff[0]), ()
        seat = actors(program, state)[0]
        count = len(decision(program, state, seat).options)
        found = [worth(advance(program, state, seat, index)[0].slots)[0] for index in range(count)]
        best = max(found) if seat == 0 else min(found)
        return best, tuple(index for index, each in enumerate(found) if each == best)

    against(program, lambda state, _: chance.choice(worth(state.slots)[1]), count, simulations, "tic_tac_toe, perfect")


def at_random(games: Sequence[Game], count: int, simulations: int) -> None:
    """Against a player who chooses at random."""
    chance = Random(2)
    for game in games:
        program = compiled(game.ours, 2)

        def other(state: State, actor: int, program: Program = program) -> int:
            return chance.randrange(len(decision(program, state, actor).options))

        against(program, other, count, simulations, f"{game.ours}, random")


def pig(count: int, simulations: int, cut: int | None, tries_worse: float) -> None:
    """How often our search wins at Pig against a player who holds at 20: what the optimal player wins, less what its choices give
    away on average. Each choice gives away what it is worth less than the best one, if all goes on optimally behind both; the
    sum of that over a game tells the same as wins do, on average, and without most of the luck.
    """
    program, best = compiled("pig", 2), optimal()
    engine_for(program).optimised(Form.SEARCH)
    points = next(place for place in program.places if place.name.plain == "points")
    state = initial(program)
    for index in (0, 5, 0, 4):  # a 6 and a 5 are rolled
        state, _ = advance(program, state, actors(program, state)[0], index)
    (pot,) = (slot for slot, number in enumerate(state.slots) if number == 11)
    chance, begun, given, won = Random(1), perf_counter(), list[float](), 0

    def stands(state: State, actor: int) -> tuple[int, int, int]:
        first, second = (state.slots[points.base + seat * points.extents[0].stride] for seat in (actor, 1 - actor))
        return state.slots[pot], first, second

    def holding(state: State, actor: int) -> int:
        gained, has, _ = stands(state, actor)
        return int(gained >= min(20, 100 - has))

    def mine(state: State, actor: int) -> int:
        gained, has, other = stands(state, actor)
        if gained == 0:
            return 0
        index = ours(program, state, simulations, chance.getrandbits(60), cut, tries_worse)
        worths = best.roll[gained, has, other], best.hold[gained, has, other]
        given[-1] += max(worths) - worths[index]
        return index

    for number in range(count):
        given.append(0.0)
        seat = number % 2
        won += seat in outcome(program, played(program, (mine, holding) if seat == 0 else (holding, mine), chance)).winners
    share, half = best.wins - fmean(given), 1.96 * stdev(given) / sqrt(count)
    what = f"pig, {simulations} simulations, rollout={cut}, exploration={tries_worse}"
    print(f"{what}: {share:.2%} ± {half:.2%} by {count} games ({perf_counter() - begun:.0f} s; {won / count:.1%} were won)")
    print(f"best against who holds at 20: {best.wins:.2%}; best against anyone: {best.against_anyone:.2%}", flush=True)


@frozen(eq=False)
class Optimal:
    """What players win against one who holds at 20, beginning every other game: the one who plays best against that, and the one
    who plays best against anyone. And what it is worth to roll and to hold for the former, by what the turn has brought, own
    points, and those of the other.
    """

    wins: float
    against_anyone: float
    roll: Worths
    hold: Worths


@cache
def optimal(target: int = 100, holds: int = 20) -> Optimal:
    """The same, by value iteration."""

    def holding(mine: Worths) -> Worths:
        other = numpy.zeros_like(mine)
        for points in range(target):
            gains = _turn(min(holds, target - points))
            other[:, points] = sum(share * mine[:, points + gain] for gain, share in gains.items() if points + gain < target)
        return other

    wins, roll, hold = _iterated(target, holding, lambda _, roll, hold: numpy.maximum(roll, hold))
    _, rolls, holds_then = _iterated(target, lambda mine: 1 - mine.T, lambda _, roll, hold: numpy.maximum(roll, hold))
    anyone, _, _ = _iterated(target, holding, lambda at, roll, hold: numpy.where(rolls[at] >= holds_then[at], roll, hold))
    return Optimal(wins, anyone, roll, hold)


def _iterated(
    target: int, reply: Callable[[Worths], Worths], chosen: Callable[[int, Worths, Worths], Worths]
) -> tuple[float, Worths, Worths]:
    """How often a player wins, beginning every other game, and what it is worth to roll and to hold. *reply* tells what it is
    worth that the other is on turn, by what it is worth to be so; *chosen* what a choice is worth by what the turn has brought.
    """
    mine = other = numpy.zeros((target, target))  # by my points and the other's
    roll, hold = (numpy.ones((target + 7, target, target)) for _ in range(2))
    for _ in range(400):
        before, other = mine, reply(mine)
        worth = numpy.ones((target + 7, target, target))
        for gained in reversed(range(target)):
            left = target - gained
            roll[gained, :left] = ((other + sum(worth[gained + eyes] for eyes in range(2, 7))) / 6)[:left]
            hold[gained, :left] = other[gained:] if gained else 0
            worth[gained] = chosen(gained, roll[gained], hold[gained])
        mine = worth[0]
        if abs(mine - before).max() < 1e-10:
            break
    return float(mine[0, 0] + other[0, 0]) / 2, roll, hold


@cache
def _turn(holds: int) -> dict[int, float]:
    """How likely each gain of a turn is, for a player who holds at that."""
    found: dict[int, float] = {}
    reached = {0: 1.0}
    while reached:
        gained = min(reached)
        share = reached.pop(gained)
        found[0] = found.get(0, 0.0) + share / 6
        for eyes in range(2, 7):
            store = found if gained + eyes >= holds else reached
            store[gained + eyes] = store.get(gained + eyes, 0.0) + share / 6
    return found


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("part", choices=("speed", "matches", "perfect", "random", "pig"))
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--rollout", type=int, default=None, help="after so many random decisions Pig is judged by the lead")
    parser.add_argument("--exploration", type=float, default=1.0, help="how much it tries at Pig what seems worse")
    given = parser.parse_intermixed_args()
    games = [game for game in GAMES if not given.names or game.ours in given.names]
    match given.part:
        case "speed":
            speed(games, given.seconds)
        case "matches":
            matches(games, given.games, given.simulations)
        case "perfect":
            perfect(given.games, given.simulations)
        case "random":
            at_random(games, given.games, given.simulations)
        case _:
            pig(given.games, given.simulations, given.rollout, given.exploration)


if __name__ == "__main__":
    main()
