"""Small games solved: every position that can come up, and what it is worth to those who play well."""

from .explore import Branches, Explorer, TooLarge
from .perfect_information import Choice, Plan, Solution, Unsolved, solve
from .secrets import NotPerfect
from .values import Restless

__all__ = ["Branches", "Choice", "Explorer", "NotPerfect", "Plan", "Restless", "Solution", "TooLarge", "Unsolved", "solve"]
