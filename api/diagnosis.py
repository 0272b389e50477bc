"""What seems wrong with a game, from games at random and games between levels of bots."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from .. import __version__
from ..bots import settled
from ..session.levels import can_play, is_hidden
from .frames import Climb, sense_frame
from .ruleset import Ruleset, Value
from .run import NEEDS, Run, bot_levels, budget_of, settle, simulate, usual

if TYPE_CHECKING:
    import polars

    from ..lab.statistics.study import StudyFigures


@frozen(repr=False)
class Diagnosis:
    """What a study found. Made by `study`. `summary` holds all figures as attributes."""

    summary: StudyFigures
    _played: Climb = field(eq=False)

    @property
    def headline(self) -> str:
        """All that seems wrong, with its size, or that nothing does and what would have shown."""
        from ..lab.report.study_text import headline

        return headline(self.summary)

    @property
    def faults(self) -> tuple[str, ...]:
        """What seems wrong, one sentence for each fault, the gravest first."""
        from ..lab.report.number_format import upper
        from ..lab.report.study_text import faults

        return tuple(f"{upper(each.name)}: {each.text}" for each in faults(self.summary))

    @property
    def findings(self) -> tuple[str, ...]:
        """The results in sentences; the same as `rulerun study` prints first."""
        from ..lab.report.study_text import told

        return tuple(f"{each.subject}: {each.text}" for each in told(self.summary))

    @property
    def command(self) -> str:
        """The command line that plays exactly these games again."""
        return self.summary.run.command

    @property
    def figures(self) -> polars.DataFrame:
        """What each level wins against a weaker one, and each seat when all play with sense, one to a row: `group` and `figure`
        name it, `value` is it as a part of 1, `low` and `high` are its 95 % interval.
        """
        return sense_frame(self.summary.sense)

    @property
    def rows(self) -> polars.DataFrame:
        """The games between levels, one to a row."""
        return self._played.frame()

    def __repr__(self) -> str:
        """What was studied."""
        run = self.summary.run
        return f"<Diagnosis of {run.ruleset}, {run.games:,} games between {len(run.levels)} levels, seed {run.seed}>"

    def __str__(self) -> str:
        """What was studied, the headline, and the findings."""
        return "\n".join((repr(self), self.headline, *self.findings))


def study(
    ruleset: Ruleset | str | os.PathLike[str],
    *,
    minutes: float | None = None,
    games: int | None = None,
    levels: Sequence[str] | None = None,
    seed: int = 0,
    workers: int | None = None,
    players: int | None = None,
    variant: str = "",
    parameters: Mapping[str, Value] | None = None,
) -> Diagnosis:
    """What seems wrong with a game: a better seat, options that are never right, a runaway leader, play that goes round.

    It takes about so many *minutes* (5 unless told otherwise), or plays so many *games* of each pairing of *levels*, which are
    names of bots, the weakest first. *seed*, *workers* and the settings are as for `simulate`. Needs the extra `lab`.

    Raises as `simulate` does, ValueError too for other numbers and for fewer than two levels, and RuntimeError where no game
    of the strongest level was finished.
    """
    begun = monotonic()
    settled_rules = settle(ruleset, players, variant, parameters)
    program, hands = settled_rules.program, workers or os.cpu_count() or 1
    seconds = budget_of(games, minutes, seed)
    try:
        from ..lab.runs import study as studies
        from ..lab.runs.describe import place_in
        from ..lab.runs.watching import Ladder
        from ..lab.statistics.sense import retold
    except ImportError:
        raise ImportError(NEEDS) from None
    able = [name for name in (studies.HIDDEN if is_hidden(program) else studies.OPEN) if can_play(name, program)]
    names = bot_levels(program, able if levels is None else levels)
    random: Run = simulate(settled_rules, games=studies.AT_RANDOM, seed=seed, workers=hands)
    ladder = Ladder(program, names, settled(studies.JUDGE, program), seed, games or 1, leaves=True)
    budget = studies.Budget(seconds, monotonic() - begun)
    found = studies.played(ladder, hands, budget, lambda done, expected: None, lambda early: None)
    if not found.climbed.finished and not found.climbed.why:
        raise KeyboardInterrupt
    if not any(game.match == len(ladder.pairings) - 1 for game in found.climbed.games):
        raise RuntimeError(found.climbed.why or next(iter(found.climbed.failures), "no game of the strongest level was over"))
    figures = studies.figures(
        settled_rules.file, ladder, found, random.summary, usual(settled_rules), place_in(settled_rules.source.place), __version__
    )
    figures = evolve(figures, sense=retold(program, found.climbed.games, ladder.pairings, figures.sense))
    return Diagnosis(figures, Climb(ladder, found.climbed.games))
