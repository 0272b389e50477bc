"""Plays games in which bots choose: in the interpreter, where a bot sees what its seat sees.

The emitted code then repeats the choices of each game and counts it, so that the figures mean the same whichever bots chose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from threading import Event
from typing import Protocol

import numpy as np
from attrs import frozen

from ...bots import Bot, Draw, Situation, chosen, seated
from ...interpreter.core.policy import Policy
from ...interpreter.core.rng import Use
from ...interpreter.core.runtime_errors import GameError, PlayError
from ...interpreter.game import Game
from ...program.ir import Program
from ...simulation import Chunk, Columns, prepare, prepare_plain
from ...simulation.emit.module import Form
from ...simulation.emit.schema import columns
from ...simulation.engine import Halted
from .playing import play_out

EMITTED = {"random": Policy.ENTRIES, "random:flat": Policy.FLAT}
"""The bots that emitted code plays itself, and how it draws for them."""


class PlaysGames(Protocol):
    """An engine that plays games and counts what happens in them."""

    @property
    def compiled(self) -> bool:
        """Whether the games run in compiled code, so that several threads can play at the same time."""
        ...

    @property
    def halt(self) -> Event:
        """Set while `run` shall play no more games."""
        ...

    @property
    def columns(self) -> Columns:
        """Which columns and counters hold which figures."""
        ...

    def run(self, seed: int, first: int, count: int) -> Chunk:
        """The rows and counters of *count* games, from game number *first* on. Raises PlayError, and Halted."""
        ...


def player(program: Program, bots: Sequence[str]) -> PlaysGames:
    """The engine for these bots, one for each seat that decides: emitted code where all are random in the same way, else
    `BotGames`. Raises UnknownBot.
    """
    match sorted(set(bots)):
        case []:
            return prepare(program)
        case [name] if name in EMITTED:
            return prepare(program, EMITTED[name])
        case _:
            return BotGames(program, bots)


@frozen
class Dictated:
    """Takes the place of the bots' random stream: for each choice of a seat the number that is to be drawn, and the bound of the
    draw.
    """

    numbers: Iterator[tuple[int, int]]


def drawn(weights: Sequence[int], index: int) -> tuple[int, int]:
    """A number for which a weighted draw gives that index, and the sum of the weights."""
    return sum(weights[:index]), sum(weights)


class Counting:
    """Counts games whose choices are known: emitted code repeats them."""

    def __init__(self, program: Program) -> None:
        """For the games of these rules."""
        # The flat policy draws once for each choice, from which any option can come.
        self._counting = prepare_plain(program, Policy.FLAT)
        functions = self._counting.form(Form.TALLY).functions
        self._dictated = Dictated(iter(()))
        self._stream, self._below = functions["stream"], functions["below"]
        functions.update(stream=self._begun, below=self._drawn)

    def chunk(self, seed: int, number: int, choices: Iterable[tuple[int, int]]) -> Chunk:
        """The row and the counters of the game of that number; *choices* has what `drawn` gives for each choice of a seat. Raises
        PlayError.
        """
        self._dictated = Dictated(iter(choices))
        return self._counting.run(seed, number, 1)

    def _begun(self, seed: int, game: int, use: int) -> object:
        return self._dictated if use == Use.BOTS else self._stream(seed, game, use)

    def _drawn(self, now: object, bound: int) -> object:
        if not isinstance(now, Dictated):
            return self._below(now, bound)
        number, whole = next(now.numbers)
        if whole != bound:
            raise ArithmeticError(f"a choice among {whole} was counted as one among {bound}")
        return now, number


class BotGames:
    """Plays games with bots. A game depends only on its number, the seed, the rules and the bots."""

    compiled = False

    def __init__(self, program: Program, bots: Sequence[str]) -> None:
        """Creates the bots of these names, one for each seat that decides. Raises UnknownBot."""
        self._game = Game(program)
        self.program = program
        self.columns = columns(program)
        self.halt = Event()
        self._bots = dict(zip(program.players, (seated(name, program) for name in bots), strict=True))
        self._counting = Counting(program)

    def run(self, seed: int, first: int, count: int) -> Chunk:
        """The rows and counters of *count* games, from game number *first* on. Raises PlayError, and Halted."""
        rows = np.zeros((count, self.columns.width), np.int64)
        counters = np.zeros(self.columns.counters, np.int64)
        for at in range(count):
            if self.halt.is_set():
                raise Halted
            counted = self._counting.chunk(seed, first + at, self._choices(seed, first + at))
            rows[at] = counted.rows[0]
            counters += counted.counters
        return Chunk(rows, counters)

    def _choices(self, seed: int, game: int) -> list[tuple[int, int]]:
        """What `drawn` gives for each choice of a seat."""
        found: list[tuple[int, int]] = []

        def choose(bot: Bot, given: Situation, draw: Draw) -> int:
            index = chosen(bot, given, draw)
            found.append(drawn([option.weight for option in given.asked.options], index))
            return index

        try:
            play_out(self._game, self._bots, seed, game, choose)
        except PlayError as fault:
            raise GameError.of(fault, seed, game) from None
        return found
