"""Samplers lent to whoever asks, each to one thread at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from ..interpreter import Decision, ObservationHistory, State
from ..interpreter.core.rng import Stream
from ..interpreter.game import Game
from ..interpreter.openness import is_open
from ..simulation.emit.module import Form
from ..simulation.engine import engine_of

if TYPE_CHECKING:
    from .sample import Sampler

BUDGET = 1500
"""So many answers are tried for a state, where there is time for that."""


@contextmanager
def sampler(game: Game, *, now: bool = False) -> Iterator[Sampler]:
    """One that nobody else uses meanwhile, the fastest that is there without waiting for a compiler.

    Where it is wanted *now*, emitted code is prepared in the background, and the interpreter draws alone until that is done.
    """
    lent = game.unnamed.cached(_Samplers)
    taken = lent.take(now)
    try:
        yield taken
    finally:
        lent.free.append(taken)


def states(
    game: Game,
    history: ObservationHistory,
    asked: Decision,
    most: int,
    stream: Stream,
    *,
    budget: int = BUDGET,
    now: bool = False,
) -> Iterator[State]:
    """The same as `Sampler.states`, by a sampler that is lent for that."""
    with sampler(game, now=now) as lent:
        yield from lent.states(history, asked, most, stream, budget)


class _Samplers:
    """The samplers of a game that nobody uses."""

    def __init__(self, game: Game) -> None:
        self.free: list[Sampler] = []
        self._game = game
        self._begun = self._ready = False

    def take(self, now: bool) -> Sampler:
        # what samples is loaded only now: a table is there sooner without it
        from .replays import Replays
        from .sample import Sampler

        if self._game.program.cached(is_open) or (now and not self._prepared()):
            fitting = [each for each in self.free if each.replays is None]
            return self._lent(fitting) or Sampler(self._game)
        engine = engine_of(self._game)
        code = engine.started(Form.LISTENING)
        prepares = code.compiled or not now
        # samplers of code that has been compiled better since are of no use any more
        self.free = [each for each in self.free if each.replays is None or each.replays.code is code]
        fitting = [each for each in self.free if each.replays is not None and each.replays.prepares is prepares]
        return self._lent(fitting) or Sampler(self._game, Replays(engine, code, prepares=prepares))

    def _lent(self, fitting: list[Sampler]) -> Sampler | None:
        for each in fitting:
            with suppress(ValueError):  # another thread was faster
                self.free.remove(each)
                return each
        return None

    def _prepared(self) -> bool:
        """Whether emitted code is prepared; the first who asks begins that."""
        if not self._begun:
            self._begun = True
            self._game.background(self._prepare)
        return self._ready

    def _prepare(self) -> None:
        try:
            engine_of(self._game).form(Form.LISTENING)
        finally:
            self._ready = True
