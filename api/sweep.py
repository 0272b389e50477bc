"""A game with every combination of some settings."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from .ruleset import Ruleset, Value, load
from .run import NEEDS, Run, check_numbers, simulate, stopping_rule

if TYPE_CHECKING:
    import polars

    from ..lab.statistics import estimates

PLAYERS = "players"


@frozen(repr=False)
class Grid:
    """Runs of a game with different settings. Made by `sweep`.

    `runs` has a `Run` for each combination, the last dial varying fastest, and `settings` its values; `summary` holds all figures
    as attributes.
    """

    summary: estimates.Grid
    settings: tuple[Mapping[str, str], ...]
    runs: tuple[Run, ...]

    @property
    def headline(self) -> str:
        """In which settings a seat is better, and what the settings change most."""
        from ..lab.report.headline import of_sweep

        return of_sweep(self.summary).headline

    @property
    def findings(self) -> tuple[str, ...]:
        """The results in sentences; the same as `rulerun sweep` prints first."""
        from ..lab.report.sweep_text import verdict

        return tuple(f"{each.subject}: {each.text}" for each in verdict(self.summary))

    @property
    def command(self) -> str:
        """The command line that plays exactly these games again."""
        return self.summary.command

    @property
    def figures(self) -> polars.DataFrame:
        """The figures of all runs, one to a row: first the settings, then as in the `figures` of a `Run`."""
        return _together([(setting, run.figures) for setting, run in zip(self.settings, self.runs, strict=True)])

    @property
    def rows(self) -> polars.DataFrame:
        """The games of all runs, one to a row: first the settings, then as in the `rows` of a `Run`; what a run lacks is null."""
        return _together([(setting, run.rows) for setting, run in zip(self.settings, self.runs, strict=True)])

    def __repr__(self) -> str:
        """What was played."""
        return f"<Grid of {len(self.runs):,} settings of {self.summary.ruleset}>"

    def __str__(self) -> str:
        """What was played, the headline, and the findings."""
        return "\n".join((repr(self), self.headline, *self.findings))


def sweep(
    ruleset: str | os.PathLike[str],
    *,
    parameters: Mapping[str, Value | Sequence[Value]] | None = None,
    players: int | Sequence[int] | None = None,
    variant: str = "",
    games: int | None = None,
    until: float | None = None,
    seed: int = 0,
    bots: str | Sequence[str] = "random",
    workers: int | None = None,
) -> Grid:
    """One run for each combination of settings: of several *players*, and of each of the *parameters* that has several values.

    The ruleset is named, for it is loaded with each setting. *games*, *until*, *seed*, *bots* and *workers* are as for
    `simulate`, for each run. Needs the extra `lab`. Raises as `simulate` does, ValueError too for a dial without values or with
    one twice.
    """
    if isinstance(ruleset, Ruleset):
        raise TypeError("a loaded ruleset is settled: give its name")
    check_numbers(games, until, seed)
    dials = {} if players is None else {PLAYERS: _values(PLAYERS, players)}
    dials.update({name: _values(name, found) for name, found in (parameters or {}).items()})
    try:
        from itertools import product

        from ..lab.runs.commands import command_of_sweep
        from ..lab.statistics.estimates import Grid as Figures
        from ..lab.statistics.estimates import GridCell
    except ImportError:
        raise ImportError(NEEDS) from None
    chosen = [dict(zip(dials, values, strict=True)) for values in product(*dials.values())]
    loaded = [_loaded(ruleset, variant, setting) for setting in chosen]
    runs = tuple(simulate(each, games=games, until=until, seed=seed, bots=bots, workers=workers) for each in loaded)
    written = [_written(each, setting) for each, setting in zip(loaded, chosen, strict=True)]
    turned = [name for name, values in dials.items() if len(values) > 1]
    settings = tuple({name: each[name] for name in turned} for each in written)
    told = [(name, tuple(dict.fromkeys(each[name] for each in written))) for name in dials]
    first = loaded[0]
    stopping = stopping_rule(games, until).words
    command = command_of_sweep(first.file, first.program, told, runs[0].summary.run.bots, stopping, seed)
    cells = tuple(GridCell(tuple(setting.items()), run.summary) for setting, run in zip(settings, runs, strict=True))
    shown = tuple(dial for dial in told if dial[0] in turned)
    title = first.program.title.say("")
    summary = Figures(first.program.ruleset, title, shown, cells, True, command)
    return Grid(summary, settings, runs)


def _values(name: str, found: Value | Sequence[Value]) -> tuple[Value, ...]:
    """The values of a dial. Raises ValueError."""
    values = (found,) if isinstance(found, (str, int)) else tuple(found)
    if not values or len(set(values)) < len(values):
        raise ValueError(f"`{name}` needs values, each once")
    return values


def _loaded(ruleset: str | os.PathLike[str], variant: str, setting: Mapping[str, Value]) -> Ruleset:
    number = setting.get(PLAYERS)
    if number is not None and not isinstance(number, int):
        raise TypeError(f"`players` are numbers, not {number!r}")
    return load(
        ruleset,
        players=number,
        variant=variant,
        parameters={name: value for name, value in setting.items() if name != PLAYERS},
    )


def _written(ruleset: Ruleset, setting: Mapping[str, Value]) -> dict[str, str]:
    """The values of a setting as the rules write them."""
    parameters = dict(ruleset.program.parameters)
    return {name: str(len(ruleset.program.players)) if name == PLAYERS else parameters[name] for name in setting}


def _together(parts: Sequence[tuple[Mapping[str, str], polars.DataFrame]]) -> polars.DataFrame:
    """The rows of all frames, each with its setting in front, as numbers where it is one; a name that is taken gets `set_`."""
    import polars

    frames = []
    for setting, frame in parts:
        dials = {name if name not in frame.columns else f"set_{name}": value for name, value in setting.items()}
        numbers = {name: int(value) if value.lstrip("-").isdigit() else value for name, value in dials.items()}
        frames.append(frame.select(*(polars.lit(value).alias(name) for name, value in numbers.items()), polars.all()))
    return polars.concat(frames, how="diagonal_relaxed")
