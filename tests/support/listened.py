"""The listening form beside the interpreter: what happens at every answer, and what each seat hears of it."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence

from attrs import frozen

from rulerun.interpreter import Event, PlayError, State, actors, advance, decision, initial
from rulerun.interpreter.core.events import heard
from rulerun.program.ir import Program
from rulerun.simulation.compile.loaded import Loaded
from rulerun.simulation.emit.noting import NOTED, WEIGHT
from rulerun.simulation.events import Notation
from rulerun.simulation.runtime.fault import Fault

from .battery import game_of
from .lockstep import Buffers, buffers


class Unlike(AssertionError):
    """The listening form tells something else than the interpreter."""


@frozen(eq=False)
class Listener:
    """The listening form of a Program, and how it writes what happens."""

    program: Program
    code: Loaded
    notation: Notation
    at: Buffers
    row: MutableSequence[int]

    @classmethod
    def of(cls, program: Program, code: Loaded) -> Listener:
        """A listener, before a match begins."""
        return cls(program, code, Notation(program), buffers(program, code), code.numbers(NOTED))

    def begin(self) -> None:
        """Goes back to the beginning of the match. Raises Fault."""
        self.at.s[:] = self.code.vector(self.program.start)
        self.code.call("start", self.at.s, self.at.m)

    def events(self, actor: int, code: int, weight: int) -> tuple[Event, ...]:
        """What follows from an answer. Raises Fault."""
        self.at.m[WEIGHT] = weight
        self.code.call("apply", self.at.s, self.at.m, actor, code)
        return self.notation.events(self.at.m)

    def heard(self, seat: int) -> tuple[int, ...]:
        """What a seat hears of it."""
        behind = self.code.call("hear", self.at.m, self.row, seat, 0)
        return tuple(map(int, self.row[:behind]))

    def same(self, state: State, events: tuple[Event, ...]) -> None:
        """Raises Unlike where the same did not happen, or a seat hears something else."""
        found = self.notation.events(self.at.m)
        if found != events:
            at = next((at for at, (a, b) in enumerate(zip(found, events, strict=False)) if a != b), min(len(found), len(events)))
            raise Unlike(f"another event: {found[at : at + 1]}, not {events[at : at + 1]}")
        if tuple(map(int, self.at.s)) != state.slots:
            raise Unlike("another vector")
        asked = sum(1 << actor + 1 for actor in actors(game_of(self.program), state))
        if self.code.call("asking", self.at.s, self.at.m) != asked:
            raise Unlike("others are asked")
        for seat in range(len(self.program.seats)):
            ours = self.heard(seat)
            told = [happening for event in events if (happening := heard(self.program, event, seat)) is not None]
            if ours != self.notation.heard(told):
                raise Unlike(f"seat {seat} hears something else: {ours}, not {self.notation.heard(told)}")


def listened(program: Program, code: Loaded, choose: Callable[[int], int], most: int) -> int:
    """How many answers both went side by side. Raises Unlike."""
    listener = Listener.of(program, code)
    try:
        state = initial(game_of(program), listening=True)
    except PlayError:
        return 0
    listener.begin()
    for step in range(most):
        asked = actors(game_of(program), state)
        if not asked:
            return step
        actor = asked[choose(len(asked))]
        try:
            options = decision(game_of(program), state, actor).options
            index = choose(len(options))
            state, events = advance(game_of(program), state, actor, index)
        except PlayError:
            return step
        try:
            listener.events(actor, options[index].code, options[index].weight)
        except Fault:
            raise Unlike("a fault that the interpreter does not see") from None
        listener.same(state, events)
    return most
