"""`rulerun test`: the author's examples, then the invariants over random games."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from attrs import frozen

from .console import allowed_players, complain, emit, find, place, read

if TYPE_CHECKING:
    from ..dsl.ir import Program
    from ..dsl.source import Source
    from ..interpreter.examples import Verdict

MOST_SAID = 3
"""How many failing games of one kind are told in full."""


@frozen
class Games:
    """The random games of one variant and number of players; what failed in them, in words, with its place."""

    variant: str
    players: int
    games: int
    decisions: int
    failures: tuple[str, ...]


@frozen
class Report:
    """How one ruleset did."""

    name: str
    examples: tuple[tuple[Verdict, tuple[str, ...]], ...]
    games: tuple[Games, ...]

    @property
    def ok(self) -> bool:
        """True when nothing failed."""
        return all(verdict.ok for verdict, _ in self.examples) and not any(games.failures for games in self.games)


@click.command("test")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(0), default=20, show_default=True, metavar="N", help="Random games of each kind.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, metavar="S", help="Seed of the random games."
)
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def command(files: Sequence[str], games: int, seed: int, as_object: bool) -> None:
    """Run the examples beside the rules, then hold the invariants over random games of every variant and number of players."""
    reports = [report for name in files if (report := run(name, games, seed, quiet=as_object)) is not None]
    sound = len(reports) == len(files) and all(report.ok for report in reports)
    if as_object:
        emit({"ok": sound, "seed": seed, "files": [summary(report) for report in reports]})
    if not sound:
        sys.exit(1)


def run(name: str, games: int, seed: int, quiet: bool) -> Report | None:
    """The report on one file, told as it grows unless *quiet*; None when the file has errors, which are said."""
    from ..dsl.compile import compile_examples, compile_ruleset, survey
    from ..dsl.diagnostics import Severity
    from ..interpreter.examples import run_example

    source = read(find(name))
    overview = survey(source)
    examples, diagnostics = compile_examples(source)
    errors = [fault for fault in (*overview.problems, *diagnostics) if fault.severity is Severity.ERROR]
    if errors:
        complain(dict.fromkeys(errors), source)
        return None
    told: list[tuple[Verdict, tuple[str, ...]]] = []
    for example in examples:
        verdict = run_example(example)
        told.append(
            (verdict, tuple(f"{place(source, example.program, fault.sentence)}: {fault.message}" for fault in verdict.failures))
        )
    if not quiet:
        say_examples(source.name, told)
    played: list[Games] = []
    for variant in dict.fromkeys(["", *(variant.name for variant in overview.variants)]):
        for players in allowed_players(overview, variant):
            compilation = compile_ruleset(source, variant, players, {})
            if compilation.program is None:
                complain(compilation.diagnostics, source)
                return None
            played.append(play_many(source, compilation.program, games, seed))
            if not quiet:
                say_games(played[-1])
    return Report(source.name, tuple(told), tuple(played))


def play_many(source: Source, program: Program, games: int, seed: int) -> Games:
    """Random games of one kind."""
    failures: list[str] = []
    decisions = 0
    for game in range(games):
        faults, made = play_one(program, seed, game)
        decisions += made
        for message, sentence in faults:
            failures.append(f"{place(source, program, sentence)}: {message} (seed {seed}, game {game}, decision {made})")
    return Games(program.variant, len(program.players), games, decisions, tuple(failures))


def play_one(program: Program, seed: int, game: int) -> tuple[list[tuple[str, int]], int]:
    """What fails first in one random game (message, sentence), and after how many decisions; both streams are the match's."""
    from ..interpreter import NATURE, RuleFault, actors, advance, broken_invariants, decision, initial
    from ..interpreter.chance import Use, stream, weighted

    nature = stream(seed, game, Use.NATURE).below
    bots = stream(seed, game, Use.BOTS).below
    made = 0
    try:
        state = initial(program)
        while True:
            broken = broken_invariants(program, state)
            if broken:
                return [(f"the invariant `{invariant.name}` does not hold", invariant.sentence) for invariant in broken], made
            asked = actors(program, state)
            if not asked:
                return [], made
            open_now = decision(program, state, asked[0])
            index = weighted([option.weight for option in open_now.options], nature if asked[0] == NATURE else bots)
            state, _ = advance(program, state, asked[0], index)
            made += 1
    except RuleFault as fault:
        return [(str(fault), fault.sentence)], made


def say_examples(name: str, told: list[tuple[Verdict, tuple[str, ...]]]) -> None:
    """Print how the examples went: those that failed in full."""
    good = sum(verdict.ok for verdict, _ in told)
    click.echo(f"{name}: {good} of {len(told)} examples hold" if told else f"{name}: no examples")
    for verdict, failures in told:
        if not verdict.ok:
            click.echo(f"  failed: {verdict.name}")
            for failure in failures:
                click.echo(f"    {failure}")
        elif verdict.sampled:
            click.echo(f"  held in {verdict.runs} drawn runs, chance can fall out in too many ways to try all: {verdict.name}")


def say_games(games: Games) -> None:
    """Print how the random games of one kind went."""
    if not games.games:
        return
    variant = f"{games.variant}, " if games.variant else ""
    kind = f"{variant}{games.players} player{'s' * (games.players != 1)}"
    failed = f"{len(games.failures)} failures" if games.failures else "sound"
    click.echo(f"  {kind}: {games.games} random games, {games.decisions} decisions: {failed}")
    for failure in games.failures[:MOST_SAID]:
        click.echo(f"    {failure}")


def summary(report: Report) -> dict[str, object]:
    """One report, for `--json`."""
    return {
        "file": report.name,
        "ok": report.ok,
        "examples": [
            {"name": verdict.name, "ok": verdict.ok, "runs": verdict.runs, "sampled": verdict.sampled, "failures": list(failures)}
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
