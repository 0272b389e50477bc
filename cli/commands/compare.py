"""`rulerun compare`: compares two rulesets, variants or settings, played with the same chance."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from ..terminal import completing, run_options
from ..terminal.bot_help import NamesBots
from ..terminal.console import Misused, Refused, find
from ..terminal.cost import Cost
from ..terminal.interrupts import INTERRUPTED, NOTHING, ending, stoppable
from .compare_levels import Side
from .compare_levels import tell as tell_of_levels
from .study import BUDGET, length_of

if TYPE_CHECKING:
    from ...lab.runs.run import Outcome
    from ...lab.runs.totals import Rules
    from ...lab.statistics.estimates import Comparison


@click.command("compare", cls=NamesBots)
@click.argument("first", metavar="A")
@click.argument("second", metavar="[B]", required=False)
@run_options.playing
@click.option("--players", metavar="N", help="How many play, on both sides.")
@click.option("--set", "pairs", multiple=True, metavar="NAME=VALUE", help="Set a parameter on both sides.")
@click.option("--set-a", "pairs_a", multiple=True, metavar="NAME=VALUE", help="Set a parameter of A only.")
@click.option("--set-b", "pairs_b", multiple=True, metavar="NAME=VALUE", help="Set a parameter of B only.")
@run_options.bots_option(" on both sides")
@click.option(
    "--levels",
    "names",
    metavar="BOT,BOT[,BOT…]",
    help="Let bots of sense play, the weakest first (chance and a search).",
    shell_complete=completing.bots,
)
@click.option("--budget", metavar="TIME", help=f"How long bots of sense may play, as `90s`, `5m` or `1h` ({BUDGET}).")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
@click.option("--report", metavar="PATH", help="Write a page with all tables and plots to an `.html` file.")
def command(
    first: str,
    second: str | None,
    games: str | None,
    until: str | None,
    seed: str,
    workers: int | None,
    cluster: str | None,
    players: str | None,
    pairs: Sequence[str],
    pairs_a: Sequence[str],
    pairs_b: Sequence[str],
    bots: str | None,
    names: str | None,
    budget: str | None,
    as_object: bool,
    report: str | None,
) -> None:
    """Play two games and say how they differ, figure by figure, with intervals.

    A and B are each FILE, or FILE:VARIANT; without B it is the file of A again, as it stands. Games of one number have the
    same chance on both sides, so that small differences show early. With `--until` it goes on until the difference of every
    seat's wins is known as closely.

    With `--levels` or `--budget` bots of sense play, and a sentence says what got better and what got worse: skill, length,
    tension, ties, seats, the lead. Ctrl-C ends it with what was played.

    \b
      rulerun compare why_first why_first:tactical
      rulerun compare why_first --set-b stages=7
      rulerun compare pig --set-b target=50 --budget 1m
    """
    begun = monotonic()
    with ending():
        with stoppable("the rules were being read", NOTHING):
            run_options.needs(report)
            sense = names is not None or budget is not None
            setup = run_options.settle(games, until, seed, workers, cluster)
            length = length_of(budget, games) if sense else (None, 0)
            if sense:
                together(until, cluster, bots)
            one = side(first, players, [*pairs, *pairs_a], bots)
            other = side(parted(first)[0] if second is None else second, players, [*pairs, *pairs_b], bots)
            page = None if report is None else run_options.page_named(report)
            if second is None and one.program.digest == other.program.digest:
                sys.stderr.write("note: this compares the game with itself: give another one as B, or `--set-b NAME=VALUE`\n")
        if not sense:
            return tell((one, other), setup, as_object, page)
        tell_of_levels((one, other), names, length, setup, begun, as_object, page)


def together(until: str | None, cluster: str | None, bots: str | None) -> None:
    """Raises `Misused` for options that bots of sense do not have."""
    for option, value, instead in (
        ("--bots", bots, "`--levels` names who plays, the weakest first"),
        ("--until", until, "`--budget` or `--games` says how long"),
        ("--cluster", cluster, "they play on this machine"),
    ):
        if value is not None:
            raise Misused(f"`{option}` does not go with `--levels` or `--budget`: {instead}")


def tell(sides: tuple[Side, Side], setup: run_options.Setup, as_object: bool, page: Path | None) -> None:
    """Play both sides, and print how they differ. Raises `Refused` at the end where something interrupted the games."""
    from ...interpreter import PlayError
    from ...lab.report.pair_report import report
    from ...lab.runs.totals import rules as ready

    with stoppable("the rules were being made ready", NOTHING):
        one, other = (ready(each.program, each.bots) for each in sides)
    try:
        with run_options.progress_bar("games on each side", Cost("games on each side", setup.workers)) as progress:
            outcome = run_options.played((one, other), setup, None, progress)
    except PlayError as fault:
        at = 0 if fault.program is one.program or fault.program == one.program else 1
        raise Refused(run_options.fault_in_game(sides[at].file, sides[at].source, fault, sides[at].bots)) from None
    if not outcome.sums.games:
        run_options.nothing(
            run_options.hopeless(
                outcome, [(each.file, rules) for each, rules in zip(sides, (one, other), strict=True)], setup.seed
            )
        )
    found = compared(sides, (one, other), setup, outcome)
    run_options.show(found, report(found), as_object, page)
    if outcome.why:
        raise Refused(outcome.why)
    if not outcome.finished:
        raise SystemExit(INTERRUPTED)


def compared(sides: tuple[Side, Side], rules: tuple[Rules, Rules], setup: run_options.Setup, outcome: Outcome) -> Comparison:
    """The comparison of the two runs, from the games played so far."""
    from ...lab.runs.commands import command_of_pair, names_of_pair
    from ...lab.statistics.compare import compare

    one, other = (run_options.summed(each.file, each.source, rules[at], at, setup, outcome) for at, each in enumerate(sides))
    pair = tuple((each.words, each.program) for each in sides)
    command = command_of_pair(pair, sides[0].bots, setup.seed, outcome.sums.games + outcome.sums.failed)
    return compare(names_of_pair(pair), one, other, outcome.sums.moments, command)


def side(text: str, players: str | None, pairs: Sequence[str], bots: str | None) -> Side:
    """The side that `FILE` or `FILE:VARIANT` stands for, with these settings. Raises `Refused` and `Misused`."""
    file, variant = parted(text)
    source = run_options.ruleset(file)
    program = run_options.settled(source, variant, players, pairs)
    sitting = run_options.bots_of(program, bots)
    run_options.say_idle(program, sitting)
    return Side(text, file, source, program, sitting)


def parted(text: str) -> tuple[str, str | None]:
    """File and variant of an argument; the variant is None where it names only a file."""
    try:
        find(text)
    except Refused:
        file, colon, variant = text.rpartition(":")
        if colon and file:
            return file, variant
    return text, None
