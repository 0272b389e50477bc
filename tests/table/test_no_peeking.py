"""Nothing that a seat is shown changes with what it cannot see: worlds that it cannot tell apart look the same at the table."""

from __future__ import annotations

from rulerun.drawing.markup import as_html
from rulerun.drawing.table import table_html
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import Event, State, actors, advance, decision, initial, is_over, view
from rulerun.interpreter.course import Noted, Turn
from rulerun.program.ir import Program
from rulerun.table.changes import changes
from rulerun.table.choices import choices
from rulerun.table.model import scene_of
from rulerun.table.narration import EVERYBODY, hear
from rulerun.table.prompt import prompt_of
from rulerun.table.scene import Changes, as_json
from rulerun.table.story import Story, passages
from rulerun.table.writing import written

from ..support.battery import Setting, compiled, drawn, game_of, of_each
from ..support.two_worlds import FEWEST, twin

STEPS, MOST = 60, 120
"""A game is followed so many steps, and up to the most where no two worlds have differed before."""


def model(program: Program, state: State, seat: int, course: list[Turn]) -> tuple[object, ...]:
    """All that a table is told of a match for one seat: its own screen, one that all look at, its story, what it is asked."""
    seen = view(game_of(program), state, seat)
    both = [scene_of(game_of(program), seen, "", own, course) for own in (True, False)]
    scenes: list[object] = [
        (as_json(scene), written(game_of(program), scene, colours=scene.own), as_html(table_html(scene))) for scene in both
    ]
    story = [Story(game_of(program), listener, "").follow(course) for listener in (seat, EVERYBODY)]
    scenes += [seen_to_change(program, course, listener) for listener in (seat, EVERYBODY)]
    if seat not in actors(game_of(program), state):
        return (*scenes, story)
    asked = decision(game_of(program), state, seat)
    return (*scenes, story, choices(game_of(program), state, asked, ""), prompt_of(game_of(program), state, asked, ""))


def seen_to_change(program: Program, course: list[Turn], listener: int) -> tuple[Changes, ...]:
    """What a listener sees change by each choice, as the events of a session tell it."""
    told = []
    for turns in passages(course):
        heard = [hear(program, noted.event, listener) for turn in turns for noted in turn.happened]
        told.append(changes(program, [each for each in heard if each is not None], ""))
    return tuple(told)


def looked_alike(program: Program, seat: int) -> int:
    """How often two worlds differed that look the same to the seat; each time the table has to be the same."""
    choose = drawn(7 + seat)
    one = other = initial(game_of(program), listening=True)
    course, aside, alike = list[Turn](), list[Turn](), 0
    for step in range(MOST):
        if is_over(program, one) or (step >= STEPS and alike):
            break
        asked = actors(game_of(program), one)
        actor = asked[choose(len(asked))] if len(asked) > 1 else asked[0]
        index = choose(len(decision(game_of(program), one, actor).options))
        after = advance(game_of(program), one, actor, index)
        beside = twin(program, program, seat, (one, other), actor, index, after, choose)
        same = beside is not None and view(game_of(program), after[0], seat) == view(game_of(program), beside[0], seat)
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


CONSPIRATORS = """
ruleset: conspirators
players: 4
enumerations:
  side: [loyal, spy]
decks:
  sides:
    cards: [{side: loyal, copies: 3}, {side: spy, copies: 3}]
    starts in: pile
zones:
  pile: {of: sides, kind: pile, seen by: nobody}
  role: {of: sides, per: player, seen by: owner}
scores:
  points: {per: player}
functions:
  is_spy (player p): any c in role[p] has c.side = spy
phases:
  game:
    - shuffle pile
    - deal 1 from pile to role of each player
    - for each player p:
        - tell p which c in role[next(p)] has c.side = spy and is_spy(p)
    - for each player p:
        - p chooses n from 1..2
        - points[p] += n
outcome:
  ranking (player p): highest points[p]
"""


def test_who_is_told_of_which_cards_is_no_secret_but_what_they_are_told_is() -> None:
    program = compile_ruleset(Source("conspirators.yaml", CONSPIRATORS)).program
    assert program is not None
    assert sum(looked_alike(program, seat) for seat in program.players) > 0


def test_others_hear_that_somebody_was_told_of_cards() -> None:
    program = compile_ruleset(Source("conspirators.yaml", CONSPIRATORS)).program
    assert program is not None
    course, state = list[Turn](), initial(game_of(program), listening=True)
    while not is_over(program, state):
        (actor,) = actors(game_of(program), state)
        step = advance(game_of(program), state, actor, 0)
        course.append(turn(actor, step))
        state = step[0]
    told = [line.text for group in Story(game_of(program), 0, "").follow(course) for line in group]
    assert any("Ben learns something of role Chris" in line for line in told)
    assert not any("spy: ?" in line for line in told)
