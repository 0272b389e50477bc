"""Advancing a match: by one answer, or to its end with random answers."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..program.ir import Program
from .core.events import Event, Pausing, Signal
from .core.policy import Policy
from .course import Noted, noted
from .game import Game
from .knowledge import Knowledge, learn
from .machine.machine import playout
from .machine.seat_decisions import DrawNumber
from .options import asked_point
from .state import State


@frozen
class Pause:
    """Where a pass of a loop is done and the next has not begun: the slot that counts the passes, how things stand (nobody is
    asked), and how many events of the step came before.
    """

    loop: int
    state: State
    heard: int


def advance(game: Game, state: State, actor: int, index: int) -> tuple[State, tuple[Event, ...]]:
    """The state after the actor chooses the option with this index, and the events (none if the match is played without
    events).

    Raises ValueError when the actor is not asked or has no such option, PlayError when the rules fail.
    """
    after, happened = advance_noting(game, state, actor, index)
    return after, tuple([each.event for each in happened])


def advance_noting(game: Game, state: State, actor: int, index: int) -> tuple[State, tuple[Noted, ...]]:
    """The same as `advance`, with the origin of each event."""
    after, happened, _ = advance_pausing(game, state, actor, index)
    return after, happened


def advance_pausing(game: Game, state: State, actor: int, index: int) -> tuple[State, tuple[Noted, ...], tuple[Pause, ...]]:
    """The same as `advance_noting`, with how things stood wherever a pass of a counted loop was done and the next began."""
    program = game.program
    machine = game.silent if state.knowledge is None else game.listening
    s = machine.work(state.slots)
    point = asked_point(machine, s, actor)
    chosen = point.option(s, index)
    if chosen is None:
        raise ValueError(f"there is no option {index}")
    log = machine.context.log
    if log is None or state.knowledge is None:
        machine.answer(s, actor, point, chosen)
        return State(tuple(s[: program.slots]), None), (), ()
    log.drain()
    machine.answer(s, actor, point, chosen)
    signals, origins = log.drain_all()
    knowledge, events = learn(program, state.knowledge, signals)
    pauses = tuple(_pauses(program, state.knowledge, signals))
    return State(tuple(s[: program.slots]), knowledge), noted(signals, origins, events), pauses


def _pauses(program: Program, knowledge: Knowledge, signals: list[Signal]) -> Iterator[Pause]:
    for at, signal in enumerate(signals):
        if isinstance(signal, Pausing):
            known, events = learn(program, knowledge, signals[:at])
            yield Pause(signal.loop, State(signal.before, known), len(events))


def random_playout(game: Game, slots: tuple[int, ...], draw: DrawNumber, policy: Policy = Policy.ENTRIES) -> tuple[int, ...]:
    """The slots at the end of a match that is played on at random from *slots*. Raises PlayError.

    `draw(n)` must return a number from 0 to n - 1. At each decision it is called once, and picks among the options in their
    order by weight; in a menu of which several entries have options, `Policy.ENTRIES` first calls it for one of these entries,
    and then for an option of it. In a Together the lowest seat answers first.
    """
    program = game.program
    machine = game.silent
    s = machine.work(slots)
    playout(machine, s, policy, draw)
    return tuple(s[: program.slots])
