"""`rulerun tournament`: bots play each other in all seats, with the same chance, and are rated."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import evolve, frozen

from ... import __version__
from ...interpreter.game import Game
from ..terminal import completing, run_options
from ..terminal.bot_help import NamesBots
from ..terminal.console import Misused, Refused
from ..terminal.cost import LEAST, cost
from ..terminal.interrupts import INTERRUPTED, NOTHING, Halted, ending, stoppable
from ..terminal.setting_options import setting_options

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...lab.runs.tournament import Contest, Held
    from ...lab.statistics.tournament import TournamentFigures
    from ...program.ir import Program

GAMES = "400"
"""The default number of games."""


@frozen
class Field:
    """A tournament as it was asked for: the file as named, its text, the contest, how many games, and how many at once."""

    file: str
    source: Source
    contest: Contest
    games: int
    workers: int


@click.command("tournament", cls=NamesBots)
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@click.option(
    "--bots", metavar="BOT,BOT[,…]", required=True, help="Who plays; the bots stand below.", shell_complete=completing.bots
)
@click.option("--games", metavar="N", help=f"Play about so many games, in whole rounds ({GAMES}).")
@click.option("--until", metavar="WIDTH", help="Play until the part of each bot against each is known as closely: `5%`.")
@click.option("--seed", metavar="S", default="0", help="Where chance and choices begin (0).")
@click.option("--workers", type=click.IntRange(1), metavar="N", help="How many games are played at once.")
@setting_options("play", str)
@click.option("--anew", is_flag=True, help="Play all games again, also those that were kept.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
@click.option("--report", metavar="PATH", help="Write a page with all tables and plots to an `.html` file.")
def command(
    file: str,
    bots: str,
    games: str | None,
    until: str | None,
    seed: str,
    workers: int | None,
    players: str | None,
    variant: str | None,
    pairs: Sequence[str],
    anew: bool,
    as_object: bool,
    report: str | None,
) -> None:
    """Let bots play each other, and say who is better, by how much, and how sure that is.

    In each round the bots change seats while chance stays the same. Games are kept: the same command, stopped and given again,
    goes on where it was, and a larger `--games` adds to what was played.

    \b
      rulerun tournament connect_four --bots random,first
    """
    with ending():
        with stoppable("the rules were being read", NOTHING):
            run_options.needs(report)
            width = run_options.closeness(games, until)
            number, start = run_options.count(games or GAMES), run_options.seed_of(seed)
            page = None if report is None else run_options.page_named(report)
            source = run_options.ruleset(file)
            program = run_options.settled(source, variant, players, pairs)
            field = Field(file, source, contest_of(Game(program), bots, number, start), number, workers or os.cpu_count() or 1)
            if anew:
                forget(field.contest)
        tell(field, width, as_object, page)


def contest_of(game: Game, bots: str, games: int, seed: int) -> Contest:
    """The tournament of these bots. Raises `Misused`."""
    program = game.program
    from ...lab.runs.seatings import TooFew, rounds_of
    from ...lab.runs.seatings import settled as seated
    from ...lab.runs.tournament import contest
    from ...lab.statistics.tournament import apart

    if not program.players:
        raise Misused("nobody decides anything in this game: there is nothing for bots to do")
    names = entrants(program, bots)
    try:
        seatings = seated(len(names), len(program.players), apart(program), games, seed)
    except TooFew as fault:
        told = f"two rounds, in which each of the {len(names)} bots is in each seat"
        raise Misused(f"`--games` is at least {fault.needed} here, not {games}: {told}") from None
    return contest(game, names, seatings, rounds_of(seatings, games))


def entrants(program: Program, text: str) -> tuple[str, ...]:
    """The bots that are to play, two at least and each once. Raises `Misused`."""
    names = run_options.bots_named(program, text)
    run_options.say_idle(program, names)
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None:
        raise Misused(f"`{twice}` is there twice: a tournament is between different bots")
    if len(names) < 2:
        raise Misused(f"`{names[0]}` is alone: a tournament is between two bots or more, `--bots {names[0]},…`")
    return names


def forget(contest: Contest) -> None:
    """Removes the games that were kept. Raises `Refused`."""
    from ...lab.runs.kept_games import forget

    try:
        forget(contest.path)
    except OSError as fault:
        raise Refused(f"cannot remove `{contest.path}`: {fault.strerror or fault}") from None


def tell(field: Field, width: float | None, as_object: bool, page: Path | None) -> None:
    """Play the games, or where there is a *width* half as many more again and again until no part is less closely known, and
    print what they show. Raises `Refused` at the end where something interrupted them.
    """
    from ...interpreter import PlayError
    from ...lab.report.tournament_report import report

    try:
        held = played(field)
        found = figures_of(field, held)
        while width is not None and found is not None and not held.stopped and widest(found) > width:
            games, first = field.games + field.games // 2, field.contest
            more = contest_of(first.game, ",".join(first.bots), games, first.seatings.seed)
            field = evolve(field, contest=more, games=games)
            held = played(field)
            found = figures_of(field, held)
    except PlayError as fault:
        raise Refused(run_options.fault_in_game(field.file, field.source, fault, ())) from None
    if held.unkept:
        sys.stderr.write(f"note: {held.unkept}: a tournament that is stopped would begin anew\n")
    if found is None:
        verb = "is" if len(held.games) == 1 else "are"
        kept = "" if held.unkept or not held.games else f"; {len(held.games):,} of its games {verb} kept"
        some = f"{kept}, the same command goes on with them" if kept else ""
        why = "stopped before two rounds were finished" if not held.why else f"{held.why} before two rounds were finished"
        raise (Refused if held.why else Halted)(f"{why}{some}")
    run_options.show(found, report(found), as_object, page)
    if held.why:
        raise Refused(held.why)
    if held.stopped:
        raise SystemExit(INTERRUPTED)


def widest(found: TournamentFigures) -> float:
    """The width of the widest interval of a part of one bot against another; inf where two never met."""
    from ...lab.statistics.intervals import width

    return width([pair.share for pair in found.pairs if pair.share is not None])


def played(field: Field) -> Held:
    """The games. Raises PlayError, and `Halted` where a person stops them at the very beginning."""
    from ...lab.runs.tournament import Watch, hold

    with (
        stoppable("the games were being made ready", "those played before are kept"),
        run_options.progress_bar(field.contest.program.title.say(""), None) as progress,
    ):
        return hold(field.contest, field.workers, Watch(progress, announcing(field.workers)))


def announcing(workers: int) -> Callable[[float, int], None]:
    """What says beforehand how long the games will take, where that is long."""

    def announce(seconds: float, games: int) -> None:
        if seconds >= LEAST:
            sys.stderr.write(f"note: {cost(seconds, games, 'games', workers)}; Ctrl-C keeps what was played\n")

    return announce


def figures_of(field: Field, held: Held) -> TournamentFigures | None:
    """The figures of the finished rounds; None where there are not two."""
    from ...lab.runs.tournament_figures import figures

    return figures(field.file, run_options.defaults(field.source), field.contest, held, field.games, __version__)
