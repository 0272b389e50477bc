"""Many states of one game, advanced decision by decision in compiled code, for bots and environments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import index
from time import perf_counter
from typing import TypeVar

from ..interpreter.core.runtime_errors import PlayError
from ..interpreter.core.zones import copies, layout
from ..interpreter.outcome import paid
from ..interpreter.state import NATURE, State
from ..program.ir import NOTHING, WHERE
from ..program.ranges import known
from .compile.arrays import Numbers, Rows
from .compile.loaded import Loaded
from .emit.module import Form
from .emit.schema import Results
from .emit.stepping import NOBODY
from .engine import Engine
from .runtime.fault import Fault

__all__ = ["NATURE", "NOBODY", "Batch"]

AT_ONCE = 64
"""So many matches are played out before it is looked whether there is code that is faster at it."""

DRAWN = 64
"""For so many of nature's answers in a row there is room at first."""

T = TypeVar("T")


class Batch:
    """States of one game side by side. Each has two random streams, one for nature and one for the bots.

    Options are identified by their stable codes; order and weights are those of the interpreter. Nature's outcomes are numbered
    as in `rl.chance_table`. Where several seats can answer, the lowest one is asked. A state whose match is over has no actor
    and is not changed. What is given as numbers may be a NumPy array; what comes back is one where it is machine code.
    """

    def __init__(self, engine: Engine, count: int, seed: int, first: int = 0) -> None:
        """Starts the games *first* to *first* + *count* - 1 of a seed, each at its first stop.

        Raises PlayError, and ValueError when there is no game, and when the seed is not within 0..2**64 - 1 or the first
        number not within 0..2**63 - 1.
        """
        if count < 1:
            raise ValueError(f"expected at least one match, found {count}")
        self._prepare(engine, engine.form(Form.STEPPING), count)
        self._streams_of(seed, first)
        self.reset([True] * count)

    def _prepare(self, engine: Engine, loaded: Loaded, count: int) -> None:
        """Makes the arrays for *count* states, without any match in them."""
        self.engine, self._loaded = engine, loaded
        program, emitted = engine.program, loaded.emitted
        self.vectors: Rows = loaded.blank(count, program.slots)
        """The slots of each state, the same as in the interpreter."""
        self._start = loaded.vector(program.start)
        self._memory = loaded.numbers(emitted.memory)
        self._options, self._weights = loaded.rows(count, emitted.options), loaded.rows(count, emitted.options)
        self._nature, self._bots = loaded.words(count), loaded.words(count)
        self._seeds, self._games = loaded.words(count), loaded.numbers(count)
        self._drawn = loaded.rows(count, DRAWN)
        self._next = 0

    def __len__(self) -> int:
        """How many states there are."""
        return len(self.vectors)

    # ------------------------------------------------------------------------------------------------------- matches

    @property
    def games(self) -> tuple[int, ...]:
        """The number of each state's game."""
        return tuple(int(number) for number in self._games)

    def reset(self, where: Sequence[bool] | Sequence[int] | None = None) -> None:
        """Begins other matches in the states in which *where* holds (None: in all), each at its first stop.

        They are the next games of the seed that nobody has begun. Raises ValueError for a wrong length, PlayError.
        """
        again = self._loaded.flags(1, len(self))[0]
        if where is None:
            again[:] = [1] * len(self)
            self._begin_next()
        for at, holds in enumerate(() if where is None else self._each(where, "truths")):
            if holds:
                again[at], self._games[at] = 1, self._next
                self._next += 1
        self._call(
            "begin_some", self.vectors, self._start, self._memory, self._seeds, self._games, again, self._nature, self._bots
        )

    def reseed(self, seed: int, first: int = 0) -> None:
        """Gives the states the streams of the games *first*, *first* + 1, … of a seed, from their beginning; no state changes.

        Raises ValueError as the constructor does.
        """
        self._streams_of(seed, first)
        self._begin_next()
        self._call("streams_all", self._seeds, self._games, self._nature, self._bots, len(self))

    def _streams_of(self, seed: int, first: int) -> None:
        for number, most in ((seed, 64), (first, 63)):
            if not 0 <= index(number) < 2**most:
                raise ValueError(f"{number} is not within 0..2**{most} - 1")
        self._seeds[:] = [seed] * len(self)
        self._next = first

    def _begin_next(self) -> None:
        """Every state's match becomes the next game of the seed."""
        self._games[:] = range(self._next, self._next + len(self))
        self._next += len(self)

    def play_out(self) -> None:
        """Plays all matches to their end at random, by the policy of the engine. Raises PlayError.

        What was played for a while goes on in code for this alone, which is compiled meanwhile; matches that have only begun are
        played as whole games. The streams stay where they are.
        """
        form, at = Form.PLAYOUT if self._has_only_begun() else Form.ONWARD, 0
        while at < len(self):
            fast, begun = self.engine.compiled_now(form) if self._loaded.compiled else None, perf_counter()
            some = slice(at, len(self) if fast is not None else min(at + AT_ONCE, len(self)))
            if fast is None or not self._played_out(fast, form, some):
                lists = self._options[some], self._weights[some]
                self._call("rollout_all", self.vectors[some], self._memory, *lists, self._nature[some], self._bots[some])
            self.engine.used(0 if fast is None else fast.level, form, perf_counter() - begun)
            at = some.stop

    def _has_only_begun(self) -> bool:
        """Whether every state is that at the first stop; False where no code is compiled."""
        if not self._loaded.compiled:
            return False
        first, some = self._loaded.blank(1, self.engine.program.slots), self._loaded.flags(1, 1)[0]
        some[0] = 1
        seeds, nature, bots = (self._loaded.words(1) for _ in range(3))
        self._call("begin_some", first, self._start, self._memory, seeds, self._loaded.numbers(1), some, nature, bots)
        begun = bytes(first[0])  # of compiled code, whose rows give the bytes that they consist of
        return all(bytes(row) == begun for row in self.vectors)

    def _played_out(self, fast: Loaded, form: Form, some: slice) -> bool:
        """Plays some matches out in code of that form; False, with nothing changed, where one ends by a fault."""
        vectors, streams = self.vectors[some], (self._nature[some], self._bots[some])
        before = self._loaded.vectors(vectors, self.engine.program.slots)
        vector, *room, packed, words = self.engine.buffers(fast)
        try:
            if form is Form.PLAYOUT:
                numbers = 0, 0, len(vectors), fast.numbers(1)
                fast.call("playouts", self._start, vector, *room, packed, words, *numbers, vectors, *streams)
            else:
                fast.call("rollouts", vectors, *room, words, *streams)
        except Fault:
            for slots, kept in zip(vectors, before, strict=True):
                slots[:] = kept
            return False
        return True

    # ----------------------------------------------------------------------------------------------------- decisions

    def actors(self) -> Sequence[int]:
        """Who is asked in each state: a seat, NATURE (-1), or NOBODY (-2) where the match is over."""
        asked = self._loaded.numbers(len(self))
        self._call("actors", self.vectors, self._memory, asked)
        return asked

    def options(self) -> tuple[Sequence[Sequence[int]], Sequence[Sequence[int]], Sequence[int]]:
        """Codes and weights of the options, a row for each state, and the number of options of each state.

        In each row only the first entries, as many as there are options, are valid. The next call overwrites the rows.
        Raises PlayError.
        """
        counts = self._loaded.numbers(len(self))
        self._look("options_all", self.vectors, self._memory, self._options, self._weights, self.actors(), counts)
        return self._options, self._weights, counts

    def masks(self) -> Sequence[Sequence[int]]:
        """For each state a row of `Program.codes` numbers, 1 for each code that the seat that is asked may answer with.

        All are 0 where nature is asked or the match is over. Of 8 bits where the code is compiled. Raises PlayError.
        """
        width = self.engine.program.codes
        found = self._loaded.flags(len(self), width)
        listed = self._options, self._weights, self.actors()
        self._look("masks_all", self.vectors, self._memory, *listed, found, width)
        return found

    def apply(self, codes: Sequence[int]) -> None:
        """Answers for the actor of each state with the option of the given code; codes for states that are over are ignored.

        Raises ValueError for another number of codes, and when one is not that of an option, without changing any state; raises
        PlayError.
        """
        given = self._whole(codes)
        wrong = self._look(
            "apply_all", self.vectors, self._memory, self._options, self._weights, self.actors(), given, changes=True
        )
        if wrong >= 0:
            raise ValueError(f"{codes[wrong]} is no code of an option of state {wrong}")

    def nature(self) -> tuple[tuple[int, ...], ...]:
        """Answers for nature in every state until a seat is asked or the match is over. Raises PlayError.

        Gives the codes of what came, for each state in order.
        """
        counts = self._loaded.numbers(len(self))
        while True:
            room = len(self._drawn[0])
            arrays = self._options, self._weights, self._nature, self._drawn, counts
            full = self._call("nature_all", self.vectors, self._memory, *arrays, room)
            if not full:
                return tuple(
                    tuple(map(int, row[: int(count)])) if count else () for row, count in zip(self._drawn, counts, strict=True)
                )
            wider = self._loaded.rows(len(self), 2 * room)
            for row, before in zip(wider, self._drawn, strict=True):
                row[:room] = before
            self._drawn = wider

    # ------------------------------------------------------------------------------------------------------- results

    def returns(self) -> tuple[tuple[int | Fraction, ...], ...]:
        """What each match pays the players, in the order of `Program.players`; 0 where it is not over. Raises PlayError."""
        columns, rows = self.results()
        parts, players = self.engine.program.outcome.parts, range(columns.players)
        return tuple(tuple(paid(int(row[columns.payoff(player)]), parts) for player in players) for row in rows)

    def ranks(self) -> tuple[tuple[int, ...], ...]:
        """The place of every seat in each match, 1 for the first; 0 where it is not over. Raises PlayError."""
        columns, rows = self.results()
        return tuple(tuple(int(row[columns.place(seat)]) for seat in range(columns.seats)) for row in rows)

    def results(self) -> tuple[Results, Sequence[Sequence[int]]]:
        """How each match has ended, a row for each, and what stands where in it; a row of zeros where it is not over."""
        columns = self._results
        rows = self._loaded.rows(len(self), columns.width)
        self._call("results_all", self.vectors, self._memory, rows, columns.width)
        return columns, rows

    def scores(self) -> tuple[tuple[int | None, ...], ...]:
        """The score of every seat in each state: None where it has none, or where it cannot be worked out yet."""
        columns = self._results
        rows = self._loaded.rows(len(self), columns.width)
        self._call("scores_all", self.vectors, self._memory, rows)
        first, behind = columns.score(0), columns.score(columns.seats)
        return tuple(tuple(None if number == NOTHING else int(number) for number in row[first:behind]) for row in rows)

    @property
    def _results(self) -> Results:
        return Results(len(self.engine.program.seats), len(self.engine.program.players))

    # -------------------------------------------------------------------------------------------------------- states

    def copy(self) -> Batch:
        """A copy of the states and of their streams."""
        return self.take(range(len(self)))

    def take(self, indices: Iterable[int]) -> Batch:
        """A batch with copies of the states of these indices, and of their streams; one may come several times.

        Raises ValueError when there is none, or no state has such an index.
        """
        chosen = [index(at) for at in indices]
        wrong = [at for at in chosen if not 0 <= at < len(self)]
        if wrong or not chosen:
            found = wrong[0] if wrong else "none"
            raise ValueError(f"expected indices of states, from 0 to {len(self) - 1}, found {found}")
        other = Batch.__new__(Batch)
        other._prepare(self.engine, self._loaded, len(chosen))
        other._next = self._next
        for to, at in enumerate(chosen):
            other.vectors[to][:] = self.vectors[at]
        mine = self._nature, self._bots, self._seeds, self._games
        for target, source in zip((other._nature, other._bots, other._seeds, other._games), mine, strict=True):
            for to, at in enumerate(chosen):
                target[to] = source[at]
        return other

    def repeat(self, times: int) -> Batch:
        """A batch with so many copies of each state, next to each other. They have the same streams: `reseed` gives them others.

        Raises ValueError for a number below 1.
        """
        if index(times) < 1:
            raise ValueError(f"expected a number of copies from 1 on, found {times}")
        return self.take(at for at in range(len(self)) for _ in range(times))

    @classmethod
    def from_states(cls, engine: Engine, states: Sequence[State], seed: int, first: int = 0) -> Batch:
        """A batch of these states of the interpreter, with the streams of the games *first*, *first* + 1, … of a seed.

        Raises ValueError as `set_vectors` does, and for a seed or a number as the constructor does.
        """
        if not states:
            raise ValueError("expected at least one state, found none")
        batch = cls.__new__(cls)
        batch._prepare(engine, engine.form(Form.STEPPING), len(states))
        batch.set_vectors([state.slots for state in states])
        batch.reseed(seed, first)
        return batch

    def set_vectors(self, vectors: Sequence[Sequence[int]]) -> None:
        """Sets the slots of all states.

        Raises ValueError, without changing any state, for a wrong number of vectors or slots, and for a number that never lies
        in its slot: what code does with those is undefined.
        """
        given = [self._slots(vector) for vector in self._each(vectors, "vectors")]
        for at, vector in enumerate(given):
            wrong = self._wrong(vector)
            if wrong:
                raise ValueError(f"vector {at} is no state: {wrong}")
        for row, vector in zip(self.vectors, given, strict=True):
            row[:] = vector if isinstance(row, list) else self._loaded.vector(vector)

    def to_state(self, index: int) -> State:
        """One of the states as a State of the interpreter, without events: for `outcome`, `advance` and the like."""
        return State(tuple(int(number) for number in self.vectors[index]), None)

    # ------------------------------------------------------------------------------------------------------- checked

    def _each(self, given: Sequence[T], what: str) -> Sequence[T]:
        """What is given for each state. Raises ValueError for another number of them."""
        if len(given) != len(self):
            raise ValueError(f"expected {len(self)} {what}, one for each state, found {len(given)}")
        return given

    def _whole(self, codes: Sequence[int]) -> Numbers:
        """The codes as numbers of 64 bits. Raises ValueError where one is no whole number."""
        numbers = self._loaded.numbers(len(self))
        for at, code in enumerate(self._each(codes, "codes")):
            numbers[at] = _number(code, "a code of an option")
        return numbers

    def _slots(self, vector: Sequence[int]) -> list[int]:
        if len(vector) != self.engine.program.slots:
            raise ValueError(f"expected vectors of {self.engine.program.slots} slots, found one of {len(vector)}")
        return [_number(number, "a number in a slot") for number in vector]

    def _wrong(self, vector: list[int]) -> str:
        """Why these can be the slots of no state; empty where nothing tells."""
        program, ranges = self.engine.program, known(self.engine.program)
        if not 0 <= vector[WHERE] <= program.stops:
            return f"expected a stop from 0 to {program.stops}, found {vector[WHERE]}"
        for slot, number in enumerate(vector):
            bound = ranges.slot(slot)
            cleared = (number == 0 and slot >= program.locals) or number == program.start[slot]
            if slot != WHERE and not (cleared or bound.low <= number <= bound.high or (bound.absent and number == NOTHING)):
                return f"expected {bound.low} to {bound.high} in slot {slot}, found {number}"
        for zone in program.zones:
            shape = layout(zone)
            for base in zone.bases:
                if vector[base] != sum(copies(vector, base, shape)):
                    return f"expected {vector[base]} cards behind slot {base}, found {sum(copies(vector, base, shape))}"
        return ""

    def _look(self, name: str, *arguments: object, changes: bool = False) -> int:
        """Calls a function that lists options, which tries phases where the rules do: a fault in one ends it in the middle."""
        tries = bool(self.engine.program.trials) and not changes
        before = self._loaded.vectors(self.vectors, self.engine.program.slots) if tries else self.vectors
        try:
            return self._call(name, *arguments)
        except PlayError:
            for slots, kept in zip(self.vectors, before, strict=True) if tries else ():
                slots[:] = kept
            raise

    def _call(self, name: str, *arguments: object) -> int:
        if self._loaded.compiled:
            self._loaded = self.engine.form(Form.STEPPING)
        begun = perf_counter()
        try:
            return self._loaded.call(name, *arguments)
        except Fault as fault:
            raise self._loaded.emitted.told(self.engine.program, fault.site, self._memory) from None
        finally:
            self.engine.used(self._loaded.level, Form.STEPPING, perf_counter() - begun)


def _number(given: int, expected: str) -> int:
    """The number as an int of Python that 64 bits hold. Raises ValueError."""
    try:
        number = index(given)
    except TypeError:
        raise ValueError(f"expected {expected}, found {given!r}") from None
    if not -(2**63) <= number < 2**63:
        raise ValueError(f"expected {expected}, found {number}")
    return number
