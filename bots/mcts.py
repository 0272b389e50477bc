"""Monte Carlo tree search: what every seat does best is found out on the way, in the states that it imagines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from attrs import evolve, frozen

from ..program.ir import Program
from ..simulation.search.kinds import Kind
from . import Bot, Text, option
from .core.learned import digest_of, numbers_of, unfit_for
from .core.search import TreeSearcher

OWN = "learned"
"""Stands for the digest of the weights that there are."""


@frozen
class TreeSearch(TreeSearcher):
    """Searches a tree of all decisions, in which every seat takes its own best option (MCTS)."""

    kind: ClassVar[Kind] = Kind.MCTS

    weights: str | None = option(
        Text(f"the digest of weights, or `{OWN}`"),
        cast("str | None", None),
        f"judges positions by learned weights, not by playouts (`{OWN}`: those there are)",
    )

    def unfit(self, program: Program) -> str:
        """Why it cannot play that, as a clause; empty where it can."""
        return "" if self.weights is None else unfit_for(program, self._wanted)

    def settled(self, program: Program) -> TreeSearch:
        """The same bot with the weights named that it plays by."""
        return evolve(self, weights=digest_of(program)) if self.weights == OWN and not self.unfit(program) else self

    def learned(self, program: Program) -> Sequence[int]:
        """The weights that judge new positions; none where playouts do."""
        return () if self.weights is None else numbers_of(program, self._wanted)

    @property
    def _wanted(self) -> str:
        return "" if self.weights == OWN else self.weights or ""


BOT: Bot = TreeSearch()
