"""How compiling grows with the ruleset: made-up rulesets of 100, 200, 400 and 800 sentences, every phase done three times.

    python benchmarks/growth.py [--level N]

For each form it prints the processor seconds from the Program to the object and the memory of the compiler, and how many times
as much the seconds are as for half of the sentences: 2 is linear. At 800 sentences it must stay below `SECONDS` and `MEMORY`. It
needs llvmlite.
"""

from __future__ import annotations

import argparse
import sys

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.program.ir import Program
from rulerun.simulation.compile.cost import cost
from rulerun.simulation.compile.tiers import QUICK
from rulerun.simulation.emit.module import Form

SIZES = (100, 200, 400, 800)
SECONDS, MEMORY = 10.0, 600 << 20
"""What must be enough for the largest."""

STEPS = 2.6
"""Twice the sentences may take at most this many times as long, which is linear on a machine that is not quiet."""

SENTENCES = 10
"""How many sentences a phase has."""


def main() -> None:
    """Print the costs; the exit code is 1 when compiling grows faster than the ruleset, or the largest one costs too much."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--level", type=int, default=QUICK, help=f"how far to optimise ({QUICK})")
    level = parser.parse_args().level
    missed = False
    for form in Form:
        before = 0.0
        for size in SIZES:
            taken = cost(program(size), form, level)
            times = f"{taken.seconds / before:5.2f} times as long" if before else ""
            print(f"{form.value:9} {size:4} sentences {taken.seconds:7.2f} s {taken.memory >> 20:5} MB  {times}", flush=True)
            missed |= before > 0 and taken.seconds > STEPS * before
            before = taken.seconds
            missed |= taken.seconds > SECONDS or taken.memory > MEMORY
    sys.exit(missed)


def program(sentences: int) -> Program:
    """A ruleset of about so many sentences that ask, count, add and loop."""
    made = compile_ruleset(Source("growth.yaml", text(sentences)), "", 2, {}).program
    assert made is not None
    return made


def text(sentences: int) -> str:
    """The text of such a ruleset."""
    phases = sentences // SENTENCES
    lines = ["ruleset: growth", "players: 2", "variables:", "  level: {per: 1..9, holds: 0..99}", "  pot: {holds: 0..9999}"]
    lines += ["scores:", "  points: {per: player}", "outcome:", "  winners: players p where points[p] = best"]
    lines += ["functions:", "  best: highest of points[q] for q in players", "phases:", "  game:", "    - repeat 3 times:"]
    lines += [f"        - do step{number}" for number in range(phases)]
    lines += [f"    - do step{number}" for number in range(phases)] * 2
    for number in range(phases):
        lines += [
            f"  step{number}:",
            "    - for each player p:",
            f"        - p chooses x from 1..{3 + number % 4} where level[x] < 90",
            f"        - level[x] += {1 + number % 3}",
            "        - if x > 2:",
            f"            - points[p] += level[x] div {2 + number % 3}",
            "        - pot = min(pot + x, 9000)",
            "    - let total = sum of level[i] for i in 1..9",
            f"    - if total > 400 or pot > {500 + number}:",
            "        - for each i in 1..9 where level[i] > 3:",
            "            - level[i] -= 1",
            "        - points[Anne] += 1",
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
