"""Random games of Why First? for four: the interpreter's speed, and that of a program written by hand, in one run.

    python benchmarks/interpreter.py [seconds for each]
"""

from __future__ import annotations

import random
import sys

import why_first_by_hand
from measure import alternating, compiled

from rulerun.interpreter import Policy, initial, random_playout
from rulerun.interpreter.core.rng import Use, stream

DECISIONS = 5 * (20 + 40)
"""The decisions of one game: in each of 5 stages, 20 cards that are dealt and 40 choices."""


def main() -> None:
    """Print the games per second of both, and their ratio."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    program = compiled("why_first", 4)
    slots = initial(program).slots
    draw = stream(1, 0, Use.NATURE).below
    generator = random.Random(1)
    interpreted, by_hand = alternating(
        [lambda: random_playout(program, slots, draw, Policy.FLAT), lambda: why_first_by_hand.play(generator)], seconds, turns=5
    )
    print(f"interpreter  {interpreted:10,.0f} games/s  {1e6 / interpreted / DECISIONS:6.2f} µs a decision")
    print(f"by hand      {by_hand:10,.0f} games/s")
    print(f"ratio        {interpreted / by_hand:10.3f}  (by hand is {by_hand / interpreted:.1f} times as fast)")


if __name__ == "__main__":
    main()
