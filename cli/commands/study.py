"""`rulerun study`: says what seems wrong with a game, within a budget of time."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

import click
from attrs import evolve

from ... import __version__
from ...session.levels import is_hidden
from ..terminal import completing, run_options
from ..terminal.bot_help import NamesBots
from ..terminal.console import Misused, Refused
from ..terminal.cost import duration
from ..terminal.interrupts import INTERRUPTED, NOTHING, Halted, ending, stoppable
from ..terminal.setting_options import setting_options
from .skill import ladder_of, looked_again
from .study_records import study_records

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...lab.runs.study import Budget, Studied
    from ...lab.runs.watching import Ladder
    from ...lab.statistics.estimates import Summary
    from ...lab.statistics.study import StudyFigures

BUDGET = "5m"
"""The time that a study takes unless told otherwise."""

UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}

PACED = 3.0
"""After so many seconds of games the pace is known."""


@click.command("study", cls=NamesBots)
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@click.argument("names_of_records", metavar="[RECORD]…", nargs=-1)
@click.option("--records", is_flag=True, help="Study the recorded matches in these files, and play none.")
@click.option("--budget", metavar="TIME", help=f"How long it may take, as `90s`, `5m` or `1h` ({BUDGET}).")
@click.option("--games", metavar="N", help="Play so many games of each pairing, however long it takes.")
@click.option(
    "--levels",
    "names",
    metavar="BOT,BOT[,BOT…]",
    help="Who plays, the weakest first (chance and two searches).",
    shell_complete=completing.bots,
)
@click.option("--seed", metavar="S", default="0", help="Where chance and choices begin (0).")
@click.option("--workers", type=click.IntRange(1), metavar="N", help="How many games are played at once.")
@setting_options("play", str)
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
@click.option("--report", metavar="PATH", help="Write a page with all tables and plots to an `.html` file.")
def command(
    file: str,
    names_of_records: Sequence[str],
    records: bool,
    budget: str | None,
    games: str | None,
    names: str | None,
    seed: str,
    workers: int | None,
    players: str | None,
    variant: str | None,
    pairs: Sequence[str],
    as_object: bool,
    report: str | None,
) -> None:
    """Say what is wrong with a game: a better seat, options that are never right, a runaway leader, play that goes round.

    Games at random come first, then games between levels of bots, then a closer look at what seems wrong. Ctrl-C ends it with
    what was played.
    """
    from ...interpreter import PlayError

    begun = monotonic()
    with ending():
        with stoppable("the rules were being read", NOTHING):
            run_options.needs(report)
            if records or names_of_records:
                page = None if report is None else run_options.page_named(report)
                of_records(file, names_of_records, records, {"--budget": budget, "--games": games, "--levels": names})
                study_records(file, names_of_records, variant, players, pairs, as_object, page)
                return
            seconds, number = length_of(budget, games)
            source = run_options.ruleset(file)
            program = run_options.settled(source, variant, players, pairs)
            page = None if report is None else run_options.page_named(report)
            from ...lab.runs.study import HIDDEN, JUDGE, OPEN

            levels = names or ",".join(HIDDEN if is_hidden(program) else OPEN)
            ladder = evolve(ladder_of(program, levels, JUDGE, run_options.seed_of(seed), number), leaves=True)
            hands = workers or os.cpu_count() or 1
        try:
            from ...lab.runs.study import Budget

            random = at_random(file, source, ladder, hands)
            found, studied = studied_of(file, source, ladder, hands, Budget(seconds, monotonic() - begun), random)
            found = evolve(found, sense=looked_again(ladder, studied.climbed, found.sense))
        except PlayError as fault:
            raise Refused(run_options.fault_in_game(file, source, fault, ())) from None
        from ...lab.report.study_report import report as of_study

        bought = f"{studied.turns:,} games of each of {len(ladder.pairings)} pairings"
        sys.stderr.write(f"note: in {duration(monotonic() - begun)} it played {bought}\n")
        run_options.show(found, of_study(found), as_object, page)
        if studied.climbed.why:
            raise Refused(studied.climbed.why)
        if not studied.climbed.finished:
            raise SystemExit(INTERRUPTED)


def of_records(file: str, named: Sequence[str], records: bool, others: Mapping[str, str | None]) -> None:
    """Raises `Misused` for records without `--records`, and for options that recorded matches do not need."""
    if not records:
        raise Misused(f"`{named[0]}` is one word too many; records are studied by `rulerun study {file} --records {named[0]}`")
    for option, value in others.items():
        if value is not None:
            raise Misused(f"`{option}` is for games that are played; `--records` studies those that were")


def length_of(budget: str | None, games: str | None) -> tuple[float | None, int]:
    """The seconds of a study (None: as many as its games take), and how many games it has of each pairing. Raises `Misused`."""
    if games is not None and budget is not None:
        raise Misused("`--games` is for a fixed number, `--budget` for a time: give one of them")
    if games is not None:
        return None, run_options.count(games)
    text = (budget or BUDGET).strip()
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh])", text)
    if found is None or not float(found[1]):
        raise Misused(f"`--budget` is a time such as `90s`, `5m` or `1h`, not `{text}`")
    return float(found[1]) * UNITS[found[2]], 1


def at_random(file: str, source: Source, ladder: Ladder, workers: int) -> Summary | None:
    """The figures of games at random; None where none was finished. Raises PlayError."""
    from ...lab.runs.study import AT_RANDOM

    program = ladder.program
    setup = run_options.settle(str(AT_RANDOM), None, str(ladder.seed), workers, None)
    with run_options.progress_bar("games at random", None) as progress:
        done = run_options.experiment(file, source, program, setup, (run_options.RANDOM,) * len(program.players), None, progress)
    if not done.outcome.finished and not done.outcome.why:
        raise Halted("stopped while games were played at random; the study had not begun")
    return done.summary


def studied_of(
    file: str, source: Source, ladder: Ladder, workers: int, budget: Budget, random: Summary | None
) -> tuple[StudyFigures, Studied]:
    """The figures of a study, and how playing ended. Raises PlayError, `Refused` and `Halted`."""
    from ...lab.report.headline import of_run
    from ...lab.report.study_text import headline
    from ...lab.runs.study import PLAYED, played

    def early(studied: Studied) -> None:
        sys.stderr.write(f"note: so far, {headline(figures(file, source, ladder, studied, random))}\n")
        sys.stderr.flush()

    pairings = len(ladder.pairings)
    pace = Paced(pairings, budget, PLAYED, workers, f"games of each of {pairings} pairings")
    try:
        with run_options.progress_bar(ladder.program.title.say(""), None) as progress:

            def tell(done: int, expected: int) -> None:
                pace.note(done)
                progress(done, expected if budget.seconds is None else pace.expected(done))

            studied = played(ladder, workers, budget, tell, early)
    except KeyboardInterrupt:
        raise Halted(f"stopped while the games were being made ready or ended; {NOTHING}") from None
    climbed = studied.climbed
    if not any(game.match == len(ladder.pairings) - 1 for game in climbed.games):
        if random is not None:
            sys.stderr.write(f"note: at random, {of_run(random).headline}\n")
        few = "no game of the strongest level was over within the budget; give more with `--budget`"
        run_options.nothing(climbed.why or next(iter(climbed.failures), few if climbed.finished else ""))
    return figures(file, source, ladder, studied, random), studied


class Paced:
    """Tells what a budget buys, once the pace of the games is known."""

    def __init__(self, turn: int, budget: Budget, part: float, workers: int, unit: str) -> None:
        """For games of which so many make a *turn*, which is told in this *unit*, and such a *part* of the budget."""
        self.turn, self.budget, self.part, self.workers, self.unit = turn, budget, part, workers, unit
        self.begun, self.told = monotonic() - budget.spent, budget.seconds is None
        self.first: tuple[int, float] | None = None

    def expected(self, done: int) -> int:
        """About how many games it will be in all, by the pace since the first games, which also made the rules ready."""
        first, since = self.first or (0, self.begun)
        now = monotonic()
        left = self.part * (self.budget.seconds or 0.0) - (now - self.begun)
        return done + round((done - first) * max(0.0, left) / max(now - since, 0.001))

    def note(self, done: int) -> None:
        """Say it, the first time that it is known."""
        if self.first is None and done >= self.turn:
            self.first = done, monotonic()
        if self.told or self.first is None or monotonic() - self.first[1] < PACED or done < self.first[0] + self.turn:
            return
        self.told = True
        games = max(1, self.expected(done) // self.turn)
        buys = f"{duration(self.budget.seconds or 0.0)} on {self.workers} core{'s' if self.workers > 1 else ''} buy about"
        sys.stderr.write(f"note: {buys} {float(f'{games:.2g}'):,.0f} {self.unit}\n")
        sys.stderr.flush()


def figures(file: str, source: Source, ladder: Ladder, studied: Studied, random: Summary | None) -> StudyFigures:
    """What the games of a study show."""
    from ...lab.runs.describe import place_in
    from ...lab.runs.study import figures

    return figures(file, ladder, studied, random, run_options.defaults(source), place_in(source.place), __version__)
