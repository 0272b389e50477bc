"""`rulerun sweep`: every combination of some settings, one run each, in one table."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import frozen

from ...dsl.text.suggestions import nearest
from ..terminal import completing, run_options, setting_options
from ..terminal.bot_help import NamesBots
from ..terminal.console import Misused, Refused, load
from ..terminal.cost import LEAST, cost
from ..terminal.interrupts import INTERRUPTED, NOTHING, ending, stoppable

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...lab.runs.sweep import Dial, Hire, Setting, Swept
    from ...lab.statistics.estimates import Grid
    from ...program.ir import Program

MOST = 10_000
"""The most cells of a sweep; more are taken for a typing error."""

PLAYERS = "players"
SPAN = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")

TIMED, THOUSAND = 3.0, 1_000
"""Games with bots are timed for about so many seconds; without a number of games, the cost is told for so many."""


@frozen
class Sheet:
    """The cells of a sweep: the file as named, its text, the dials, and for each cell its settings, Program and bots."""

    file: str
    source: Source
    dials: tuple[Dial, ...]
    settings: tuple[Setting, ...]
    programs: tuple[Program, ...]
    bots: tuple[tuple[str, ...], ...]


@click.command("sweep", cls=NamesBots)
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@run_options.playing
@setting_options.parameters("NAME=VALUES", "A dial: `stages=3..7`, `hand=4,5,6`.")
@click.option("--players", metavar="NUMBERS", help="How many play; several (`2..4`) are a dial, too.")
@setting_options.variant("The variant to play.")
@run_options.bots_option()
@click.option("--measure", "measures", multiple=True, metavar="NAME", help="Show this measure of the ruleset, not all.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
@click.option("--report", metavar="PATH", help="Write a page with the table and plots to an `.html` file.")
def command(
    file: str,
    games: str | None,
    until: str | None,
    seed: str,
    workers: int | None,
    cluster: str | None,
    pairs: Sequence[str],
    players: str | None,
    variant: str | None,
    bots: str | None,
    measures: Sequence[str],
    as_object: bool,
    report: str | None,
) -> None:
    """Play a game with every combination of some settings, and put what it shows in one table.

    Finished cells are kept: the same command, stopped and given again, goes on where it was.

    \b
      rulerun sweep why_first --players 3..5 --set stages=3,5,7
    """
    with ending():
        with stoppable("the rules were being read", NOTHING):
            run_options.needs(report)
            setup = run_options.settle(games, until, seed, workers, cluster)
            page = None if report is None else run_options.page_named(report)
            sheet = sheet_of(file, dials_of(pairs, players), variant, bots)
            shown = measures_of(sheet, measures)
        tell(sheet, setup, shown, as_object, page)


def tell(sheet: Sheet, setup: run_options.Setup, shown: Sequence[str], as_object: bool, page: Path | None) -> None:
    """Play the cells, and print their figures. Raises `Refused` at the end where something interrupted the games."""
    from ...interpreter import PlayError
    from ...lab.report.grid_report import report

    run_options.say_plain()
    try:
        with stoppable("a few games were being timed", NOTHING):
            foretell(sheet, setup)
        swept = swept_of(sheet, setup)
    except PlayError as fault:
        bots = next((bots for program, bots in zip(sheet.programs, sheet.bots, strict=True) if program == fault.program), ())
        raise Refused(run_options.fault_in_game(sheet.file, sheet.source, fault, bots)) from None
    if swept.unkept:
        sys.stderr.write(f"note: {swept.unkept}: a sweep that is stopped would begin anew\n")
    found = grid(sheet, setup, swept)
    why = swept.why or failing(sheet, setup, swept)
    if not found.cells:
        run_options.nothing(why, "cell was")
    run_options.show(found, report(found, shown), as_object, page)
    if why:
        raise Refused(why)
    if not found.finished:
        raise SystemExit(INTERRUPTED)


def failing(sheet: Sheet, setup: run_options.Setup, swept: Swept) -> str:
    """Why the first cell ended early in which bots failed too often; empty where there is none."""
    from ...lab.runs.totals import rules

    for at, outcome in enumerate(swept.outcomes):
        if outcome is not None and outcome.why:
            turned = ", ".join(f"{name} {value}" for name, value in sheet.settings[at])
            why = run_options.hopeless(outcome, [(sheet.file, rules(sheet.programs[at], sheet.bots[at]))], setup.seed)
            return f"with {turned}: {why}" if turned else why
    return ""


def foretell(sheet: Sheet, setup: run_options.Setup) -> None:
    """Say how long the cells will take where bots play: a cell is told of only when it is done. Raises PlayError."""
    from ...lab.runs.bot_games import BotGames
    from ...lab.runs.chunks import Games
    from ...lab.runs.pace import seconds_of_games
    from ...lab.runs.totals import rules

    sides = [rules(program, bots) for program, bots in zip(sheet.programs, sheet.bots, strict=True)]
    if not any(isinstance(side.engine, BotGames) for side in sides):
        return
    times = seconds_of_games(sides, setup.seed, TIMED)
    match setup.stopping:
        case Games(number):
            games, cells = number, f"cells of {number:,} games"
        case _:
            games, cells = THOUSAND, f"cells for each {THOUSAND:,} games"
    seconds = sum(times) / len(times) * games * len(sides) / min(setup.workers, len(sides))
    if seconds >= LEAST:
        told = cost(seconds, len(sides), cells, setup.workers)
        sys.stderr.write(f"note: {told}; Ctrl-C ends it, and finished cells are kept\n")


def dials_of(pairs: Sequence[str], players: str | None) -> tuple[Dial, ...]:
    """The dials in the order of the command line, but the number of players first. Raises `Misused`."""
    found = [] if players is None else [(PLAYERS, values_of("--players", players))]
    for pair in pairs:
        name, equals, values = pair.partition("=")
        if not equals or not name.strip():
            raise Misused(f"expected `--set NAME=VALUES`, found `{pair}`")
        if name.strip() in [known for known, _ in found]:
            raise Misused(f"the parameter `{name.strip()}` is set twice")
        found.append((name.strip(), values_of(f"--set {name.strip()}", values)))
    return tuple(found)


def values_of(option: str, text: str) -> tuple[str, ...]:
    """The values in `3..7` or `4,5,6`, or both (`1..3,9`). Raises `Misused`."""
    found: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        span = SPAN.fullmatch(part)
        if not part:
            raise Misused(f"`{option}` needs values, such as `3..7` or `4,5,6`")
        if span is None:
            found.append(part)
            continue
        low, high = int(span[1]), int(span[2])
        if low > high:
            raise Misused(f"`{option}` counts up: expected `{high}..{low}`, found `{part}`")
        if high - low >= MOST:
            raise Misused(f"`{option}` has more than {MOST:,} values")
        found += [str(number) for number in range(low, high + 1)]
    if len(set(found)) < len(found):
        raise Misused(f"`{option}` has a value twice: `{text}`")
    return tuple(found)


def sheet_of(file: str, dials: tuple[Dial, ...], variant: str | None, bots: str | None) -> Sheet:
    """All cells, compiled. Raises `Refused` and `Misused`; errors in the ruleset are printed and end the command."""
    from ...lab.runs.sweep import combinations

    cells = 1
    for _, values in dials:
        cells *= len(values)
    if cells > MOST:
        raise Misused(f"these dials make {cells:,} cells; {MOST:,} are the most")
    source = run_options.ruleset(file)
    settings = combinations(dials)
    programs = tuple(cell_program(source, variant, setting) for setting in settings)
    sitting = tuple(run_options.bots_of(program, bots) for program in programs)
    run_options.say_idle(programs[0], sitting[0])
    return Sheet(file, source, dials, settings, programs, sitting)


def cell_program(source: Source, variant: str | None, setting: Setting) -> Program:
    """The ruleset, compiled with these settings. Raises `Misused`; errors in the ruleset are printed and end the command."""
    players = dict(setting).get(PLAYERS)
    if players is not None and not players.isdecimal():
        raise Misused(f"`--players` is a number or several (`2..4`), not `{players}`")
    pairs = [f"{name}={value}" for name, value in setting if name != PLAYERS]
    return load(source, variant, None if players is None else int(players), pairs)


def measures_of(sheet: Sheet, wanted: Sequence[str]) -> tuple[str, ...]:
    """The measures to show: those asked for, else all. Raises `Misused`."""
    known = list(dict.fromkeys(measure.name for program in sheet.programs for measure in program.measures))
    for name in wanted:
        if name not in known:
            raise Misused(f"there is no measure `{name}`{nearest(name, known) if known else ': the ruleset has none'}")
    return tuple(wanted) or tuple(known)


def swept_of(sheet: Sheet, setup: run_options.Setup) -> Swept:
    """The tallies of the cells. Raises PlayError, and `Refused` where a cluster cannot be used."""
    from ...lab.runs.cluster import NoCluster
    from ...lab.runs.sweep import sweep

    try:
        with (
            stoppable("the cells were being made ready", "those finished before are kept"),
            hiring(setup) as hire,
            run_options.progress_bar("cells", None, "cells") as progress,
        ):
            return sweep(
                sheet.programs, setup.stopping, setup.seed, sheet.bots, hire, lambda done: progress(done, len(sheet.programs))
            )
    except NoCluster as fault:
        raise Refused(str(fault)) from None


@contextmanager
def hiring(setup: run_options.Setup) -> Iterator[Hire]:
    """What gives the executor for the cells: processes of this machine, or a cluster. Raises NoCluster."""
    from ...lab.runs.cluster import clustered
    from ...lab.runs.sweep import here, there

    if setup.cluster is None:
        yield here(setup.workers)
        return
    with clustered(setup.cluster) as (executor, _):
        yield there(executor)


def grid(sheet: Sheet, setup: run_options.Setup, swept: Swept) -> Grid:
    """The finished cells with their figures."""
    from ...lab.runs.totals import rules
    from ...lab.statistics.estimates import Grid, GridCell

    turned = [name for name, values in sheet.dials if len(values) > 1]
    cells = []
    for at, outcome in enumerate(swept.outcomes):
        if outcome is not None and outcome.sums.games:
            side = rules(sheet.programs[at], sheet.bots[at])
            found = run_options.summed(sheet.file, sheet.source, side, 0, setup, outcome)
            cells.append(GridCell(tuple(pair for pair in sheet.settings[at] if pair[0] in turned), found))
    first = sheet.programs[0]
    dials = tuple(dial for dial in sheet.dials if dial[0] in turned)
    finished = len(cells) == len(swept.outcomes)
    return Grid(first.ruleset, first.title.say(""), dials, tuple(cells), finished, again(sheet, setup))


def again(sheet: Sheet, setup: run_options.Setup) -> str:
    """The command that repeats this sweep."""
    from ...lab.runs.commands import command_of_sweep

    return command_of_sweep(sheet.file, sheet.programs[0], sheet.dials, sheet.bots[0], setup.stopping.words, setup.seed)
