"""How well bots play where nobody names one: each level with the bots that stand for it.

In games for two who see everything, without chance, levels are measured by `rulerun train`. Elsewhere the same bots stand for
them in all games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from ..program.ir import Program


@frozen
class Level:
    """The bots that stand for a level, where every player knows the whole position (*open*) and where not (*hidden*): the first
    that there is. Each chooses quickly enough for a person who waits.
    """

    open: tuple[str, ...]
    hidden: tuple[str, ...]


EASY, GOOD, STRONG = "easy", "good", "strong"

LEVELS: Mapping[str, Level] = {
    EASY: Level(("greedy", "random"), ("greedy", "random")),
    GOOD: Level(
        ("mcts:time=0.5s", "flat:time=0.5s", "greedy", "random"), ("ismcts:time=0.5s", "flat:time=0.5s", "greedy", "random")
    ),
    STRONG: Level(("mcts:time=2s", "flat:time=2s", "greedy", "random"), ("ismcts:time=2s", "flat:time=2s", "greedy", "random")),
}


def bot_at(program: Program, level: str) -> str:
    """The name, with its options, of the bot that stands for a level in this game."""
    from ..bots.core.learned import levels_of

    learned = levels_of(program)
    if level in learned:
        return learned[level]
    there = LEVELS[level].hidden if is_hidden(program) else LEVELS[level].open
    return next(name for name in there if can_play(name, program))


def is_lacking(program: Program, level: str) -> bool:
    """Whether no bot plays this game as well as the level says: random play tells little there, and nothing was learned."""
    from ..bots.core.learned import levels_of
    from ..interpreter.adversarial import obstacle

    return level != EASY and not program.cached(obstacle) and level not in levels_of(program)


def thinking_time(program: Program, level: str) -> float | None:
    """How many seconds the bot that stands for a level thinks; None where it thinks by no clock."""
    from ..bots import make
    from ..bots.alphabeta import AlphaBetaSearch
    from ..bots.core.search import Searcher

    bot = make(bot_at(program, level))
    return bot.time if isinstance(bot, Searcher | AlphaBetaSearch) else None


def can_play(name: str, program: Program) -> bool:
    """Whether there is a bot of that name, and for that game."""
    from ..bots import UnknownBot, seated

    try:
        seated(name, program)
    except UnknownBot:
        return False
    return True


def is_hidden(program: Program) -> bool:
    """Whether the rules let a player decide without knowing the whole position, as far as the rules alone can tell.

    One heap of a deck that lies face down hides nothing but what chance will give: what is in it is what lies nowhere else.
    """
    from ..interpreter.secrets import NotPerfect, check_rules, covered

    try:
        check_rules(program)
    except NotPerfect:
        return True
    heaps = Counter(each.zone.deck for each in covered(program))
    return any(count > 1 for count in heaps.values())
