"""What it takes to play the matches of a batch out, beside whole games of the same engine, in one run.

    python benchmarks/batch.py [--matches 2000] [GAME…]

Each line has the processor time of a whole game; then how many times that a match takes in `Batch.play_out`: from its beginning,
from behind its first answer, and from there one decision after another, as it is done until faster code is compiled. What it
takes to make the batch is not counted. All code is optimised first.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from time import process_time

from rulerun.rl import compiled, table
from rulerun.simulation import Batch, Engine, prepare
from rulerun.simulation.emit.module import Form

MEASURED = ("traxx", "why_first", "tic_tac_toe", "connect_four", "kuhn_poker", "hearts", "yahtzee")
"""Rulesets, each for as many players as it is played by where nothing is said."""

TIMES, BESIDES = 1.3, 0.5e-6
"""How many times a whole game a match takes at most that has only begun, and how many seconds besides: it stays in its vector."""

TURNS = 5


def fastest(ready: Callable[[], Callable[[], object]]) -> float:
    """The least processor time of what *ready* gives, which is called anew each time and not counted."""
    found = []
    for _ in range(TURNS):
        once, begun = ready(), process_time()
        once()
        found.append(process_time() - begun)
    return min(found)


def answered(engine: Engine, count: int) -> Batch:
    """A batch behind the first answer of each match."""
    batch = Batch(engine, count, seed=1)
    codes, _, counts = batch.options()
    batch.apply([int(row[0]) if options else 0 for row, options in zip(codes, counts, strict=True)])
    return batch


def one_by_one(batch: Batch) -> Callable[[], object]:
    """Plays the batch out in code for single decisions."""
    plain = batch.copy()
    plain.engine = prepare(batch.engine.program)
    plain.engine.optimised(Form.STEPPING)
    plain.engine.compiled_now = lambda form: None  # type: ignore[method-assign]
    return plain.play_out


def measured(name: str, count: int) -> bool:
    """Prints a line; whether the bar is met."""
    engine = prepare(compiled(table(name)).program)
    for form in (Form.STEPPING, Form.PLAYOUT, Form.ONWARD):
        engine.optimised(form)
    engine.playouts(1, 0, count)
    whole = fastest(lambda: lambda: engine.playouts(1, 0, count))
    begun = fastest(lambda: Batch(engine, count, seed=1).play_out)
    behind = fastest(lambda: answered(engine, count).play_out)
    single = fastest(lambda: one_by_one(answered(engine, count)))
    print(f"{name:14}{whole / count * 1e6:10.2f} µs" + "".join(f"{each / whole:12.2f}" for each in (begun, behind, single)))
    return begun <= TIMES * whole + BESIDES * count


def main() -> None:
    """Measures. Ends with 1 where matches from their beginning take longer than they may."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("names", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    print(f"{'':14}{'whole game':>13}{'begun':>12}{'on the way':>12}{'one by one':>12}")
    fine = [measured(name, asked.matches) for name in asked.names or MEASURED]
    if not all(fine):
        sys.exit("a bar is not met")


if __name__ == "__main__":
    main()
