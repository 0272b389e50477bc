"""Shared by the benchmarks: measuring rates, and compiling the rulesets to measure."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import frozen

from rulerun.dsl.compile import compile_ruleset, read_source
from rulerun.program.ir import Program

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"


VARIANTS = RULESETS.parent / "tests" / "variants"
"""The folder of rulesets that follow the rules of another program, so that both can be compared."""


@frozen
class Timed:
    """A call to measure, how many games it plays, and whether its time is added (*sign* 1) or subtracted (-1)."""

    games: int
    once: Callable[[], object]
    sign: int = 1


def compiled(name: str, players: int, folder: Path = RULESETS, variant: str = "") -> Program:
    """The Program of a ruleset in *folder*, with default parameters. Ends the run when it does not compile."""
    source, _ = read_source(folder / f"{name}.yaml")
    if source is None:
        raise SystemExit(f"{name} cannot be read")
    compilation = compile_ruleset(source, variant, players, {})
    if compilation.program is None:
        raise SystemExit(f"{name} does not compile: run `rulerun validate {name}`")
    return compilation.program


def rate(once: Callable[[], object], seconds: float) -> float:
    """How many times per second *once* runs, measured over about *seconds* seconds."""
    done, batch = 0, 1
    start = now = time.perf_counter()
    while now - start < seconds:
        for _ in range(batch):
            once()
        done += batch
        batch = min(batch * 2, 1 << 14) if now - start < seconds / 20 else batch
        now = time.perf_counter()
    return done / (now - start)


def alternating(runs: Sequence[Callable[[], object]], seconds: float, turns: int) -> list[float]:
    """The median rate (calls per second) of each of *runs*.

    They are measured alternately, so that a slowdown of the machine affects all of them.
    """
    rates: list[list[float]] = [[] for _ in runs]
    for _ in range(turns):
        for once, found in zip(runs, rates, strict=True):
            found.append(rate(once, seconds / turns))
    return [statistics.median(found) for found in rates]


def together(parts: Sequence[Timed], rates: Sequence[float]) -> float:
    """The games per second of a contestant, from the *rates* (calls per second) of its *parts*."""
    return 1 / sum(part.sign / (part.games * rate) for part, rate in zip(parts, rates, strict=True))
