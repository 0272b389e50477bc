"""What bots think in a worker of their own, which is given the record of the match and touches nothing."""

from __future__ import annotations

from ..interpreter.options import option_text
from ..session.levels import GOOD
from ..session.seating import Seating
from ..session.session import Session
from ..web.thinking import bot_hint, game_of
from ..web.words import say


def advice(record: bytes, seat: int, language: str) -> str:
    """What a bot would choose in the seat where that record ends, in words. Raises BotFailed."""
    session = Session.resume(record, game_of, language, Seating(()), {})
    asked = session.decision(seat)
    told = [option_text(session.game, asked, asked.options[at], language) + worth for at, worth in bot_hint(record, seat, GOOD)]
    return say(language, "hint says", " · ".join(told))
