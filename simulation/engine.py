"""A Program prepared for fast play: its emitted code, compiled where Numba is installed, otherwise run as plain Python."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING

from attrs import frozen

from ..interpreter.core.policy import Policy
from ..program.ir import Program
from .compile.cache import COMPILES, Loaded, is_kept, load
from .compile.diagnose import diagnose
from .emit.module import Emitted, Form, emit
from .emit.packing import Packing, packings
from .emit.schema import Columns, columns
from .runtime.fault import Fault

if TYPE_CHECKING:
    import numpy

    Numbers = numpy.typing.NDArray[numpy.int64]


PATIENCE = 3.0
"""How many seconds games are played in plain Python before the code is compiled."""

AT_ONCE = 16
"""How many games are played in plain Python before the time is checked again."""


@frozen(eq=False)
class Chunk:
    """The counts of some games: a row for each, and sums over all of them. `Columns` tells where each figure is.

    `rows` is an int64 array of shape (games, `Columns.width`), `counters` one of length `Columns.counters`.
    """

    rows: Numbers
    counters: Numbers


class Engine:
    """A Program's emitted code. Its methods may be called from several threads; compiled code releases Python's global lock.

    The games of a seed are numbered; a game is the same on every machine and in every call. Options are drawn as in
    `interpreter.random_playout` with the same policy.
    """

    def __init__(self, program: Program, compiled: bool, policy: Policy = Policy.ENTRIES) -> None:
        self.program = program
        self.compiled = compiled
        self.policy = policy
        self.columns: Columns = columns(program)
        self._forms: dict[Form, Loaded] = {}
        self._lock = Lock()
        self._uncompiled: Loaded | None = None
        self._known: bool | None = None
        self._spent = 0.0

    def form(self, form: Form) -> Loaded:
        """The emitted code in that form, compiled on first use."""
        with self._lock:
            if form not in self._forms:
                self._forms[form] = load(self._emitted(form, self._packing(form)), form, self.compiled)
            return self._forms[form]

    def _emitted(self, form: Form, packing: dict[int, Packing]) -> Emitted:
        return emit(self.program, form, packing, self.policy)

    def _packing(self, form: Form) -> dict[int, Packing]:
        """How cards are packed: only in compiled code, where it is faster, and not where vectors are read between decisions."""
        return packings(self.program) if self.compiled and form is not Form.STEPPING else {}

    def playouts(self, seed: int, first: int, count: int) -> int:
        """The number of decisions in the *count* games from number *first* on; nothing else is counted. Raises PlayError."""
        loaded = self.form(Form.PLAYOUT)
        done = loaded.numbers(1)
        start, buffers = self._start(loaded), self.buffers(loaded)
        numbers = word(seed), first, count
        return int(self._told(seed, done, False, lambda: loaded.call("playouts", start, *buffers, *numbers, done)))

    def run(self, seed: int, first: int, count: int) -> Chunk:
        """Plays the *count* games from number *first* on, and counts. Raises PlayError; needs NumPy.

        Compiling takes seconds. Unless compiled code is cached, games are first played in plain Python, with the same result.
        """
        parts: list[Chunk] = []
        while count > 0 and self._better_plain():
            some, begun = min(count, AT_ONCE), perf_counter()
            parts.append(self._run(self._plain(), seed, first, some))
            self._spent += perf_counter() - begun
            first, count = first + some, count - some
        if count > 0 or not parts:
            parts.append(self._run(self.form(Form.TALLY), seed, first, count))
        return parts[0] if len(parts) == 1 else joined(parts)

    def _better_plain(self) -> bool:
        """Whether compiling would not pay off yet: the code is not compiled or cached, and few games were played so far."""
        if not self.compiled or Form.TALLY in self._forms or self._spent >= PATIENCE:
            return False
        if self._known is None:
            self._known = is_kept(self._emitted(Form.TALLY, self._packing(Form.TALLY)), Form.TALLY)
        return not self._known

    def _plain(self) -> Loaded:
        with self._lock:
            if self._uncompiled is None:
                self._uncompiled = load(self._emitted(Form.TALLY, {}), Form.TALLY, compiled=False)
            return self._uncompiled

    def _run(self, loaded: Loaded, seed: int, first: int, count: int) -> Chunk:
        import numpy

        done, counters = loaded.numbers(1), loaded.numbers(self.columns.counters)
        rows = loaded.rows(count, self.columns.width)
        start, buffers = self._start(loaded), self.buffers(loaded)
        numbers = word(seed), first, count
        self._told(seed, done, True, lambda: loaded.call("tallies", start, *buffers, *numbers, done, counters, rows))
        shape = (count, self.columns.width)
        return Chunk(numpy.asarray(rows, dtype=numpy.int64).reshape(shape), numpy.asarray(counters, dtype=numpy.int64))

    def _start(self, loaded: Loaded) -> MutableSequence[int]:
        return loaded.vector(self.program.start)

    def buffers(self, loaded: Loaded) -> tuple[MutableSequence[int], ...]:
        """The arrays for emitted code: vector, working memory, options, weights, packed cards at the start and during a game."""
        emitted = loaded.emitted
        vector, words = loaded.vector(self.program.start), self.program.slots
        lists = tuple(loaded.numbers(size) for size in (emitted.memory, emitted.options, emitted.options))
        return vector, *lists, loaded.words(words), loaded.words(words)

    def _told(self, seed: int, done: MutableSequence[int], counting: bool, play: Callable[[], int]) -> int:
        """The result of *play*. When it raises Fault, the interpreter finds the reason, and that PlayError is raised."""
        try:
            return play()
        except Fault:
            raise diagnose(self.program, seed, int(done[0]), self.policy, counting) from None


def joined(parts: list[Chunk]) -> Chunk:
    """The chunks as one: rows concatenated, counters added up."""
    import numpy

    rows = numpy.concatenate([part.rows for part in parts])
    counters: Numbers = numpy.sum([part.counters for part in parts], axis=0, dtype=numpy.int64)
    return Chunk(rows, counters)


def word(number: int) -> int:
    """A 64-bit number as the signed integer that compiled code takes. Raises ValueError when it is not within 0..2**64 - 1."""
    if not 0 <= number < 2**64:
        raise ValueError(f"{number} is not within 0..2**64 - 1")
    return number - 2**64 if number >= 2**63 else number


def prepare(program: Program, policy: Policy = Policy.ENTRIES) -> Engine:
    """An Engine for the Program, which compiles where Numba is installed. Nothing is compiled before it is needed."""
    return Engine(program, COMPILES, policy)


def prepare_plain(program: Program, policy: Policy = Policy.ENTRIES) -> Engine:
    """An Engine that never compiles, as where Numba is not installed."""
    return Engine(program, compiled=False, policy=policy)
