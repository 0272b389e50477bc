"""One match in words: what everybody at the table hears of it."""

from __future__ import annotations

from collections.abc import Mapping

from ..bots import Bot, answer
from ..interpreter import NATURE, actors
from ..interpreter.match.match import Match
from ..table.narration import EVERYBODY, result_lines
from ..table.story import Story, flat, plain

MOST_LINES = 300
"""A match of more lines is told up to there, and from there only how it ended."""


def sample(match: Match, bots: Mapping[int, Bot]) -> tuple[str, ...]:
    """A line for each thing that happens while bots play the match to its end, then the result. Raises PlayError, BotFailed."""
    game = match.game
    while asked := actors(game, match.state):
        if asked == (NATURE,):
            match.nature()
        else:
            answer(bots[asked[0]], match, asked[0])
    told = [plain(line) for line in flat(Story(game, EVERYBODY, "").follow(match.course))]
    left = len(told) - MOST_LINES
    more = [f"… and {left:,} lines more"] if left > 0 else []
    return (*told[:MOST_LINES], *more, *(line.strip() for line in result_lines(match, "")))
