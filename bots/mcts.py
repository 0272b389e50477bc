"""Monte Carlo tree search: what every seat does best is found out on the way, in the states that it imagines."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..simulation.search.kinds import Kind
from . import Bot
from .core.search import TreeSearcher


@frozen
class TreeSearch(TreeSearcher):
    """Searches a tree of all decisions, in which every seat takes its own best option (MCTS)."""

    kind: ClassVar[Kind] = Kind.MCTS


BOT: Bot = TreeSearch()
