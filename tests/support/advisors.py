"""Bots that give estimates, for tests of those who ask them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from attrs import Factory, define, frozen

from rulerun.bots import Draw, Estimate, Needs, Situation, TreeFull
from rulerun.interpreter import option_text

from .battery import game_of

NOISE = 1000
"""Noise is one of so many numbers, evenly around 0."""


@frozen
class Opinion:
    """A bot that holds an option to be worth what *worth* says of its text, and errs by up to *noise* either way, by chance;
    *time* is how long it says that it thinks, *claimed* the error that it admits, *noted* what it notes of each decision, *tried*
    how often it says that it tried each option.
    """

    needs: ClassVar[Needs] = Needs.HISTORY

    worth: Callable[[str], float]
    noise: float = 0.0
    time: float | None = None
    claimed: float | None = None
    noted: TreeFull | None = None
    tried: int = 1000

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        """An estimate for each option."""
        assert situation.history is not None
        assert situation.history.open == situation.asked
        asked, luck = situation.asked, draw(2**60)
        if self.noted is not None:
            situation.notes.append(self.noted)
        found = []
        for index, option in enumerate(asked.options):
            off = (luck * (2 * index + 3) // 7919 % NOISE) / NOISE * 2 - 1
            worth = self.worth(option_text(game_of(situation.program), asked, option)) + off * self.noise
            error = self.noise * 1.14 if self.claimed is None else self.claimed
            found.append(Estimate(index, worth, error or None, self.tried))
        return tuple(found)

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The option with the highest estimate."""
        return max(self.advise(situation, draw), key=lambda each: each.worth).option


@define
class Stopped:
    """A bot for which all options are worth the same, until it was asked so many times *left*: then it raises the *fault*."""

    needs: ClassVar[Needs] = Needs.NOTHING

    left: int
    fault: BaseException = Factory(KeyboardInterrupt)

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        """An estimate for each option."""
        if not self.left:
            raise self.fault
        self.left -= 1
        return tuple(Estimate(index, 0.5, None, 1) for index in range(len(situation.asked.options)))

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The first option."""
        return 0
