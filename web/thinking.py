"""What bots think of a match that a record tells: done wherever there is time for it, as it touches nothing."""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve

from ..bots import Bot
from ..dsl.compile import compile_ruleset
from ..interpreter.core.chance import Seed
from ..interpreter.game import Game
from ..interpreter.match.records import Header, source_of
from ..session.bots import think
from ..session.hints import hint
from ..session.seating import Seating, bot_of
from ..session.session import Session

MOST_HINTS = 3

GAMES = 16
"""A process keeps so many games, beside those of which a match is live."""


def game_of(header: Header) -> Game:
    """The game that a record was played with; matches by the same rules share it. Raises ValueError where they are not sound."""
    return _game(evolve(header, chance=Seed(0, 0)))


@lru_cache(maxsize=GAMES)
def _game(rules: Header) -> Game:
    found = compile_ruleset(source_of(rules), rules.variant, rules.players, dict(rules.parameters))
    if found.program is None:
        raise ValueError("the ruleset in this record cannot be played")
    return Game(found.program)


@lru_cache(maxsize=GAMES)
def _seated(name: str, rules: Header) -> Bot:
    return bot_of(game_of(rules).program, name)


def bot_choice(record: bytes, seat: int, name: str) -> int:
    """The code that a bot chooses in the seat where that record ends; for a process of its own. Raises BotFailed."""
    session = Session.resume(record, game_of, "", Seating(()), {})
    bot = _seated(name, evolve(session.match.header, chance=Seed(0, 0)))
    return think(session.task(seat, bot), bot)


def bot_hint(record: bytes, seat: int, name: str) -> list[tuple[int, str]]:
    """The best options for the seat where that record ends, by what a bot thinks of them: the index of each, and what it is worth
    in words ("": it does not say); for a process of its own. Raises BotFailed.
    """
    session = Session.resume(record, game_of, "", Seating(()), {})
    bot = _seated(name, evolve(session.match.header, chance=Seed(0, 0)))
    found = hint(session.task(seat, bot), bot)
    if not found.best:
        return [(found.option, "")]
    return [(each.option, f" ({each.worth:.0%})" if each.tried else "") for each in found.best[:MOST_HINTS]]
