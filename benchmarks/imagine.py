"""How well and how fast states are imagined: after random play, for somebody who is asked, what is drawn from the trail alone.

    python benchmarks/imagine.py [--positions N] [--samples N] [--answers N] [--interpreted] [RULESET[:VARIANT][:PLAYERS]…]

For each ruleset it prints the shares of `law`, `support` and `approximate`, the median time of a sample and of the first one of
a trail (which prepares it), and the bar, if there is one. Emitted code draws, and the interpreter where that finds nothing;
`--interpreted` leaves the interpreter alone. Every first state of a trail is held against it by a replay, for which no time is
counted. Times are those of the processor, so that it does not matter what else the machine does. `--budget` is how many answers
may be tried for a state; without it as many as `imagine` tries by itself.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from statistics import median
from time import thread_time

from attrs import frozen
from measure import RULESETS

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, Trail, Trails, decision
from rulerun.interpreter.core.rng import Stream, Use, stream
from rulerun.interpreter.imagine import BUDGET, Drawer, Exact, imagine
from rulerun.program.ir import Program
from rulerun.simulation import prepare
from rulerun.simulation.emit.module import Form
from rulerun.simulation.trails import Replays

EVERY_WORLD = 0.0
"""The share of approximate states that a ruleset may have of which every state must be possible."""
FEW = 0.2
"""The share that the others may have."""


@frozen
class Bar:
    """A ruleset, how it is played, and the share of approximate states that it may have."""

    file: str
    variant: str
    players: int | None
    parameters: tuple[tuple[str, str], ...]
    most: float | None


BARS = (
    Bar("why_first", "", 3, (), EVERY_WORLD),
    Bar("why_first", "tactical", 4, (), EVERY_WORLD),
    Bar("traxx", "", 3, (), EVERY_WORLD),
    Bar("change_horses", "", 3, (), EVERY_WORLD),
    Bar("kuhn_poker", "", None, (), EVERY_WORLD),
    Bar("liars_dice", "", 3, (), EVERY_WORLD),
    Bar("goofspiel", "", 3, (), EVERY_WORLD),
    Bar("hearts", "", 4, (("passing", "none"),), EVERY_WORLD),
    Bar("crazy_eights", "", 3, (), FEW),
    Bar("go_fish", "", 3, (), FEW),
    Bar("hearts", "", 4, (), FEW),
)

LONGEST = 200
"""So many random answers are given at most before somebody's trail is taken, where nothing else is said."""


def main() -> None:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--samples", type=int, default=3, help="how many states are drawn for each trail")
    parser.add_argument("--answers", type=int, default=LONGEST, help="how many random answers stand before a trail at most")
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--interpreted", action="store_true")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET[:VARIANT][:PLAYERS]")
    given = parser.parse_args()
    print(f"{'ruleset':34} {'law':>6} {'support':>8} {'approx.':>8} {'median':>10} {'first':>10}  bar")
    for bar in [_bar(name) for name in given.rulesets] or BARS:
        measure(bar, given.positions, given.samples, given.answers, given.budget, given.interpreted)


def _bar(name: str) -> Bar:
    file, *rest = name.split(":")
    players = next((int(word) for word in rest if word.isdecimal()), None)
    return Bar(file, next((word for word in rest if not word.isdecimal()), ""), players, (), None)


def measure(bar: Bar, positions: int, samples: int, answers: int, budget: int, interpreted: bool) -> None:
    """Prints the line of one ruleset."""
    path = RULESETS / f"{bar.file}.yaml"
    found = compile_ruleset(Source(path.name, path.read_text(encoding="utf-8")), bar.variant, bar.players, dict(bar.parameters))
    program = found.program
    if program is None:
        raise SystemExit(f"{bar.file}: {found.diagnostics[0].message}")
    drawer: Drawer | None = None
    if not interpreted:
        engine = prepare(program)
        drawer = Replays(engine, engine.form(Form.LISTENING))
    counts, first, later = Counter[Exact](), [], []
    for number, trail in enumerate(trails(program, positions, answers)):
        for turn in range(samples):
            before = thread_time()
            state = imagine(program, trail, stream(number, turn, Use.BOTS), budget=budget, drawer=drawer)
            (later if turn else first).append(thread_time() - before)
            counts[state.exact] += 1
            if state.exact is not Exact.APPROXIMATE and turn == 0:
                again = Trails.replayed(program, state.line)
                assert again.trail(trail.seat) == trail, f"{bar.file}: an imagined line leaves another trail"
                assert again.state.slots == state.slots, f"{bar.file}: an imagined line leads to another state"
    every = sum(counts.values())
    shares = [counts[each] / every for each in Exact]
    name = ":".join([bar.file, *filter(None, [bar.variant]), str(len(program.players)), *[f"{n}={v}" for n, v in bar.parameters]])
    verdict = "" if bar.most is None else f"at most {bar.most:.0%}: " + ("reached" if shares[2] <= bar.most else "NOT reached")
    times = f"{median(later or first) * 1e3:7.2f} ms {median(first) * 1e3:7.2f} ms"
    print(f"{name:34} {shares[0]:6.1%} {shares[1]:8.1%} {shares[2]:8.1%} {times}  {verdict}", flush=True)


def trails(program: Program, positions: int, answers: int) -> Iterator[Trail]:
    """Trails of seats that are asked, after up to so many random answers each, from matches of their own."""
    number = found = 0
    while found < positions:
        draw: Stream = stream(number, 1, Use.NATURE)
        lived = Trails.beginning(program)
        left = draw.below(answers)
        while lived.asked and (left > 0 or lived.asked == (NATURE,)):
            actor = lived.asked[draw.below(len(lived.asked))]
            lived.answer(actor, draw.below(len(decision(program, lived.state, actor).options)))
            left -= 1
        number += 1
        if lived.asked:
            found += 1
            yield lived.trail(lived.asked[draw.below(len(lived.asked))])


if __name__ == "__main__":
    main()
