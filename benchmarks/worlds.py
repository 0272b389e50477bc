"""How exact sampled states are, and how long they take: after random play, for a seat that is asked, from its history alone.

    python benchmarks/worlds.py [--positions N] [--samples N] [--answers N] [--budget N] [--interpreted] [RULESET[:VARIANT][:N]…]
    python benchmarks/worlds.py --step [--seconds S] [RULESET[:PLAYERS]…]

For each ruleset: the shares of `law`, `support` and `approximate`, the median processor time of a sample and of the first one of
a history (which prepares it), and the bar, if there is one. Emitted code draws, and the interpreter where that finds nothing;
`--interpreted` leaves the interpreter alone. Every first state of a history is held against it by a replay, whose time is not
counted. `--budget` is how many answers may be tried for a state.

`--step`: the time to try an answer and to hear what one seat hears of it, emitted code against the interpreter in pairs along the
same random match, with the median of the rounds' ratios. The last column is what the fused replay takes for an answer that it
tries along the history of one seat.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter, thread_time

from attrs import frozen
from measure import RULESETS, compiled

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, ObservationHistory, Observer, decision
from rulerun.interpreter.core.rng import Stream, Use, stream
from rulerun.interpreter.game import Game
from rulerun.program.ir import Program
from rulerun.simulation import prepare
from rulerun.simulation.compile.loaded import Loaded
from rulerun.simulation.emit.module import Form
from rulerun.simulation.emit.noting import NOTED, WEIGHT
from rulerun.worlds.interpreted.listener import Listener
from rulerun.worlds.replays import Replays
from rulerun.worlds.sample import BUDGET, Exact, Sampler

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
"""So many random answers are given at most before somebody's history is taken, where nothing else is said."""


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--samples", type=int, default=3, help="how many states are drawn for each history")
    parser.add_argument("--answers", type=int, default=LONGEST, help="how many random answers stand before a history at most")
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--interpreted", action="store_true")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET[:VARIANT][:PLAYERS]")
    parser.add_argument("--step", action="store_true", help="measure single answers")
    parser.add_argument("--seconds", type=float, default=2.0, help="with --step: how long each ruleset is measured")
    given = parser.parse_args()
    if given.step:
        print(f"{'ruleset':20} {'interpreter':>12} {'emitted':>10} {'ratio':>7} {'fused':>10}")
        for name in given.rulesets or STEPPED:
            file, _, players = name.partition(":")
            measure_steps(name, compiled(file, int(players or 2)), given.seconds)
        return
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
    rules = program.cached(Game)
    engine = prepare(program)
    sampler = Sampler(rules, None if interpreted else Replays(engine, engine.form(Form.LISTENING)))
    counts, first, later = Counter[Exact](), [], []
    for number, history in enumerate(histories(program, positions, answers)):
        for turn in range(samples):
            before = thread_time()
            state = sampler.sample(history, stream(number, turn, Use.BOTS), budget=budget)
            (later if turn else first).append(thread_time() - before)
            counts[state.exact] += 1
            if state.exact is not Exact.APPROXIMATE and turn == 0:
                again = Observer.replayed(rules, state.line)
                assert again.history(history.seat) == history, f"{bar.file}: an imagined line leaves another history"
                assert again.state.slots == state.slots, f"{bar.file}: an imagined line leads to another state"
    every = sum(counts.values())
    shares = [counts[each] / every for each in Exact]
    name = ":".join([bar.file, *filter(None, [bar.variant]), str(len(program.players)), *[f"{n}={v}" for n, v in bar.parameters]])
    verdict = "" if bar.most is None else f"at most {bar.most:.0%}: " + ("reached" if shares[2] <= bar.most else "NOT reached")
    times = f"{median(later or first) * 1e3:7.2f} ms {median(first) * 1e3:7.2f} ms"
    print(f"{name:34} {shares[0]:6.1%} {shares[1]:8.1%} {shares[2]:8.1%} {times}  {verdict}", flush=True)


def histories(program: Program, positions: int, answers: int) -> Iterator[ObservationHistory]:
    """Observer of seats that are asked, after up to so many random answers each, from matches of their own."""
    rules = program.cached(Game)
    number = found = 0
    while found < positions:
        draw: Stream = stream(number, 1, Use.NATURE)
        lived = Observer.beginning(rules)
        left = draw.below(answers)
        while lived.asked and (left > 0 or lived.asked == (NATURE,)):
            actor = lived.asked[draw.below(len(lived.asked))]
            lived.answer(actor, draw.below(len(decision(rules, lived.state, actor).options)))
            left -= 1
        number += 1
        if lived.asked:
            found += 1
            yield lived.history(lived.asked[draw.below(len(lived.asked))])


# ---------------------------------------------------------------------------------------------------------- single answers

STEPPED = ("tic_tac_toe:2", "why_first:4", "traxx:4", "change_horses:3", "hearts:4", "crazy_eights:3", "go_fish:3")
FOLLOWED = 60
"""So many answers of a match are followed."""

Answers = list[tuple[int, int, int, int]]
"""The actor, the index of the option, its code and its weight."""


def measure_steps(name: str, program: Program, seconds: float) -> None:
    """Prints the line of one ruleset."""
    engine = prepare(program)
    code = engine.optimised(Form.LISTENING)
    answers, history = match(program)
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
    fused = along(Replays(engine, code), history, seconds / 4)
    print(f"{name:20} {slow:9.1f} us {fast:7.2f} us {ratio:7.1f} {fused:7.2f} us", flush=True)


def match(program: Program) -> tuple[Answers, ObservationHistory]:
    """The answers of a random match, and the history of the first seat behind them."""
    rules = program.cached(Game)
    draw, histories, found = stream(1, 1, Use.BOTS), Observer.beginning(rules), list[tuple[int, int, int, int]]()
    while histories.asked and len(found) < FOLLOWED:
        actor = histories.asked[draw.below(len(histories.asked))]
        options = decision(rules, histories.state, actor).options
        index = draw.below(len(options))
        found.append((actor, index, options[index].code, options[index].weight))
        histories.answer(actor, index)
    return found, histories.history(0)


def interpreted(program: Program, answers: Answers) -> Callable[[], None]:
    """Goes along the answers with the interpreter's ears of the first seat."""
    rules = program.cached(Game)
    listener = Listener(rules, 0)

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


def along(replays: Replays, history: ObservationHistory, seconds: float) -> float:
    """The median of microseconds that the fused replay takes for an answer that it tries along the history."""
    found, number = list[float](), 0
    until = perf_counter() + seconds
    replays.world(history, 0, FOLLOWED, strict=False)
    while perf_counter() < until:
        number += 1
        before = perf_counter()
        tried = replays.world(history, number, 20 * FOLLOWED, strict=False).tried
        if tried:
            found.append((perf_counter() - before) / tried * 1e6)
    return median(found) if found else 0.0


if __name__ == "__main__":
    main()
