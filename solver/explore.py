"""From one position to those after it, as vectors; and all that can come up, as a graph."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from struct import Struct

from attrs import frozen

from ..interpreter.core.events import Option
from ..interpreter.core.rng import Use, stream
from ..interpreter.machine.chance_decisions import DrawPoint, PickPoint
from ..interpreter.machine.machine import Machine, silent
from ..interpreter.machine.seat_decisions import AskPoint
from ..interpreter.machine.simultaneous import TogetherPoint
from ..interpreter.options import asked_of
from ..interpreter.state import NATURE, State, initial
from ..program.ir import WHERE, Program

Look = Callable[[tuple[int, ...]], None]
"""Sees a vector; raises when it may not be so."""

PROBES = 100
"""So many random games estimate how many there are."""

MANY = 1e100
"""Nobody needs to know more precisely how many there are beyond that."""

LONGEST = 5_000
"""A game is not followed for more decisions than these."""

Asking = AskPoint | DrawPoint | PickPoint


class TooLarge(Exception):
    """A game has more positions than may be looked at."""

    def __init__(self, limit: int, games: float, what: str) -> None:
        """More than *limit* of *what*; about *games* ways to play it, by a sample."""
        super().__init__(f"more than {limit:,} {what} can come up; a sample puts the ways to play it at about {games:.0e}")
        self.limit = limit
        self.games = games


@frozen
class Branches:
    """Who answers in a position (the lowest seat of those who can), with which options, and the vectors these lead to."""

    actor: int
    options: tuple[Option, ...]
    vectors: tuple[tuple[int, ...], ...]


class Explorer:
    """Steps through the positions of a Program, without events. With *timeless* the clock of `longest:` stands still."""

    def __init__(self, program: Program, timeless: bool) -> None:
        """Looks at positions of *program*."""
        self.program = program
        self.machine: Machine = silent(program)
        self.clock = program.longest.clock if timeless and program.longest and program.longest.decisions > 1 else 0
        self.packing = Struct(f"{program.slots}i")

    def start(self) -> tuple[int, ...]:
        """Where a match waits first."""
        return initial(self.program).slots

    def pack(self, slots: tuple[int, ...]) -> bytes:
        """A vector in four bytes a slot; equal bytes are equal vectors."""
        return self.packing.pack(*slots)

    def unpack(self, packed: bytes) -> tuple[int, ...]:
        """The vector again."""
        return self.packing.unpack(packed)

    def branches(self, slots: tuple[int, ...]) -> Branches | None:
        """What can be answered there, each answer followed to where play waits next; None when the match is over."""
        if not slots[WHERE]:
            return None
        s, actor, point, options = self.asked(slots)
        return Branches(actor, options, tuple([self.after(s, actor, point, option) for option in options]))

    def asked(self, slots: tuple[int, ...]) -> tuple[list[int], int, Asking, tuple[Option, ...]]:
        """Room to work in, who is asked there and where, and the options."""
        s = self.machine.work(slots)
        actor = asked_of(self.machine, s)[0]
        point = self.machine.point(s, actor)
        if isinstance(point, TogetherPoint):
            raise TypeError("a Together inside another")
        return s, actor, point, point.options(s)

    def after(self, s: list[int], actor: int, point: Asking, option: Option) -> tuple[int, ...]:
        """The vector after one answer."""
        after = s.copy()
        self.machine.answer(after, actor, point, option)
        if self.clock:
            after[self.clock] = 0
        return tuple(after[: self.program.slots])

    def games(self, decisions: int = LONGEST) -> float:
        """About how many ways there are to play so many *decisions*: the mean product of the numbers of options along random
        games.

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


@frozen(eq=False)
class Graph:
    """Every position that can come up, the first one first: who decides (`OVER` where the match has ended), and from
    `firsts[i]` up to `firsts[i + 1]` where the answers lead and what each weighs.
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
        """Where the answers lead."""
        return self.targets[self.firsts[node] : self.firsts[node + 1]]


OVER = -2
"""In the place of an actor: nobody decides any more."""


def explore(explorer: Explorer, limit: int, look: Look) -> Graph:
    """The graph, breadth first; *look* sees every position where a seat decides. Raises TooLarge, RuleError."""
    start = explorer.pack(explorer.start())
    found = {start: 0}
    packed = [start]
    actors, firsts, targets, weights = array("b"), array("q", [0]), array("i"), array("i")
    node = 0
    while node < len(packed):
        slots = explorer.unpack(packed[node])
        branches = explorer.branches(slots)
        node += 1
        if branches is None:
            actors.append(OVER)
            firsts.append(len(targets))
            continue
        actors.append(branches.actor)
        if branches.actor != NATURE:
            look(slots)
        for option, vector in zip(branches.options, branches.vectors, strict=True):
            key = explorer.pack(vector)
            target = found.setdefault(key, len(packed))
            if target == len(packed):
                packed.append(key)
            targets.append(target)
            weights.append(option.weight)
        firsts.append(len(targets))
        if len(packed) > limit:
            raise TooLarge(limit, explorer.games(), "positions")
    return Graph(explorer, tuple(packed), actors, firsts, targets, weights)
