"""The names of Gymnasium that this package uses, with types: type checks and other modules need none.

Importing this module raises ImportError when Gymnasium is not installed; the message says what to install.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    import numpy

    Observation = Mapping[str, numpy.typing.NDArray[numpy.generic]]

    class Space(Protocol):
        """A gymnasium.Space."""

        def seed(self, seed: int) -> object:
            """Seed the sampling."""

    def box(size: int) -> Space:
        """The space of vectors of *size* numbers from 0 to 1."""

    def flags(size: int) -> Space:
        """The space of masks of *size* zeros and ones."""

    def discrete(size: int) -> Space:
        """The space of numbers from 0 up to, not including, *size*."""

    def together(observation: Space, action_mask: Space) -> Space:
        """The space of observations with their masks."""

    def floats(values: Sequence[float]) -> numpy.typing.NDArray[numpy.generic]:
        """The numbers as 32-bit floats."""

    def mask(size: int, codes: Sequence[int]) -> numpy.typing.NDArray[numpy.generic]:
        """So many 8-bit zeros, with ones at these codes."""

    class Env:
        """A gymnasium.Env."""

        observation_space: Space
        action_space: Space

        def reset(
            self, *, seed: int | None = None, options: Mapping[str, object] | None = None
        ) -> tuple[Observation, dict[str, object]]:
            """Begin a match."""

    def registered(name: str, entry_point: str, settings: Mapping[str, object]) -> None:
        """Makes an environment known to `gymnasium.make` by that id, where none has it."""
else:
    try:
        import gymnasium
        import numpy
        from gymnasium import spaces
    except ImportError as missing:
        raise ImportError("Gymnasium is not installed: pip install 'rulerun[gymnasium]'") from missing

    Observation = dict
    Env = gymnasium.Env
    Space = spaces.Space
    discrete = spaces.Discrete

    def box(size):
        """The space of vectors of *size* numbers from 0 to 1."""
        return spaces.Box(0.0, 1.0, (size,), numpy.float32)

    def flags(size):
        """The space of masks of *size* zeros and ones."""
        return spaces.Box(0, 1, (size,), numpy.int8)

    def together(observation, action_mask):
        """The space of observations with their masks."""
        return spaces.Dict({"observation": observation, "action_mask": action_mask})

    def floats(values):
        """The numbers as 32-bit floats."""
        return numpy.array(values, numpy.float32)

    def mask(size, codes):
        """So many 8-bit zeros, with ones at these codes."""
        found = numpy.zeros(size, numpy.int8)
        found[list(codes)] = 1
        return found

    def registered(name, entry_point, settings):
        """Makes an environment known to `gymnasium.make` by that id, where none has it."""
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=entry_point, kwargs=dict(settings))


__all__ = ["Env", "Observation", "Space", "box", "discrete", "flags", "floats", "mask", "registered", "together"]
