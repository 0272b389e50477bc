"""Compares compiling, and the speed of games, with the last commit that compiled by Numba, both measured in one run.

    python benchmarks/against_commit.py [--runs N] [--seconds S] [--forms FORM,…] [GAME…]

That commit is installed in an environment of its own, in a folder that is made on the first run and found again on later ones.
For each ruleset and form it prints the processor seconds from the rules, as they were read, to the first game, with nothing kept
from before, as the median of N runs of each, taken in turns; then how many games a second are played, compiled and by the
interpreter, taken in turns as well.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from attrs import frozen

from rulerun import load

TOP = Path(__file__).resolve().parent.parent
COMMIT = "82c849f07c42d8f375d2ade6c5cbf3482b4bcb2b"
"""The last commit with Numba."""

HOME = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulerun" / "against_commit"
"""Where that commit and its environment are kept."""

FORMS = ("playout", "tally", "stepping")
RULESETS = tuple(sorted(path.stem for path in (TOP / "rulesets").glob("*.yaml")))

COMPILE = """
import json, resource, sys
from pathlib import Path
import numpy
from rulerun.dsl.compile import compile_ruleset, read_source
from rulerun.simulation import prepare
from rulerun.simulation.emit.module import Form

def used():
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in both)

path, form = Path(sys.argv[1]), Form(sys.argv[2])
engine = prepare(compile_ruleset(read_source(path)[0], "", int(sys.argv[3]), {}).program)
begun = used()
engine.form(form)
if form is Form.PLAYOUT:
    engine.playouts(1, 0, 1)
print(json.dumps(used() - begun))
"""
"""Prints the processor seconds from the rules, as they were read, to the first game; both commits can run it."""

PLAY = """
import json, sys, time
from pathlib import Path
from rulerun.dsl.compile import compile_ruleset, read_source
from rulerun.interpreter import Policy
from rulerun.simulation import prepare
from rulerun.simulation.emit.module import Form

program = compile_ruleset(read_source(Path(sys.argv[1]))[0], "", int(sys.argv[3]), {}).program
engine = prepare(program, Policy.FLAT)
getattr(engine, "optimised", engine.form)(Form.PLAYOUT)
games, taken = 1, 0.0
while taken < float(sys.argv[2]):
    games *= 2
    begun = time.perf_counter()
    engine.playouts(1, 0, games)
    taken = time.perf_counter() - begun
print(json.dumps(games / taken))
"""
"""Prints how many games a second are played on one thread; both commits can run it."""

INTERPRET = """
import json, sys, time
from pathlib import Path
from rulerun.dsl.compile import compile_ruleset, read_source
from rulerun.interpreter import Policy, initial, random_playout
from rulerun.interpreter.core.rng import Use, stream

program = compile_ruleset(read_source(Path(sys.argv[1]))[0], "", int(sys.argv[3]), {}).program
slots, draw = initial(program).slots, stream(1, 0, Use.NATURE).below
random_playout(program, slots, draw, Policy.FLAT)
games, begun = 0, time.perf_counter()
while time.perf_counter() - begun < float(sys.argv[2]):
    random_playout(program, slots, draw, Policy.FLAT)
    games += 1
print(json.dumps(games / (time.perf_counter() - begun)))
"""
"""Prints how many games a second the interpreter plays; both commits can run it."""

FASTER = {(PLAY, "traxx"): 1.5, **{(INTERPRET, game): 1.5 for game in ("connect_four", "breakthrough", "hearts")}}
"""How many times as many games must be played now, by how they are played and by ruleset."""


@frozen
class Side:
    """One of the two that are compared: its Python, and the folder that its rulesets are in."""

    python: Path
    rulesets: Path

    def asked(self, script: str, game: str, *words: str) -> float:
        """What a script prints for a ruleset, in a process of its own that finds nothing compiled. Ends the run when it fails."""
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(
                [str(self.python), "-P", "-c", script, str(self.rulesets / f"{game}.yaml"), *words],
                capture_output=True,
                text=True,
                env={**{name: what for name, what in os.environ.items() if name != "PYTHONPATH"}, "XDG_CACHE_HOME": cache},
                cwd=cache,
                check=False,
            )
        if done.returncode:
            raise SystemExit(f"{game}: {done.stderr.strip().splitlines()[-1]}")
        return float(json.loads(done.stdout))


def main() -> None:
    """Print the ratios of each game; the exit code is 1 when compiling a playout takes more than an eighth of what it took,
    or when games that must have become faster have not.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="a bundled ruleset; all of them by default")
    parser.add_argument("--runs", type=int, default=3, help="of each side (3)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for measuring games, of each run (1)")
    parser.add_argument("--forms", default=",".join(FORMS), help="playout,tally,stepping")
    asked = parser.parse_args()
    old, new = that_commit(), Side(Path(sys.executable), TOP / "rulesets")
    missed = False
    for game in asked.games or RULESETS:
        players = str(load(game).players)
        for form in asked.forms.split(","):
            before, now = taken_in_turns(old, new, asked.runs, COMPILE, game, form, players)
            late = form == "playout" and now > before / 8
            missed = missed or late
            times = f"{before / now:6.1f} times less{'  FAIL' if late else ''}"
            print(f"{game:20} {form:9} {before:7.2f} s then  {now:6.2f} s now  {times}", flush=True)
        for what, script in (("compiled", PLAY), ("interpreter", INTERPRET)):
            before, now = taken_in_turns(old, new, asked.runs, script, game, str(asked.seconds), players)
            slow = now < FASTER.get((script, game), 0.0) * before
            missed = missed or slow
            times = f"{now / before:6.2f} times as many{'  FAIL' if slow else ''}"
            print(f"{game:20} {what:11} {before:13,.1f} games/s then  {now:13,.1f} now  {times}", flush=True)
    sys.exit(missed)


def taken_in_turns(old: Side, new: Side, runs: int, script: str, game: str, *words: str) -> tuple[float, float]:
    """The medians of what both sides print."""
    found = [(old.asked(script, game, *words), new.asked(script, game, *words)) for _ in range(runs)]
    return statistics.median(each[0] for each in found), statistics.median(each[1] for each in found)


def that_commit() -> Side:
    """The commit in an environment of its own, which is made where there is none."""
    place = HOME / COMMIT[:12]
    clone, python = place / "rulerun", place / "environment" / "bin" / "python"
    if not (place / "done").exists():
        print(f"installing {COMMIT[:12]} in {place}", file=sys.stderr)
        place.mkdir(parents=True, exist_ok=True)
        for words in (
            ["git", "clone", "--quiet", "--no-checkout", str(TOP), str(clone)],
            ["git", "-C", str(clone), "checkout", "--quiet", COMMIT],
            [sys.executable, "-m", "venv", str(place / "environment")],
            [str(python), "-m", "pip", "install", "--quiet", f"{clone}[simulation,lab]"],
        ):
            if words[0] == "git" and words[1] == "clone" and clone.exists():
                continue
            subprocess.run(words, check=True)
        (place / "done").touch()
    return Side(python, clone / "rulesets")


if __name__ == "__main__":
    main()
