"""One game between bots, played to its end in the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...bots import Bot, Draw, Needs, Situation, situation
from ...interpreter import NATURE, Decision, Observer, State, actors, advance, decision, initial
from ...interpreter.core.rng import Use, stream, weighted
from ...interpreter.game import Game

Choose = Callable[[Bot, Situation, Draw], int]
"""Asks a bot: the index of an option of what its seat is asked."""


def play_out(game: Game, bots: Mapping[int, Bot], seed: int, number: int, choose: Choose) -> State:
    """The state at the end of the game of that number; *bots* has the bot of each seat that decides, *choose* asks one of them.
    Raises PlayError, and what *choose* raises.
    """
    table = Table(game)
    nature, chance = stream(seed, number, Use.NATURE), stream(seed, number, Use.BOTS)
    while (asked := table.asked) is not None:
        if asked.actor == NATURE:
            table.answer(asked.actor, weighted([option.weight for option in asked.options], nature.below))
        else:
            bot = bots[asked.actor]
            table.answer(asked.actor, choose(bot, table.given(bot, asked), chance.below))
    return table.state


class Table:
    """A match in progress; what seats know and have lived through is worked out only when a bot needs it."""

    def __init__(self, game: Game) -> None:
        """Starts the match. Raises PlayError."""
        self._game = game
        self.state: State = initial(game)
        self._answers: list[tuple[int, int]] = []
        self._histories: Observer | None = None

    @property
    def asked(self) -> Decision | None:
        """The decision of the first of those who can answer; None when the match is over."""
        asked = actors(self._game, self.state)
        return decision(self._game, self.state, asked[0]) if asked else None

    def answer(self, actor: int, index: int) -> None:
        """Advances the match by that answer. Raises PlayError."""
        if self._histories is not None:
            self._histories.answer(actor, index)
            self.state = self._histories.state
            return
        self.state, _ = advance(self._game, self.state, actor, index)
        self._answers.append((actor, index))

    @property
    def observer(self) -> Observer:
        """What the seats have lived through. The first call replays the match."""
        if self._histories is None:
            self._histories = Observer.replayed(self._game, self._answers)
            self.state = self._histories.state
        return self._histories

    def given(self, bot: Bot, asked: Decision) -> Situation:
        """What the bot is given where its seat is *asked*."""
        return Situation(self._game, asked) if bot.needs is Needs.NOTHING else situation(bot, self.observer, asked)
