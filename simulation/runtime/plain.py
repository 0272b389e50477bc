"""What emitted code is run with where nothing is compiled: Python's own numbers and lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

U = int
table = list
S = int

WORD = 2**64 - 1


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """The function as it is."""
    return function


def kernel(signature: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """What leaves a function as it is; compiled code needs to know the types of its arguments."""
    return jit


def ones_in(word: int) -> int:
    """How many bits of a word are set."""
    return word.bit_count()


def lowest(word: int) -> int:
    """Which is the lowest bit that is set in a word; there must be one."""
    return (word & -word).bit_length() - 1


def product(word: int, bound: int) -> tuple[int, int]:
    """The high and the low 64 bits of a product of two numbers below 2**64."""
    whole = word * bound
    return whole >> 64, whole & WORD
