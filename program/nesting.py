"""How deep the loops of a Program stand inside each other."""

from __future__ import annotations

from attrs import define

from .ir import Around, Ask, AssignAll, Do, ForEach, Later, Let, MoveAll, Naming, Op, Pick, Program, Repeat, Tell, Together
from .ops import Node, along, beside, binds, bodies, evaluated, parts


@define
class Nesting:
    """The most loops inside each other, and the sentence of the innermost one.

    Loops over elements and passes, the set of each thing that is chosen, and sums, counts and conditions over sets are loops;
    those of a phase stand where it is done.
    """

    most: int = 0
    sentence: int = 0


def nesting(program: Program) -> Nesting:
    """The deepest place of a Program, without circles among its phases."""
    found = _Deepest(program, Nesting(), {}, {})
    along(program.body, 0, found)
    for expr in beside(program):
        found.reach(_loops(expr), program.outcome.sentence)
    return found.deepest


@define
class _Deepest:
    """Goes through a block; what holds is how many loops are around. *looked* is how many were around each phase at most.

    *own* keeps the loops of each statement itself, by its id: a phase is gone through again where more loops are around it.
    """

    program: Program
    deepest: Nesting
    looked: dict[int, int]
    own: dict[int, int]

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
            self.own[id(op)] = _own(op)
        self.reach(now + self.own[id(op)], getattr(op, "sentence", 0))
        if isinstance(op, Do) and self.looked.get(op.phase, -1) < now:
            self.looked[op.phase] = now
            for body in bodies(self.program.phases[op.phase]):
                along(body, now, self)
        return now


def _own(op: Op) -> int:
    """The loops that stand inside each other in the statement itself, without those in its blocks."""
    chosen = max((len(one.parameters) for one in op.alternatives), default=0) if isinstance(op, Ask) else 0
    around = chosen + isinstance(op, AssignAll | ForEach | Repeat | Together | Pick | MoveAll | Tell)
    return around + max(map(_loops, evaluated(op)), default=0)


def _loops(node: Node) -> int:
    """The loops of an expression or a set that stand inside each other."""
    inside = parts(node)
    if not inside:
        return 0
    loop = isinstance(node, Around) or (bool(binds(node)) and not isinstance(node, Let | Naming))
    return loop + max(map(_loops, inside))
