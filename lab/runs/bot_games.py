"""Games in which bots choose: played in the interpreter, where a bot sees what its seat sees, then counted like any other.

What is counted is told by the emitted code, to which the choices are dictated: so the figures mean the same whoever chose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from attrs import frozen

from ...bots import Bot, make
from ...interpreter import NATURE, Decision, State, View, actors, advance, decision, initial, view
from ...interpreter.core.rng import Stream, Use, stream, weighted
from ...program.ir import Program
from ...simulation import Chunk, Columns, prepare, prepare_plain
from ...simulation.emit.module import Form
from ...simulation.emit.schema import columns

RANDOM = "random"


class PlaysGames(Protocol):
    """What plays games and counts."""

    @property
    def compiled(self) -> bool:
        """Whether compiled code plays, for several at once without holding each other up."""
        ...

    @property
    def columns(self) -> Columns:
        """Where each figure stands."""
        ...

    def run(self, seed: int, first: int, count: int) -> Chunk:
        """PlaysGames the games from *first* on, *count* of them. Raises RuleError."""
        ...


def player(program: Program, bots: Sequence[str]) -> PlaysGames:
    """What plays when these bots choose, one for each seat that decides: emitted code where all of them are random."""
    return prepare(program) if set(bots) <= {RANDOM} else BotGames(program, bots)


@frozen
class Dictated:
    """In place of a stream of random numbers: what the choices of a game come to."""

    numbers: Iterator[tuple[int, int]]


class BotGames:
    """Bots at the table. A game depends on its number, the seed, the rules and the bots only."""

    compiled = False

    def __init__(self, program: Program, bots: Sequence[str]) -> None:
        """Seats the bots of these names, one for each seat that decides. Raises UnknownBot."""
        self.program = program
        self.columns = columns(program)
        self._bots = dict(zip(program.players, (make(name) for name in bots), strict=True))
        self._counting = prepare_plain(program)
        functions = self._counting.form(Form.TALLY).functions
        self._dictated = Dictated(iter(()))
        self._stream, self._below = functions["stream"], functions["below"]
        functions.update(stream=self._begun, below=self._drawn)

    def run(self, seed: int, first: int, count: int) -> Chunk:
        """PlaysGames the games from *first* on, *count* of them. Raises RuleError."""
        rows = np.zeros((count, self.columns.width), np.int64)
        counters = np.zeros(self.columns.counters, np.int64)
        for at in range(count):
            self._dictated = Dictated(iter(self._choices(seed, first + at)))
            counted = self._counting.run(seed, first + at, 1)
            rows[at] = counted.rows[0]
            counters += counted.counters
        return Chunk(rows, counters)

    def _begun(self, seed: int, game: int, use: int) -> object:
        return self._dictated if use == Use.BOTS else self._stream(seed, game, use)

    def _drawn(self, now: object, bound: int) -> object:
        if not isinstance(now, Dictated):
            return self._below(now, bound)
        number, whole = next(now.numbers)
        if whole != bound:
            raise ArithmeticError(f"a choice among {whole} was counted as one among {bound}")
        return now, number

    def _choices(self, seed: int, game: int) -> list[tuple[int, int]]:
        """For each choice of a seat the number that a draw by weight would have given, and the sum of the weights."""
        table = Table(self.program)
        nature, chance = stream(seed, game, Use.NATURE), stream(seed, game, Use.BOTS)
        found: list[tuple[int, int]] = []
        while (asked := table.asked) is not None:
            weights = [option.weight for option in asked.options]
            if asked.actor == NATURE:
                table.answer(asked.actor, weighted(weights, nature.below))
            else:
                index = self._choice(table, asked, chance)
                found.append((sum(weights[:index]), sum(weights)))
                table.answer(asked.actor, index)
        return found

    def _choice(self, table: Table, asked: Decision, chance: Stream) -> int:
        bot: Bot = self._bots[asked.actor]
        return bot.choose(self.program, asked, lambda: table.look(asked.actor), chance.below)


class Table:
    """A match as it goes on; what seats know is worked out only when one of them looks."""

    def __init__(self, program: Program) -> None:
        """The match at its start. Raises RuleError."""
        self._program = program
        self._state: State = initial(program)
        self._answers: list[tuple[int, int]] = []

    @property
    def asked(self) -> Decision | None:
        """What the first of those who can answer is asked; None when the match is over."""
        asked = actors(self._program, self._state)
        return decision(self._program, self._state, asked[0]) if asked else None

    def answer(self, actor: int, index: int) -> None:
        """The match after that answer. Raises RuleError."""
        self._state, _ = advance(self._program, self._state, actor, index)
        self._answers.append((actor, index))

    def look(self, seat: int) -> View:
        """What the seat sees."""
        if self._state.knowledge is None:
            self._state = initial(self._program, listening=True)
            for actor, index in self._answers:
                self._state, _ = advance(self._program, self._state, actor, index)
        return view(self._program, self._state, seat)
