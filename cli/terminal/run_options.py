"""What the commands of the lab share: their options, playing with a progress bar, and writing the results."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NoReturn

import click
from attrs import evolve, frozen

from ... import __version__
from ...dsl.text.suggestions import listed
from . import completing
from .console import Misused, Refused, emit, fault_text, find, load, read
from .cost import Cost
from .interrupts import NOTHING, Halted, stoppable
from .written import write_over

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...interpreter import PlayError
    from ...lab.report.report import Report, Section
    from ...lab.runs.chunks import StoppingRule
    from ...lab.runs.executors import Executors
    from ...lab.runs.run import Keep, Outcome, Progress
    from ...lab.runs.totals import Rules
    from ...lab.statistics.estimates import Summary
    from ...program.ir import Program


GAMES = 10_000
"""The default number of games."""

RANDOM = "random"

RECORD = ".rulerun"
"""The ending of the file name of a recorded match."""

LAB = ("numpy", "scipy", "choix")
"""The modules that every command of the lab needs."""

PAGE = ("altair", "vl_convert", "jinja2")
"""The modules that a report needs."""

SEVERAL = re.compile(r"\d\s*(\.\.|,)\s*-?\d")
"""Matches several numbers, given where one is expected."""


@frozen
class Setup:
    """How games are played: the stopping rule, the seed, the number of workers, and the address of a cluster (None: this
    machine).
    """

    stopping: StoppingRule
    seed: int
    workers: int
    cluster: str | None


def needs(report: str | None, *modules: str) -> None:
    """Raises `Refused`, with the command that installs it, where one of these modules is missing, or one that the lab or the
    *report* needs.
    """
    if any(find_spec(module) is None for module in (*LAB, *modules)):
        raise Refused("this needs more than the core of rulerun: pip install 'rulerun[lab]'")
    missing = [module for module in PAGE if report and find_spec(module) is None]
    if missing:
        raise Refused(f"`--report` needs {listed(missing)}: pip install 'rulerun[lab]'")


def ruleset(name: str) -> Source:
    """The text of the ruleset of that name. Raises `Refused`, with a message of its own for the record of a match."""
    path = find(name)
    if path.suffix == RECORD:
        raise Refused(f"`{name}` is a record of a match, not a ruleset; `rulerun replay` shows it")
    return read(path)


def settled(source: Source, variant: str | None, players: str | None, pairs: Sequence[str]) -> Program:
    """The ruleset, compiled with these settings. Raises as `load` does; the message for several numbers in place of one names
    `sweep`.
    """
    if players is not None and not players.isdecimal():
        several = f"; `rulerun sweep FILE --players {players}` plays several" if SEVERAL.search(players) else ""
        raise Misused(f"`--players` is one number, not `{players}`{several}")
    from ...dsl.settings import WrongSetting

    try:
        return load(source, variant, None if players is None else int(players), pairs)
    except (Misused, WrongSetting) as fault:
        several = next((f"; `rulerun sweep FILE --set {pair}` plays several" for pair in pairs if SEVERAL.search(pair)), "")
        raise Misused(f"{fault}{several}") from None


def bots_option(where: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option `--bots`, whose help lists all bots."""
    told = f"Who chooses{where}: one bot for all, or one for each that decides ({RANDOM}); the bots stand below."
    return click.option("--bots", metavar="BOT[,BOT…]", help=told, shell_complete=completing.bots)


def playing(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options for how many games are played, with which seed, and where."""
    for option in reversed(
        (
            click.option("--games", metavar="N", help=f"Play so many games ({GAMES:,}), a fixed number."),
            click.option("--until", metavar="WIDTH", help="Play until every seat's part of wins is known as closely: `0.5%`."),
            click.option("--seed", metavar="S", default="0", help="Where chance and choices begin (0)."),
            click.option("--workers", type=click.IntRange(1), metavar="N", help="How many games are played at once."),
            click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster: the address of its scheduler."),
        )
    ):
        command = option(command)
    return command


def settle(games: str | None, until: str | None, seed: str, workers: int | None, cluster: str | None) -> Setup:
    """How games are played, from these options. Raises `Misused`."""
    from ...lab.runs.chunks import Games, Width

    width = closeness(games, until)
    stopping: StoppingRule = Games(count(games)) if width is None else Width(width)
    return Setup(stopping, seed_of(seed), workers or os.cpu_count() or 1, cluster)


def closeness(games: str | None, until: str | None) -> float | None:
    """How wide an interval may be (`--until`), None where there is a number of *games*. Raises `Misused`."""
    if games is not None and until is not None:
        raise Misused("`--games` is for a fixed number, `--until` for as many as it takes: give one of them")
    return None if until is None else interval(until)


def count(text: str | None) -> int:
    """A number of games from its text (`10000`, `10,000`, `1e6`), `GAMES` for None. Raises `Misused` for 0 and for what is no
    whole number.
    """
    if text is None:
        return GAMES
    plain = text.replace(",", "").replace("_", "")
    try:
        number = float(plain) if "e" in plain.lower() else int(plain)
    except ValueError:
        raise Misused(f"`--games` is a whole number, not `{text}`") from None
    if not 1 <= number < 2**63 or number != int(number):
        raise Misused(f"`--games` is a whole number from 1 up, not `{text}`")
    return int(number)


def interval(text: str) -> float:
    """The width of an interval as a part of 1 (`0.5%` and `0.005` are the same). Raises `Misused`."""
    bare = text.strip()
    try:
        number = float(bare.removesuffix("%")) / (100 if bare.endswith("%") else 1)
    except ValueError:
        raise Misused(f"`--until` is a width such as `0.5%`, not `{text}`") from None
    if 1 <= number <= 100 and not bare.endswith("%"):
        raise Misused(f"`--until` is a width such as `0.5%`; did you mean `{bare}%`?")
    if not 0 < number < 1:
        raise Misused(f"`--until` is a width above 0% and below 100%, not `{text}`")
    return number


def seed_of(text: str) -> int:
    """A seed from its text. Raises `Misused`."""
    try:
        seed = int(text)
    except ValueError:
        seed = -1
    if not 0 <= seed < 2**64:
        raise Misused(f"`--seed` is a whole number from 0 to {2**64 - 1}, not `{text}`")
    return seed


def bots_named(program: Program, text: str, option: str = "--bots") -> tuple[str, ...]:
    """The bots of a list of names given by that option, each by its one name; a level is the bot that stands for it in this game.
    Raises `Misused` for what is no bot, or none that can play this.
    """
    from ...bots import UnknownBot, seated, settled, split
    from ...session.levels import LEVELS, bot_at
    from ...session.seating import known_sitter

    found = (known_sitter(program, name, option) for name in split(text))
    names = tuple(settled(bot_at(program, name), program) if name in LEVELS else name for name in found)
    try:
        for name in names:
            seated(name, program)
    except UnknownBot as fault:
        raise Misused(f"`{option}`: {fault}") from None
    return names


def say_idle(program: Program, names: Sequence[str]) -> None:
    """Say of strategies among these bots that they never find an option."""
    from ...bots import make
    from ...lab.runs.idle_strategies import idle

    for name in dict.fromkeys(names):
        looked = idle(program, make(name))
        if looked:
            sys.stderr.write(
                f"note: `{name}` found no option in {looked} decisions of random play: where it finds none it chooses at random\n"
            )


def bots_of(program: Program, text: str | None) -> tuple[str, ...]:
    """The bot of each seat that decides: one name is for all, otherwise there is one for each, in order. Raises `Misused`."""
    players, names = len(program.players), bots_named(program, text if text is not None else RANDOM)
    if len(names) not in (1, players):
        raise Misused(f"`--bots` is one name for all or {players} for the {players} that decide, found {len(names)}")
    return names * players if len(names) == 1 else names


@lru_cache(maxsize=4)
def defaults(source: Source) -> tuple[tuple[str, str], ...]:
    """The parameters with their default values."""
    from ...dsl.kept import kept

    def made() -> tuple[tuple[str, str], ...]:
        from ...dsl.compile import survey

        return tuple((parameter.name, parameter.default) for parameter in survey(source).parameters)

    return kept(source, ("defaults",), made)


@frozen
class Experiment:
    """One run: its figures (None where not even one game was finished), its outcome, and why it has no figures."""

    summary: Summary | None
    outcome: Outcome
    why: str = ""


def experiment(
    file: str, source: Source, program: Program, setup: Setup, bots: tuple[str, ...], keep: Keep | None, progress: Progress
) -> Experiment:
    """The run of one Program. Raises PlayError, and `Refused` where a cluster cannot be used."""
    from ...lab.runs.totals import rules

    with stoppable("the rules were being made ready", NOTHING):
        sides = (rules(program, bots),)
    outcome = played(sides, setup, keep, progress)
    if not outcome.sums.games:
        return Experiment(None, outcome, hopeless(outcome, [(file, sides[0])], setup.seed))
    return Experiment(summed(file, source, sides[0], 0, setup, outcome), outcome)


def played(sides: Sequence[Rules], setup: Setup, keep: Keep | None, progress: Progress) -> Outcome:
    """The games, played by each of the rules. Raises PlayError, `Refused` where a cluster cannot be used, and `Halted`."""
    from ...lab.runs.executors import local_executors
    from ...lab.runs.run import run

    say_plain()
    rows, doing, left = keep is not None, "the rules were being made ready", NOTHING
    try:
        workers = (
            local_executors(sides, setup.seed, rows, setup.workers)
            if setup.cluster is None
            else on_cluster(sides, setup.seed, rows, setup.cluster)
        )
        with workers as hands:
            doing, left = "the last games were being ended", "what was finished before is lost"
            return run(sides, hands, setup.stopping, () if keep is None else (keep,), progress)
    except KeyboardInterrupt:
        raise Halted(f"stopped while {doing}; {left}") from None


@contextmanager
def on_cluster(sides: Sequence[Rules], seed: int, rows: bool, address: str) -> Iterator[Executors]:
    """The workers of the cluster at that address. Raises `Refused` where it cannot be used."""
    from ...lab.runs.cluster import NoCluster, cluster_executors

    try:
        with cluster_executors(sides, seed, rows, address) as workers:
            yield workers
    except NoCluster as fault:
        raise Refused(str(fault)) from None


def summed(file: str, source: Source, rules: Rules, side: int, setup: Setup, outcome: Outcome) -> Summary:
    """The figures of one side's run."""
    from ...lab.runs.describe import described, place_in
    from ...lab.statistics.summary import summary

    usual = defaults(source)
    run = described(file, rules.program, usual, setup.seed, rules.bots, outcome, side, __version__)
    return summary(rules.program, rules.engine.columns, outcome.sums.tallies[side], run, place_in(source.place))


def fault_in_game(file: str, source: Source, fault: PlayError, bots: Sequence[str]) -> str:
    """The message of a runtime error in a run of the ruleset *file* between *bots*, with the command that plays its game."""
    from ...interpreter.core.runtime_errors import GameError
    from ...lab.runs.commands import command_of_game

    told = fault_text(source, fault)
    if not isinstance(fault, GameError):
        return told
    return f"{told}\n  to see it: {command_of_game(file, fault.program, fault.seed, fault.game, fault.bots or bots)}"


def hopeless(outcome: Outcome, sides: Sequence[tuple[str, Rules]], seed: int) -> str:
    """Why a run ended without any game; where a bot failed in all, with the command that plays the first."""
    from ...lab.runs.commands import command_of_game

    for (file, rules), failures in zip(sides, outcome.sums.failures, strict=True):
        if failures.games:
            return f"{outcome.why}\n  to see it: {command_of_game(file, rules.program, seed, failures.first, rules.bots)}"
    return outcome.why


def nothing(why: str, first: str = "games were") -> NoReturn:
    """Ends a command that has no figures to show: because of *why* or, where that is empty, because a person stopped it before
    the *first* one was finished.
    """
    if why:
        raise Refused(why)
    raise Halted(f"stopped before the first {first} finished; there is nothing to show")


_said: list[str] = []


def say_plain() -> None:
    """Prints a note on standard error, once, where games are slow because nothing can be compiled."""
    from ...simulation.compile.loaded import COMPILES

    if COMPILES or _said:
        return
    _said.append("plain")
    sys.stderr.write("note: without llvmlite games take far longer: pip install 'rulerun[fast]'\n")


@contextmanager
def progress_bar(what: str, cost: Cost | None, unit: str = "games") -> Iterator[Progress]:
    """A context that gives a function to call with the progress; it is shown on standard error where that is a terminal. What
    *cost* has to tell is told in any case.
    """
    if not sys.stderr.isatty():

        def noted(done: int, expected: int) -> None:
            if cost is not None and (note := cost.note(done, expected)):
                sys.stderr.write(f"note: {note}\n")
                sys.stderr.flush()

        yield noted
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from ..draw.printer import Printer

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Printer(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, rate="")
        begun: list[tuple[int, float]] = []

        def tell(done: int, expected: int) -> None:
            if cost is not None and (note := cost.note(done, expected)):
                bar.console.print(f"note: {note}", markup=False, highlight=False)
            begun.append((done, monotonic())) if not begun else None
            (first, start), now = begun[0], monotonic()
            speed = (done - first) / (now - start) if now > start else 0.0
            rate = f"{done:,} {unit}" + (f", {speed:,.0f} a second" if speed >= 1 else "")
            # as a part of 1: the expected number changes, and a changed total would reset the estimate of the time left
            bar.update(task, completed=done / max(1, expected), total=1.0, rate=rate)

        yield tell


def emit_figures(found: object) -> None:
    """Print figures as one JSON object."""
    from ...lab.report.plain_values import plain

    emit(plain(found))


def named(path: str, endings: tuple[str, ...], option: str) -> Path:
    """The path. Raises `Misused` where its name has another ending, `Refused` where its folder does not exist."""
    found = Path(path)
    if found.suffix not in endings:
        raise Misused(f"`{option}` is a file that ends in {' or '.join(f'`{one}`' for one in endings)}, not `{path}`")
    if not found.parent.is_dir():
        raise Refused(f"there is no folder `{found.parent}`")
    return found


def page_named(path: str) -> Path:
    """The path of a report. Raises as `named` does."""
    return named(path, (".html",), "--report")


def show(
    found: object, report: Report, as_object: bool, page: Path | None, further: Callable[[], tuple[Section, ...]] = tuple
) -> None:
    """Print the report, or what was *found* as one JSON object. The page (None: none) is written behind it, with *further*
    sections, also where whoever reads the output wants no more of it, as `| head` does. Raises as `write_page` does.
    """
    from ..draw.report import draw

    try:
        if as_object:
            emit_figures(found)
        else:
            draw(report)
    finally:
        if page is not None:
            write_page(report, page, further)


def write_page(report: Report, page: Path, further: Callable[[], tuple[Section, ...]]) -> None:
    """Write the report. A file of that name stays as it is, and `Refused` is raised, where the report cannot be written."""
    try:
        left = "the figures above are complete; the report is not there, or as it was before"
        with stoppable(f"`{page}` was being written", left):
            from ...lab.report.html import written

            write_over(page, written(evolve(report, sections=(*report.sections, *further()))).encode())
    except ImportError as fault:
        raise Refused(str(fault)) from None
