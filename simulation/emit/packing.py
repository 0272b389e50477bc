"""Packing of loose cards: a field of a few bits in a 64-bit word holds the number of cards of each kind in a zone instance.

Compiled code uses these words while it plays, in an array *z* indexed by the first slot of the instance: a card is found, taken
and put with a few operations on one word, whose place does not depend on the kind. Before and after a game the cards are in the
vector.
"""

from __future__ import annotations

from attrs import frozen

from ...program.ir import Program
from .bitboards import Bitboard, bitboards

WORD = 64
"""The number of bits in a word."""


@frozen
class Packing:
    """How the cards of a deck are packed: the number of bits in the field of each kind, the number of kinds, and how many cards
    of each kind there are.
    """

    bits: int
    kinds: int
    dealt: tuple[int, ...]

    @property
    def ones(self) -> int:
        """A word with 1 in the field of every kind."""
        return sum(1 << (kind * self.bits) for kind in range(self.kinds))

    @property
    def mask(self) -> int:
        """A mask of the bits of one field."""
        return (1 << self.bits) - 1

    def shift(self, kind: str) -> str:
        """The text of the position of a kind's field."""
        if self.bits == 1:
            return f"U({kind})"
        return f"U({int(kind) * self.bits})" if kind.isdigit() else f"U({kind} * {self.bits})"

    def one(self, kind: str) -> str:
        """The text of a word with one card of a kind."""
        return f"(U(1) << {self.shift(kind)})"

    def copies(self, word: str, kind: str) -> str:
        """The text of the number of cards of a kind."""
        return f"S(({word} >> {self.shift(kind)}) & U({self.mask}))"

    def drawn(self, word: str, number: str) -> str:
        """The text of the kind of the card with that number, where the cards are numbered kind by kind."""
        if self.bits == 1:
            return f"nth_bit({word}, {number})"
        return f"drawn_lane({word}, {number}, U({self.ones}), {self.bits - 1})"

    def kind(self, card: str) -> str:
        """The text of the kind of a card that is a word: how many kinds are below it."""
        return f"S(ones_in(({card} - U(1)) & U({self.ones})))"

    def drawn_card(self, word: str, number: str) -> str:
        """The text of a word with that card."""
        if self.bits == 1:
            return self.one(self.drawn(word, number))
        return f"drawn_card({word}, {number}, U({self.ones}), {self.bits - 1})"

    def weighed(self, word: str, count: str, weights: tuple[int, ...]) -> str | None:
        """The text of the sum of the weights of all cards, of which there are *count*; None where it may be too large."""
        return self._in_one_product(word, weights) or self._in_wide_fields(word, count, weights)

    def _in_one_product(self, word: str, weights: tuple[int, ...]) -> str | None:
        """The same where the highest field of a product with the weights, in the opposite order, is the sum: what is in the
        fields below must not reach it, so that none may be too large, and each is counted from its lowest.
        """
        top, factor, lowest = WORD - self.bits, 0, 0
        for apart in range(self.kinds):
            found = [copies * weight for copies, weight in zip(self.dealt, weights[apart:], strict=False)]
            low = sum(min(0, each) for each in found)
            if sum(map(abs, found)) >= 1 << self.bits:
                return None
            lowest -= low << (top - apart * self.bits)
            factor += weights[apart] << (top - apart * self.bits)
        whole = (1 << WORD) - 1
        text = f"S((({word} * U({factor & whole}) + U({lowest})) & U({whole})) >> U({top}))"
        return f"{text} - {lowest >> top}" if lowest >> top else text

    def _in_wide_fields(self, word: str, count: str, weights: tuple[int, ...]) -> str | None:
        """The same where there are more, or larger ones.

        Every second field has room for a sum of its own: a product of those fields with the weights, in the opposite order, has
        the sum of the products in its highest field. Weights are counted from the highest, so that none is below 0.
        """
        width, highest, most = 2 * self.bits, max(weights), (1 << (self.bits - 1)) - 1
        if (highest - min(weights)) * most >= 1 << width:
            return None
        at_once, text = WORD // width, f"{count} * {highest}"
        for first in [parity + start for parity in (0, 1) for start in range(0, self.kinds, 2 * at_once)]:
            kinds = range(first, min(self.kinds, first + 2 * at_once), 2)
            factor = sum((highest - weights[kind]) << (width * at) for at, kind in enumerate(reversed(kinds)))
            if factor:
                fields = sum(self.mask << (width * at) for at in range(len(kinds)))
                part = f"(({word} >> U({first * self.bits})) & U({fields})) * U({factor})"
                text += f" - S(({part} >> U({width * (len(kinds) - 1)})) & U({(1 << width) - 1}))"
        return text

    def different(self, word: str) -> str:
        """The text of the number of kinds of which there are cards."""
        if self.bits == 1:
            return f"S(ones_in({word}))"
        half = 1 << (self.bits - 1)
        return f"S(ones_in(({word} + U({(half - 1) * self.ones})) & U({half * self.ones})))"


def packings(program: Program) -> dict[int, Packing]:
    """The decks whose cards are packed: those that never lie in order, and whose kinds fit into a word.

    Where each kind has at most one card, its field is one bit. Otherwise a field can hold the number of all cards, and has one
    more bit, with which all kinds are compared in one operation.
    """
    found: dict[int, Packing] = {}
    for number, deck in enumerate(program.decks):
        zones = [zone for zone in program.zones if zone.deck == number]
        kinds = len(deck.copies)
        bits = 1 if max(deck.copies, default=0) <= 1 else sum(deck.copies).bit_length() + 1
        if zones and kinds * bits <= WORD and not any(zone.top_capacity or zone.bottom_capacity for zone in zones):
            found[number] = Packing(bits, kinds, deck.copies)
    return found


@frozen
class Representation:
    """How compiled code holds what is in the vector: decks as packed cards, by number, and arrays with bitboards."""

    decks: dict[int, Packing]
    boards: tuple[Bitboard, ...]


IN_THE_VECTOR = Representation({}, ())
"""Nothing is anywhere but in the vector."""


def representation(program: Program) -> Representation:
    """How compiled code plays that Program."""
    return Representation(packings(program), bitboards(program))


def instances(program: Program, packed: dict[int, Packing]) -> list[tuple[Packing, tuple[int, ...]]]:
    """For each zone whose cards are packed, the packing and the first slots of the instances."""
    return [(packed[zone.deck], zone.bases) for zone in program.zones if zone.deck in packed]
