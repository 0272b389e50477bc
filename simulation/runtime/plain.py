"""The names that emitted code uses, where nothing is compiled: Python's own integers and lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

U = int
table = list
S = int

WORD = 2**64 - 1
"""The largest 64-bit word, used as a mask."""


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """The function itself."""
    return function


def kernel(signature: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator that gives the function itself; only compiled code uses the signature."""
    return jit


def ones_in(word: int) -> int:
    """How many bits of a word are set."""
    return word.bit_count()


def lowest(word: int) -> int:
    """The position of the lowest set bit of a word, which must not be 0."""
    return (word & -word).bit_length() - 1


def product(word: int, bound: int) -> tuple[int, int]:
    """The high and the low 64 bits of a product of two numbers below 2**64."""
    whole = word * bound
    return whole >> 64, whole & WORD
