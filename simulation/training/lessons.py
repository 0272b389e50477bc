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
    """What a thing counts for its owner, in thousandths of a logit, against an empty space, on average over spaces.

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
    return tuple(lesson for group in layout.groups if group.board is not None for lesson in _of(layout.program, group, numbers))


def _of(program: ir.Program, group: Group, numbers: Sequence[int]) -> Iterator[Lesson]:
    """What they say of one group of arrays."""
    assert group.board is not None
    owners = [part for part in group.parts if _domain(program, part) == ir.SEAT_DOMAIN and part.optional]
    if len(owners) == 1:
        kinds = [[(0, "")] if part is owners[0] else _kinds(program, part) for part in group.parts]
        for kind in product(*kinds):
            name = " ".join(word for _, word in kind if word) or _name(program, owners[0])
            own, other = (
                [_against_empty(group, numbers, element, _value(group, kind, owners[0], seat)) for element in range(group.count)]
                for seat in (0, 1)
            )
            mean = fmean((*own, *(-worth for worth in other)))
            value = _value(group, kind, owners[0], 0)
            begun = sum(group.value_in(program.start, element) == value for element in range(group.count))
            yield Lesson(name, True, begun, group.board, mean, tuple(own))
    elif not owners and len(group.parts) == 1 and _domain(program, group.parts[0]) is None and group.values > 2:
        more = range(1, min(FEW, group.values))
        spaces = [
            fmean([_against_empty(group, numbers, element, value) / value for value in more]) for element in range(group.count)
        ]
        yield Lesson(_name(program, group.parts[0]), False, 0, group.board, fmean(spaces), tuple(spaces))


def _against_empty(group: Group, numbers: Sequence[int], element: int, value: int) -> float:
    first = group.first + element * group.values
    return numbers[first + value] - numbers[first]


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
