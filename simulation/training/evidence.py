"""Whether one player is better than another, by pairs of matches that are played until it is plain.

The evidence is what a fair bet on each pair would have made of 1, as a mean over stakes. If the one is no better, it ever reaches
`PLAIN` with a probability of 1 / `PLAIN` at most, whenever it is looked at (Ville's inequality; Ian Waudby-Smith and Aaditya
Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86, 2024).
"""

from __future__ import annotations

from attrs import Factory, define

STAKES = (0.2, 0.4, 0.6, 0.8, 1.0)
"""The parts of what there is that are staked."""

PLAIN = 20.0
"""So much evidence makes it plain, at a level of 5 %."""


@define
class Evidence:
    """How the matches of two players ended so far: points of the first, of *matches* that were played."""

    points: float = 0.0
    matches: int = 0
    _ahead: list[float] = Factory(lambda: [1.0] * len(STAKES))
    _behind: list[float] = Factory(lambda: [1.0] * len(STAKES))

    def add(self, share: float) -> None:
        """Adds a pair of matches: the part of the points that the first player made, from 0 to 1."""
        self.points += 2 * share
        self.matches += 2
        ahead = 2 * share - 1
        self._ahead = [made * (1 + stake * ahead) for made, stake in zip(self._ahead, STAKES, strict=True)]
        self._behind = [made * (1 - stake * ahead) for made, stake in zip(self._behind, STAKES, strict=True)]

    @property
    def is_better(self) -> bool:
        """Whether it is plain that the first player is better."""
        return sum(self._ahead) / len(STAKES) >= PLAIN

    @property
    def is_worse(self) -> bool:
        """Whether it is plain that the first player is worse."""
        return sum(self._behind) / len(STAKES) >= PLAIN


"""The evidence needs no more matches where either holds."""
