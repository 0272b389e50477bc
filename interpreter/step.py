"""Playing: what an answer does, one at a time or all of them at random."""

from __future__ import annotations

from ..program.ir import Program
from .core.events import Event
from .knowledge import learn
from .machine.machine import listening, playout, silent
from .machine.seat_decisions import DrawNumber
from .options import Decision, actors, asked_point, decision, decisions, find_option, is_over, option_text
from .state import NATURE, State, initial

__all__ = [
    "NATURE",
    "Decision",
    "State",
    "actors",
    "advance",
    "decision",
    "decisions",
    "find_option",
    "initial",
    "is_over",
    "option_text",
    "random_playout",
]


def advance(program: Program, state: State, actor: int, index: int) -> tuple[State, tuple[Event, ...]]:
    """The match after the actor's answer, an index into its options, and what happened (nothing when nobody listens).

    Raises ValueError when the actor is not asked or has no such option, RuleError when the rules cannot go on.
    """
    machine = silent(program) if state.knowledge is None else listening(program)
    s = machine.work(state.slots)
    point = asked_point(machine, s, actor)
    chosen = point.option(s, index)
    if chosen is None:
        raise ValueError(f"there is no option {index}")
    log = machine.context.log
    if log is None or state.knowledge is None:
        machine.answer(s, actor, point, chosen)
        return State(tuple(s[: program.slots]), None), ()
    log.drain()
    machine.answer(s, actor, point, chosen)
    knowledge, events = learn(program, state.knowledge, log.drain())
    return State(tuple(s[: program.slots]), knowledge), events


def random_playout(program: Program, slots: tuple[int, ...], draw: DrawNumber) -> tuple[int, ...]:
    """The slots at the end of a match played on at random from these; `draw(n)` gives a number from 0 to n - 1.

    Options are drawn by weight in their order, one draw for each decision; a Together answers its lowest seat first.
    """
    machine = silent(program)
    s = machine.work(slots)
    playout(machine, s, draw)
    return tuple(s[: program.slots])
