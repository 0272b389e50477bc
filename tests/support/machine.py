"""Emitted code compiled in this process at a level of one's choice; nothing is kept."""

from __future__ import annotations

from rulerun.interpreter import Policy
from rulerun.program.ir import Program
from rulerun.simulation import Engine
from rulerun.simulation.compile.arrays import NumPyArrays
from rulerun.simulation.compile.child import object_code
from rulerun.simulation.compile.library import entries, linked
from rulerun.simulation.compile.loaded import Loaded
from rulerun.simulation.compile.translate import translate
from rulerun.simulation.emit.module import Form, emit, held_in


class AtLevel(Engine):
    """An engine whose forms are all compiled at one level."""

    def __init__(self, program: Program, level: int, policy: Policy = Policy.ENTRIES) -> None:
        super().__init__(program, compiled=True, policy=policy)
        self._level = level
        self._made: dict[Form, Loaded] = {}

    def form(self, form: Form) -> Loaded:
        """The form, compiled."""
        if form not in self._made:
            emitted = emit(self.program, form, held_in(self.program, form), self.policy)
            code = object_code(translate(emitted.text), self._level)
            self._made[form] = Loaded(emitted, linked(code, entries(emitted.text)), self._level, NumPyArrays())
        return self._made[form]

    def now(self, form: Form) -> Loaded:
        """The same."""
        return self.form(form)

    def used(self, level: int, form: Form, seconds: float) -> None:
        """Nothing faster is made."""
