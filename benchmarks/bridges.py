"""Steps a second of random play through the bridges to OpenSpiel and PettingZoo, beside those of another commit.

    python benchmarks/bridges.py [--commit COMMIT] [--pairs N] [--seconds S] [--compiled] [RULESET…]

The other commit is checked out into a worktree that is removed at the end. Both sides are run in turns, each time in a process of
its own that finds nothing compiled, with the same libraries and the same choices. A step is an answer of a seat or of nature that
is given from outside. Four things are measured: OpenSpiel's states without and with the tensor of what each who is asked
observes, PettingZoo's AEC environment (`last` and `step`), and how long it takes until the first match of each has been played.
All times are processor time, and play is measured behind a time to get going. Without *--compiled* no code is compiled, as where
llvmlite is not installed.

It prints ratios, each the geometric mean of those of the pairs with Student's 95 % interval, then those over all rulesets.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean, stdev

from rulerun.lab.statistics.intervals import student

TOP = Path(__file__).resolve().parent.parent
COMMIT = "ad45de8"
RULESETS = ("traxx", "why_first", "change_horses", "hearts", "connect_four", "kuhn_poker", "tic_tac_toe", "goofspiel")

BARS = {"OpenSpiel": 3.0, "PettingZoo": 3.0}
"""How many times the steps a second over all rulesets must be those of the other commit."""

WHAT = ("OpenSpiel", "with tensors", "PettingZoo", "first matches")

PLAY = """
import json, random, sys, time
name, seconds, compiled = sys.argv[1], float(sys.argv[2]), sys.argv[3] == "compiled"
if not compiled:
    sys.modules["llvmlite"] = None
    import importlib.util
    find = importlib.util.find_spec
    importlib.util.find_spec = lambda name, package=None: None if name == "llvmlite" else find(name, package)
import numpy, pyspiel, pettingzoo
from rulerun.rl.openspiel import register
from rulerun.rl.pettingzoo import env
clock = time.process_time

def spiel(seen):
    def played():
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes())
                state.apply_action(rng.choices(actions, chances)[0])
            elif state.is_simultaneous_node():
                players = range(game.num_players())
                if seen:
                    for player in players:
                        observer.set_from(state, player)
                state.apply_actions([rng.choice(state.legal_actions(player) or [0]) for player in players])
            else:
                if seen:
                    observer.set_from(state, state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        state.returns()
        return steps
    return played

def turns():
    zoo.reset(seed=rng.randrange(1000))
    steps = 0
    for agent in zoo.agent_iter():
        seen, _, over, cut, _ = zoo.last()
        if over or cut:
            zoo.step(None)
            continue
        zoo.step(rng.choice(seen["action_mask"].nonzero()[0].tolist()))
        steps += 1
    return steps

def rate(played):
    # the clock is asked rarely, for that may take long
    global rng
    rng, games, begun = random.Random(1), 1, clock()
    while clock() - begun < seconds / 2:
        for _ in range(games):
            played()
        games *= 2
    rng, games, steps, begun = random.Random(2), max(1, games // 8), 0, clock()
    while (taken := clock() - begun) < seconds:
        for _ in range(games):
            steps += played()
    return steps / taken

rng, begun = random.Random(3), clock()
game = pyspiel.load_game(register(name))
observer = game.make_py_observer()
spiel(False)()
zoo = env(name)
turns()
first = clock() - begun
print(json.dumps([rate(spiel(False)), rate(spiel(True)), rate(turns), 1 / first]))
"""
"""Prints the four figures, as how many a second; both commits can run it."""


def main() -> None:
    """Prints the ratios; ends with 1 where a bar is not met."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="bundled rulesets; some of each kind by default")
    parser.add_argument("--commit", default=COMMIT, help=f"what is compared with ({COMMIT})")
    parser.add_argument("--pairs", type=int, default=3, help="of processes for each ruleset (3)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of processor time for each figure (1)")
    parser.add_argument("--compiled", action="store_true", help="with compiled code")
    asked = parser.parse_args()
    every: dict[str, list[float]] = {what: [] for what in WHAT}
    print(f"{'':16}" + "".join(f"{what:>24}" for what in WHAT), flush=True)
    with other(asked.commit) as there, package(TOP) as here:
        for name in asked.rulesets or RULESETS:
            words = name, str(asked.seconds), "compiled" if asked.compiled else "plain"
            found: dict[str, list[float]] = {what: [] for what in WHAT}
            for _ in range(asked.pairs):
                for what, then, now in zip(WHAT, figures(there, *words), figures(here, *words), strict=True):
                    found[what].append(math.log(now / then))
            print(f"{name:16}" + "".join(f"{told(found[what]):>24}" for what in WHAT), flush=True)
            for what in WHAT:
                every[what].append(fmean(found[what]))
    print(f"{'all':16}" + "".join(f"{told(every[what]):>24}" for what in WHAT))
    sys.exit(any(math.exp(fmean(every[what])) < bar for what, bar in BARS.items()))


def told(logarithms: Sequence[float]) -> str:
    """The geometric mean of ratios, of which these are the logarithms, with its interval where there are several."""
    middle, count = fmean(logarithms), len(logarithms)
    if count < 2:
        return f"{math.exp(middle):.2f}"
    width = student(count) * stdev(logarithms) / math.sqrt(count)
    return f"{math.exp(middle):.2f} ({math.exp(middle - width):.2f} to {math.exp(middle + width):.2f})"


def figures(place: Path, *words: str) -> list[float]:
    """What the package that lies in that folder measures. Ends the run when it fails."""
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            [sys.executable, "-P", "-c", PLAY, *words],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(place), "XDG_CACHE_HOME": cache},
            cwd=cache,
            check=False,
        )
    if done.returncode:
        raise SystemExit(f"{words[0]}: {done.stderr.strip().splitlines()[-1]}")
    found: list[float] = json.loads(done.stdout)
    return found


@contextmanager
def other(commit: str) -> Iterator[Path]:
    """A folder in which that commit is the package, for a while."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "worktree"
        git = ["git", "-C", str(TOP), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            with package(tree) as place:
                yield place
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


@contextmanager
def package(tree: Path) -> Iterator[Path]:
    """A folder in which that tree is the package."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rulerun").symlink_to(tree, target_is_directory=True)
        yield Path(folder)


if __name__ == "__main__":
    main()
