"""What bots think of a match that a record tells: done wherever there is time for it, as it touches nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from attrs import evolve, frozen

from ..bots import Bot
from ..dsl.compile import compile_ruleset
from ..interpreter.core.chance import Seed
from ..interpreter.game import Game
from ..interpreter.match.records import Header, source_of
from ..program.number_text import with_minus
from ..session.bots import think
from ..session.hints import MOST_MARKED, Hint, hint, line_text
from ..session.seating import Seating, adviser_text, bot_of
from ..session.session import Session
from ..table.options import option_names
from ..table.phrases import phrase
from ..table.spots import spot_id
from .parts import Hinted, picking_of
from .words import say

MOST_HINTS, MOST_ASKED = 3, 8
"""So many options are judged, and so many of those that were asked about."""

GAMES = 16
"""A process keeps so many games, beside those of which a match is live."""


def game_of(header: Header) -> Game:
    """The game that a record was played with; matches by the same rules share it. Raises ValueError where they are not sound."""
    return _game(evolve(header, chance=Seed(0, 0)))


@frozen
class Advice:
    """A hint in words, and what it marks on the table."""

    text: str
    marks: Hinted


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


def bot_hint(record: bytes, seat: int, name: str, language: str, picks: Sequence[str]) -> Advice:
    """What a bot would choose for the seat where that record ends; where spots were picked of the question, by their ids, what it
    thinks of the options that they leave. For a process of its own. Raises BotFailed, PlayError and NotOffered.
    """
    session = Session.resume(record, game_of, language, Seating(()), {})
    bot = _seated(name, evolve(session.match.header, chance=Seed(0, 0)))
    question = session.question(seat)
    assert question is not None  # it was asked when the record was taken
    picked = picking_of(session, question, picks)
    about = [choice.option for choice in picked.open] if picks else []
    found = hint(session.task(seat, bot), bot, language, about)
    marks = tuple(
        tuple(tuple(spot_id(session.program, spot) for spot in means) for means in step) for step in found.marks(picked.choices)
    )
    names = [each[0] for each in option_names(session.game, question.asked, language)]
    return Advice(with_minus(_told(found, about, names, adviser_text(name, language), language)), marks)


def _told(found: Hint, about: Collection[int], names: Sequence[str], who: str, language: str) -> str:
    """A hint in one sentence."""
    if len(names) == 1:
        return phrase(language, "one option", names[0])
    if found.alike:
        return phrase(language, "no difference", who)
    best = [each for each in found.best if not about or each.option in about][: MOST_ASKED if about else MOST_HINTS]
    best = best if any(each.worth or each.loss for each in best) else best[:1]
    told = [names[each.option] + (f" ({each.words})" if each.words else "") for each in best]
    said = say(language, "hint of" if about and told else "hint says", " · ".join(told or [names[found.option]]))
    return "; ".join(filter(None, (said, line_text(found.line[:MOST_MARKED], language))))
