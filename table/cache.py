"""Keeps what was worked out for a Program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from attrs import Factory, define

from ..program.ir import Program

T = TypeVar("T")
MOST = 64


@define
class ByProgram(Generic[T]):
    """What *make* gives for a Program and a language, worked out once."""

    make: Callable[[Program, str], T]
    # Looked up by identity, because comparing Programs would take longer; what is kept keeps its Program alive.
    _found: dict[tuple[int, str], tuple[Program, T]] = Factory(dict)

    def __call__(self, program: Program, language: str) -> T:
        """The result for the Program in that language."""
        key = id(program), language
        if key not in self._found:
            if len(self._found) >= MOST:
                del self._found[next(iter(self._found))]
            self._found[key] = program, self.make(program, language)
        return self._found[key][1]
