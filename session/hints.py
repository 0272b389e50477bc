"""What a bot would choose in the place of a person, and how it judges the options."""

from __future__ import annotations

from attrs import frozen

from ..bots import Advisor, Bot, Estimate, Expected, TreeFull, chosen, ranked
from ..bots.core.search import Searcher
from .bots import BotTask

MOST_LOOKS = 3
"""So often a bot is asked for a hint that has hardly begun when its time is over."""


@frozen
class Hint:
    """The index of the option that a bot would choose; *best* are its estimates, the best first (none: it has none), *sure*
    whether it says of no option how far off it may be, *full* what its search told of a tree that was full, *expected* the
    choices that it expects.
    """

    option: int
    best: tuple[Estimate, ...] = ()
    sure: bool = True
    full: TreeFull | None = None
    expected: Expected | None = None


def hint(task: BotTask, bot: Bot) -> Hint:
    """What the bot would do in the place of the seat: it is given what that seat has lived through, and nothing else. Nothing of
    a match is touched. Raises BotFailed and PlayError.
    """
    if len(task.situation.asked.options) == 1:
        return Hint(0)
    found = _estimates(task, bot) if isinstance(bot, Advisor) else ()
    if not any(estimate.tried for estimate in found):
        return Hint(chosen(bot, task.situation, task.chance().below))
    best, sure = ranked(found), all(each.error is None for each in found)
    notes = task.situation.notes[::-1]
    full = next((note for note in notes if isinstance(note, TreeFull)), None)
    expected = next((note for note in notes if isinstance(note, Expected)), None)
    return Hint(best[0].option, tuple(best), sure, full, expected)


def _estimates(task: BotTask, bot: Advisor) -> tuple[Estimate, ...]:
    """What the bot thinks of each option. Where it had not even the time to try as many as there are, as at first while its code
    is made ready, it is asked again: one try tells nothing.
    """
    found: tuple[Estimate, ...] = ()
    for _ in range(MOST_LOOKS):
        found = bot.advise(task.situation, task.chance().below)
        if not isinstance(bot, Searcher) or bot.time is None or sum(each.tried for each in found) >= len(found):
            break
    return found
