"""Chooses at random by weight: equal cards count one by one, so two fives are chosen twice as often as one six."""

from __future__ import annotations

from attrs import frozen

from ..interpreter import Decision
from ..interpreter.core.rng import weighted
from ..program.ir import Program
from . import Bot, Draw, Look


@frozen
class Random:
    """A bot that takes each option with a probability proportional to its weight."""

    def choose(self, program: Program, asked: Decision, look: Look, draw: Draw) -> int:
        """The index of an option, drawn by weight."""
        return weighted([option.weight for option in asked.options], draw)


BOT: Bot = Random()
