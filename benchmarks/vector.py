"""Steps a second of many matches for learners, beside the other environments of the same ruleset, in one run.

    python benchmarks/vector.py [--matches 1024] [--seconds 2] [--pgx] [--lockstep N [GAME…]]

A step is one answer of a seat; every environment gives observations and masks, and actions are drawn among legal ones. VectorEnv
is measured on one core, with its code optimised; PettingZoo's environment once in compiled code and once in the interpreter.
With `--pgx` only the games are measured that Pgx has too (`pip install pgx 'jax[cpu]'`), in turns with its environments as they
are meant to be used: a compiled step of as many matches, which begins those anew that have ended. The process then keeps to one
processor, whose time is counted.
With `--lockstep N` nothing is measured: N matches of every ruleset, or of those named, are held against the interpreter, with
vectors, observations and masks of all players at every step.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy

from rulerun.rl import compiled, live, table
from rulerun.rl.pettingzoo import env
from rulerun.rl.vector import VectorEnv
from rulerun.simulation import prepare
from rulerun.simulation.emit.module import Form

MEASURED = (("traxx", 1), ("why_first", 4), ("tic_tac_toe", 2), ("connect_four", 2), ("kuhn_poker", 2))
"""Rulesets, each with its number of players."""

BARS = {"traxx": 300_000, "why_first": 500_000}
"""Answers a second that VectorEnv comes to at least."""

IN_PGX = ("tic_tac_toe", "connect_four")
"""Rulesets that are games of Pgx, under the same name."""

TURNS = 3
"""How often VectorEnv and Pgx are measured in turns."""

PART = 100
"""So many matches are held against the interpreter side by side."""

RATIO = 100
"""How many times those of PettingZoo's environment in the interpreter."""


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


def measured(matches: int, seconds: float) -> bool:
    """Prints a line for each ruleset; whether all bars are met."""
    fine, code = True, live.engine_of
    print(f"{'':14}{'VectorEnv':>12}{'PettingZoo':>12}{'interpreted':>13}{'ratio':>8}")
    for name, players in MEASURED:
        many = vector(name, players, matches, seconds)
        game = compiled(table(name, players=players))
        engine = live.engine_of(game)
        if engine is not None:
            engine.optimised(Form.LEARNING)
        fast = turns(name, players, seconds)
        live.engine_of = no_code  # type: ignore[assignment]
        slow = turns(name, players, seconds)
        live.engine_of = code
        print(f"{name:14}{many:12,.0f}{fast:12,.0f}{slow:13,.0f}{many / slow:8.0f}")
        fine = fine and many >= BARS.get(name, 0) and many >= RATIO * slow
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
    """Measures, or holds matches against the interpreter. Ends with 1 where a bar is not met."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=1_024)
    parser.add_argument("--seconds", type=float, default=2.0)
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
    elif not measured(asked.matches, asked.seconds):
        sys.exit("a bar is not met")


if __name__ == "__main__":
    main()
