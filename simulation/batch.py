"""Many states of one game at once, or just one: for bots, for environments, for whoever wants steps of compiled code."""

from __future__ import annotations

from collections.abc import Sequence

from ..interpreter.core.runtime_errors import RuleError
from ..interpreter.state import NATURE, State
from .emit.module import Form
from .emit.stepping import NOBODY
from .engine import Engine, word
from .runtime.fault import Fault

__all__ = ["NATURE", "NOBODY", "Batch"]


class Batch:
    """States of a game side by side, each with two streams of its own: nature's, and the bots'.

    Options are numbered by their stable codes; they come in the order of the interpreter, with the same weights. What is asked
    of a state is asked of the lowest seat that can answer. A state that is over has no actor and is left alone.
    """

    def __init__(self, engine: Engine, count: int, seed: int, first: int = 0) -> None:
        """The games *first*, *first* + 1, … of a seed, *count* of them, each at its first stop.

        Raises RuleError, and ValueError when the seed is not within 0..2**64 - 1.
        """
        self.engine = engine
        self._loaded = engine.form(Form.STEPPING)
        program, emitted = engine.program, self._loaded.emitted
        self.vectors = self._loaded.vectors([program.start] * count, program.slots)
        """The vectors, as the interpreter has them."""
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
        """Codes, weights and number of the options of each state; of a row of codes and weights so many count.

        The rows are written over when options are asked for again.
        """
        counts = self._loaded.numbers(len(self.vectors))
        self._call("options_all", self.vectors, self._memory, self._options, self._weights, self.actors(), counts)
        return self._options, self._weights, counts

    def apply(self, codes: Sequence[int]) -> None:
        """The actor of each state answers with the option of that code.

        Raises ValueError where that is none of its options, and then changes nothing; raises RuleError.
        """
        numbers = self._loaded.numbers(len(self.vectors))
        for at, code in enumerate(codes):
            numbers[at] = code
        wrong = self._call("apply_all", self.vectors, self._memory, self._options, self._weights, self.actors(), numbers)
        if wrong >= 0:
            raise ValueError(f"{codes[wrong]} is no code of an option of state {wrong}")

    def nature(self) -> None:
        """Nature answers wherever it is asked, until a seat is or the match is over. Raises RuleError."""
        self._call("nature_all", self.vectors, self._memory, self._options, self._weights, self._nature)

    def play_out(self) -> None:
        """All matches are played on at random to their end, every option by its weight. Raises RuleError."""
        streams = self._nature, self._bots
        self._call("rollout_all", self.vectors, self._memory, self._options, self._weights, *streams)

    def copy(self) -> Batch:
        """The same states once more, with the same streams."""
        other = Batch.__new__(Batch)
        other.engine, other._loaded, other._memory = self.engine, self._loaded, self._memory
        other.vectors = self._loaded.vectors(self.vectors, self.engine.program.slots)
        count, options = len(self.vectors), self._loaded.emitted.options
        other._options, other._weights = self._loaded.rows(count, options), self._loaded.rows(count, options)
        other._nature, other._bots = self._loaded.words(count), self._loaded.words(count)
        other._nature[:], other._bots[:] = self._nature[:], self._bots[:]
        return other

    def state(self, index: int) -> State:
        """One of the states as the interpreter knows it, with nobody listening: for `outcome`, `advance` and the like."""
        return State(tuple(int(number) for number in self.vectors[index]), None)

    def _call(self, name: str, *arguments: object) -> int:
        try:
            return self._loaded.call(name, *arguments)
        except Fault:
            program, message = self.engine.program, "the rules cannot go on: play this match in the interpreter"
            raise RuleError(program, program.outcome.sentence, message) from None


