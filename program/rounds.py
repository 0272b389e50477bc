"""Where a sentence stands in the course of a game: the phase around it, and the counted loops (`repeat 5 times as round`)."""

from __future__ import annotations

from attrs import frozen

from .ir import Ask, Branch, Cell, Do, ForEach, Number, Op, Program, Repeat, Slot, Words
from .ops import blocks, bodies, evaluated, inside, nodes, reached, statements, within, writes
from .visibility import Things, hidden


@frozen
class Counted:
    """A loop whose passes have a name: the name, the slot that holds the number of the present pass (0: not in the loop), and how
    many passes there are (None: that depends).
    """

    name: Words
    slot: int
    passes: int | None


def counted(program: Program) -> tuple[Counted, ...]:
    """The loops that count their passes under a name, in the order of play, without those inside `together`."""
    found: dict[int, Counted] = {}
    for op in statements(program):
        match op:
            case Repeat(counter=Slot(index), name=Words() as name, limit=limit, until=until):
                passes = limit.value if isinstance(limit, Number) and until is None else None
                found.setdefault(index, Counted(name, index, passes))
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


def covert(program: Program) -> frozenset[int]:
    """The phases that are done or not by something that not everyone sees: that they are done tells what is hidden."""
    things = Things(program.places, program.zones)
    everything = tuple(statements(program))
    veiled: set[int] = set()

    def tells(op: Op) -> bool:
        """Whether what the statement works out reads something hidden, or a name that holds such a thing."""
        read = evaluated(op)
        if any(hidden(node, things) for node in read):
            return True
        slots = (each.index if isinstance(each, Slot) else each.base for each in nodes(read) if isinstance(each, Slot | Cell))
        return any(slot in veiled for slot in slots)

    before = -1
    while len(veiled) > before:
        before = len(veiled)
        for op in everything:
            named = [slot for write in writes(op, program) for slot in reached(write.target) if slot >= program.locals]
            if named and not veiled.issuperset(named) and tells(op):
                veiled.update(named)
    choices = [op for op in everything if isinstance(op, Branch | ForEach | Repeat) and tells(op)]
    done = (inner for op in choices for block in blocks(op) for inner in within(program, block))
    return frozenset(inner.phase for inner in done if isinstance(inner, Do))
