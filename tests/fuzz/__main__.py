"""Many generated rulesets, each held against all checks: `python -m tests.fuzz --minutes 10`."""

from __future__ import annotations

import gc
import resource
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import click
from attrs import Factory, define

from .case import Tally
from .checks import checked, checked_as_validated
from .failure import Failure
from .generate import generate
from .shrink import Found, shrunk

Check = Callable[[str, int, Tally], list[Failure]]

MEMORY = 4 * 2**30
"""How many bytes the process may have: a ruleset that asks for more is a failure, and does no harm to the machine."""


@define
class Run:
    """What a run has come to."""

    first: int
    tally: Tally = Factory(Tally)
    begun: float = Factory(monotonic)
    spent: float = 0.0
    """Seconds spent on making failures small."""
    met: Counter[tuple[str, str]] = Factory(Counter)
    distinct: dict[tuple[str, ...], tuple[Found, int]] = Factory(dict)
    """Failures by check, message and the sentences of the small ruleset, each with the number of rulesets before it."""


@click.command()
@click.option("--minutes", type=float, default=10.0, show_default=True, help="How long to go on.")
@click.option("--seed", type=int, default=0, show_default=True, help="The number of the first ruleset.")
@click.option("--decisions", type=int, help="Stop after so many decisions in lockstep.")
@click.option("--rulesets", type=int, help="Stop after so many rulesets.")
@click.option("--validated", type=int, help="Play rulesets that `validate` passes, in every setting; stop after so many of them.")
@click.option("--matches", default=2, show_default=True, help="How many matches of a ruleset are played in lockstep.")
@click.option("--machine", is_flag=True, help="Compile the code too, at both levels.")
@click.option("--first", "stop", is_flag=True, help="Stop at the first failure.")
@click.option("--shrinks", default=3, show_default=True, help="How many failures that look alike are made small.")
@click.option("--patience", default=20.0, show_default=True, help="Seconds for making one failure small.")
@click.option("--to", "folder", type=click.Path(path_type=Path), help="Where the small rulesets are written.")
def command(
    minutes: float,
    seed: int,
    decisions: int | None,
    rulesets: int | None,
    validated: int | None,
    matches: int,
    machine: bool,
    stop: bool,
    shrinks: int,
    patience: float,
    folder: Path | None,
) -> None:
    """Generate rulesets and check that both engines agree on them. Exit code 1 when a check fails."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    gc.disable()  # it would go through all that the engines keep, again and again
    run = Run(seed, Tally(matches, machine))
    number = seed
    while monotonic() - run.begun < 60 * minutes and not (stop and run.distinct):
        if (decisions is not None and run.tally.decisions >= decisions) or (rulesets is not None and number - seed >= rulesets):
            break
        if validated is not None and run.tally.valid >= validated:
            break
        check = checked if validated is None else checked_as_validated
        _one(run, number, check, shrinks, patience, folder)
        number += 1
        if number % 50 == 0:
            gc.collect()
        if number % 500 == 0:
            click.echo(f"{run.tally.rulesets} rulesets, {run.tally.valid} valid, {run.tally.decisions} decisions", err=True)
    _report(run)
    sys.exit(1 if run.met else 0)


def _one(run: Run, number: int, check: Check, shrinks: int, patience: float, folder: Path | None) -> None:
    ruleset = generate(number)
    valid = run.tally.valid
    for failure in check(str(ruleset), number, run.tally):
        run.met[failure.signature] += 1
        if run.met[failure.signature] <= shrinks:
            _keep(run, Found(failure, ruleset, number), patience, folder)
    if run.tally.valid > valid:
        run.tally.kinds.update(set(ruleset.count()))


def _keep(run: Run, found: Found, patience: float, folder: Path | None) -> None:
    begun = monotonic()
    small = shrunk(found, patience)
    run.spent += monotonic() - begun
    kinds = sorted({line.kind for line in small.ruleset.lines})
    key = (*small.failure.signature, *kinds)
    if key in run.distinct:
        return
    run.distinct[key] = small, found.seed - run.first + 1
    name = f"{small.failure.check}_{len(run.distinct)}.yaml"
    click.echo(f"\n{name}, ruleset {found.seed - run.first + 1}:\n{small.text}")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(small.text, encoding="utf-8")


def _report(run: Run) -> None:
    tally, seconds = run.tally, monotonic() - run.begun - run.spent
    click.echo("\nkinds of sentences and expressions, and in how many valid rulesets they stand")
    for kind, count in sorted(tally.kinds.items(), key=lambda pair: (-pair[1], pair[0])):
        click.echo(f"{count:8}  {kind}")
    click.echo("\nfaults of the rules")
    for message, count in tally.messages.most_common(25):
        click.echo(f"{count:8}  {message}")
    click.echo("\nfailures")
    for (check, message), count in run.met.most_common():
        click.echo(f"{count:8}  {check}: {message}")
    share = 100 * tally.valid / max(1, tally.rulesets)
    faults = 100 * tally.faults / max(1, tally.matches)
    click.echo(
        f"\n{tally.rulesets} rulesets ({tally.rulesets / max(seconds, 0.01):.1f} a second), {share:.0f} % valid; "
        f"{tally.matches} matches, {faults:.0f} % with a fault of the rules; {tally.decisions} decisions in lockstep; "
        f"{tally.slow} too slow; {len(run.distinct)} distinct failures; "
        f"{seconds:.0f} s, and {run.spent:.0f} s to make failures small"
    )


if __name__ == "__main__":
    command()
