"""When it is looked at who leads: between rounds; and where random play may be cut, because a whole part of the match is over.

A search judges a match of many deals at the end of a deal: later deals say little of a choice and take most of the time.
"""

from __future__ import annotations

from attrs import evolve, frozen

from ...interpreter.standing import terms
from ...program.ir import Ask, Block, Do, ForEach, Op, Program, Repeat, Together
from ...program.ops import along, blocks, bodies, statements, within


def rounds(program: Program) -> frozenset[int]:
    """The sentences of the loops between whose passes it is looked at who leads, because all seats have had as many turns.

    These are the loops that are in no other, and those in them in which seats take turns or decide together; but none inside a
    turn or a choice.
    """
    found = _Loops(program, set(), set())
    along(program.body, _Around(looping=False, turn=False), found)
    return frozenset(found.outside - found.within_turns)


def parts(program: Program) -> frozenset[int]:
    """The sentences of the loops that go through a whole part of the match in each pass, such as a deal: that are in no other, go
    on until something holds, however often that is, and have further rounds inside. Empty where nothing tells who leads.
    """
    if terms(program).key is None:
        return frozenset()
    loops = [op for op in statements(program) if isinstance(op, Repeat) and op.stops]
    around = [op for op in statements(program) if isinstance(op, Repeat | ForEach | Ask | Together)]
    within_others = {id(each) for op in around for block in blocks(op) for each in within(program, block)}
    inner = rounds(program)
    return frozenset(
        op.sentence
        for op in loops
        if id(op) not in within_others
        and op.limit is None
        and any(isinstance(each, Repeat) and each.sentence in inner for each in within(program, op.body))
    )


@frozen
class _Around:
    """What is around a statement: a loop, and a turn or a choice."""

    looping: bool
    turn: bool


@frozen
class _Loops:
    """Notes the loops in which play can stop: those that may be rounds, and those inside a turn or a choice."""

    program: Program
    outside: set[int]
    within_turns: set[int]

    def into(self, op: Op, block: int, now: _Around) -> _Around:
        """What is around a block inside the statement."""
        if isinstance(op, Repeat) and op.stops:
            if now.turn:
                self.within_turns.add(op.sentence)
            elif not now.looping or _in_turns(self.program, op.body):
                self.outside.add(op.sentence)
            return evolve(now, looping=True)
        return evolve(now, turn=now.turn or isinstance(op, Ask | Together) or (isinstance(op, ForEach) and op.stops))

    def past(self, op: Op, now: _Around, inside: list[_Around]) -> _Around:
        """The same as in front of it; a phase stands where it is done."""
        if isinstance(op, Do):
            for body in bodies(self.program.phases[op.phase]):
                along(body, now, self)
        return now


def _in_turns(program: Program, ops: Block) -> bool:
    """Whether seats take turns in these statements, or decide together, outside further loops."""
    found = _Turns(program, [])
    along(ops, True, found)
    return bool(found.taken)


@frozen
class _Turns:
    """Notes the statements in which seats take turns or decide together; what holds is whether no further loop is around."""

    program: Program
    taken: list[Op]

    def into(self, op: Op, block: int, now: bool) -> bool:
        """Whether no loop and no choice is around a block inside the statement."""
        return now and not isinstance(op, Repeat | Ask)

    def past(self, op: Op, now: bool, inside: list[bool]) -> bool:
        """The same as in front of it; a phase stands where it is done."""
        if now and (isinstance(op, Together) or (isinstance(op, ForEach) and op.stops)):
            self.taken.append(op)
        if now and isinstance(op, Do):
            for body in bodies(self.program.phases[op.phase]):
                along(body, now, self)
        return now
