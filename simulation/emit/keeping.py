"""What is kept while a phase is tried, so that all can be put back.

Most of what is written in a trial are a few elements of long arrays. Each such write is noted in working memory before it is
done, and undone from there, the last one first; everything else that a trial may change is copied before and back. Bitboards and
packed cards are copied with what they tell.
"""

from __future__ import annotations

from attrs import frozen

from ...program import ir
from ...program.ops import bodies, changed_by, reached, stretches, tried, writes
from ...program.ranges import Known
from .bitboards import Bitboard
from .packing import Packing

LONG = 12
"""Arrays with fewer elements are copied."""

MOST = 20_000
"""An array is copied as well where a trial may make more writes than this: noting one costs less than what leads to it."""


@frozen
class Kept:
    """What is kept while a phase is tried: stretches of the vector and of words, and how many writes are noted at most.

    *changed* are all slots that hold something else meanwhile.
    """

    slots: tuple[range, ...]
    words: tuple[range, ...]
    most: int
    changed: frozenset[int]

    @property
    def room(self) -> int:
        """How many places of working memory that takes at most."""
        return 2 * self.most + sum(len(stretch) for stretch in (*self.slots, *self.words))


@frozen
class Keeping:
    """What is kept in each trial of a Program, and the arrays whose writes are noted."""

    trials: tuple[Kept, ...]
    noted: tuple[range, ...]

    @property
    def room(self) -> int:
        """How many places of working memory any of the trials needs."""
        return max((kept.room for kept in self.trials), default=0)

    def notes(self, slot: int) -> bool:
        """Whether writes to the array of a slot are noted."""
        return any(slot in array for array in self.noted)


NOTHING_KEPT = Keeping((), ())
"""For a Program that tries nothing."""


def keeping(program: ir.Program, known: Known, packing: dict[int, Packing], boards: tuple[Bitboard, ...]) -> Keeping:
    """What is kept, where cards are packed and arrays have bitboards like this."""
    noted = _noted(program, known)
    found = list[Kept]()
    for trial in program.trials:
        changed = frozenset(slot for stretch in changed_by(program, trial) for slot in stretch)
        most = sum(_most(program, known, body, array) for array in noted for body in bodies(program.phases[trial.phase]))
        words = {
            word
            for board in boards
            if not changed.isdisjoint(range(board.base, board.base + board.groups * board.size))
            for word in range(board.first, board.first + board.length)
        }
        slots = changed.difference(*noted) if noted else changed
        for zone in program.zones:
            if zone.deck in packing:
                words.update(base for base in zone.bases if base in changed)
                slots = slots.difference(slot for base in zone.bases for slot in range(base + 1, base + zone.length))
        found.append(Kept(stretches(slots), stretches(words), most, changed))
    return Keeping(tuple(found), noted)


def _noted(program: ir.Program, known: Known) -> tuple[range, ...]:
    """The long arrays that trials change by assignments alone, so often at most."""
    single, other = set[int](), set[int]()
    for trial in program.trials:
        for op in tried(program, trial):
            assigned = isinstance(op, ir.Assign | ir.AssignAll)
            for write in writes(op, program):
                (single if assigned else other).update(reached(write.target))
    found = list[range]()
    for place in program.places:
        width = 1 + sum((extent.size - 1) * extent.stride for extent in place.extents)
        array = range(place.base, place.base + width)
        if width < LONG or single.isdisjoint(array) or not other.isdisjoint(array):
            continue
        if all(_writes_in(program, known, trial, array) <= MOST for trial in program.trials):
            found.append(array)
    return tuple(found)


def _writes_in(program: ir.Program, known: Known, trial: ir.Trial, array: range) -> int:
    return sum(_most(program, known, body, array) for body in bodies(program.phases[trial.phase]))


def _most(program: ir.Program, known: Known, ops: ir.Block, array: range) -> int:
    """How often these statements write elements of an array at most."""
    return sum(_most_of(program, known, op, array) for op in ops)


def _most_of(program: ir.Program, known: Known, op: ir.Op, array: range) -> int:
    match op:
        case ir.Assign(target=target):
            return int(_is_in(target, array))
        case ir.AssignAll(target=target, source=source):
            return known.most(source) if _is_in(target, array) else 0
        case ir.Branch(_, then, otherwise):
            return max(_most(program, known, then, array), _most(program, known, otherwise, array))
        case ir.ForEach(source=source, body=body):
            return known.most(source) * _most(program, known, body, array)
        case ir.Repeat(limit=limit, body=body):
            times = ir.PASSES if limit is None else min(ir.PASSES, max(0, known.value(limit).high))
            return times * _most(program, known, body, array)
        case ir.Do(phase):
            return sum(_most(program, known, body, array) for body in bodies(program.phases[phase]))
        case _:
            return 0


def _is_in(target: ir.Target, array: range) -> bool:
    match target:
        case ir.Cell(base):
            return base in array
        case _:
            return target.index in array
