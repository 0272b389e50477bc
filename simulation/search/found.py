"""What a search found out."""

from __future__ import annotations

from math import sqrt

from attrs import frozen

CONFIDENCE = 1.96
"""So many standard errors are half of a 95 % interval."""


@frozen
class Tried:
    """An option, by its code: how often it was tried, what that led to for the seat on average, from 0 to 1 (None: it was never
    tried), and the half width of that figure's 95 % interval (None: tried less than twice). *proven* is 1 for a win that nothing
    can prevent, 0 for such a loss, None where neither is known; its worth is then that.
    """

    code: int
    visits: int
    worth: float | None
    error: float | None
    proven: int | None = None

    @classmethod
    def summed(cls, code: int, visits: int, total: float, squares: float, proven: int | None) -> Tried:
        """The same of the sum of all worths and of their squares."""
        if proven is not None:
            return cls(code, visits, float(proven), 0.0, proven)
        if not visits:
            return cls(code, 0, None, None)
        mean = total / visits
        if visits < 2:
            return cls(code, visits, mean, None)
        spread = max(0.0, squares / visits - mean * mean) * visits / (visits - 1)
        return cls(code, visits, mean, CONFIDENCE * sqrt(spread / visits))


@frozen
class Found:
    """What a search found out of each option of the root, in the order of the codes asked for, and how many simulations it did.

    Fewer than asked for are done where the position is solved, and where time is over.
    """

    options: tuple[Tried, ...]
    simulations: int
    evenly: bool = False
    """Whether every option was tried as often as any other, so that this tells nothing."""

    @property
    def best(self) -> int:
        """The index of the option to take: a proven win, else the one tried most, a proven loss last; where all were tried evenly
        the one that is worth most.
        """
        return max(range(len(self.options)), key=lambda at: (self._merit(self.options[at]), -at))

    def _merit(self, tried: Tried) -> tuple[int, int, float]:
        sure = {1: 2, None: 1, 0: 0}[tried.proven]
        return sure, 0 if self.evenly else tried.visits, tried.worth or 0.0
