"""Chooses at random: an entry of a menu first, then one of its options by weight.

By weight means that equal cards count one by one, so two fives are chosen twice as often as one six.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ..interpreter import Decision, Policy
from ..interpreter.core.policy import entries, random_index
from ..interpreter.core.rng import Stream
from ..program.ir import Program
from . import Bot, Draw, Look


@frozen
class Random:
    """A bot that takes any entry of a menu that has options, all equally likely, and then one of its options by weight."""

    def choose(self, program: Program, asked: Decision, look: Look, draw: Draw) -> int:
        """The index of an option, drawn by weight where a single entry has options."""
        several = len(entries(asked.options)) > 1
        return random_index(asked.options, Policy.ENTRIES, Stream(draw(2**64)).below if several else draw)


@frozen
class Flat:
    """A bot that takes each option with a probability proportional to its weight, whichever entry it belongs to."""

    def choose(self, program: Program, asked: Decision, look: Look, draw: Draw) -> int:
        """The index of an option, drawn by weight."""
        return random_index(asked.options, Policy.FLAT, draw)


BOT: Bot = Random()
ARGUMENTS: Mapping[str, Bot] = {"flat": Flat()}
