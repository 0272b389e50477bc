"""Solves small games: finds every reachable position, and its value for each player when all play optimally."""

from ..interpreter.secrets import NotPerfect
from .explore import Branches, Explorer, TooHeavy, TooLarge
from .perfect_information import Choice, Opening, Plan, Solution, Unsolved, solve
from .values import Restless

__all__ = [
    "Branches",
    "Choice",
    "Explorer",
    "NotPerfect",
    "Opening",
    "Plan",
    "Restless",
    "Solution",
    "TooHeavy",
    "TooLarge",
    "Unsolved",
    "solve",
]
