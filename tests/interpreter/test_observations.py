"""Observer: what a seat has lived through, and nothing else."""

from __future__ import annotations

from rulerun.interpreter import NATURE, ObservationHistory, Observer, decision
from rulerun.interpreter.core.events import Chosen

from ..support import battery
from ..support.battery import Setting, compiled, drawn, game_of

SETTINGS = battery.short()


def played(setting: Setting, most: int, seed: int) -> Observer:
    """The histories behind so many random answers."""
    observer, choose = Observer.beginning(game_of(compiled(setting))), drawn(seed)
    for _ in range(most):
        if not observer.asked:
            break
        actor = observer.asked[choose(len(observer.asked))]
        observer.answer(actor, choose(len(decision(game_of(observer.program), observer.state, actor).options)))
    return observer


@battery.of_each(SETTINGS)
def test_the_same_answers_leave_the_same_trails(setting: Setting) -> None:
    observer = played(setting, 40, 5)
    again = Observer.replayed(game_of(observer.program), [(each.asked.actor, each.index) for each in observer.answers])
    for seat in observer.program.players:
        assert observer.history(seat) == again.history(seat)
        assert observer.history(seat).digest == again.history(seat).digest
        assert (observer.history(seat).open is not None) == (seat in observer.asked)


@battery.of_each(SETTINGS)
def test_own_answers_are_there_and_no_others(setting: Setting) -> None:
    observer = played(setting, 40, 6)
    for seat in observer.program.players:
        own = [observation.own for observation in observer.history(seat).observations if observation.own is not None]
        answered = [(each.asked.stop, each.index) for each in observer.answers if each.asked.actor == seat]
        assert [(each.stop, each.index) for each in own] == answered


def test_what_is_taken_back_leaves_no_trail() -> None:
    setting = next(each for each in SETTINGS if each.file == "tic_tac_toe")
    observer = played(setting, 4, 1)
    states, before = observer.state, observer.history(0)
    actor = observer.asked[0]
    observer.answer(actor, 0)
    assert observer.history(0) != before
    observer.take_back(1, states)
    assert observer.history(0) == before


def test_a_card_that_another_draws_leaves_no_face() -> None:
    setting = next(each for each in SETTINGS if each.file == "kuhn_poker")
    observer = Observer.beginning(game_of(compiled(setting)))
    while observer.asked == (NATURE,):
        observer.answer(NATURE, 1)
    faces = [
        [getattr(event, "kind", None) for observation in observer.history(seat).observations for event in observation.heard]
        for seat in (0, 1)
    ]
    assert [sum(face is not None for face in found) for found in faces] == [1, 1]


def test_whoever_waits_is_known_to_wait_and_what_they_answered_is_not() -> None:
    setting = next(each for each in SETTINGS if each.file == "why_first")
    observer = Observer.beginning(game_of(compiled(setting)))
    while len(observer.asked) < 2:
        actor = observer.asked[0]
        observer.answer(actor, 0)
    silent, first = observer.asked[-1], observer.asked[0]
    one, other = (
        Observer.replayed(game_of(observer.program), [(each.asked.actor, each.index) for each in observer.answers])
        for _ in range(2)
    )
    one.answer(first, 0)
    other.answer(first, 1)
    for each in (one, other):
        while first in each.asked:
            each.answer(first, 0)
    assert one.history(silent) == other.history(silent)
    assert one.history(first) != other.history(first)
    last = one.history(silent).observations[-1]
    assert first not in last.asked
    assert not any(isinstance(event, Chosen) for event in last.heard)


def test_a_trail_holds_no_state() -> None:
    assert {field.name for field in ObservationHistory.__attrs_attrs__} == {"seat", "first", "observations", "open"}
