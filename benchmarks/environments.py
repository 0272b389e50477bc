"""Steps a second of the environments of a ruleset, in one run: many matches at once, PettingZoo, OpenSpiel.

    python benchmarks/environments.py [--matches 1024] [--seconds 2] [--at-least RATIO] [--pgx] [--lockstep N [GAME…]]

A step is one answer of a seat; every environment gives observations and masks, and actions are drawn among legal ones. VectorEnv
is measured on one core with optimised code, PettingZoo's environment in compiled code and in the interpreter, OpenSpiel's game as
it comes; all in processor time. `--at-least` ends the run with status 1 where VectorEnv is not so many times as fast as
PettingZoo's environment in the interpreter.
With `--pgx` only the games are measured that Pgx has too (`pip install pgx 'jax[cpu]'`), in turns with its environments as they
are meant to be used: a compiled step of as many matches, which begins those anew that have ended. The process then keeps to one
processor, whose time is counted.
With `--lockstep N` nothing is measured: N matches of every ruleset, or of those named, are held against the interpreter, with
vectors, observations and masks of all players at every step.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy

from rulerun.rl import compiled, live, table
from rulerun.rl.pettingzoo import env
from rulerun.rl.vector import VectorEnv
from rulerun.simulation import prepare
from rulerun.simulation.emit.module import Form

MEASURED = (("traxx", 1), ("why_first", 4), ("tic_tac_toe", 2), ("connect_four", 2), ("kuhn_poker", 2))
"""Rulesets, each with its number of players."""

IN_PGX = ("tic_tac_toe", "connect_four")
"""Rulesets that are games of Pgx, under the same name."""

TURNS = 3
"""How often VectorEnv and Pgx are measured in turns."""

PART = 100
"""So many matches are held against the interpreter side by side."""


def vector(name: str, players: int, matches: int, seconds: float) -> float:
    """Answers a second of VectorEnv; the time in which actions are drawn is not counted."""
    program = compiled(table(name, players=players)).program
    engine = prepare(program)
    engine.optimised(Form.LEARNING)
    many, rng = VectorEnv(name, matches, players=players, engine=engine), numpy.random.default_rng(1)
    many.reset(seed=1)
    answers, spent = 0, 0.0
    while spent < seconds:
        actions = (many.masks * rng.random(many.masks.shape, dtype=numpy.float32)).argmax(-1)
        answers += int(many.asked.sum())
        begun = time.process_time()
        many.step(actions)
        spent += time.process_time() - begun
    return answers / spent


def pgx_steps(name: str, matches: int, seconds: float) -> float:
    """Answers a second of Pgx's environment, with observations and masks; the time in which actions are drawn is not counted."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    draw = jax.jit(lambda key, masks: jax.random.categorical(key, jax.numpy.log(masks.astype(jax.numpy.float32)), axis=1))
    key, answers, spent = jax.random.PRNGKey(1), -matches, 0.0
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, matches))
    while spent < seconds:
        key, drawn, chance = jax.random.split(key, 3)
        given = jax.block_until_ready((state, draw(drawn, state.legal_action_mask), jax.random.split(chance, matches)))
        begun = time.process_time()
        state = jax.block_until_ready(step(*given))
        # the first step is compiled
        spent += time.process_time() - begun if answers >= 0 else 0.0
        answers += matches
    return answers / spent


def beside_pgx(matches: int, seconds: float) -> None:
    """Prints a line for each game that Pgx has too."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"{'':14}{'VectorEnv':>12}{'Pgx':>12}{'ratio':>8}")
    for name in IN_PGX:
        pairs = [(vector(name, 2, matches, seconds), pgx_steps(name, matches, seconds)) for _ in range(TURNS)]
        ours, theirs = (statistics.median(rates) for rates in zip(*pairs, strict=True))
        print(f"{name:14}{ours:12,.0f}{theirs:12,.0f}{ours / theirs:8.1f}", flush=True)


def turns(name: str, players: int, seconds: float) -> float:
    """Answers a second of PettingZoo's environment."""
    game, rng = env(name, players=players), numpy.random.default_rng(1)
    answers, begun, seed = 0, time.process_time(), 0
    while time.process_time() - begun < seconds:
        game.reset(seed=seed)
        seed += 1
        for _ in game.agent_iter():
            seen, _, over, cut, _ = game.last()
            if over or cut:
                game.step(None)
                continue
            mask = seen["action_mask"]
            game.step(int((mask * rng.random(len(mask))).argmax()))
            answers += 1
            if time.process_time() - begun > seconds:
                break
    return answers / (time.process_time() - begun)


def spiel(name: str, seconds: float) -> float:
    """Answers a second of OpenSpiel's game, with a tensor at each of them."""
    import pyspiel

    from rulerun.rl.openspiel import register

    game, rng = pyspiel.load_game(register(name)), random.Random(1)
    observer = game.make_py_observer()
    answers, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal() and time.process_time() - begun < seconds:
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            together = state.is_simultaneous_node()
            players = range(game.num_players()) if together else (state.current_player(),)
            for player in players:
                observer.set_from(state, player)
            drawn = [rng.choice(state.legal_actions(player) or [0]) for player in players]
            if together:
                state.apply_actions(drawn)
            else:
                state.apply_action(drawn[0])
            answers += len(drawn)
    return answers / (time.process_time() - begun)


def measured(matches: int, seconds: float, least: float) -> bool:
    """Prints a line for each ruleset; whether VectorEnv is everywhere as fast as asked."""
    fine, code, has_spiel = True, live.engine_of, find_spec("pyspiel") is not None
    print(f"{'':14}{'VectorEnv':>12}{'PettingZoo':>12}{'interpreted':>13}{'OpenSpiel':>12}")
    for name, players in MEASURED:
        many = vector(name, players, matches, seconds)
        engine = live.engine_of(compiled(table(name, players=players)))
        if engine is not None:
            engine.optimised(Form.LEARNING)
        fast = turns(name, players, seconds)
        live.engine_of = no_code  # type: ignore[assignment]
        slow = turns(name, players, seconds)
        live.engine_of = code
        bridged = spiel(name, seconds) if has_spiel else 0.0
        print(f"{name:14}{many:12,.0f}{fast:12,.0f}{slow:13,.0f}{bridged:12,.0f}", flush=True)
        fine = fine and many >= least * slow
    return fine


def no_code(game: object) -> None:
    """No compiled code, so that the interpreter plays."""


def lockstep(matches: int, names: list[str], same: Callable[..., int]) -> None:
    """Holds so many matches of each ruleset against the interpreter."""
    every = sorted(path.stem for path in (Path(__file__).resolve().parent.parent / "rulesets").glob("*.yaml"))
    for name in names or every:
        game = compiled(table(name))
        begun = time.process_time()
        engine = prepare(game.program)
        # in parts, for the interpreter keeps every match whole
        parts = ((first, min(PART, matches - first)) for first in range(0, matches, PART))
        answers = sum(same(game, engine, count, most=10_000, first=first) for first, count in parts)
        print(f"{name:20}{answers:12,} answers alike, {time.process_time() - begun:.0f} s", flush=True)


def main() -> None:
    """Measures, or holds matches against the interpreter. The status is 1 where `--at-least` is not met."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=1_024)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--at-least", type=float, default=0.0, metavar="RATIO")
    parser.add_argument("--pgx", action="store_true", help="beside Pgx")
    parser.add_argument("--lockstep", type=int, default=0, metavar="N")
    parser.add_argument("names", nargs="*", metavar="GAME", help="rulesets for --lockstep; else all")
    asked = parser.parse_args()
    if asked.pgx:
        beside_pgx(asked.matches, asked.seconds)
    elif asked.lockstep:
        sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
        from tests.support.learners import same_as_the_interpreter

        lockstep(asked.lockstep, asked.names, same_as_the_interpreter)
    elif not measured(asked.matches, asked.seconds, asked.at_least):
        sys.exit(1)


if __name__ == "__main__":
    main()
