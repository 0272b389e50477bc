"""Intervals against known values, against SciPy's own, and against how often they hold what is true."""

from __future__ import annotations

from math import inf, isclose

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulerun.lab.correction import holm
from rulerun.lab.statistics.wilson import share

np = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")

intervals = pytest.importorskip("rulerun.lab.statistics.intervals")
moments = pytest.importorskip("rulerun.lab.statistics.moments")
decisive, level, mean, ratio, width = (getattr(intervals, name) for name in ("decisive", "level", "mean", "ratio", "width"))
Moments, Name, Quantity, apart = (getattr(moments, name) for name in ("Moments", "Name", "Quantity", "apart"))


@pytest.mark.parametrize(("count", "of"), [(0, 1), (1, 1), (0, 10), (3, 10), (10, 10), (285, 1000), (737, 1260), (1, 10**9)])
def test_a_share_has_wilsons_interval(count: int, of: int) -> None:
    known = stats.binomtest(count, of).proportion_ci(method="wilson")
    found = share(count, of).rate
    assert found.value == count / of
    assert isclose(found.low, known.low, rel_tol=1e-9, abs_tol=1e-12)
    assert isclose(found.high, known.high, rel_tol=1e-9, abs_tol=1e-12)


def test_wilsons_interval_is_that_of_the_textbook() -> None:
    # 81 of 263: Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I
    found = share(81, 263).rate
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)


def test_a_share_of_nothing_can_be_anything() -> None:
    found = share(0, 0).rate
    assert (found.low, found.high) == (0.0, 1.0)


@given(st.lists(st.integers(-(2**31), 2**31), min_size=2, max_size=50))
def test_a_mean_has_students_interval(values: list[int]) -> None:
    found = mean(len(values), sum(values), sum(value * value for value in values))
    exact = np.array(values, float)
    half = stats.t.ppf(0.975, len(values) - 1) * exact.std(ddof=1) / len(values) ** 0.5
    assert isclose(found.value, exact.mean(), rel_tol=1e-9, abs_tol=1e-6)
    assert isclose(found.high - found.value, half, rel_tol=1e-6, abs_tol=1e-3)


def test_one_game_says_nothing_of_the_interval() -> None:
    assert (mean(1, 7, 49).low, mean(1, 7, 49).high) == (-inf, inf)


def test_numbers_too_large_for_a_float_lose_nothing() -> None:
    # 10**9 and 10**9 + 1, a million of each: the variance is 1/4, which squares of floats would lose
    large, million = 10**9, 10**6
    found = mean(2 * million, million * (2 * large + 1), million * (large**2 + (large + 1) ** 2))
    assert isclose(found.high - found.low, 2 * 1.95996 * 0.5 / (2 * million) ** 0.5, rel_tol=1e-3)


def test_a_ratio_of_every_game_alike_is_a_mean() -> None:
    values = [3, 1, 4, 1, 5, 9, 2, 6]
    squares = sum(value * value for value in values)
    same = mean(len(values), sum(values), squares)
    found = ratio(len(values), sum(values), len(values), (squares, sum(values), len(values)))
    assert found is not None
    assert isclose(found.low, same.low)
    assert isclose(found.high, same.high)
    assert ratio(8, 0, 0, (0, 0, 0)) is None


def test_intervals_of_a_ratio_hold_it_in_about_95_of_100_runs() -> None:
    chance = np.random.default_rng(5)
    held = 0
    for _ in range(1000):
        times = chance.integers(1, 9, 400)
        amounts = chance.binomial(times, 0.3)
        found = ratio(
            400, int(amounts.sum()), int(times.sum()), (int(amounts @ amounts), int(amounts @ times), int(times @ times))
        )
        held += found is not None and found.low <= 0.3 <= found.high
    assert 930 <= held <= 968


def test_level_seats_are_called_uneven_as_often_as_chance_does() -> None:
    chance = np.random.default_rng(3)
    found = []
    for _ in range(1000):
        won = np.eye(3, dtype=np.int64)[chance.integers(0, 3, 500)]
        found.append(level(500, (won.T @ won).tolist()))
    assert 30 <= sum(each is not None and each < 0.05 for each in found) <= 72


def test_level_knows_one_seat_that_is_better() -> None:
    both = [[400, 0, 0], [0, 300, 0], [0, 0, 300]]
    assert (level(1000, both) or 1) < 0.001
    assert (level(1000, [[1000, 0], [0, 0]]) or 1) < 0.001
    # a seat that wins whenever the other does: nothing to ask
    assert level(1000, [[500, 500], [500, 500]]) is None
    assert level(1000, [[1000]]) is None


def test_two_seats_are_level_by_the_test_of_a_coin() -> None:
    found = level(1000, [[530, 0], [0, 470]])
    assert found is not None
    # the normal approximation with the variance of a fair coin
    assert isclose(found, 2 * stats.norm.sf(60 / 1000**0.5), rel_tol=1e-9)


def test_partners_count_as_one_seat() -> None:
    two = level(1000, [[530, 0], [0, 470]])
    four = level(1000, [[530, 0, 530, 0], [0, 470, 0, 470], [530, 0, 530, 0], [0, 470, 0, 470]])
    assert two is not None
    assert four is not None
    assert isclose(two, four, rel_tol=1e-9)


def test_so_many_games_are_needed_that_one_seat_winning_them_all_is_past_chance() -> None:
    for doubt in (0.01, 0.01 / 6, 0.01 / 40):
        games = decisive(doubt)
        assert (level(games, [[games, 0], [0, 0]]) or 1) < doubt
        assert (level(games - 1, [[games - 1, 0], [0, 0]]) or 1) >= doubt
    assert decisive(0.01) == 7


def test_the_widest_interval_counts() -> None:
    assert width([share(1, 10).rate, share(5, 10).rate]) == share(5, 10).rate.high - share(5, 10).rate.low
    assert width([]) == inf


def paired(first: list[int], second: list[int]):
    ones = np.ones(len(first), np.int64)
    name = Name("any", "any", False)
    return Moments.of(Quantity(name, np.array(first), ones), Quantity(name, np.array(second), ones))


@given(st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), min_size=2, max_size=40))
@example([(21, 0)] * 3)
def test_games_in_pairs_differ_by_the_mean_of_their_differences(pairs: list[tuple[int, int]]) -> None:
    gaps = [other - one for one, other in pairs]
    known = mean(len(gaps), sum(gaps), sum(gap * gap for gap in gaps))
    found = paired([one for one, _ in pairs], [other for _, other in pairs]).difference(part=False)
    assert found is not None
    assert isclose(found.value, known.value, abs_tol=1e-9)
    assert isclose(found.low, known.low, abs_tol=1e-6)
    assert isclose(found.high, known.high, abs_tol=1e-6)


def test_a_difference_that_all_games_have_in_common_is_exact() -> None:
    found = paired([1, 2, 4], [8, 9, 11]).difference(part=False)
    assert (found.value, found.low, found.high) == (7.0, 7.0, 7.0)
    # a third less a third, each of other numbers
    third = paired([1, 0, 0], [0, 1, 0]).difference(part=True)
    assert third.value == 0.0
    assert apart(share(7, 21), share(11, 33)).value == 0.0


def test_what_neither_run_ever_saw_may_still_differ_a_little() -> None:
    found = paired([0] * 1000, [0] * 1000).difference(part=True)
    assert found is not None
    assert found.low < 0 < found.high < 0.01


def test_intervals_of_paired_shares_hold_the_difference_in_about_95_of_100_runs() -> None:
    chance = np.random.default_rng(11)
    held = 0
    for _ in range(1000):
        same = chance.random(300)
        found = paired((same < 0.2).astype(int), ((same < 0.1) | (same > 0.85)).astype(int)).difference(part=True)
        held += found is not None and found.low <= 0.05 <= found.high
    assert 930 <= held <= 972


def test_unrelated_shares_differ_as_newcombe_says() -> None:
    # 56 of 70 and 48 of 80: Newcombe, "Interval estimation for the difference", 1998, table II, method 10: 0.0524 to 0.3339
    found = apart(share(48, 80), share(56, 70))
    assert (round(found.value, 4), round(found.low, 4), round(found.high, 4)) == (0.2, 0.0524, 0.3339)


def test_holms_correction_ends_at_the_first_test_that_fails() -> None:
    # 0.005 x 4 and 0.01 x 3 are below the level, 0.03 x 2 is not; what comes behind is not looked at
    assert holm((0.01, 0.04, 0.03, 0.005), 0.05) == (True, False, False, True)
    assert holm((0.01, 0.04, 0.03, 0.005), 0.03) == (False, False, False, True)
    assert holm((), 0.05) == ()
