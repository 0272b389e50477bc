"""Whole random games, ours and those of others, one after the other in one run, on one thread; and whether the bars are reached.

    python benchmarks/playouts.py [--seconds N] [GAME…]

Every program deals, and then chooses among the legal options, all equally likely. The programs for a game are measured
alternately, so that a slowdown of the machine affects all of them; the medians count. Before that it is checked that they
play the same game: with as many decisions, and the same chances to win. It needs `gcc`, llvmlite and OpenSpiel; a program for
which something is missing is left out, and the benchmark says so.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import perf_counter

import bars
import in_c
import tic_tac_toe_by_hand
import why_first_by_hand
from attrs import frozen
from measure import RULESETS, VARIANTS, Timed, alternating, compiled, together

from rulerun.interpreter import Policy, initial, random_playout
from rulerun.interpreter.core.rng import Use, stream
from rulerun.program.ir import Program
from rulerun.simulation import Engine, prepare
from rulerun.simulation.emit.module import Form

TURNS = 5
"""How many times each program is measured."""

CALL = 0.05
"""The seconds that one call of fast code should take, so that the cost of the call is negligible."""


@frozen
class Game:
    """A game, our ruleset for it, and its names in the other programs (empty or None: they do not have it)."""

    name: str
    ruleset: str
    players: int
    folder: Path = RULESETS
    c: str = ""
    by_hand: Callable[[random.Random], object] | None = None
    openspiel: str = ""
    threads: bool = False


GAMES = (
    Game("tic-tac-toe", "tic_tac_toe", 2, c="tic_tac_toe", by_hand=tic_tac_toe_by_hand.play, openspiel="tic_tac_toe"),
    Game("Connect Four", "connect_four", 2, c="connect_four", openspiel="connect_four"),
    Game("Breakthrough", "breakthrough", 2, openspiel="breakthrough"),
    Game("Kalah", "kalah", 2, openspiel="mancala"),
    Game("Hearts, one hand", "hearts_openspiel", 4, VARIANTS, openspiel="hearts"),
    Game("Crazy Eights", "crazy_eights_openspiel", 5, VARIANTS, openspiel="crazy_eights"),
    Game("Why First?", "why_first", 4, c="why_first", by_hand=why_first_by_hand.play, threads=True),
    Game("TRÄXX", "traxx", 4),
    Game("Change Horses!", "change_horses", 4),
)


@frozen
class Contestant:
    """A program that plays a game: the parts to measure, and the mean number of decisions of a game (0: not counted)."""

    name: str
    parts: tuple[Timed, ...]
    decisions: float = 0.0


def main() -> None:
    """Print the rates and ratios of each game, then the bars; the exit code is 1 when one of them is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="a ruleset of those measured; all of them by default")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each contestant of a game (5)")
    asked = parser.parse_args()
    unknown = [name for name in asked.games if name not in {game.ruleset for game in GAMES}]
    if unknown:
        parser.error(f"no game {unknown[0]}; there is {', '.join(game.ruleset for game in GAMES)}")
    for missing in missing_tools():
        print(f"left out: {missing}")
    rates = {}
    for game in GAMES:
        if not asked.games or game.ruleset in asked.games:
            rates[game.name] = measured(game, asked.seconds)
    print()
    found = bars.verdicts(rates)
    for verdict in found:
        bar = verdict.bar
        reached = "       –" if verdict.ratio is None else f"{verdict.ratio:8.3g}"
        print(f"{bar.game:17} {reached} × {bar.against:18} must {bar.must:6.3g}  aim {bar.aim:6.3g}  {verdict.word}")
    sys.exit(any(verdict.word == "FAIL" for verdict in found))


def missing_tools() -> list[str]:
    """What cannot be measured here, and why."""
    found = [] if in_c.has_compiler() else ["the programs in C: there is no gcc"]
    for module, loss in (("llvmlite", "compiled code: llvmlite is not installed"), ("pyspiel", "OpenSpiel: it is not installed")):
        found += [] if find_spec(module) else [loss]
    return found


def measured(game: Game, seconds: float) -> dict[str, float]:
    """The games per second of each contestant, which are also printed."""
    taking_part = contestants(game)
    parts = [part for each in taking_part for part in each.parts]
    found = iter(alternating([part.once for part in parts], seconds, TURNS))
    rates = {each.name: together(each.parts, [next(found) for _ in each.parts]) for each in taking_part}
    print(f"\n{game.name}, {game.players} players")
    for each in taking_part:
        ratio = rates[bars.OURS] / rates[each.name]
        long = f"  {each.decisions:8.2f} decisions a game" if each.decisions else ""
        print(f"  {each.name:26} {rates[each.name]:12,.0f} games/s   ours is {ratio:8.2f} times as fast{long}", flush=True)
    return rates


def contestants(game: Game) -> list[Contestant]:
    """All programs that can play the game here, ours first. Ends the run when one of them plays another game."""
    program = compiled(game.ruleset, game.players, game.folder)
    engine = prepare(program, Policy.FLAT)
    engine.optimised(Form.PLAYOUT)
    found = [emitted(engine), interpreted(program)]
    if game.threads:
        found.append(in_threads(engine))
    if game.c and in_c.has_compiler():
        found.append(in_plain_c(game.c))
        same_length(game, found[0], found[-1])
    if game.by_hand is not None:
        found.append(Contestant(bars.PYTHON, (Timed(1, partial(game.by_hand, random.Random(1))),)))
    if game.openspiel and find_spec("pyspiel"):
        found += in_openspiel(game.openspiel)
        same_length(game, found[0], found[-1])
    return found


def same_length(game: Game, ours: Contestant, other: Contestant) -> None:
    """End the run when the mean length of the other program's games differs by over 3 %: then it plays another game."""
    if abs(ours.decisions / other.decisions - 1) > 0.03:
        raise SystemExit(f"{game.name}: {ours.decisions:.2f} decisions a game, but {other.decisions:.2f} in {other.name}")


def enough(play: Callable[[int], object]) -> int:
    """The number of games for a call of about `CALL` seconds."""
    games = 1
    play(games)
    while True:
        start = perf_counter()
        play(games)
        if perf_counter() - start > CALL / 2:
            return games
        games *= 2


def emitted(engine: Engine) -> Contestant:
    """Our emitted code."""

    call = count()

    def play(games: int) -> int:
        return engine.playouts(1, next(call) * games, games)

    games, sample = enough(play), 20_000 if engine.compiled else 200
    return Contestant(bars.OURS, (Timed(games, partial(play, games)),), engine.playouts(2, 0, sample) / sample)


def in_threads(engine: Engine) -> Contestant:
    """Our emitted code on two threads, with half of the games on each."""
    pool, call = ThreadPoolExecutor(2), count()

    def play(games: int) -> None:
        for half in [pool.submit(engine.playouts, 1, next(call) * games, games) for _ in range(2)]:
            half.result()

    games = enough(play)
    return Contestant(bars.TWO_THREADS, (Timed(2 * games, partial(play, games)),))


def interpreted(program: Program) -> Contestant:
    """Our interpreter."""
    slots, draw = initial(program).slots, stream(1, 0, Use.NATURE).below
    return Contestant(bars.INTERPRETER, (Timed(1, lambda: random_playout(program, slots, draw, Policy.FLAT)),))


def in_plain_c(name: str) -> Contestant:
    """The program in C. Ends the run when the results of its games do not come with the frequencies in `CHANCES`."""
    play = in_c.built(name)
    sample = 1_000_000
    found = [number / sample for number in play(1, sample)]
    for number, (chance, exact) in enumerate(zip(found[1:], CHANCES.get(name, ()), strict=False)):
        if abs(chance - exact) > 0.003:
            raise SystemExit(f"{name}.c: the games end wrong, {chance:.4f} instead of {exact:.4f} ({number})")
    games = enough(partial(play, 1))
    return Contestant(bars.C, (Timed(games, partial(play, 1, games)),), found[0])


CHANCES: dict[str, Sequence[float]] = {
    "tic_tac_toe": (737 / 1260, 121 / 420, 8 / 63),
    "why_first": (0.285, 0.285, 0.285, 0.285),
}
"""The frequency of each result of a random game, by the name of the program in C."""


def in_openspiel(name: str) -> list[Contestant]:
    """OpenSpiel, played in C++ and from Python."""
    import openspiel

    length = openspiel.length(name, 2000)
    return [
        Contestant(bars.OPENSPIEL, openspiel.in_its_own_language(name), length),
        Contestant(bars.FROM_PYTHON, openspiel.from_python(name), length),
    ]


if __name__ == "__main__":
    main()
