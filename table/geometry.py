"""Where the spaces of a board lie, which of them touch, and how far apart they are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ..program.ir import Board, Shape

Place = tuple[int, int]
"""The row and the column of a space, as in `Board.points`."""

Point = tuple[float, float]
"""The middle of a space: so far to the right, and so far down, from the first one. Neighbours lie 1 apart."""

Joint = tuple[int, int]
"""Two spaces that are joined, counted from 0 within their board, the lower first."""

TRACK_ROW = 10
"""A track is broken after so many spaces."""

HEXAGON_ROW = 0.866
"""How far a row of hexagons lies below the next: half the root of 3."""


def size(places: Iterable[Place]) -> tuple[int, int]:
    """How many rows and columns there are, empty ones included."""
    listed = list(places)
    return max(row for row, _ in listed) + 1, max(column for _, column in listed) + 1


def column_width(places: Sequence[Place], needed: Sequence[int]) -> int:
    """How wide a column is in which each space has the room that it needs before the next one of its row."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for (row, column), wide in zip(places, needed, strict=True):
        rows.setdefault(row, []).append((column, wide))
    pairs = [pair for row in rows.values() for pair in pairwise(sorted(row))]
    return max([1, *(-(-wide // max(1, behind - column)) for (column, wide), (behind, _) in pairs)])


def middles(board: Board, closed: bool = False, links: Board | None = None) -> tuple[Point, ...]:
    """Where the middle of each space lies, then that of each of its *links*. The second half of a *closed* track lies above the
    first and runs back.
    """
    if links is not None and board.shape is not Shape.GRAPH:
        found = middles(board)
        return (*found, *(_between(found[one], found[other]) for one, other in links.links))
    if closed:
        half = (len(board.points) + 1) // 2
        return tuple((float(at if at < half else 2 * half - 1 - at), float(at < half)) for at in range(len(board.points)))
    if board.shape is Shape.TRACK:
        return tuple((float(at % TRACK_ROW), float(at // TRACK_ROW)) for at in range(len(board.points)))
    points = board.points if links is None else (*board.points, *links.points)
    top, left = (min(places) for places in zip(*points, strict=True))
    across, down = {
        Shape.HEXAGON: (1 / 2, HEXAGON_ROW),
        Shape.GRAPH: (1 / _narrowest(points), 1 / _lowest_gap(points)),
    }.get(board.shape, (1.0, 1.0))
    return tuple(((column - left) * across, (row - top) * down) for row, column in points)


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _narrowest(places: Sequence[Place]) -> int:
    """How many columns the nearest two spaces of a row lie apart; at least 1."""
    gaps = [behind - column for (row, column), (below, behind) in pairwise(sorted(places)) if row == below]
    return max(1, min(gaps, default=1))


def _lowest_gap(places: Sequence[Place]) -> int:
    """How many rows the nearest two rows with spaces lie apart; at least 1."""
    rows = sorted({row for row, _ in places})
    return min((below - row for row, below in pairwise(rows)), default=1)


def ordered(one: int, other: int) -> Joint:
    """Two spaces, the lower first."""
    return (one, other) if one < other else (other, one)


def touch(board: Board, one: int, other: int) -> bool:
    """Whether two spaces lie side by side: on a graph, whether a line joins them; of links, whether they meet."""
    down, across = (abs(a - b) for a, b in zip(board.points[one], board.points[other], strict=True))
    match board.shape:
        case Shape.LINKS:
            return not set(board.links[one]).isdisjoint(board.links[other])
        case Shape.GRAPH:
            return (one, other) in board.links or (other, one) in board.links
        case Shape.HEXAGON:
            return (down, across) in ((0, 2), (1, 1))
        case _:
            return down + across == 1
