"""The value of a dial that serves best, found by a race between values."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from attrs import field, frozen

from .. import __version__
from ..bots import seated, settled
from ..dsl.compile import compile_ruleset
from ..dsl.describe import Survey
from ..dsl.diagnostics.diagnostic import Severity
from ..dsl.settings import WrongSetting, check_parameters
from ..dsl.text.source import Source
from ..interpreter import PlayError
from ..program.ir import Program
from ..session.levels import can_play, is_hidden
from .ruleset import Ruleset, Value, written
from .run import seating, settle

if TYPE_CHECKING:
    import polars

    from ..lab.runs.tune import Raced
    from ..lab.runs.tuned import Field
    from ..lab.statistics.tuning import TuneFigures

MINUTES = 10.0
"""It takes at most so long unless told otherwise."""


@frozen(repr=False)
class Tuning:
    """What a race between the values of dials found. Made by `tune`. `summary` holds all figures as attributes."""

    summary: TuneFigures
    _entered: Field = field(eq=False)
    _raced: Raced = field(eq=False)

    @property
    def best(self) -> dict[str, str]:
        """The value of each dial that serves best, as the rules write it; empty where nothing could be judged."""
        return {} if self.summary.best is None else dict(self.summary.best.setting)

    @property
    def headline(self) -> str:
        """Which setting serves best, with its interval, and which are not shown to be worse."""
        from ..lab.report.tune_text import headline

        return headline(self.summary)

    @property
    def findings(self) -> tuple[str, ...]:
        """What calls for a look at the rules, then the results, in sentences; the same as `rulerun tune` prints."""
        from ..lab.report.tune_text import alarms, findings

        return (*alarms(self.summary), *(f"{each.subject}: {each.text}" for each in findings(self.summary)))

    @property
    def command(self) -> str:
        """The command line that plays exactly these games again."""
        return self.summary.run.command

    @property
    def figures(self) -> polars.DataFrame:
        """The settings, one to a row, in the order of the dials: a column for each dial, then `value` is how it serves the aim,
        `low` and `high` its 95 % interval, `behind` by how much that is worse than the best with `behind_low` and `behind_high`,
        `games` how many were played, `verdict` what they show, `why` the reason why it was left out.
        """
        import polars

        names = [name for name, _ in self.summary.run.dials]
        rows = []
        for one in self.summary.settings:
            ends = [
                (None, None, None) if each is None else (each.value, each.low, each.high) for each in (one.figure, one.behind)
            ]
            rows.append((*(value for _, value in one.setting), *ends[0], *ends[1], one.games, one.verdict, one.why))
        numbers = dict.fromkeys(("value", "low", "high", "behind", "behind_low", "behind_high"), float)
        schema = {**dict.fromkeys(names, str), **numbers, "games": int, "verdict": str, "why": str}
        return polars.DataFrame(rows, schema=schema, orient="row")

    @property
    def rows(self) -> polars.DataFrame:
        """The games, one to a row: a column for each dial, `game` is its number, with the same chance whatever the setting, then
        what the aim looks at: `won_…` for each seat, `choices`, `open` (up to which part of the game), or `gap` (how much better
        the stronger level stands, on average of a block of games with the same chance). Null where a bot failed.
        """
        from ..lab.runs.tuned import frame

        return frame(self._entered, self._raced)

    def __repr__(self) -> str:
        """What was tuned."""
        run = self.summary.run
        return f"<Tuning of {run.ruleset} for {run.aim.value}, {run.games:,} games of {len(self.summary.settings)} settings>"

    def __str__(self) -> str:
        """What was tuned, the headline, and the findings."""
        return "\n".join((repr(self), self.headline, *self.findings))


def tune(
    ruleset: Ruleset | str | os.PathLike[str],
    dials: Mapping[str, Iterable[Value]],
    aim: str,
    *,
    minutes: float | None = None,
    games: int | None = None,
    bots: str | Sequence[str] = "random",
    levels: Sequence[str] | None = None,
    seed: int = 0,
    workers: int | None = None,
    players: int | None = None,
    variant: str = "",
    parameters: Mapping[str, Value] | None = None,
) -> Tuning:
    """The values of these dials that serve best: *aim* is `fair-seats`, `short`, `close` or `skill`. *dials* has the values of
    each parameter that is turned; of several all combinations are tried.

    It ends when that is decided, after about so many *minutes* (10 unless told otherwise), or after so many *games* in all.
    *bots* play as for `simulate`; for the aim `skill` it is *levels*, the weakest first, that are to be far apart. *seed*,
    *workers* and the settings are as for `simulate`. Needs the extra `lab`.

    Raises as `simulate` does, and ValueError for another aim or one that this game cannot have, for dials without two values,
    and for other numbers. Settings that the ruleset does not allow, or whose games end in a fault, are left out, and told of.
    """
    begun = monotonic()
    base = settle(ruleset, players, variant, parameters)
    try:
        from ..lab.runs import observing, tuned
        from ..lab.runs import tune as races
        from ..lab.runs.sweep import combinations
        from ..lab.statistics.race import Aim
    except ImportError:
        raise ImportError("many games need more than the core of rulerun: pip install 'rulerun[lab]'") from None
    _check(minutes, games, seed)
    if aim not in (known := [each.value for each in Aim]):
        raise ValueError(f"`aim` is one of {', '.join(known)}, not {aim!r}")
    goal, turned = Aim(aim), tuple((name, tuple(written(value) for value in values)) for name, values in dials.items())
    if not turned or not all(len(values) > 1 for _, values in turned):
        raise ValueError("expected dials with several values each, such as {'stages': range(3, 8)}")
    for name, values in turned:
        if len(set(values)) < len(values):
            raise ValueError(f"the dial `{name}` has a value twice")
    if why := races.unfit(base.program, goal):
        raise ValueError(why)
    names = _levels(base.program, levels) if goal is Aim.SKILL else ()
    sitting = () if goal is Aim.SKILL else seating(base.program, bots)
    settings = combinations(turned)
    if len(settings) > observing.MOST:
        raise ValueError(f"these dials make {len(settings):,} settings; {observing.MOST} are the most that race each other")
    fixed = dict(base.program.parameters)
    made = [allowed(base.source, base.survey, base.program, {**fixed, **dict(one)}) for one in settings]
    runners = tuple(observing.Runner(one, sitting, names, goal, seed) for one in made if isinstance(one, Program))
    if not runners:
        raise ValueError(f"the ruleset allows none of these settings: {made[0]}")
    playing = tuple(one for one, program in zip(settings, made, strict=True) if isinstance(program, Program))
    refused = tuple((one, why) for one, why in zip(settings, made, strict=True) if isinstance(why, str))
    entered = tuned.Field(base.file, turned, playing, runners, refused)
    seconds = None if games is not None else 60 * (MINUTES if minutes is None else minutes)
    limit = races.Budget(games, seconds, monotonic() - begun)
    raced = races.raced(runners, workers or os.cpu_count() or 1, limit, lambda done, expected: None, lambda early: None)
    if raced.end == races.STOPPED and not raced.lost:
        raise KeyboardInterrupt
    if raced.lost:
        raise RuntimeError(raced.lost)
    faults = [each.fault for each in raced.settings if each.fault is not None]
    if len(faults) == len(raced.settings):
        raise faults[0]
    defaults = tuple((each.name, each.default) for each in base.survey.parameters)

    def said(fault: PlayError) -> str:
        name, line = base.source.place(fault.program.sentences[fault.sentence].span.line)
        return f"its games end in a fault: {name}:{line}: {fault.message}"

    return Tuning(tuned.figures(entered, raced, defaults, __version__, said), entered, raced)


def allowed(source: Source, overview: Survey, base: Program, setting: Mapping[str, str]) -> Program | str:
    """The ruleset with these parameters, settled as *base* is otherwise; why it does not allow them, where it does not."""
    try:
        check_parameters(overview, setting)
    except WrongSetting as fault:
        return str(fault)
    made = compile_ruleset(source, base.variant, len(base.players), setting)
    if made.program is not None:
        return made.program
    first = next(each for each in made.diagnostics if each.severity is Severity.ERROR)
    name, line = source.place(first.span.line)
    return f"{name}:{line}: {first.message}"


def _levels(program: Program, levels: Sequence[str] | None) -> tuple[str, ...]:
    """The levels that are told apart, the weakest first. Raises UnknownBot, and ValueError for fewer than two."""
    from ..lab.runs.study import HIDDEN, OPEN

    usual = [name for name in (HIDDEN if is_hidden(program) else OPEN) if can_play(name, program)]
    names = tuple(settled(name, program) for name in (usual if levels is None else levels))
    for name in names:
        seated(name, program)
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError("expected two levels or more, each once, the weakest first")
    return names


def _check(minutes: float | None, games: int | None, seed: int) -> None:
    """Raises ValueError for what is no number of games, no time and no seed."""
    if games is not None and (minutes is not None or not 1 <= games < 2**63):
        raise ValueError("give `games`, a whole number from 1 up, or `minutes`")
    if minutes is not None and not minutes > 0:
        raise ValueError(f"`minutes` is a number above 0, not {minutes}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to {2**64 - 1}, not {seed}")
