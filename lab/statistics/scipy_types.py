"""The SciPy special functions that this package uses, with types: type checking works without SciPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["chdtrc", "ndtri", "stdtr", "stdtrit"]

if TYPE_CHECKING:

    def chdtrc(degrees: float, value: float) -> float:
        """The probability that a chi-square variable with this many degrees of freedom exceeds the value."""

    def ndtri(part: float) -> float:
        """The quantile of the standard normal distribution: this part of it lies below."""

    def stdtr(degrees: float, value: float) -> float:
        """The part of Student's t distribution with this many degrees of freedom that lies below the value."""

    def stdtrit(degrees: float, part: float) -> float:
        """The quantile of Student's t distribution with this many degrees of freedom: this part of it lies below."""

else:
    from scipy.special import chdtrc, ndtri, stdtr, stdtrit
