"""A Program prepared for fast play: its emitted code, compiled where llvmlite is installed, otherwise run as plain Python.

Counted games begin in plain Python, go on in code that is compiled quickly, and then in code that is optimised well, all with the
same results. A run of a few games waits for no compiler, and a long one hardly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from threading import Event, Lock
from time import perf_counter
from typing import TYPE_CHECKING

from attrs import frozen

from ..interpreter.core.policy import Policy
from ..interpreter.core.runtime_errors import GameError
from ..interpreter.game import Game
from ..program.ir import Program
from .compile.arrays import Numbers, Rows
from .compile.loaded import BEST, COMPILES, IN_PAGE, QUICK, Code, Compiled, Loaded, Maker, TooLarge, plain
from .emit.module import Emitted, Form, emit, held_in
from .emit.packing import IN_THE_VECTOR, Representation
from .emit.schema import Columns, columns
from .emit.size import largest_phase
from .runtime.fault import Fault

if TYPE_CHECKING:
    import numpy

    Integers = numpy.typing.NDArray[numpy.int64]


Buffers = tuple[Numbers, ...]
"""The arrays that emitted code works on; the second is its working memory."""

CHECKED = "RULERUN_CHECKED"
"""The variable of the environment that keeps every check in emitted code, where it is 1."""

PATIENCE = 0.1
"""How many seconds games are played in plain Python before the code is compiled."""

PAUSE = 2.0
"""How many seconds are waited for code that is being compiled, before games go on in plain Python: they would take a processor
from the compiler.
"""

MOMENT = 0.05
"""How many seconds are waited at a time."""

WORTH = 0.5
"""How many seconds compiled code runs before it is worth optimising further."""

AT_ONCE = 16
"""How many games are played in plain Python before it is looked whether there is something faster."""


def made_here(emitted: Emitted, form: Form) -> Code:
    """The module compiled for where this runs: as WebAssembly in a page, otherwise as machine code."""
    if IN_PAGE:  # what is not needed is not loaded: some of it is not even there
        from .compile.hosted import Hosted
        from .compile.page import Page

        return Hosted(emitted, Page())
    from .compile.tiers import Tiers

    return Tiers(emitted, form)


@frozen(eq=False)
class Chunk:
    """The counts of some games: a row for each, and sums over all of them. `Columns` tells where each figure is.

    `rows` is an int64 array of shape (games, `Columns.width`), `counters` one of length `Columns.counters`.
    """

    rows: Integers
    counters: Integers


class Halted(Exception):
    """Games are not played to their end, because somebody set `Engine.halt`."""


class Engine:
    """A Program's emitted code. Its methods may be called from several threads; compiled code releases Python's global lock.

    The games of a seed are numbered; a game is the same on every machine and in every call. Options are drawn as in
    `interpreter.random_playout` with the same policy.
    """

    def __init__(self, program: Program, compiled: bool, policy: Policy = Policy.ENTRIES, maker: Maker = made_here) -> None:
        """*maker* compiles, where code is *compiled*."""
        self.program = program
        self._maker = maker
        self.compiled = compiled
        """Whether the code is compiled; False as well once it turned out to be too large for that."""
        self.policy = policy
        self._checked = os.environ.get(CHECKED) == "1"
        self.columns: Columns = columns(program)
        self._lock = Lock()
        self._texts: dict[tuple[Form, bool], Emitted] = {}
        self._codes: dict[Form, Code] = {}
        self._loaded: dict[tuple[Form, int], Loaded] = {}
        self._spent: dict[tuple[Form, int], float] = {}
        self.halt = Event()
        """Set while `run` shall play no more games, because whoever asked for them wants to end."""

    def form(self, form: Form) -> Loaded:
        """The emitted code in that form: compiled, for which this waits on first use, and optimised once that is done."""
        return self._waited(form, QUICK)

    def optimised(self, form: Form) -> Loaded:
        """The same, optimised as well as possible, for which this waits."""
        return self._waited(form, BEST)

    def _waited(self, form: Form, level: int) -> Loaded:
        if self.compiled:
            try:
                return self._taken(form, self._code(form).wait(level))
            except TooLarge:
                self._stay_plain(form)
        return self.plain(form)

    def now(self, form: Form) -> Loaded:
        """The fastest code in that form that is there without waiting."""
        return self.compiled_now(form) or self.plain(form)

    def compiled_now(self, form: Form) -> Loaded | None:
        """The fastest compiled code in that form that is there without waiting; None where there is none."""
        if self.compiled:
            try:
                found = self._code(form).now()
            except TooLarge:
                self._stay_plain(form)
            else:
                if found is not None:
                    return self._taken(form, found)
        return None

    def start(self, form: Form) -> None:
        """Begins to compile that form in the background, where this was not begun before."""
        if self.compiled:
            try:
                self._code(form).start(QUICK)
            except TooLarge:
                self._stay_plain(form)

    def started(self, form: Form) -> Loaded:
        """The fastest code in that form that is there without waiting, once compiling has begun. Where that ends at once, no
        plain code is made.
        """
        self.start(form)
        return self.now(form)

    def awaited(self, form: Form, seconds: float) -> Loaded:
        """The fastest code in that form, for which this waits so many seconds at most where none is compiled yet."""
        until = perf_counter() + seconds
        while (found := self.now(form)).level == 0 and perf_counter() < until and self._pause(form):
            pass
        return found

    def used(self, level: int, form: Form, seconds: float) -> None:
        """Says how long code of that level has run (0: none compiled). Where that adds up, faster code is compiled."""
        if not self.compiled or level == BEST:
            return
        with self._lock:
            spent = self._spent.get((form, level), 0.0) + seconds
            self._spent[form, level] = spent
        if level == 0 and spent >= PATIENCE:
            self._code(form).start(QUICK)
        elif level == QUICK and spent >= WORTH:
            self._code(form).start(BEST)

    def _code(self, form: Form) -> Code:
        with self._lock:
            if form not in self._codes:
                self._codes[form] = self._maker(self._emitted(form, held_in(self.program, form)), form)
            return self._codes[form]

    def _taken(self, form: Form, found: Compiled) -> Loaded:
        with self._lock:
            key = form, found.level
            if key not in self._loaded:
                self._loaded[key] = Loaded(self._codes[form].emitted, found.functions, found.level, found.arrays)
            return self._loaded[key]

    def plain(self, form: Form) -> Loaded:
        """The emitted code in that form as plain Python."""
        with self._lock:
            if (form, 0) not in self._loaded:
                self._loaded[form, 0] = plain(self._emitted(form, IN_THE_VECTOR), form)
            return self._loaded[form, 0]

    def _stay_plain(self, form: Form) -> None:
        """From now on everything is played in plain Python, which is said."""
        with self._lock:
            said, self.compiled = not self.compiled, False
            phase, share = largest_phase(self._codes[form].emitted.text)
        if not said:
            what = f"phase `{phase}` alone is {share:.0%} of it" if phase else "it has no phases"
            print(
                f"rulerun: `{self.program.ruleset}` is too large to be compiled ({what}): games are played in plain Python",
                file=sys.stderr,
            )

    def _emitted(self, form: Form, held: Representation) -> Emitted:
        key = form, held == IN_THE_VECTOR
        if key not in self._texts:
            self._texts[key] = emit(self.program, form, held, self.policy, self._checked)
        return self._texts[key]

    def playouts(self, seed: int, first: int, count: int) -> int:
        """The number of decisions in the *count* games from number *first* on; nothing else is counted. Raises PlayError."""
        loaded = self.form(Form.PLAYOUT)
        done = loaded.numbers(1)
        start, buffers = self._start(loaded), self.buffers(loaded)
        numbers, begun = (word(seed), first, count), perf_counter()
        alone = done, loaded.blank(0, self.program.slots), loaded.words(0), loaded.words(0)
        played = int(self._told(loaded, buffers, seed, done, lambda: loaded.call("playouts", start, *buffers, *numbers, *alone)))
        self.used(loaded.level, Form.PLAYOUT, perf_counter() - begun)
        return played

    def run(self, seed: int, first: int, count: int) -> Chunk:
        """Plays the *count* games from number *first* on, and counts. Raises PlayError, and Halted; needs NumPy."""
        parts: list[Chunk] = []
        waited = 0.0
        while count > 0 or not parts:
            if self.halt.is_set():
                raise Halted
            loaded, begun = self.now(Form.TALLY), perf_counter()
            if not loaded.compiled and waited < PAUSE and self._pause(Form.TALLY):
                waited += perf_counter() - begun
                continue
            some = count if loaded.compiled else min(count, AT_ONCE)
            parts.append(self._run(loaded, seed, first, some))
            self.used(loaded.level, Form.TALLY, perf_counter() - begun)
            first, count = first + some, count - some
        return parts[0] if len(parts) == 1 else joined(parts)

    def _pause(self, form: Form) -> bool:
        """Waits a moment for code that is being compiled; whether any is."""
        code = self._codes.get(form)
        return code is not None and code.pause(MOMENT)

    def _run(self, loaded: Loaded, seed: int, first: int, count: int) -> Chunk:
        import numpy

        rows, counters = self._counted(loaded, seed, first, count)
        shape = (count, self.columns.width)
        return Chunk(numpy.asarray(rows, dtype=numpy.int64).reshape(shape), numpy.asarray(counters, dtype=numpy.int64))

    def counted(self, seed: int, first: int, count: int) -> tuple[Rows, Numbers]:
        """The counts of the *count* games from number *first* on, as `run` has them, without NumPy; waits as `form` does.

        A row for each game, of `Columns.width` numbers, and `Columns.counters` sums over all games. Raises PlayError.
        """
        return self._counted(self.form(Form.TALLY), seed, first, count)

    def _counted(self, loaded: Loaded, seed: int, first: int, count: int) -> tuple[Rows, Numbers]:
        done, counters = loaded.numbers(1), loaded.numbers(self.columns.counters)
        rows = loaded.rows(count, self.columns.width)
        start, buffers = self._start(loaded), self.buffers(loaded)
        numbers = word(seed), first, count
        self._told(loaded, buffers, seed, done, lambda: loaded.call("tallies", start, *buffers, *numbers, done, counters, rows))
        return rows, counters

    def _start(self, loaded: Loaded) -> Numbers:
        return loaded.vector(self.program.start)

    def buffers(self, loaded: Loaded) -> Buffers:
        """The arrays for emitted code: vector, working memory, options, weights, packed cards at the start and during a game."""
        emitted = loaded.emitted
        vector, words = loaded.vector(self.program.start), emitted.words
        lists = tuple(loaded.numbers(size) for size in (emitted.memory, emitted.options, emitted.options))
        return vector, *lists, loaded.words(words), loaded.words(words)

    def _told(self, loaded: Loaded, buffers: Buffers, seed: int, done: Numbers, play: Callable[[], int]) -> int:
        """The result of *play*. Where it faults, it raises the GameError of that game."""
        try:
            return play()
        except Fault as fault:
            told = loaded.emitted.told(self.program, fault.site, buffers[1])
            raise GameError.of(told, seed, int(done[0])) from None


def joined(parts: list[Chunk]) -> Chunk:
    """The chunks as one: rows concatenated, counters added up."""
    import numpy

    rows = numpy.concatenate([part.rows for part in parts])
    counters: Integers = numpy.sum([part.counters for part in parts], axis=0, dtype=numpy.int64)
    return Chunk(rows, counters)


def word(number: int) -> int:
    """A 64-bit number as the signed integer that compiled code takes. Raises ValueError when it is not within 0..2**64 - 1."""
    if not 0 <= number < 2**64:
        raise ValueError(f"{number} is not within 0..2**64 - 1")
    return number - 2**64 if number >= 2**63 else number


def engine_of(game: Game) -> Engine:
    """The engine of a game for bots. May be called from several threads.

    It draws options by their weights, whichever entry of a menu they belong to: where an entry is to pass, a random playout
    that takes each entry equally often would give up at every other choice.
    """
    return game.unnamed.cached(_flat)


def _flat(game: Game) -> Engine:
    return prepare(game.program, Policy.FLAT)


def prepare(program: Program, policy: Policy = Policy.ENTRIES) -> Engine:
    """An Engine for the Program, which compiles where llvmlite is installed, and in a page, but nothing before it is needed."""
    return Engine(program, COMPILES, policy)


def prepare_plain(program: Program, policy: Policy = Policy.ENTRIES) -> Engine:
    """An Engine that never compiles, as where llvmlite is not installed."""
    return Engine(program, compiled=False, policy=policy)
