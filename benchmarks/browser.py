"""WebAssembly in Chromium against machine code: playouts and searches, and how long it takes to emit and to translate.

    python benchmarks/browser.py [--seconds N] [GAME…]

The calls are the same in both, and the fastest of each counts: whatever else the machine does only slows them down. A call in the
page is timed there. Needs llvmlite, Playwright and Chromium.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time

from measure import compiled

from rulerun.interpreter import Policy
from rulerun.program.ir import Program
from rulerun.simulation import Engine, prepare
from rulerun.simulation.batch import Batch
from rulerun.simulation.compile.wasm import translate
from rulerun.simulation.compile.wasm_values import LOWEST
from rulerun.simulation.emit.module import Form, emit, forms_of, held_in
from rulerun.simulation.search.kinds import Kind
from rulerun.simulation.search.search import CHUNK, Search
from rulerun.tests.support.browsing import chromium
from rulerun.tests.support.wasm import InPage, in_wasm

GAMES = {
    "tic_tac_toe": 2,
    "connect_four": 2,
    "traxx": 2,
    "why_first": 3,
    "change_horses": 3,
    "go_fish": 2,
    "yahtzee": 2,
    "reversi": 2,
}
LARGEST = "guildhall"
CALL = 0.006
"""The seconds that a call takes in machine code: so short that it is seldom interrupted."""

MOST = 2**20
"""No more games are played in a call."""

Work = Callable[[Engine], object]


def playouts(count: int) -> Work:
    """So many games."""
    return lambda engine: engine.playouts(7, 0, count)


def searching(program: Program) -> Callable[[int], Work]:
    """Searches with so many simulations, at the first decision of a player."""
    batch = Batch(prepare(program, Policy.FLAT), 1, 1)
    batch.nature()
    codes, _, counts = batch.options()
    (actor,), offered = batch.actors(), [int(code) for code in codes[0][: int(counts[0])]]
    worlds = [[int(number) for number in batch.vectors[0]]]
    return lambda count: lambda engine: Search(engine).run(worlds, int(actor), offered, Kind.MCTS, count)


def native_seconds(engine: Engine, form: Form, name: str, work: Work, seconds: float) -> float:
    """The time of the fastest call of that function in machine code."""
    loaded, found = engine.optimised(form), list[float]()
    function = loaded.functions[name]

    def timed(*arguments: object) -> object:
        begun = perf_counter()
        try:
            return function(*arguments)
        finally:
            found.append(perf_counter() - begun)

    loaded.functions[name] = timed
    until = perf_counter() + seconds
    while perf_counter() < until:
        work(engine)
    loaded.functions[name] = function
    return min(found)


def main() -> None:
    """Measures, and prints a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each call is made again and again")
    parser.add_argument("games", nargs="*", default=[*GAMES], help="rulesets")
    arguments = parser.parse_args()
    played, searched = list[float](), list[float]()
    print(f"{'':16}playouts  searches, in parts of machine code")
    with chromium() as browser:
        for name in arguments.games:
            program = compiled(name, GAMES.get(name, 2))
            native = prepare(program, Policy.FLAT)
            ratios = []
            kinds = (Form.PLAYOUT, "playouts", playouts, MOST), (Form.SEARCH, "grow", searching(program), CHUNK)
            for form, entry, work, most in kinds:
                count = 125
                while count < most and native_seconds(native, form, entry, work(count), CALL) < CALL:
                    count *= 2
                host = InPage(browser.new_page())
                host.most = arguments.seconds
                in_page = in_wasm(program, Policy.FLAT, host)
                in_page.form(form)
                work(count)(in_page)
                ratios.append(native_seconds(native, form, entry, work(count), arguments.seconds) / host.seconds)
            played.append(ratios[0])
            searched.append(ratios[1])
            print(f"{name:16}{ratios[0]:8.2f}  {ratios[1]:8.2f}", flush=True)
    print(f"{'median':16}{median(played):8.2f}  {median(searched):8.2f}\n")
    program = compiled(LARGEST, 2)
    for form in forms_of(program):
        begun = process_time()
        text = emit(program, form, held_in(program, form)).text
        emitted = process_time()
        binary = translate(text, lambda size: LOWEST)
        done = process_time()
        times = f"emitted {emitted - begun:5.2f} s, translated {done - emitted:5.2f} s"
        print(f"{LARGEST} {form.value:10} {times}, {len(binary.code)} bytes")


if __name__ == "__main__":
    main()
