"""Spaces that a ruleset has drawn as a line (`path:`): which of them are joined."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import define

from ..interpreter import View
from ..program.ir import NOTHING, Board, Path, Program, Shape

STEPS = 20_000
"""How many steps are tried to find a line from end to end; where that is not enough, all spaces that touch are joined."""

Joint = tuple[int, int]
"""Two spaces that are joined, counted from 0 within their board, the lower first."""


def path_on(program: Program, path: Path, number: int) -> bool:
    """Whether the path lies on board *number*."""
    return any(extent.domain == program.boards[number].domain for extent in program.places[path.place].extents)


def path_joints(program: Program, path: Path, number: int, view: View) -> Iterator[tuple[tuple[int, ...], tuple[Joint, ...]]]:
    """The lines of a path on board *number*: the index of each without the space, and what is joined in it."""
    board = program.boards[number]
    at = next(at for at, extent in enumerate(program.places[path.place].extents) if extent.domain == board.domain)
    low = program.domains[board.domain].low
    spaces: dict[tuple[int, ...], list[int]] = {}
    for seen in view.places:
        if seen.place == path.place and seen.value:
            spaces.setdefault((*seen.index[:at], *seen.index[at + 1 :]), []).append(seen.index[at] - low)
    for owner, along in spaces.items():
        ends = [
            seen.value - low
            for seen in view.places
            if seen.place == path.ends and seen.index[: len(owner)] == owner and seen.value not in (None, NOTHING)
        ]
        yield owner, joined(board, along, ends)


def joined(board: Board, along: list[int], ends: list[int]) -> tuple[Joint, ...]:
    """What is joined so that a line leads through these spaces from the first end to the last; where there are several such
    lines, one of them. All that touch where there is none, and where no ends are known.
    """
    near = {space: [other for other in along if touch(board, space, other)] for space in along}
    if len(ends) > 1 and {ends[0], ends[-1]} <= near.keys():
        line = Search(near, ends[-1]).line(ends[0])
        if line:
            return tuple(ordered(one, other) for one, other in pairwise(line))
    return tuple(dict.fromkeys(ordered(one, other) for one in along for other in near[one]))


def ordered(one: int, other: int) -> Joint:
    """Two spaces, the lower first."""
    return (one, other) if one < other else (other, one)


def touch(board: Board, one: int, other: int) -> bool:
    """Whether two spaces lie side by side: on a graph, whether a line joins them."""
    down, across = (abs(a - b) for a, b in zip(board.points[one], board.points[other], strict=True))
    match board.shape:
        case Shape.GRAPH:
            return (one, other) in board.links or (other, one) in board.links
        case Shape.HEXAGON:
            return (down, across) in ((0, 2), (1, 1))
        case _:
            return down + across == 1


@define
class Search:
    """Looks for a line through all spaces of *near*, each once, that stops at *goal*."""

    near: dict[int, list[int]]
    goal: int
    steps: int = STEPS

    def line(self, start: int) -> list[int]:
        """The line from *start* on; empty where none was found."""
        found = [start]
        return found if self.goes_on(found, {start}) else []

    def goes_on(self, found: list[int], visited: set[int]) -> bool:
        """Completes the line; leaves it as it was where that cannot be done."""
        self.steps -= 1
        if len(found) == len(self.near):
            return found[-1] == self.goal
        ways = [
            way for way in self.near[found[-1]] if way not in visited and (way != self.goal or len(found) + 1 == len(self.near))
        ]
        for way in sorted(ways, key=lambda each: sum(other not in visited for other in self.near[each])):
            if self.steps < 0:
                return False
            found.append(way)
            visited.add(way)
            if self.goes_on(found, visited):
                return True
            visited.remove(found.pop())
        return False
