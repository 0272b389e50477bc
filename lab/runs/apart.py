"""Games played one by one in a process that may die: the game with which it dies is marked, and the others are played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial

from ..statistics.tournament_games import Failure, Item, TournamentGame
from .executors import UninterruptedContext, abandon
from .interrupts import Interrupts
from .tournament_game import NOBODY, Entrants, Noted, note_asked, play_elsewhere

DIED = "the process in which it was asked has died"


def play_apart(entrants: Entrants, items: Sequence[Item], patience: Interrupts, tell: Callable[[TournamentGame], None]) -> None:
    """Plays the games, and tells each. Raises PlayError, KeyboardInterrupt, and BrokenProcessPool where a process dies while no
    bot is asked.
    """
    left = list(items)
    while left:
        left = left[_some(entrants, left, patience, tell) :]


def _some(entrants: Entrants, items: Sequence[Item], patience: Interrupts, tell: Callable[[TournamentGame], None]) -> int:
    """Plays them in one process as long as it lives, and gives how many it has played or died with."""
    context = UninterruptedContext()
    asked: Noted = context.Value("i", NOBODY, lock=False)
    executor = ProcessPoolExecutor(1, context, note_asked, (asked,))
    under_way: list[Future[list[TournamentGame]]] = []
    try:
        for number, item in enumerate(items, 1):
            asked.value = NOBODY
            under_way = [executor.submit(play_elsewhere, entrants, (item,))]
            try:
                (game,) = patience.wait(partial(under_way[0].result))
            except BrokenProcessPool:
                if asked.value == NOBODY:
                    raise
                tell(_spoiled(item, asked.value))
                return number
            under_way = []
            tell(game)
        return len(items)
    finally:
        abandon(under_way)
        executor.shutdown(wait=True, cancel_futures=True)


def _spoiled(item: Item, player: int) -> TournamentGame:
    """The game in which the bot of that player was asked when the process died."""
    number, seating = item
    none, no_time = (0,) * len(seating), (0.0,) * len(seating)
    return TournamentGame(number, seating, (), (), (), (), none, no_time, no_time, none, Failure(seating[player], DIED))
