"""The fuzzer itself: what it makes means something, what it looks for it finds, and what it finds it makes small.

`python -m tests.fuzz --minutes 10` is the long run.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from rulerun.dsl.compile import examine
from rulerun.dsl.diagnostics.diagnostic import Severity
from rulerun.dsl.text.source import Source
from rulerun.interpreter.core.policy import Policy
from rulerun.program.ir import Program
from rulerun.simulation import engine
from rulerun.simulation.emit.module import Emitted, Form, emit
from rulerun.simulation.emit.packing import Representation

from .case import Tally, compiled
from .checks import checked, checked_as_validated
from .failure import Failure
from .generate import generate
from .scripted import scripted_bots, with_strategy
from .shrink import Found, shrunk
from .tree import Entry, Line, Ruleset, plain, smaller
from .undone import without_doing

SOUND = (
    50,
    60,
    4,
    3,
    15,
    396,
    8,
    1,
    10,
    53,
    56,
    13,
    14,
    2,
    5,
    18,
    19,
    24,
    21,
    22,
    23,
    12,
    64,
    9,
    28,
    32,
    33,
    6,
    11,
    65,
    38,
    39,
    67,
    41,
    26,
    25,
    55,
    46,
    16,
)
"""Rulesets on which every check holds. New ones are welcome: each is a ruleset that nobody would have written."""


@pytest.mark.parametrize("seed", [*SOUND[:8], *(pytest.param(seed, marks=pytest.mark.every) for seed in SOUND[8:])])
def test_a_generated_ruleset_is_played_alike_in_all_forms(seed: int) -> None:
    tally = Tally()
    assert checked(str(generate(seed)), seed, tally) == []
    assert tally.valid == 1


@pytest.mark.parametrize("seed", range(60, 72))
def test_a_generated_ruleset_that_is_validated_is_played_in_every_setting(seed: int) -> None:
    assert checked_as_validated(str(generate(seed)), seed, Tally()) == []


def test_some_rulesets_leave_phases_undone_and_print_on_what_is_printed() -> None:
    found = [generate(seed) for seed in range(240)]
    assert sum("  less:" in str(each) for each in found) > 10
    assert sum("what is printed on what is printed" in each.count() for each in found) > 5


def test_sentences_that_do_phases_are_taken_out_where_something_else_stands_in_their_list() -> None:
    text = "phases:\n  one:\n    - x = 1\n  game:\n    - do one\n    - if x = 2:\n        - x = 3\n"
    assert {without_doing(text, Random(seed)) for seed in range(9)} == {text, text.replace("    - do one\n", "")}
    alone = text.replace("    - x = 1\n  game", "    - x = 1\n  two:\n    - do one\n    - do one\n  game")
    assert {without_doing(alone, Random(seed)) for seed in range(9)} == {alone}


@pytest.mark.slow
def test_scripted_bots_play_generated_rulesets_by_generated_strategies() -> None:
    tried = (compiled(str(generate(seed)), seed, Tally(), thorough=False) for seed in range(4, 34, 4))
    cases = [case for case in tried if case is not None]
    for case in cases:
        scripted_bots(case)
    assert sum(with_strategy(case) is not None for case in cases) > 3


def test_the_same_number_gives_the_same_ruleset() -> None:
    assert generate(7) == generate(7)
    assert generate(7) != generate(8)


@pytest.mark.slow
def test_most_rulesets_are_valid() -> None:
    found = [compiled(str(generate(seed)), seed, Tally(), thorough=False) for seed in range(100, 140)]
    assert sum(case is not None for case in found) >= 32


def counting(line: str, *around: str) -> Ruleset:
    """A ruleset in which a player counts, with this line at the end and those before it."""
    lines = tuple(Line("line", plain(each)) for each in (*around, "Anne chooses x from 1..3", line))
    entries = (
        Entry((), plain("ruleset"), plain("planted")),
        Entry((), plain("players"), plain("2")),
        Entry(("variables", "idle"), plain("holds"), plain("0..9")),
        Entry(("variables", "sum"), plain("holds"), plain("0..99")),
        Entry(("outcome",), plain("winners"), plain("players")),
        Entry(("phases",), plain("game"), lines),
    )
    return Ruleset(entries)


def planted(monkeypatch: pytest.MonkeyPatch, good: str, bad: str) -> None:
    """Makes every emitted module say something else in one place."""

    def wrong(program: Program, form: Form, held: Representation, policy: Policy, every: bool) -> Emitted:
        found = emit(program, form, held, policy, every)
        return evolve(found, text=found.text.replace(good, bad))

    monkeypatch.setattr(engine, "emit", wrong)


def test_code_that_calculates_wrongly_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = counting("sum = 40 + x * 2", "idle += 1", "Ben chooses y from players", "idle = 3")
    assert checked(str(ruleset), 6, Tally()) == []
    planted(monkeypatch, "40 + ", "41 + ")
    found = {failure.check: failure for failure in checked(str(ruleset), 6, Tally())}
    assert set(found) == {"stepping", "noting", "playout"}
    small = shrunk(Found(found["stepping"], ruleset, 6), 20)
    assert [str(line.phrase) for line in small.ruleset.lines] == ["Anne chooses x from 1..3", "sum = 40 + x * 2"]
    assert "idle" not in str(small.ruleset)
    assert small.text.startswith("# stepping: another vector: a value")


def test_code_that_overlooks_a_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = counting("sum = 98 + x")
    seeds = range(12)
    assert all(checked(str(ruleset), seed, Tally()) == [] for seed in seeds)
    planted(monkeypatch, "raise Fault", "Fault")
    found = [failure for seed in seeds for failure in checked(str(ruleset), seed, Tally())]
    assert any("no fault, where the interpreter says" in failure.message for failure in found)


NOWHERE = """\
ruleset: nowhere
players: 2
decks:
  notes:
    cards: [worth: 1]
zones:
  stock: {of: notes, kind: pile}
  table: {of: notes}
boards:
  line: {kind: grid, columns: 1, rows: 1}
variables:
  spot: {per: space of line, holds: card of notes}
scores:
  points: {per: player}
phases:
  game:
    - random spot[at(line, 0, points[Ben])] from TAKEN
outcome:
  winners: players
"""
"""Rules that store what is picked in an element that is not there."""


@pytest.mark.parametrize("taken", ["table", "stock"])
def test_whether_there_is_a_place_is_looked_at_before_what_is_picked(taken: str) -> None:
    tally = Tally()
    assert checked(NOWHERE.replace("TAKEN", taken), 865, tally) == []
    assert (tally.valid, tally.faults) == (1, tally.each)


def test_a_text_with_mistakes_is_no_failure() -> None:
    tally = Tally()
    assert checked("ruleset: wrong\n", 0, tally) == []
    assert checked("- [", 0, tally) == []
    assert (tally.rulesets, tally.valid) == (2, 0)


def test_smaller_rulesets_are_smaller() -> None:
    ruleset = generate(3)
    found = list(smaller(ruleset))
    assert len({str(each) for each in found}) > 50
    assert max(len(str(each)) for each in found) < len(str(ruleset)) + 20


def test_failures_that_look_alike_have_one_signature() -> None:
    one, other = Failure("codes", "the code 3 means (1, 0, (2,))"), Failure("codes", "the code 12 means (4, 1, (7,))")
    assert one.signature == other.signature != Failure("codes", "equal codes").signature


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "kept").glob("*.yaml")), ids=lambda path: path.stem)
def test_a_ruleset_that_was_kept_is_examined_without_a_fault(path: Path) -> None:
    source = Source(path.name, path.read_text(encoding="utf-8"))
    found = [each for each in examine(source) if each.severity is Severity.ERROR]
    assert found == []
