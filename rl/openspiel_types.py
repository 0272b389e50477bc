"""The names of OpenSpiel and NumPy that this package uses, with types: type checks and other modules need neither.

Importing this module raises ImportError when OpenSpiel is not installed; the message says what to install.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from enum import Enum
    from typing import Protocol

    Parameter = str | int | float | bool

    class Array(Protocol):
        """A numpy.ndarray of floats."""

        def __getitem__(self, part: slice) -> Array: ...
        def __setitem__(self, part: slice, values: Sequence[float]) -> None: ...

    def zeros(size: int) -> Array:
        """An array of *size* zeros, which are 32-bit floats."""

    class Dynamics(Enum):
        """Whether players move in turn."""

        SEQUENTIAL = 1
        SIMULTANEOUS = 2

    class ChanceMode(Enum):
        """Whether nature decides anything."""

        DETERMINISTIC = 1
        EXPLICIT_STOCHASTIC = 2

    class Information(Enum):
        """Whether anything is hidden."""

        PERFECT_INFORMATION = 1
        IMPERFECT_INFORMATION = 2

    class Utility(Enum):
        """Whether payoffs always add up to 0."""

        ZERO_SUM = 1
        GENERAL_SUM = 2

    class RewardModel(Enum):
        """When players are paid."""

        TERMINAL = 1

    class PrivateInfoType(Enum):
        """Whose private information is observed."""

        ALL_PLAYERS = 1
        NONE = 2
        SINGLE_PLAYER = 3

    class ObservationType:
        """A pyspiel.IIGObservationType."""

        public_info: bool
        perfect_recall: bool
        private_info: PrivateInfoType

        def __init__(self, perfect_recall: bool) -> None: ...

    class GameType:
        """A pyspiel.GameType."""

        short_name: str

        def __init__(
            self,
            short_name: str,
            long_name: str,
            dynamics: Dynamics,
            chance_mode: ChanceMode,
            information: Information,
            utility: Utility,
            reward_model: RewardModel,
            max_num_players: int,
            min_num_players: int,
            provides_information_state_string: bool,
            provides_information_state_tensor: bool,
            provides_observation_string: bool,
            provides_observation_tensor: bool,
            parameter_specification: Mapping[str, Parameter],
            provides_factored_observation_string: bool,
        ) -> None: ...

    class GameInfo:
        """A pyspiel.GameInfo."""

        def __init__(
            self,
            num_distinct_actions: int,
            max_chance_outcomes: int,
            num_players: int,
            min_utility: float,
            max_utility: float,
            utility_sum: float | None,
            max_game_length: int,
        ) -> None: ...

    class SpielGame:
        """A pyspiel.Game."""

        def __init__(self, game_type: GameType, game_info: GameInfo, params: Mapping[str, Parameter]) -> None: ...

        def new_initial_state(self) -> SpielState:
            """The state at the start."""

    class SpielState:
        """A pyspiel.State."""

        def __init__(self, game: SpielGame) -> None: ...

        def apply_action(self, action: int) -> None:
            """Applies an action."""

        def apply_actions(self, actions: list[int]) -> None:
            """Applies an action for each player."""

        def get_game(self) -> SpielGame:
            """The game of the state."""

    CHANCE: int
    SIMULTANEOUS: int
    TERMINAL: int

    def load_game(name: str, parameters: Mapping[str, Parameter]) -> SpielGame:
        """The game of that name with these parameters."""

    def register_game(game_type: GameType, creator: Callable[[Mapping[str, Parameter]], SpielGame]) -> None:
        """Makes a game known by its name."""
else:
    try:
        import numpy
        import pyspiel
    except ImportError as missing:
        raise ImportError("OpenSpiel is not installed: pip install 'rulerun[openspiel]'") from missing

    Parameter = object
    Array = numpy.ndarray
    Dynamics = pyspiel.GameType.Dynamics
    ChanceMode = pyspiel.GameType.ChanceMode
    Information = pyspiel.GameType.Information
    Utility = pyspiel.GameType.Utility
    RewardModel = pyspiel.GameType.RewardModel
    PrivateInfoType = pyspiel.PrivateInfoType
    ObservationType = pyspiel.IIGObservationType
    GameType = pyspiel.GameType
    GameInfo = pyspiel.GameInfo
    SpielGame = pyspiel.Game
    SpielState = pyspiel.State
    CHANCE = int(pyspiel.PlayerId.CHANCE)
    SIMULTANEOUS = int(pyspiel.PlayerId.SIMULTANEOUS)
    TERMINAL = int(pyspiel.PlayerId.TERMINAL)
    load_game = pyspiel.load_game
    register_game = pyspiel.register_game

    def zeros(size):
        """An array of *size* zeros, which are 32-bit floats."""
        return numpy.zeros(size, numpy.float32)


__all__ = [
    "CHANCE",
    "SIMULTANEOUS",
    "TERMINAL",
    "Array",
    "ChanceMode",
    "Dynamics",
    "GameInfo",
    "GameType",
    "Information",
    "ObservationType",
    "Parameter",
    "PrivateInfoType",
    "RewardModel",
    "SpielGame",
    "SpielState",
    "Utility",
    "load_game",
    "register_game",
    "zeros",
]
