"""Spaces that a ruleset has drawn as a line (`path:`): which of them are joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import define

from ..interpreter import View
from ..interpreter.core.events import Changed, heard
from ..interpreter.course import Turn
from ..program.ir import NOTHING, Board, Path, Program
from .geometry import Joint, ordered, touch

STEPS = 20_000
"""How many steps are tried to find all lines from end to end; where that is not enough, nothing is certain."""

Owner = tuple[int, ...]
"""The index of a line: that of its spaces, without the space."""


def path_on(program: Program, path: Path, number: int) -> bool:
    """Whether the path lies on board *number*."""
    return any(extent.domain == program.boards[number].domain for extent in program.places[path.place].extents)


def path_joints(
    program: Program, path: Path, number: int, view: View, course: Sequence[Turn]
) -> Iterator[tuple[Owner, tuple[Joint, ...]]]:
    """The lines of a path on board *number*: the owner of each, and what is joined in it.

    A line goes where its ends went in the *course* of the match. Without a course only what follows from its spaces is joined.
    """
    board = program.boards[number]
    at = next(at for at, extent in enumerate(program.places[path.place].extents) if extent.domain == board.domain)
    low = program.domains[board.domain].low
    spaces: dict[Owner, list[int]] = {}
    for seen in view.places:
        if seen.place == path.place and seen.value:
            spaces.setdefault((*seen.index[:at], *seen.index[at + 1 :]), []).append(seen.index[at] - low)
    went = walked(program, path, at, course, view.seat)
    for owner, along in spaces.items():
        ends = [
            seen.value - low
            for seen in view.places
            if seen.place == path.ends and seen.index[: len(owner)] == owner and seen.value not in (None, NOTHING)
        ]
        if not course or path.ends is None:
            yield owner, joined(board, along, ends)
            continue
        steps = [ordered(one - low, other - low) for one, other in went.get(owner, ())]
        yield owner, tuple(dict.fromkeys(step for step in steps if {*step} <= {*along} and touch(board, *step)))


def walked(program: Program, path: Path, at: int, course: Sequence[Turn], seat: int) -> dict[Owner, list[Joint]]:
    """From where to where the ends of each line went, as the seat has heard; *at* is where the space stands in the index of the
    path. What leads through a space is forgotten when the line no longer passes there.
    """
    found: dict[Owner, list[Joint]] = {}
    for noted in (noted for turn in course for noted in turn.happened):
        match heard(program, noted.event, seat):
            case Changed(path.ends, index, old, new) if NOTHING not in (old, new):
                found.setdefault(index[: len(program.places[path.place].extents) - 1], []).append((old, new))
            case Changed(path.place, index, _, 0):
                owner = (*index[:at], *index[at + 1 :])
                found[owner] = [step for step in found.get(owner, ()) if index[at] not in step]
    return found


def joined(board: Board, along: list[int], ends: list[int]) -> tuple[Joint, ...]:
    """What is joined in every line that leads through all these spaces from the first end to the last; all that touch where no
    end is known.
    """
    near = {space: [other for other in along if touch(board, space, other)] for space in along}
    if not ends:
        return tuple(dict.fromkeys(ordered(one, other) for one in along for other in near[one]))
    if not {ends[0], ends[-1]} <= near.keys():
        return ()
    return Search(near, ends[-1]).certain(ends[0])


@define
class Search:
    """Looks for all lines through all spaces of *near*, each once, that stop at *goal*; *common* is what all those found join."""

    near: dict[int, list[int]]
    goal: int
    steps: int = STEPS
    common: dict[Joint, None] | None = None

    def certain(self, start: int) -> tuple[Joint, ...]:
        """What every line from *start* on joins; nothing where not all were found."""
        self.go_on([start], {start})
        return () if self.common is None or self.steps < 0 else tuple(self.common)

    def go_on(self, found: list[int], visited: set[int]) -> None:
        """Looks for all ways to complete the line, which is left as it was."""
        self.steps -= 1
        if len(found) == len(self.near):
            if found[-1] == self.goal:
                line = dict.fromkeys(ordered(one, other) for one, other in pairwise(found))
                self.common = line if self.common is None else {each: None for each in self.common if each in line}
            return
        for way in self.near[found[-1]]:
            if way in visited or (way == self.goal and len(found) + 1 < len(self.near)) or self.steps < 0 or self.common == {}:
                continue
            found.append(way)
            visited.add(way)
            self.go_on(found, visited)
            visited.remove(found.pop())
