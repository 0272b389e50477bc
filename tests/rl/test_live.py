"""The match of an environment goes the same way in compiled code as in the interpreter."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

from rulerun.rl import compiled, live, table
from rulerun.simulation.emit.module import Form

from ..support.battery import some


@pytest.mark.parametrize("name", some("kuhn_poker", "traxx", slow=("why_first", "tic_tac_toe")))
def test_compiled_matches_are_those_of_the_interpreter(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = compiled(table(name)), Random(3)
    engine = live.engine_of(game)
    assert engine is not None
    engine.form(Form.LEARNING)
    fast, slow = live.Live(game, None), live.Live(game, None)
    players, compared = range(len(game.program.players)), 0
    for seed in (5, None, 2**64 - 1):
        fast.begin(seed)
        with monkeypatch.context() as patch:
            patch.setattr(live, "engine_of", lambda game: None)
            slow.begin(seed)
            while not slow.is_over:
                codes = {}
                for player in players:
                    assert fast.asked(player) == slow.asked(player)
                    assert list(fast.legal(player)) == sorted(slow.legal(player))
                    assert [float(number) for number in fast.observed(player)] == pytest.approx(list(slow.observed(player)))
                    if slow.asked(player):
                        codes[player] = rng.choice(list(slow.legal(player)))
                slow.take(codes)
                patch.undo()
                fast.take(codes)
                patch.setattr(live, "engine_of", lambda game: None)
                compared += 1
        assert (fast.is_over, fast.is_cut, fast.pays(), fast.told()) == (True, slow.is_cut, slow.pays(), slow.told())
        assert fast.at.state == slow.at.state
    assert fast._fast is not None
    assert compared >= 6


def test_a_refused_answer_changes_nothing_and_a_copy_goes_its_own_way() -> None:
    from copy import deepcopy

    game = compiled(table("tic_tac_toe"))
    engine = live.engine_of(game)
    assert engine is not None
    engine.form(Form.LEARNING)
    match = live.Live(game, None)
    match.begin(1)
    match.take({0: 4})
    with pytest.raises(ValueError, match=r"O has no action 4 here .*; `cell b2`: this space already bears a mark"):
        match.take({1: 4})
    other = deepcopy(match)
    other.take({1: 0})
    assert (len(match.legal(1)), len(other.legal(0))) == (8, 7)
    match.take({1: 8})
    assert sorted(match.legal(0)) == [0, 1, 2, 3, 5, 6, 7]
