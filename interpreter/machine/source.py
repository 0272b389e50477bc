"""Python functions in the making: their lines, and what the names in them stand for.

The functions of a machine are written as text and compiled by Python, so that a calculation of many parts is one function and not
one for each part. Equal texts are compiled once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NoReturn

from attrs import Factory, define

Made = Callable[..., object]

ATOM = re.compile(r"-?\w+|s\[\d+\]")
"""A text that can be repeated, because it is a name, a number or one slot."""


@define(eq=False)
class Function:
    """A function of these parameters in the making; the first one is `s`, the slots of the match.

    *passed* counts how often the slots were handed on to another function, which then reads them itself.
    """

    parameters: str = "s"
    passed: int = 0
    _lines: list[str] = Factory(list)
    _depth: int = 2
    _names: dict[int, str] = Factory(dict)
    _things: list[object] = Factory(list)
    _fresh: int = 0

    def refer(self, thing: object) -> str:
        """A name for a thing that stands outside of the function."""
        name = self._names.get(id(thing))
        if name is None:
            name = self._names[id(thing)] = f"n{len(self._things)}"
            self._things.append(thing)
        return name

    def call(self, function: Callable[[list[int]], object]) -> str:
        """The text that calls a function of the slots."""
        self.passed += 1
        return f"{self.refer(function)}(s)"

    def fresh(self, hint: str = "t") -> str:
        """A new name of the function's own."""
        self._fresh += 1
        return f"{hint}{self._fresh}"

    def line(self, text: str) -> None:
        """Appends a line."""
        self._lines.append("  " * self._depth + text)

    @contextmanager
    def inside(self, head: str) -> Iterator[None]:
        """What is appended meanwhile stands under this head; nothing is `pass`."""
        self.line(f"{head}:")
        self._depth += 1
        before = len(self._lines)
        yield
        if len(self._lines) == before:
            self.line("pass")
        self._depth -= 1

    @property
    def depth(self) -> int:
        """How deep the next line stands."""
        return self._depth - 2

    @property
    def here(self) -> int:
        """The place of the next line, for `insert`."""
        return len(self._lines)

    def insert(self, at: int, text: str) -> None:
        """Inserts a line at a place, as deep as the next line would be."""
        self._lines.insert(at, "  " * self._depth + text)

    def made(self) -> Made:
        """The function."""
        names = ", ".join(f"n{number}" for number in range(len(self._things)))
        lines = [f"def make({names}):", f" def run({self.parameters}):", *self._lines, " return run"]
        return _maker("\n".join(lines))(*self._things)


@lru_cache(maxsize=5_000)
def _maker(text: str) -> Callable[..., Made]:
    names: dict[str, Callable[..., Made]] = {}
    exec(compile(text, "<rules>", "exec"), {}, names)  # written by the functions here, from numbers and names of their own
    return names["make"]


def raising(error: Callable[..., Exception]) -> Callable[..., NoReturn]:
    """A function that raises the error for its arguments, for the middle of an expression."""

    def fail(*numbers: int) -> NoReturn:
        raise error(*numbers)

    return fail
