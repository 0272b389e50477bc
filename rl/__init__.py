"""Rulesets as environments for reinforcement learning.

`rl.openspiel` is for OpenSpiel, `rl.pettingzoo` for PettingZoo; importing this package needs neither of them.
"""

from .actions import Action, action_table, chance_table
from .game import LearningGame, Table, compiled, table
from .information_state_check import Clash, lint
from .position import Position, beginning

__all__ = [
    "Action",
    "Clash",
    "LearningGame",
    "Position",
    "Table",
    "action_table",
    "beginning",
    "chance_table",
    "compiled",
    "lint",
    "table",
]
