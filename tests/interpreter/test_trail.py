"""Trails: what a seat has lived through, and nothing else."""

from __future__ import annotations

from rulerun.interpreter import NATURE, Trail, Trails, decision
from rulerun.interpreter.core.events import Chosen

from ..support import battery
from ..support.battery import Setting, compiled, drawn, game_of

SETTINGS = battery.short()


def played(setting: Setting, most: int, seed: int) -> Trails:
    """The trails behind so many random answers."""
    trails, choose = Trails.beginning(game_of(compiled(setting))), drawn(seed)
    for _ in range(most):
        if not trails.asked:
            break
        actor = trails.asked[choose(len(trails.asked))]
        trails.answer(actor, choose(len(decision(game_of(trails.program), trails.state, actor).options)))
    return trails


@battery.of_each(SETTINGS)
def test_the_same_answers_leave_the_same_trails(setting: Setting) -> None:
    trails = played(setting, 40, 5)
    again = Trails.replayed(game_of(trails.program), [(each.asked.actor, each.index) for each in trails.answers])
    for seat in trails.program.players:
        assert trails.trail(seat) == again.trail(seat)
        assert trails.trail(seat).digest == again.trail(seat).digest
        assert (trails.trail(seat).open is not None) == (seat in trails.asked)


@battery.of_each(SETTINGS)
def test_own_answers_are_there_and_no_others(setting: Setting) -> None:
    trails = played(setting, 40, 6)
    for seat in trails.program.players:
        own = [moment.own for moment in trails.trail(seat).moments if moment.own is not None]
        answered = [(each.asked.stop, each.index) for each in trails.answers if each.asked.actor == seat]
        assert [(each.stop, each.index) for each in own] == answered


def test_what_is_taken_back_leaves_no_trail() -> None:
    setting = next(each for each in SETTINGS if each.file == "tic_tac_toe")
    trails = played(setting, 4, 1)
    states, before = trails.state, trails.trail(0)
    actor = trails.asked[0]
    trails.answer(actor, 0)
    assert trails.trail(0) != before
    trails.take_back(1, states)
    assert trails.trail(0) == before


def test_a_card_that_another_draws_leaves_no_face() -> None:
    setting = next(each for each in SETTINGS if each.file == "kuhn_poker")
    trails = Trails.beginning(game_of(compiled(setting)))
    while trails.asked == (NATURE,):
        trails.answer(NATURE, 1)
    faces = [[getattr(event, "kind", None) for moment in trails.trail(seat).moments for event in moment.heard] for seat in (0, 1)]
    assert [sum(face is not None for face in found) for found in faces] == [1, 1]


def test_whoever_waits_is_known_to_wait_and_what_they_answered_is_not() -> None:
    setting = next(each for each in SETTINGS if each.file == "why_first")
    trails = Trails.beginning(game_of(compiled(setting)))
    while len(trails.asked) < 2:
        actor = trails.asked[0]
        trails.answer(actor, 0)
    silent, first = trails.asked[-1], trails.asked[0]
    one, other = (
        Trails.replayed(game_of(trails.program), [(each.asked.actor, each.index) for each in trails.answers]) for _ in range(2)
    )
    one.answer(first, 0)
    other.answer(first, 1)
    for each in (one, other):
        while first in each.asked:
            each.answer(first, 0)
    assert one.trail(silent) == other.trail(silent)
    assert one.trail(first) != other.trail(first)
    last = one.trail(silent).moments[-1]
    assert first not in last.asked
    assert not any(isinstance(event, Chosen) for event in last.heard)


def test_a_trail_holds_no_state() -> None:
    assert {field.name for field in Trail.__attrs_attrs__} == {"seat", "first", "moments", "open"}
