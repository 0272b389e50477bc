"""Bots that play each other in all seats, and how they are rated."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import field, frozen

from .. import __version__
from ..interpreter.game import Game
from .frames import tournament_frame
from .ruleset import Ruleset, Value
from .run import NEEDS, bot_levels, check_numbers, settle, usual

if TYPE_CHECKING:
    import polars

    from ..lab.statistics.estimates import Estimate
    from ..lab.statistics.tournament import TournamentFigures
    from ..lab.statistics.tournament_games import TournamentGame
    from ..program.ir import Program

GAMES = 400
"""About so many games are played unless told otherwise."""


@frozen(repr=False)
class Ratings:
    """Bots that played each other. Made by `tournament`. `summary` holds all figures as attributes, the best bot first."""

    summary: TournamentFigures
    _program: Program = field(eq=False)
    _games: Sequence[TournamentGame] = field(eq=False)

    @property
    def headline(self) -> str:
        """Which bot is the best, or that none is shown to be."""
        from ..lab.report.headline import of_tournament

        return of_tournament(self.summary).headline

    @property
    def findings(self) -> tuple[str, ...]:
        """The results in sentences; the same as `rulerun tournament` prints first."""
        from ..lab.report.tournament_text import told

        return tuple(f"{each.subject}: {each.text}" for each in told(self.summary))

    @property
    def command(self) -> str:
        """The command line that plays exactly these games again."""
        return self.summary.run.command

    @property
    def figures(self) -> polars.DataFrame:
        """The figures, one to a row: `group` and `figure` name it, `value` is it, `low` and `high` are its 95 % interval. The
        group `rating` is on the scale of Elo, `result` what a bot makes in a game, `pairs` a bot's part against another, `seats`
        what a seat makes.
        """
        import polars

        found = self.summary
        rows: list[tuple[str, str, Estimate]] = [("rating", bot.name, bot.rating) for bot in found.bots]
        rows += [("result", bot.name, bot.result.value) for bot in found.bots if bot.result is not None]
        rows += [("pairs", f"{pair.first} against {pair.second}", pair.share) for pair in found.pairs if pair.share is not None]
        rows += [("seats", seat.name, seat.result.value) for seat in found.seats if seat.result is not None]
        schema = {"group": str, "figure": str, "value": float, "low": float, "high": float}
        table = [(group, name, one.value, one.low, one.high) for group, name, one in rows]
        return polars.DataFrame(table, schema=schema, orient="row")

    @property
    def rows(self) -> polars.DataFrame:
        """The games of finished rounds, one to a row: the round, then for each seat its bot, its part of the win, its place, its
        score, its payoff where there are any, its choices, and the seconds that they took.
        """
        from ..lab.statistics.tournament import parts_of_a_win

        return tournament_frame(self._program, self.summary.run.bots, parts_of_a_win(self._program), self._games)

    def __repr__(self) -> str:
        """What was played."""
        run = self.summary.run
        return f"<Ratings of {len(run.bots)} bots, {run.games:,} games of {run.ruleset}, seed {run.seed}>"

    def __str__(self) -> str:
        """What was played, the headline, and the findings."""
        return "\n".join((repr(self), self.headline, *self.findings))


def tournament(
    ruleset: Ruleset | str | os.PathLike[str],
    bots: Sequence[str],
    *,
    games: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    players: int | None = None,
    variant: str = "",
    parameters: Mapping[str, Value] | None = None,
) -> Ratings:
    """Bots play each other, in each round in all seats with the same chance; who is better, by how much, and how sure that is.

    About so many *games* are played in whole rounds (400 unless told otherwise). They are kept: the same tournament again plays
    none of them, and one of more games only the others. *seed*, *workers* and the settings are as for `simulate`. Needs the extra
    `lab`.

    Raises as `simulate` does, ValueError too for fewer than two bots, for one twice and for too few games for two rounds.
    """
    settled_rules = settle(ruleset, players, variant, parameters)
    program = settled_rules.program
    check_numbers(games, None, seed)
    try:
        from ..lab.runs.seatings import TooFew, rounds_of
        from ..lab.runs.seatings import settled as seatings_of
        from ..lab.runs.tournament import Watch, contest, hold
        from ..lab.runs.tournament_figures import figures
        from ..lab.statistics.tournament import apart
    except ImportError:
        raise ImportError(NEEDS) from None
    if not program.players:
        raise ValueError("nobody decides anything in this game")
    names, number = bot_levels(program, bots), GAMES if games is None else games
    try:
        seatings = seatings_of(len(names), len(program.players), apart(program), number, seed)
    except TooFew as fault:
        raise ValueError(
            f"`games` is at least {fault.needed} here, not {number}: two rounds, with each bot in each seat"
        ) from None
    match = contest(Game(program), names, seatings, rounds_of(seatings, number))
    watch = Watch(lambda done, expected: None, lambda seconds, left: None)
    held = hold(match, workers or os.cpu_count() or 1, watch)
    if held.stopped and not held.why:
        raise KeyboardInterrupt
    found = figures(settled_rules.file, usual(settled_rules), match, held, number, __version__)
    if held.why or found is None:
        raise RuntimeError(held.why or "not two rounds were finished")
    return Ratings(found, program, held.rounds(match))
