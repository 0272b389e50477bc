"""WebAssembly beside machine code, in every form: `python -m tests.support.same_bits`.

Every bundled ruleset, for the fewest and for the most players, and generated ones: vectors, draws, visits and worths are equal.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, islice

import click

from rulerun.program.ir import Program
from rulerun.simulation import Engine, prepare_plain
from rulerun.simulation.emit.module import Form, forms_of

from ..fuzz.case import Tally
from ..fuzz.case import compiled as fuzzed
from ..fuzz.failure import Failure
from ..fuzz.generate import generate
from .battery import brief, compiled
from .forms import outcome_of
from .machine import AtLevel
from .wasm import in_wasm

LEVEL = 1
SEEDS = (3, 2**40)


def generated(first: int) -> Iterator[tuple[str, Program]]:
    """The generated rulesets that are valid, with their numbers, from this one on."""
    for number in count(first):
        try:
            case = fuzzed(str(generate(number)), number, Tally(), thorough=False)
        except Failure:
            continue
        if case is not None:
            yield f"generated {number}", case.program


def differences(program: Program, theirs: Engine, decisions: int) -> list[str]:
    """The forms in which WebAssembly comes to something else than another engine."""
    ours = in_wasm(program)
    return [
        f"{form.value} from {seed}"
        for form in forms_of(program)
        for seed in SEEDS
        if outcome_of(ours, form, seed, decisions) != outcome_of(theirs, form, seed, decisions)
    ]


@click.command()
@click.option("--bundled/--not-bundled", default=True, help="Whether the bundled rulesets are compared.")
@click.option("--generated", "many", default=300, show_default=True, help="How many generated rulesets.")
@click.option("--first", default=0, show_default=True, help="The number of the first.")
@click.option("--plain", is_flag=True, help="Compare with plain Python, for which nothing need be compiled.")
@click.option("--decisions", default=12, show_default=True, help="After how many decisions it is looked no further.")
def command(bundled: bool, many: int, first: int, plain: bool, decisions: int) -> None:
    """Compare WebAssembly with machine code in every form. Exit code 1 where they differ."""
    settings = ((setting.name, compiled(setting)) for setting in brief()) if bundled else iter(())
    done, failed = 0, 0
    for programs in (settings, islice(generated(first), many)):
        for name, program in programs:
            found = differences(program, prepare_plain(program) if plain else AtLevel(program, LEVEL), decisions)
            done, failed = done + 1, failed + bool(found)
            if found:
                print(f"{name}: {', '.join(found)}", flush=True)
            elif done % 10 == 0:
                print(f"{done} rulesets, {name} the last", flush=True)
    print(f"{done} rulesets in {len(Form)} forms, {failed} that differ")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    command()
