"""What seems wrong with a game, from games at random and games between levels of bots."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from attrs import frozen

from .. import __version__
from ..bots import seated, settled
from ..session.levels import can_play, is_hidden
from .ruleset import Ruleset, Value
from .run import Run, settle, simulate

if TYPE_CHECKING:
    import polars

    from ..lab.statistics.study import StudyFigures

MINUTES = 5.0
"""A study takes so long unless told otherwise."""


@frozen(repr=False)
class Diagnosis:
    """What a study found. Made by `study`. `summary` holds all figures as attributes."""

    summary: StudyFigures

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
        import polars

        sense = self.summary.sense
        rungs = [("levels", f"{one.stronger} against {one.weaker}", one.wins or one.gap) for one in sense.rungs]
        seats = () if sense.seats is None else zip(sense.seats.names, sense.seats.wins, strict=True)
        rows = [*rungs, *(("seats", name, win) for name, win in seats)]
        schema = {"group": str, "figure": str, "value": float, "low": float, "high": float}
        return polars.DataFrame([(*names, one.value, one.low, one.high) for *names, one in rows], schema=schema, orient="row")

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
    if games is not None and (minutes is not None or not 1 <= games < 2**63):
        raise ValueError("give `games`, a whole number from 1 up, or `minutes`")
    if minutes is not None and not minutes > 0:
        raise ValueError(f"`minutes` is a number above 0, not {minutes}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to {2**64 - 1}, not {seed}")
    try:
        from ..lab.runs import study as studies
        from ..lab.runs.describe import place_in
        from ..lab.runs.watching import Ladder
    except ImportError:
        raise ImportError("many games need more than the core of rulerun: pip install 'rulerun[lab]'") from None
    usual = [name for name in (studies.HIDDEN if is_hidden(program) else studies.OPEN) if can_play(name, program)]
    names = tuple(settled(name, program) for name in (usual if levels is None else levels))
    for name in names:
        seated(name, program)
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError("expected two levels or more, each once, the weakest first")
    random: Run = simulate(settled_rules, games=studies.AT_RANDOM, seed=seed, workers=hands)
    ladder = Ladder(program, names, settled(studies.JUDGE, program), seed, games or 1, leaves=True)
    seconds = None if games is not None else 60 * (MINUTES if minutes is None else minutes)
    budget = studies.Budget(seconds, monotonic() - begun)
    found = studies.played(ladder, hands, budget, lambda done, expected: None, lambda early: None)
    if not found.climbed.finished and not found.climbed.why:
        raise KeyboardInterrupt
    if not any(game.match == len(ladder.pairings) - 1 for game in found.climbed.games):
        raise RuntimeError(found.climbed.why or next(iter(found.climbed.failures), "no game of the strongest level was over"))
    defaults = tuple((each.name, each.default) for each in settled_rules.survey.parameters)
    place = place_in(settled_rules.source.place)
    return Diagnosis(studies.figures(settled_rules.file, ladder, found, random.summary, defaults, place, __version__))
