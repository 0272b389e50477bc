"""The names that emitted code uses, for plain Python: types, conversions, and operations on words.

Compiled code reads the types as `compile/signatures.py` says; where nothing is compiled they are Python's own integers and lists.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

Word = int
"""An unsigned number of 64 bits."""
Slots = MutableSequence[int]
"""The slots of a match, 32 bits each."""
Numbers = MutableSequence[int]
"""Integers of 64 bits."""
Words = MutableSequence[int]
"""Unsigned words of 64 bits."""
Vectors = Sequence[MutableSequence[int]]
"""The slots of several matches."""
Rows = Sequence[MutableSequence[int]]
"""Rows of integers of 64 bits."""
Flags = MutableSequence[int]
"""Zeros and ones, 8 bits each."""
FlagRows = Sequence[MutableSequence[int]]
"""Rows of zeros and ones."""
Reals = MutableSequence[float]
"""Numbers in floating point, 32 bits each."""
RealRows = Sequence[MutableSequence[float]]
"""Rows of such numbers."""

U = int
"""The number as a word."""
S = int
"""The word as a signed number."""


def table(numbers: str | Sequence[int]) -> list[int]:
    """The numbers, which may stand in one string."""
    return [int(number) for number in (numbers.split() if isinstance(numbers, str) else numbers)]


words = table
rare = bool
"""What is asked, marked as what rarely holds: compiled code has the other way close by."""

WORD = 2**64 - 1
"""The largest 64-bit word, used as a mask."""


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """The function itself, marked as one that is called from outside."""
    return function


def apart(function: Callable[P, R]) -> Callable[P, R]:
    """The function itself, marked as one that compiled code does not copy to where it is called."""
    return function


def share(number: int, whole: int) -> float:
    """The number as a part of a whole, rounded to 64 bits; stored, it is rounded to 32."""
    return number / whole


def ones_in(word: int) -> int:
    """How many bits of a word are set."""
    return word.bit_count()


def lowest(word: int) -> int:
    """The position of the lowest set bit of a word, which must not be 0."""
    return (word & -word).bit_length() - 1


def nth_bit(word: int, number: int) -> int:
    """The position of the set bit with that number, the lowest being number 0; there must be so many."""
    for _ in range(number):
        word &= word - 1
    return lowest(word)


def product(word: int, bound: int) -> tuple[int, int]:
    """The high and the low 64 bits of a product of two numbers below 2**64."""
    whole = word * bound
    return whole >> 64, whole & WORD
