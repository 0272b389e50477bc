"""How the values that a position names are packed into words: the one statement of it, for all that remember or compare them.

The values of a place are the digits of numbers below 2³¹, as many to a word as fit, the first one leading; `nothing` is the
digit 0. Where not even two fit, each value is a word of its own, as it is. Equal values give equal words, and only they do.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from .ir import NOTHING, Memory, Place, Program

ROOM = 2**31
"""A word is smaller than this."""


@frozen
class Packing:
    """How one place is packed: its first slot, how many values it has, and how many are in a word (the last has the rest).

    A value is the digit *value* - *zero*, and there are *radix* digits; with one value to a word it is a word as it is.
    """

    base: int
    count: int
    each: int
    radix: int
    zero: int

    @property
    def words(self) -> int:
        """How many words the place takes."""
        return -(-self.count // self.each)


def packing(place: Place) -> Packing:
    """How that place is packed."""
    radix = place.high - place.low + 1 + place.optional
    count = place.extents[0].stride * place.extents[0].size if place.extents else 1
    each = 1
    while each < count and radix ** (each + 1) <= ROOM:
        each += 1
    return Packing(place.base, count, each, radix, place.low - place.optional)


def words(places: Iterable[Place]) -> int:
    """How many words a position of these places takes."""
    return sum(packing(place).words for place in places)


def packings(program: Program, memory: Memory) -> tuple[Packing, ...]:
    """How the places of a memory are packed, one behind the other."""
    return tuple(packing(program.places[number]) for number in memory.places)


def packed(parts: tuple[Packing, ...], s: list[int]) -> list[int]:
    """The words of the present values in a vector."""
    found: list[int] = []
    for part in parts:
        base, behind, each, radix, zero = part.base, part.base + part.count, part.each, part.radix, part.zero
        if each == 1:
            found += s[base:behind]
            continue
        for first in range(base, behind, each):
            word = 0
            for value in s[first : min(first + each, behind)]:
                word = word * radix + (0 if value == NOTHING else value - zero)
            found.append(word)
    return found
