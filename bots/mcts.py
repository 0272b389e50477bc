"""Monte Carlo tree search: what every seat does best is found out on the way, in the states that it imagines."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..simulation.search.kinds import Kind
from . import Bot
from .core.search import TreeSearcher


@frozen
class TreeSearch(TreeSearcher):
    """Searches a tree of all answers, in which every seat does what is best for it."""

    kind: ClassVar[Kind] = Kind.MCTS


BOT: Bot = TreeSearch()
