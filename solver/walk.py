"""Counts histories wholly in compiled code: every way is followed by itself, and no position is looked up."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from time import perf_counter

from attrs import frozen

from ..interpreter.game import Game
from ..interpreter.state import initial
from ..program.ir import WHERE, Program
from ..simulation.compile.loaded import Loaded
from ..simulation.emit.module import Form
from ..simulation.engine import Engine
from ..simulation.runtime.fault import Fault
from .count import FRONTIER, Counts, Depths, Origin, TooMany

AT_ONCE, A_FEW = 100_000, 1_000
"""So many answers are applied in one call of compiled code, or of plain Python; between two calls Ctrl-C is heard."""

ROOM = 16
"""The positions on a path that there is room for at first."""

ASKED, OPTIONS, DEPTH = 0, 1, 3
"""Where the row of a position on the path says who is asked, how many options there are, and how deep it lies."""


@frozen(eq=False)
class _Path:
    """The positions from the start to where the walk is, each with the codes of its options and a row about it."""

    vectors: MutableSequence[MutableSequence[int]]
    options: MutableSequence[MutableSequence[int]]
    rows: MutableSequence[MutableSequence[int]]


def walked(
    engine: Engine, depth: int, most: int, meter: int = 0, alone: frozenset[int] | None = None, origin: Origin = None
) -> Counts:
    """The same numbers as `count.histories` gives, by applying every answer. Raises TooMany where those are more than *most*.

    With *alone*, the options of the last depth are not followed where one of these stops makes it: they are counted, and how many
    games end there is not told (`Counts.leaves`). Raises PlayError; what is not followed cannot fail.
    """
    return _Walk(engine, depth, meter, alone, origin).counts(most)


class _Walk:
    """A walk through the histories of a game, down to a depth."""

    def __init__(self, engine: Engine, depth: int, meter: int, alone: frozenset[int] | None, origin: Origin) -> None:
        program = engine.program
        self.origin = origin
        self.game = Game(program)
        self.engine, self.program, self.depth, self.meter = engine, program, depth, meter
        self.leaves = alone is not None
        loaded = self.engine.form(Form.STEPPING)
        self.memory, self.weights = (loaded.numbers(size) for size in (loaded.emitted.memory, loaded.emitted.options))
        self.reached, self.ended = loaded.numbers(depth + 1), loaded.numbers(depth + 1)
        self.alone = loaded.numbers(program.stops + 1)
        for stop in () if alone is None else (0, *alone):
            self.alone[stop] = 1
        self.told = loaded.numbers(2)
        self.path = _path(loaded, program, ROOM)

    def counts(self, most: int) -> Counts:
        """The counts of the whole walk. Raises TooMany and PlayError."""
        self._begin()
        while self.told[0] >= 0:
            if self.told[1] >= most:
                help_ = "take a smaller `--depth`, or allow more with `--positions N`"
                raise TooMany(f"it takes more than {most:,} answers ({help_})")
            if self.told[0] + 1 == len(self.path.vectors):
                self._widen()
            loaded = self.engine.form(Form.STEPPING)
            some = min(AT_ONCE if loaded.compiled else A_FEW, most - self.told[1])
            arrays = self.path.vectors, self.memory, self.path.options, self.weights, self.path.rows
            sums = self.reached, self.ended, self.alone, self.told
            self._call(loaded, "histories", *arrays, *sums, self.depth, self.meter, int(some))
        ended = tuple(int(number) for number in self.ended)
        return Counts(tuple(int(number) for number in self.reached), ended, self.leaves)

    def _begin(self) -> None:
        """Counts what lies before the first choice, and puts it on the path."""
        loaded, start = self.engine.form(Form.STEPPING), self.origin or initial(self.game).slots
        packed = Depths.packed(start)
        at = Depths(self.meter).first(packed)
        for level in range(min(at, self.depth) + 1):
            self.reached[level] += 1
        self.told[0] = -1
        if at > self.depth:
            return
        if not start[WHERE]:
            self.ended[at] += 1
            return
        self.path.vectors[0][:] = loaded.vector(start)
        asked = self._call(loaded, "actor", self.path.vectors[0], self.memory)
        arrays = self.path.vectors[0], self.memory, self.path.options[0], self.weights
        count = self._call(loaded, "options", *arrays, asked)
        if at + 1 == self.depth and self.alone[start[WHERE]]:
            self.reached[self.depth] += count
        elif at < self.depth:
            row = self.path.rows[0]
            row[ASKED], row[OPTIONS], row[DEPTH] = asked, count, at
            self.told[0] = 0

    def _widen(self) -> None:
        """Makes twice as much room for the path. Raises TooMany."""
        before, room = self.path, 2 * len(self.path.vectors)
        loaded = self.engine.form(Form.STEPPING)
        if room * (4 * self.program.slots + 8 * loaded.emitted.options) > FRONTIER:
            raise TooMany(f"a way of {room // 2:,} decisions takes too much memory")
        self.path = _path(loaded, self.program, room)
        for old, new in zip(_arrays(before), _arrays(self.path), strict=True):
            for at, row in enumerate(old):
                new[at][:] = row

    def _call(self, loaded: Loaded, name: str, *arguments: object) -> int:
        begun = perf_counter()
        try:
            return loaded.call(name, *arguments)
        except Fault as fault:
            raise loaded.emitted.told(self.program, fault.site, self.memory) from None
        finally:
            self.engine.used(loaded.level, Form.STEPPING, perf_counter() - begun)


def _arrays(path: _Path) -> tuple[Sequence[MutableSequence[int]], ...]:
    return path.vectors, path.options, path.rows


def _path(loaded: Loaded, program: Program, room: int) -> _Path:
    return _Path(loaded.blank(room, program.slots), loaded.rows(room, loaded.emitted.options), loaded.rows(room, 4))
