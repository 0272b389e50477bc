"""Faults planted in the engine, and a generated ruleset on which each of them is seen.

Each seed is the first with which the fault is found. When the generator changes, a seed gives another ruleset, on which the
fault may not show: `python -m tests.fuzz.test_planted` looks for new seeds where it does not, and writes them down here. Where
a fault shows on very few rulesets, `kept/` has the one that a seed gave when it was found.
"""

from __future__ import annotations

import inspect
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

from rulerun.dsl.statements import decisions, phase_calls
from rulerun.interpreter import outcome
from rulerun.program import layout, ranges, verify
from rulerun.simulation.emit import options, playout, statements

from .case import Tally
from .checks import CHECK_OF, checked
from .generate import generate


@frozen
class Edit:
    """What a function says in one place, and what it says when the fault is planted."""

    function: Callable[..., object]
    good: str
    bad: str


@frozen
class Plant:
    """A fault, the seed of a ruleset on which it is seen, the check that fails, and a part of its message."""

    fault: str
    edits: tuple[Edit, ...]
    seed: int
    check: str
    message: str


UNVERIFIED = Edit(verify.verify, "_codes, ", "")
"""The codes are not verified, so that only play shows what is wrong with them."""

SKIPPED = "at and isinstance(op, ir.Clear) and isinstance(ops[at - 1], ir.ForEach) or "
"""No line is written for a Clear behind a loop over elements."""

AS_MANY_AS_VALUES = "(held := em.known.elements({0})).high - held.low + 1"
"""How many values the elements of a set can have, which are fewer than the elements of a list with equal ones."""

PLANTS = (
    # Both engines play such a Program alike, so it is the compiler's own verification that the fuzzer sees fail.
    Plant(
        "an option of a menu leaves its names behind",
        (Edit(decisions._alternative, ", *to.cleared(top))", ")"),),
        1,
        "compile",
        "is not cleared at the end",
    ),
    Plant(
        "emitted code leaves behind the name of a loop over elements",
        (Edit(statements.block, "statement(em, op, targets, stop)", f"{SKIPPED}statement(em, op, targets, stop)"),),
        4,
        "stepping",
        "another vector: a name of a phase",
    ),
    Plant(
        "the options of a sentence have codes for its first size only",
        (Edit(layout._coded, "(min(low, least), max(high, most))", "(low, high)"), UNVERIFIED),
        283,
        "codes",
        "is not below",
    ),
    Plant(
        "the codes of every alternative begin at 0",
        (Edit(layout._coded, "span.first = free", "span.first = 0"), UNVERIFIED),
        2,
        "codes",
        "the code 0 means",
    ),
    Plant(
        "the last decision inside `together` ends the match before the others are brought to their first stop",
        (Edit(playout._decided, "limit), stop)", 'em.jump_target("return clock")), stop)'),),
        102,
        "counting",
        "other counters than counted by hand",
    ),
    Plant(
        "a match that ends with the last decision it may have counts as cut short",
        (Edit(outcome, "s[longest.clock] > ", "s[longest.clock] >= "),),
        1521,
        "counting",
        "another winner",
    ),
    Plant(
        "emitted code takes the value of `points[Anne]` for known, although `points[p]` is changed behind it",
        (
            Edit(statements._given, "em.program.locals <= index < em.program.slots", "index < em.program.slots"),
            Edit(
                ranges.stored,
                "if slot in reached(write.target)",
                "if (write.target == ir.Slot(slot) if slot < found.program.locals else slot in reached(write.target))",
            ),
        ),
        868,
        "stepping",
        "no fault, where the interpreter says",
    ),
    Plant(
        "the buffer of options has room for as many as there are values",
        (Edit(options.different, "em.known.most(source)", AS_MANY_AS_VALUES.format("source")),),
        2,
        "playout",
        "an index beyond a buffer",
    ),
    Plant(
        "the buffer of what is picked has room for as many as there are values",
        (Edit(playout.largest, "different(em, op.source)", AS_MANY_AS_VALUES.format("op.source")),),
        408,
        "stepping",
        "the options do not fit into their buffer",
    ),
    Plant(
        "a phase that waits stands once, however often it is done",
        (Edit(phase_calls._do, "len(to.done) + 1 if waits else 0", "0"),),
        84,
        "compile",
        "put off where play may come again",
    ),
)


def planted(monkeypatch: pytest.MonkeyPatch, edit: Edit) -> None:
    """Makes a function of the engine say something else in one place. Its code is replaced, for others have imported it."""
    function, source = edit.function, inspect.getsource(edit.function)
    assert source.count(edit.good) == 1
    made = dict(vars(sys.modules[function.__module__]))
    exec("from __future__ import annotations\n" + source.replace(edit.good, edit.bad), made)
    monkeypatch.setattr(function, "__code__", made[function.__name__].__code__)


def ruleset_of(seed: int) -> str:
    """The ruleset of a seed: the one that is kept, or else what the generator makes of it."""
    kept = Path(__file__).parent / "kept" / f"{seed}.yaml"
    return kept.read_text(encoding="utf-8") if kept.exists() else str(generate(seed))


def shows(plant: Plant, seed: int, only: str = "") -> bool:
    """Whether the fault is found on the ruleset of that seed, on which it alone is found; with *only*, by that check."""
    text = ruleset_of(seed)
    with pytest.MonkeyPatch.context() as patch:
        for edit in plant.edits:
            planted(patch, edit)
        found = [(failure.check, failure.message) for failure in checked(text, seed, Tally(), only)]
    if not any(check == plant.check and plant.message in message for check, message in found):
        return False
    return checked(text, seed, Tally(), only) == []


@pytest.mark.every
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.fault)
def test_a_planted_fault_is_found(plant: Plant) -> None:
    assert shows(plant, plant.seed)


def renew() -> None:
    """Finds a new seed for each fault that is no longer found with its own, and writes it into this file."""
    for plant in PLANTS:
        if shows(plant, plant.seed):
            continue
        only = CHECK_OF.get(plant.check, plant.check)  # one check takes less time, and tells where all are worth making
        seed = next(seed for seed in itertools.count() if shows(plant, seed, only) and shows(plant, seed))
        before, name, behind = Path(__file__).read_text(encoding="utf-8").partition(f'"{plant.fault}"')
        Path(__file__).write_text(before + name + behind.replace(f" {plant.seed},\n", f" {seed},\n", 1), encoding="utf-8")
        print(f"{plant.fault}: {plant.seed} -> {seed}", flush=True)


if __name__ == "__main__":
    renew()
