"""Steps from one position to the next ones, as vectors of slots, and collects all reachable positions as a graph.

The clock of `longest:` stands still, because otherwise no two positions would be equal.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from struct import Struct
from time import perf_counter

from attrs import frozen

from ..interpreter.core.events import Option
from ..interpreter.core.policy import Policy
from ..interpreter.core.rng import Use, stream
from ..interpreter.game import Game
from ..interpreter.machine.chance_decisions import DrawPoint, PickPoint
from ..interpreter.machine.machine import Machine
from ..interpreter.machine.seat_decisions import AskPoint
from ..interpreter.machine.simultaneous import TogetherPoint
from ..interpreter.options import asked_of
from ..interpreter.state import NATURE, State, initial
from ..program.ir import WHERE, Program
from ..simulation import prepare
from ..simulation.compile.loaded import Loaded
from ..simulation.emit.module import Form
from ..simulation.engine import PATIENCE
from ..simulation.runtime.fault import Fault

Look = Callable[[tuple[int, ...]], None]
"""Checks the slots of a position; raises an exception to reject it."""

PROBES = 100
"""The number of random games from which the number of ways to play is estimated."""

MANY = 1e100
"""An estimate above this is not refined, because it is far above every limit."""

LONGEST = 5_000
"""A random game is followed for at most this many decisions."""

NO_STOP = bytes(4)
"""The packed slot that says that the match is over."""

OVER = -2
"""The actor of a position in which the match is over."""

AT_ONCE = 256
"""So many positions are looked at in one call of compiled code."""

ROOM = 4096
"""So many of their successors there is room for, unless a single one may have more."""

MEMORY = 4_000_000_000
"""The most memory, in bytes, for the positions that are looked at."""

ENTRY, LINK = 200, 24
"""Estimates of the memory for a position besides its slots, and for an answer that leads on, in bytes."""

Asking = AskPoint | DrawPoint | PickPoint
"""The kinds of stop at which one actor decides."""


class TooHeavy(Exception):
    """The positions take more memory than there may be; the message says how many they were by then."""


class TooLarge(Exception):
    """A game has more positions (or histories, or coefficients of a linear program) than the limit allows."""

    def __init__(self, limit: int, games: float, what: str) -> None:
        """There are more than *limit* of *what*; *games* is an estimate of the number of ways to play."""
        super().__init__(f"more than {limit:,} {what} can come up; a sample puts the ways to play it at about {games:.0e}")
        self.limit = limit
        self.games = games


@frozen
class Branches:
    """Who answers in a position (the lowest seat of those asked), the options, and the slots after each option."""

    actor: int
    options: tuple[Option, ...]
    vectors: tuple[tuple[int, ...], ...]


@frozen
class Following:
    """Who answers in a position (the lowest seat of those asked), and the weights and packed slots of its options."""

    actor: int
    weights: tuple[int, ...]
    packed: tuple[bytes, ...]


class Explorer:
    """Steps through the positions of a Program, without events.

    With *timeless* the clock of `longest:` stays at 0, so that positions do not differ only by the decisions before them.
    """

    def __init__(self, program: Program, timeless: bool, origin: tuple[int, ...] | None = None) -> None:
        """An explorer of the positions of *program* from the slots *origin* on; None: from the first stop of a match."""
        self.game, self.program = Game(program), program
        self.machine: Machine = self.game.silent
        self.clock = program.longest.clock if timeless and program.longest and program.longest.decisions > 1 else 0
        self.packing = Struct(f"={program.slots}i")
        self._engine = prepare(program, Policy.FLAT)
        self._compiled: Compiled | None = None
        self._spent = 0.0
        self._origin = origin

    def start(self) -> tuple[int, ...]:
        """The slots from which it is explored. Raises PlayError."""
        slots = list(initial(self.game).slots if self._origin is None else self._origin)
        if self.clock:
            slots[self.clock] = 0
        return tuple(slots)

    def pack(self, slots: tuple[int, ...]) -> bytes:
        """The slots in four bytes each; bytes are equal exactly when the slots are."""
        return self.packing.pack(*slots)

    def unpack(self, packed: bytes) -> tuple[int, ...]:
        """The slots that `pack` has packed."""
        return self.packing.unpack(packed)

    def branches(self, slots: tuple[int, ...]) -> Branches | None:
        """The options in a position, each with the slots at the stop that follows; None when the match is over.

        Raises PlayError.
        """
        if not slots[WHERE]:
            return None
        s, actor, point, options = self.asked(slots)
        return Branches(actor, options, tuple([self.after(s, actor, point, option) for option in options]))

    def following(self, packed: bytes) -> Following | None:
        """The same as `branches` without the options: in compiled code, once that is worth while. Raises PlayError."""
        (found,) = self.following_each((packed,))
        return found

    def following_each(self, packed: Sequence[bytes]) -> Iterator[Following | None]:
        """The same for several positions, one after the other. Raises PlayError."""
        at = 0
        while at < len(packed):
            begun = perf_counter()
            # Before it is worth while, nothing that compiles is even loaded.
            loaded = None if self._spent < PATIENCE else self._engine.compiled_now(Form.STEPPING)
            found: Sequence[Following | None]
            if loaded is None:
                found = (self._interpreted(packed[at]),)
            else:
                if self._compiled is None or self._compiled.loaded is not loaded:
                    self._compiled = Compiled(self.program, loaded, self.clock)
                found = self._compiled.following(packed[at : at + AT_ONCE])
            seconds = perf_counter() - begun
            self._spent += seconds
            self._engine.used(0 if loaded is None else loaded.level, Form.STEPPING, seconds)
            at += len(found)
            yield from found

    def _interpreted(self, packed: bytes) -> Following | None:
        if packed[4 * WHERE : 4 * WHERE + 4] == NO_STOP:
            return None
        found = self.branches(self.unpack(packed))
        if found is None:
            return None
        return Following(found.actor, tuple(each.weight for each in found.options), tuple(map(self.pack, found.vectors)))

    def asked(self, slots: tuple[int, ...]) -> tuple[list[int], int, Asking, tuple[Option, ...]]:
        """The slots with scratch space behind them, who is asked (the lowest seat), the stop, and the options."""
        s = self.machine.work(slots)
        actor = asked_of(self.machine, s)[0]
        point = self.machine.point(s, actor)
        if isinstance(point, TogetherPoint):
            raise TypeError("a Together inside another")
        return s, actor, point, point.options(s)

    def after(self, s: list[int], actor: int, point: Asking, option: Option) -> tuple[int, ...]:
        """The slots at the stop after one answer; *s* is not changed. Raises PlayError."""
        after = s.copy()
        self.machine.answer(after, actor, point, option)
        if self.clock:
            after[self.clock] = 0
        return tuple(after[: self.program.slots])

    def games(self, decisions: int = LONGEST) -> float:
        """An estimate of the number of ways to play up to *decisions* decisions.

        It is the mean, over random games, of the product of the numbers of options on the way.

        D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975.
        """
        draw = stream(0, 0, Use.BOTS).below
        total = 0.0
        for _ in range(PROBES):
            slots, ways = self.start(), 1.0
            for _ in range(min(decisions, LONGEST)):
                if not slots[WHERE] or ways > MANY:
                    break
                s, actor, point, options = self.asked(slots)
                ways *= len(options)
                slots = self.after(s, actor, point, options[draw(len(options))])
            total += ways / PROBES
        return total


class Compiled:
    """The successors of positions, in compiled code."""

    def __init__(self, program: Program, loaded: Loaded, clock: int) -> None:
        """With *clock*, that slot stays at 0."""
        self.loaded = loaded
        self._program = program
        self._clock = clock
        emitted = loaded.emitted
        room = max(emitted.options, ROOM)
        self._memory = loaded.numbers(emitted.memory)
        self._lists = loaded.rows(2, emitted.options), loaded.rows(2, emitted.options)
        self._after, self._weights = loaded.blank(room, program.slots), loaded.numbers(room)
        self._told = loaded.numbers(AT_ONCE), loaded.numbers(AT_ONCE)

    def following(self, packed: Sequence[bytes]) -> list[Following | None]:
        """The successors of the first of these positions: of one at least, and of as many as there is room for.

        Raises PlayError.
        """
        import numpy

        slots = numpy.frombuffer(b"".join(packed), dtype=numpy.int32).reshape(len(packed), -1)
        try:
            done = self.loaded.call("expand", slots, self._after, self._weights, self._memory, *self._lists, *self._told)
        except Fault as fault:
            if len(packed) > 1:
                return self.following(packed[:1])  # those before the one that fails are told
            raise self.loaded.emitted.told(self._program, fault.site, self._memory) from None
        actors, counts = (numpy.asarray(each) for each in self._told)
        many = counts[:done].tolist()
        found = numpy.asarray(self._after)[: sum(many)]
        if self._clock:
            found[:, self._clock] = 0
        rows, size, heavy = found.tobytes(), len(packed[0]), numpy.asarray(self._weights)[: len(found)].tolist()
        following, first = list[Following | None](), 0
        for actor, count in zip(actors[:done].tolist(), many, strict=True):
            last = first + count
            each = tuple([rows[at : at + size] for at in range(first * size, last * size, size)])
            following.append(None if actor == OVER else Following(actor, tuple(heavy[first:last]), each))
            first = last
        return following


@frozen(eq=False)
class Graph:
    """Every reachable position, the start first; a node is an index into them.

    *packed* are the slots, *actors* who decides (`OVER`: the match has ended). The answers of node `i` have the indices from
    `firsts[i]` up to, not including, `firsts[i + 1]` in *targets*, the nodes that they lead to, and in *weights*.
    """

    explorer: Explorer
    packed: tuple[bytes, ...]
    actors: array[int]
    firsts: array[int]
    targets: array[int]
    weights: array[int]

    def state(self, node: int) -> State:
        """The position as a state."""
        return State(self.explorer.unpack(self.packed[node]), None)

    def after(self, node: int) -> array[int]:
        """The nodes that the answers lead to, in the order of the options."""
        return self.targets[self.firsts[node] : self.firsts[node + 1]]


def explore(explorer: Explorer, limit: int, look: Look) -> Graph:
    """The graph of all reachable positions, in breadth-first order.

    *look* checks every position where a seat decides. Raises TooLarge above *limit* positions, TooHeavy above `MEMORY`,
    PlayError, and what *look* raises.
    """
    start = explorer.pack(explorer.start())
    found = {start: 0}
    packed = [start]
    actors, firsts, targets, weights = array("b"), array("q", [0]), array("i"), array("i")
    node, many = 0, 1
    while node < many:
        for branches in explorer.following_each(packed[node:]):
            node += 1
            if branches is None:
                actors.append(OVER)
                firsts.append(len(targets))
                continue
            actors.append(branches.actor)
            if branches.actor != NATURE:
                look(explorer.unpack(packed[node - 1]))
            weights.extend(branches.weights)
            for key in branches.packed:
                target = found.setdefault(key, many)
                if target == many:
                    packed.append(key)
                    many += 1
                targets.append(target)
            firsts.append(len(targets))
            if many > limit:
                raise TooLarge(limit, explorer.games(), "positions")
            if many * (explorer.packing.size + ENTRY) + len(targets) * LINK > MEMORY:
                raise TooHeavy(f"{many:,} positions, and there are more, take over {MEMORY / 1e9:.0f} GB of memory")
    return Graph(explorer, tuple(packed), actors, firsts, targets, weights)
