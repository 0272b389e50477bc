"""`rulerun bench`: measures how many random games a second each engine plays."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING

import click
from attrs import asdict, frozen

from ...dsl.text.files import bundled
from ..terminal.console import Misused, Refused, fault_text, find, load, read

if TYPE_CHECKING:
    from ...program.ir import Program

TURNS = 5
"""The time is divided into this many rounds; the result is their median."""

CALLS = 10
"""A round makes at most about this many calls, each of which plays several games."""

SEED = 1


@frozen
class Rate:
    """How fast one engine plays a ruleset."""

    ruleset: str
    variant: str
    players: int
    engine: str
    playouts_per_second: float
    decisions_per_second: float


@click.command("bench")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option("--variant", metavar="V", help="The variant to play.")
@click.option("--set", "pairs", multiple=True, metavar="NAME=VALUE", help="Set a parameter; may be given again.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=1.0,
    metavar="S",
    help="Play so long with each engine, compiling not counted (1).",
)
@click.option("--json", "as_list", is_flag=True, help="Print one JSON list.")
def command(
    files: Sequence[str], players: int | None, variant: str | None, pairs: Sequence[str], seconds: float, as_list: bool
) -> None:
    """Measure whole random games on one thread: the emitted code first, then the interpreter. All bundled rulesets by default.

    Each option is taken by its weight, as by the bot random:flat, so that rates can be compared with those of other programs.
    """
    from ...interpreter import PlayError

    for given, option in ((players, "--players"), (variant, "--variant"), (pairs, "--set")):
        if given and not files:
            raise Misused(f"`{option}` belongs to a ruleset: name one")
    sources = [read(find(name)) for name in files] if files else [read(path) for path in bundled()]
    programs = [load(source, variant, players, pairs) for source in sources]
    found: list[Rate] = []
    wide = max(len(named(program)) for program in programs)
    try:
        for source, program in zip(sources, programs, strict=True):
            try:
                for rate in measured(program, seconds):
                    found.append(rate)
                    if not as_list:
                        say(program, rate, wide, first=len(found) == 1)
            except PlayError as fault:
                raise Refused(fault_text(source, fault)) from None
    finally:
        if as_list:
            click.echo(json.dumps([asdict(rate) for rate in found], ensure_ascii=False, indent=2))
    if any(rate.engine == "plain" for rate in found):
        sys.stderr.write("the emitted code ran as plain Python; to compile it: pip install 'rulerun[fast]'\n")


def measured(program: Program, seconds: float) -> Iterator[Rate]:
    """The rates of the emitted code (`compiled`, or `plain` without llvmlite), then of the `interpreter`. Raises PlayError."""
    from ...interpreter import Policy, initial, random_playout
    from ...interpreter.core.rng import Use, stream
    from ...simulation import prepare
    from ...simulation.emit.module import Form

    engine = prepare(program, Policy.FLAT)
    engine.optimised(Form.PLAYOUT)
    nature, slots = stream(SEED, 0, Use.NATURE), initial(program).slots

    def interpret(games: int) -> int:
        before = nature.position
        for _ in range(games):
            random_playout(program, slots, nature.below, Policy.FLAT)
        return nature.position - before  # drawn flat, each decision takes one word of the stream

    first = count()

    def emitted(games: int) -> int:
        return engine.playouts(SEED, next(first) * games, games)

    for name, play in (("compiled" if engine.compiled else "plain", emitted), ("interpreter", interpret)):
        playouts, decisions = speed(play, seconds)
        yield Rate(program.ruleset, program.variant, len(program.players), name, round(playouts, 2), round(decisions, 2))


def speed(play: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Games a second and decisions a second of *play*, which plays the given number of games and returns how many decisions they
    had.

    Before the measurement the number of games is doubled until the cost of a call itself is negligible.
    """
    games = 1
    play(games)
    while timed(play, games)[0] < seconds / TURNS / CALLS:
        games *= 2
    turns = []
    for _ in range(TURNS):
        taken, played, decided = 0.0, 0, 0
        while taken < seconds / TURNS:
            once, decisions = timed(play, games)
            taken, played, decided = taken + once, played + games, decided + decisions
        turns.append((played / taken, decided / taken))
    return statistics.median(turn[0] for turn in turns), statistics.median(turn[1] for turn in turns)


def timed(play: Callable[[int], int], games: int) -> tuple[float, int]:
    """The seconds that this many games take, and the number of their decisions."""
    start = perf_counter()
    decisions = play(games)
    return perf_counter() - start, decisions


def named(program: Program) -> str:
    """The ruleset and its variant."""
    return f"{program.ruleset} ({program.variant})" if program.variant else program.ruleset


def say(program: Program, rate: Rate, wide: int, first: bool) -> None:
    """Print one rate, on a line below a heading when it is the first."""
    if first:
        click.echo(f"{'ruleset':<{wide}}  players  engine       {'playouts/s':>12}  {'decisions/s':>14}")
    click.echo(
        f"{named(program):<{wide}}  {rate.players:>7}  {rate.engine:<11}  "
        f"{rate.playouts_per_second:>12,.0f}  {rate.decisions_per_second:>14,.0f}"
    )
