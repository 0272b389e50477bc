"""Searches from imagined worlds: the emitted loops called with their arrays, in chunks between looks at the clock.

Each simulation copies a world and plays from the root; behind the first new node everybody plays at random by weight. Seats that
decide together do not see each other's answers in the tree. With full information for two players, wins and losses are proven
backwards. A tree has at most `MEMORY` bytes; a full tree grows no more, and the bot's notes say so.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from itertools import accumulate
from time import perf_counter

from attrs import define

from ...interpreter.core.events import sees_at
from ...interpreter.core.rng import Use, stream_start
from ...interpreter.standing import ONE
from ...interpreter.views import cells
from ...program.ir import Program, Together
from ...program.ops import everywhere
from ..compile.loaded import Loaded
from ..emit.evaluation import evaluation
from ..emit.module import Form
from ..emit.onward import TO_THE_PART
from ..engine import Engine
from ..runtime import searching as loops
from ..runtime.fault import Fault
from .found import Found, Tried
from .kinds import Kind

MEMORY = 64 * 2**20
"""The most bytes that the tree of one search takes; a full tree grows no more, and simulations leave it at random."""

DEEPEST = 1000
"""So many entries of the tree a simulation goes through at most, before it goes on at random."""

CHUNK = 2_000
"""So many simulations are done in one call of compiled code where no time is set; between two calls Ctrl-C is heard."""

SHARE = 0.1
"""One call takes about this share of the time that is set."""

PATIENCE = 2.0
"""How many seconds a search without a time waits for the code to be compiled, before it goes on in plain Python."""

PLAIN_CUT = 12
"""After so many random decisions the first simulations of plain Python are cut, where a time is set."""

LONG = 5_000
"""Random play that would be cut after more decisions than this is not cut, where it was not asked for."""

TRIED = 2**15
"""Parts of 1 whose squares are summed (`judged`)."""


class Search:
    """Searches with an engine. May be called from several threads."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def run(
        self,
        worlds: Sequence[Sequence[int]],
        seat: int,
        codes: Sequence[int],
        kind: Kind,
        simulations: int,
        exploration: float = 1.0,
        seconds: float | None = None,
        seed: int = 0,
        cut: int | None = None,
        learned: Sequence[int] = (),
    ) -> Found:
        """What the options with these codes are worth to the seat, which is asked in all *worlds* (vectors) just these.

        The worlds are taken in turn. Random play is cut after *cut* decisions and judged by how the players stand then (None: it
        goes on to the end of the match; a match that consists of parts, such as deals, is only looked at up to the end of the
        part, in the tree as well). Where weights were *learned* of the game, in thousandths of a logit, new positions of the tree
        are judged by them instead. Without *seconds* the same arguments give the same result in every engine; with them at most
        as many *simulations* are done as there is time for, at least one. Raises PlayError.
        """
        if not worlds or simulations < 1:
            raise ValueError("a search needs a world and a simulation at least")
        settings = simulations, exploration, seconds, seed, TO_THE_PART if cut is None else cut, learned
        run = _Run(self.engine, worlds, seat, kind, *settings)
        run.all()
        return run.found(codes)


@define
class _Arrays:
    """What the loops work on: of one engine's tier, or another's."""

    worlds: MutableSequence[MutableSequence[int]]
    slots: MutableSequence[int]
    memory: MutableSequence[int]
    options: MutableSequence[int]
    weights: MutableSequence[int]
    words: MutableSequence[int]
    standings: MutableSequence[int]
    tree: MutableSequence[int]
    way: MutableSequence[int]
    control: MutableSequence[int]
    streams: MutableSequence[int]
    mark: MutableSequence[int]
    own: MutableSequence[int]
    visible: MutableSequence[int]
    learned: MutableSequence[int]
    cells: MutableSequence[int]


class _Run:
    """One search."""

    def __init__(
        self,
        engine: Engine,
        worlds: Sequence[Sequence[int]],
        seat: int,
        kind: Kind,
        simulations: int,
        exploration: float,
        seconds: float | None,
        seed: int,
        cut: int,
        learned: Sequence[int],
    ) -> None:
        self.begun = perf_counter()
        self.engine, self.program, self.worlds, self.seat, self.kind = engine, engine.program, worlds, seat, kind
        self.simulations, self.seconds, self.cut, self.learned = simulations, seconds, cut, learned
        self.exploration = round(exploration * 2**10)
        self.visible = sights(self.program) if kind is Kind.ISMCTS else ()
        self.loaded = engine.started(Form.SEARCH)
        if not self.loaded.compiled and seconds is None:
            self.loaded = engine.awaited(Form.SEARCH, PATIENCE)
        self.arrays = self._arrays(self.loaded)
        together = any(isinstance(op, Together) for op in everywhere(self.program))
        known = kind is not Kind.ISMCTS and len(worlds) == 1
        control = self.arrays.control
        control[loops.USED], control[loops.DEEPEST], control[loops.SPREAD] = loops.WIDTH, DEEPEST, 2**10
        control[loops.WEIGHED] = int(len(learned) > 0)
        control[loops.KNOWN], control[loops.MASKED] = int(known), int(kind is Kind.ISMCTS)
        control[loops.SOLVES] = int(known and not together and len(self.program.players) == 2)
        self.arrays.streams[0] = stream_start(seed, 0, Use.NATURE)
        self.arrays.streams[1] = stream_start(seed, 0, Use.BOTS)

    def _arrays(self, loaded: Loaded) -> _Arrays:
        emitted, program = loaded.emitted, self.program
        entries = min(MEMORY // (8 * loops.WIDTH), 2 + (self.simulations + 1) * (emitted.options + 4))
        if not loaded.compiled and self.seconds is not None:
            entries = min(entries, MEMORY // (64 * loops.WIDTH))
        made = _Arrays(
            worlds=loaded.vectors(self.worlds, program.slots),
            slots=loaded.vector(program.start),
            memory=loaded.numbers(emitted.memory),
            options=loaded.numbers(emitted.options),
            weights=loaded.numbers(emitted.options),
            words=loaded.words(emitted.words),
            standings=loaded.numbers(len(program.players)),
            tree=loaded.numbers(entries * loops.WIDTH),
            way=loaded.numbers(DEEPEST + 8),
            control=loaded.numbers(loops.CONTROL),
            streams=loaded.words(2),
            mark=loaded.numbers(program.codes + 1),
            own=loaded.numbers(len(program.seats)),
            visible=loaded.numbers(len(self.visible) + 1),
            learned=loaded.long(self.learned or (0,)),
            cells=loaded.numbers(evaluation(program).cells if self.learned else 1),
        )
        made.control[loops.SIZE] = entries * loops.WIDTH
        for at, slot in enumerate(self.visible):
            made.visible[at] = slot
        return made

    def all(self) -> None:
        """Does all simulations, or as many as there is time for."""
        done, some, cut = 0, self._first(), self._first_cut()
        while done < self.simulations:
            begun = perf_counter()
            some = min(some, self.simulations - done)
            found = self._some(some, cut)
            spent = perf_counter() - begun
            done += found
            if found < some:
                return
            if self.seconds is None:
                self._look()
                continue
            left = self.seconds - (perf_counter() - self.begun)
            if left <= 0 or left < spent / 2:
                return
            share = min(left, self.seconds * SHARE)
            if self._look():
                some, cut = self._first(), self._first_cut()
            elif cut != self.cut and spent < share / 4:
                cut = 2 * cut if 2 * cut < (LONG if self.cut < 0 else self.cut) else self.cut
            else:
                some = max(1, min(round(some * share / max(spent, 1e-6)), some * 8))

    def _first(self) -> int:
        if self.seconds is None:
            return CHUNK if self.loaded.compiled else 50
        return 16 if self.loaded.compiled else 1

    def _first_cut(self) -> int:
        plain = self.seconds is not None and not self.loaded.compiled
        return self.cut if not plain else PLAIN_CUT if self.cut < 0 else min(self.cut, PLAIN_CUT)

    def _some(self, some: int, cut: int) -> int:
        a, begun = self.arrays, perf_counter()
        game = a.worlds, a.slots, a.memory, a.options, a.weights, a.words, a.standings, a.tree, a.way, a.control, a.streams
        try:
            if self.kind is Kind.FLAT:
                return self.loaded.call("evenly", *game, self.seat, some, cut)
            seen = a.mark, a.own, a.visible, a.learned, a.cells
            return self.loaded.call("grow", *game, *seen, self.seat, some, self.exploration, cut)
        except Fault as fault:
            raise self.loaded.emitted.told(self.program, fault.site, a.memory) from None
        finally:
            self.engine.used(self.loaded.level, Form.SEARCH, perf_counter() - begun)

    def _look(self) -> bool:
        """Takes faster code where there is some by now, with the tree as it is; whether it is the first that is compiled."""
        found = self.engine.now(Form.SEARCH)
        if found is self.loaded:
            return False
        first = found.compiled and not self.loaded.compiled
        if first:
            before, self.arrays = self.arrays, self._arrays(found)
            size = self.arrays.control[loops.SIZE]
            for name in ("tree", "control", "streams"):
                old, new = getattr(before, name), getattr(self.arrays, name)
                new[: len(old)] = old
            self.arrays.control[loops.SIZE] = size
        self.loaded = found
        return first

    def found(self, codes: Sequence[int]) -> Found:
        """What was found out of the options with these codes."""
        tree, control, found = self.arrays.tree, self.arrays.control, dict[int, Tried]()
        root = 0 if self.kind is Kind.FLAT else int(control[loops.ROOT])
        player = self.program.players.index(self.seat)
        at = int(tree[root + loops.FIRST])
        while at:
            if tree[at + loops.MOVER] == self.seat:
                code, visits, proven = (int(tree[at + part]) for part in (loops.CODE, loops.VISITS, loops.PROVEN))
                total, squares = int(tree[at + loops.TOTAL]) / ONE, int(tree[at + loops.SQUARES]) / TRIED**2
                sure = int(proven == player + 1) if proven else None
                found[code] = Tried.summed(code, visits, total, squares, self._by_worlds(at), sure)
            at = int(tree[at + loops.NEXT])
        tried = tuple([found.get(code, Tried(code, 0, None, None)) for code in codes])
        full = int(control[loops.FULL])
        return Found(tried, int(control[loops.DONE]), evenly=self.kind is Kind.FLAT, grown=full - 1 if full else None)

    def _by_worlds(self, option: int) -> tuple[tuple[int, float], ...]:
        """How often an option of the root was tried in each group of worlds, and the sum of worths there; empty in one world.

        The option is named by its entry.
        """
        tree, control, groups = self.arrays.tree, self.arrays.control, min(len(self.worlds), loops.GROUPS)
        first = (option - int(control[loops.OPTIONS])) // loops.WIDTH * groups * 2
        if not 0 <= first < control[loops.SUMMED]:
            return ()
        places = range(int(control[loops.SUMS]) + first, int(control[loops.SUMS]) + first + 2 * groups, 2)
        return tuple([(int(tree[place]), int(tree[place + 1]) / ONE) for place in places if tree[place]])


def sights(program: Program) -> tuple[int, ...]:
    """The slots that each seat sees, seat after seat; in front of them where those of each begin, and where the last end."""
    seats = [visible(program, seat) for seat in range(len(program.seats))]
    ends = accumulate((len(each) for each in seats), initial=len(seats) + 1)
    return (*ends, *(slot for each in seats for slot in each))


def visible(program: Program, seat: int) -> tuple[int, ...]:
    """The slots that the seat sees: values, cards of zones, and of other zones how many cards there are."""
    found: list[int] = []
    for place in program.places:
        for index, slot in cells(place.base, place.extents):
            if sees_at(place, index, seat):
                found.append(slot)
    for zone in program.zones:
        for index, base in cells(zone.base, zone.extents):
            found += range(base, base + (zone.length if sees_at(zone, index, seat) else 1))
    return tuple(found)
