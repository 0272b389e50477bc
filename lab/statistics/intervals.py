"""Intervals from whole numbers: shares, means, ratios, and a test of whether several shares are equal.

Only SciPy's special functions are loaded: `scipy.stats`, which gives the same results, takes half a second longer to import.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf, sqrt

from attrs import frozen

from .estimates import Estimate
from .scipy_types import bdtr, chdtrc, chdtri, ndtri, stdtr, stdtrit
from .wilson import wilson

LEVEL = 0.95
"""The confidence level of every interval."""

SHOWN = 0.9
"""A difference would show when it does in this part of all such runs."""


def chance(found: Estimate, count: int, usual: float) -> float:
    """The probability that chance alone takes a mean of *count* numbers, with Student's interval, at least as far from *usual* if
    that is the true one; it is 5 % where the interval ends at *usual*. *count* is at least 2.
    """
    half = found.high - found.value
    if half == 0:
        return float(found.value == usual)
    return beyond(count, abs(found.value - usual) / half)


def beyond(count: int, halves: float) -> float:
    """The probability that chance alone takes a figure of *count* independent things so many half widths of its interval away
    from the true one: by Student's distribution, since the width is measured as well. It is 5 % for 1.
    """
    return 2 * float(stdtr(count - 1, -halves * student(count))) if count > 1 else 1.0


def binomial(count: int, of: int, usual: float) -> float:
    """The probability that chance alone makes *count* of *of* differ from the part *usual* at least as much: twice that of the
    tail (Charles Clopper and Egon Pearson, "The use of confidence or fiducial limits", 1934), so never too small, however few.
    """
    tail = min(float(bdtr(count, of, usual)), 1 - float(bdtr(count - 1, of, usual)) if count else 1.0)
    return min(1.0, 2 * tail)


@frozen
class Clustered:
    """A part of 1 (0 to 1) of things that come in clusters, which are independent of each other while things of one cluster are
    not: with its interval, *effective*, how many independent things tell as much, and the number of clusters.
    """

    rate: Estimate
    effective: float
    count: int

    def chance(self, usual: float) -> float:
        """The probability that chance alone takes it at least as far from *usual* (above 0, below 1) if that is the true part;
        it is 5 % where the interval ends at *usual*.
        """
        errors = abs(self.rate.value - usual) * sqrt(self.effective / (usual * (1 - usual)))
        return beyond(self.count, errors / float(ndtri(0.5 + LEVEL / 2)))


def clustered(count: int, first: float, second: float, squares: tuple[float, float, float]) -> Clustered | None:
    """The part *first* / *second* of two sums over *count* clusters, with Wilson's interval for as many games as are effective
    (Edward Korn and Barry Graubard, "Confidence intervals for proportions with small expected number of positive counts
    estimated from survey data", 1998); None where *second* is 0.

    *squares* are the sums of first², of first·second and of second² over the clusters. Where all clusters have the same part,
    each counts as one thing.
    """
    found = ratio(count, first, second, squares)
    if found is None:
        return None
    part, half = found.value, found.high - found.value
    if half == 0 or half == inf:
        return Clustered(wilson(part, count), count, count)
    effective = part * (1 - part) * (float(ndtri(0.5 + LEVEL / 2)) / half) ** 2
    return Clustered(wilson(part, effective), effective, count)


def mean(count: int, total: int, squares: int) -> Estimate:
    """The mean of *count* numbers with this sum and sum of squares, with Student's interval; *count* is at least 1."""
    value = total / count
    if count == 1:
        return Estimate(value)
    half = student(count) * sqrt(variance(count, total, squares) / count)
    return Estimate(value, value - half, value + half)


def variance(count: int, total: int, squares: int) -> float:
    """The sample variance of *count* numbers with this sum and sum of squares; 0 for a single one."""
    return (count * squares - total * total) / (count * (count - 1)) if count > 1 else 0.0


def student(count: int) -> float:
    """Half the width of the interval of a mean of *count* numbers, in standard errors; *count* is at least 2."""
    return float(stdtrit(count - 1, 0.5 + LEVEL / 2))


def ratio(count: int, first: float, second: float, squares: tuple[float, float, float]) -> Estimate | None:
    """The ratio *first* / *second* of two sums over *count* games, with the interval of its linearisation (William Cochran,
    "Sampling techniques", chapter 6); None where *second* is 0.

    *squares* are the sums of first², of first·second and of second² over the games.
    """
    if not second:
        return None
    value = first / second
    if count == 1:
        return Estimate(value)
    # the squares of first - value * second, whole numbers over second²
    whole = squares[0] * second * second - 2 * first * second * squares[1] + first * first * squares[2]
    half = student(count) * sqrt(max(0.0, whole / (second * second) * count / (count - 1))) / second
    return Estimate(value, value - half, value + half)


def level(count: int, both: Sequence[Sequence[int]]) -> float | None:
    """The probability that shares differ at least this much if all are truly equal; None where that cannot be tested: no game
    ever told one from another.

    `both[i][j]` is in how many of *count* games both *i* and *j* happened. This is Cochran's test (William Cochran, "The
    comparison of percentages in matched samples", 1950), with the degrees of freedom that the shares really have (George Box,
    "Some theorems on quadratic forms", 1954, II): shares that always agree count once, those that mostly do hardly more.

    The variance is that of level shares. So the test holds its level in few games too (`tests/lab/test_levels.py`): one share in
    all games, and no other, is past 1 in 100 from `decisive(0.01)` games on.
    """
    size = len(both)
    if size < 2 or not count:
        return None
    means = [sum(line) / size for line in both]
    middle = sum(means) / size
    spread = [[both[i][j] - means[i] - means[j] + middle for j in range(size)] for i in range(size)]
    whole, squares = sum(spread[i][i] for i in range(size)), sum(cell * cell for line in spread for cell in line)
    if whole < 0.5:
        return None
    usual = sum(both[i][i] for i in range(size)) / size
    freedom = whole * whole / squares
    return float(chdtrc(freedom, freedom * sum((both[i][i] - usual) ** 2 for i in range(size)) / whole))


def detectable(half: float, doubt: float) -> float:
    """The smallest difference that would show in a test at the level *doubt*, where half its interval is *half* (Jacob Cohen,
    "Statistical power analysis for the behavioral sciences", 1988).
    """
    return half * float(ndtri(1 - doubt / 2) + ndtri(SHOWN)) / float(ndtri(0.5 + LEVEL / 2))


def decisive(doubt: float) -> int:
    """In how many games at least shares must differ before `level` can be below *doubt*: then one share has all of them."""
    return ceil(float(chdtri(1, doubt)))


def width(estimates: Sequence[Estimate]) -> float:
    """The width of the widest interval; inf where there is none."""
    return max((one.high - one.low for one in estimates), default=inf)
