"""Choices that are expected, one after the other: in words, and by what means each of them on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from attrs import frozen

from ..interpreter import State, actors, decision, option_text
from ..interpreter.game import Game
from .choices import spots_of
from .spots import Spot


class Behind(Protocol):
    """A choice that is expected, by its code."""

    @property
    def code(self) -> int:
        """The code of the option."""
        ...

    @property
    def position(self) -> tuple[int, ...]:
        """The position behind it (a vector)."""
        ...

    @property
    def asked(self) -> int | None:
        """Who is asked there; None where the match is over."""
        ...


@frozen
class Step:
    """A choice in words, and for each of its arguments the spots that mean it."""

    words: str
    spots: tuple[tuple[Spot, ...], ...]


def steps(game: Game, state: State, choices: Sequence[Behind], language: str) -> Iterator[Step]:
    """These choices, made from a state on in which one seat is asked."""
    (asked,) = actors(game, state)
    for each in choices:
        question = decision(game, state, asked)
        taken = next(option for option in question.options if option.code == each.code)
        (spots,) = spots_of(game, state, question, (taken,))
        yield Step(option_text(game, question, taken, language), spots)
        if each.asked is None:
            return
        state, asked = State(each.position, None), each.asked
