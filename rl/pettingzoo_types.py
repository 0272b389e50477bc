"""What is used of PettingZoo, Gymnasium and NumPy, with types: none needs to be there to check or to import the rest.

Importing this raises ImportError with what to install when PettingZoo is not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol, SupportsIndex

    Action = SupportsIndex

    class Array(Protocol):
        """A one-dimensional numpy.ndarray."""

        def __getitem__(self, at: int) -> float: ...

    class Space(Protocol):
        """A gymnasium.Space."""

        def seed(self, seed: int) -> object:
            """Seeds what it samples."""

    def floats(values: Sequence[float]) -> Array:
        """The numbers as 32-bit floats."""

    def mask(values: Sequence[bool]) -> Array:
        """The truths as 8-bit zeros and ones."""

    def box(size: int) -> Space:
        """All vectors of so many numbers from 0 to 1."""

    def flags(size: int) -> Space:
        """All masks of that size."""

    def discrete(size: int) -> Space:
        """The numbers from 0 up to, not including, *size*."""

    def together(observation: Space, action_mask: Space) -> Space:
        """All observations with their masks."""

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

    def guarded(env: AECEnv, illegal_reward: float) -> AECEnv:
        """The environment, in which an illegal action ends the match; it tells what is called in the wrong order."""
else:
    try:
        import numpy
        from gymnasium import spaces
        from pettingzoo import AECEnv, ParallelEnv
        from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper
    except ImportError as missing:
        raise ImportError("PettingZoo is not installed: pip install 'rulerun[pettingzoo]'") from missing

    Action = int
    Array = numpy.ndarray
    Space = spaces.Space
    discrete = spaces.Discrete

    def floats(values):
        """The numbers as 32-bit floats."""
        return numpy.array(values, numpy.float32)

    def mask(values):
        """The truths as 8-bit zeros and ones."""
        return numpy.array(values, numpy.int8)

    def box(size):
        """All vectors of so many numbers from 0 to 1."""
        return spaces.Box(0.0, 1.0, (size,), numpy.float32)

    def flags(size):
        """All masks of that size."""
        return spaces.Box(0, 1, (size,), numpy.int8)

    def together(observation, action_mask):
        """All observations with their masks."""
        return spaces.Dict({"observation": observation, "action_mask": action_mask})

    class Guard(TerminateIllegalWrapper):
        """Ends the match at an illegal action; what is no action at all is a mistake of the caller."""

        def step(self, action):
            """What the agent whose turn it is does. Raises ValueError for what is no action."""
            if action is not None:
                self.env.unwrapped.code(action)
            super().step(action)

    def guarded(env, illegal_reward):
        """The environment, in which an illegal action ends the match; it tells what is called in the wrong order."""
        return OrderEnforcingWrapper(Guard(env, illegal_reward))


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
