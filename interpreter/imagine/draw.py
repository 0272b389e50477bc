"""`imagine`: a state that the rules reach while a seat hears and sees exactly its trail."""

from __future__ import annotations

from enum import Enum

from attrs import define, frozen

from ...program.ir import Program
from ..core.rng import Stream, weighted
from ..state import NATURE
from ..trail import Trail
from .drawer import Drawer
from .guide import Ask, Guide, Line, World
from .listener import Listener, Replayer
from .repair import Budget, Mender

BUDGET = 20_000
"""So many answers are tried at most before a state is given up, where nothing else is said."""

STRICT = 8
"""So many worlds are drawn by the stated odds and dropped, before cards are exchanged to find one."""


LAWFUL = 4_000
"""So many answers a drawer tries at most to draw a world by the stated odds."""
EXCHANGES = 4
"""So often two hidden cards are exchanged at random, for the odds, in a world that was found by exchanges."""


class Exact(Enum):
    """How good an imagined state is.

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
class Imagined:
    """An imagined state: its vector, how good it is, and the answers (actor, index) that lead there from the start.

    The line is empty where nothing leads there: an APPROXIMATE state, or a match in which nobody has answered yet.
    """

    slots: tuple[int, ...]
    exact: Exact
    line: Line


def imagine(
    program: Program,
    trail: Trail,
    rng: Stream,
    *,
    budget: int = BUDGET,
    inference: Inference = Inference.NONE,
    replayer: Replayer | None = None,
    drawer: Drawer | None = None,
) -> Imagined:
    """A state in which the seat is asked `trail.open`, drawn from all in which it has heard, seen and answered just its trail.

    Nature's answers have the odds of the rules; a choice of another that the seat did not hear is any of those that agree with
    what it heard then, by weight; one that it heard only rules out. While several decide together, whoever is still asked has
    answered nothing yet. *budget* is how many answers may be tried; the same trail, stream and budget give the same state.
    A *drawer* draws what it can: it may try as many answers, and where it finds nothing, the interpreter goes on.

    Raises PlayError where the match cannot begin, and ValueError where the trail belongs to another Program.
    """
    drawn = None if drawer is None else _drawn(drawer, trail, rng, budget)
    if drawn is not None:
        return drawn
    guide = Guide(program, trail, replayer or Listener(program, trail.seat))
    start = guide.begin()
    if start is None:
        raise ValueError("the trail is not one of this game")
    search = _Search(guide, rng, inference, budget)
    base = search.forced(start)
    for _ in range(STRICT):
        world = search.attempt(base, True)
        if world is not None:
            return Imagined(tuple(world.at.s[: program.slots]), Exact.LAW, world.line)
    left = Budget(search.left)
    mender = Mender(guide, rng, left, base)
    while left.left > 0:
        world = mender.grown(base)
        if world is not None:
            world = mender.settled(world, EXCHANGES, inference is Inference.UNIFORM)
            return Imagined(tuple(world.at.s[: program.slots]), Exact.SUPPORT, world.line)
    far = search.furthest
    return Imagined(tuple(far.at.s[: program.slots]), Exact.APPROXIMATE, ())


def _drawn(drawer: Drawer, trail: Trail, rng: Stream, budget: int) -> Imagined | None:
    for exact, most in ((Exact.LAW, min(LAWFUL, budget)), (Exact.SUPPORT, budget)):
        found = drawer.world(trail, rng.word(), most, exact is Exact.LAW)
        if found.agrees:
            return Imagined(found.slots, exact, found.line)
    return None


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
        """The world that came furthest along the trail."""
        if self._furthest is None:
            raise TypeError("nothing was tried")
        return self._furthest

    def forced(self, world: World) -> World:
        """The world behind all answers from here on that the trail alone decides."""
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
        """A world drawn from this one on, None where it came to contradict the trail.

        *strictly* keeps to the stated odds: it gives up where a draw of nature contradicts the trail.
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
        inferring = self.inference is Inference.UNIFORM and ask.actor != self.guide.trail.seat
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
