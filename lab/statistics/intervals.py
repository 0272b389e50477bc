"""Intervals from whole numbers: shares, means, ratios, and a test of whether several shares are equal.

Only SciPy's special functions are loaded: `scipy.stats`, which gives the same results, takes half a second longer to import.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from attrs import frozen

from .estimates import Estimate, Share
from .scipy_types import chdtrc, ndtri, stdtr, stdtrit

LEVEL = 0.95
"""The confidence level of every interval."""


def share(count: int, of: int) -> Share:
    """The share *count* / *of* with Wilson's interval (Edwin Wilson, "Probable inference, the law of succession, and statistical
    inference", JASA 22, 1927); the interval is 0 to 1 where *of* is 0.
    """
    if not of:
        return Share(0, 0, Estimate(0.0, 0.0, 1.0))
    return Share(count, of, wilson(count / of, of))


def wilson(part: float, of: float) -> Estimate:
    """The *part* (0 to 1) of so many games, with Wilson's interval; *of* need not be whole, but is above 0."""
    z = float(ndtri(0.5 + LEVEL / 2))
    middle = (part + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    return Estimate(part, 0.0 if part == 0 else max(0.0, middle - half), 1.0 if part == 1 else min(1.0, middle + half))


def chance(found: Estimate, count: int, usual: float) -> float:
    """The probability that chance alone takes a mean of *count* numbers, with Student's interval, at least as far from *usual* if
    that is the true one; it is 5 % where the interval ends at *usual*. *count* is at least 2.
    """
    half = found.high - found.value
    if half == 0:
        return float(found.value == usual)
    return 2 * float(stdtr(count - 1, -abs(found.value - usual) / half * student(count)))


@frozen
class Clustered:
    """A part of 1 (0 to 1) of things that come in clusters, which are independent of each other while things of one cluster are
    not: with its interval, and *effective*, how many independent things tell as much.
    """

    rate: Estimate
    effective: float

    def chance(self, usual: float) -> float:
        """The probability that chance alone takes it at least as far from *usual* (above 0, below 1) if that is the true part;
        it is 5 % where the interval ends at *usual*.
        """
        return float(chdtrc(1, self.effective * (self.rate.value - usual) ** 2 / (usual * (1 - usual))))


def clustered(count: int, first: int, second: int, squares: tuple[int, int, int]) -> Clustered | None:
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
        return Clustered(wilson(part, count), count)
    effective = part * (1 - part) * (float(ndtri(0.5 + LEVEL / 2)) / half) ** 2
    return Clustered(wilson(part, effective), effective)


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


def ratio(count: int, first: int, second: int, squares: tuple[int, int, int]) -> Estimate | None:
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
    """The probability that shares differ at least this much if all are truly equal; None where that cannot be tested.

    `both[i][j]` is in how many of *count* games both *i* and *j* happened. This is Hotelling's test of equal means, with the
    chi-square distribution that it approaches in many games (Harold Hotelling, "The generalization of Student's ratio", 1931).
    """
    size = len(both) - 1
    if size < 1 or count < 2:
        return None
    gaps = [(both[i][i] - both[size][size]) / count for i in range(size)]
    spread = [
        [(both[i][j] - both[i][size] - both[size][j] + both[size][size]) / count - gaps[i] * gaps[j] for j in range(size)]
        for i in range(size)
    ]
    weights = solved(spread, gaps)
    if weights is None:
        return None
    return float(chdtrc(size, count * sum(weight * gap for weight, gap in zip(weights, gaps, strict=True))))


def solved(matrix: list[list[float]], right: list[float]) -> list[float] | None:
    """The solution of a small system of linear equations by Gaussian elimination; None where there is not exactly one."""
    rows = [[*line, end] for line, end in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        if abs(rows[best][at]) < 1e-12:
            return None
        rows[at], rows[best] = rows[best], rows[at]
        for row in range(len(rows)):
            if row != at:
                times = rows[row][at] / rows[at][at]
                rows[row] = [mine - times * theirs for mine, theirs in zip(rows[row], rows[at], strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]


def width(estimates: Sequence[Estimate]) -> float:
    """The width of the widest interval; inf where there is none."""
    return max((one.high - one.low for one in estimates), default=inf)
