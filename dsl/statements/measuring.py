"""Measures where phases are read: each is taken at the end of a phase, or of the game."""

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
        """The same, as the Program lists it."""
        return ir.Measure(self.name, self.value if self.phase is None else None, self.sentence)
