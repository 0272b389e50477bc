"""What it takes to try an answer and to hear what one seat hears of it: emitted code against the interpreter, in pairs.

    python benchmarks/listening.py [--seconds S] [RULESET[:PLAYERS]…]

In each round both go once along the same random match, answer by answer; a line gives the median time of an answer in both, and
the median of the rounds' ratios. The last column is what the fused replay takes for an answer that it tries, along the trail of
one seat.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import perf_counter

from measure import compiled

from rulerun.interpreter import Trail, Trails, decision
from rulerun.interpreter.core.rng import Use, stream
from rulerun.interpreter.imagine import Listener
from rulerun.program.ir import Program
from rulerun.simulation import prepare
from rulerun.simulation.compile.loaded import Loaded
from rulerun.simulation.emit.module import Form
from rulerun.simulation.emit.noting import NOTED, WEIGHT
from rulerun.simulation.trails import Replays

RULESETS = ("tic_tac_toe:2", "why_first:4", "traxx:4", "change_horses:3", "hearts:4", "crazy_eights:3", "go_fish:3")
LONGEST = 60
"""So many answers of a match are followed."""

Answers = list[tuple[int, int, int, int]]
"""The actor, the index of the option, its code and its weight."""


def main() -> None:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each ruleset is measured")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET[:PLAYERS]")
    given = parser.parse_args()
    print(f"{'ruleset':20} {'interpreter':>12} {'emitted':>10} {'ratio':>7} {'fused':>10}")
    for name in given.rulesets or RULESETS:
        file, _, players = name.partition(":")
        measure(name, compiled(file, int(players or 2)), given.seconds)


def measure(name: str, program: Program, seconds: float) -> None:
    """Prints the line of one ruleset."""
    engine = prepare(program)
    code = engine.optimised(Form.LISTENING)
    answers, trail = match(program)
    runs = interpreted(program, answers), emitted(program, code, answers)
    times: tuple[list[float], list[float]] = [], []
    until = perf_counter() + seconds
    while perf_counter() < until:
        for run, found in zip(runs, times, strict=True):
            before = perf_counter()
            run()
            found.append((perf_counter() - before) / len(answers))
    ratio = median(one / other for one, other in zip(*times, strict=True))
    slow, fast = (median(found) * 1e6 for found in times)
    fused = along(Replays(engine, code), trail, seconds / 4)
    print(f"{name:20} {slow:9.1f} us {fast:7.2f} us {ratio:7.1f} {fused:7.2f} us", flush=True)


def match(program: Program) -> tuple[Answers, Trail]:
    """The answers of a random match, and the trail of the first seat behind them."""
    draw, trails, found = stream(1, 1, Use.BOTS), Trails.beginning(program), list[tuple[int, int, int, int]]()
    while trails.asked and len(found) < LONGEST:
        actor = trails.asked[draw.below(len(trails.asked))]
        options = decision(program, trails.state, actor).options
        index = draw.below(len(options))
        found.append((actor, index, options[index].code, options[index].weight))
        trails.answer(actor, index)
    return found, trails.trail(0)


def interpreted(program: Program, answers: Answers) -> Callable[[], None]:
    """Goes along the answers with the interpreter's ears of the first seat."""
    listener = Listener(program, 0)

    def run() -> None:
        at = listener.start()
        for actor, index, _, _ in answers:
            at = listener.apply(at, actor, listener.options(at, actor)[index]).after

    return run


def emitted(program: Program, code: Loaded, answers: Answers) -> Callable[[], None]:
    """The same in emitted code, one call for each step."""
    start, s, m = code.vector(program.start), code.vector(program.start), code.numbers(code.emitted.memory)
    o, w, row = code.numbers(code.emitted.options), code.numbers(code.emitted.options), code.numbers(NOTED)

    def run() -> None:
        s[:] = start
        code.call("start", s, m)
        for actor, _, chosen, weight in answers:
            code.call("options", s, m, o, w, actor)
            m[WEIGHT] = weight
            code.call("apply", s, m, actor, chosen)
            code.call("hear", m, row, 0, 0)

    return run


def along(replays: Replays, trail: Trail, seconds: float) -> float:
    """The median of microseconds that the fused replay takes for an answer that it tries along the trail."""
    found, number = list[float](), 0
    until = perf_counter() + seconds
    replays.world(trail, 0, LONGEST, strict=False)
    while perf_counter() < until:
        number += 1
        before = perf_counter()
        tried = replays.world(trail, number, 20 * LONGEST, strict=False).tried
        if tried:
            found.append((perf_counter() - before) / tried * 1e6)
    return median(found) if found else 0.0


if __name__ == "__main__":
    main()
