"""Counts information sets: what a seat that is asked can have lived through, by depth."""

from __future__ import annotations

from attrs import frozen

from ..interpreter import NATURE, Observer, State, decision
from ..interpreter.game import Game
from .count import Counts, TooMany


@frozen
class Informed:
    """How many histories there are at depth 0, 1, …, and how many information sets the seat that answers next can be in there.

    `by_depth[d]` has a number for each player, in the order of `Program.players`; `in_all` has how many differ over all depths:
    what others answer unheard may leave a seat in the same one at several depths.
    """

    histories: Counts
    by_depth: tuple[tuple[int, ...], ...]
    in_all: tuple[int, ...]


def information_sets(game: Game, depth: int, most: int) -> Informed:
    """The information sets of histories of at most *depth* decisions: two histories are in the same one of a seat where it has
    heard, seen and answered the same.

    Inside `together` the lowest seat answers first, and counts as the one that is asked. Raises TooMany above *most* histories,
    and PlayError.
    """
    program = game.program
    observer, seats = Observer.beginning(game), program.players
    reached, ended = [0] * (depth + 1), [0] * (depth + 1)
    known: list[tuple[set[str], ...]] = [tuple(set[str]() for _ in seats) for _ in range(depth + 1)]
    way: list[tuple[State, list[int]]] = []
    """For each position on the way, the state there and the answers that are still to be followed, the next one last."""
    looked_at = 0
    while True:
        at = len(way)
        looked_at += 1
        if looked_at > most:
            help_ = "take a smaller `--depth`, or allow more with `--positions N`"
            raise TooMany(f"it takes more than {most:,} histories ({help_})")
        reached[at] += 1
        ended[at] += not observer.asked
        left: list[int] = []
        if observer.asked:
            actor = observer.asked[0]
            if actor != NATURE:
                known[at][seats.index(actor)].add(observer.history(actor).digest)
            if at < depth:
                left = list(range(len(decision(game, observer.state, actor).options)))[::-1]
        way.append((observer.state, left))
        while way and not way[-1][1]:
            way.pop()
            if way:
                observer.take_back(1, way[-1][0])
        if not way:
            break
        observer.answer(observer.asked[0], way[-1][1].pop())
    by_depth = tuple(tuple(len(found) for found in level) for level in known)
    in_all = tuple(len(set[str]().union(*(level[at] for level in known))) for at in range(len(seats)))
    return Informed(Counts(tuple(reached), tuple(ended)), by_depth, in_all)
