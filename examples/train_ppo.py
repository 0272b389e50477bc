"""A policy learned by PPO on any ruleset, all seats by one network, and a bot that plays it: `train_ppo:Trained`.

    pip install 'rulerun[fast]' torch
    python examples/train_ppo.py traxx --players 1 --reward 'score change' --scale 0.1
    cd examples && rulerun simulate traxx --players 1 --bots train_ppo:Trained:file=../policy.npz

Illegal actions are masked out of the distribution of the policy, so that it never learns from them. What is learned is written to
`policy.npz`, unless told otherwise, as arrays of NumPy: the bot needs no PyTorch.

The clipped objective is that of Schulman et al., "Proximal policy optimization algorithms" (2017), advantages are estimated as in
Schulman et al., "High-dimensional continuous control using generalized advantage estimation" (2016), over the moments at which a
seat is asked.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy
from attrs import define, frozen

from rulerun.bots import Draw, Needs, Situation, Text, option
from rulerun.program.features import Layout, layout, pieces
from rulerun.program.ir import Program
from rulerun.rl.vector import VectorEnv
from rulerun.rl.view_features import numbers

if TYPE_CHECKING:
    import torch


@cache
def weights(file: str) -> dict[str, numpy.ndarray]:
    """What was learned, by name."""
    with numpy.load(file) as found:
        return {name: found[name] for name in found.files}


@lru_cache(maxsize=16)
def layout_of(program: Program) -> Layout:
    """The layout of what a seat observes, which is worked out once for each game."""
    return layout(program)


@frozen
class Trained:
    """Plays what was learned: the likeliest legal action."""

    needs = Needs.VIEW
    file: str = option(Text("the file of a policy"), "policy.npz", "what was learned, as `train_ppo.py` writes it")

    def unfit(self, program: Program) -> str:
        """Why it cannot play that: there is no such file, or the policy is one for another game."""
        if not Path(self.file).is_file():
            return f"there is no file `{self.file}`"
        shape = weights(self.file)["first.weight"].shape[1], weights(self.file)["policy.weight"].shape[0]
        width = sum(piece.size for piece in pieces(program) if piece.name != "options"), program.codes
        return "" if shape == width else f"the policy is one for {shape[0]} numbers and {shape[1]} codes, and these are {width}"

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The option whose code the policy likes best."""
        learned, parts = weights(self.file), numbers(layout_of(situation.program), situation.view)
        seen = numpy.array([number for name, part in parts if name != "options" for number in part], numpy.float32)
        for layer in ("first", "second"):
            seen = numpy.tanh(learned[f"{layer}.weight"] @ seen + learned[f"{layer}.bias"])
        liked = learned["policy.weight"] @ seen + learned["policy.bias"]
        codes = [each.code for each in situation.asked.options]
        return max(range(len(codes)), key=lambda at: liked[codes[at]])


@frozen
class Settings:
    """How is learned: *steps* answers in each of *matches* matches, then *epochs* passes over them in *parts* parts."""

    matches: int = 128
    steps: int = 32
    epochs: int = 4
    parts: int = 4
    rate: float = 1e-3
    clip: float = 0.2
    spread: float = 0.95
    entropy: float = 0.01
    width: int = 128


def network(seen: int, codes: int, width: int) -> torch.nn.ModuleDict:
    """Two layers, and from them the policy and the worth of a position."""
    import torch

    made = torch.nn.ModuleDict(
        {
            "first": torch.nn.Linear(seen, width),
            "second": torch.nn.Linear(width, width),
            "policy": torch.nn.Linear(width, codes),
            "worth": torch.nn.Linear(width, 1),
        }
    )
    torch.nn.init.orthogonal_(made["policy"].weight, 0.01)
    torch.nn.init.zeros_(made["policy"].bias)
    return made


def judged(net: torch.nn.ModuleDict, seen: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The logarithms of the probabilities of all codes, nearly minus infinity for illegal ones; and what is expected."""
    import torch

    inner = torch.tanh(net["second"](torch.tanh(net["first"](seen))))
    liked = net["policy"](inner).masked_fill(legal == 0, -1e9)
    return torch.log_softmax(liked, -1), net["worth"](inner).squeeze(-1)


@define
class Learner:
    """The matches, the network, and what was seen, done and paid in the last steps."""

    env: VectorEnv
    net: torch.nn.ModuleDict
    how: Settings
    scale: float
    optimiser: torch.optim.Optimizer

    def play(self) -> dict[str, numpy.ndarray]:
        """Plays so many steps; gives what was seen, legal, chosen (with its logarithm), expected, asked, paid and ended."""
        import torch

        kept: dict[str, list[numpy.ndarray]] = {}
        for _ in range(self.how.steps):
            seen, legal, asked = self.env.observations.copy(), self.env.masks.copy(), self.env.asked.copy()
            with torch.no_grad():
                likely, worth = judged(self.net, torch.from_numpy(seen), torch.from_numpy(legal))
                codes = (likely - torch.empty_like(likely).exponential_().log()).argmax(-1)  # drawn by their probabilities
                chosen = likely.gather(-1, codes[..., None]).squeeze(-1)
            _, paid, over, cut, _ = self.env.step(codes.numpy())
            row = {"seen": seen, "legal": legal, "asked": asked, "code": codes.numpy(), "likely": chosen.numpy()}
            row |= {"worth": worth.numpy(), "paid": paid * self.scale, "ended": over | cut}
            for name, values in row.items():
                kept.setdefault(name, []).append(values)
        return {name: numpy.stack(values) for name, values in kept.items()}

    def advantages(self, kept: dict[str, numpy.ndarray]) -> numpy.ndarray:
        """How much better than expected what each answer led to was, over the moments at which its seat was asked."""
        import torch

        with torch.no_grad():
            _, last = judged(self.net, torch.from_numpy(self.env.observations.copy()), torch.from_numpy(self.env.masks.copy()))
        next_worth, next_better = last.numpy(), numpy.zeros(last.shape, numpy.float32)
        paid, found = numpy.zeros_like(next_better), numpy.zeros_like(kept["worth"])
        for at in range(self.how.steps - 1, -1, -1):
            ended, asked = kept["ended"][at][:, None], kept["asked"][at]
            paid = kept["paid"][at] + numpy.where(ended, 0, paid)
            next_worth, next_better = numpy.where(ended, 0, next_worth), numpy.where(ended, 0, next_better)
            better = paid + next_worth - kept["worth"][at] + self.how.spread * next_better
            found[at] = better
            next_worth = numpy.where(asked, kept["worth"][at], next_worth).astype(numpy.float32)
            next_better, paid = numpy.where(asked, better, next_better), numpy.where(asked, 0, paid)
        return found

    def learn(self) -> None:
        """Plays, then mends the network."""
        import torch

        kept = self.play()
        better, asked = self.advantages(kept), kept["asked"]
        some = {name: torch.from_numpy(kept[name][asked]) for name in ("seen", "legal", "code", "likely", "worth")}
        some["better"] = torch.from_numpy(better[asked].astype(numpy.float32))
        some["aim"] = some["worth"] + some["better"]
        count = len(some["code"])
        for _ in range(self.how.epochs):
            for part in torch.randperm(count).split(max(1, count // self.how.parts)):
                self._mend({name: values[part] for name, values in some.items()})

    def _mend(self, part: dict[str, torch.Tensor]) -> None:
        import torch

        likely, worth = judged(self.net, part["seen"], part["legal"])
        ratio = (likely.gather(-1, part["code"][:, None]).squeeze(-1) - part["likely"]).exp()
        better = (part["better"] - part["better"].mean()) / (part["better"].std() + 1e-8)
        clipped = ratio.clamp(1 - self.how.clip, 1 + self.how.clip)
        gain = torch.minimum(ratio * better, clipped * better).mean()
        doubt = -(likely.exp() * likely.clamp_min(-50)).sum(-1).mean()
        loss = -gain + 0.5 * (worth - part["aim"]).square().mean() - self.how.entropy * doubt
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimiser.step()


def tested(asked: argparse.Namespace, net: torch.nn.ModuleDict, matches: int) -> float:
    """The mean of the first seat, which plays what is likeliest, against others who play at random: its score alone, else its
    payoff.
    """
    import torch

    others = dict.fromkeys(range(1, asked.players), "random")
    env = VectorEnv(asked.ruleset, matches, players=asked.players, opponents=others, autoreset=False)
    env.reset(seed=2012)
    total = numpy.zeros(matches)
    while env.asked.any():
        with torch.no_grad():
            likely, _ = judged(net, torch.from_numpy(env.observations.copy()), torch.from_numpy(env.masks.copy()))
        _, paid, *_ = env.step(likely.argmax(-1).numpy())
        total += paid[:, 0]
    return float(total.mean())


def main() -> None:
    """Learns for so many seconds, and prints now and then how well the policy plays."""
    import torch

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ruleset", help="a ruleset's file, or the name of a bundled one")
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--reward", help="as in VectorEnv; by default what a match pays")
    parser.add_argument("--against", metavar="BOT", help="who plays the other seats; by default the policy does, in all")
    parser.add_argument("--scale", type=float, default=1.0, help="what rewards are multiplied by")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch; for so small a network one is the fastest")
    parser.add_argument("--every", type=int, default=50, help="so many rounds of learning before each test")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=Path("policy.npz"), metavar="FILE")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.threads)
    how = Settings()
    others = dict.fromkeys(range(1, asked.players), asked.against) if asked.against else None
    env = VectorEnv(asked.ruleset, how.matches, players=asked.players, reward=asked.reward, opponents=others)
    env.reset(seed=asked.seed)
    net = network(env.observations.shape[2], env.masks.shape[2], how.width)
    learner = Learner(env, net, how, asked.scale, torch.optim.Adam(net.parameters(), how.rate))
    begun, answers, rounds = time.perf_counter(), 0, 0
    while True:
        spent = time.perf_counter() - begun
        if rounds % asked.every == 0 or spent > asked.seconds:
            mean = tested(asked, net, 1_000)
            numpy.savez(asked.to, **{name: values.numpy() for name, values in net.state_dict().items()})
            line = {"seconds": round(spent), "processor": round(time.process_time()), "steps": answers, "mean": round(mean, 2)}
            print(json.dumps(line), flush=True)
            if spent > asked.seconds:
                return
        learner.learn()
        answers += how.steps * how.matches
        rounds += 1


if __name__ == "__main__":
    main()
