"""What must hold for every ruleset: both engines and all their forms agree, and say nothing that is not so."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rulerun.dsl.compile import examine
from rulerun.dsl.diagnostics.diagnostic import Severity
from rulerun.program.json import from_json, to_json

from .case import PLAYING, Case, Slow, Tally, compiled, place_of, undone, validated, within
from .failure import Failure
from .games import whole_games
from .imagined import imagined
from .machine import machine, wasm
from .scripted import scripted_bots
from .seats import records
from .steps import codes, explain, intervals, listening, lockstep, noting
from .undone import without_doing


def checked(text: str, seed: int, tally: Tally, only: str = "") -> list[Failure]:
    """The checks that fail for a ruleset, each with its first failure; none for a text with mistakes.

    With *only*, no check but that one is made, and of that one nothing is left out.
    """
    tally.rulesets += 1
    try:
        case = compiled(text, seed, tally, thorough=seed % 20 == 0 or only == "compile")
    except Failure as failure:
        return [failure]
    if case is None:
        return []
    tally.valid += 1
    case.thorough = bool(only)
    return _checked((case,), {name: check for name, check in CHECKS.items() if only in ("", name)}, tally)


def checked_as_validated(text: str, seed: int, tally: Tally) -> list[Failure]:
    """The same for a ruleset that `validate` passes, in each of its settings, without the checks of what nobody plays."""
    tally.rulesets += 1
    try:
        cases = validated(text, seed, tally)
    except Failure as failure:
        return [failure]
    tally.valid += bool(cases)
    return _checked(cases, {name: CHECKS[name] for name in PLAYED}, tally)


def _checked(cases: tuple[Case, ...], checks: dict[str, Callable[[Case], None]], tally: Tally) -> list[Failure]:
    try:
        with within(PLAYING):
            made = [_made(name, check, case) for case in cases for name, check in checks.items()]
    except Slow:
        tally.slow += 1
        return []
    return [failure for failure in made if failure is not None]


def _made(name: str, check: Callable[[Case], None], case: Case) -> Failure | None:
    """How a check fails; an error of the engines that nobody expected is a failure too."""
    try:
        check(case)
    except Failure as failure:
        return failure
    except Exception as error:
        return Failure(name, f"{type(error).__name__}: {error} ({place_of(error)})")
    return None


def round_trip(case: Case) -> None:
    """The Program is the same after it was written as JSON and read back."""
    if case.skips(5):
        return
    if from_json(to_json(case.program)) != case.program:
        raise Failure("json", "the Program is another one when read back")


def phases_undone(case: Case) -> None:
    """A ruleset has no more mistakes where nothing does some of its phases."""
    if case.skips(4):
        return
    fewer = without_doing(case.source.text, Random(case.seed))
    if fewer != case.source.text and not any(each.severity is Severity.ERROR for each in examine(case.source)):
        undone(fewer)


CHECKS: dict[str, Callable[[Case], None]] = {
    "json": round_trip,
    "machine": machine,
    "wasm": wasm,
    "listening": listening,
    "stepping": lockstep,
    "noting": noting,
    "playout": whole_games,
    "intervals": intervals,
    "codes": codes,
    "explain": explain,
    "records": records,
    "imagined": imagined,
    "scripted": scripted_bots,
    "undone": phases_undone,
}
"""All checks, by name. A failure may have a name of its own: `CHECK_OF` tells which check finds it."""

PLAYED = ("machine", "listening", "stepping", "playout")
"""The checks that play a ruleset in every engine."""

CHECK_OF = {
    "faults": "listening",
    "slots": "stepping",
    "cards": "listening",
    "knowledge": "listening",
    "secrecy": "listening",
    "rollout": "playout",
    "counting": "playout",
    "undo": "records",
}
