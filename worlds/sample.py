"""`Sampler`: states that the rules reach while a seat hears and sees exactly its history."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from attrs import Factory, define, frozen

from ..interpreter import Decision, State, actors, decision
from ..interpreter.core.rng import Stream, mix, weighted
from ..interpreter.game import Game
from ..interpreter.observations import ObservationHistory
from ..interpreter.openness import is_open
from ..interpreter.state import NATURE
from .interpreted.guide import Ask, Guide, Line, World
from .interpreted.listener import Listener
from .interpreted.repair import Budget, Mender
from .replays import Replays

BUDGET = 40_000
"""So many answers are tried at most before a state is given up, where nothing else is said."""

STRICT = 8
"""So many worlds are drawn by the stated odds and dropped, before cards are exchanged to find one."""


LAWFUL = 8_000
"""So many answers emitted code tries at most to draw a world by the stated odds."""
EXCHANGES = 8
"""So often something hidden is changed at random, for the odds, in a world that was found by exchanges."""
PILOTS = 4
"""So many worlds are found by exchanges for one history; each sample goes on from one of them."""
DRAWN = 4_000
"""So many answers emitted code tries at most for a world that need not come by the stated odds."""
MISSES = 2
"""So many more samples than were found may come to nothing, before no more are drawn."""
KEPT = 32
"""Of how many histories that is kept which depends on them alone; the one that was asked for longest ago is dropped first."""


class Exact(Enum):
    """How good a state is that was drawn.

    LAW: it comes with the stated odds. SUPPORT: the rules reach it, and the odds are approximate. APPROXIMATE: nothing possible
    was found; what the seat knows is right in it as far as could be, and its past may be impossible.
    """

    LAW = "law"
    SUPPORT = "support"
    APPROXIMATE = "approximate"


class Inference(Enum):
    """What a choice that a seat heard of another tells: NONE: that it was on offer; UNIFORM: it also weighs a state by how likely
    somebody who chooses at random takes it.
    """

    NONE = "none"
    UNIFORM = "uniform"


@frozen
class Sample:
    """A state that was drawn: its vector, how good it is, and the answers (actor, index) that lead there from the start.

    The line is empty where nothing leads there: an APPROXIMATE state, or a match in which nobody has answered yet.
    """

    slots: tuple[int, ...]
    exact: Exact
    line: Line


class Sampler:
    """Draws states of a game that a seat cannot tell from the true one. Not for several threads at a time.

    It remembers what depends on a history alone, for the last `KEPT` of them.
    """

    def __init__(self, game: Game, replays: Replays | None = None) -> None:
        """With *replays*, emitted code draws what it can, and the interpreter goes on where that finds nothing."""
        self.game = game
        self.replays = replays
        self._kept: list[_Known] = []

    def sample(
        self, history: ObservationHistory, rng: Stream, *, budget: int = BUDGET, inference: Inference = Inference.NONE
    ) -> Sample:
        """A state in which the seat is asked `history.open`, drawn from all in which it has heard, seen and answered its history.

        Nature's answers have the odds of the rules; a choice of another that the seat did not hear is any of those that agree
        with what it heard then, by weight; one that it heard only rules out. While several decide together, whoever is still
        asked has answered nothing yet. *budget* is how many answers may be tried, emitted code apart, which may try as many;
        the same history, stream and budget give the same state.

        Raises PlayError where the match cannot begin, and ValueError where the history belongs to another Program.
        """
        known = self._known(history, budget, self.replays if inference is Inference.NONE else None)
        drawn = known.drawn(rng)
        if drawn is not None:
            return drawn
        slots, search = self.game.program.slots, _Search(known.guide, rng, inference, budget)
        search.reached(known.base)
        for _ in range(0 if known.draws else STRICT):
            world = search.attempt(known.base, True)
            if world is not None:
                return Sample(tuple(world.at.s[:slots]), Exact.LAW, world.line)
        world = known.pilot(rng.below(PILOTS))
        if world is None:
            return Sample(tuple(search.furthest.at.s[:slots]), Exact.APPROXIMATE, ())
        mender = Mender(known.guide, rng, Budget(budget), known.base)
        world = mender.settled(world, EXCHANGES, inference is Inference.UNIFORM)
        return Sample(tuple(world.at.s[:slots]), Exact.SUPPORT, world.line)

    def states(self, history: ObservationHistory, asked: Decision, most: int, stream: Stream, budget: int) -> Iterator[State]:
        """Up to *most* states in which the seat is *asked* this, all drawn alike; one where nothing is hidden.

        About *budget* answers are tried for each; what is not found then is left out. Where no state is found that the rules
        reach, there is at most one, which comes close; none where the seat is asked something else in it. Raises PlayError.
        """
        found = missed = 0
        close: State | None = None
        for _ in range(1 if self.game.program.cached(is_open) else most):
            drawn = self.sample(history, Stream(stream.below(2**64)), budget=budget)
            state = State(drawn.slots, None)
            if drawn.exact is not Exact.APPROXIMATE:
                found += 1
                yield state
                continue
            missed += 1
            if found == 0 and close is None and self._asks(state, asked):
                close = state
            if missed > found + MISSES:
                break
        if found == 0 and close is not None:
            yield close

    def _asks(self, state: State, asked: Decision) -> bool:
        if asked.actor not in actors(self.game, state):
            return False
        there = decision(self.game, state, asked.actor)
        return there.stop == asked.stop and [each.code for each in there.options] == [each.code for each in asked.options]

    def _known(self, history: ObservationHistory, budget: int, replays: Replays | None) -> _Known:
        """What depends on the history alone, kept for the next samples. Observer are compared by identity, for that is fast."""
        kept = self._kept
        at = next((at for at, each in enumerate(kept) if each.is_of(history, budget, replays)), None)
        if at is None:
            guide = Guide(self.game, history, Listener(self.game, history.seat))
            kept.append(_Known(guide, budget, replays, self._earlier(history)))
            del kept[:-KEPT]
        else:
            kept.append(kept.pop(at))
        return kept[-1]

    def _earlier(self, history: ObservationHistory) -> World | None:
        """The world of the longest history among those kept with which this one begins: a match that goes on is not begun
        again.
        """
        worlds = (known.base for known in self._kept if known.begins(history))
        return max(worlds, key=lambda world: world.passed, default=None)


@define(eq=False)
class _Known:
    """What depends on nothing but a history: the world behind what it decides alone, and worlds that agree with all of it."""

    guide: Guide
    budget: int
    replays: Replays | None
    earlier: World | None
    """The same world of a history with which this one begins; None where none is known."""
    _base: World | None = None
    _draws: tuple[Exact, ...] | None = None
    _pilots: dict[int, World | None] = Factory(dict)

    def is_of(self, history: ObservationHistory, budget: int, replays: Replays | None) -> bool:
        """Whether it is what is known of that very history."""
        return self.guide.history is history and self.budget == budget and self.replays is replays

    @property
    def base(self) -> World:
        """The world behind all answers from the start that the history alone decides. Raises ValueError where it is of no
        match.
        """
        if self._base is None:
            start = self.earlier or self.guide.begin()
            if start is None:
                raise ValueError("the history is not one of this game")
            self._base = _Search(self.guide, Stream(0), Inference.NONE, self.budget).forced(start)
        return self._base

    def begins(self, history: ObservationHistory) -> bool:
        """Whether that history begins with this one, of which the world is known; observations are compared by identity, as they
        come from one match.
        """
        mine = self.guide.history
        count = len(mine.observations)
        if self._base is None or mine.seat != history.seat or not 0 < count <= len(history.observations):
            return False
        return history.observations[count - 1] is mine.observations[-1]

    @property
    def draws(self) -> tuple[Exact, ...]:
        """How emitted code is asked for this history, the best way first; empty where it finds nothing."""
        if self._draws is None:
            found = None if self.replays is None else self._drawn(self.replays, Stream(0), (Exact.LAW, Exact.SUPPORT))
            ways = (Exact.LAW, Exact.SUPPORT)
            self._draws = () if found is None else ways[ways.index(found.exact) :]
        return self._draws

    def drawn(self, rng: Stream) -> Sample | None:
        """What emitted code draws."""
        return None if self.replays is None else self._drawn(self.replays, rng, self.draws)

    def _drawn(self, replays: Replays, rng: Stream, ways: tuple[Exact, ...]) -> Sample | None:
        for exact in ways:
            most = min(LAWFUL if exact is Exact.LAW else DRAWN, self.budget)
            found = replays.world(self.guide.history, rng.word(), most, exact is Exact.LAW)
            if found.agrees:
                return Sample(found.slots, exact, found.line)
        return None

    def pilot(self, number: int) -> World | None:
        """A world that agrees with the whole history: that of this number, else the first; None where that is not found
        either.
        """
        for each in (0, number):
            if each not in self._pilots:
                self._pilots[each] = self._grown(each)
            if self._pilots[0] is None:
                return None
        return self._pilots[number] or self._pilots[0]

    def _grown(self, number: int) -> World | None:
        left, world = Budget(self.budget), None
        mender = Mender(self.guide, Stream(mix(number + 1)), left, self.base)
        while left.left > 0 and world is None:
            world = mender.grown(self.base)
        return world


@define
class _Search:
    guide: Guide
    rng: Stream
    inference: Inference
    left: int
    exact: bool = True
    _furthest: World | None = None

    @property
    def furthest(self) -> World:
        """The world that came furthest along the history."""
        if self._furthest is None:
            raise TypeError("nothing was tried")
        return self._furthest

    def reached(self, world: World) -> None:
        """Notes a world that is reached."""
        self._furthest = world

    def forced(self, world: World) -> World:
        """The world behind all answers from here on that the history alone decides."""
        self._furthest = world
        while not self.guide.arrived(world):
            ask = self.guide.ask(world)
            if ask is None or len(ask.fitting) != 1:
                break
            after = self._follow(world, ask, ask.fitting[0])
            if after is None:
                break
            world = after
        return world

    def attempt(self, world: World, strictly: bool) -> World | None:
        """A world drawn from this one on, None where it came to contradict the history.

        *strictly* keeps to the stated odds: it gives up where a draw of nature contradicts the history.
        """
        self.exact = strictly
        while not self.guide.arrived(world):
            if self.left <= 0:
                return None
            ask = self.guide.ask(world)
            after = None if ask is None else self._answer(world, ask, strictly)
            if after is None:
                return None
            world = after
        return world if self.guide.opens(world) else None

    def _answer(self, world: World, ask: Ask, strictly: bool) -> World | None:
        left = list(ask.fitting)
        if strictly and not self._likely(ask):
            return None
        weighing = ask.actor == NATURE or self.inference is Inference.UNIFORM
        while left and self.left > 0:
            at = weighted([ask.options[index].weight for index in left], self.rng.below) if len(left) > 1 else 0
            after = self._follow(world, ask, left[at])
            if after is not None:
                return after
            if strictly and weighing:
                return None
            del left[at]
        return None

    def _likely(self, ask: Ask) -> bool:
        """Whether a world with these odds of what is done next is kept."""
        inferring = self.inference is Inference.UNIFORM and ask.actor != self.guide.history.seat
        if len(ask.fitting) == len(ask.options) or not (ask.actor == NATURE or inferring):
            return True
        fitting = ask.weight
        bound = self.guide.most(ask) if ask.actor == NATURE else ask.every
        return fitting >= bound or self.rng.below(bound) < fitting

    def _follow(self, world: World, ask: Ask, index: int) -> World | None:
        self.left -= 1
        after = self.guide.follow(world, ask, index)
        if after is not None and after.passed > self.furthest.passed:
            self._furthest = after
        return after
