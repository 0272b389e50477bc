"""Rulesets as environments for learning: OpenSpiel in `rl.openspiel`, PettingZoo in `rl.pettingzoo`; neither is needed here."""

from .actions import Action, action_table, chance_table
from .game import Game, Table, compiled, table
from .information_state_check import Clash, lint
from .position import Position, beginning

__all__ = [
    "Action",
    "Clash",
    "Game",
    "Position",
    "Table",
    "action_table",
    "beginning",
    "chance_table",
    "compiled",
    "lint",
    "table",
]
