"""Streams of random numbers that are the same in every engine and on every machine.

A stream is SplitMix64 (Guy Steele, Doug Lea and Christine Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014;
constants of Sebastiano Vigna's public-domain https://prng.di.unimi.it/splitmix64.c). Bounded numbers come from the high half of
a 64 by 64 bit product, with rejection (Daniel Lemire, "Fast random integer generation in an interval", ACM TOMACS 29, 2019):
all results are exactly equally likely.

A stream is named by (seed, game, use). The three are absorbed one after the other, from h = 0, by

    h = mix((h xor word) + GAMMA mod 2**64)

and the last h is the state from which the stream starts. `mix` and the addition are bijections, so for one seed two games never
start from the same state, nor do two uses of one game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

GAMMA = 0x9E3779B97F4A7C15
"""What SplitMix64 adds to its state for each word."""
GAMMA_INVERSE = pow(GAMMA, -1, 2**64)
"""The inverse of `GAMMA` modulo 2**64, which turns a difference of states into a number of words."""
WORD = 2**64 - 1
"""The largest 64-bit word, used as a mask."""


class Use(IntEnum):
    """What a stream is for; the number is the word that the stream's name absorbs."""

    NATURE = 0
    BOTS = 1


def mix(word: int) -> int:
    """SplitMix64's mixing function: a bijection on 64-bit words."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


def stream_start(seed: int, game: int, use: Use) -> int:
    """The 64-bit state from which the stream of that name starts.

    Raises ValueError when *seed* or *game* is not within 0..2**64 - 1.
    """
    start = 0
    for word in (seed, game, int(use)):
        if not 0 <= word <= WORD:
            raise ValueError(f"{word} is not within 0..2**64 - 1")
        start = mix(((start ^ word) + GAMMA) & WORD)
    return start


class Stream:
    """Random numbers from one starting state. Only the position changes, so the pair (start, position) restores a stream."""

    __slots__ = ("_now", "start")

    def __init__(self, start: int, position: int = 0) -> None:
        """The stream from *start* on, after *position* 64-bit words."""
        self.start = start
        self._now = (start + position * GAMMA) & WORD

    @property
    def position(self) -> int:
        """How many 64-bit words were taken."""
        return ((self._now - self.start) * GAMMA_INVERSE) & WORD

    def word(self) -> int:
        """The next 64 bits."""
        self._now = now = (self._now + GAMMA) & WORD
        return mix(now)

    def below(self, bound: int) -> int:
        """A random number from 0 to *bound* - 1, all equally likely; takes one 64-bit word, very rarely more.

        *bound* is within 1..2**64. Raises ValueError when it is 0.
        """
        self._now = now = (self._now + GAMMA) & WORD
        # `mix` written out: this is the innermost step of every random playout
        now = ((now ^ (now >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        now = ((now ^ (now >> 27)) * 0x94D049BB133111EB) & WORD
        product = (now ^ (now >> 31)) * bound
        if product & WORD <= bound:
            product = fair(product, bound, self.word)
        return product >> 64


def fair(product: int, bound: int, word: Callable[[], int]) -> int:
    """The first product of a *word* and *bound*, from *product* on, that Lemire's method does not reject. Raises ValueError when
    *bound* is 0.
    """
    if bound < 1:
        raise ValueError(f"no number lies from 0 to {bound - 1}")
    unfair = (WORD + 1 - bound) % bound
    while product & WORD < unfair:
        product = word() * bound
    return product


def stream(seed: int, game: int, use: Use) -> Stream:
    """The stream of that name, at its start. Raises ValueError as `stream_start` does."""
    return Stream(stream_start(seed, game, use))


def weighted(weights: Sequence[int], draw: Callable[[int], int]) -> int:
    """A random index into *weights*, each with a probability proportional to its weight.

    Calls *draw* once, for a number below the sum of the weights; raises ValueError when the result is too large.
    """
    left = draw(sum(weights))
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise ValueError("the number drawn is not below the sum of the weights")
