"""The numbers that chance and the bots of a match draw: from a seed, or from keys where no seed was given.

A small seed can be guessed from a few draws, and with it every card. Nobody can guess a key: word *n* of its stream is the
keyed BLAKE2b (RFC 7693) of *n*, which is counter mode. Nature has a key and the bots have another, so nothing that a bot is
given depends on the key by which cards are dealt.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import ClassVar, Protocol

from attrs import field, frozen

from .rng import WORD, Stream, Use, fair, stream, stream_start

KEY = 32
"""The bytes of a key."""


class Draws(Protocol):
    """Random numbers, one after the other."""

    def below(self, bound: int) -> int:
        """A random number from 0 to *bound* - 1, all equally likely; *bound* is within 1..2**64."""
        ...


class KeyedStream:
    """Random numbers that nobody can foretell without the key, from the beginning; *name* is up to 16 bytes."""

    __slots__ = ("_key", "_name", "_taken")

    def __init__(self, key: bytes, name: bytes = b"") -> None:
        self._key, self._name = key, name
        self._taken = 0

    def word(self) -> int:
        """The next 64 bits."""
        counter = self._taken.to_bytes(8, "little")
        self._taken += 1
        return int.from_bytes(blake2b(counter, digest_size=8, key=self._key, person=self._name).digest(), "little")

    def below(self, bound: int) -> int:
        """A random number from 0 to *bound* - 1, all equally likely. Raises ValueError when *bound* is 0."""
        product = self.word() * bound
        return (fair(product, bound, self.word) if product & WORD <= bound else product) >> 64


@frozen
class Seed:
    """A seed and the number of a game, from which all draws of a match can be repeated."""

    seed: int
    game: int

    @property
    def called(self) -> str:
        """What decided chance, in a message."""
        return f"seed {self.seed}"

    def nature(self) -> Draws:
        """What nature draws."""
        return stream(self.seed, self.game, Use.NATURE)

    def bots(self, seat: int, made: int) -> Draws:
        """What the bot of a seat draws for one choice, when *made* lines of the record are written: from there on in the one
        stream of all bots.
        """
        return Stream(stream_start(self.seed, self.game, Use.BOTS), made)


@frozen
class Keys:
    """The secret key of nature, and that of the bots, from which all draws of a match can be repeated."""

    of_nature: bytes = field(repr=False)
    of_bots: bytes = field(repr=False)
    seed: ClassVar[None] = None
    """There is none."""

    @classmethod
    def drawn(cls) -> Keys:
        """New keys, which are in no relation to anything."""
        from secrets import token_bytes  # it takes long to load, and a match with a seed needs none

        return cls(token_bytes(KEY), token_bytes(KEY))

    @property
    def called(self) -> str:
        """What decided chance, in a message."""
        return "the key in the record"

    def nature(self) -> Draws:
        """What nature draws."""
        return KeyedStream(self.of_nature)

    def bots(self, seat: int, made: int) -> Draws:
        """What the bot of a seat draws for one choice, when *made* lines of the record are written: a stream of its own."""
        return KeyedStream(self.of_bots, seat.to_bytes(8, "little") + made.to_bytes(8, "little"))


Randomness = Seed | Keys
"""What the draws of a match are worked out from."""
