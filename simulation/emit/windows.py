"""Windows on a board: small sets of spaces that lie together, which an evaluation looks at as a whole."""

from __future__ import annotations

from itertools import combinations

from ...program.ir import Board, Shape

Window = tuple[int, ...]
"""Spaces of a board, counted from 0."""

Step = tuple[int, int]
"""So many rows down and columns to the right, as in `Board.points`."""

LONGEST = 4
"""A window has so many spaces at most."""

SQUARE_STEPS: tuple[Step, ...] = ((0, 1), (1, 0), (1, 1), (1, -1))
HEXAGON_STEPS: tuple[Step, ...] = ((0, 2), (1, 1), (1, -1))
"""The directions of rows, each one of two opposite ones."""

SQUARE: tuple[Step, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))

RHOMBI: tuple[tuple[Step, ...], ...] = (
    ((0, 0), (0, 2), (1, 1), (1, 3)),
    ((0, 0), (0, 2), (1, -1), (1, 1)),
    ((0, 0), (1, -1), (1, 1), (2, 0)),
)
"""The three ways in which four hexagons lie as a rhombus; the spaces at its far ends touch both of the others."""


def windows(board: Board, length: int) -> tuple[tuple[Window, ...], ...]:
    """The windows of at most *length* spaces, those of one shape together, each once.

    On squares and hexagons these are rows in each direction, of *length* spaces or as many as the board has, and four in a square
    or a rhombus where so many are allowed; on a graph the two ends of each link, and three spaces in a straight row along links.
    """
    length = min(length, LONGEST)
    if length < 2 or board.shape is Shape.LINKS:
        return ()
    if board.shape is Shape.GRAPH:
        found = [_pairs(board), *([_triples(board)] if length > 2 else [])]
    else:
        hexagons = board.shape is Shape.HEXAGON
        found = [_rows(board, step, length) for step in (HEXAGON_STEPS if hexagons else SQUARE_STEPS)]
        if length >= len(SQUARE):
            found += [_placed(board, shape) for shape in (RHOMBI if hexagons else (SQUARE,))]
    return tuple(each for each in found if each)


def _rows(board: Board, step: Step, length: int) -> tuple[Window, ...]:
    """The rows in that direction of *length* spaces, or of as many as there are in a row."""
    for tried in range(length, 1, -1):
        found = _placed(board, tuple((step[0] * at, step[1] * at) for at in range(tried)))
        if found:
            return found
    return ()


def _placed(board: Board, shape: tuple[Step, ...]) -> tuple[Window, ...]:
    """The windows of that shape, wherever it fits on the board."""
    spaces = {point: space for space, point in enumerate(board.points)}
    found = []
    for row, column in board.points:
        window = [spaces.get((row + down, column + right)) for down, right in shape]
        inside = tuple([space for space in window if space is not None])
        if len(inside) == len(shape):
            found.append(inside)
    return tuple(found)


def _pairs(board: Board) -> tuple[Window, ...]:
    return tuple(sorted({(min(link), max(link)) for link in board.links}))


def _triples(board: Board) -> tuple[Window, ...]:
    """Three spaces in a straight row, the one in the middle linked with both others."""
    beside: dict[int, set[int]] = {}
    for one, other in board.links:
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    found = set()
    for middle, around in beside.items():
        for one, other in combinations(sorted(around), 2):
            if _between(board.points[one], board.points[middle], board.points[other]):
                found.add((one, middle, other))
    return tuple(sorted(found))


def _between(one: Step, middle: Step, other: Step) -> bool:
    """Whether the one in the middle lies on the line between the others."""
    down, right = middle[0] - one[0], middle[1] - one[1]
    on, over = other[0] - middle[0], other[1] - middle[1]
    return down * over == right * on and down * on + right * over > 0
