"""Flat Monte Carlo: every option is tried equally often, and then all play at random."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..simulation.search.kinds import Kind
from . import Bot
from .core.search import Searcher


@frozen
class FlatMonteCarlo(Searcher):
    """Tries every option equally often with random play behind it, and takes the best."""

    kind: ClassVar[Kind] = Kind.FLAT


BOT: Bot = FlatMonteCarlo()
