"""The last lines of a story: what came before something went wrong."""

from __future__ import annotations

from collections.abc import Sequence

from ..interpreter.course import Turn
from ..interpreter.game import Game
from .narration import EVERYBODY
from .story import Story, flat, plain

MOST_LINES = 10
"""So many lines of a story are told at most."""


def last_lines(game: Game, course: Sequence[Turn], language: str) -> tuple[str, ...]:
    """The last lines of a match that took this course, as all hear it; a line above them says that there were others."""
    lines = [plain(line) for line in flat(Story(game, EVERYBODY, language).follow(course))]
    return (*(("…",) if len(lines) > MOST_LINES else ()), *lines[-MOST_LINES:])
