"""The draws of a match: from a seed as ever, or from keys that nobody can guess."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulerun.interpreter.core.chance import KeyedStream, Keys, Seed
from rulerun.interpreter.core.rng import WORD, Stream, Use, stream, stream_start

KEY = bytes(range(32))


class Known(KeyedStream):
    """A stream with these words."""

    def __init__(self, *words: int) -> None:
        super().__init__(KEY)
        self.left = [*words]

    def word(self) -> int:
        """The next of them."""
        return self.left.pop(0)


def test_a_word_is_the_keyed_hash_of_its_number() -> None:
    drawn = KeyedStream(KEY, b"name")
    expected = [blake2b(n.to_bytes(8, "little"), digest_size=8, key=KEY, person=b"name").digest() for n in range(5)]
    assert [drawn.word().to_bytes(8, "little") for _ in range(5)] == expected


def test_keyed_numbers_stay_the_same() -> None:
    drawn = Keys(KEY, KEY[::-1]).nature()
    assert [drawn.below(100) for _ in range(8)] == [12, 6, 28, 40, 35, 66, 61, 40]


def test_an_unfair_product_is_rejected() -> None:
    # 2**64 mod 3 = 1, so the word 0 alone is thrown away; word 1 gives 3, of which the low half is fair
    assert Known(0, 0, WORD).below(3) == 2
    assert Known(1).below(3) == 0
    # 2**64 mod (2**63 + 1) = 2**63 - 1, so nearly every second word is thrown away
    bound = 2**63 + 1
    words, drawn = KeyedStream(KEY), KeyedStream(KEY)
    kept = [product >> 64 for product in (words.word() * bound for _ in range(200)) if product & WORD >= 2**63 - 1]
    assert 60 < len(kept) < 140
    assert [drawn.below(bound) for _ in range(len(kept))] == kept


@given(st.integers(min_value=1, max_value=2**64))
def test_a_bounded_number_is_within_its_bound(bound: int) -> None:
    assert 0 <= KeyedStream(KEY).below(bound) < bound


def test_no_number_is_below_zero() -> None:
    with pytest.raises(ValueError, match="no number lies from 0 to -1"):
        KeyedStream(KEY).below(0)


def test_all_numbers_are_as_likely() -> None:
    drawn = KeyedStream(KEY)
    counted = Counter(drawn.below(6) for _ in range(6_000))
    assert set(counted) == set(range(6))
    assert all(900 < count < 1_100 for count in counted.values())


def test_a_seed_gives_the_streams_that_it_always_gave() -> None:
    assert [Seed(1, 2).nature().below(100) for _ in range(2)] == [45, 45]
    assert Seed(7, 0).nature().below(2**64) == stream(7, 0, Use.NATURE).below(2**64)
    for seat in (0, 3):
        assert Seed(7, 0).bots(seat, 5).below(2**64) == Stream(stream_start(7, 0, Use.BOTS), 5).below(2**64)


def test_what_bots_draw_depends_on_no_key_but_their_own() -> None:
    one, other = Keys(KEY, KEY[::-1]), Keys(bytes(32), KEY[::-1])
    drawn = {(seat, made): one.bots(seat, made).below(2**64) for seat in range(4) for made in range(50)}
    assert drawn == {(seat, made): other.bots(seat, made).below(2**64) for seat in range(4) for made in range(50)}
    assert len({*drawn.values()}) == len(drawn)
    assert one.nature().below(2**64) not in drawn.values()
    assert Keys(KEY, bytes(32)).bots(0, 0).below(2**64) != one.bots(0, 0).below(2**64)


def test_keys_are_drawn_anew_and_apart() -> None:
    found = [Keys.drawn() for _ in range(5)]
    assert len({key for each in found for key in (each.of_nature, each.of_bots)}) == 10
    assert all(len(key) == 32 for each in found for key in (each.of_nature, each.of_bots))


def test_keys_are_in_no_message() -> None:
    assert repr(Keys.drawn()) == "Keys()"
    assert Keys.drawn().called == "the key in the record"
