"""The figures of a race between settings, from what was noted of its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, frozen

from ...interpreter import PlayError
from ...program.ir import Program
from ..statistics.estimates import Estimate
from ..statistics.race import MISSING, Aim, behind, figure, leader, small
from ..statistics.tuning import Setting, SettingFigures, TuneDescription, TuneFigures
from ..statistics.wilson import share
from .commands import RANDOM, command_of_dials
from .observing import CUT, TIE, Runner
from .tune import Raced

if TYPE_CHECKING:
    import polars


@frozen
class Field:
    """The settings of a race as they were asked for: the file as named, the dials, each setting that plays with its runner, and
    why others do not (in the order of the dials, as those are).
    """

    file: str
    dials: tuple[tuple[str, tuple[str, ...]], ...]
    settings: tuple[Setting, ...]
    runners: tuple[Runner, ...]
    refused: tuple[tuple[Setting, str], ...]


def figures(
    entered: Field, raced: Raced, usual: Sequence[tuple[str, str]], version: str, said: Callable[[PlayError], str]
) -> TuneFigures:
    """What a race shows; *usual* are the parameters with their default values, *said* tells of a fault with its place."""
    judged = [at for at in raced.running if (raced.judged(at) != MISSING).any()]
    best = judged[leader(raced.stick, [raced.judged(at) for at in judged])] if judged else None
    found = {setting: _one(entered, raced, at, best, said) for at, setting in enumerate(entered.settings)}
    none = share(0, 0)
    found |= {
        setting: SettingFigures(setting, 0, None, None, (), "out", why, none, none, 0, "") for setting, why in entered.refused
    }
    order = [each for each in _combinations(entered) if each in found]
    little = small(raced.stick, raced.judged(best)) if best is not None else 0.0
    return TuneFigures(_described(entered, raced, usual, version), tuple(found[each] for each in order), little)


def frame(entered: Field, raced: Raced) -> polars.DataFrame:
    """The games, one to a row: the value of each dial, the number of the game, and what the aim looks at (null where a bot
    failed).
    """
    import polars

    from .rows import plain

    program, aim = entered.runners[0].program, raced.stick.aim
    columns = {Aim.SHORT: ["choices"], Aim.CLOSE: ["open"], Aim.SKILL: ["gap"]}.get(aim)
    columns = columns or [f"won_{plain(program.seats[seat].name)}" for seat in program.players]
    # every game counts as it is here, however long
    stick = evolve(raced.stick, longest=2**62)
    parts = []
    for setting, one in zip(entered.settings, raced.settings, strict=True):
        shown = stick.read(one.marks) * (-1.0 if aim in (Aim.CLOSE, Aim.SKILL) else 1.0) + 0.0
        gone = polars.Series(one.marks == MISSING)
        dials = {name: polars.Series([value] * len(one.marks), dtype=polars.String) for name, value in setting}
        figures = {name: polars.Series(shown[:, at]).set(gone, None) for at, name in enumerate(columns)}
        parts.append(polars.DataFrame({**dials, "game": np.arange(len(one.marks)), **figures}))
    return polars.concat(parts)


def _one(entered: Field, raced: Raced, at: int, best: int | None, said: Callable[[PlayError], str]) -> SettingFigures:
    one, runner = raced.settings[at], entered.runners[at]
    marks = raced.judged(at)
    known = marks[marks != MISSING]
    there = one.flags[one.marks != MISSING]
    out = (
        one.why
        or ("" if one.fault is None else said(one.fault))
        or ("" if len(known) else "too few of its games were over to judge it")
    )
    estimate: Estimate | None = None
    gap: Estimate | None = None
    wins: tuple[float, ...] = ()
    if not out:
        estimate = figure(raced.stick, marks)
        other = best if one.beaten is None else one.beaten
        gap = behind(raced.stick, marks, raced.judged(other)) if other is not None and at != other else None
        if raced.stick.aim is Aim.FAIR:
            wins = tuple(float(each) for each in raced.stick.read(known).mean(axis=0))
    verdict = "out" if out else "best" if at == best else "open" if one.beaten is None else "worse"
    return SettingFigures(
        entered.settings[at],
        len(one.marks) * runner.games,
        estimate,
        gap,
        wins,
        verdict,
        out,
        share(int(np.count_nonzero(there & TIE)), len(there)),
        share(int(np.count_nonzero(there & CUT)), len(there)),
        one.failed,
        one.failure,
    )


def _combinations(entered: Field) -> list[Setting]:
    from .sweep import combinations

    return list(combinations(entered.dials))


def _described(entered: Field, raced: Raced, usual: Sequence[tuple[str, str]], version: str) -> TuneDescription:
    runner = entered.runners[0]
    program: Program = runner.program
    names = [name for name, _ in entered.dials]
    # what has no end within a budget would hold up whoever plays the same again
    stuck = {entered.settings[at] for at, each in enumerate(raced.settings) if each.why and not len(each.marks)}
    dials = [(name, [value for value in values if not _all_stuck(entered, stuck, name, value)]) for name, values in entered.dials]
    options = ["--for", runner.aim.value]
    if runner.aim is Aim.SKILL:
        options += ["--levels", ",".join(runner.levels)]
    elif set(runner.bots) - {RANDOM}:
        options += ["--bots", runner.bots[0] if len(set(runner.bots)) == 1 else ",".join(runner.bots)]
    return TuneDescription(
        ruleset=program.ruleset,
        title=program.title.say(""),
        variant=program.variant,
        players=len(program.players),
        seats=tuple(program.seats[seat].name for seat in program.players),
        altered=tuple(pair for pair in program.parameters if pair not in usual and pair[0] not in names),
        dials=entered.dials,
        aim=runner.aim,
        bots=runner.bots,
        levels=runner.levels,
        seed=runner.seed,
        games=raced.games,
        block=runner.games,
        end=raced.end,
        version=version,
        digest=program.digest,
        command=command_of_dials("tune", entered.file, program, dials, options, runner.seed, max(1, raced.games)),
    )


def _all_stuck(entered: Field, stuck: set[Setting], name: str, value: str) -> bool:
    mine = [each for each in entered.settings if (name, value) in each]
    return bool(mine) and all(each in stuck for each in mine)
