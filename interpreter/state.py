"""The state of a match, as an immutable value."""

from __future__ import annotations

from attrs import frozen

from ..program.ir import WHERE
from .course import Noted, noted
from .game import Game
from .knowledge import Knowledge, beginning, learn

NATURE = -1
"""The number of nature as an actor: it decides draws and random picks."""


@frozen
class State:
    """The vector of a match, and what the seats know of hidden cards (None: the match is played without events)."""

    slots: tuple[int, ...]
    knowledge: Knowledge | None


def initial(game: Game, listening: bool = False, slots: tuple[int, ...] | None = None) -> State:
    """The state at the first stop, started from `Program.start` or, when given, from *slots*. Raises PlayError.

    With *listening*, answers report events, and the state holds what each seat knows.
    """
    program = game.program
    if listening:
        return opening(game, slots)[0]
    machine = game.silent
    s = machine.work(program.start if slots is None else slots)
    s[WHERE] = 0
    machine.run(s, machine.entry)
    return State(tuple(s[: program.slots]), None)


def opening(game: Game, slots: tuple[int, ...] | None = None) -> tuple[State, tuple[Noted, ...]]:
    """The state at the first stop, as `initial` gives it to those who listen, and what happened before it. Raises PlayError."""
    program, machine = game.program, game.listening
    log = machine.context.log
    assert log is not None, "a machine that listens has a log"
    s = machine.work(program.start if slots is None else slots)
    s[WHERE] = 0
    log.drain()
    unknowing = beginning(program, tuple(s))
    machine.run(s, machine.entry)
    signals, origins = log.drain_all()
    knowledge, events = learn(program, unknowing, signals)
    return State(tuple(s[: program.slots]), knowledge), noted(signals, origins, events)
