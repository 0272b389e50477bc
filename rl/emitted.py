"""The emitted code of a game in plain Python, made once enough has been asked to make it worth the time."""

from __future__ import annotations

from ..simulation import prepare
from ..simulation.emit.memory import remembered
from ..simulation.single import Steps, Views
from .game import LearningGame

STEPS = 500
"""So many answers are carried out by the interpreter first: in about that time code is made."""

VIEWS = 50
"""So many times the interpreter tells first what a seat sees."""


class Code:
    """What a game is played by beside the interpreter, with the same results.

    *steps* goes from position to position, *views* tells what seats see; None while they are not made.
    """

    def __init__(self, game: LearningGame, before_steps: int = STEPS, before_views: int = VIEWS) -> None:
        """Nothing is made before so many answers and looks."""
        self.engine = prepare(game.program)
        self.teaches = _teaches(game)
        """Whether what seats see can be told: not where they are told of cards of too many kinds."""
        self.steps: Steps | None = None
        self.views: Views | None = None
        self._before_steps, self._before_views = before_steps, before_views

    def stepped(self) -> Steps | None:
        """Counts an answer; makes `steps` when it is worth it, and gives them."""
        self._before_steps -= 1
        if self.steps is None and self._before_steps < 0:
            self.steps = Steps(self.engine)
        return self.steps

    def looked(self) -> Views | None:
        """Counts a look; makes `views` when it is worth it, and gives them."""
        self.count_look()
        return self.views_if_worth()

    def count_look(self) -> None:
        """Counts a look, and makes nothing."""
        self._before_views -= 1

    def views_if_worth(self) -> Views | None:
        """Makes `views` when it is worth it, and gives them."""
        if self.views is None and self._before_views < 0 and self.teaches:
            self.views = Views(self.engine)
        return self.views


def code_of(game: LearningGame) -> Code:
    """The code of a game."""
    return game.cached(Code)


def _teaches(game: LearningGame) -> bool:
    try:
        remembered(game.program)
    except ValueError:
        return False
    return True
