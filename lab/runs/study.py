"""Plays a study: games between levels of bots for as long as a budget lasts, then a closer look at what seems wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from time import monotonic

from attrs import evolve, frozen

from ..statistics.dominance import Suspicion, beaten, suspicions
from ..statistics.estimates import Summary
from ..statistics.study import StudyFigures, study
from ..statistics.summary import Place
from ..statistics.watched import Judged, Watched
from .commands import command_of_levels
from .describe import described_levels
from .executors import abandon
from .interrupts import Interrupts
from .ladder import UNBOUND, Climbed, Look, climbed, hired
from .run import Progress
from .watching import Ladder

EARLY = 20.0
"""After so many seconds, or `FIRST` of the budget, a first verdict is there."""

FIRST = 0.25

PLAYED = 0.8
"""Such a part of the budget goes into games; the rest is for a closer look."""

AT_RANDOM = 1_000
"""So many games are played at random first."""

OPEN = ("random", "mcts:simulations=100", "mcts:simulations=400")
HIDDEN = ("random", "ismcts:simulations=100", "ismcts:simulations=400")
"""The levels unless others are named, the weakest first: where every player knows the whole position, and where not."""

JUDGE, CLOSELY = "flat:simulations=300", "flat:simulations=8000"
"""Judges every decision, and looks again at single ones."""

Closer = dict[tuple[int, int], Judged]
"""Decisions that were looked at again, by the index of their game, among those of the strongest level, and in it."""


@frozen
class Budget:
    """How long to play: so many *seconds*, of which some may be *spent*; or until all games are played, where it is None."""

    seconds: float | None
    spent: float = 0.0


@frozen
class Studied:
    """The games of a study, *turns* of each pairing, what it suspects, and what a closer look shows."""

    climbed: Climbed
    turns: int
    suspected: tuple[Suspicion, ...]
    closer: Closer


def played(ladder: Ladder, workers: int, budget: Budget, progress: Progress, early: Callable[[Studied], None]) -> Studied:
    """The games of a study, and a closer look at what seems wrong. *early* is told what the first games show where there is a
    budget of time. Raises PlayError.
    """
    begun, told = monotonic() - budget.spent, list[bool]()
    unbound = ladder if budget.seconds is None else evolve(ladder, games=UNBOUND)

    def enough(done: int, games: Sequence[Watched]) -> bool:
        """Whether most of the budget is spent or, where not one game of each pairing is over yet, all of it."""
        if budget.seconds is None:
            return False
        passed = monotonic() - begun
        if done < len(ladder.pairings):
            return passed >= budget.seconds
        if not told and passed >= min(FIRST * budget.seconds, EARLY):
            told.append(True)
            early(_whole(unbound, Climbed(tuple(games), (), (), True), done))
        return passed >= PLAYED * budget.seconds

    with hired(unbound, workers) as crew:
        found = climbed(unbound, crew, 0, progress, enough)
    whole = _whole(unbound, found, found.played)
    top = [game for game in whole.climbed.games if game.match == len(ladder.pairings) - 1]
    return _looked(ladder, workers, whole, top, CLOSELY)


def figures(
    file: str,
    ladder: Ladder,
    studied: Studied,
    random: Summary | None,
    usual: Sequence[tuple[str, str]],
    place: Place,
    version: str,
) -> StudyFigures:
    """What the games of a study show; *usual* are the parameters with their default values."""
    program, levels = ladder.program, ["--levels", ",".join(ladder.levels)]
    command = command_of_levels("study", file, program, levels, ladder.seed, max(1, studied.turns))
    run = described_levels(file, ladder, studied.climbed, usual, version, command)
    told = tuple(beaten(program, studied.suspected, studied.closer, place))
    return study(program, studied.climbed.games, ladder.pairings, ladder.together, run, random, told, place)


def _whole(ladder: Ladder, found: Climbed, done: int) -> Studied:
    """Without the games of the last turn, if that is not whole: then as many games of each pairing show the same again."""
    turns = done // len(ladder.pairings)
    games = tuple(game for game in found.games if ladder.turn(game) < turns) if turns else found.games
    return Studied(evolve(found, games=games), turns, (), {})


def _looked(ladder: Ladder, workers: int, whole: Studied, games: Sequence[Watched], judge: str) -> Studied:
    """With what these games suggest, and the decisions that were looked at again: those that there was time for, where a person
    stops it.
    """
    asked: list[tuple[tuple[int, int], Future[Judged | None]]] = []
    found: Closer = {}
    with Interrupts() as patience:
        suspected = suspicions(ladder.program, games)
    if not suspected or not whole.climbed.finished:
        return evolve(whole, suspected=suspected)
    try:
        with hired(ladder, workers) as crew, patience:
            for at in dict.fromkeys(each for one in suspected for each in one.closer):
                game, decision = games[at[0]], games[at[0]].decisions[at[1]]
                asked.append((at, crew.look(Look(game.answers[: decision.after], judge))))
            for at, future in asked:
                judged = patience.wait(future.result)
                if judged is not None:
                    found[at] = judged
    except (KeyboardInterrupt, CancelledError, BrokenProcessPool):
        abandon(future for _, future in asked)
        return evolve(whole, climbed=evolve(whole.climbed, finished=False))
    return evolve(whole, suspected=suspected, closer=found)
