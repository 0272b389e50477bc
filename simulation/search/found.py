"""What a search found out.

Intervals come from how far worlds differ: a thousand simulations in twenty worlds tell little more than twenty.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from attrs import frozen

CONFIDENCE = 1.96
"""So many standard errors are half of a 95 % interval, where they are known exactly."""

ALIKE = 3.0
"""Where n tries came out alike, whatever else can come out has at most this probability divided by n, at a level of 95 % (the
rule of three: James Hanley and Abby Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983).
"""


Worlds = Sequence[tuple[int, float]]
"""For each group of imagined worlds how often an option was tried there, and the sum of what that led to; empty for one world."""


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
    def summed(cls, code: int, visits: int, total: float, squares: float, worlds: Worlds, proven: int | None) -> Tried:
        """The same of the sum of all worths, of their squares, and of the sums in each group of *worlds*."""
        if proven is not None:
            return cls(code, visits, float(proven), 0.0, proven)
        if not visits:
            return cls(code, 0, None, None)
        mean = total / visits
        if visits < 2:
            return cls(code, visits, mean, None)
        spread = max(0.0, squares / visits - mean * mean)
        alone = student(visits - 1) * sqrt(spread / (visits - 1)) if spread else ALIKE / visits
        apart = student(len(worlds) - 1) * sqrt(between(mean, visits, worlds))
        return cls(code, visits, mean, min(1.0, max(alone, apart)))


@frozen
class Found:
    """What a search found out of each option of the root, in the order of the codes asked for, and how many simulations it did.

    Fewer than asked for are done where the position is solved, and where time is over.
    """

    options: tuple[Tried, ...]
    simulations: int
    evenly: bool = False
    """Whether every option was tried as often as any other, so that this tells nothing."""
    grown: int | None = None
    """After how many simulations the tree was full, and grew no more (None: it never was)."""

    @property
    def best(self) -> int:
        """The index of the option to take: a proven win, else the one tried most, a proven loss last; where all were tried evenly
        the one that is worth most.
        """
        return max(range(len(self.options)), key=lambda at: (self._merit(self.options[at]), -at))

    def _merit(self, tried: Tried) -> tuple[int, int, float]:
        sure = {1: 2, None: 1, 0: 0}[tried.proven]
        return sure, 0 if self.evenly else tried.visits, tried.worth or 0.0


def between(mean: float, visits: int, worlds: Worlds) -> float:
    """The variance of a mean over worlds: these are drawn independently of each other, while simulations in one world are not.

    That of a ratio of sums over clusters (William Cochran, "Sampling techniques", chapter 6); 0 where there is one world.
    """
    if len(worlds) < 2:
        return 0.0
    apart = sum((total - mean * tried) ** 2 for tried, total in worlds)
    return apart * len(worlds) / (len(worlds) - 1) / visits**2


def student(freedom: int) -> float:
    """About how many standard errors are half of Student's 95 % interval, with so many degrees of freedom.

    The first terms of its expansion (Milton Abramowitz and Irene Stegun, "Handbook of mathematical functions", 26.7.5): right to
    2 % from 3 degrees on, and too narrow for fewer. Where there are none, it is that of the normal distribution.
    """
    if freedom < 1:
        return CONFIDENCE
    square = CONFIDENCE**2
    first, second = (square + 1) / 4, (5 * square**2 + 16 * square + 3) / 96
    third = (3 * square**3 + 19 * square**2 + 17 * square - 15) / 384
    return CONFIDENCE * (1 + first / freedom + second / freedom**2 + third / freedom**3)
