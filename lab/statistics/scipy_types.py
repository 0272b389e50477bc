"""The SciPy special functions that this package uses, with types: type checking works without SciPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["bdtr", "chdtrc", "chdtri", "ndtri", "stdtr", "stdtrit"]

if TYPE_CHECKING:

    def bdtr(most: float, trials: int, part: float) -> float:
        """The probability that of so many trials, each of which succeeds with this probability, at most *most* do."""

    def chdtrc(degrees: float, value: float) -> float:
        """The probability that a chi-square variable with this many degrees of freedom exceeds the value."""

    def chdtri(degrees: float, part: float) -> float:
        """The value that a chi-square variable with this many degrees of freedom exceeds with this probability."""

    def ndtri(part: float) -> float:
        """The quantile of the standard normal distribution: this part of it lies below."""

    def stdtr(degrees: float, value: float) -> float:
        """The part of Student's t distribution with this many degrees of freedom that lies below the value."""

    def stdtrit(degrees: float, part: float) -> float:
        """The quantile of Student's t distribution with this many degrees of freedom: this part of it lies below."""

else:
    from scipy.special import bdtr, chdtrc, chdtri, ndtri, stdtr, stdtrit
