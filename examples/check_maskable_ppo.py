"""MaskablePPO of Stable-Baselines3's contributions learns in the Gymnasium environment, and plays a few matches.

    pip install torch sb3-contrib 'rulerun[gymnasium,fast]'
    python examples/check_maskable_ppo.py [--game tic_tac_toe] [--steps 4096]

It shows that the environment is one that the library takes as it is; to learn well takes longer, and the means of so few matches
tell nothing about it. Ends with 1 where an action is chosen that is not on offer.
"""

from __future__ import annotations

import argparse
import sys

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env

from rulerun.rl.gymnasium import register

MATCHES = 50


def mean(model: MaskablePPO, env: gymnasium.Env, matches: int) -> float:
    """The mean of what the learner is paid in the matches of a seed."""
    total = 0.0
    for match in range(matches):
        seen, _ = env.reset(seed=7 if match == 0 else None)
        over = not env.unwrapped.action_masks().any()
        while not over:
            masks = env.unwrapped.action_masks()
            action, _ = model.predict(seen, action_masks=masks, deterministic=True)
            if not masks[int(action)]:
                sys.exit(f"{int(action)} was chosen, which is not on offer")
            seen, reward, ended, cut, _ = env.step(int(action))
            total, over = total + float(reward), ended or cut
    return total / matches


def main() -> None:
    """Checks the environment, learns, and plays before and after."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="tic_tac_toe")
    parser.add_argument("--steps", type=int, default=4_096)
    asked = parser.parse_args()
    name = register(asked.game)
    env = gymnasium.make(name)
    check_env(gymnasium.make(name, illegal=-1000.0).unwrapped, warn=False)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=512, batch_size=128, seed=1, device="cpu")
    before = mean(model, env, MATCHES)
    model.learn(asked.steps)
    print(f"{asked.game}: a mean of {before:.2f} before and {mean(model, env, MATCHES):.2f} after {asked.steps} steps")


if __name__ == "__main__":
    main()
