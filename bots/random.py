"""Chooses at random: an entry of a menu first, then one of its options by weight.

By weight means that equal cards count one by one, so two fives are chosen twice as often as one six.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import frozen

from ..interpreter import Policy
from ..interpreter.core.policy import entries, random_index
from ..interpreter.core.rng import Stream
from . import Bot, Draw, Needs, Situation


@frozen
class Random:
    """A bot that takes any entry of a menu that has options, all equally likely, and then one of its options by weight."""

    needs: ClassVar[Needs] = Needs.NOTHING

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of an option, drawn by weight where a single entry has options."""
        several = len(entries(situation.asked.options)) > 1
        return random_index(situation.asked.options, Policy.ENTRIES, Stream(draw(2**64)).below if several else draw)


@frozen
class Flat:
    """A bot that takes each option with a probability proportional to its weight, whichever entry it belongs to."""

    needs: ClassVar[Needs] = Needs.NOTHING

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of an option, drawn by weight."""
        return random_index(situation.asked.options, Policy.FLAT, draw)


BOT: Bot = Random()
ARGUMENTS: Mapping[str, Bot] = {"flat": Flat()}
