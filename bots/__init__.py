"""Bots: programs that decide for a seat. Every other file of this folder is a bot, under the name of the file.

A file has a `BOT`: the bot as it is unless its options say otherwise. Its class states the options (`core/options.py`), and
names with options are read by `core/names.py`.

A bot is told what its seat is asked, what its seat sees and all that it has lived through so far, where it needs that, and
returns the index of an option. It gets plain data and never a state, so it cannot know more than a person in that seat.
"""

from __future__ import annotations

from typing import assert_never

from ..interpreter import Decision, Event, Observer, decision, view
from ..interpreter.core.chance import Randomness
from ..interpreter.match.match import Match
from .core.bot import (
    Advisor,
    Basis,
    Bot,
    BotFailed,
    Draw,
    Estimate,
    Expected,
    Foreseen,
    Learned,
    Needs,
    Particular,
    Preparing,
    Situation,
    StartsProgram,
    TreeFull,
    UnknownBot,
)
from .core.names import Described, canonical, described, is_own, make, names, seated, settled, split
from .core.options import BotOption, Number, Seconds, Text, Whole, Word, option
from .core.ranking import ranked

__all__ = [
    "Advisor",
    "Basis",
    "Bot",
    "BotFailed",
    "BotOption",
    "Described",
    "Draw",
    "Estimate",
    "Expected",
    "Foreseen",
    "Learned",
    "Needs",
    "Number",
    "Particular",
    "Preparing",
    "Seconds",
    "Situation",
    "StartsProgram",
    "Text",
    "TreeFull",
    "UnknownBot",
    "Whole",
    "Word",
    "answer",
    "canonical",
    "choice",
    "chosen",
    "described",
    "is_own",
    "make",
    "match_choice",
    "names",
    "option",
    "ranked",
    "seated",
    "settled",
    "situation",
    "split",
]


def situation(bot: Bot, observer: Observer, asked: Decision) -> Situation:
    """What the bot is given where its seat is *asked*."""
    match bot.needs:
        case Needs.NOTHING:
            return Situation(observer.game, asked)
        case Needs.VIEW:
            return Situation(observer.game, asked, view=view(observer.game, observer.state, asked.actor))
        case Needs.HISTORY:
            return Situation(observer.game, asked, history=observer.history(asked.actor))
        case _:
            assert_never(bot.needs)


def chosen(bot: Bot, given: Situation, draw: Draw) -> int:
    """The index of the option that the bot takes. Raises BotFailed, also where it names no option.

    Whoever asks a bot asks it so. A bot fails by BotFailed alone: any other exception is a fault of this program, and ends what
    it was doing.
    """
    index = bot.choose(given, draw)
    if not (isinstance(index, int) and 0 <= index < len(given.asked.options)):
        raise BotFailed(f"it chose option {index} of {len(given.asked.options)}")
    return index


def choice(bot: Bot, given: Situation, chance: Randomness, made: int) -> int:
    """The index of the option that the bot chooses, when *made* lines of the record of that match are written. Raises BotFailed.

    What it draws depends on *made*, and on no draw before: so a match that was interrupted goes on as it would have.
    """
    return chosen(bot, given, chance.bots(given.asked.actor, made).below)


def answer(bot: Bot, match: Match, seat: int) -> tuple[Event, ...]:
    """What happens when the bot answers for the seat. Raises PlayError, and ValueError when the seat is not asked."""
    return match.answer(seat, match_choice(bot, match, seat, None))


def match_choice(bot: Bot, match: Match, seat: int, draw: Draw | None) -> int:
    """The index of the option that the bot chooses for the seat; without a *draw* it draws as in `choice`. Raises BotFailed."""
    given = situation(bot, match.observer, decision(match.game, match.state, seat))
    return choice(bot, given, match.header.chance, len(match.entries)) if draw is None else chosen(bot, given, draw)
