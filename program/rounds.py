"""Where a sentence stands in the course of a game: the phase around it, and the counted loops (`repeat 5 times as round`)."""

from __future__ import annotations

from attrs import frozen

from .ir import Ask, Program, Repeat, Slot, Words
from .ops import bodies, inside, statements


@frozen
class Counted:
    """A loop whose passes have a name: the name, and the slot that holds the number of the present pass (0: not in the loop)."""

    name: Words
    slot: int


def counted(program: Program) -> tuple[Counted, ...]:
    """The loops that count their passes under a name, in the order of play, without those inside `together`."""
    found: dict[int, Counted] = {}
    for op in statements(program):
        match op:
            case Repeat(counter=Slot(index), name=Words() as name):
                found.setdefault(index, Counted(name, index))
            case _:
                pass
    return tuple(found.values())


def phase_by_sentence(program: Program) -> dict[int, int]:
    """The number of the phase in which each sentence stands; sentences in no phase have none."""
    found: dict[int, int] = {}
    for number, phase in enumerate(program.phases):
        for body in bodies(phase):
            for op in inside(body):
                options = op.alternatives if isinstance(op, Ask) else ()
                for sentence in (getattr(op, "sentence", None), *(option.sentence for option in options)):
                    if isinstance(sentence, int):
                        found.setdefault(sentence, number)
    return found
