"""Measures as the lowering of phases needs them: each is taken at the end of a phase, or of the game."""

from __future__ import annotations

from attrs import frozen

from ...program import ir
from ...program.span import Span


@frozen
class Measuring:
    """A measure with the phase at whose end it is taken (None: the end of the game); *span* is where that is written."""

    name: str
    phase: str | None
    value: ir.Expr
    sentence: int
    span: Span

    @property
    def measure(self) -> ir.Measure:
        """The measure as the Program lists it; one of a phase has its expression in `Take` statements instead."""
        return ir.Measure(self.name, self.value if self.phase is None else None, self.sentence)
