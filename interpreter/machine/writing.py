"""What the families that write expressions get: the function in the making, and the text of any part."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Self

from attrs import evolve, frozen

from ...program.intervals import Bounds
from ...program.ir import Cell, Expr, Program, Slot, Target, ZoneAt
from ...program.ranges import Known
from ..core.reasons import Reason
from ..core.zones import Layout, layout
from .context import Context
from .source import ATOM, Function, raising


@frozen(eq=False)
class Writing:
    """A place in a function in the making: what is known there of slots, and the names that hold the same as a slot."""

    context: Context
    function: Function
    known: Known
    names: Mapping[Slot | Cell, str]

    @property
    def program(self) -> Program:
        """The Program."""
        return self.context.program

    @abstractmethod
    def value(self, expr: Expr) -> str:
        """The text that gives the value; truth values are 0 or 1."""

    @abstractmethod
    def truth(self, expr: Expr) -> str:
        """The text that gives the value, where a truth value may be anything that Python treats as true or false."""

    def binding(self, target: Target, name: str, held: Bounds) -> Self:
        """The same, where a name of the function holds what is in the target, which lies within these bounds."""
        known = self.known.binding(target.index, held) if isinstance(target, Slot) else self.known
        return evolve(self, known=known, names={**self.names, target: name})

    def elsewhere(self, parameters: str = "s") -> Self:
        """A place at the beginning of another function, which reads all slots itself."""
        return evolve(self, function=Function(parameters), names={})

    def again(self, text: str) -> tuple[str, str]:
        """The text for the first use of a value, and the one for all others behind it."""
        if ATOM.fullmatch(text):
            return text, text
        name = self.function.fresh()
        return f"({name} := {text})", name

    def raises(self, error: Callable[..., Exception]) -> str:
        """The name of a function that raises the error for its arguments."""
        return self.function.refer(raising(error))

    def fault(self, reason: Reason, sentence: int) -> str:
        """The name of a function that raises the runtime error, with the numbers that the reason speaks of."""
        return self.raises(lambda *numbers: self.context.fault(reason, sentence, *numbers))

    def layout(self, zone: ZoneAt) -> Layout:
        """The layout of the zone's instances."""
        return layout(self.program.zones[zone.zone])
