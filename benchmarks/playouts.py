"""Random games per second on one thread: emitted code, the interpreter, C written by hand, OpenSpiel.

    python benchmarks/playouts.py [--seconds N] [--at-least PROGRAM=RATIO …] [GAME…]

Every program deals, and then chooses among the legal options, all equally likely. The programs for a game are measured
alternately, so that a slowdown of the machine affects all of them; the medians count. Before that the benchmark checks that they
play the same game: as many decisions, the same chances to win. A program is left out where `gcc`, llvmlite or OpenSpiel is
missing. `--at-least "C by hand=0.6"` ends the run with status 1 where emitted code is slower than 0.6 times that program.

OpenSpiel's wheel has no function that plays a random game in C++, but its Monte Carlo tree search contains one: told to look at
one position only, and to evaluate it by N rollouts, it plays N whole games from a copy of that position. Where a game begins with
a deal, the rollouts start at positions dealt beforehand, and the time of a deal is added: the difference between the times of
games that `evaluate_bots` (also C++) plays with random bots from the beginning, and from positions dealt beforehand.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from attrs import frozen
from measure import RULESETS, VARIANTS, Timed, alternating, compiled, together

from rulerun.interpreter import Policy, initial, random_playout
from rulerun.interpreter.core.rng import Use, stream
from rulerun.interpreter.game import Game
from rulerun.program.ir import Program
from rulerun.simulation import Engine, prepare
from rulerun.simulation.emit.module import Form

if TYPE_CHECKING:
    import pyspiel

OURS, INTERPRETER, C, OPENSPIEL, FROM_PYTHON = "emitted code", "interpreter", "C by hand", "OpenSpiel, C++", "OpenSpiel, Python"

TURNS = 5
"""How many times each program is measured."""

CALL = 0.05
"""The seconds that one call of fast code should take, so that the cost of the call is negligible."""


SOURCES = Path(__file__).resolve().parent / "c"
OPTIONS = ("-std=c11", "-O3", "-march=native", "-Wall", "-Wextra", "-shared", "-fPIC")
MOST_FOUND = 8
"""The largest number of results that a C program may return."""

FROM_THE_START = 4_000
"""OpenSpiel's games per call where a game does not begin with chance."""

FROM_A_DEAL, DEALS = 128, 256
"""OpenSpiel's games per call from a position dealt beforehand, and the number of such positions."""


@frozen
class Played:
    """A game, our ruleset for it, and its names in the other programs (empty: they do not have it)."""

    name: str
    ruleset: str
    players: int
    folder: Path = RULESETS
    c: str = ""
    openspiel: str = ""


GAMES = (
    Played("tic-tac-toe", "tic_tac_toe", 2, c="tic_tac_toe", openspiel="tic_tac_toe"),
    Played("Connect Four", "connect_four", 2, c="connect_four", openspiel="connect_four"),
    Played("Breakthrough", "breakthrough", 2, openspiel="breakthrough"),
    Played("Kalah", "kalah", 2, openspiel="mancala"),
    Played("Hearts, one hand", "hearts_openspiel", 4, VARIANTS, openspiel="hearts"),
    Played("Crazy Eights", "crazy_eights_openspiel", 5, VARIANTS, openspiel="crazy_eights"),
    Played("Why First?", "why_first", 4, c="why_first"),
    Played("TRÄXX", "traxx", 4),
    Played("Change Horses!", "change_horses", 4),
)


@frozen
class Contestant:
    """A program that plays a game: the parts to measure, and the mean number of decisions of a game (0: not counted)."""

    name: str
    parts: tuple[Timed, ...]
    decisions: float = 0.0


def main() -> None:
    """Prints the rates and ratios of each game; the exit status is 1 where one is less than `--at-least`."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="a ruleset of those measured; all of them by default")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each contestant of a game (5)")
    parser.add_argument("--at-least", action="append", default=[], type=least, metavar="PROGRAM=RATIO")
    asked = parser.parse_args()
    unknown = [name for name in asked.games if name not in {game.ruleset for game in GAMES}]
    if unknown:
        parser.error(f"no game {unknown[0]}; there is {', '.join(game.ruleset for game in GAMES)}")
    for missing in missing_tools():
        print(f"left out: {missing}")
    games = [game for game in GAMES if not asked.games or game.ruleset in asked.games]
    found = [measured(game, asked.seconds) for game in games]
    sys.exit(any(rates[OURS] < ratio * rates.get(against, 0) for rates in found for against, ratio in asked.at_least))


def least(written: str) -> tuple[str, float]:
    """`PROGRAM=RATIO`. Raises ValueError."""
    against, _, ratio = written.rpartition("=")
    if against not in (INTERPRETER, C, OPENSPIEL, FROM_PYTHON):
        raise ValueError(against)
    return against, float(ratio)


def missing_tools() -> list[str]:
    """What cannot be measured here, and why."""
    found = [] if has_compiler() else ["the programs in C: there is no gcc"]
    for module, loss in (("llvmlite", "compiled code: llvmlite is not installed"), ("pyspiel", "OpenSpiel: it is not installed")):
        found += [] if find_spec(module) else [loss]
    return found


def measured(game: Played, seconds: float) -> dict[str, float]:
    """The games per second of each contestant, which are also printed."""
    taking_part = contestants(game)
    parts = [part for each in taking_part for part in each.parts]
    found = iter(alternating([part.once for part in parts], seconds, TURNS))
    rates = {each.name: together(each.parts, [next(found) for _ in each.parts]) for each in taking_part}
    print(f"\n{game.name}, {game.players} players")
    for each in taking_part:
        ratio = rates[OURS] / rates[each.name]
        long = f"  {each.decisions:8.2f} decisions a game" if each.decisions else ""
        print(f"  {each.name:26} {rates[each.name]:12,.0f} games/s   ours is {ratio:8.2f} times as fast{long}", flush=True)
    return rates


def contestants(game: Played) -> list[Contestant]:
    """All programs that can play the game here, ours first. Ends the run when one of them plays another game."""
    program = compiled(game.ruleset, game.players, game.folder)
    engine = prepare(program, Policy.FLAT)
    engine.optimised(Form.PLAYOUT)
    found = [emitted(engine), interpreted(program)]
    if game.c and has_compiler():
        found.append(in_plain_c(game.c))
        same_length(game, found[0], found[-1])
    if game.openspiel and find_spec("pyspiel"):
        found += in_openspiel(game.openspiel)
        same_length(game, found[0], found[-1])
    return found


def same_length(game: Played, ours: Contestant, other: Contestant) -> None:
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
    return Contestant(OURS, (Timed(games, partial(play, games)),), engine.playouts(2, 0, sample) / sample)


def interpreted(program: Program) -> Contestant:
    """Our interpreter."""
    rules = Game(program)
    slots, draw = initial(rules).slots, stream(1, 0, Use.NATURE).below
    return Contestant(INTERPRETER, (Timed(1, lambda: random_playout(rules, slots, draw, Policy.FLAT)),))


def in_plain_c(name: str) -> Contestant:
    """The program in C. Ends the run when the results of its games do not come with the frequencies in `CHANCES`."""
    play = built(name)
    sample = 1_000_000
    found = [number / sample for number in play(1, sample)]
    for number, (chance, exact) in enumerate(zip(found[1:], CHANCES.get(name, ()), strict=False)):
        if abs(chance - exact) > 0.003:
            raise SystemExit(f"{name}.c: the games end wrong, {chance:.4f} instead of {exact:.4f} ({number})")
    games = enough(partial(play, 1))
    return Contestant(C, (Timed(games, partial(play, 1, games)),), found[0])


CHANCES: dict[str, Sequence[float]] = {
    "tic_tac_toe": (737 / 1260, 121 / 420, 8 / 63),
    "why_first": (0.285, 0.285, 0.285, 0.285),
}
"""The frequency of each result of a random game, by the name of the program in C."""


def in_openspiel(name: str) -> list[Contestant]:
    """OpenSpiel, played in C++ and from Python."""
    length = mean_length(name, 2000)
    return [Contestant(OPENSPIEL, in_its_own_language(name), length), Contestant(FROM_PYTHON, from_python(name), length)]


def has_compiler() -> bool:
    """Whether there is a `gcc`."""
    return shutil.which("gcc") is not None


def built(name: str) -> Callable[[int, int], tuple[int, ...]]:
    """A function that plays games of `c/NAME.c`, given a seed and a number of games.

    It returns the number of decisions taken and what else the source counts, with zeros up to `MOST_FOUND` numbers. Ends the
    run when the source does not compile.
    """
    with TemporaryDirectory() as folder:
        library = Path(folder, f"{name}.so")
        command = ["gcc", *OPTIONS, "-o", str(library), str(SOURCES / f"{name}.c")]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            raise SystemExit(f"{name}.c does not compile:\n{made.stderr}")
        playouts = ctypes.CDLL(str(library)).playouts  # stays loaded when its file is gone
    playouts.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.POINTER(ctypes.c_uint64)]
    playouts.restype = None

    def play(seed: int, games: int) -> tuple[int, ...]:
        found = (ctypes.c_uint64 * MOST_FOUND)()
        playouts(seed, games, found)
        return tuple(found)

    return play


def from_python(name: str) -> tuple[Timed, ...]:
    """The measurement of a random game, each step of which is made from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    generator = random.Random(1)
    return (Timed(1, lambda: played(game.new_initial_state(), generator, whole=True)),)


def played(state: pyspiel.State, generator: random.Random, whole: bool) -> pyspiel.State:
    """The same state, changed by random play: up to the end, or, when not *whole*, until a player is asked."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            actions = [action for action, _ in outcomes]
            state.apply_action(generator.choices(actions, [chance for _, chance in outcomes])[0])
        elif whole:
            state.apply_action(generator.choice(state.legal_actions()))
        else:
            break
    return state


def in_its_own_language(name: str) -> tuple[Timed, ...]:
    """The measurements whose times add up to the time of a random game in OpenSpiel's C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    if not game.new_initial_state().is_chance_node():
        return (Timed(FROM_THE_START, searching(game, [game.new_initial_state()], FROM_THE_START)),)
    generator = random.Random(1)
    dealt = [played(game.new_initial_state(), generator, whole=False) for _ in range(DEALS)]
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    next_dealt, next_seed = cycle(dealt).__next__, count().__next__
    return (
        Timed(FROM_A_DEAL, searching(game, dealt, FROM_A_DEAL)),
        Timed(1, lambda: pyspiel.evaluate_bots(game.new_initial_state(), bots, next_seed())),
        Timed(1, lambda: pyspiel.evaluate_bots(next_dealt().clone(), bots, next_seed()), sign=-1),
    )


def searching(game: pyspiel.Game, states: list[pyspiel.State], rollouts: int) -> Callable[[], object]:
    """A function that plays *rollouts* random games from one of the states; each call takes the next state."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)
    following = cycle(states).__next__
    return lambda: bot.mcts_search(following())


def mean_length(name: str, games: int) -> float:
    """The mean number of decisions in a random game, those of chance included, over *games* games."""
    import pyspiel

    game, generator = pyspiel.load_game(name), random.Random(2)
    return sum(len(played(game.new_initial_state(), generator, whole=True).full_history()) for _ in range(games)) / games


if __name__ == "__main__":
    main()
