"""Two games played with the same chance, and how they differ."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from attrs import field, frozen

from .. import __version__
from .frames import Kept, both_frame
from .ruleset import Ruleset
from .run import NEEDS, check_numbers, named, seating, settle, stopping_rule, usual
from .sense_comparison import SenseComparison, compare_sense

if TYPE_CHECKING:
    import polars

    from ..lab.statistics import estimates

RANDOM = "random"
"""The bot that chooses unless told otherwise."""


@frozen(repr=False)
class Comparison:
    """Two games that were compared. Made by `compare`.

    `summary` holds every figure of both and their differences with 95 % intervals, as attributes; `figures` is the flat table
    of them.
    """

    summary: estimates.Comparison
    _kept: tuple[Kept, Kept] = field(eq=False)

    @property
    def headline(self) -> str:
        """What differs most, or how large a difference would have shown."""
        from ..lab.report.headline import of_pair

        return of_pair(self.summary).headline

    @property
    def findings(self) -> tuple[str, ...]:
        """What the differences come to; the same as `rulerun compare` prints first."""
        from ..lab.report.comparison_text import contrasts

        return tuple(f"{each.subject}: {each.text}" for each in contrasts(self.summary))

    @property
    def command(self) -> str:
        """The command line that plays exactly these games again."""
        return self.summary.command

    @property
    def figures(self) -> polars.DataFrame:
        """The figures, one to a row: `group` and `figure` name it, `a` and `b` are it on both sides, `difference` is that of B
        less that of A, `low` and `high` are its 95 % interval, and `verdict` says in words what it shows, allowing for how many
        figures are compared. Shares (`share` is true) are parts of 1; what a side does not have is null.
        """
        import polars

        from ..lab.report.comparison_text import told

        rows = []
        for one in self.summary.differences:
            sides = [None if each is None else each.value for each in (one.first, one.second)]
            gap = one.difference
            ends = (None, None, None) if gap is None else (gap.value, gap.low, gap.high)
            rows.append((one.group, one.name, one.share, *sides, *ends, told(one, self.summary)))
        numbers = dict.fromkeys(("a", "b", "difference", "low", "high"), float)
        return polars.DataFrame(
            rows, schema={"group": str, "figure": str, "share": bool, **numbers, "verdict": str}, orient="row"
        )

    @property
    def rows(self) -> polars.DataFrame:
        """The games, one to a row, the first 100,000 of more: `side` is A or B, and what only one side has is null."""
        return both_frame(*(each.frame() for each in self._kept))

    def __repr__(self) -> str:
        """What was compared."""
        one, other = self.summary.names
        return f"<Comparison A: {one}, B: {other}, {self.summary.first.run.games:,} games each>"

    def __str__(self) -> str:
        """What was compared, the headline, and the findings."""
        return "\n".join((repr(self), self.headline, *self.findings))


@overload
def compare(
    first: Ruleset | str | os.PathLike[str],
    second: Ruleset | str | os.PathLike[str],
    *,
    games: int | None = None,
    until: float | None = None,
    seed: int = 0,
    bots: str | Sequence[str] = RANDOM,
    workers: int | None = None,
) -> Comparison: ...


@overload
def compare(
    first: Ruleset | str | os.PathLike[str],
    second: Ruleset | str | os.PathLike[str],
    *,
    levels: Sequence[str],
    minutes: float | None = None,
    games: int | None = None,
    seed: int = 0,
    workers: int | None = None,
) -> SenseComparison: ...


@overload
def compare(
    first: Ruleset | str | os.PathLike[str],
    second: Ruleset | str | os.PathLike[str],
    *,
    minutes: float,
    levels: Sequence[str] | None = None,
    seed: int = 0,
    workers: int | None = None,
) -> SenseComparison: ...


def compare(
    first: Ruleset | str | os.PathLike[str],
    second: Ruleset | str | os.PathLike[str],
    *,
    games: int | None = None,
    until: float | None = None,
    seed: int = 0,
    bots: str | Sequence[str] = RANDOM,
    workers: int | None = None,
    levels: Sequence[str] | None = None,
    minutes: float | None = None,
) -> Comparison | SenseComparison:
    """How the second game (B) differs from the first (A): both loaded, or to be loaded as they stand. Games of the same number
    have the same chance on both sides, as far as the rules draw alike.

    *games* are played on each side (10,000 unless told otherwise), or as many as it takes until the difference of every seat's
    part of wins is known *until* so closely (the width of its interval as a part of 1). *bots*, *seed* and *workers* are as for
    `simulate`.

    With *levels*, names of bots, the weakest first, or *minutes* bots of sense play: about so many minutes (5 unless told
    otherwise), or so many *games* of each pairing of levels on each side. Then it tells what got better and what got worse.

    Needs the extra `lab`. Raises as `simulate` and `study` do.
    """
    if levels is not None or minutes is not None:
        if until is not None or bots != RANDOM:
            raise ValueError("`until` and `bots` do not go with `levels` or `minutes`")
        return compare_sense(first, second, minutes, games, levels, seed, workers)
    sides = tuple(settle(each, None, "", None) for each in (first, second))
    check_numbers(games, until, seed)
    try:
        from ..lab.runs.commands import command_of_pair, names_of_pair
        from ..lab.runs.describe import described, place_in
        from ..lab.runs.executors import local_executors
        from ..lab.runs.run import run
        from ..lab.runs.totals import rules
        from ..lab.statistics import compare as comparing
        from ..lab.statistics.summary import summary
    except ImportError:
        raise ImportError(NEEDS) from None
    ready = tuple(rules(each.program, seating(each.program, bots)) for each in sides)
    one, other = (Kept(each.program, each.engine.columns) for each in ready)
    with local_executors(ready, seed, True, workers or os.cpu_count() or 1) as executors:
        outcome = run(ready, executors, stopping_rule(games, until), (one.keep, other.keep), lambda done, expected: None)
    if not outcome.finished and not outcome.why:
        raise KeyboardInterrupt
    if not outcome.finished:
        raise RuntimeError(outcome.why)

    def figures(at: int) -> estimates.Summary:
        side, rules = sides[at], ready[at]
        what = described(side.file, side.program, usual(side), seed, rules.bots, outcome, at, __version__)
        return summary(side.program, rules.engine.columns, outcome.sums.tallies[at], what, place_in(side.source.place))

    pair = [(named(side), side.program) for side in sides]
    command = command_of_pair(pair, ready[0].bots, seed, outcome.sums.games + outcome.sums.failed)
    found = comparing.compare(names_of_pair(pair), figures(0), figures(1), outcome.sums.moments, command)
    return Comparison(found, (one, other))
