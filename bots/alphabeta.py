"""Alpha-beta search for two players who see everything: lines are followed as far as they can matter, and positions are judged by
what was learned of the game; where nothing was learned, by how the players stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, cast

from attrs import evolve, frozen

from ..interpreter import PlayError, State
from ..interpreter.adversarial import obstacle
from ..interpreter.core.rng import Stream
from ..interpreter.game import Game
from ..program.ir import Program
from ..worlds.samplers import states
from . import Bot, BotFailed, Draw, Estimate, Needs, Seconds, Situation, Text, Whole, option
from .core.bot import Basis, Expected, Foreseen
from .core.learned import NONE, digest_of, numbers_of, unfit_for

if TYPE_CHECKING:
    from ..simulation.search.alphabeta import AlphaBeta, Limits, Thought

USUAL = 20_000
"""How many positions a search looks at where nothing limits it."""

SHORTEST = 0.001
"""So many seconds a search has at least."""


@frozen
class AlphaBetaSearch:
    """Searches the moves of both sides as deep as it gets, in games without chance for two who see everything (alpha-beta)."""

    needs: ClassVar[Needs] = Needs.HISTORY

    nodes: int | None = option(
        Whole(1, 10**9), None, "the number of positions it looks at (20,000, or as many as the others allow)", bare=True
    )
    depth: int | None = option(Whole(1, 80), None, "how many choices ahead it looks at most")
    time: float | None = option(Seconds(0.01, 3600), None, "the longest time for a choice")
    weights: str | None = option(
        Text(f"the digest of weights, or `{NONE}`"),
        cast("str | None", None),
        f"which learned weights judge positions (those there are; `{NONE}`: none)",
    )

    def unfit(self, program: Program) -> str:
        """Why it cannot play that, as a clause; empty where it can."""
        from ..simulation.search.weights import WrongWeights

        why = program.cached(obstacle)
        if why or self.weights == NONE:
            return why
        if self.weights:
            return unfit_for(program, self.weights)
        try:
            digest_of(program)
        except WrongWeights as wrong:
            return str(wrong)
        return ""

    def settled(self, program: Program) -> AlphaBetaSearch:
        """The same bot with the weights named that it plays by."""
        return self if self.weights or self.unfit(program) else evolve(self, weights=digest_of(program))

    def prepare(self, game: Game) -> None:
        """Emits the search, and begins to compile it in the background."""
        from ..simulation.emit.module import Form
        from ..simulation.engine import engine_of

        engine_of(game).started(Form.ALPHABETA)

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of the best option. Raises BotFailed."""
        begun, asked = perf_counter(), situation.asked
        if len(asked.options) == 1:
            return 0
        codes = [each.code for each in asked.options]
        try:
            search, state = self._begun(situation, draw)
            return codes.index(search.think(state.slots, self._limits(begun)).code)
        except PlayError as error:
            raise BotFailed(f"the rules fail where it plays on: {error.message}") from None

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        """An estimate for each option; in the notes the choices that it expects behind each. Raises BotFailed."""
        begun, codes = perf_counter(), [each.code for each in situation.asked.options]
        try:
            search, state = self._begun(situation, draw)
            found = search.judge(state.slots, codes, self._limits(begun))
            situation.notes.append(Expected(state, tuple([_line(search, state, each.line) for each in found])))
        except PlayError as error:
            raise BotFailed(f"the rules fail where it plays on: {error.message}") from None
        basis = Basis.LEARNED if search.weights else Basis.STANDING
        return tuple([_estimate(index, each, basis) for index, each in enumerate(found)])

    def _begun(self, situation: Situation, draw: Draw) -> tuple[AlphaBeta, State]:
        """A search, and the state in which the seat is asked, which follows from what the seat has seen. Raises BotFailed."""
        from ..simulation.engine import engine_of
        from ..simulation.search.alphabeta import AlphaBeta

        program = situation.program
        why = self.unfit(program)
        if why:
            raise BotFailed(f"it cannot play this: {why}")
        state = next(states(situation.game, situation.lived, situation.asked, 1, Stream(draw(2**64)), now=self.time is not None))
        weights = () if self.weights == NONE else numbers_of(program, self.weights or "")
        return AlphaBeta(engine_of(situation.game), weights), state

    def _limits(self, begun: float) -> Limits:
        from ..simulation.search.alphabeta import Limits

        nodes = USUAL if (self.nodes, self.depth, self.time) == (None, None, None) else self.nodes
        left = None if self.time is None else max(SHORTEST, self.time - (perf_counter() - begun))
        return Limits(nodes, self.depth, left)


def _estimate(index: int, found: Thought, basis: Basis) -> Estimate:
    """What a search says of an option: 1, 0 or a half where that is proven, else the odds that its value stands for."""
    from ..simulation.search.alphabeta import WON

    if found.proven:
        worth = 1.0 if found.value > WON else 0.0 if found.value < -WON else 0.5
    else:
        worth = 1 / (1 + exp(-max(-20_000, min(20_000, found.value)) / 1000))
    return Estimate(index, worth, None, found.nodes, found.proven, basis)


def _line(search: AlphaBeta, state: State, codes: Sequence[int]) -> tuple[Foreseen, ...]:
    """What choices that are made one after the other lead to."""
    from ..simulation.search.alphabeta import NOBODY

    position, found = state.slots, []
    for code in codes:
        position, asked = search.after(position, code)
        found.append(Foreseen(code, position, None if asked == NOBODY else asked))
    return tuple(found)


BOT: Bot = AlphaBetaSearch()
