"""Faults put into bundled rulesets, and what finds each.

`python -m tests.support.seeded_faults` tries them all, prints the table that stands in `docs/checking.md`, and fails where
nothing finds one. It takes some minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import yaml
from attrs import frozen

from rulerun.cli.terminal.deep import deep
from rulerun.dsl.compile import compile_examples, compile_ruleset, examine, survey
from rulerun.dsl.text.files import BUNDLED
from rulerun.dsl.text.source import Source
from rulerun.interpreter.match.examples import run_example
from rulerun.lab.deep.games import Player

FAULTS = Path(__file__).parents[1] / "rulesets" / "seeded_faults.yaml"
NOTHING = "**nothing**"
GAMES = 20
"""So many random games of each number of players hold the invariants, as in `rulerun test`."""
SECONDS = 5.0
"""For so long `validate --deep` plays a ruleset here."""


@frozen
class Fault:
    """One edit of a bundled ruleset: *old*, which stands there once, becomes *new*."""

    fault: str
    ruleset: str
    old: str
    new: str

    @property
    def source(self) -> Source:
        """The ruleset with the fault."""
        text = (BUNDLED / f"{self.ruleset}.yaml").read_text(encoding="utf-8")
        assert text.count(self.old) == 1, self.fault
        return Source(f"{self.ruleset}.yaml", text.replace(self.old, self.new))


def faults() -> list[Fault]:
    """All faults, in the order of the file."""
    return [Fault(**each) for each in yaml.safe_load(FAULTS.read_text(encoding="utf-8"))]


def found_by_validate(source: Source) -> bool:
    """Whether something is wrong with the text; nothing is with that of a bundled ruleset."""
    return bool(examine(source))


def found_by_examples(source: Source) -> bool:
    """Whether an example does not hold."""
    return any(not run_example(each).ok for each in compile_examples(source)[0])


def found_by_games(source: Source) -> bool:
    """Whether a random game fails or breaks an invariant."""
    for players in survey(source).players:
        program = compile_ruleset(source, "", players).program
        if program is None:
            return True
        player = Player(program)
        if any(player.random(0, number).troubles for number in range(GAMES)):
            return True
    return False


def found_by_deep(source: Source) -> bool:
    """Whether `validate --deep` has something to report."""
    return bool(deep(source, SECONDS, lambda said: None).found)


WAYS = {
    "`validate`": found_by_validate,
    "examples": found_by_examples,
    "random games": found_by_games,
    "`validate --deep`": found_by_deep,
}
"""What looks for faults, in the order in which an author would ask."""


def finders(fault: Fault, ways: tuple[str, ...] = tuple(WAYS)) -> Iterator[str]:
    """What finds the fault; what only reads need not be asked further where the text has errors."""
    for way in ways:
        if WAYS[way](fault.source):
            yield way


def table() -> Iterator[str]:
    """The lines of the table."""
    yield "| ruleset | fault | found by |"
    yield "|---|---|---|"
    for fault in faults():
        found = list(finders(fault, ("`validate`",))) or list(finders(fault, tuple(WAYS)[1:]))
        yield f"| `{fault.ruleset}` | {fault.fault} | {', '.join(found) or NOTHING} |"


def main() -> None:
    """Print the table; the exit code is 1 where nothing finds a fault."""
    missed = False
    for line in table():
        print(line, flush=True)
        missed = missed or NOTHING in line
    sys.exit(missed)


if __name__ == "__main__":
    main()
