"""The names of PettingZoo, Gymnasium and NumPy that this package uses, with types: type checks and other modules need none.

Importing this module raises ImportError when PettingZoo is not installed; the message says what to install.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol, SupportsIndex

    Action = SupportsIndex

    class Array(Protocol):
        """A one-dimensional numpy.ndarray."""

        def __getitem__(self, at: int) -> float: ...

    class AECEnv:
        """A pettingzoo.AECEnv."""

        agents: list[str]
        possible_agents: list[str]
        rewards: dict[str, float]
        terminations: dict[str, bool]
        truncations: dict[str, bool]
        infos: dict[str, dict[str, object]]
        agent_selection: str
        _cumulative_rewards: dict[str, float]

        def _was_dead_step(self, action: Action | None) -> None: ...
        def _accumulate_rewards(self) -> None: ...
        def _deads_step_first(self) -> str: ...
        def agent_iter(self, max_iter: int = 1) -> Iterable[str]:
            """The agents in turn."""

    class ParallelEnv:
        """A pettingzoo.ParallelEnv."""

        agents: list[str]
        possible_agents: list[str]

    def guarded(env: AECEnv, illegal_reward: float | None) -> AECEnv:
        """The environment with checks: a call in the wrong order is an error, and an illegal action ends the match where that has
        a reward.
        """
else:
    try:
        import numpy
        from pettingzoo import AECEnv, ParallelEnv
        from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper
    except ImportError as missing:
        raise ImportError("PettingZoo is not installed: pip install 'rulerun[pettingzoo]'") from missing

    Action = int
    Array = numpy.ndarray

    class Guard(TerminateIllegalWrapper):
        """Ends the match at an illegal action; a value that is no action at all raises ValueError."""

        def step(self, action):
            """Take an action for the agent whose turn it is. Raises ValueError for a value that is no action."""
            if action is not None:
                self.env.unwrapped.code(action)
            super().step(action)

    def guarded(env, illegal_reward):
        """The environment with checks: a call in the wrong order is an error, and an illegal action ends the match where that has
        a reward.
        """
        return OrderEnforcingWrapper(env if illegal_reward is None else Guard(env, illegal_reward))


from .gymnasium_types import Space, box, discrete, flags, floats, mask, together

__all__ = [
    "AECEnv",
    "Action",
    "Array",
    "ParallelEnv",
    "Space",
    "box",
    "discrete",
    "flags",
    "floats",
    "guarded",
    "mask",
    "together",
]
