"""`rulerun tune`: finds the value of a dial that serves best, with games where they tell most."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

import click

from ... import __version__
from ...session.levels import can_play, is_hidden
from ..terminal import completing, run_options, setting_options
from ..terminal.bot_help import NamesBots
from ..terminal.console import Misused, Refused
from ..terminal.cost import duration
from ..terminal.interrupts import INTERRUPTED, NOTHING, Halted, ending, stoppable
from .study import PACED, length_of
from .sweep import SPAN, dials_of

if TYPE_CHECKING:
    from ...dsl.describe import Survey
    from ...dsl.text.source import Source
    from ...interpreter import PlayError
    from ...lab.runs.observing import Runner
    from ...lab.runs.sweep import Dial, Setting
    from ...lab.runs.tune import Budget, Raced
    from ...lab.runs.tuned import Field
    from ...lab.statistics.race import Aim
    from ...lab.statistics.tuning import TuneFigures
    from ...program.ir import Program

BUDGET = "10m"
"""The time that it takes at most unless told otherwise."""

AIMS = ("fair-seats", "short", "close", "skill")

EITHER = "`fair-seats`, `short`, `close` or `skill`"

PARAMETERS = 6
"""At most so many parameters are named to whoever names none."""


@click.command("tune", cls=NamesBots)
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@setting_options.parameters("NAME=VALUES", "A dial: `stages=3..7`, `hand=4,5,6`.")
@click.option("--for", "aim", metavar="AIM", help=f"What it shall serve: {EITHER}.")
@click.option("--budget", metavar="TIME", help=f"How long it may take, as `90s`, `5m` or `1h` ({BUDGET}).")
@click.option("--games", metavar="N", help="Play so many games in all, however long it takes.")
@run_options.bots_option(", unless levels play")
@click.option(
    "--levels",
    "names",
    metavar="BOT,BOT[,BOT…]",
    help="Who is to be told apart for `skill`, the weakest first (chance and two searches).",
    shell_complete=completing.bots,
)
@click.option("--seed", metavar="S", default="0", help="Where chance and choices begin (0).")
@click.option("--workers", type=click.IntRange(1), metavar="N", help="How many games are played at once.")
@click.option("--players", metavar="N", help="How many play.")
@setting_options.variant("The variant to play.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
@click.option("--report", metavar="PATH", help="Write a page with the table and a plot to an `.html` file.")
def command(
    file: str,
    pairs: Sequence[str],
    aim: str | None,
    budget: str | None,
    games: str | None,
    bots: str | None,
    names: str | None,
    seed: str,
    workers: int | None,
    players: str | None,
    variant: str | None,
    as_object: bool,
    report: str | None,
) -> None:
    """Find the value of a dial that makes a game fairest, shortest, closest, or most skilful.

    All values play with the same chance; those leave that are shown to be worse, so games are spent where they tell most. Ctrl-C
    ends it with what was played.

    \b
      rulerun tune why_first --set stages=3..7 --for fair-seats --budget 60s
    """
    begun = monotonic()
    with ending():
        with stoppable("the rules were being read", NOTHING):
            run_options.needs(report)
            seconds, number = length_of(BUDGET if budget is None and games is None else budget, games)
            page = None if report is None else run_options.page_named(report)
            source = run_options.ruleset(file)
            entered = field_of(file, source, pairs, players, variant, aim, bots, names, run_options.seed_of(seed))
        from ...lab.runs.tune import Budget

        hands = workers or os.cpu_count() or 1
        limit = Budget(number if seconds is None else None, seconds, monotonic() - begun)
        raced = raced_of(file, source, entered, hands, limit)
        found = figures(file, source, entered, raced)
        from ...lab.report.tune_report import report as of_race

        played = [len(each.marks) * runner.games for each, runner in zip(raced.settings, entered.runners, strict=True)]
        bought = f"{sum(played):,} games of {sum(map(bool, played))} of {len(played)} settings"
        sys.stderr.write(f"note: in {duration(monotonic() - begun)} it played {bought}\n")
        run_options.show(found, of_race(found), as_object, page)
        if raced.lost:
            raise Refused(raced.lost)
        if not found.run.finished:
            raise SystemExit(INTERRUPTED)
        if found.best is None:
            raise SystemExit(1)


def field_of(
    file: str,
    source: Source,
    pairs: Sequence[str],
    players: str | None,
    variant: str | None,
    aim: str | None,
    bots: str | None,
    names: str | None,
    seed: int,
) -> Field:
    """The settings that play, and those that the ruleset does not allow. Raises `Misused`; errors in the ruleset are printed and
    end the command.
    """
    from ...api.tuning import allowed
    from ...dsl.compile import survey
    from ...lab.runs.observing import MOST, Runner
    from ...lab.runs.sweep import combinations
    from ...lab.runs.tuned import Field
    from ...lab.statistics.race import Aim

    if aim not in AIMS:
        raise Misused(f"`--for` says what the dial shall serve: {EITHER}{f', not `{aim}`' if aim else ''}")
    goal, overview = Aim(aim), survey(source)
    named = dials_of(pairs, None)
    check_dials(overview, named)
    dials = tuple((name, values) for name, values in named if len(values) > 1)
    base = run_options.settled(source, variant, players, [f"{name}={one}" for name, (one, *more) in named if not more])
    fixed = dict(base.parameters)
    cells = 1
    for _, values in dials:
        cells *= len(values)
    if cells > MOST:
        raise Misused(f"these dials make {cells:,} settings; {MOST} are the most that race each other")
    check_aim(base, goal, bots, names)
    sitting = run_options.bots_of(base, bots) if goal is not Aim.SKILL else ()
    levels = levels_of(base, names) if goal is Aim.SKILL else ()
    run_options.say_idle(base, levels or sitting)
    settings: list[Setting] = []
    runners: list[Runner] = []
    refused: list[tuple[Setting, str]] = []
    for setting in combinations(dials):
        made = allowed(source, overview, base, {**fixed, **dict(setting)})
        if isinstance(made, str):
            refused.append((setting, made))
        else:
            settings.append(setting)
            runners.append(Runner(made, sitting, levels, goal, seed))
    if not runners:
        raise Misused(f"the ruleset allows none of these settings: {refused[0][1]}")
    return Field(file, dials, tuple(settings), tuple(runners), tuple(refused))


def check_dials(overview: Survey, dials: Sequence[Dial]) -> None:
    """Raises `Misused` where no dial has several values, and for a parameter that there is not, or that has no order."""
    known = {each.name: each for each in overview.parameters}
    several = [name for name, values in dials if len(values) > 1]
    for name, values in dials:
        choices = known[name].choices if name in known else None
        if choices is not None and any(".." in value or SPAN.fullmatch(value) for value in values):
            raise Misused(f"`{name}` has no order: name its values one by one, as `--set {name}={','.join(choices)}`")
        if name not in known:
            from ...dsl.settings import check_parameters

            check_parameters(overview, {name: values[0]})
    if not several:
        some = [f"`{name}` ({_allowed(overview, name)})" for name in list(known)[:PARAMETERS]]
        there = f"the ruleset has {', '.join(some)}" if some else "the ruleset has no parameter"
        alone = "one value leaves nothing to choose: " if dials else ""
        raise Misused(f"{alone}give a dial several values, as `--set NAME=3..7`; {there}")


def _allowed(overview: Survey, name: str) -> str:
    one = next(each for each in overview.parameters if each.name == name)
    return ", ".join(one.choices) if one.choices is not None else f"{one.low}..{one.high}"


def check_aim(program: Program, aim: Aim, bots: str | None, names: str | None) -> None:
    """Raises `Misused` for an aim that this game cannot have, and for bots that it does not need."""
    from ...lab.runs.tune import unfit
    from ...lab.statistics.race import Aim as Aims

    if aim is Aims.SKILL and bots is not None:
        raise Misused("`skill` holds levels against each other: name them with `--levels`, the weakest first")
    if aim is not Aims.SKILL and names is not None:
        raise Misused("only `skill` holds levels against each other: name who plays with `--bots`")
    if why := unfit(program, aim):
        raise Misused(why)


def levels_of(program: Program, names: str | None) -> tuple[str, ...]:
    """The levels that are told apart, the weakest first. Raises `Misused`."""
    from ...bots import settled
    from ...lab.runs.study import HIDDEN, OPEN

    if names is None:
        usual = [name for name in (HIDDEN if is_hidden(program) else OPEN) if can_play(name, program)]
        levels = tuple(settled(name, program) for name in usual)
    else:
        levels = run_options.bots_named(program, names, "--levels")
    if len(levels) < 2:
        raise Misused("`--levels` is two bots or more, the weakest first")
    if len(set(levels)) < len(levels):
        raise Misused("`--levels` has a bot twice")
    return levels


def raced_of(file: str, source: Source, entered: Field, workers: int, limit: Budget) -> Raced:
    """The race. Raises `Refused` and `Halted`."""
    from ...lab.report.tune_text import headline
    from ...lab.runs.tune import STOPPED, raced

    def early(so_far: Raced) -> None:
        sys.stderr.write(f"note: so far, {headline(figures(file, source, entered, so_far))}\n")
        sys.stderr.flush()

    run_options.say_plain()
    told = limit.seconds is None
    first: tuple[int, float] | None = None
    try:
        with run_options.progress_bar(entered.runners[0].program.title.say(""), None) as progress:

            def tell(done: int, expected: int) -> None:
                nonlocal told, first
                if expected <= done:
                    return progress(done, expected)  # the pace is not known yet
                first = first or (done, monotonic())
                if not told and monotonic() - first[1] >= PACED and done > first[0]:
                    told = True
                    buys = f"{duration(limit.seconds or 0.0)} on {workers} core{'s' if workers > 1 else ''} buy about"
                    sys.stderr.write(f"note: {buys} {float(f'{expected:.2g}'):,.0f} games in all\n")
                    sys.stderr.flush()
                progress(done, expected)

            found = raced(entered.runners, workers, limit, tell, early)
    except KeyboardInterrupt:
        raise Halted(f"stopped while the games were being made ready or ended; {NOTHING}") from None
    if not any(len(each.marks) for each in found.settings):
        faults = [run_options.fault_in_game(file, source, each.fault, ()) for each in found.settings if each.fault is not None]
        few = "no game was over within the budget; give more with `--budget`, or play with quicker bots"
        run_options.nothing(found.lost or next(iter(faults), few if found.end != STOPPED else ""))
    return found


def figures(file: str, source: Source, entered: Field, raced: Raced) -> TuneFigures:
    """What the race shows."""
    from ...lab.runs.tuned import figures

    def said(fault: PlayError) -> str:
        return f"its games end in a fault: {run_options.fault_in_game(file, source, fault, ())}".replace("\n  ", "; ")

    return figures(entered, raced, run_options.defaults(source), __version__, said)
