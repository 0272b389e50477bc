"""Plays a study: games between levels of bots for as long as a budget lasts, then a closer look at what seems wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from time import monotonic

from attrs import evolve, frozen

from ..statistics.dominance import Suspicion, suspicions
from ..statistics.watched import Judged, Watched
from .executors import abandon
from .interrupts import Interrupts
from .ladder import UNBOUND, Climbed, Crew, Look, climbed, hired
from .run import Progress
from .watching import Ladder

EARLY = 20.0
"""After so many seconds, or `FIRST` of the budget, a first verdict is there."""

FIRST = 0.25

PLAYED = 0.8
"""Such a part of the budget goes into games; the rest is for a closer look."""

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


def played(
    ladder: Ladder, closely: str, workers: int, budget: Budget, progress: Progress, early: Callable[[Studied], None]
) -> Studied:
    """The games of a study, in which the judge *closely* looks again at what seems wrong. *early* is told what the first games
    show where there is a budget of time. Raises PlayError.
    """
    begun = monotonic() - budget.spent
    endless = evolve(ladder, games=UNBOUND) if budget.seconds is not None else ladder

    def over(part: float) -> Callable[[int], bool]:
        seconds = budget.seconds
        return lambda done: seconds is not None and done >= len(ladder.pairings) and monotonic() - begun >= part * seconds

    with hired(endless, workers) as crew:
        found = Climbed((), (), (), True)
        if budget.seconds is not None:
            found = climbed(endless, crew, 0, progress, over(min(FIRST, EARLY / budget.seconds)))
            if found.finished and not found.why:
                early(_whole(endless, found))
        if found.finished:
            found = _both(found, climbed(endless, crew, _done(found), progress, over(PLAYED)))
        whole = _whole(endless, found)
        top = [game for game in whole.climbed.games if game.match == len(ladder.pairings) - 1]
        return _looked(crew, ladder, whole, top, closely)


def _done(found: Climbed) -> int:
    return len(found.games) + len(found.failures)


def _both(first: Climbed, second: Climbed) -> Climbed:
    return Climbed(
        first.games + second.games,
        first.failures + second.failures,
        first.failed + second.failed,
        second.finished,
        second.why,
    )


def _whole(ladder: Ladder, found: Climbed) -> Studied:
    """Without the games of the last turn, if that is not whole: then as many games of each pairing show the same again."""
    turns = _done(found) // len(ladder.pairings)
    games = tuple(game for game in found.games if ladder.turn(game) < turns) if turns else found.games
    return Studied(evolve(found, games=games), turns, (), {})


def _looked(crew: Crew, ladder: Ladder, whole: Studied, games: Sequence[Watched], judge: str) -> Studied:
    """With what these games suggest, and the decisions that were looked at again: those that there was time for, where a person
    stops it.
    """
    asked: list[tuple[tuple[int, int], Future[Judged | None]]] = []
    found: Closer = {}
    with Interrupts() as patience:
        suspected = suspicions(ladder.program, games)
        try:
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
