"""What the bots that search have in common: worlds imagined from a history, searched in emitted code, and what that told.

Samples take at most 30 % of the time. Nothing is kept between choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from ...interpreter import PlayError, Policy
from ...interpreter.core.policy import random_index
from ...interpreter.core.rng import Stream
from ...interpreter.game import Game
from ...program.ir import Program
from ...simulation.search.kinds import Kind
from ...worlds.samplers import BUDGET, states
from .bot import Basis, BotFailed, Draw, Estimate, Needs, Situation, TreeFull
from .options import Number, Seconds, Whole, option

if TYPE_CHECKING:
    from ...simulation.search.found import Found

USUAL = 1_000
"""How many simulations a search does where neither that nor a time is given."""

MOST = 10**9
"""How many simulations a search does at most."""

LOOKING = 0.3
"""The share of the time that may be taken to imagine worlds."""


ANSWERS = 600
"""So many answers a second of the time are tried for a world."""


@frozen
class Searcher:
    """A bot that searches; `kind` is how."""

    needs: ClassVar[Needs] = Needs.HISTORY
    kind: ClassVar[Kind]

    simulations: int | None = option(
        Whole(1, 10_000_000), None, "the number of playouts (1,000, or as many as `time` allows)", bare=True
    )
    time: float | None = option(Seconds(0.01, 3600), None, "the longest time for a choice")
    worlds: int = option(Whole(1, 10_000), 20, "the number of samples where something is hidden")
    rollout: int | None = option(
        Whole(0, 1_000_000), None, "cuts a playout after so many random decisions, and scores it by the lead"
    )

    @property
    def tries_worse(self) -> float:
        """How much it tries what seems worse; worths go from 0 to 1."""
        return 0.0

    def learned(self, _: Program) -> Sequence[int]:
        """The weights that judge new positions of the tree; none where playouts do."""
        return ()

    def prepare(self, game: Game) -> None:
        """Emits the search, and begins to compile it in the background."""
        # what searches is loaded only now: a table is there sooner without it
        from ...simulation.emit.module import Form
        from ...simulation.engine import engine_of

        engine_of(game).started(Form.SEARCH)

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of the option to take. Raises BotFailed."""
        return self.weighed(situation, draw)[0]

    def weighed(self, situation: Situation, draw: Draw) -> tuple[int, float | None]:
        """The index of the option to take, and its worth to the seat; None where nothing was searched. Raises BotFailed."""
        if len(situation.asked.options) == 1:
            return 0, None
        seed = draw(2**64)
        found = self._found(situation, seed)
        if found is None:
            return random_index(situation.asked.options, Policy.FLAT, Stream(seed).below), None
        return found.best, found.options[found.best].worth

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        """An estimate for each option. Raises BotFailed."""
        found = self._found(situation, draw(2**64))
        if found is None:
            return tuple([Estimate(index, 0.5, None, 0) for index in range(len(situation.asked.options))])
        judged, estimates = len(self.learned(situation.program)) > 0, []
        for index, tried in enumerate(found.options):
            worth, error = 0.0 if tried.worth is None else tried.worth, None if judged else tried.error
            estimates.append(Estimate(index, worth, error, tried.visits, basis=Basis.LEARNED if judged else Basis.TRIES))
        return tuple(estimates)

    def _found(self, situation: Situation, seed: int) -> Found | None:
        """What a search told; None where no world could be imagined in which the seat is asked this."""
        from ...simulation.engine import engine_of
        from ...simulation.search.search import Search

        begun, asked = perf_counter(), situation.asked
        try:
            imagined = list(self._imagined(situation, Stream(seed), begun))
            if not imagined:
                return None
            left = None if self.time is None else max(0.001, self.time - (perf_counter() - begun))
            most = self.simulations or (USUAL if self.time is None else MOST)
            search = Search(engine_of(situation.game))
            settings = self.kind, most, self.tries_worse, left, seed, self.rollout, self.learned(situation.program)
            found = search.run(imagined, asked.actor, [option.code for option in asked.options], *settings)
        except PlayError as error:
            raise BotFailed(f"the rules fail where it plays on: {error.message}") from None
        if found.grown is not None:
            situation.notes.append(TreeFull(found.grown, found.simulations))
        return found

    def _imagined(self, situation: Situation, stream: Stream, begun: float) -> Iterator[tuple[int, ...]]:
        """The vectors of states in which the seat is asked just this: at least one where there is one, and more while there is
        time.
        """
        most, timed = min(self.worlds, self.simulations or MOST), self.time is not None
        budget = BUDGET if self.time is None else max(100, min(BUDGET, round(ANSWERS * self.time)))
        for state in states(situation.game, situation.lived, situation.asked, most, stream, budget=budget, now=timed):
            yield state.slots
            if self.time is not None and perf_counter() - begun > LOOKING * self.time:
                return


@frozen
class TreeSearcher(Searcher):
    """The same with a tree, in which what seems worse is tried less often."""

    exploration: float = option(Number(0, 100), 1.0, "the exploration constant, for values from 0 to 1")

    @property
    def tries_worse(self) -> float:
        """How much it tries what seems worse; worths go from 0 to 1."""
        return self.exploration
