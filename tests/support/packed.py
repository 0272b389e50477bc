"""A plain engine that holds things as compiled code does."""

from __future__ import annotations

from rulerun.simulation import Engine
from rulerun.simulation.emit.module import Emitted, Form, held_in
from rulerun.simulation.emit.packing import Representation


class Packed(Engine):
    """A plain engine whose cards and positions are in words, as compiled code has them."""

    def _emitted(self, form: Form, held: Representation) -> Emitted:
        return super()._emitted(form, held_in(self.program, form))
