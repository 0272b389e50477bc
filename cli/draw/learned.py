"""What was learned of a game, in words, and as boards of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from statistics import pstdev

from ...program.ir import Program
from ...simulation.training.lessons import Lesson

BOARDS = 3
"""So many boards are drawn: of the things for which it matters most where they lie."""


def learned(program: Program, found: Sequence[Lesson]) -> list[str]:
    """The lines that tell what weights say."""
    return [*_words(found), *(line for lesson in _placed(found) for line in _board(program, lesson))]


def _words(found: Sequence[Lesson]) -> Iterator[str]:
    owned = [lesson for lesson in found if lesson.owned]
    unit = max(owned, key=lambda lesson: (lesson.first, -lesson.mean), default=None)
    if unit is not None:
        yield f"one {unit.name} more multiplies the odds to win by {exp(unit.mean / 1000):.2f} on average"
    for lesson in sorted(owned, key=lambda lesson: lesson.mean):
        if unit is not None and lesson is not unit and unit.mean > 0:
            yield f"one {lesson.name} counts {lesson.mean / unit.mean:.1f} × {unit.name}"


def _placed(found: Sequence[Lesson]) -> list[Lesson]:
    """The things for which it matters most where they lie, in their order."""
    most = sorted(found, key=lambda lesson: -pstdev(lesson.spaces))[:BOARDS]
    return [lesson for lesson in found if lesson in most]


def _board(program: Program, lesson: Lesson) -> Iterator[str]:
    """The heading and the rows of a board of numbers: hundredths of a logit for the first seat."""
    board, first = program.boards[lesson.board], program.seats[0].name
    whose = f"a {lesson.name} of {first}" if lesson.owned else f"one more `{lesson.name}` for {first}"
    yield ""
    yield f"{whose}, alone on a space, in hundredths of a logit:"
    texts = {point: f"{round(worth / 10)}" for point, worth in zip(board.points, lesson.spaces, strict=True)}
    columns = sorted({column for _, column in texts})
    wide = 1 + max(map(len, texts.values()))
    for row in sorted({row for row, _ in texts}):
        yield "".join(texts.get((row, column), "").rjust(wide) for column in columns).rstrip()
