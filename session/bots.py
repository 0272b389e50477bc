"""A bot's task as a value, so that it can be done whenever and wherever: thinking changes nothing of a match."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ..bots import Bot, Situation, chosen
from ..interpreter.core.chance import Draws


@frozen
class BotTask:
    """A bot is asked: what it is given, the number of its seat's question, and what begins the bot's own chance."""

    seat: int
    number: int
    situation: Situation
    chance: Callable[[], Draws]


def think(task: BotTask, bot: Bot) -> int:
    """The code of the option that it takes, always the same. Any thread may do it: nothing is touched. Raises BotFailed."""
    return task.situation.asked.options[chosen(bot, task.situation, task.chance().below)].code
