"""Imagined states: each is reached by the rules while the seat hears and sees just its trail."""

from __future__ import annotations

import pytest

from rulerun.interpreter import NATURE, Trail, Trails, decision
from rulerun.interpreter.core.rng import Stream
from rulerun.program.ir import Program
from rulerun.worlds.sample import Exact, Sample, Sampler

from ..support import battery
from ..support.battery import Setting, compiled, game_of
from ..support.trails import somewhere

SETTINGS = battery.short()


def check(program: Program, trail: Trail, found: Sample) -> None:
    """The line leads to the state, and leaves the trail behind."""
    if found.exact is Exact.APPROXIMATE:
        assert found.line == ()
        return
    again = Trails.replayed(game_of(program), found.line)
    assert again.trail(trail.seat) == trail
    assert again.state.slots == found.slots


@battery.of_each(SETTINGS, "chess")
def test_the_line_leaves_the_trail(setting: Setting) -> None:
    program = compiled(setting)
    for seed, most in enumerate((3, 17, 60)):
        trail = somewhere(program, most, seed)
        if trail is not None:
            check(program, trail, game_of(program).cached(Sampler).sample(trail, Stream(seed), budget=1_000))


@pytest.mark.parametrize("setting", [Setting("traxx", "", 2), Setting("goofspiel", "", 2), Setting("crazy_eights", "", 2)])
def test_a_match_that_goes_on_is_imagined_as_if_it_were_begun_anew(setting: Setting) -> None:
    program = compiled(setting)
    lived, trails, nature = Trails.beginning(game_of(program)), list[Trail](), Stream(1)
    while lived.asked and len(trails) < 8:
        actor = lived.asked[0]
        if actor != NATURE:
            trails.append(lived.trail(actor))
        lived.answer(actor, nature.below(len(decision(game_of(program), lived.state, actor).options)))
    sampler = Sampler(game_of(program))
    kept = [sampler.sample(trail, Stream(2), budget=500) for trail in trails]
    for trail, found in zip(trails, kept, strict=True):
        assert Sampler(game_of(program)).sample(trail, Stream(2), budget=500) == found


def test_the_same_stream_gives_the_same_state() -> None:
    program = compiled(next(each for each in SETTINGS if each.file == "crazy_eights"))
    trail = somewhere(program, 20, 1)
    assert trail is not None
    one, again = (game_of(program).cached(Sampler).sample(trail, Stream(4)) for _ in range(2))
    assert one == again
