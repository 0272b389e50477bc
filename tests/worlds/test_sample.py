"""Imagined states: each is reached by the rules while the seat hears and sees just its history."""

from __future__ import annotations

import pytest

from rulerun.interpreter import NATURE, ObservationHistory, Observer, decision
from rulerun.interpreter.core.rng import Stream
from rulerun.program.ir import Program
from rulerun.worlds.sample import Exact, Sample, Sampler

from ..support import battery
from ..support.battery import Setting, compiled, game_of
from ..support.histories import somewhere

SETTINGS = battery.short()


def check(program: Program, history: ObservationHistory, found: Sample) -> None:
    """The line leads to the state, and leaves the history behind."""
    if found.exact is Exact.APPROXIMATE:
        assert found.line == ()
        return
    again = Observer.replayed(game_of(program), found.line)
    assert again.history(history.seat) == history
    assert again.state.slots == found.slots


@battery.of_each(SETTINGS, "chess")
def test_the_line_leaves_the_trail(setting: Setting) -> None:
    program = compiled(setting)
    for seed, most in enumerate((3, 17, 60)):
        history = somewhere(program, most, seed)
        if history is not None:
            check(program, history, game_of(program).cached(Sampler).sample(history, Stream(seed), budget=1_000))


@pytest.mark.parametrize("setting", [Setting("traxx", "", 2), Setting("goofspiel", "", 2), Setting("crazy_eights", "", 2)])
def test_a_match_that_goes_on_is_imagined_as_if_it_were_begun_anew(setting: Setting) -> None:
    program = compiled(setting)
    lived, histories, nature = Observer.beginning(game_of(program)), list[ObservationHistory](), Stream(1)
    while lived.asked and len(histories) < 8:
        actor = lived.asked[0]
        if actor != NATURE:
            histories.append(lived.history(actor))
        lived.answer(actor, nature.below(len(decision(game_of(program), lived.state, actor).options)))
    sampler = Sampler(game_of(program))
    kept = [sampler.sample(history, Stream(2), budget=500) for history in histories]
    for history, found in zip(histories, kept, strict=True):
        assert Sampler(game_of(program)).sample(history, Stream(2), budget=500) == found


def test_the_same_stream_gives_the_same_state() -> None:
    program = compiled(next(each for each in SETTINGS if each.file == "crazy_eights"))
    history = somewhere(program, 20, 1)
    assert history is not None
    one, again = (game_of(program).cached(Sampler).sample(history, Stream(4)) for _ in range(2))
    assert one == again
