"""`rulerun test`: runs the author's examples, then checks the invariants in random games."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

import click
from attrs import frozen

from ...interpreter.game import Game
from ...program.budgets import MOST_COMBINATIONS
from ..terminal import completing, setting_options
from ..terminal.console import emit, find, place, print_diagnostics, progress, read, settings

if TYPE_CHECKING:
    from ...dsl.compile import Survey
    from ...dsl.text.source import Source
    from ...interpreter.match.examples import Verdict
    from ...program.ir import Program

GAMES = 20
"""Random games of each variant and number of players."""
WATCHED = 0.6
"""With `--watch`, random games go on for so many seconds at most."""
WATCHED_GAMES = 100
"""With `--watch`, so many random games are played in all."""
MOST_SAID = 3
"""At most this many failing games of one kind are printed."""
MOST_DIFFERENCES = 10
"""At most this many failures of one example are printed."""


@frozen
class PlayOptions:
    """Which random games to play: how many of each kind (None: *in_all* so many), the first seed, and which variant and number of
    players (None: all).
    """

    games: int | None
    seed: int
    variant: str | None
    players: int | None
    parameters: Mapping[str, str]
    in_all: int = 0

    def of_each(self, kinds: int) -> int:
        """How many games of each of so many kinds."""
        return -(-self.in_all // max(1, kinds)) if self.games is None else self.games


@frozen
class Failed:
    """A failure of a random game: the message, which begins with its place, what shows it, and the sentence (an index)."""

    message: str
    command: str
    sentence: int

    def __str__(self) -> str:
        """All of it in one line."""
        return f"{self.message}; to see it: {self.command}"


@frozen
class Games:
    """The random games of one variant and number of players, as many as there was time for; of *cut* of them `longest:` was the
    end. *story* are the last lines of the first game with a failure.
    """

    variant: str
    players: int
    wanted: int
    games: int
    decisions: int
    cut: int
    failures: tuple[Failed, ...]
    story: tuple[str, ...]


@frozen
class One:
    """A random game: its first failures, as (message, sentence), what was chosen until then, as (seat or nature, index), whether
    the last choice failed itself, and whether `longest:` was the end.
    """

    faults: tuple[tuple[str, int], ...]
    chosen: tuple[tuple[int, int], ...]
    inside: bool
    cut: bool


@frozen
class Clock:
    """When the random games stop (of `time.monotonic`), and what is told how far they have come."""

    until: float
    say: Callable[[str], None]

    @property
    def left(self) -> float:
        """How many seconds are left, 0 when the time is up."""
        return max(0.0, self.until - monotonic())


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
@click.option(
    "--games",
    type=click.IntRange(0),
    metavar="N",
    help=f"Random games of each kind.  [default: {GAMES}; with --watch {WATCHED_GAMES} in all]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    metavar="S",
    help="Seed of the first random game; the next ones follow.",
)
@click.option("--players", type=int, metavar="N", help="Only random games of so many players.")
@setting_options.variant("Only random games of this variant.")
@setting_options.parameters("NAME=VALUE", "Set a parameter of the random games; repeatable.")
@click.option(
    "--seconds",
    type=click.FloatRange(0),
    default=300,
    show_default=True,
    metavar="S",
    help="For how long the random games of each ruleset go on at most.",
)
@click.option("--watch", is_flag=True, help="Whenever a file is saved: check it, run its examples, play up to a hundred games.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def command(
    files: Sequence[str],
    games: int | None,
    seed: int,
    players: int | None,
    variant: str | None,
    pairs: tuple[str, ...],
    seconds: float,
    watch: bool,
    as_object: bool,
) -> None:
    """Run the examples beside the rules, then hold the invariants over random games of every variant and number of players.

    Random game number i, counted from 0, is the one that `rulerun play FILE --bots --seed S+i` shows.
    """
    if watch:
        again_and_again(files, PlayOptions(games, seed, variant, players, settings(pairs), WATCHED_GAMES), min(seconds, WATCHED))
        return
    play_options = PlayOptions(GAMES if games is None else games, seed, variant, players, settings(pairs))
    reports = [report for name in files if (report := run(name, play_options, seconds, quiet=as_object)) is not None]
    sound = len(reports) == len(files) and all(report.ok for report in reports)
    if as_object:
        emit({"ok": sound, "seed": seed, "files": [summary(report) for report in reports]})
    if not sound:
        sys.exit(1)


def again_and_again(files: Sequence[str], play_options: PlayOptions, seconds: float) -> None:
    """Checks and tests the files whenever one is saved, until somebody stops it."""
    from ..terminal.watching import saved
    from .validate import look, say

    for _ in saved([find(name) for name in files]):
        for name in files:
            began = monotonic()
            found = look(name)
            say(found, False)
            if not found.errors:
                with suppress(SystemExit):  # what is wrong was printed
                    run(name, play_options, seconds, quiet=False)
            click.echo(f"{monotonic() - began:.1f} s; save the file to see it anew, Ctrl-C to stop\n")


def run(name: str, play_options: PlayOptions, seconds: float, quiet: bool) -> Report | None:
    """The report on one file, printed as it grows unless *quiet*; None when the file has errors, which are printed: then
    nothing of it is tested, whatever the variant.
    """
    from ...dsl.compile import compile_examples, compile_ruleset, of_variant, survey
    from ...dsl.diagnostics.diagnostic import Severity
    from ...interpreter.match.examples import run_example
    from ...interpreter.measures import measuring

    source = read(find(name))
    overview = survey(source)
    examples, diagnostics = compile_examples(source)
    problems = [*overview.problems, *diagnostics]
    kinds: Sequence[tuple[str, int]] = ()
    programs: list[Program] = []
    if not any(fault.severity is Severity.ERROR for fault in problems):
        kinds = wanted_kinds(overview, play_options)
        for variant, players in kinds[:MOST_COMBINATIONS]:
            compilation = compile_ruleset(source, variant, players, play_options.parameters)
            problems += [of_variant(each, variant) for each in compilation.diagnostics]
            if compilation.program is None:
                break
            programs.append(compilation.program)
    errors = [fault for fault in problems if fault.severity is Severity.ERROR]
    if errors:
        print_diagnostics(dict.fromkeys(errors), source)
        if not quiet:
            click.echo(f"{source.name}: not tested, for it has errors")
        return None
    unread = [fault for fault in diagnostics if fault.code == "unchecked"]
    print_diagnostics(unread, source)
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
    until = monotonic() + seconds
    for left, program in zip(range(len(programs), 0, -1), programs, strict=True):
        share = monotonic() + max(0.0, until - monotonic()) / left  # of the time that is left, so that each kind is played
        with progress() as say:
            game = Game(measuring(program))
            played.append(play_many(name, source, game, play_options, play_options.of_each(len(programs)), Clock(share, say)))
        if not quiet:
            say_games(played[-1])
    return Report(source.name, tuple(told), tuple(played))


def wanted_kinds(overview: Survey, play_options: PlayOptions) -> tuple[tuple[str, int], ...]:
    """The variants and numbers of players of the random games. Raises WrongSetting where the ruleset does not have what is
    asked for.
    """
    from ...dsl.compile import combinations
    from ...dsl.settings import allowed_players, check_parameters, settle_players, settle_variant

    check_parameters(overview, play_options.parameters)
    every = dict.fromkeys(["", *(variant.name for variant in overview.variants)])
    variants = list(every) if play_options.variant is None else [settle_variant(overview, play_options.variant)]
    kinds = [(variant, players) for variant in variants for players in allowed_players(overview, variant)]
    if play_options.players is None:
        many = len(kinds) > MOST_COMBINATIONS
        return tuple(combinations({name: allowed_players(overview, name) for name in variants}) if many else kinds)
    chosen = tuple(kind for kind in kinds if kind[1] == play_options.players)
    # A number of players that no variant allows gets the same message as in `rulerun play`.
    return chosen or ((variants[0], settle_players(overview, variants[0], play_options.players)),)


def play_many(name: str, source: Source, game: Game, play_options: PlayOptions, wanted: int, clock: Clock) -> Games:
    """Plays so many random games of one kind; *name* is the ruleset as typed on the command line."""
    program = game.program
    failures: list[Failed] = []
    story: tuple[str, ...] = ()
    games = decisions = cut = 0
    kind = kind_text(program.variant, len(program.players))
    while games < wanted and clock.left:
        clock.say(f"{kind}: random game {games + 1} of {wanted}, at most {clock.left:.0f} s left")
        seed = (play_options.seed + games) % 2**64
        one = play_one(game, seed)
        made = len(one.chosen)
        games, decisions, cut = games + 1, decisions + made, cut + one.cut
        if one.faults and not failures:
            story = story_to(game, source, seed, one.chosen)
        for message, sentence in one.faults:
            where = f"{place(source, program, sentence)}: {message}, after {made} decision{'s' * (made != 1)}"
            failures.append(Failed(where, command_line(name, program, seed, play_options, made + one.inside), sentence))
    return Games(program.variant, len(program.players), wanted, games, decisions, cut, tuple(failures), story)


def story_to(game: Game, source: Source, seed: int, chosen: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """The last lines of the story of a match in which that was chosen, each by a seat or by nature, as all hear it."""
    program = game.program
    from ...interpreter import NATURE, PlayError
    from ...interpreter.match.match import Match
    from ...interpreter.match.records import header_of
    from ...table.last_lines import last_lines

    try:
        match = Match(game, header_of(program, source, seed, 0))
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
    return last_lines(match.game, match.course, "")


def command_line(name: str, program: Program, seed: int, play_options: PlayOptions, decisions: int) -> str:
    """The command that shows this random game up to the decision of that number."""
    words = ["rulerun", "play", name, "--bots", "--seed", str(seed), "--players", str(len(program.players))]
    if program.variant:
        words += ["--variant", program.variant]
    for parameter, value in play_options.parameters.items():
        words += ["--set", f"{parameter}={value}"]
    words += ["--until", str(decisions)]
    return shlex.join(words)


def play_one(game: Game, seed: int) -> One:
    """The match of random bots with that seed, up to its first failures."""
    program = game.program
    from ...bots import Situation, choice
    from ...interpreter import NATURE, PlayError, actors, advance, decision, initial
    from ...interpreter.core.chance import Seed
    from ...interpreter.core.rng import weighted
    from ...lab.deep.games import MOST_DECISIONS, cut_short, endless, wrong
    from ...session.seating import RANDOM, bot_named

    chance, bot = Seed(seed, 0), bot_named(RANDOM, program)
    nature = chance.nature().below
    made: list[tuple[int, int]] = []
    answering = False
    try:
        state = initial(game)
        while True:
            faults = wrong(game, state)
            asked = actors(game, state)
            if not faults and len(made) >= MOST_DECISIONS:
                faults = endless(program, len(made))
            if faults or not asked:
                told = tuple((fault.message, fault.sentence) for fault in faults)
                return One(told, tuple(made), False, cut_short(game, state))
            open_now = decision(game, state, asked[0])
            if asked[0] == NATURE:
                index = weighted([option.weight for option in open_now.options], nature)
            else:
                index = choice(bot, Situation(game, open_now), chance, len(made))
            answering = True
            state, _ = advance(game, state, asked[0], index)
            answering = False
            made.append((asked[0], index))
    except PlayError as fault:
        return One(((fault.message, fault.sentence),), tuple(made), answering, False)


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


def kind_text(variant: str, players: int) -> str:
    """A variant and a number of players, as in `tactical, 3 players`."""
    return f"{variant}, " * bool(variant) + f"{players} player{'s' * (players != 1)}"


def say_games(games: Games) -> None:
    """Print the results of the random games of one kind: each failure once, with how many games have it."""
    if not games.wanted:
        return
    told: dict[int, list[Failed]] = {}
    for failure in games.failures:
        told.setdefault(failure.sentence, []).append(failure)
    played = f"{games.games} random game{'s' * (games.games != 1)}"
    if games.games < games.wanted:
        played = f"{games.games} of {games.wanted} random games, then the time was up"
    click.echo(f"  {kind_text(games.variant, games.players)}: {played}, {games.decisions} decisions: {judgement(games)}")
    for number, same in enumerate(list(told.values())[:MOST_SAID]):
        click.echo(f"    {same[0]}")
        for line in games.story if number == 0 else ():
            click.echo(f"      {line}")
        if len(same) > 1:
            click.echo(f"    the same in {len(same) - 1} more game{'s' * (len(same) > 2)}")


def judgement(games: Games) -> str:
    """In short what the random games of one kind show."""
    if games.failures:
        return f"{len(games.failures)} failure{'s' * (len(games.failures) != 1)}"
    if not games.games:
        return "not played"
    if games.cut == games.games:
        return "none came to its end, `longest:` cut them short"
    return f"sound, {games.cut} cut short by `longest:`" if games.cut else "sound"


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
                "cut": games.cut,
                "failures": [str(failure) for failure in games.failures],
            }
            for games in report.games
        ],
    }
