"""Monte Carlo tree search over what the seat knows: one tree for all states that the seat cannot tell apart."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..simulation.search.kinds import Kind
from . import Bot
from .core.search import TreeSearcher


@frozen
class InformationSetSearch(TreeSearcher):
    """Searches one tree of its seat's observations, over samples of the hidden state (information set MCTS)."""

    kind: ClassVar[Kind] = Kind.ISMCTS


BOT: Bot = InformationSetSearch()
