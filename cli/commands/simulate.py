"""`rulerun simulate`: plays many games with bots, and prints the figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...interpreter.game import Game
from ..terminal import completing, run_options
from ..terminal.bot_help import NamesBots
from ..terminal.console import Refused
from ..terminal.cost import Cost
from ..terminal.interrupts import INTERRUPTED, NOTHING, ending, stoppable
from ..terminal.setting_options import setting_options

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...lab.runs.run import Progress
    from ...program.ir import Program

KINDS = (".parquet", ".csv")


@click.command("simulate", cls=NamesBots)
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@run_options.playing
@setting_options("play", str)
@run_options.bots_option()
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
@click.option("--out", metavar="PATH", help="Write a line for every game to a `.parquet` or `.csv` file.")
@click.option("--report", metavar="PATH", help="Write a page with all tables and plots to an `.html` file.")
def command(
    file: str,
    games: str | None,
    until: str | None,
    seed: str,
    workers: int | None,
    cluster: str | None,
    players: str | None,
    variant: str | None,
    pairs: Sequence[str],
    bots: str | None,
    as_object: bool,
    out: str | None,
    report: str | None,
) -> None:
    """Play many games and say what they show: who wins, how long it takes, which rules are dead, each with its interval."""
    with ending():
        with stoppable("the rules were being read", NOTHING):
            from ...interpreter import PlayError

            run_options.needs(report, *(["polars"] if out else []))
            setup = run_options.settle(games, until, seed, workers, cluster)
            source = run_options.ruleset(file)
            program = run_options.settled(source, variant, players, pairs)
            sitting = run_options.bots_of(program, bots)
            run_options.say_idle(program, sitting)
            kept = None if out is None else run_options.named(out, KINDS, "--out")
            page = None if report is None else run_options.page_named(report)
        try:
            simulate(file, source, Game(program), setup, sitting, as_object, kept, page)
        except PlayError as fault:
            raise Refused(run_options.fault_in_game(file, source, fault, sitting)) from None


def simulate(
    file: str,
    source: Source,
    game: Game,
    setup: run_options.Setup,
    bots: tuple[str, ...],
    as_object: bool,
    out: Path | None,
    page: Path | None,
) -> None:
    """Play the games and print the figures. Raises `Refused` at the end where something interrupted the games."""
    from ...lab.report.run_report import report, story

    program = game.program
    with run_options.progress_bar(program.title.say(""), Cost("games", setup.workers)) as progress:
        if out is None:
            done, lost = run_options.experiment(file, source, program, setup, bots, None, progress), ""
        else:
            done, lost = with_rows(file, source, program, setup, bots, out, progress)
    if done.summary is None:
        run_options.nothing(done.why or lost)
    run = done.summary.run
    run_options.show(
        *(done.summary, report(done.summary), as_object, page),
        lambda: story(run, sample_match(source, game, setup.seed, bots)),
    )
    if done.outcome.why or lost:
        why = "" if lost.startswith(done.outcome.why) else done.outcome.why
        raise Refused("; ".join(each for each in (why, lost) if each))
    if not done.outcome.finished:
        raise SystemExit(INTERRUPTED)


def sample_match(source: Source, game: Game, seed: int, bots: tuple[str, ...]) -> tuple[str, ...]:
    """One match between these bots in words; nothing where it fails, for the figures tell of that."""
    program = game.program
    from ...bots import BotFailed, seated
    from ...interpreter import PlayError
    from ...interpreter.match.match import Match
    from ...interpreter.match.records import header_of
    from ...lab.sample import sample

    at = {seat: seated(name, program) for seat, name in zip(program.players, bots, strict=True)}
    try:
        return sample(Match(game, header_of(program, source, seed, 0)), at)
    except (PlayError, BotFailed):
        return ()


def with_rows(
    file: str, source: Source, program: Program, setup: run_options.Setup, bots: tuple[str, ...], out: Path, progress: Progress
) -> tuple[run_options.Experiment, str]:
    """The run, with a row for every game written to *out*, and a message that says what is wrong with that file ("": nothing)."""
    from ...lab.runs.rows import Rows
    from ...lab.runs.run import Spoiled
    from ...simulation.emit.schema import columns

    try:
        rows = Rows(out, program, columns(program))
    except Spoiled as fault:
        raise Refused(str(fault)) from None
    done = None
    try:
        done = run_options.experiment(file, source, program, setup, bots, rows.keep, progress)
    finally:
        lost = ""
        try:
            rows.close()
        except Spoiled as fault:
            lost = str(fault)
        except KeyboardInterrupt:
            lost = f"stopped while `{out}` was being written; the rows of {rows.games:,} games are in `{rows.growing}`"
    if done.outcome.why and not lost:
        lost = f"{done.outcome.why}; the rows of {rows.games:,} games are in `{out}`"
    return done, lost
