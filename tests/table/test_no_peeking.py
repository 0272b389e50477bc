"""Nothing that a seat is shown changes with what it cannot see: worlds that it cannot tell apart look the same at the table."""

from __future__ import annotations

from rulerun.interpreter import Event, State, actors, advance, decision, initial, is_over, view
from rulerun.interpreter.course import Noted, Turn
from rulerun.program.ir import Program
from rulerun.table.choices import choices
from rulerun.table.model import scene_of
from rulerun.table.prompt import prompt_of

from ..support.battery import Setting, compiled, drawn, of_each
from ..support.two_worlds import FEWEST, twin

STEPS = 60


def model(program: Program, state: State, seat: int, course: list[Turn]) -> tuple[object, ...]:
    """All that a table is told of a match for one seat: on its own screen, on one that all look at, and what it is asked."""
    seen = view(program, state, seat)
    scenes = [scene_of(program, seen, "", own, colours, course) for own, colours in ((True, True), (False, False))]
    if seat not in actors(program, state):
        return tuple(scenes)
    asked = decision(program, state, seat)
    return (*scenes, choices(program, state, asked, ""), prompt_of(program, state, asked, ""))


def looked_alike(program: Program, seat: int) -> int:
    """How often two worlds differed that look the same to the seat; each time the table has to be the same."""
    choose = drawn(7 + seat)
    one = other = initial(program, listening=True)
    course, aside, alike = list[Turn](), list[Turn](), 0
    for _ in range(STEPS):
        if is_over(program, one):
            break
        asked = actors(program, one)
        actor = asked[choose(len(asked))] if len(asked) > 1 else asked[0]
        index = choose(len(decision(program, one, actor).options))
        after = advance(program, one, actor, index)
        beside = twin(program, program, seat, (one, other), actor, index, after, choose)
        same = beside is not None and view(program, after[0], seat) == view(program, beside[0], seat)
        course.append(turn(actor, after))
        aside = [*aside, turn(actor, beside)] if beside is not None and same else [*course]
        one, other = after[0], beside[0] if beside is not None and same else after[0]
        if one.slots != other.slots:
            alike += 1
            if alike % 3 == 1:
                assert model(program, one, seat, course) == model(program, other, seat, aside)
    return alike


def turn(actor: int, step: tuple[State, tuple[Event, ...]]) -> Turn:
    """What an answer brought about."""
    return Turn(actor, tuple(Noted(event, None) for event in step[1]))


@of_each(FEWEST)
def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same(setting: Setting) -> None:
    program = compiled(setting)
    assert sum(looked_alike(program, seat) for seat in program.players) > 0
