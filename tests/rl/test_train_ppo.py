"""The example that trains a policy: what it learned plays as a bot, and it learns what a decision is worth."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ..support.battery import game_of

numpy = pytest.importorskip("numpy")

from rulerun.bots import Situation, seated  # noqa: E402
from rulerun.bots.core.bot import BotFailed  # noqa: E402
from rulerun.interpreter import decision, initial, view  # noqa: E402
from rulerun.program.features import pieces  # noqa: E402
from rulerun.rl import compiled, table  # noqa: E402

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.chdir(tmp_path)
    sys.modules.pop("train_ppo", None)


def test_what_was_learned_plays_the_legal_action_that_it_likes_best(tmp_path: Path) -> None:
    program = compiled(table("tic_tac_toe")).program
    width = sum(piece.size for piece in pieces(program) if piece.name != "options")
    liked = numpy.zeros(9)
    liked[[4, 7]] = 2, 1
    numpy.savez(
        tmp_path / "policy.npz",
        **{
            "first.weight": numpy.zeros((2, width)),
            "first.bias": numpy.zeros(2),
            "second.weight": numpy.zeros((2, 2)),
            "second.bias": numpy.zeros(2),
            "policy.weight": numpy.zeros((9, 2)),
            "policy.bias": liked,
        },
    )
    bot, state = seated("train_ppo:Trained", program), initial(game_of(program), listening=True)
    asked = decision(game_of(program), state, 0)
    assert asked.options[bot.choose(Situation(game_of(program), asked, view(game_of(program), state, 0), None), len)].code == 4
    with pytest.raises((ValueError, LookupError, BotFailed), match="policy is one for"):
        seated("train_ppo:Trained", compiled(table("kuhn_poker")).program)


def test_it_learns_to_add_to_its_score() -> None:
    torch = pytest.importorskip("torch")
    from train_ppo import Learner, Settings, network  # type: ignore[import-not-found]

    from rulerun.rl.vector import VectorEnv

    torch.manual_seed(1)
    env = VectorEnv("tic_tac_toe", 32, opponents={1: "random"})
    env.reset(seed=1)
    net = network(env.observations.shape[2], env.masks.shape[2], 32)
    learner = Learner(env, net, Settings(32, 16), 1.0, torch.optim.Adam(net.parameters(), 3e-3))
    first = learner.play()["paid"].mean()
    for _ in range(25):
        learner.learn()
    assert learner.play()["paid"].mean() > first
