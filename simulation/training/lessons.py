"""What weights say of a game, by the names that its rules have: what things count, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from statistics import fmean

from attrs import frozen

from ...program import ir
from ..emit.evaluation import Evaluation, Group, Part

FEW = 6
"""Of numbers that lie on spaces, those up to this tell what one more counts."""


@frozen
class Lesson:
    """What a thing alone on a board counts for its owner, in thousandths of a logit, on average over spaces.

    *name* is what the rules call it; *owned* tells that it has an owner, who has *first* of them at the start. Where it has no
    owner, it is a number, and what one more counts for the first seat. *spaces* has the same for each space of
    `Program.boards[board]`, for the first seat.
    """

    name: str
    owned: bool
    first: int
    board: int
    mean: float
    spaces: tuple[float, ...]


def lessons(layout: Evaluation, numbers: Sequence[int]) -> tuple[Lesson, ...]:
    """What the weights say of things that lie on boards, in the order of the rules."""
    groups = enumerate(layout.groups)
    return tuple(lesson for at, group in groups if group.board is not None for lesson in _of(layout, at, group.board, numbers))


def _of(layout: Evaluation, number: int, board: int, numbers: Sequence[int]) -> Iterator[Lesson]:
    """What they say of one group of arrays."""
    program, group = layout.program, layout.groups[number]
    uses, elements = _uses(layout, number), range(group.count)

    def worth(element: int, value: int) -> float:
        """What a value counts where all around is empty, against nothing there."""
        return sum(numbers[first + stride * value] - numbers[first] for first, stride in uses[element])

    owners = [part for part in group.parts if _domain(program, part) == ir.SEAT_DOMAIN and part.optional]
    if len(owners) == 1:
        kinds = [[(0, "")] if part is owners[0] else _kinds(program, part) for part in group.parts]
        for kind in product(*kinds):
            name = " ".join(word for _, word in kind if word) or _name(program, owners[0])
            mine, other = (_value(group, kind, owners[0], seat) for seat in (0, 1))
            own = tuple([worth(element, mine) for element in elements])
            mean = fmean((*own, *(-worth(element, other) for element in elements)))
            begun = sum(group.value_in(program.start, element) == mine for element in elements)
            yield Lesson(name, True, begun, board, mean, own)
    elif not owners and len(group.parts) == 1 and _domain(program, group.parts[0]) is None and group.values > 2:
        more = range(1, min(FEW, group.values))
        spaces = tuple([fmean([worth(element, value) / value for value in more]) for element in elements])
        yield Lesson(_name(program, group.parts[0]), False, 0, board, fmean(spaces), spaces)


def _uses(layout: Evaluation, number: int) -> list[list[tuple[int, int]]]:
    """For each element of a group where its weights begin, alone and in windows, and how far apart those of its values lie."""
    group = layout.groups[number]
    found = [[(group.first + element * group.values, 1)] for element in range(group.count)]
    for each in layout.windowed:
        for at, window in enumerate(each.windows if each.group == number else ()):
            for place, element in enumerate(window):
                found[element].append((each.first + at * each.values, group.values ** (each.length - 1 - place)))
    return found


def _value(group: Group, kind: Sequence[tuple[int, str]], owner: Part, seat: int) -> int:
    """The number of the value of an element on which a kind of thing of that seat lies."""
    strides = [prod(part.size for part in group.parts[at + 1 :]) for at in range(len(group.parts))]
    places = [1 + seat if part is owner else number for part, (number, _) in zip(group.parts, kind, strict=True)]
    return sum(stride * place for stride, place in zip(strides, places, strict=True))


def _kinds(program: ir.Program, part: Part) -> list[tuple[int, str]]:
    """The values of a part that are there, each with its number and its name."""
    domain = _domain(program, part)
    names = [str(part.low + at) if domain is None else program.domains[domain].label(part.low + at) for at in _present(part)]
    return [(at + part.optional, name) for at, name in zip(_present(part), names, strict=True)]


def _present(part: Part) -> range:
    return range(part.size - part.optional)


def _domain(program: ir.Program, part: Part) -> int | None:
    return None if part.place is None else program.places[part.place].domain


def _name(program: ir.Program, part: Part) -> str:
    return "" if part.place is None else program.places[part.place].name.plain
