"""`rulerun bench`: measures how many random games a second each engine plays."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING

import click
from attrs import asdict, frozen

from ...dsl.text.files import bundled
from ...interpreter.game import Game
from ..terminal import completing
from ..terminal.console import Misused, Refused, emit, find, load, read
from ..terminal.run_options import fault_in_game
from ..terminal.setting_options import setting_options

if TYPE_CHECKING:
    from ...program.ir import Program
    from ...simulation.emit.module import Form

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
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=completing.games)
@setting_options("play", int)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=1.0,
    metavar="S",
    help="Play so long with each engine, compiling not counted (1).",
)
@click.option("--compile", "compiling", is_flag=True, help="Measure compiling instead: lines, processor seconds, memory.")
@click.option("--json", "as_list", is_flag=True, help="Print one JSON list.")
def command(
    files: Sequence[str],
    players: int | None,
    variant: str | None,
    pairs: Sequence[str],
    seconds: float,
    compiling: bool,
    as_list: bool,
) -> None:
    """Measure whole random games on one thread: the emitted code first, then the interpreter. All bundled rulesets by default.

    Each option is taken by its weight, as by the bot random:flat, so that rates can be compared with those of other programs.
    With --compile, each form of the emitted code is compiled as if for the first time, at both levels of optimisation.
    """
    from ...interpreter import PlayError

    for given, option in ((players, "--players"), (variant, "--variant"), (pairs, "--set")):
        if given and not files:
            raise Misused(f"`{option}` belongs to a ruleset: name one")
    sources = [read(find(name)) for name in files] if files else [read(path) for path in bundled()]
    programs = [load(source, variant, players, pairs) for source in sources]
    if compiling:
        compile_all(programs, as_list)
        return
    found: list[Rate] = []
    wide = max(len(named(program)) for program in programs)
    try:
        names = files or [program.ruleset for program in programs]
        for name, source, program in zip(names, sources, programs, strict=True):
            try:
                for rate in measured(Game(program), seconds):
                    found.append(rate)
                    if not as_list:
                        say(program, rate, wide, first=len(found) == 1)
            except PlayError as fault:
                raise Refused(fault_in_game(name, source, fault, ("random:flat",))) from None
    finally:
        if as_list:
            emit([asdict(rate) for rate in found])
    if any(rate.engine == "plain" for rate in found):
        sys.stderr.write("the emitted code ran as plain Python; to compile it: pip install 'rulerun[fast]'\n")


@frozen
class Compiling:
    """What it takes to compile a form of a ruleset: lines of text; processor seconds and bytes of memory at -O1 and at -O3, None
    where it is too large to be compiled.
    """

    ruleset: str
    variant: str
    players: int
    form: str
    lines: int
    seconds: float | None
    memory: int | None
    seconds_optimised: float | None
    memory_optimised: int | None


def compile_all(programs: Sequence[Program], as_list: bool) -> None:
    """Compiles every form of all Programs, and prints what that took."""
    from ...simulation.compile.loaded import COMPILES
    from ...simulation.emit.module import forms_of

    if not COMPILES:
        raise Refused("nothing can be compiled without llvmlite: pip install 'rulerun[fast]'")
    found, wide = list[Compiling](), max(len(named(program)) for program in programs)
    for program in programs:
        for form in forms_of(program):
            found.append(compiled(program, form))
            if not as_list:
                say_compiling(program, found[-1], wide, first=len(found) == 1)
    if as_list:
        emit([asdict(each) for each in found])


def compiled(program: Program, form: Form) -> Compiling:
    """What it takes to compile that form."""
    from ...simulation.compile.cost import Cost, cost, lines_of
    from ...simulation.compile.loaded import BEST, QUICK, TooLarge

    taken: dict[int, Cost] = {}
    for level in (QUICK, BEST):
        with suppress(TooLarge):
            taken[level] = cost(program, form, level)
    quick, best = taken.get(QUICK), taken.get(BEST)
    return Compiling(
        program.ruleset,
        program.variant,
        len(program.players),
        form.value,
        lines_of(program, form),
        None if quick is None else round(quick.seconds, 3),
        None if quick is None else quick.memory,
        None if best is None else round(best.seconds, 3),
        None if best is None else best.memory,
    )


def say_compiling(program: Program, taken: Compiling, wide: int, first: bool) -> None:
    """Print what a form took, on a line below a heading when it is the first."""
    if first:
        click.echo(f"{'ruleset':<{wide}}  players  form      {'lines':>7}  {'-O1 s':>6}  {'MB':>5}  {'-O3 s':>6}  {'MB':>5}")
    figures = [
        f"{'too large':>6}  {'':>5}" if seconds is None or memory is None else f"{seconds:>6.2f}  {memory / 1e6:>5.0f}"
        for seconds, memory in ((taken.seconds, taken.memory), (taken.seconds_optimised, taken.memory_optimised))
    ]
    click.echo(f"{named(program):<{wide}}  {taken.players:>7}  {taken.form:<8}  {taken.lines:>7,}  {'  '.join(figures)}")


def measured(game: Game, seconds: float) -> Iterator[Rate]:
    """The rates of the emitted code (`compiled`, or `plain` without llvmlite), then of the `interpreter`. Raises PlayError."""
    program = game.program
    from ...interpreter import Policy, initial, random_playout
    from ...interpreter.core.rng import Use, stream
    from ...simulation import prepare
    from ...simulation.emit.module import Form

    engine = prepare(program, Policy.FLAT)
    engine.optimised(Form.PLAYOUT)
    nature, slots = stream(SEED, 0, Use.NATURE), initial(game).slots

    def interpret(games: int) -> int:
        before = nature.position
        for _ in range(games):
            random_playout(game, slots, nature.below, Policy.FLAT)
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
