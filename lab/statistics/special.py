"""What is used of SciPy's special functions, with types: it need not be there to check the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["chdtrc", "ndtri", "stdtrit"]

if TYPE_CHECKING:

    def chdtrc(degrees: float, value: float) -> float:
        """The chance that a chi-square number with so many degrees of freedom is larger than the value."""

    def ndtri(part: float) -> float:
        """The value that this part of normal numbers does not exceed."""

    def stdtrit(degrees: float, part: float) -> float:
        """The value that this part of Student's numbers with so many degrees of freedom does not exceed."""

else:
    from scipy.special import chdtrc, ndtri, stdtrit
