"""The labels that are typed to choose an option: numbers, or letters where numbers could be mistaken for those in the options'
names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..program.number_text import MINUS

LETTERS = "abcdefgijklmnoprstuvwxyz"
"""The letters used as labels: without `h` and `q`, which people type for help and to quit."""

NUMBER = re.compile(r"[-−+]?\d+")


def labels(names: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """A label for each option, where the options have those *names* (each option may have several)."""
    if lettered(names):
        return tuple(letters(position) for position in range(len(names)))
    return tuple(str(position) for position in range(1, len(names) + 1))


def lettered(names: Sequence[Sequence[str]]) -> bool:
    """True when options get letters as labels: some option's name contains a number as a word of its own."""
    return any(spoken_numbers(name) for each in names for name in each)


def letters(position: int) -> str:
    """`a` for 0, and so on; `aa` follows the last letter."""
    label = ""
    position += 1
    while position:
        position, rest = divmod(position - 1, len(LETTERS))
        label = LETTERS[rest] + label
    return label


def spoken_numbers(name: str) -> tuple[int, ...]:
    """The numbers among the words of a name, in order."""
    words = (word.strip(".,:;()[]") for word in name.split())
    return tuple(int(word.replace(MINUS, "-")) for word in words if NUMBER.fullmatch(word))
