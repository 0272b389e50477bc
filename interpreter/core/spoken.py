"""Messages in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from ...program.ir import ChosenWords, Message, Pieces, Program, Shown
from ...program.wording import joined
from .runtime_errors import written


def spoken(program: Program, message: Message, numbers: Iterable[int]) -> tuple[tuple[str, str], ...]:
    """The message in every language; *numbers* are its values and conditions, in the order of `calculations`."""
    left = iter(numbers)
    return tuple((tongue, _words(program, pieces, left, tongue)) for tongue, pieces in message.languages)


def _words(program: Program, pieces: Pieces, left: Iterator[int], tongue: str) -> str:
    """The words of these pieces; those that a condition chooses are put together by themselves."""
    text, run = "", list[str]()
    for piece in pieces:
        match piece:
            case str():
                run.append(piece)
            case Shown(domain=domain):
                run.append(written(program, domain, next(left), tongue))
            case ChosenWords(then=then, otherwise=otherwise):
                holds = next(left)
                ways = _words(program, then, left, tongue), _words(program, otherwise, left, tongue)
                text += joined(run, tongue) + (ways[0] if holds else ways[1])
                run = []
            case _:
                assert_never(piece)
    return text + joined(run, tongue)
