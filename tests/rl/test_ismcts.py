"""OpenSpiel's own information-set search on rulesets: it stands on states that a player cannot tell from the true one."""

from __future__ import annotations

import pytest

from ..support.battery import RULESETS, drawn

pyspiel = pytest.importorskip("pyspiel")
numpy = pytest.importorskip("numpy")
spiel = pytest.importorskip("rulerun.rl.openspiel")
ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")


def begun(file: str, players: int, answers: int, seed: int):
    """A match after so many random answers, and on to where a player decides."""
    state = pyspiel.load_game(spiel.register(RULESETS / f"{file}.yaml"), {"players": players}).new_initial_state()
    choose = drawn(seed)
    while answers > 0 or state.current_player() < 0:
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(actions[choose(len(actions))])
        answers -= 1
    return state


@pytest.mark.parametrize(("file", "players", "answers"), [("kuhn_poker", 2, 3), ("crazy_eights", 2, 24), ("liars_dice", 2, 3)])
def test_a_resampled_state_is_the_same_to_the_player(file: str, players: int, answers: int) -> None:
    state = begun(file, players, answers, 3)
    player, choose = state.current_player(), drawn(5)
    others = [state.resample_from_infostate(player, lambda: choose(2**20) / 2**20) for _ in range(4)]
    for other in others:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
    assert len({str(other.history()) for other in others}) > 1


@pytest.mark.parametrize(("file", "answers"), [("kuhn_poker", 3), ("crazy_eights", 16)])
def test_openspiels_search_chooses_a_legal_action(file: str, answers: int) -> None:
    state = begun(file, 2, answers, 1)
    random = numpy.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random),
        uct_c=1.4,
        max_simulations=4,
        max_world_samples=2,
        random_state=random,
    )
    assert bot.step(state) in state.legal_actions()
