"""Environments by name, through the front door."""

from __future__ import annotations

import pytest

import rulerun


@pytest.mark.parametrize("kind", ["pettingzoo", "pettingzoo-parallel"])
def test_a_ruleset_is_an_environment_of_pettingzoo(kind: str) -> None:
    pytest.importorskip("pettingzoo")
    loaded = rulerun.environment(rulerun.load("pig", players=3), kind)
    named = rulerun.environment("pig", kind, players=3)
    for each in (loaded, named):
        each.reset(seed=1)  # type: ignore[attr-defined]
        assert each.agents == ["player_0", "player_1", "player_2"]  # type: ignore[attr-defined]


def test_a_ruleset_is_a_game_of_openspiel() -> None:
    pytest.importorskip("pyspiel")
    game = rulerun.environment("goofspiel", "openspiel", parameters={"cards": 3})
    assert game.num_players() == 2  # type: ignore[attr-defined]
    assert game.get_parameters()["cards"] == 3  # type: ignore[attr-defined]


def test_another_kind_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="did you mean `openspiel`"):
        rulerun.environment("pig", "openspeil")
    with pytest.raises(rulerun.RulesetError):
        rulerun.environment("pgi")
    with pytest.raises(TypeError, match="a loaded ruleset is settled"):
        rulerun.environment(rulerun.load("pig"), players=3)
