"""Rulesets as environments of PettingZoo: they pass its own tests, and tell nobody what it may not know."""

from __future__ import annotations

import copy
import pickle
import warnings

import pytest

from rulerun.dsl.text.source import Source

from ..support.battery import RULESETS, Setting, settings, some

zoo = pytest.importorskip("pettingzoo.test")
numpy = pytest.importorskip("numpy")
environments = pytest.importorskip("rulerun.rl.pettingzoo")
env, parallel_env, raw_env = environments.env, environments.parallel_env, environments.raw_env

QUICK = ("kuhn_poker", "goofspiel")

# what PettingZoo says of every environment whose observation comes with a mask, its own among them
USUAL = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


def trials() -> list[object]:
    """All settings, those that take long where there is time."""
    quick = {file: min(each.players for each in settings() if each.file == file) for file in QUICK}
    return [
        pytest.param(
            each, id=each.name, marks=() if not each.variant and quick.get(each.file) == each.players else pytest.mark.slow
        )
        for each in settings()
    ]


@pytest.fixture(autouse=True)
def _complaints_are_mistakes():
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        for words in USUAL:
            warnings.filterwarnings("ignore", message=words)
        yield


@pytest.mark.parametrize("setting", trials())
def test_every_setting_passes_the_tests_of_pettingzoo(setting: Setting) -> None:
    path, how = RULESETS / f"{setting.file}.yaml", {"variant": setting.variant, "players": setting.players}
    zoo.api_test(env(path, **how), num_cycles=40)
    zoo.api_test(raw_env(path, **how), num_cycles=40)
    zoo.seed_test(lambda: env(path, **how), num_cycles=40)
    zoo.parallel_api_test(parallel_env(path, **how), num_cycles=40)
    zoo.parallel_seed_test(lambda: parallel_env(path, illegal=-1000.0, **how), num_cycles=40)


def finished(game, seed: int) -> dict[str, float]:
    """What each agent was paid in a match of that seed, the first legal action taken each time."""
    game.reset(seed=seed)
    return rest(game)


def test_equal_seeds_draw_equally_and_others_otherwise() -> None:
    game = raw_env("kuhn_poker")
    ends = [finished(game, seed) for seed in range(12)]
    assert ends == [finished(game, seed) for seed in range(12)]
    assert {end["player_0"] for end in ends} == {-1.0, 1.0}


def test_without_a_seed_each_match_is_another_one() -> None:
    def hands(game) -> list[tuple[float, ...]]:
        found = []
        for _ in range(8):
            game.reset()
            found.append(tuple(game.observe("player_0")["observation"].tolist()))
        return found

    drawn = hands(raw_env("kuhn_poker"))
    assert drawn == hands(raw_env("kuhn_poker"))
    assert len(dict.fromkeys(drawn)) == 3


@pytest.mark.parametrize("seed", some(1, slow=(2, 3, 4)))
def test_what_is_paid_is_what_the_rules_pay(seed: int) -> None:
    paid = finished(env("kuhn_poker"), seed)
    assert sum(paid.values()) == 0
    assert paid["player_0"] in (-1, 1)


def test_an_illegal_action_is_refused_or_loses() -> None:
    bare = raw_env("tic_tac_toe")
    bare.reset()
    bare.step(4)
    with pytest.raises(ValueError, match="O has no action 4 here"):
        bare.step(4)
    refusing = env("tic_tac_toe")
    refusing.reset()
    refusing.step(4)
    with pytest.raises(ValueError, match="O has no action 4 here"):
        refusing.step(4)
    guarded = env("tic_tac_toe", illegal=-1)
    guarded.reset()
    guarded.step(4)
    guarded.step(4)
    assert all(guarded.terminations.values())
    assert guarded.rewards == {"player_0": 0, "player_1": -1}
    at_once = parallel_env("tic_tac_toe", illegal=-1)
    at_once.reset()
    _, pays, over, _, notes = at_once.step({"player_0": 4, "player_1": 4})
    assert pays == {"player_0": 0, "player_1": -1}
    assert all(over.values())
    assert notes["player_0"] == {}
    assert notes["player_1"] == {"illegal": "player_1 is not asked now, and can do nothing but wait (action 9)"}


def test_what_cannot_be_done_is_told() -> None:
    bare, at_once = raw_env("tic_tac_toe"), parallel_env("tic_tac_toe")
    for game, action in ((bare, 0), (at_once, {})):
        with pytest.raises(ValueError, match="call `reset` first"):
            game.step(action)
        game.reset(seed=1)
        for who in (game.action_space, game.observation_space):
            with pytest.raises(ValueError, match="no agent `X`, expected one of player_0, player_1"):
                who("X")
        for seed in ("one", 1.5):
            with pytest.raises(ValueError, match="expected a whole number as a seed, found"):
                game.reset(seed=seed)
        with pytest.raises(ValueError, match=r"-1 is not within"):
            game.reset(seed=-1)
    for action in ("b2", 1.5):
        with pytest.raises(ValueError, match="player_0: expected the code of an action, found"):
            bare.step(action)
    with pytest.raises(ValueError, match="player_0 has to act"):
        bare.step(None)
    for game in (bare, env("tic_tac_toe")):
        game.reset()
        for action in (9, -1):
            with pytest.raises(ValueError, match=f"player_0: expected the code of an action, from 0 to 8, found {action}"):
                game.step(action)
    bare.step(4)
    with pytest.raises(ValueError, match=r"player_1: O has no action 4 here \(cell b2\), expected one of 0 \(cell a1\), 1"):
        bare.step(4)
    with pytest.raises(ValueError, match="expected the actions by the names of their agents, found"):
        at_once.step([0, 1])
    with pytest.raises(ValueError, match="player_0: expected the code of an action, found array"):
        at_once.step({"player_0": numpy.array([0, 1])})
    with pytest.raises(ValueError, match="no agent `X`"):
        at_once.step({"X": 0, "player_0": 1})
    with pytest.raises(ValueError, match="player_0 has to act"):
        at_once.step({"player_1": at_once.wait})
    seen, *_ = at_once.step({"player_0": 0})
    assert seen["player_1"]["action_mask"].tolist() == [0, *[1] * 8, 0]


def test_a_match_that_is_over_is_not_played_on() -> None:
    game = raw_env("tic_tac_toe", longest=1)
    game.reset()
    game.step(0)
    for _ in game.possible_agents:
        game.step(None)
    with pytest.raises(ValueError, match="the match is over: call `reset`"):
        game.step(None)
    at_once = parallel_env("tic_tac_toe", longest=1)
    at_once.reset()
    at_once.step({"player_0": 0})
    with pytest.raises(ValueError, match="the match is over: call `reset`"):
        at_once.step({"player_1": 1})


def test_seeds_and_dials_may_come_as_numbers_of_any_kind() -> None:
    game, other = (raw_env("liars_dice", parameters={"sides": sides}) for sides in (4, "4"))
    game.reset(seed=numpy.int64(7))
    other.reset(seed=7)
    assert (game.observe("player_0")["observation"] == other.observe("player_0")["observation"]).all()
    broken = [raw_env("hearts", parameters={"queen_breaks": value}).game.table for value in (True, "yes")]
    assert broken[0] == broken[1]


def test_who_is_not_asked_waits() -> None:
    game = parallel_env("tic_tac_toe")
    seen, _ = game.reset(seed=3)
    assert game.action_space("player_0").n == game.wait + 1 == 10
    assert seen["player_1"]["action_mask"].tolist() == [0] * 9 + [1]
    assert seen["player_0"]["action_mask"].tolist() == [1] * 9 + [0]
    seen, *_ = game.step({"player_0": 0, "player_1": game.wait})
    assert seen["player_1"]["action_mask"].tolist() == [0, *[1] * 8, 0]


def test_a_match_cut_short_is_truncated() -> None:
    game = raw_env("tic_tac_toe", longest=2)
    game.reset()
    game.step(0)
    game.step(1)
    assert all(game.truncations.values())
    assert not any(game.terminations.values())
    assert game.rewards == {"player_0": 0, "player_1": 0}


def test_an_observation_tells_nothing_of_a_hidden_hand() -> None:
    game = raw_env("kuhn_poker")
    told: dict[tuple[float, ...], set[tuple[float, ...]]] = {}
    for seed in range(40):
        game.reset(seed=seed)
        mine, other = (tuple(game.observe(agent)["observation"].tolist()) for agent in game.possible_agents)
        told.setdefault(mine, set()).add(other)
    assert sorted(len(others) for others in told.values()) == [2, 2, 2]


def test_it_is_shown_what_everyone_sees(capsys: pytest.CaptureFixture[str]) -> None:
    game = raw_env("kuhn_poker", render_mode="ansi")
    game.reset(seed=1)
    assert game.render() == "stock 1\nhand[Anne] 1\nhand[Ben] 1\npaid[Anne] = 1\npaid[Ben] = 1\nme = Anne\nasked: Anne"
    people = parallel_env("kuhn_poker", render_mode="human")
    people.reset(seed=1)
    assert people.render() is None
    assert "asked: Anne" in capsys.readouterr().out
    with pytest.raises(ValueError, match="render_mode"):
        raw_env("kuhn_poker", render_mode="film")
    with pytest.raises(ValueError, match="call `reset` first"):
        raw_env("kuhn_poker").render()


def test_a_copy_goes_its_own_way() -> None:
    game = raw_env("why_first", players=3)
    game.reset(seed=5)
    game.step(int(game.last()[0]["action_mask"].argmax()))
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again.agent_selection == game.agent_selection
        ends = [rest(each) for each in (again, copy.deepcopy(game))]
        assert ends[0] == ends[1]
    assert not any(game.terminations.values())


def rest(game) -> dict[str, float]:
    """What is paid at the end when the first legal action is always taken from here on."""
    paid = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, over, cut, _ = game.last()
        paid[agent] += reward
        game.step(None if over or cut else int(seen["action_mask"].argmax()))
    return paid


def test_a_ruleset_may_come_as_text() -> None:
    text = (RULESETS / "kuhn_poker.yaml").read_text(encoding="utf-8")
    assert raw_env(Source("mine.yaml", text)).possible_agents == ["player_0", "player_1"]


def test_where_payoffs_have_no_bounds_only_what_needs_them_is_refused() -> None:
    text = """\
ruleset: doubling
players: 2
variables:
  got: {per: player}
phases:
  game:
    - for each player me:
        - me chooses amount from 0..3
        - got[me] = got[me] * 2 + amount
outcome:
  payoff (player p): got[p]
  winners: players p where got[p] = 3
"""
    boundless = Source("doubling.yaml", text)
    for kind in (env, parallel_env):
        with pytest.raises(ValueError, match="the rules of `doubling` set no bounds to its payoffs"):
            kind(boundless, illegal=-1.0)
    game = raw_env(boundless)
    game.reset()
    for code in (3, 1):
        game.step(code)
    assert game.rewards == {"player_0": 3.0, "player_1": 1.0}
