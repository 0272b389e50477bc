"""Plays a run of games, chunk by chunk, until the stopping rule is satisfied, and sums them up."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool

from attrs import frozen

from ..statistics.tally import Whole
from .chunks import GameChunk, StoppingRule, chunks, enough, expected
from .executors import Executors, abandon
from .interrupts import Interrupts
from .totals import Played, Rules, Sums

HOPELESS = 20
"""A run ends where bots failed in so many games, and in most of all."""

Progress = Callable[[int, int], None]
"""Called with how many games were played, and about how many it will be in all."""


class Spoiled(Exception):
    """Something other than the rules prevents the games from being played or stored; the message says what."""


Keep = Callable[[int, Whole], None]
"""Called with rows of games in order, each time of games that follow each other: the number of the first, and the rows. Raises
Spoiled where they cannot be stored.
"""


@frozen
class Outcome:
    """The sums of what was played; *finished* is False where that is less than was asked for, and *why* says the reason ("" where
    a person stopped it).
    """

    sums: Sums
    finished: bool
    why: str = ""


def run(
    sides: Sequence[Rules], executors: Executors, stopping: StoppingRule, keep: Sequence[Keep], progress: Progress
) -> Outcome:
    """The sums of the games, added chunk by chunk in order; fewer games than asked for where something interrupts the run. *keep*
    takes the rows of each side, or of the first ones, or of none.

    The result of a finished run depends only on the rules, the seed and the stopping rule. Raises PlayError.
    """
    sums = Sums.none(sides)
    pace = executors.pace()
    work = chunks(stopping, lambda: pace.size)
    under_way: deque[tuple[GameChunk, Future[Played]]] = deque()
    try:
        with Interrupts() as patience:
            while True:
                while len(under_way) < executors.window and (chunk := next(work, None)) is not None:
                    under_way.append((chunk, executors.submit(chunk.first, chunk.count)))
                if not under_way:
                    return Outcome(sums, True) if sums.games or not sums.failed else _hopeless(sums)
                chunk, future = under_way.popleft()
                played = patience.wait(future.result)
                for store, parts in zip(keep, played.rows, strict=False):
                    for first, rows in parts:
                        store(first, rows)
                pace.played(chunk.count, played.seconds)
                sums.add(played.sums)
                progress(sums.games, expected(stopping, sums))
                if sums.failed >= HOPELESS and sums.failed > sums.games:
                    return _hopeless(sums)
                if chunk.closing and enough(stopping, sums):
                    return Outcome(sums, True)
    except KeyboardInterrupt:
        return Outcome(sums, False)
    except Spoiled as fault:
        return Outcome(sums, False, str(fault))
    except (CancelledError, BrokenProcessPool, ConnectionError) as fault:
        return Outcome(sums, False, f"the workers were lost ({str(fault) or type(fault).__name__})")
    finally:
        # nobody needs what is under way, and a game of bots that think may take minutes
        abandon(future for _, future in under_way)


def _hopeless(sums: Sums) -> Outcome:
    """The end of a run in which bots failed too often: in how many games, and what the first of them did."""
    first = next(each for each in sums.failures if each.games)
    return Outcome(sums, False, f"a bot failed in {sums.failed} of {sums.games + sums.failed} games: {first.message}")
