"""`rulerun test`: runs the author's examples, then checks the invariants in random games."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click
from attrs import frozen

from ...program.budgets import MOST_COMBINATIONS
from ..terminal import completing
from ..terminal.console import complain, emit, find, misused, place, read, settings

if TYPE_CHECKING:
    from ...dsl.compile import Survey
    from ...dsl.text.source import Source
    from ...interpreter.match.examples import Verdict
    from ...interpreter.state import State
    from ...program.ir import Invariant, Program

MOST_SAID = 3
"""At most this many failing games of one kind are printed."""
MOST_DIFFERENCES = 10
"""At most this many failures of one example are printed."""


@frozen
class Wishes:
    """Which random games to play: how many of each kind, the first seed, and which variant and number of players (None: all)."""

    games: int
    seed: int
    variant: str | None
    players: int | None
    parameters: Mapping[str, str]


@frozen
class Games:
    """The random games of one variant and number of players; *failures* are messages that begin with their place, *story* are the
    last lines of the game with the first of them.
    """

    variant: str
    players: int
    games: int
    decisions: int
    failures: tuple[str, ...]
    story: tuple[str, ...]


@frozen
class Report:
    """The results of one ruleset: each example with its failures as messages, and the random games of each kind."""

    name: str
    examples: tuple[tuple[Verdict, tuple[str, ...]], ...]
    games: tuple[Games, ...]

    @property
    def ok(self) -> bool:
        """True when nothing failed."""
        return all(verdict.ok for verdict, _ in self.examples) and not any(games.failures for games in self.games)


@click.command("test")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=completing.games)
@click.option("--games", type=click.IntRange(0), default=20, show_default=True, metavar="N", help="Random games of each kind.")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    metavar="S",
    help="Seed of the first random game; the next ones follow.",
)
@click.option("--players", type=int, metavar="N", help="Only random games of so many players.")
@click.option("--variant", metavar="V", help="Only random games of this variant.", shell_complete=completing.variants)
@click.option(
    "--set",
    "pairs",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a parameter of the random games; repeatable.",
    shell_complete=completing.parameters,
)
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def command(
    files: Sequence[str],
    games: int,
    seed: int,
    players: int | None,
    variant: str | None,
    pairs: tuple[str, ...],
    as_object: bool,
) -> None:
    """Run the examples beside the rules, then hold the invariants over random games of every variant and number of players.

    Random game number i, counted from 0, is the one that `rulerun play FILE --bots --seed S+i` shows.
    """
    wishes = Wishes(games, seed, variant, players, settings(pairs))
    reports = [report for name in files if (report := run(name, wishes, quiet=as_object)) is not None]
    sound = len(reports) == len(files) and all(report.ok for report in reports)
    if as_object:
        emit({"ok": sound, "seed": seed, "files": [summary(report) for report in reports]})
    if not sound:
        sys.exit(1)


def run(name: str, wishes: Wishes, quiet: bool) -> Report | None:
    """The report on one file, printed as it grows unless *quiet*; None when the file has errors, which are printed."""
    from ...dsl.compile import compile_examples, compile_ruleset, of_variant, survey
    from ...dsl.text.diagnostics import Severity
    from ...interpreter.match.examples import run_example
    from ...interpreter.measures import measuring

    source = read(find(name))
    overview = survey(source)
    examples, diagnostics = compile_examples(source)
    errors = [fault for fault in (*overview.problems, *diagnostics) if fault.severity is Severity.ERROR]
    if errors:
        complain(dict.fromkeys(errors), source)
        return None
    unread = [fault for fault in diagnostics if fault.code == "unchecked"]
    complain(unread, source)
    with misused():
        kinds = wanted_kinds(overview, wishes)
    told: list[tuple[Verdict, tuple[str, ...]]] = []
    for example in examples:
        verdict = run_example(example)
        told.append(
            (verdict, tuple(f"{place(source, example.program, fault.sentence)}: {fault.message}" for fault in verdict.failures))
        )
    if not quiet:
        say_examples(source.name, told)
    played: list[Games] = []
    if len(kinds) > MOST_COMBINATIONS:
        played_now = f"{MOST_COMBINATIONS} of {len(kinds):,} combinations of a variant and a number of players are played"
        click.echo(f"{source.name}: {played_now}: name others by --variant and --players", err=True)
    for variant, players in kinds[:MOST_COMBINATIONS]:
        compilation = compile_ruleset(source, variant, players, wishes.parameters)
        if compilation.program is None:
            complain([of_variant(each, variant) for each in compilation.diagnostics], source)
            return None
        played.append(play_many(name, source, measuring(compilation.program), wishes))
        if not quiet:
            say_games(played[-1])
    return Report(source.name, tuple(told), tuple(played))


def wanted_kinds(overview: Survey, wishes: Wishes) -> tuple[tuple[str, int], ...]:
    """The variants and numbers of players of the random games. Raises WrongSetting where the ruleset does not have what is
    asked for.
    """
    from ...dsl.compile import combinations
    from ...dsl.settings import allowed_players, check_parameters, settle_players, settle_variant

    check_parameters(overview, wishes.parameters)
    every = dict.fromkeys(["", *(variant.name for variant in overview.variants)])
    variants = list(every) if wishes.variant is None else [settle_variant(overview, wishes.variant)]
    kinds = [(variant, players) for variant in variants for players in allowed_players(overview, variant)]
    if wishes.players is None:
        many = len(kinds) > MOST_COMBINATIONS
        return tuple(combinations({name: allowed_players(overview, name) for name in variants}) if many else kinds)
    chosen = tuple(kind for kind in kinds if kind[1] == wishes.players)
    # A number of players that no variant allows gets the same message as in `rulerun play`.
    return chosen or ((variants[0], settle_players(overview, variants[0], wishes.players)),)


def play_many(name: str, source: Source, program: Program, wishes: Wishes) -> Games:
    """Plays the random games of one kind; *name* is the ruleset as typed on the command line."""
    failures: list[str] = []
    story: tuple[str, ...] = ()
    decisions = 0
    for game in range(wishes.games):
        seed = (wishes.seed + game) % 2**64
        faults, chosen = play_one(program, seed)
        made = len(chosen)
        decisions += made
        if faults and not failures:
            story = story_to(program, source, seed, chosen)
        for message, sentence in faults:
            where = f"{place(source, program, sentence)}: {message}, after {made} decision{'s' * (made != 1)}"
            failures.append(f"{where}; to see it: {command_line(name, program, seed, wishes)}")
    return Games(program.variant, len(program.players), wishes.games, decisions, tuple(failures), story)


def story_to(program: Program, source: Source, seed: int, chosen: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """The last lines of the story of a match in which that was chosen, each by a seat or by nature, as all hear it."""
    from ...interpreter import NATURE, PlayError
    from ...interpreter.match.match import Match
    from ...interpreter.match.records import header_of
    from ...table.last_lines import last_lines

    try:
        match = Match(program, header_of(program, source, seed, 0))
    except PlayError:
        return ()  # nothing has happened yet
    try:
        for actor, index in chosen:
            if actor == NATURE:
                match.nature()
            else:
                match.answer(actor, index)
    except PlayError:
        pass  # what came before is told
    return last_lines(match.program, match.course, "")


def command_line(name: str, program: Program, seed: int, wishes: Wishes) -> str:
    """The command that shows this random game."""
    words = ["rulerun", "play", name, "--bots", "--seed", str(seed), "--players", str(len(program.players))]
    if program.variant:
        words += ["--variant", program.variant]
    for parameter, value in wishes.parameters.items():
        words += ["--set", f"{parameter}={value}"]
    return shlex.join(words)


def play_one(program: Program, seed: int) -> tuple[list[tuple[str, int]], list[tuple[int, int]]]:
    """The first failures, as (message, sentence), in the match of random bots with that seed, and what was chosen until then, as
    (seat or nature, index).
    """
    from ...bots import Situation, choice
    from ...interpreter import NATURE, PlayError, actors, advance, broken_invariants, decision, initial, outcome
    from ...interpreter.core.rng import Use, stream, weighted
    from ...interpreter.measures import final_measures
    from ...interpreter.views import check_shown
    from ..terminal.seating import RANDOM, bot_named

    nature, bot = stream(seed, 0, Use.NATURE).below, bot_named(RANDOM, program)
    made: list[tuple[int, int]] = []
    try:
        state = initial(program)
        while True:
            broken = broken_invariants(program, state)
            if broken:
                return [broken_text(program, state, invariant) for invariant in broken], made
            check_shown(program, state)
            asked = actors(program, state)
            if not asked:
                # computing the outcome and the measures may raise a runtime error, like any other rule
                outcome(program, state)
                final_measures(program, state)
                return [], made
            open_now = decision(program, state, asked[0])
            if asked[0] == NATURE:
                index = weighted([option.weight for option in open_now.options], nature)
            else:
                index = choice(bot, Situation(program, open_now), seed, 0, len(made))
            state, _ = advance(program, state, asked[0], index)
            made.append((asked[0], index))
    except PlayError as fault:
        return [(fault.message, fault.sentence)], made


def broken_text(program: Program, state: State, invariant: Invariant) -> tuple[str, int]:
    """What is told of an invariant that does not hold, with what it compares, and its sentence."""
    from ...interpreter import PlayError
    from ...interpreter.match.differences import difference

    try:
        found = difference(program, state, invariant.claims)
    except PlayError:
        found = ""
    return f"the invariant `{invariant.name}` does not hold{found}", invariant.sentence


def say_examples(name: str, told: list[tuple[Verdict, tuple[str, ...]]]) -> None:
    """Print the results of the examples, with the first failures of each."""
    good = sum(verdict.ok for verdict, _ in told)
    click.echo(f"{name}: {good} of {len(told)} examples hold" if told else f"{name}: no examples")
    for verdict, failures in told:
        if not verdict.ok:
            variant = f" (in the variant `{verdict.variant}`)" if verdict.variant else ""
            click.echo(f"  failed: {verdict.name}{variant}")
            for failure in failures[:MOST_DIFFERENCES]:
                click.echo(f"    {failure}")
            if len(failures) > MOST_DIFFERENCES:
                click.echo(f"    … and {len(failures) - MOST_DIFFERENCES} more")
        elif verdict.sampled:
            click.echo(f"  held in {verdict.runs} drawn runs, chance can fall out in too many ways to try all: {verdict.name}")


def say_games(games: Games) -> None:
    """Print the results of the random games of one kind."""
    if not games.games:
        return
    variant = f"{games.variant}, " if games.variant else ""
    kind = f"{variant}{games.players} player{'s' * (games.players != 1)}"
    failed = f"{len(games.failures)} failure{'s' * (len(games.failures) != 1)}" if games.failures else "sound"
    click.echo(f"  {kind}: {games.games} random game{'s' * (games.games != 1)}, {games.decisions} decisions: {failed}")
    for number, failure in enumerate(games.failures[:MOST_SAID]):
        click.echo(f"    {failure}")
        for line in games.story if number == 0 else ():
            click.echo(f"      {line}")


def summary(report: Report) -> dict[str, object]:
    """The report on one file, for `--json`."""
    return {
        "file": report.name,
        "ok": report.ok,
        "examples": [
            {
                "name": verdict.name,
                "variant": verdict.variant,
                "ok": verdict.ok,
                "runs": verdict.runs,
                "sampled": verdict.sampled,
                "failures": list(failures),
            }
            for verdict, failures in report.examples
        ],
        "games": [
            {
                "variant": games.variant,
                "players": games.players,
                "games": games.games,
                "decisions": games.decisions,
                "failures": list(games.failures),
            }
            for games in report.games
        ],
    }
