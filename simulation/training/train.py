"""Learns the weights of a game's evaluation from nothing, by self-play: stage after stage, with tests between them.

In a stage a search with the weights as they are plays some matches against itself, with openings and now and then a choice at
random. The weights are then fitted to what the positions turned out to be worth (`targets.py`). From time to time the mean of the
last weights plays the best ones so far, and takes their place where it is ahead.

All that depends on the game and on the seed alone; only how many stages there is time for depends on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from time import monotonic, thread_time
from typing import TypeVar

import numpy
from attrs import field, frozen

from ...interpreter.core.rng import Stream, Use, stream_start
from ..emit.evaluation import evaluation
from ..emit.module import Form
from ..engine import Engine
from ..search.alphabeta import AlphaBeta, Limits, Practice, Practised
from ..search.duel import Player, duel
from ..search.kinds import Kind
from ..search.search import Search
from ..search.weights import HEAVIEST
from .evidence import Evidence
from .fit import Indices, Learner, Reals
from .symmetry import Symmetry, Vector, symmetries
from .targets import LOGIT, returns
from .ties import ties

ROWS = 10_000
"""A stage makes about so many positions."""

WORKERS = 2
"""So many threads play at once. What they play depends on their number."""

KEPT = 8
"""The positions of so many stages are fitted."""

PASSES = 2
"""After a stage each position is fitted so often."""

RECENT = 3
"""How much recent stages count in the mean of the weights of all: that of about the last quarter. This is the average of
polynomial decay (Ohad Shamir and Tong Zhang, "Stochastic gradient descent for non-smooth optimization: convergence results and
optimal averaging schemes", ICML 2013).
"""

FIRST_TEST = 10
"""The weights are tested after so many stages, and then after twice as many each time."""

IN_VAIN = 3
"""After so many tests in which new weights were not plainly better, nothing more is learned."""

OPENING = 6
"""Tests begin with so many choices at random."""

LONGEST = 400
"""A match is left after so many choices."""

NODES = 1_000
"""So many nodes weights look at for a choice where they play each other."""

RUNGS = (
    ("alphabeta:nodes=10", 10),
    ("alphabeta:nodes=100", 100),
    ("alphabeta:nodes=1000", 1_000),
    ("alphabeta:time=2s", 20_000),
)
"""Bots that may stand for levels, the weakest first, each with the nodes with which it is measured."""

SENSE = 2
"""The weakest makes at least so many times as many points as random play."""

SOLVED = 100_000
"""A game whose beginning is proven within so many nodes needs no weights."""

PAIRS = 60
"""So many pairs of matches a test has at most."""

MOMENT, SHORTEST = 0.05, 0.005
"""Against the other search each choice costs so many seconds of processor time at most, and at least, as measured in some
positions.
"""

FEWEST = 24
"""So many matches with the other search are played in any case, where nothing is plain before."""

MEASURED = 8
"""In so many positions it is measured."""

DEEPER, SAMPLE = 100, 30
"""A search for practice goes a level deeper where that takes no more nodes than this on average, in so many random positions."""

DEEPEST = 3
"""And no deeper than this."""

T = TypeVar("T")

Numbers = tuple[int, ...]
"""Weights, in thousandths of a logit."""


@frozen
class Stage:
    """What a stage brought: its number, the positions and matches so far, and the mean loss (cross entropy, in nats)."""

    number: int
    positions: int
    matches: int
    loss: float


@frozen
class Test:
    """How the weights after a stage did against the best so far: whether they are plainly *better*, and whether they took their
    place (*kept*), which they also do where they were ahead.

    The best are those after stage *against*, and where that is 0 none at all: by how the players stand.
    """

    stage: int
    against: int
    points: float
    matches: int
    better: bool
    kept: bool


@frozen
class Rung:
    """How a *bot* did against the one *below* it on a ladder (random play: the first), and whether it stands above that one: it
    is plainly *better*, and than random play by far.
    """

    bot: str
    below: str
    points: float
    matches: int
    better: bool


@frozen
class Best:
    """The best weights so far: after which stage, and the numbers; none where that is 0."""

    stage: int = 0
    numbers: Numbers = field(default=(), repr=False)


class Training:
    """Learning a game. *beginning* is the position (a vector) in which a seat is asked first.

    Raises PlayError where the rules fail, and `NotCompiled` where the game cannot be compiled.
    """

    def __init__(self, engine: Engine, beginning: Vector, seed: int) -> None:
        if not engine.form(Form.ALPHABETA).compiled:
            raise NotCompiled(engine.program.ruleset)
        self.engine, self.program, self.beginning, self.seed = engine, engine.program, beginning, seed
        self.layout = evaluation(self.program)
        rules = AlphaBeta(engine)
        self.symmetries: tuple[Symmetry, ...] = symmetries(rules, beginning, seed)
        self.depth = _depth(rules, [*islice(_sample(rules, beginning, seed, LONGEST // 10), SAMPLE)])
        self.best = Best()
        self.stage = self.positions = self.matches = 0
        self.in_vain = 0
        self._learner = Learner(ties(self.layout, self.symmetries))
        self._mean: Reals = self._learner.weights()
        self._kept: list[tuple[Indices, Reals]] = []

    @property
    def is_over(self) -> bool:
        """Whether new weights are no longer better than those before."""
        return self.in_vain >= IN_VAIN

    @property
    def is_due(self) -> bool:
        """Whether the weights are to be tested after this stage."""
        tests = self.stage / FIRST_TEST
        return tests >= 1 and tests == int(tests) and int(tests) & (int(tests) - 1) == 0

    def learn(self) -> Stage:
        """Does the next stage."""
        numbers = whole(self._learner.weights())
        practice = Practice(depth=self.depth, longest=LONGEST)
        rows = LONGEST + ROWS // WORKERS

        def play(worker: int) -> Practised:
            seed = stream_start(self.seed, self.stage * WORKERS + worker, Use.BOTS)
            return AlphaBeta(self.engine, numbers).self_play(self.beginning, seed, rows, practice)

        for played in _both(play):
            _, values, games, results, _ = numpy.asarray(played.meta, numpy.int64).T
            self._kept.append((numpy.asarray(played.features, numpy.uint16), returns(values, games, results)))
            self.positions += len(games)
            self.matches += len(numpy.unique(games))
        del self._kept[: -KEPT * WORKERS]
        used = numpy.concatenate([each for each, _ in self._kept])
        targets = numpy.concatenate([each for _, each in self._kept])
        chance = numpy.random.Generator(numpy.random.PCG64([self.seed, self.stage]))
        losses = [self._learner.fit(used, targets, chance.permutation(len(targets))) for _ in range(PASSES)]
        self.stage += 1
        self._learner.fade(self.stage)
        self._mean += (1 + RECENT) / (self.stage + RECENT) * (self._learner.weights() - self._mean)
        return Stage(self.stage, self.positions, self.matches, losses[-1])

    def test(self) -> Test:
        """Lets the weights play the best so far, and makes them the best where they are ahead (of none at all, plainly)."""
        new, old = whole(self._mean), self.best
        found = self._compared(new, old.numbers)
        kept = found.is_better or (old.stage > 0 and 2 * found.points > found.matches)
        self.in_vain = 0 if found.is_better else self.in_vain + 1
        if kept:
            self.best = Best(self.stage, new)
        return Test(self.stage, old.stage, found.points, found.matches, found.is_better, kept)

    def against(self, numbers: Numbers) -> Evidence:
        """How the best weights do against others."""
        return self._compared(self.best.numbers, numbers)

    def _compared(self, new: Numbers, old: Numbers) -> Evidence:
        limits = Limits(nodes=NODES)

        def players(_: int) -> tuple[Player, Player]:
            return _searcher(AlphaBeta(self.engine, new), limits), _searcher(AlphaBeta(self.engine, old), limits)

        return self._matches(players, self.stage, lambda _: False)

    @property
    def is_solved(self) -> bool:
        """Whether the search alone plays the game to its end."""
        return AlphaBeta(self.engine).think(self.beginning, Limits(nodes=SOLVED)).proven

    def ladder(self, numbers: Numbers, seconds: float) -> Iterator[Rung]:
        """Bots with these weights, the weakest first, each against the one below it, for about so many seconds in all. One that
        does not stand above it is left out. The strongest plays with fewer nodes than it has time for later.
        """
        until, below, fewer = monotonic() + seconds, "random", 0
        for number, (bot, nodes) in enumerate(RUNGS, 1):

            def player(nodes: int, seed: int) -> Player:
                return _searcher(AlphaBeta(self.engine, numbers), Limits(nodes=nodes)) if nodes else _at_random(seed)

            def players(seed: int, nodes: int = nodes, fewer: int = fewer) -> tuple[Player, Player]:
                return player(nodes, seed), player(fewer, seed)

            found = self._matches(players, 2**32 + number, lambda found: found.matches >= FEWEST and monotonic() > until)
            better = found.is_better and (fewer > 0 or found.points >= SENSE * (found.matches - found.points))
            yield Rung(bot, below, found.points, found.matches, better)
            if better:
                below, fewer = bot, nodes

    def proof(self, seconds: float) -> Evidence:
        """How the best weights do against `mcts` at equal cost, until it is plain who is better, for about so many seconds."""
        until, length = monotonic() + seconds, self.positions / max(1, self.matches)
        moment = max(SHORTEST, min(MOMENT, seconds * WORKERS / (2 * PAIRS * length)))
        for form in (Form.ALPHABETA, Form.SEARCH):
            self.engine.optimised(form)
        rules, tree = AlphaBeta(self.engine), Search(self.engine)
        search, limits = AlphaBeta(self.engine, self.best.numbers), Limits(nodes=20 * NODES)
        sample = _open(rules, self.beginning, self.seed)
        asked = [(position, rules.asked(position), rules.options(position)) for position in sample]

        def simulated() -> int:
            return sum(tree.run([position], seat, codes, Kind.MCTS, NODES).simulations for position, seat, codes in asked)

        nodes = _within(moment, lambda: sum(search.think(position, limits).nodes for position in sample))
        simulations = _within(moment, simulated)

        def players(_: int) -> tuple[Player, Player]:
            search = _searcher(AlphaBeta(self.engine, self.best.numbers), Limits(nodes=nodes))
            return search, _tree_searcher(self.engine, simulations)

        return self._matches(players, 0, lambda found: found.matches >= FEWEST and monotonic() > until)

    def _matches(
        self, players: Callable[[int], tuple[Player, Player]], number: int, is_over: Callable[[Evidence], bool]
    ) -> Evidence:
        """Plays pairs until it is plain who is better, or *is_over* says so; *number* tells the seeds of tests apart. Players are
        made with the seed of a pair.
        """
        found = Evidence()

        def play(worker: int) -> float:
            seed = stream_start(self.seed, (number + 1) * 2 * PAIRS + found.matches // 2 + worker, Use.NATURE)
            return duel(AlphaBeta(self.engine), self.beginning, players(seed), 1, OPENING, seed, LONGEST).share

        while found.matches < 2 * PAIRS and not (found.is_better or found.is_worse or is_over(found)):
            for share in _both(play):
                found.add(share)
        return found


class NotCompiled(Exception):
    """The game cannot be compiled; the message is its name."""


def whole(weights: Reals) -> Numbers:
    """The weights in thousandths of a logit, as they are kept and played with."""
    return tuple(numpy.clip(numpy.rint(weights * LOGIT), -HEAVIEST, HEAVIEST).astype(int).tolist())


def _both(play: Callable[[int], T]) -> list[T]:
    """What each worker made, all at once, in their order."""
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(play, range(WORKERS)))


def _searcher(search: AlphaBeta, limits: Limits) -> Player:
    """A player that searches."""
    return lambda position, _, codes: search.think(position, limits).code if len(codes) > 1 else codes[0]


def _at_random(seed: int) -> Player:
    """A player that takes any option."""
    stream = Stream(stream_start(seed, 0, Use.NATURE))
    return lambda _position, _seat, codes: codes[stream.below(len(codes))]


def _within(moment: float, tried: Callable[[], int]) -> int:
    """How many nodes or simulations are done in so many seconds, measured where *tried* does some and says how many."""
    tried()
    begun = thread_time()
    done = tried()
    return max(1, round(done * moment / max(thread_time() - begun, 1e-4)))


def _tree_searcher(engine: Engine, simulations: int) -> Player:
    """A player that searches a tree by random play, as `mcts` does."""
    search = Search(engine)

    def choose(position: Vector, seat: int, codes: Sequence[int]) -> int:
        if len(codes) == 1:
            return codes[0]
        return codes[search.run([position], seat, codes, Kind.MCTS, simulations).best]

    return choose


def _sample(rules: AlphaBeta, beginning: Vector, seed: int, choices: int) -> Iterator[Vector]:
    """Positions after up to so many choices at random, one match after another."""
    for match in count():
        stream, position = Stream(stream_start(seed, match, Use.NATURE)), beginning
        for _ in range(1 + stream.below(choices)):
            codes = rules.options(position)
            behind, asked = rules.after(position, codes[stream.below(len(codes))])
            if asked < 0:
                break
            position = behind
        yield position


def _open(rules: AlphaBeta, beginning: Vector, seed: int) -> list[Vector]:
    """Some such positions, near the beginning, in which nothing is proven soon."""
    some = islice(_sample(rules, beginning, seed, 2 * OPENING), SAMPLE)
    found = [position for position in some if not rules.think(position, Limits(nodes=NODES)).proven]
    return found[:MEASURED] or [beginning]


def _depth(rules: AlphaBeta, sample: Sequence[Vector]) -> int:
    """How deep a search for practice goes: as deep as it takes few nodes."""
    for depth in range(2, DEEPEST + 1):
        if sum(rules.think(position, Limits(depth=depth)).nodes for position in sample) > DEEPER * len(sample):
            return depth - 1
    return DEEPEST
