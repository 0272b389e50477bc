"""What a seat cannot see makes no difference to what it sees and hears.

Two worlds are played side by side. Now and then, where the seat that is looked at cannot tell the difference, something
else happens in the second one: another card comes where the seat does not look, another choice is made in secret.
From then on its views and all that it hears must stay the same, until a face that differs is shown to it.
"""

from __future__ import annotations

import pytest
from attrs import evolve, frozen

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.ir import NOTHING, Program, Sight
from rulerun.dsl.source import Source
from rulerun.interpreter import (
    NATURE,
    CardMoved,
    Chosen,
    Event,
    Happening,
    Held,
    Instance,
    Released,
    Revealed,
    State,
    actors,
    advance,
    decision,
    find_option,
    heard,
    initial,
    is_over,
    option_text,
    sees,
    view,
)

from . import battery
from .battery import Choose, Setting, compiled, drawn, place, together_at, zone


@frozen
class Compared:
    """How two worlds went: states that looked alike though they differed, such states while all decide together, steps."""

    alike: int
    amid: int
    steps: int


def happening(event: Event) -> Happening:
    """What happens, whoever may hear of it."""
    return event.happening if isinstance(event, Held | Released) else event


def told(program: Program, events: tuple[Event, ...], seat: int) -> list[Happening]:
    """All that a seat hears."""
    return [each for each in (heard(program, event, seat) for event in events) if each is not None]


def shows_a_face(each: Happening) -> bool:
    """Whether the seat that hears this is shown a card."""
    match each:
        case CardMoved(kind=kind):
            return kind is not None
        case Revealed(faces=faces):
            return faces is not None
        case _:
            return False


def unseen(program: Program, instance: Instance | None, seat: int) -> bool:
    """Whether the seat cannot look there."""
    return instance is not None and not sees(program, instance, seat)


def masked(program: Program, chosen: Chosen, seat: int) -> tuple[int, ...]:
    """The arguments of a choice, without the cards that the seat cannot look at."""
    pairs = zip(chosen.option.arguments, chosen.origins, strict=True)
    return tuple(NOTHING if unseen(program, origin, seat) else argument for argument, origin in pairs)


def indistinct(program: Program, seat: int, one: tuple[State, tuple[Event, ...]], other: tuple[State, tuple[Event, ...]]) -> bool:
    """Whether *seat* cannot tell what was answered in one world from what was answered in the other, by the rules of sight.

    The events are looked at as they were noted, not as they are heard.
    """
    first, second = happening(one[1][0]), happening(other[1][0])
    match first, second:
        case CardMoved(), CardMoved():
            return unseen(program, first.source, seat) and unseen(program, first.target, seat)
        case Chosen(), Chosen():
            if seat == first.actor:
                return False
            if first.private:
                before = together_at(program, one[0]) is not None
                return before and actors(program, one[0]) == actors(program, other[0]) and held(one[0]) and held(other[0])
            same = first.option.alternative == second.option.alternative
            return same and masked(program, first, seat) == masked(program, second, seat)
        case _:
            return False


def held(state: State) -> bool:
    """Whether something is held back from the others."""
    return state.knowledge is not None and any(state.knowledge.held)


def compare(
    program: Program, seat: int, choose: Choose, strayed_from: int, judge: Program | None = None, most: int = 400
) -> Compared:
    """Two worlds side by side, as *seat* sees them; *judge* (the same when None) tells what it should be able to see."""
    rules = program if judge is None else judge
    one = other = initial(program, listening=True)
    alike = amid = steps = 0
    while not is_over(program, one) and steps < most:
        steps += 1
        assert view(program, one, seat) == view(program, other, seat)
        if one.slots != other.slots:
            alike += 1
            amid += together_at(program, one) is not None
        asked = actors(program, one)
        actor = asked[choose(len(asked))]
        first = decision(program, one, actor)
        index = choose(len(first.options))
        text = option_text(program, first, first.options[index])
        second = decision(program, other, actor)
        after = advance(program, one, actor, index)
        twin = find_option(program, second, text)
        # what is on offer may tell a seat its own cards only
        assert actor != seat or first == second
        if actor != seat and (twin is None or (steps >= strayed_from and choose(2))):
            strays = [choose(len(second.options)) for _ in range(3)]
            found = [stray for stray in strays if indistinct(rules, seat, after, advance(program, other, actor, stray))]
            twin = found[0] if found else twin
        if twin is None:
            break
        beside = advance(program, other, actor, twin)
        differ = next(
            (pair for pair in zip(told(program, after[1], seat), told(program, beside[1], seat), strict=False) if pair[0] != pair[1]),
            None,
        )
        if differ is not None:
            assert all(map(shows_a_face, differ)), differ
            assert rules is program or not all(hides(rules, each, seat) for each in differ), differ
            break
        assert len(told(program, after[1], seat)) == len(told(program, beside[1], seat))
        one, other = after[0], beside[0]
    return Compared(alike, amid, steps)


def hides(program: Program, each: Happening, seat: int) -> bool:
    """Whether a card was shown that those rules hide from the seat."""
    match each:
        case CardMoved(source=source, target=target):
            return unseen(program, source, seat) and unseen(program, target, seat)
        case _:
            return False


def compared(program: Program, games: int, judge: Program | None = None) -> Compared:
    """Many pairs of worlds, for every seat, straying from different moments on."""
    found = []
    for game in range(games):
        for seat in program.players:
            strayed_from = drawn(game).__call__(5) * game
            found.append(compare(program, seat, drawn(1000 * seat + game), strayed_from, judge))
    return Compared(sum(each.alike for each in found), sum(each.amid for each in found), sum(each.steps for each in found))


HIDING = [
    setting
    for setting in battery.settings()
    if setting.players > 1 and any(each.sight is not Sight.EVERYONE for each in compiled(setting).zones)
]
TRIED = pytest.mark.parametrize("setting", HIDING, ids=[setting.name for setting in HIDING])


@TRIED
def test_a_seat_cannot_tell_worlds_apart_that_look_alike(setting: Setting) -> None:
    found = compared(compiled(setting), 2)
    assert found.alike > 0 or setting.file in ("kuhn_poker", "traxx")


@pytest.mark.slow
@TRIED
def test_no_seat_of_any_game_can_tell_worlds_apart_that_look_alike(setting: Setting) -> None:
    found = compared(compiled(setting), 30)
    print(setting.name, found)
    assert found.alike > 20
