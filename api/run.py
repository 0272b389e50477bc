"""Many games played, and their figures as a table."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import field, frozen

from .. import __version__
from ..bots import seated, settled
from .frames import Kept
from .ruleset import Ruleset, Value, load

if TYPE_CHECKING:
    import polars

    from ..lab.runs.chunks import StoppingRule
    from ..lab.statistics.estimates import Summary
    from ..program.ir import Program


MANY = 10_000
"""So many games are played unless told otherwise."""

MINUTES = 5.0
"""Games between levels of bots take so long unless told otherwise."""

NEEDS = "many games need more than the core of rulerun: pip install 'rulerun[lab]'"
"""What is said where the extra is missing."""


@frozen(repr=False)
class Run:
    """Games that were played, and what they show. Made by `simulate`.

    `summary` holds every figure with its 95 % interval, as attributes; `figures` is the flat table of them.
    """

    summary: Summary
    _kept: Kept = field(eq=False)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.summary.run.games

    @property
    def seed(self) -> int:
        """The seed of all games: game *n* of a seed is always the same game."""
        return self.summary.run.seed

    @property
    def command(self) -> str:
        """The command line that plays exactly these games again."""
        return self.summary.run.command

    @property
    def headline(self) -> str:
        """Whether the seats are level, and how long a game takes; the same as `rulerun simulate` prints first."""
        from ..lab.report.headline import of_run

        return of_run(self.summary).headline

    @property
    def findings(self) -> tuple[str, ...]:
        """What the figures come to, a sentence or two for each subject; the same as `rulerun simulate` prints next."""
        from ..lab.report.conclusions import findings

        return tuple(f"{each.subject}: {each.text}" for each in findings(self.summary))

    @property
    def figures(self) -> polars.DataFrame:
        """The figures, one to a row: `group` and `figure` name it, `value` is it, `low` and `high` are its 95 % interval.

        Shares (`share` is true) are parts of 1. An end of an interval is infinite where the games say nothing of it.
        """
        import polars

        from ..lab.statistics.figure_rows import figure_rows

        return polars.DataFrame(
            figure_rows(self.summary),
            schema={"group": str, "figure": str, "share": bool, "value": float, "low": float, "high": float},
            orient="row",
        )

    @property
    def rows(self) -> polars.DataFrame:
        """The games, one to a row, the first 100,000 of more; the columns are those of `rulerun simulate --out`."""
        return self._kept.frame()

    def __repr__(self) -> str:
        """What was played."""
        return f"<Run of {self.games:,} games of {self.summary.run.ruleset}, seed {self.seed}>"

    def __str__(self) -> str:
        """What was played, and the findings."""
        return "\n".join((repr(self), *self.findings))

    def _repr_html_(self) -> str:
        """The findings, and a table of all figures with their 95 % intervals, for a notebook."""
        from ..drawing.markup import element
        from ..drawing.page import fragment
        from ..drawing.rows import rows_html
        from ..lab.report.number_format import between, number, percent, percents
        from ..lab.statistics.estimates import Estimate
        from ..lab.statistics.figure_rows import figure_rows

        rows = []
        for group, name, share, *found in figure_rows(self.summary):
            estimate = Estimate(*found)
            texts = (percent(estimate), percents(estimate)) if share else (number(estimate), between(estimate))
            rows.append((f"{group}: {name}", *texts))
        told = element("ul", *(element("li", each) for each in self.findings))
        table = rows_html(("", f"{self.games:,} games", "95 % interval"), rows)
        return fragment(element("div", element("p", element("b", self.summary.run.ruleset)), told, table, class_="table"))


def simulate(
    ruleset: Ruleset | str | os.PathLike[str],
    *,
    games: int | None = None,
    until: float | None = None,
    seed: int = 0,
    bots: str | Sequence[str] = "random",
    workers: int | None = None,
    players: int | None = None,
    variant: str = "",
    parameters: Mapping[str, Value] | None = None,
) -> Run:
    """Many games of a ruleset: one that is loaded, or one to load with the settings given here.

    *games* are played (10,000 unless told otherwise), or as many as it takes until every seat's part of wins is known *until*
    so closely (the width of its interval as a part of 1, above 0 and below 1). *bots* is one name for all seats that decide,
    or one for each. *workers* play at once, as many as the machine has processors unless told otherwise; what comes out does
    not depend on them. Needs the extra `lab`; with the extra `fast`, compiled code plays the games.

    Raises RulesetError as `load` does, PlayError when the rules fail in a game, LookupError for an unknown bot, ValueError
    for other numbers, TypeError for settings given with a ruleset that is loaded, and ImportError without the extra.
    """
    settled = settle(ruleset, players, variant, parameters)
    check_numbers(games, until, seed)
    program = settled.program
    sitting = seating(program, bots)
    try:
        from ..lab.runs.describe import described, place_in
        from ..lab.runs.executors import local_executors
        from ..lab.runs.run import run
        from ..lab.runs.totals import rules
        from ..lab.statistics.summary import summary
    except ImportError:
        raise ImportError(NEEDS) from None
    sides = (rules(program, sitting),)
    stopping, kept = stopping_rule(games, until), Kept(program, sides[0].engine.columns)
    with local_executors(sides, seed, True, workers or os.cpu_count() or 1) as executors:
        outcome = run(sides, executors, stopping, (kept.keep,), lambda done, expected: None)
    if not outcome.finished and not outcome.why:
        raise KeyboardInterrupt
    if not outcome.finished:
        raise RuntimeError(outcome.why)
    what = described(settled.file, program, usual(settled), seed, sides[0].bots, outcome, 0, __version__)
    found = summary(program, sides[0].engine.columns, outcome.sums.tallies[0], what, place_in(settled.source.place))
    return Run(found, kept)


def settle(
    ruleset: Ruleset | str | os.PathLike[str], players: int | None, variant: str, parameters: Mapping[str, Value] | None
) -> Ruleset:
    """The ruleset, loaded with these settings if it is not yet. Raises as `load` does, and TypeError for settings given with a
    ruleset that is loaded.
    """
    if not isinstance(ruleset, Ruleset):
        return load(ruleset, players=players, variant=variant, parameters=parameters)
    if players is not None or variant or parameters:
        raise TypeError("a loaded ruleset is settled: give players, variant and parameters to `load`")
    return ruleset


def usual(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """The parameters with their default values."""
    return tuple((each.name, each.default) for each in ruleset.survey.parameters)


def named(side: Ruleset) -> str:
    """The ruleset as the command line names it."""
    return f"{side.file}:{side.variant}" if side.variant else side.file


def check_numbers(games: int | None, until: float | None, seed: int) -> None:
    """Raises ValueError for what is no number of games, no width and no seed."""
    if not 0 <= seed < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to {2**64 - 1}, not {seed}")
    if games is not None and until is not None:
        raise ValueError("`games` is for a fixed number, `until` for as many as it takes: give one of them")
    if until is not None and not 0 < until < 1:
        raise ValueError(f"`until` is a width above 0 and below 1, not {until}")
    if games is not None and not 1 <= games < 2**63:
        raise ValueError(f"`games` is a whole number from 1 up, not {games}")


def bot_levels(program: Program, levels: Sequence[str]) -> tuple[str, ...]:
    """The bots of these levels, each by its one name. Raises UnknownBot, and ValueError for fewer than two or for one twice."""
    names = tuple(settled(name, program) for name in levels)
    for name in names:
        seated(name, program)
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError("expected two levels or more, each once, the weakest first")
    return names


def budget_of(games: int | None, minutes: float | None, seed: int) -> float | None:
    """The seconds that games between levels may take; None where their number is given. Raises ValueError for other numbers."""
    if games is not None and (minutes is not None or not 1 <= games < 2**63):
        raise ValueError("give `games`, a whole number from 1 up, or `minutes`")
    if minutes is not None and not minutes > 0:
        raise ValueError(f"`minutes` is a number above 0, not {minutes}")
    check_numbers(None, None, seed)
    return None if games is not None else 60 * (MINUTES if minutes is None else minutes)


def stopping_rule(games: int | None, until: float | None) -> StoppingRule:
    """When there are enough games."""
    from ..lab.runs.chunks import Games, Width

    return Width(until) if until is not None else Games(MANY if games is None else games)


def seating(program: Program, bots: str | Sequence[str]) -> tuple[str, ...]:
    """The bot of each seat that decides, each by its one name. Raises UnknownBot, and ValueError for another number of bots."""
    names, players = [settled(name, program) for name in ([bots] if isinstance(bots, str) else bots)], len(program.players)
    if len(names) not in (1, players):
        raise ValueError(f"expected one bot for all or {players} for the {players} that decide, found {len(names)}")
    for name in names:
        seated(name, program)
    return tuple(names * players if len(names) == 1 else names)
