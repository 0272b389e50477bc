"""Wilson's interval of a share, which needs no library."""

from __future__ import annotations

from math import sqrt

from .estimates import Estimate, Share

BEYOND = 1.959963984540054
"""So many standard deviations around its mean hold 95 % of a normal distribution."""


def share(count: int, of: int) -> Share:
    """The share *count* / *of* with Wilson's interval (Edwin Wilson, "Probable inference, the law of succession, and statistical
    inference", JASA 22, 1927); the interval is 0 to 1 where *of* is 0.
    """
    if not of:
        return Share(0, 0, Estimate(0.0, 0.0, 1.0))
    return Share(count, of, wilson(count / of, of))


def wilson(part: float, of: float) -> Estimate:
    """The *part* (0 to 1) of so many games, with Wilson's interval; *of* need not be whole, but is above 0."""
    z = BEYOND
    middle = (part + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    return Estimate(part, 0.0 if part == 0 else max(0.0, middle - half), 1.0 if part == 1 else min(1.0, middle + half))
