"""Strategies of a ruleset that never find an option, so that whoever plays by them plays at random."""

from __future__ import annotations

from ...bots import Bot
from ...bots.scripted import Scripted
from ...interpreter import NATURE, PlayError
from ...interpreter.core.rng import Use, stream, weighted
from ...interpreter.game import Game
from ...program.ir import Program
from .playing import Table

GAMES = 5
"""So many games of random play are looked at."""

DECISIONS = 200
"""So many decisions at most in which there is something to choose."""


def idle(program: Program, bot: Bot) -> int:
    """In how many decisions of random play the bot's strategy found no option, where it found none in any; otherwise 0, as for a
    bot that plays by no strategy.

    Whoever plays by a strategy that finds nothing plays at random, so random play shows what it meets.
    """
    looked = 0
    if not isinstance(bot, Scripted):
        return looked
    try:
        game = Game(program)
        for number in range(GAMES):
            table, nature, chance = Table(game), stream(0, number, Use.NATURE), stream(0, number, Use.BOTS)
            while looked < DECISIONS and (asked := table.asked) is not None:
                if asked.actor == NATURE:
                    table.answer(asked.actor, weighted([option.weight for option in asked.options], nature.below))
                    continue
                if len(asked.options) > 1:
                    if bot.finds(table.given(bot, asked), chance.below):
                        return 0
                    looked += 1
                table.answer(asked.actor, chance.below(len(asked.options)))
    except PlayError:  # the rules fail: that is told where games are played
        return 0
    return looked
