"""Chooses at random: an entry of a menu first, then one of its options by weight.

By weight means that equal cards count one by one, so two fives are chosen twice as often as one six.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..interpreter import Policy
from ..interpreter.core.policy import entries, random_index
from ..interpreter.core.rng import Stream
from . import Bot, Draw, Needs, Situation, Word, option

FLAT = "flat"


@frozen
class Random:
    """Chooses at random; equal cards count one by one."""

    needs: ClassVar[Needs] = Needs.NOTHING

    how: str = option(
        Word(("entries", FLAT)),
        "entries",
        "`entries` draws a menu entry, then one of its options; `flat` draws among all options",
        bare=True,
    )

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of an option, drawn by weight where a single entry has options."""
        options = situation.asked.options
        if self.how == FLAT:
            return random_index(options, Policy.FLAT, draw)
        several = len(entries(options)) > 1
        return random_index(options, Policy.ENTRIES, Stream(draw(2**64)).below if several else draw)


BOT: Bot = Random()
