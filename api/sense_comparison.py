"""Two games that bots of sense play with the same chance: what got better, and what got worse."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import isfinite
from time import monotonic
from typing import TYPE_CHECKING

from attrs import field, frozen

from .. import __version__
from ..session.levels import is_hidden
from .frames import Climb, both_frame
from .ruleset import Ruleset
from .run import NEEDS, bot_levels, budget_of, named, settle, usual

if TYPE_CHECKING:
    import polars

    from ..lab.statistics.sense_pair import SensePair


@frozen(repr=False)
class SenseComparison:
    """Two games that bots of sense compared. Made by `compare`. `summary` holds all figures as attributes."""

    summary: SensePair
    _played: tuple[Climb, Climb] = field(eq=False)

    @property
    def headline(self) -> str:
        """What got better in B, what got worse and what else changed, or how large a difference would have shown."""
        from ..lab.report.sense_pair_text import headline

        return headline(self.summary)

    @property
    def findings(self) -> tuple[str, ...]:
        """The same by parts; the same as `rulerun compare --levels` prints first."""
        from ..lab.report.sense_pair_text import told

        return tuple(f"{each.subject}: {each.text}" for each in told(self.summary))

    @property
    def command(self) -> str:
        """The command line that plays exactly these games again."""
        return self.summary.command

    @property
    def figures(self) -> polars.DataFrame:
        """The figures, one to a row: `group` and `figure` name it, `a` and `b` are it on both sides, `difference` is that of B
        less that of A, `low` and `high` are its 95 % interval, `chance` is the probability that chance alone parts them as far,
        `verdict` says in words what it shows, and `shows` is the difference that would show (null: none would). Shares (`share`
        is true) are parts of 1.
        """
        import polars

        from ..lab.report.sense_pair_text import verdict

        rows = []
        for one in self.summary.contrasts:
            figure = one.difference
            values = [None if each is None else each.value for each in (figure.first, figure.second)]
            gap = figure.difference
            ends = (None, None, None) if gap is None else (gap.value, gap.low, gap.high)
            least = one.least if isfinite(one.least) else None
            rows.append((figure.group, figure.name, figure.share, *values, *ends, one.chance, verdict(one, self.summary), least))
        numbers = dict.fromkeys(("a", "b", "difference", "low", "high", "chance"), float)
        schema = {"group": str, "figure": str, "share": bool, **numbers, "verdict": str, "shows": float}
        return polars.DataFrame(rows, schema=schema, orient="row")

    @property
    def rows(self) -> polars.DataFrame:
        """The games, one to a row: `side` is A or B, then as in the `rows` of `skill`."""
        return both_frame(*(each.frame() for each in self._played))

    def __repr__(self) -> str:
        """What was compared."""
        one, other = self.summary.names
        return f"<SenseComparison A: {one}, B: {other}, {self.summary.first.games:,} games each>"

    def __str__(self) -> str:
        """What was compared, the headline, and the findings."""
        return "\n".join((repr(self), self.headline, *self.findings))


def compare_sense(
    first: Ruleset | str | os.PathLike[str],
    second: Ruleset | str | os.PathLike[str],
    minutes: float | None,
    games: int | None,
    levels: Sequence[str] | None,
    seed: int,
    workers: int | None,
) -> SenseComparison:
    """What got better and what got worse from the first game (A) to the second (B), where bots of sense play both: skill, length,
    tension, ties, seats, the lead.

    The parameters are those of `compare`. Raises as `study` does, ValueError too for games that bots of sense cannot compare.
    """
    begun = monotonic()
    sides = tuple(settle(each, None, "", None) for each in (first, second))
    seconds = budget_of(games, minutes, seed)
    try:
        from ..lab.runs import sense_pair as pairs
        from ..lab.runs.study import Budget
    except ImportError:
        raise ImportError(NEEDS) from None
    programs = [side.program for side in sides]
    names = levels or pairs.levels_of(any(is_hidden(program) for program in programs))
    both = pairs.both_of(programs, [bot_levels(program, names) for program in programs], seed, games or 1)
    budget = Budget(seconds, monotonic() - begun)
    found = pairs.played(both, workers or os.cpu_count() or 1, budget, lambda done, expected: None, lambda early: None)
    if not found.climbed.finished and not found.climbed.why:
        raise KeyboardInterrupt
    if not found.turns:
        few = "not one game of each pairing was over"
        raise RuntimeError(found.climbed.why or next(iter(found.climbed.failures), few))
    one, other = (pairs.Named(named(side), side.file, usual(side)) for side in sides)
    played = (Climb(both.one, found.side(0).games), Climb(both.other, found.side(1).games))
    return SenseComparison(pairs.figures(found, (one, other), __version__), played)
