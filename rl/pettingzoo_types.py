"""The names of PettingZoo, Gymnasium and NumPy that this package uses, with types: type checks and other modules need none.

Importing this module raises ImportError when PettingZoo is not installed; the message says what to install.
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
            """Seed the sampling."""

    def floats(values: Sequence[float]) -> Array:
        """The numbers as 32-bit floats."""

    def mask(values: Sequence[bool]) -> Array:
        """The truths as 8-bit zeros and ones."""

    def box(size: int) -> Space:
        """The space of vectors of *size* numbers from 0 to 1."""

    def flags(size: int) -> Space:
        """The space of masks of *size* zeros and ones."""

    def discrete(size: int) -> Space:
        """The space of numbers from 0 up to, not including, *size*."""

    def together(observation: Space, action_mask: Space) -> Space:
        """The space of observations with their masks."""

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
        """The environment with checks: an illegal action ends the match, and a call in the wrong order is an error."""
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
        """The space of vectors of *size* numbers from 0 to 1."""
        return spaces.Box(0.0, 1.0, (size,), numpy.float32)

    def flags(size):
        """The space of masks of *size* zeros and ones."""
        return spaces.Box(0, 1, (size,), numpy.int8)

    def together(observation, action_mask):
        """The space of observations with their masks."""
        return spaces.Dict({"observation": observation, "action_mask": action_mask})

    class Guard(TerminateIllegalWrapper):
        """Ends the match at an illegal action; a value that is no action at all raises ValueError."""

        def step(self, action):
            """Take an action for the agent whose turn it is. Raises ValueError for a value that is no action."""
            if action is not None:
                self.env.unwrapped.code(action)
            super().step(action)

    def guarded(env, illegal_reward):
        """The environment with checks: an illegal action ends the match, and a call in the wrong order is an error."""
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
