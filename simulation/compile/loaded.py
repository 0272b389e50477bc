"""An emitted module whose functions can be called, as plain Python or compiled, with the arrays that they work on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from types import CodeType
from typing import Protocol, cast

from attrs import frozen

from ..emit.module import Emitted, Form
from .arrays import Arrays, Lists, Numbers, Rows
from .signatures import Kind

IN_PAGE = sys.platform == "emscripten"
"""Whether this is Pyodide, in a page of a browser."""

COMPILES = IN_PAGE or (find_spec("llvmlite") is not None and find_spec("numpy") is not None)
"""Whether what compiled code needs is there."""

Function = Callable[..., object]

QUICK, BEST = 1, 3
"""The levels of optimisation."""

HEAD = """from rulerun.simulation.runtime.fault import Fault
from rulerun.simulation.runtime.plain import (
    FlagRows, Flags, Numbers, RealRows, Reals, Rows, S, Slots, U, Vectors, Word, Words, apart, entry, lowest, nth_bit, ones_in,
    product, rare, share, table, words
)

"""
"""What stands in front of an emitted module in plain Python."""


class TooLarge(Exception):
    """The module is too large to be compiled within the limits."""


@frozen
class Compiled:
    """The functions of a module that can be called from outside, how far they are optimised, and what makes their arrays."""

    functions: dict[str, Function]
    level: int
    arrays: Arrays


class Code(Protocol):
    """The compiled code of a module, as far as it exists."""

    @property
    def emitted(self) -> Emitted:
        """The module."""
        ...

    def now(self) -> Compiled | None:
        """The best that is there without waiting; None where nothing is. Raises TooLarge where nothing will ever be."""
        ...

    def start(self, level: int) -> None:
        """Begins to compile at that level, if this was not begun before."""
        ...

    def pause(self, seconds: float) -> bool:
        """Waits for what is compiled in the background, but not for longer than that; whether anything is."""
        ...

    def wait(self, level: int) -> Compiled:
        """The code at that level at least, unless only a lower one can be had. Raises TooLarge."""
        ...


Maker = Callable[[Emitted, Form], Code]
"""What compiles modules."""


@frozen(eq=False)
class Loaded:
    """The functions of an emitted module, and methods that make the arrays that the functions work on.

    *level* tells how far the code is optimised; 0 is plain Python, which has all functions of the module, not the entries alone.
    """

    emitted: Emitted
    functions: dict[str, Function]
    level: int
    arrays: Arrays

    @property
    def compiled(self) -> bool:
        """Whether this is compiled code."""
        return self.level > 0

    def call(self, name: str, *arguments: object) -> int:
        """The result of one of its functions. Raises Fault."""
        return cast(int, self.functions[name](*arguments))

    def vector(self, slots: Sequence[int]) -> Numbers:
        """A vector with these numbers: 32 bits each where compiled."""
        return self.arrays.filled(Kind.SLOTS, slots)

    def vectors(self, rows: Sequence[Sequence[int]], width: int) -> Rows:
        """Vectors with these numbers, *width* each: 32 bits per number where compiled."""
        return self.arrays.table(Kind.SLOTS, rows, width)

    def blank(self, count: int, width: int) -> Rows:
        """*count* vectors of *width* zeros."""
        return self.arrays.blank(Kind.SLOTS, count, width)

    def numbers(self, count: int) -> Numbers:
        """*count* zeros, of 64 bits."""
        return self.arrays.zeros(Kind.NUMBERS, count)

    def long(self, numbers: Sequence[int]) -> Numbers:
        """These numbers, of 64 bits."""
        return self.arrays.filled(Kind.NUMBERS, numbers)

    def words(self, count: int) -> Numbers:
        """*count* zeros, as unsigned 64-bit words."""
        return self.arrays.zeros(Kind.WORDS, count)

    def flags(self, count: int, width: int) -> Rows:
        """*count* rows of *width* zeros, of 8 bits."""
        return self.arrays.blank(Kind.FLAGS, count, width)

    def rows(self, count: int, width: int) -> Rows:
        """*count* rows of *width* zeros, of 64 bits."""
        return self.arrays.blank(Kind.NUMBERS, count, width)


def plain(emitted: Emitted, form: Form) -> Loaded:
    """The module as plain Python."""
    names: dict[str, Function] = {}
    exec(_compiled(emitted.text, form), names)
    return Loaded(emitted, names, 0, Lists())


@lru_cache(maxsize=16)
def _compiled(text: str, form: Form) -> CodeType:
    """The code of the module; that of the last modules is kept, for equal ones are made again and again."""
    # There the conversion of an index to unsigned would only cost time.
    return compile((HEAD + text).replace("[U(", "[("), f"<{form.value}>", "exec")
