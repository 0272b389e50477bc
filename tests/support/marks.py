"""A Program that marks what it carries out, in slots behind all others, so that any way of playing keeps the marks."""

from __future__ import annotations

from attrs import evolve

from rulerun.program.ir import Ask, Assign, Block, Clear, Number, Op, Program, Slot
from rulerun.program.ops import replaced


def marked(program: Program) -> Program:
    """The Program that stores 1 in a slot for each sentence it carries out: from `marks` on, never cleared."""
    first = marks(program)
    slots = first + len(program.sentences)
    start = (*program.start, *(0,) * (slots - len(program.start)))

    def change(op: Op) -> Block:
        return (op,) if isinstance(op, Clear) else (mark(op.sentence, first), taken(op, first))

    phases = tuple(
        evolve(phase, body=replaced(phase.body, change), after=replaced(phase.after, change)) for phase in program.phases
    )
    body = replaced(program.body, change)
    return evolve(program, body=body, phases=phases, slots=slots, locals=slots, start=start)


def marks(program: Program) -> int:
    """The slot of the first mark: behind all slots that expressions name."""
    return program.slots + program.scratch


def mark(sentence: int, first: int) -> Assign:
    """Notes that a sentence is carried out."""
    return Assign(Slot(first + sentence), Number(1), 0, 1, False, None, sentence)


def taken(op: Op, first: int) -> Op:
    """The statement; a decision marks which option was chosen. Outside a menu that is all that can be chosen anyway."""
    match op:
        case Ask(menu=True, alternatives=alternatives):
            return evolve(
                op, alternatives=tuple(evolve(one, body=(mark(one.sentence, first), *one.body)) for one in alternatives)
            )
        case _:
            return op
