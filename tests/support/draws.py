"""Draws that a test dictates, and how likely each result is when all that can be drawn is tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from rulerun.simulation import Engine
from rulerun.simulation.emit.module import Form

Draw = Callable[[int], int]
Result = TypeVar("Result")


class Undecided(Exception):
    """Another number is drawn than was dictated."""

    def __init__(self, bound: int) -> None:
        """A number below *bound* is drawn."""
        super().__init__(f"a number below {bound} is drawn")
        self.bound = bound


def dictation(numbers: Sequence[int], bounds: list[int]) -> Draw:
    """Gives these numbers, one after the other, and then raises Undecided; the bounds of those given go into *bounds*."""
    left = iter(numbers)

    def draw(bound: int) -> int:
        number = next(left, None)
        if number is None:
            raise Undecided(bound)
        assert 0 <= number < bound
        bounds.append(bound)
        return number

    return draw


def listed_draws(play: Callable[[Draw], object], numbers: Sequence[int]) -> list[int]:
    """The bounds of what is drawn, when these numbers come, which must be all that are drawn."""
    bounds: list[int] = []
    play(dictation(numbers, bounds))
    assert len(bounds) == len(numbers)
    return bounds


def chances(play: Callable[[Draw], Result]) -> dict[Result, Fraction]:
    """How likely each result is: every number that can be drawn is."""
    found: dict[Result, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        numbers, share = waiting.pop()
        try:
            result = play(dictation(numbers, []))
        except Undecided as more:
            waiting += [((*numbers, number), share / more.bound) for number in range(more.bound)]
        else:
            found[result] = found.get(result, Fraction(0)) + share
    return found


def dictated(engine: Engine, draw: Draw) -> None:
    """From now on the engine's playouts and steps, in plain Python, take from *draw* all that they draw."""
    for form in (Form.PLAYOUT, Form.STEPPING):
        engine.form(form).functions["below"] = lambda now, bound: (now, draw(bound))
