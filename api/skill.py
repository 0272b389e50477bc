"""What sense makes of a game, from games between levels of bots."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import field, frozen

from .. import __version__
from ..bots import settled
from ..session.levels import can_play, is_hidden
from .frames import Climb, sense_frame
from .ruleset import Ruleset, Value
from .run import NEEDS, bot_levels, check_numbers, settle, usual

if TYPE_CHECKING:
    import polars

    from ..lab.runs.ladder import Climbed
    from ..lab.statistics.sense import Sense

GAMES = 100
"""So many games of each pairing are played unless told otherwise."""


@frozen(repr=False)
class Levels:
    """What games between levels show. Made by `skill`. `summary` holds all figures as attributes."""

    summary: Sense
    _played: Climb = field(eq=False)

    @property
    def headline(self) -> str:
        """Whether skill or luck decides, or what would have shown."""
        from ..lab.report.headline import of_sense

        return of_sense(self.summary).headline

    @property
    def findings(self) -> tuple[str, ...]:
        """The results in sentences; the same as `rulerun skill` prints first."""
        from ..lab.report.sense_text import findings

        return tuple(f"{each.subject}: {each.text}" for each in findings(self.summary))

    @property
    def command(self) -> str:
        """The command line that plays exactly these games again."""
        return self.summary.run.command

    @property
    def figures(self) -> polars.DataFrame:
        """What each level wins against a weaker one, and each seat when all play with sense, one to a row: `group` and `figure`
        name it, `value` is it as a part of 1, `low` and `high` are its 95 % interval.
        """
        return sense_frame(self.summary)

    @property
    def rows(self) -> polars.DataFrame:
        """The games, one to a row: who played, how often somebody chose, and for each seat its bot, its part of the win, where it
        stands at the end (0 to 1), its score and, where there are any, its payoff.
        """
        return self._played.frame()

    def __repr__(self) -> str:
        """What was played."""
        run = self.summary.run
        return f"<Levels of {run.ruleset}, {run.games:,} games between {len(run.levels)} levels, seed {run.seed}>"

    def __str__(self) -> str:
        """What was played, the headline, and the findings."""
        return "\n".join((repr(self), self.headline, *self.findings))


def skill(
    ruleset: Ruleset | str | os.PathLike[str],
    *,
    games: int | None = None,
    until: float | None = None,
    levels: Sequence[str] | None = None,
    judge: str | None = None,
    seed: int = 0,
    workers: int | None = None,
    players: int | None = None,
    variant: str = "",
    parameters: Mapping[str, Value] | None = None,
) -> Levels:
    """What sense makes of a game: skill or luck, level seats, idle decisions, bad options, cards.

    *games* of each pairing of *levels* are played (100 unless told otherwise), or as many as it takes until what levels and seats
    win is known *until* so closely. *levels* are names of bots, the weakest first. *judge* judges decisions: unless told
    otherwise the strongest level that gives estimates; `"none"` for nobody. *seed*, *workers* and the settings are as for
    `simulate`. Needs the extra `lab`.

    Raises as `simulate` does, ValueError too for fewer than two levels, LookupError for a judge that gives no estimates, and
    RuntimeError where no game was finished.
    """
    settled_rules = settle(ruleset, players, variant, parameters)
    program, hands = settled_rules.program, workers or os.cpu_count() or 1
    check_numbers(games, until, seed)
    try:
        from ..lab.runs import skill as runs
        from ..lab.runs.commands import NOBODY
        from ..lab.runs.describe import place_in
        from ..lab.runs.ladder import climb, climb_until
        from ..lab.runs.watching import Ladder, judge_of
        from ..lab.statistics.sense import retold
    except ImportError:
        raise ImportError(NEEDS) from None
    able = [name for name in (runs.HIDDEN if is_hidden(program) else runs.OPEN) if can_play(name, program)]
    names = bot_levels(program, able if levels is None else levels)
    if judge is None:
        judging = runs.strongest_judge(program, names)
    elif judge == NOBODY:
        judging = ""
    else:
        judge_of(judge, program)
        judging = settled(judge, program)
    ladder = Ladder(program, names, judging, seed, GAMES if games is None else games)

    def figures(found: Climbed) -> Sense:
        place = place_in(settled_rules.source.place)
        return runs.figures(settled_rules.file, ladder, found, usual(settled_rules), place, __version__)

    def enough(found: Climbed) -> bool:
        return until is None or runs.widest(figures(found)) <= until

    def progress(done: int, expected: int) -> None:
        """Nobody is told."""

    climbed = climb(ladder, hands, progress) if until is None else climb_until(ladder, hands, progress, enough)
    if not climbed.finished and not climbed.why:
        raise KeyboardInterrupt
    if climbed.why or not climbed.games:
        raise RuntimeError(climbed.why or next(iter(climbed.failures), "no game was finished"))
    told = retold(program, climbed.games, ladder.pairings, figures(climbed))
    return Levels(told, Climb(ladder, climbed.games))
