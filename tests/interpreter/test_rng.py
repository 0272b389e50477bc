"""The streams of random numbers, against numbers known from elsewhere."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulerun.interpreter.core.rng import WORD, Stream, Use, mix, stream, stream_start, weighted

WORDS = st.integers(min_value=0, max_value=WORD)


def test_splitmix64_gives_the_published_numbers() -> None:
    # https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64 (seed 1234567), and Vigna's splitmix64.c from 0
    known = Stream(1234567)
    assert [known.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [Stream(0, position).word() for position in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


def test_a_bounded_number_is_the_high_half_of_the_product() -> None:
    words, bounded = Stream(1234567), Stream(1234567)
    assert [bounded.below(6) for _ in range(5)] == [words.word() * 6 >> 64 for _ in range(5)] == [2, 1, 3, 1, 5]


def test_an_unfair_product_is_rejected() -> None:
    # 2**64 mod (2**63 + 1) = 2**63 - 1, so nearly every second word is thrown away, and the next one is taken
    bound = 2**63 + 1
    drawn = Stream(99)
    numbers = [drawn.below(bound) for _ in range(50)]
    words = Stream(99)
    kept = [product >> 64 for product in (words.word() * bound for _ in range(drawn.position)) if product & WORD >= 2**63 - 1]
    assert numbers == kept
    assert drawn.position > 75


def test_streams_start_where_they_always_started() -> None:
    starts = [stream_start(seed, game, use) for seed, game, use in [(0, 0, Use.NATURE), (1, 0, Use.NATURE), (1, 0, Use.BOTS)]]
    assert starts == [2558736989570252433, 12793040940332582595, 7806873273932414515]
    assert [stream(1, 2, Use.NATURE).below(100) for _ in range(2)] == [45, 45]


def test_seed_game_and_use_each_name_another_stream() -> None:
    names = [(seed, game, use) for seed in range(20) for game in range(20) for use in Use]
    assert len({stream_start(*name) for name in names}) == len(names)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_beyond_64_bits_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="not within"):
        stream(seed, 0, Use.NATURE)


@given(WORDS, st.integers(min_value=1, max_value=2**64), st.integers(min_value=0, max_value=50))
def test_a_position_restores_a_stream(start: int, bound: int, draws: int) -> None:
    first = Stream(start)
    for _ in range(draws):
        assert 0 <= first.below(bound) < bound
    again = Stream(start, first.position)
    assert [again.below(bound) for _ in range(3)] == [first.below(bound) for _ in range(3)]


@given(st.lists(WORDS, unique=True, max_size=20))
def test_mixing_never_joins_two_words(words: list[int]) -> None:
    assert len({mix(word) for word in words}) == len(words)


def test_nothing_can_be_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="from 0 to -1"):
        Stream(0).below(0)
    with pytest.raises(ValueError, match="from 0 to -1"):
        weighted([], Stream(0).below)


def test_weights_are_kept() -> None:
    drawn = stream(7, 0, Use.NATURE)
    counts = Counter(weighted((1, 0, 3, 2), drawn.below) for _ in range(60_000))
    assert drawn.position == 60_000
    assert counts[1] == 0
    assert abs(counts[0] - 10_000) < 500
    assert abs(counts[2] - 30_000) < 700
    assert abs(counts[3] - 20_000) < 700
