"""The figures of a tournament that was played, with the commands that play it and its failed games again."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ..statistics.tournament import TournamentFigures
from ..statistics.tournament import figures as figures_of
from .commands import command_of, command_of_game
from .describe import described
from .run import Outcome
from .totals import Failures, Sums
from .tournament import Contest, Held


def figures(
    file: str, usual: Sequence[tuple[str, str]], contest: Contest, held: Held, asked: int, version: str
) -> TournamentFigures | None:
    """The figures of the finished rounds; None where there are not two. *usual* are the parameters with their default values,
    *asked* is the number of games that was asked for.
    """
    program, seatings = contest.program, contest.seatings
    games = held.rounds(contest)
    if len(games) < 2 * seatings.size:
        return None
    outcome = Outcome(Sums(len(games), (), {}, (Failures(),)), len(games) == contest.games)
    run = described(file, program, usual, seatings.seed, contest.bots, outcome, 0, version)
    again = command_of("tournament", file, program, seatings.seed, contest.bots, asked)
    left = len(held.games) - len(games)
    found = figures_of(program, evolve(run, command=again), seatings.way, seatings.size, games, left)
    commands: dict[str, str] = {}
    for game in games:
        if game.failure is not None:
            bots = [contest.bots[bot] for bot in game.seating]
            command = command_of_game(file, program, seatings.seed, game.round, bots)
            commands.setdefault(contest.bots[game.failure.bot], command)
    return evolve(found, bots=tuple(evolve(bot, failed_game=commands.get(bot.name, "")) for bot in found.bots))
