"""Loose cards packed into words: how many of each kind lie in an instance stands in as many bits of one 64-bit word.

Compiled code holds them so while it plays, in an array *z* by the first slot of the instance: a card is found, taken and laid
with a few operations on one word, whose place does not depend on the kind. Before and after a game they stand in the vector.
"""

from __future__ import annotations

from attrs import frozen

from ...interpreter.core.zones import bases
from ...program.ir import Program

WORD = 64


@frozen
class Packing:
    """How the cards of a deck are packed: so many bits for each kind; the number that has a 1 in each."""

    bits: int
    kinds: int

    @property
    def ones(self) -> int:
        """A word with 1 for every kind."""
        return sum(1 << (kind * self.bits) for kind in range(self.kinds))

    @property
    def mask(self) -> int:
        """What covers one kind."""
        return (1 << self.bits) - 1

    def shift(self, kind: str) -> str:
        """The text of where a kind begins."""
        if self.bits == 1:
            return f"U({kind})"
        return f"U({int(kind) * self.bits})" if kind.isdigit() else f"U({kind} * {self.bits})"

    def one(self, kind: str) -> str:
        """The text of one card of a kind."""
        return f"(U(1) << {self.shift(kind)})"

    def copies(self, word: str, kind: str) -> str:
        """The text of how many cards of a kind there are."""
        return f"S(({word} >> {self.shift(kind)}) & U({self.mask}))"

    def drawn(self, word: str, number: str) -> str:
        """The text of the kind of the card with that number, counted through the kinds."""
        if self.bits == 1:
            return f"drawn_bit({word}, {number})"
        return f"drawn_lane({word}, {number}, U({self.ones}), {self.bits - 1})"

    def different(self, word: str) -> str:
        """The text of how many kinds there are."""
        if self.bits == 1:
            return f"S(ones_in({word}))"
        half = 1 << (self.bits - 1)
        return f"S(ones_in(({word} + U({(half - 1) * self.ones})) & U({half * self.ones})))"


def packings(program: Program) -> dict[int, Packing]:
    """The decks whose cards are packed: those that never lie in order, and whose kinds fit into a word.

    Where there is one card of each kind a bit tells whether it is there; else the bits hold the number of all cards, and one
    more, in which kinds are compared all at once.
    """
    found: dict[int, Packing] = {}
    for number, deck in enumerate(program.decks):
        zones = [zone for zone in program.zones if zone.deck == number]
        kinds = len(deck.copies)
        bits = 1 if max(deck.copies, default=0) <= 1 else sum(deck.copies).bit_length() + 1
        if zones and kinds * bits <= WORD and not any(zone.top_capacity or zone.bottom_capacity for zone in zones):
            found[number] = Packing(bits, kinds)
    return found


def instances(program: Program, packed: dict[int, Packing]) -> list[tuple[Packing, tuple[int, ...]]]:
    """The first slots of the instances that are packed, zone by zone."""
    return [(packed[zone.deck], bases(zone)) for zone in program.zones if zone.deck in packed]
