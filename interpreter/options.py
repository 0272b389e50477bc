"""Decisions and their options: who decides, the options, and how options are written as text."""

from __future__ import annotations

from attrs import evolve, frozen

from ..program.ir import WHERE, Program
from .core.events import Option
from .core.runtime_errors import written
from .game import Game
from .machine.chance_decisions import DrawPoint, PickPoint
from .machine.machine import Machine
from .machine.seat_decisions import AskPoint
from .machine.simultaneous import TogetherPoint
from .state import NATURE, State


@frozen
class Decision:
    """What an actor (a seat or NATURE) is asked at a stop; an answer is an index into the options."""

    actor: int
    stop: int
    options: tuple[Option, ...]
    secret: bool


def is_over(program: Program, state: State) -> bool:
    """Whether the match is over."""
    return state.slots[WHERE] == 0


def actors(game: Game, state: State) -> tuple[int, ...]:
    """Who can answer now, ascending: seats, or NATURE; nobody when the match is over."""
    if not state.slots[WHERE]:
        return ()
    machine = game.silent
    return asked_of(machine, machine.work(state.slots))


def asked_of(machine: Machine, s: list[int]) -> tuple[int, ...]:
    """Who can answer at the current stop, ascending. The match must not be over."""
    point = machine.points[s[WHERE]]
    match point:
        case AskPoint():
            return (point.actor(s),)
        case DrawPoint() | PickPoint():
            return (NATURE,)
        case TogetherPoint():
            return tuple(point.waiting(s))


def decision(game: Game, state: State, actor: int) -> Decision:
    """What the actor is asked now, with all options; raises ValueError when it is not asked."""
    machine = game.silent
    s = machine.work(state.slots)
    point = asked_point(machine, s, actor)
    match point:
        case AskPoint(op=op):
            return Decision(actor, op.stop, point.options(s), op.secret)
        case DrawPoint() | PickPoint():
            return Decision(actor, point.op.stop, point.options(s), False)


def asked_point(machine: Machine, s: list[int], actor: int) -> AskPoint | DrawPoint | PickPoint:
    """What the actor is asked now; raises ValueError when it is not asked."""
    if not s[WHERE] or actor not in asked_of(machine, s):
        raise ValueError(f"{actor} is not asked now")
    point = machine.point(s, actor)
    match point:
        case TogetherPoint():
            raise TypeError("a Together inside another")
        case AskPoint() | DrawPoint() | PickPoint():
            return point


def decisions(game: Game, state: State) -> tuple[Decision, ...]:
    """What everyone is asked now, in the order of `actors`."""
    return tuple(decision(game, state, actor) for actor in actors(game, state))


def option_text(game: Game, asked: Decision | int, option: Option, language: str = "") -> str:
    """The option as text (`card 3`, `extend head F3`; for nature `king` or `n 4`); *asked* may be the number of the stop.

    With "" as *language* the text is as in the rules. Raises ValueError for the stop of a Together.
    """
    program = game.program
    stop = asked if isinstance(asked, int) else asked.stop
    point = game.silent.points[stop]
    match point:
        case AskPoint():
            return point.wording(option, language)
        case DrawPoint(source=source):
            return written(program, program.decks[source.zone.deck].domain, option.arguments[0], language)
        case PickPoint(op=picked):
            label = written(program, picked.domain, option.arguments[0], language)
            return f"{_named(program, picked.name, language)} {label}" if picked.name else label
        case TogetherPoint():
            raise ValueError("no option belongs to a whole Together")


def _named(program: Program, name: str, language: str) -> str:
    """The name in *language*, where the texts of the rules translate it; else the name itself."""
    return next((words.say(language) for known, words in program.texts if known == name), name) if language else name


def find_option(game: Game, asked: Decision, text: str) -> int | None:
    """The index of the option whose `option_text`, without a language, is *text*; None when there is none.

    The face of a card that is chosen by its place may be left out.
    """
    for index, option in enumerate(asked.options):
        if option_text(game, asked, option) == text:
            return index
        if option.faces and option_text(game, asked, evolve(option, faces=())) == text:
            return index
    return None
