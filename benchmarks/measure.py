"""What the benchmarks share: a clock, and programs to measure."""

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
"""Rulesets that play as another program does."""


@frozen
class Timed:
    """A part of what a contestant does: a call, how many games it plays, and whether its time counts or is taken off."""

    games: int
    once: Callable[[], object]
    sign: int = 1


def compiled(name: str, players: int, folder: Path = RULESETS) -> Program:
    """The program of a ruleset, one of those bundled if not of another folder, everything else as by default."""
    source, _ = read_source(folder / f"{name}.yaml")
    if source is None:
        raise SystemExit(f"{name} cannot be read")
    compilation = compile_ruleset(source, "", players, {})
    if compilation.program is None:
        raise SystemExit(f"{name} does not compile: run `rulerun validate {name}`")
    return compilation.program


def rate(once: Callable[[], object], seconds: float) -> float:
    """How often a second *once* runs, from running it for about *seconds*."""
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
    """The median rate of each of *runs*, measured in turns, so that a machine that slows down slows all of them."""
    rates: list[list[float]] = [[] for _ in runs]
    for _ in range(turns):
        for once, found in zip(runs, rates, strict=True):
            found.append(rate(once, seconds / turns))
    return [statistics.median(found) for found in rates]


def together(parts: Sequence[Timed], rates: Sequence[float]) -> float:
    """How many games a second all *parts* of a game give, each of which is done so often a second."""
    return 1 / sum(part.sign / (part.games * rate) for part, rate in zip(parts, rates, strict=True))
