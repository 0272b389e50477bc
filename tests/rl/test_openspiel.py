"""Rulesets as games of OpenSpiel: they pass its own tests, and its algorithms find what is known of them."""

from __future__ import annotations

import pickle
import subprocess
import sys
import unittest
from pathlib import Path

import pytest

from rulerun.dsl.text.source import Source
from rulerun.interpreter import outcome

from ..support.battery import FILES, RULESETS, Setting, settings
from ..support.environments import OFTEN

pyspiel = pytest.importorskip("pyspiel")
numpy = pytest.importorskip("numpy")
spiel = pytest.importorskip("rulerun.rl.openspiel")
register, parameters = spiel.register, spiel.parameters

QUICK = ("kuhn_poker", "why_first")


def loaded(setting: Setting):
    """The game of a setting, as OpenSpiel loads it."""
    name = register(RULESETS / f"{setting.file}.yaml")
    return pyspiel.load_game(name, {"players": setting.players, "variant": setting.variant})


def few(file: str) -> Setting:
    """The setting of a ruleset for the fewest players."""
    return min((each for each in settings() if each.file == file and not each.variant), key=lambda each: each.players)


def trials() -> list[object]:
    """All settings, those that take long where there is time."""
    quick = [few(file) for file in QUICK]
    return [pytest.param(each, id=each.name, marks=() if each in quick else pytest.mark.slow) for each in settings()]


@pytest.mark.slow
@pytest.mark.parametrize("setting", trials())
def test_every_setting_passes_the_random_simulation(setting: Setting) -> None:
    pyspiel.random_sim_test(loaded(setting), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("file", [pytest.param(file, marks=() if file == "goofspiel" else pytest.mark.slow) for file in FILES])
def test_every_ruleset_passes_the_tests_of_openspiels_interface(file: str) -> None:
    passes(partial_tree(), file, loaded(few(file)))


def partial_tree() -> type[unittest.TestCase]:
    """OpenSpiel's tests for every game, where it ships them."""
    return pytest.importorskip("open_spiel.integration_tests.api_test").EnforceAPIOnPartialTreeBase


def passes(cases: type[unittest.TestCase], name: str, game: object) -> None:
    """Runs OpenSpiel's own test cases on one game."""
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(type("Case", (cases,), {"game_name": name, "game": game}))
    result = unittest.TestResult()
    tests.run(result)
    assert result.testsRun > 0
    assert [trace for _, trace in (*result.failures, *result.errors)] == []


def test_the_whole_tree_of_kuhn_poker_passes_too() -> None:
    tests = pytest.importorskip("open_spiel.integration_tests.api_test")
    name = register("kuhn_poker", "rulerun_kuhn_whole", zero_sum=True)
    tests.TOTAL_NUM_STATES[name] = (4, 24, 30)
    tests.PERFECT_RECALL_NUM_STATES[name] = 12
    passes(tests.EnforceAPIOnFullTreeBase, name, pyspiel.load_game(name))


def test_a_hidden_answer_asked_for_in_turn_keeps_perfect_recall() -> None:
    game = pyspiel.load_game(register(OFTEN))
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    lived: list[dict[str, object]] = [{}, {}]
    stack = [(game.new_initial_state(), ((), ()))]
    while stack:
        state, past = stack.pop()
        if state.is_terminal():
            continue
        player = state.current_player()
        if player >= 0:
            # OpenSpiel's own check asks for equally long histories as well; here how often the other answered is hidden
            known = (past[player], state.information_state_tensor(player), state.legal_actions())
            text = state.information_state_string(player)
            assert lived[player].setdefault(text, known) == known
        for action in state.legal_actions():
            step = ((text, action),) if player >= 0 else ()
            then = tuple(each + step if number == player else each for number, each in enumerate(past))
            stack.append((state.child(action), then))
    # three times round the loop, then a guess after four ways through it, for the second after each of three that it hears of
    assert [len(each) for each in lived] == [3 + 4, 3 + 4 * 3]
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@pytest.mark.slow
def test_counterfactual_regret_finds_the_value_of_kuhn_poker() -> None:
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    expected = pytest.importorskip("open_spiel.python.algorithms.expected_game_score")
    game = pyspiel.load_game(register("kuhn_poker", "rulerun_kuhn_cfr", zero_sum=True, utilities=(-2, 2)))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected.policy_value(game.new_initial_state(), [policy, policy])
    assert values[0] == pytest.approx(-1 / 18, abs=2e-3)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-2, 2, 0)


def test_states_equal_those_of_openspiels_own_kuhn_poker() -> None:
    ours, theirs = pyspiel.load_game(register("kuhn_poker")), pyspiel.load_game("kuhn_poker")
    pairs = [(ours.new_initial_state(), theirs.new_initial_state())]
    seen = 0
    while pairs:
        own, other = pairs.pop()
        seen += 1
        assert own.current_player() == other.current_player()
        assert own.returns() == other.returns()
        if own.is_terminal():
            continue
        assert (
            [chance for _, chance in own.chance_outcomes()] == pytest.approx([chance for _, chance in other.chance_outcomes()])
            if own.is_chance_node()
            else True
        )
        # theirs says pass for check and fold, bet for bet and call, in the same order
        pairs += [(own.child(a), other.child(b)) for a, b in zip(own.legal_actions(), other.legal_actions(), strict=True)]
    assert seen == 58


def test_random_play_of_kuhn_poker_is_as_exploitable_as_in_openspiels_own() -> None:
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    policy = pytest.importorskip("open_spiel.python.policy")
    games = map(pyspiel.load_game, (register("kuhn_poker", "rulerun_kuhn_zero", zero_sum=True), "kuhn_poker"))
    found = [exploitability.exploitability(game, policy.UniformRandomPolicy(game)) for game in games]
    assert found[0] == pytest.approx(found[1]) == pytest.approx(11 / 24)


def test_all_decide_at_once_where_each_decides_once() -> None:
    game = pyspiel.load_game(register("goofspiel"), {"cards": 3, "prizes": "descending"})
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert state.is_simultaneous_node()
    actions = [state.legal_actions(0)[0], state.legal_actions(1)[1]]
    state.apply_actions(actions)
    assert state.action_to_string(0, actions[0]) != state.action_to_string(1, actions[1])


def test_dials_and_players_are_parameters_of_the_game() -> None:
    name = register("liars_dice")
    assert pyspiel.load_game(f"{name}(players=3,sides=4)").num_players() == 3
    assert pyspiel.load_game(f"{name}(sides=4)").max_chance_outcomes() < pyspiel.load_game(name).max_chance_outcomes()
    assert pyspiel.load_game(f"{name}(sides=4)").get_type().max_num_players == 6
    with pytest.raises(Exception, match="players"):
        pyspiel.load_game(f"{name}(players=9)")


def test_a_state_is_written_and_read_back() -> None:
    game = pyspiel.load_game(register("why_first"), {"players": 3})
    state = game.new_initial_state()
    for _ in range(40):
        if state.is_simultaneous_node():
            state.apply_actions([state.legal_actions(player)[0] for player in range(3)])
        else:
            state.apply_action(state.legal_actions()[0])
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert [again.information_state_string(player) for player in range(3)] == [
        state.information_state_string(player) for player in range(3)
    ]


def test_a_state_goes_through_pickle() -> None:
    state = pyspiel.load_game(register("kuhn_poker")).new_initial_state()
    state.apply_action(2)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.get_game().num_players() == 2


@pytest.mark.slow
def test_games_and_states_go_to_a_process_that_has_not_registered_them() -> None:
    game = pyspiel.load_game(register("goofspiel", "goofspiel_in_a_pickle"), {"cards": 3, "players": 2})
    states = [game.new_initial_state() for _ in range(50)]
    for state in states:
        if state.is_simultaneous_node():
            state.apply_actions([0, 1])
    one, many = (len(pickle.dumps(some)) for some in (states[:1], states))
    assert (many - one) / 49 < 200
    written = pickle.dumps((game, states[:2]))
    spiel._registered.clear()
    again, (first, _) = pickle.loads(written)
    assert again.get_parameters() == game.get_parameters()
    assert str(first) == str(states[0])
    assert first.get_game().num_players() == 2
    code = "import pickle, sys; game, states = pickle.loads(sys.stdin.buffer.read()); print(states[0])"
    elsewhere = subprocess.run([sys.executable, "-c", code], input=written, capture_output=True, check=True)
    assert elsewhere.stdout.decode().strip() == str(states[0]).strip()


def test_what_one_loses_bounds_what_the_other_wins() -> None:
    game = pyspiel.load_game(register("kuhn_poker", "kuhn_without_sum"))
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-2, 2, 0)


def test_a_player_alone_is_paid_its_score() -> None:
    game = pyspiel.load_game(f"{register('traxx')}(players=1)")
    state = game.new_initial_state()
    while not state.is_terminal():
        codes = [code for code, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions(0)
        state.apply_actions([codes[0]]) if state.is_simultaneous_node() else state.apply_action(codes[0])
    found = outcome(state.position.game.game, state.position.bare)
    assert found.scores[0] != 0
    assert state.returns() == [found.scores[0]]
    assert game.min_utility() <= found.scores[0] <= game.max_utility()


def test_a_name_that_no_ruleset_has_is_told_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean `traxx`"):
        register("trax")


def test_who_decides_at_once_can_be_asked_in_turn() -> None:
    game = pyspiel.load_game(register("goofspiel"), {"cards": 3})
    pyspiel.random_sim_test(pyspiel.convert_to_turn_based(game), num_sims=3, serialize=False, verbose=False)


def test_a_variant_is_for_its_own_number_of_players() -> None:
    assert pyspiel.load_game(f"{register('change_horses')}(variant=derby)").num_players() == 3


VARIED = """\
ruleset: varied
players: 2
parameters:
  most: {default: 2, range: 1..9}
  kind: {default: low, one of: [low, high]}
  open: {default: no}
variables:
  got: {per: player, holds: 0..9}
phases:
  game:
    - for each player me:
        - me chooses amount from 0..most
        - got[me] = amount + 1 if kind = high and open else amount
outcome:
  winners: players p where every player q where q != p has got[p] > got[q]
variants:
  big:
    parameters:
      most: {default: 3, range: 1..9}
      kind: {default: high, one of: [low, high]}
      open: {default: yes}
      extra: {default: 1, range: 0..4}
"""


@pytest.mark.parametrize(
    ("given", "played"),
    [
        ("", {"most": 2, "kind": "low", "open": "no"}),
        ("most=2,variant=", {"most": 2, "kind": "low", "open": "no"}),
        ("variant=big", {"most": 3, "kind": "high", "open": "yes", "extra": 1}),
        ("variant=big,most=2,kind=low,open=no", {"most": 2, "kind": "low", "open": "no", "extra": 1}),
        ("variant=big,extra=4", {"most": 3, "kind": "high", "open": "yes", "extra": 4}),
    ],
)
def test_a_dial_that_is_not_given_stands_where_the_variant_has_it(given: str, played: dict[str, object]) -> None:
    name = register(Source("varied.yaml", VARIED))
    game = pyspiel.load_game(f"{name}({given})" if given else name)
    assert dict(game.rules.program.parameters) == {dial: str(value) for dial, value in played.items()}
    assert {dial: value for dial, value in game.get_parameters().items() if dial in played} == played
    again = pyspiel.load_game(str(game))
    assert again.rules.program == game.rules.program
    assert pyspiel.load_game(name, parameters(game.rules.table)).rules.program == game.rules.program


def test_what_cannot_be_done_is_told() -> None:
    state = pyspiel.load_game(register("kuhn_poker")).new_initial_state()
    with pytest.raises(ValueError, match=r"nature has no action 7 here, expected one of 0 \(jack\), 1 \(queen\), 2 \(king\)"):
        state.apply_action(7)
    for action in (2, 0):
        state.apply_action(action)
    with pytest.raises(ValueError, match=r"Anne has no action 3 here \(call\), expected one of 0 \(check\), 1 \(bet\)"):
        state.apply_action(3)
    with pytest.raises(ValueError, match="expected `apply_action`"):
        state.apply_actions([0, 0])
    with pytest.raises(ValueError, match="nature has nothing to decide here: now it is up to Anne"):
        state.chance_outcomes()
    assert state.legal_actions(1) == []
    for action in (1, 2):
        state.apply_action(action)
    with pytest.raises(ValueError, match="the match is over"):
        state.apply_action(2)
    for action in ("king", 0.5):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            state.apply_action(action)
    other, observer = pyspiel.load_game(register("tic_tac_toe")), state.get_game().make_py_observer()
    for look in (observer.set_from, observer.string_from):
        with pytest.raises(ValueError, match=r"made for \(`kuhn_poker`\), found one of `tic_tac_toe`"):
            look(other.new_initial_state(), 0)
        with pytest.raises(ValueError, match="no player 2, expected one from 0 to 1"):
            look(state, 2)
    with pytest.raises(ValueError, match="an observer has no parameters, found depth"):
        other.make_py_observer(params={"depth": 1})


def test_who_decides_at_once_acts_at_once() -> None:
    state = pyspiel.load_game(register("goofspiel"), {"cards": 3, "prizes": "descending"}).new_initial_state()
    with pytest.raises(ValueError, match="expected `apply_actions`, with an action for each player"):
        state.apply_action(state.legal_actions(0)[0])
    with pytest.raises(ValueError, match="no player 2, expected one from 0 to 1"):
        state.legal_actions(2)
    with pytest.raises(ValueError, match="expected 2 actions, one for each player, found 1"):
        state.apply_actions([0])


ENDLESS = """\
ruleset: endless
players: 2
variables:
  spot: {holds: 0..9}
phases:
  game:
    - repeat 1000 times:
        - repeat 1000 times:
            - for each player p:
                - p chooses target from 0..9
                - spot = target
                - if spot = 9:
                    - end the game
outcome:
  winners: player p where spot = 9 and p is Anne
"""


def test_what_a_player_experiences_without_bounds_is_no_tensor() -> None:
    game = pyspiel.load_game(register(Source("endless.yaml", ENDLESS)))
    assert not game.get_type().provides_information_state_tensor
    state = game.new_initial_state()
    with pytest.raises(ValueError, match=r"of `endless` do not tell how long a match may be.*`register` it with `longest=N`"):
        state.information_state_tensor(0)
    assert "asked: Anne" in state.information_state_string(0)
    assert len(state.observation_tensor(0)) == game.observation_tensor_size()
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    bounded = pyspiel.load_game(register(Source("endless.yaml", ENDLESS), "rulerun_endless_50", longest=50))
    assert len(bounded.new_initial_state().information_state_tensor(0)) == bounded.information_state_tensor_size()


def test_what_is_public_and_what_is_private_is_observed_apart() -> None:
    observation = pytest.importorskip("open_spiel.python.observation")
    game = pyspiel.load_game(register("kuhn_poker"))
    state = game.new_initial_state()
    for action in (2, 0):
        state.apply_action(action)
    kinds = {
        private: observation.make_observation(
            game, pyspiel.IIGObservationType(public_info=not private, perfect_recall=False, private_info=who)
        )
        for private, who in ((True, pyspiel.PrivateInfoType.SINGLE_PLAYER), (False, pyspiel.PrivateInfoType.NONE))
    }
    assert "hand[Anne]: king" in kinds[True].string_from(state, 0)
    assert "king" not in kinds[True].string_from(state, 1)
    assert kinds[False].string_from(state, 0) == kinds[False].string_from(state, 1)
    assert "king" not in kinds[False].string_from(state, 0)
    whole = observation.make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    whole.set_from(state, 0)
    assert whole.tensor.size == sum(part.size for part in whole.dict.values()) == game.information_state_tensor_size()
    with pytest.raises(ValueError, match="no parameters"):
        observation.make_observation(game, None, {"depth": 3})


PAID = """payoff (player p): sum of shared[q] for q in players
scores:
  shared: {per: player}"""


def test_equal_elements_are_one_action_with_all_their_probability(tmp_path: Path) -> None:
    rules = tmp_path / "rolled.yaml"
    rules.write_text(
        "ruleset: rolled\nplayers: 1\nphases:\n  game:\n    - random face from [1, 1, 1, 2, 2, 3]\n"
        "    - Anne chooses x from [face, face, 3]\noutcome:\n  winners: players\n",
        encoding="utf-8",
    )
    state = pyspiel.load_game(register(rules)).new_initial_state()
    assert state.chance_outcomes() == [(0, 3 / 6), (1, 2 / 6), (2, 1 / 6)]
    state.apply_action(0)
    assert len(state.legal_actions()) == 2


def test_payoffs_that_were_to_add_up_to_nothing_are_held_to_it(tmp_path: Path) -> None:
    text = """\
ruleset: gift
players: 2
variables:
  got: {per: player, holds: 0..3}
phases:
  game:
    - for each player me:
        - me chooses amount from 0..3
        - got[me] = amount
outcome:
  winners: players p where got[p] = 3
  payoff (player p): got[p]
"""
    name = register(Source("gift.yaml", text), zero_sum=True)
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(3)
    state.apply_action(0)
    with pytest.raises(Exception, match="add up to nothing"):
        state.returns()
    (tmp_path / "gift.yaml").write_text(text, encoding="utf-8")
    doubled = "= amount\n        - shared[me] = shared[me] * 2 + amount"
    doubling = text.replace("payoff (player p): got[p]", PAID).replace("= amount", doubled)
    with pytest.raises(ValueError, match=r"set no bounds to its payoffs: register it with `utilities=\(low, high\)`"):
        pyspiel.load_game(register(Source("gift.yaml", doubling), "rulerun_boundless"))
    adding = pyspiel.load_game(register(Source("gift.yaml", doubling.replace("shared[me] * 2", "shared[me]")), "rulerun_adding"))
    assert (adding.min_utility(), adding.max_utility()) == (0, 12)
    free = pyspiel.load_game(register(tmp_path / "gift.yaml", "rulerun_free_gift"))
    assert (free.min_utility(), free.max_utility(), free.max_game_length()) == (0, 3, 2)


def test_a_ruleset_that_is_not_sound_is_not_registered() -> None:
    with pytest.raises(ValueError, match="error"):
        register(Source("wrong.yaml", "ruleset: wrong\nplayers: 2\nphases:\n  game:\n    - do nothing at all\n"))
