"""States that bots search: a sample that comes to nothing does not end them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulerun import bots
from rulerun.bots import Situation, situation
from rulerun.interpreter import NATURE, Observer, decision
from rulerun.interpreter.core.rng import Stream
from rulerun.worlds.sample import MISSES, Exact, Sample, Sampler

from ..support.battery import Setting, compiled, game_of


def asked_at_kuhn() -> tuple[Situation, tuple[int, ...]]:
    """What a bot is given at its first decision, and the vector in which it is asked."""
    program = compiled(Setting("kuhn_poker", "", 2))
    observer = Observer.beginning(game_of(program))
    while observer.asked == (NATURE,):
        observer.answer(NATURE, 0)
    given = situation(bots.make("ismcts"), observer, decision(game_of(program), observer.state, observer.asked[0]))
    return given, observer.state.slots


def counted(monkeypatch: pytest.MonkeyPatch, most: int, *found: Exact) -> int:
    """How many worlds there are where samples come out like this, one after another, and then like the last of them."""
    given, slots = asked_at_kuhn()
    coming: Iterator[Exact] = iter(found)
    last = found[-1]

    def sample(*_: object, **__: object) -> Sample:
        return Sample(slots, next(coming, last), ())

    monkeypatch.setattr(Sampler, "sample", sample)
    return len(list(Sampler(given.game).states(given.lived, given.asked, most, Stream(1), 100)))


def test_a_sample_that_only_comes_close_is_left_out_where_others_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counted(monkeypatch, 6, Exact.APPROXIMATE, Exact.SUPPORT, Exact.APPROXIMATE, Exact.SUPPORT) == 4


def test_where_nothing_is_found_there_is_one_that_comes_close(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counted(monkeypatch, 20, Exact.APPROXIMATE) == 1


def test_it_is_given_up_where_nothing_is_found_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    given, _ = asked_at_kuhn()
    calls = 0

    def sample(*_: object, **__: object) -> Sample:
        nonlocal calls
        calls += 1
        return Sample(given.program.start, Exact.APPROXIMATE, ())

    monkeypatch.setattr(Sampler, "sample", sample)
    assert list(Sampler(given.game).states(given.lived, given.asked, 1000, Stream(1), 100)) == []
    assert calls == MISSES + 1
