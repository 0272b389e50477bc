"""Rulesets as environments of Gymnasium: they pass its checker, and one player learns against chosen bots."""

from __future__ import annotations

import warnings

import pytest

gymnasium = pytest.importorskip("gymnasium")
numpy = pytest.importorskip("numpy")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from rulerun.dsl.text.source import Source  # noqa: E402
from rulerun.rl.gymnasium import SoloEnv, register  # noqa: E402

from ..support.battery import some  # noqa: E402


@pytest.mark.parametrize("name", some("traxx", "kuhn_poker", "why_first", slow=("hearts", "connect_four", "yahtzee", "hanabi")))
def test_the_checker_of_gymnasium_passes(name: str) -> None:
    env = gymnasium.make(f"rulerun/{name}-v0", illegal=-1000.0).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=False)


def played(env: SoloEnv, seed: int) -> tuple[float, int, dict[str, object]]:
    seen, _ = env.reset(seed=seed)
    paid, steps, over, notes = 0.0, 0, not env.action_masks().any(), dict[str, object]()
    while not over:
        assert env.action_masks().tolist() == seen["action_mask"].astype(bool).tolist()
        seen, reward, ended, cut, notes = env.step(int(seen["action_mask"].argmax()))
        paid, steps, over = paid + reward, steps + 1, ended or cut
    return paid, steps, notes


def test_a_game_alone_pays_its_score() -> None:
    env = SoloEnv("traxx")
    paid, steps, notes = played(env, 3)
    assert (paid,) == notes["scores"]
    assert steps > 10
    assert played(env, 3) == (paid, steps, notes)
    low, high = env.reward_range
    assert low <= paid <= high
    assert played(SoloEnv("traxx", reward="outcome"), 3)[0] in (-1, 0, 1)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("bot", ["random", "first", "greedy:worlds=1"])
def test_others_are_played_by_the_bots_that_are_named(player: int, bot: str) -> None:
    env = SoloEnv("kuhn_poker", player=player, opponents=bot)
    paid = [played(env, seed)[0] for seed in range(6)]
    assert set(paid) <= {-2, -1, 1, 2}
    assert paid == [played(env, seed)[0] for seed in range(6)]


def test_a_match_in_which_the_learner_is_asked_nothing_is_followed_by_the_next() -> None:
    env = SoloEnv("liars_dice", players=6, player=5)
    again = SoloEnv("liars_dice", players=6, player=5)
    for seed in range(12):
        seen, _ = env.reset(seed=seed)
        assert seen["action_mask"].any()
        assert (seen["observation"] == again.reset(seed=seed)[0]["observation"]).all()
        assert env.step(int(seen["action_mask"].argmax()))[1:4] == again.step(int(seen["action_mask"].argmax()))[1:4]


def test_a_learner_who_is_never_asked_is_told_of() -> None:
    rules = "ruleset: idle\nplayers: 2\nphases:\n  game:\n    - Anne chooses n from 1..2\noutcome:\n  winners: players\n"
    env = SoloEnv(Source("idle.yaml", rules), player=1)
    with pytest.raises(ValueError, match="player 1 was asked nothing in 1000 matches"):
        env.reset(seed=0)


def test_what_is_wrong_is_told() -> None:
    for settings, message in [
        ({"opponents": ["random"]}, "expected 2 opponents, one for each other player, found 1"),
        ({"opponents": "clever"}, "clever"),
        ({"player": 3}, "there is no player 3, expected one from 0 to 2"),
        ({"reward": "glory"}, "expected `reward` to be one of"),
        ({"illegal": 0.0}, "may pay -1.0 at most"),
        ({"render_mode": "film"}, "expected `render_mode` to be one of ansi, human"),
    ]:
        with pytest.raises(ValueError, match=message):
            SoloEnv("why_first", players=3, **settings)  # type: ignore[arg-type]
    env = SoloEnv("tic_tac_toe")
    with pytest.raises(ValueError, match="call `reset` first"):
        env.step(0)
    env.reset(seed=1)
    for action in (0.5, None, "a1"):
        with pytest.raises(ValueError, match="expected the code of an action, found"):
            env.step(action)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="X has no action 9 here"):
        env.step(9)
    with pytest.raises(ValueError, match="nobody decides anything"):
        SoloEnv("chutes_and_ladders")


def test_an_illegal_action_that_is_paid_for_ends_the_match() -> None:
    env = SoloEnv("tic_tac_toe", illegal=-3)
    env.reset(seed=1)
    seen, paid, ended, cut, notes = env.step(9)
    assert (paid, ended, cut) == (-3, True, False)
    assert "X has no action 9 here" in str(notes["illegal"])
    assert not seen["action_mask"].any()
    with pytest.raises(ValueError, match="the match is over"):
        env.step(0)


def test_it_is_rendered_as_text() -> None:
    env = SoloEnv("tic_tac_toe", render_mode="ansi")
    env.reset(seed=1)
    env.step(4)
    assert "b2" in str(env.render())


def test_a_ruleset_gets_an_id(tmp_path: object) -> None:
    assert register("pig", "my_pig") == "rulerun/my_pig-v0"
    env = gymnasium.make("rulerun/my_pig-v0", opponents="first")
    env.reset(seed=2)
    env.step(int(env.unwrapped.action_masks().argmax()))
