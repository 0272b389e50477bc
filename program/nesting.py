"""How deep the loops of a Program stand inside each other, and its statements."""

from __future__ import annotations

from attrs import define, field

from .ir import After, Around, Ask, AssignAll, Do, ForEach, Later, Let, MoveAll, Naming, Op, Pick, Program, Repeat, Tell, Together
from .ops import Node, along, beside, binds, bodies, evaluated, parts, preferred


@define
class Nesting:
    """The most loops inside each other, and the sentence of the innermost one.

    Loops over elements and passes, the set of each thing that is chosen, and sums, counts and conditions over sets are loops;
    those of a phase stand where it is done, or tried, but for a phase apart. Those of a function that uses itself stand alone.
    """

    most: int = 0
    sentence: int = 0


def nesting(program: Program) -> Nesting:
    """The deepest place of a Program, without circles among its phases."""
    found = _Deepest(program, Nesting(), {}, {}, {})
    along(program.body, 0, found)
    for expr in beside(program):
        found.reach(found.loops(expr), program.outcome.sentence)
    for shown in program.shown:
        found.reach(found.loops(shown.value), shown.sentence)
    for each in (each for strategy in program.strategies for line in strategy.lines for each in line):
        for expr in preferred(each):
            found.reach(found.loops(expr), each.sentence)
    for number, trial in enumerate(program.trials):
        if trial.result is not None:
            found.reach(found.trial(number), program.phases[trial.phase].sentence)
    return found.deepest


def depth(program: Program) -> Nesting:
    """The most statements inside each other, phases that are done there included, and the sentence of the outermost phase apart.

    A phase does only phases behind it in `Program.phases`: the last are looked at first, so that no depth is too deep to count.
    """
    below = dict[int, Nesting]()
    for number in reversed(range(len(program.phases))):
        phase, found = program.phases[number], _Depth(below)
        for body in bodies(phase):
            along(body, 1, found)
        below[number] = Nesting(found.deepest.most, phase.sentence if phase.apart else found.deepest.sentence)
    found = _Depth(below)
    along(program.body, 1, found)
    return found.deepest


@define
class _Depth:
    """Goes through a block; what holds is how many statements are around. *below* is what stands in each phase."""

    below: dict[int, Nesting]
    deepest: Nesting = field(factory=Nesting)

    def into(self, op: Op, block: int, now: int) -> int:
        """The statements around a block inside the statement."""
        return now + 1

    def past(self, op: Op, now: int, inside: list[int]) -> int:
        """The same as in front of it."""
        done = self.below[op.phase] if isinstance(op, Do) else Nesting()
        if now + done.most > self.deepest.most:
            self.deepest = Nesting(now + done.most, done.sentence or getattr(op, "sentence", 0))
        return now


@define
class _Deepest:
    """Goes through a block; what holds is how many loops are around. *looked* is how many were around each phase at most.

    *own* keeps the loops of each statement itself, by its id: a phase is gone through again where more loops are around it.
    *tried* keeps those of each trial.
    """

    program: Program
    deepest: Nesting
    looked: dict[int, int]
    own: dict[int, int]
    tried: dict[int, int]

    def reach(self, loops: int, sentence: int) -> None:
        """Notes how many loops are around a place."""
        if loops > self.deepest.most:
            self.deepest = Nesting(loops, sentence)

    def into(self, op: Op, block: int, now: int) -> int:
        """The loops around a block inside the statement."""
        return now + isinstance(op, ForEach | Repeat | Together | Later)

    def past(self, op: Op, now: int, inside: list[int]) -> int:
        """The same as in front of it."""
        if id(op) not in self.own:
            self.own[id(op)] = self.itself(op)
        self.reach(now + self.own[id(op)], getattr(op, "sentence", 0))
        if isinstance(op, Do):
            around = 0 if self.program.phases[op.phase].apart else now
            if self.looked.get(op.phase, -1) < around:
                self.looked[op.phase] = around
                for body in bodies(self.program.phases[op.phase]):
                    along(body, around, self)
        return now

    def itself(self, op: Op) -> int:
        """The loops that stand inside each other in the statement itself, without those in its blocks."""
        chosen = max((len(one.parameters) for one in op.alternatives), default=0) if isinstance(op, Ask) else 0
        around = chosen + isinstance(op, AssignAll | ForEach | Repeat | Together | Pick | MoveAll | Tell)
        return around + max(map(self.loops, evaluated(op)), default=0)

    def loops(self, node: Node) -> int:
        """The loops of an expression or a set that stand inside each other, those of what is tried there included."""
        most = max(map(self.loops, parts(node)), default=0)
        match node:
            case After(trial) if self.program.trials[trial].result is None:
                return max(most, self.trial(trial))
            case After():
                return most
            case _:
                loop = isinstance(node, Around) or (bool(binds(node)) and not isinstance(node, Let | Naming))
                return loop + most

    def trial(self, number: int) -> int:
        """The loops that stand inside each other in a phase that is tried."""
        if number not in self.tried:
            inside = _Deepest(self.program, Nesting(), {}, {}, self.tried)
            for body in bodies(self.program.phases[self.program.trials[number].phase]):
                along(body, 0, inside)
            self.tried[number] = inside.deepest.most
        return self.tried[number]
