"""An emitted module whose functions can be called, as plain Python or compiled, with the arrays that they work on."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from functools import lru_cache
from importlib.util import find_spec
from types import CodeType
from typing import cast

from attrs import frozen

from ..emit.module import Emitted, Form

COMPILES = find_spec("llvmlite") is not None and find_spec("numpy") is not None
"""Whether what compiled code needs is installed."""

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
    """The functions of a module that can be called from outside, and how far they are optimised."""

    functions: dict[str, Function]
    level: int


@frozen(eq=False)
class Loaded:
    """The functions of an emitted module, and methods that make the arrays (plain Python: lists) that the functions work on.

    *level* tells how far the code is optimised; 0 is plain Python, which has all functions of the module, not the entries alone.
    """

    emitted: Emitted
    functions: dict[str, Function]
    level: int

    @property
    def compiled(self) -> bool:
        """Whether this is machine code."""
        return self.level > 0

    def call(self, name: str, *arguments: object) -> int:
        """The result of one of its functions. Raises Fault."""
        return cast(int, self.functions[name](*arguments))

    def vector(self, slots: Sequence[int]) -> MutableSequence[int]:
        """A vector with these numbers: 32 bits each where compiled."""
        if not self.compiled:
            return list(slots)
        import numpy

        return cast("MutableSequence[int]", numpy.array(slots, dtype=numpy.int32))

    def vectors(self, rows: Sequence[Sequence[int]], width: int) -> MutableSequence[MutableSequence[int]]:
        """Vectors with these numbers, *width* each: 32 bits per number where compiled."""
        if not self.compiled:
            return [list(row) for row in rows]
        import numpy

        return cast("MutableSequence[MutableSequence[int]]", numpy.array(rows, dtype=numpy.int32).reshape(len(rows), width))

    def blank(self, count: int, width: int) -> MutableSequence[MutableSequence[int]]:
        """*count* vectors of *width* zeros."""
        if not self.compiled:
            return [[0] * width for _ in range(count)]
        import numpy

        return cast("MutableSequence[MutableSequence[int]]", numpy.zeros((count, width), dtype=numpy.int32))

    def numbers(self, count: int) -> MutableSequence[int]:
        """*count* zeros, of 64 bits."""
        if not self.compiled:
            return [0] * count
        import numpy

        return cast("MutableSequence[int]", numpy.zeros(count, dtype=numpy.int64))

    def long(self, numbers: Sequence[int]) -> MutableSequence[int]:
        """These numbers, of 64 bits."""
        if not self.compiled:
            return list(numbers)
        import numpy

        return cast("MutableSequence[int]", numpy.array(numbers, dtype=numpy.int64))

    def words(self, count: int) -> MutableSequence[int]:
        """*count* zeros, as unsigned 64-bit words."""
        if not self.compiled:
            return [0] * count
        import numpy

        return cast("MutableSequence[int]", numpy.zeros(count, dtype=numpy.uint64))

    def flags(self, count: int, width: int) -> MutableSequence[MutableSequence[int]]:
        """*count* rows of *width* zeros, of 8 bits."""
        if not self.compiled:
            return [[0] * width for _ in range(count)]
        import numpy

        return cast("MutableSequence[MutableSequence[int]]", numpy.zeros((count, width), dtype=numpy.uint8))

    def rows(self, count: int, width: int) -> MutableSequence[MutableSequence[int]]:
        """*count* rows of *width* zeros, of 64 bits."""
        if not self.compiled:
            return [[0] * width for _ in range(count)]
        import numpy

        return cast("MutableSequence[MutableSequence[int]]", numpy.zeros((count, width), dtype=numpy.int64))


def plain(emitted: Emitted, form: Form) -> Loaded:
    """The module as plain Python."""
    names: dict[str, Function] = {}
    exec(_compiled(emitted.text, form), names)
    return Loaded(emitted, names, 0)


@lru_cache(maxsize=16)
def _compiled(text: str, form: Form) -> CodeType:
    """The code of the module; that of the last modules is kept, for equal ones are made again and again."""
    # There the conversion of an index to unsigned would only cost time.
    return compile((HEAD + text).replace("[U(", "[("), f"<{form.value}>", "exec")
