"""`rulerun skill`: lets levels of bots play each other, and says what sense makes of a game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ... import __version__
from ...session.levels import can_play, is_hidden
from ..terminal import completing, run_options
from ..terminal.bot_help import NamesBots
from ..terminal.console import Misused, Refused
from ..terminal.cost import Cost
from ..terminal.interrupts import INTERRUPTED, NOTHING, Halted, ending, stoppable
from ..terminal.setting_options import setting_options

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...lab.runs.ladder import Climbed
    from ...lab.runs.watching import Ladder
    from ...lab.statistics.sense import Sense
    from ...program.ir import Program

GAMES = 100
"""The default number of games of each pairing."""

NOBODY = "none"
"""Stands for no judge."""


@click.command("skill", cls=NamesBots)
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@click.option(
    "--levels",
    "names",
    metavar="BOT,BOT[,BOT…]",
    help="Who plays, the weakest first (chance, greed, two searches).",
    shell_complete=completing.bots,
)
@click.option("--judge", metavar="BOT", help=f"Who judges decisions: the strongest level that gives estimates; or `{NOBODY}`.")
@click.option("--games", metavar="N", help=f"Play so many games of each pairing ({GAMES}).")
@click.option("--until", metavar="WIDTH", help="Play until what levels and seats win is known as closely: `10%`.")
@click.option("--seed", metavar="S", default="0", help="Where chance and choices begin (0).")
@click.option("--workers", type=click.IntRange(1), metavar="N", help="How many games are played at once.")
@setting_options("play", str)
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
@click.option("--report", metavar="PATH", help="Write a page with all tables and plots to an `.html` file.")
def command(
    file: str,
    names: str | None,
    judge: str | None,
    games: str | None,
    until: str | None,
    seed: str,
    workers: int | None,
    players: str | None,
    variant: str | None,
    pairs: Sequence[str],
    as_object: bool,
    report: str | None,
) -> None:
    """Say what sense makes of a game: skill or luck, level seats, idle decisions, bad options, cards.

    Levels of bots play each other, each in every seat in turn with the same chance; then the strongest plays with itself, and
    its decisions are judged.
    """
    from ...interpreter import PlayError

    with ending():
        with stoppable("the rules were being read", NOTHING):
            run_options.needs(report)
            source = run_options.ruleset(file)
            program = run_options.settled(source, variant, players, pairs)
            page = None if report is None else run_options.page_named(report)
            width = run_options.closeness(games, until)
            ladder = ladder_of(
                program, names, judge, run_options.seed_of(seed), GAMES if games is None else run_options.count(games)
            )
        try:
            workers = workers or os.cpu_count() or 1
            found, climbed = played(file, source, ladder, workers, width, Cost("games", workers))
            found = looked_again(ladder, climbed, found)
        except PlayError as fault:
            raise Refused(run_options.fault_in_game(file, source, fault, ())) from None
        from ...lab.report.sense_report import report as of_levels

        run_options.show(found, of_levels(found), as_object, page)
        if climbed.why:
            raise Refused(climbed.why)
        if not climbed.finished:
            raise SystemExit(INTERRUPTED)


def ladder_of(program: Program, names: str | None, judge: str | None, seed: int, games: int) -> Ladder:
    """What is played. Raises `Misused` for bots that there are not, or that cannot play this, and for fewer than two levels."""
    from ...bots import UnknownBot, settled
    from ...lab.runs.skill import HIDDEN, OPEN, strongest_judge
    from ...lab.runs.watching import Ladder, NoJudge, judge_of
    from ...program.ops import asks

    if next(asks(program), None) is None:
        raise Refused("nobody decides anything in this game: there is no skill in it")
    try:
        if names is None:
            levels = [name for name in (HIDDEN if is_hidden(program) else OPEN) if can_play(name, program)]
        else:
            levels = [*run_options.bots_named(program, names, "--levels")]
            run_options.say_idle(program, levels)
        if names is None and len(levels) < 2:
            raise Misused("no bot that plays with sense can play this: name two with `--levels`, the weakest first")
        if len(levels) < 2:
            raise Misused("`--levels` is two bots or more, the weakest first")
        if len(set(levels)) < len(levels):
            raise Misused("`--levels` has a bot twice")
        if judge is not None and judge != NOBODY:
            judge_of(judge, program)
            return Ladder(program, tuple(levels), settled(judge, program), seed, games)
        return Ladder(program, tuple(levels), "" if judge == NOBODY else strongest_judge(program, levels), seed, games)
    except (UnknownBot, NoJudge) as fault:
        raise Misused(str(fault)) from None


def played(file: str, source: Source, ladder: Ladder, workers: int, width: float | None, cost: Cost) -> tuple[Sense, Climbed]:
    """The figures, and how playing ended: with the games of the ladder or, where there is a *width*, as soon as no interval is
    wider; *cost* is told how it goes. Raises PlayError, `Refused` and `Halted`.
    """
    from ...lab.runs.ladder import climb, climb_until
    from ...lab.runs.skill import widest

    def enough(climbed: Climbed) -> bool:
        return width is None or widest(figures(file, source, ladder, climbed)) <= width

    try:
        with run_options.progress_bar(ladder.program.title.say(""), cost) as progress:
            climbed = climb(ladder, workers, progress) if width is None else climb_until(ladder, workers, progress, enough)
    except KeyboardInterrupt:
        raise Halted(f"stopped while the games were being made ready or ended; {NOTHING}") from None
    if not climbed.games:
        run_options.nothing(climbed.why or next(iter(climbed.failures), ""))
    return figures(file, source, ladder, climbed), climbed


def looked_again(ladder: Ladder, climbed: Climbed, found: Sense) -> Sense:
    """With what shows where some games are played again, choice by choice; without that where a person stops it. Raises
    PlayError.
    """
    from ...lab.statistics.sense import retold

    try:
        return retold(ladder.program, climbed.games, ladder.pairings, found)
    except KeyboardInterrupt:
        return found


def figures(file: str, source: Source, ladder: Ladder, climbed: Climbed) -> Sense:
    """What these games show."""
    from ...lab.runs.describe import place_in
    from ...lab.runs.skill import figures

    return figures(file, ladder, climbed, run_options.defaults(source), place_in(source.place), __version__)
