"""Playing as many games as are wished for, and summing them up."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool

from attrs import frozen

from ..statistics.tally import Whole
from .chunks import Piece, Wish, enough, expected, pieces
from .executors import Crew
from .interrupts import Patience
from .totals import Played, Rules, Sums

Progress = Callable[[int, int], None]
"""Told how many games were played, and about how many it will be."""


class Spoiled(Exception):
    """Something outside the games keeps them from being played or kept to the end; the message says what."""


Keep = Callable[[int, Whole], None]
"""Takes the rows of games, in order: the number of the first, and their rows. Raises Spoiled where they cannot be kept."""


@frozen
class Outcome:
    """What was played: the sums, and, where it is not all that was wished for, why ("" for a person who wanted no more)."""

    sums: Sums
    finished: bool
    why: str = ""


def run(sides: Sequence[Rules], crew: Crew, wish: Wish, keep: Keep | None, progress: Progress) -> Outcome:
    """The games that were wished for, those of the pieces in order from the first on; fewer when something comes between.

    What comes out depends on the rules, the seed and the wish only. Raises RuleFault.
    """
    sums = Sums.none(sides)
    work = pieces(wish, crew.piece)
    under_way: deque[tuple[Piece, Future[Played]]] = deque()
    try:
        with Patience() as patience:
            while True:
                while len(under_way) < crew.window and (piece := next(work, None)) is not None:
                    under_way.append((piece, crew.submit(piece.first, piece.count)))
                if not under_way:
                    return Outcome(sums, True)
                piece, future = under_way.popleft()
                played = patience.wait(future.result)
                if keep is not None:
                    keep(piece.first, played.rows[0])
                sums.add(played.sums)
                progress(sums.games, expected(wish, sums))
                if piece.closing and enough(wish, sums):
                    return Outcome(sums, True)
    except KeyboardInterrupt:
        return Outcome(sums, False)
    except Spoiled as fault:
        return Outcome(sums, False, str(fault))
    except (CancelledError, BrokenProcessPool, ConnectionError) as fault:
        return Outcome(sums, False, f"the workers were lost ({str(fault) or type(fault).__name__})")
    finally:
        for _, future in under_way:
            future.cancel()
