"""Flat Monte Carlo: every option is tried equally often, and then all play at random."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..simulation.search.kinds import Kind
from . import Bot
from .core.search import Searcher


@frozen
class FlatMonteCarlo(Searcher):
    """Plays equally many random playouts of every option, and takes the best (flat Monte Carlo)."""

    kind: ClassVar[Kind] = Kind.FLAT


BOT: Bot = FlatMonteCarlo()
