"""How long it takes to copy a state: from a tuple to a list to play on, and back to a tuple.

    python benchmarks/state_copy.py [seconds for each]
"""

from __future__ import annotations

import sys
from functools import partial

from measure import alternating, compiled

from rulerun.interpreter import initial

GAMES = (("why_first", 4), ("change_horses", 4), ("traxx", 4))


def copied(slots: tuple[int, ...]) -> tuple[int, ...]:
    """The same slots, copied by way of a list, as for each answer in a match."""
    playing = list(slots)
    return tuple(playing)


def main() -> None:
    """Print, for each game, the microseconds that a copy takes, in all and per 100 slots."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    for name, players in GAMES:
        slots = initial(compiled(name, players)).slots
        (copies,) = alternating([partial(copied, slots)], seconds, turns=5)
        taken = 1e6 / copies
        print(f"{name:15} {len(slots):5} slots  {taken:6.2f} µs  {taken / len(slots) * 100:6.2f} µs per 100")


if __name__ == "__main__":
    main()
