"""Many states of one game, advanced decision by decision in compiled code, for bots and environments."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from ..interpreter.core.runtime_errors import PlayError
from ..interpreter.state import NATURE, State
from .emit.module import Form
from .emit.stepping import NOBODY
from .engine import Engine, word
from .runtime.fault import Fault

__all__ = ["NATURE", "NOBODY", "Batch"]


class Batch:
    """States of one game side by side. Each has two random streams, one for nature and one for the bots.

    Options are identified by their stable codes; order and weights are those of the interpreter. Where several seats can
    answer, the lowest one is asked. A state whose match is over has no actor and is not changed.
    """

    def __init__(self, engine: Engine, count: int, seed: int, first: int = 0) -> None:
        """Starts the games *first* to *first* + *count* - 1 of a seed, each at its first stop.

        Raises PlayError, and ValueError when the seed is not within 0..2**64 - 1.
        """
        self.engine = engine
        self._loaded = engine.form(Form.STEPPING)
        program, emitted = engine.program, self._loaded.emitted
        self.vectors = self._loaded.vectors([program.start] * count, program.slots)
        """The slots of each state, the same as in the interpreter."""
        self._memory = self._loaded.numbers(emitted.memory)
        self._options = self._loaded.rows(count, emitted.options)
        self._weights = self._loaded.rows(count, emitted.options)
        self._nature, self._bots = self._loaded.words(count), self._loaded.words(count)
        self._call("begin_all", self.vectors, self._memory, word(seed), first, self._nature, self._bots)

    def actors(self) -> Sequence[int]:
        """Who is asked in each state: a seat, NATURE (-1), or NOBODY (-2) where the match is over."""
        asked = self._loaded.numbers(len(self.vectors))
        self._call("actors", self.vectors, self._memory, asked)
        return asked

    def options(self) -> tuple[Sequence[Sequence[int]], Sequence[Sequence[int]], Sequence[int]]:
        """Codes and weights of the options, a row for each state, and the number of options of each state.

        In each row only the first entries, as many as there are options, are valid. The next call overwrites the rows.
        Raises PlayError.
        """
        counts = self._loaded.numbers(len(self.vectors))
        tries = bool(self.engine.program.trials)
        before = self._loaded.vectors(self.vectors, self.engine.program.slots) if tries else self.vectors
        try:
            self._call("options_all", self.vectors, self._memory, self._options, self._weights, self.actors(), counts)
        except PlayError:
            for slots, kept in zip(self.vectors, before, strict=True) if tries else ():  # a fault ends a trial in the middle
                slots[:] = kept
            raise
        return self._options, self._weights, counts

    def apply(self, codes: Sequence[int]) -> None:
        """Answers for the actor of each state with the option of the given code; codes for states that are over are ignored.

        Raises ValueError when a code is not that of an option, without changing any state; raises PlayError.
        """
        numbers = self._loaded.numbers(len(self.vectors))
        for at, code in enumerate(codes):
            numbers[at] = code
        wrong = self._call("apply_all", self.vectors, self._memory, self._options, self._weights, self.actors(), numbers)
        if wrong >= 0:
            raise ValueError(f"{codes[wrong]} is no code of an option of state {wrong}")

    def nature(self) -> None:
        """Answers for nature in every state until a seat is asked or the match is over. Raises PlayError."""
        self._call("nature_all", self.vectors, self._memory, self._options, self._weights, self._nature)

    def play_out(self) -> None:
        """Plays all matches to their end at random, by the policy of the engine. Raises PlayError."""
        streams = self._nature, self._bots
        self._call("rollout_all", self.vectors, self._memory, self._options, self._weights, *streams)

    def copy(self) -> Batch:
        """A copy of the states and of their streams."""
        other = Batch.__new__(Batch)
        other.engine, other._loaded, other._memory = self.engine, self._loaded, self._memory
        other.vectors = self._loaded.vectors(self.vectors, self.engine.program.slots)
        count, options = len(self.vectors), self._loaded.emitted.options
        other._options, other._weights = self._loaded.rows(count, options), self._loaded.rows(count, options)
        other._nature, other._bots = self._loaded.words(count), self._loaded.words(count)
        other._nature[:], other._bots[:] = self._nature[:], self._bots[:]
        return other

    def state(self, index: int) -> State:
        """One of the states as a State of the interpreter, without events: for `outcome`, `advance` and the like."""
        return State(tuple(int(number) for number in self.vectors[index]), None)

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
