"""Bounds that hold for every match of a Program, derived from its rules: of payoffs, and of the number of decisions.

Bounds of single values come from `rulerun.program.ranges`.
"""

from __future__ import annotations

from attrs import evolve, frozen

from ..interpreter.outcome import Paid, paid
from ..interpreter.views import cells
from ..program import ir
from ..program.intervals import Bounds, negated
from ..program.ops import along, asks, reached, statements, writes
from ..program.ranges import Known, unbounded
from ..program.ranges import known as all_known
from .filling import filling, room


def size(known: Known, source: ir.Set) -> int | None:
    """The largest possible number of elements, every copy of a card counted; None when the rules set no bound."""
    match source:
        case ir.Range() if unbounded(known.elements(source)):
            return None
        case _:
            return known.most(source)


@frozen
class Length:
    """The largest possible number of decisions of the seats, and of nature (None: the rules set no bound)."""

    seats: int | None
    nature: int | None

    def plus(self, other: Length) -> Length:
        """The bound for both, one after the other."""
        return Length(_sum(self.seats, other.seats), _sum(self.nature, other.nature))

    def either(self, other: Length) -> Length:
        """The bound for one or the other."""
        return Length(_most(self.seats, other.seats), _most(self.nature, other.nature))

    def times(self, count: int | None) -> Length:
        """The bound for *count* repetitions (None: of unknown number)."""
        return Length(_product(self.seats, count), _product(self.nature, count))


def _sum(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else left + right


def _most(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else max(left, right)


def _product(each: int | None, count: int | None) -> int | None:
    if each == 0 or count == 0:
        return 0
    return None if each is None or count is None else each * count


NONE = Length(0, 0)
"""No decisions."""


def length(program: ir.Program) -> Length:
    """The largest possible number of decisions in a match: from its loops, from the empty spaces that decisions fill, and from
    `longest:`.
    """
    known = all_known(program)
    found = _with_room(known, passes(known, program.body))
    if program.longest is None:
        return found
    most = program.longest.decisions
    return Length(
        most if found.seats is None else min(most, found.seats), most if found.nature is None else min(most, found.nature)
    )


def _with_room(known: Known, whole: Length) -> Length:
    """The same, or less where decisions fill spaces: there are no more of these than empty spaces, and all others by loops."""
    filled = filling(known)
    if not filled:
        return whole
    every = frozenset(ask.stop for ask in asks(known.program))
    rest = passes(known, known.program.body, every - filled.keys()).seats
    for place in sorted({*filled.values()}):
        often = passes(known, known.program.body, frozenset(stop for stop, number in filled.items() if number == place)).seats
        most = room(known.program, place)
        rest = _sum(rest, most if often is None else min(often, most))
    return Length(rest if whole.seats is None or (rest is not None and rest < whole.seats) else whole.seats, whole.nature)


def passes(known: Known, ops: ir.Block, counted: frozenset[int] | None = None) -> Length:
    """The largest possible number of decisions in one run through these statements; of those of seats only these *counted* stops
    (None: all).
    """
    return along(ops, NONE, _Counting(known, counted))


@frozen
class _Counting:
    """Counts the decisions on the way through a block."""

    known: Known
    counted: frozenset[int] | None

    def into(self, op: ir.Op, block: int, now: Length) -> Length:
        """A block is counted by itself."""
        return NONE

    def past(self, op: ir.Op, now: Length, inside: list[Length]) -> Length:
        """The bound behind the statement."""
        return now.plus(self._of(op, inside))

    def _of(self, op: ir.Op, inside: list[Length]) -> Length:
        longest = NONE
        for each in inside:
            longest = longest.either(each)
        match op:
            case ir.Ask(stop=stop):
                return longest.plus(Length(1 if self.counted is None or stop in self.counted else 0, 0))
            case ir.Draw() | ir.Pick():
                return Length(0, 1)
            case ir.ForEach(source=source, stored=stored, capacity=capacity):
                count = size(self.known, source)
                if stored is not None:
                    count = capacity if count is None else min(count, capacity)
                return longest.times(count)
            case ir.Repeat(limit=limit):
                return longest.times(_limit(self.known, limit))
            case ir.Do(phase=phase):
                return passes(self.known, self.known.program.phases[phase].body, self.counted)
            case ir.Together():
                return longest.times(len(self.known.program.seats))
            case _:
                return longest


def _limit(known: Known, limit: ir.Expr | None) -> int | None:
    match limit:
        case ir.Number(value):
            return max(0, value)
        case ir.Slot() | ir.Cell():
            # other names use this slot too, but an Assign stores the limit of this loop, so the largest value stored is a bound
            stored = [
                min(op.high, known.value(op.value).high)
                for op in statements(known.program)
                if isinstance(op, ir.Assign) and _start(op.target) == _start(limit)
            ]
            return None if not stored or unbounded(Bounds(0, max(stored))) else max(0, *stored)
        case _:
            return None


def _start(target: ir.Target) -> int:
    match target:
        case ir.Slot(index):
            return index
        case ir.Cell(base=base):
            return base


def payoffs(program: ir.Program) -> tuple[Paid, Paid]:
    """The lowest and the highest payoff, from the declared ranges of the values that it is computed from.

    0 always lies between them, because a match that is cut short pays nothing. Without a declared payoff they are -1 and 1.
    Raises ValueError when the rules set no bounds.
    """
    declared = program.outcome.payoff
    if declared is None:
        return -1, 1
    found = worth(program, declared)
    if unbounded(found):
        raise ValueError(
            f"the rules of `{program.ruleset}` set no bounds to its payoffs: register it with `utilities=(low, high)`, or let"
            " every value that is paid be declared with a range (`holds:`)"
        )
    parts = program.outcome.parts
    low, high = paid(min(found.low, 0), parts), paid(max(found.high, 0), parts)
    return (low, high) if low < high else (low - 1, high + 1)


def worth(program: ir.Program, declared: ir.Expr) -> Bounds:
    """The bounds of what is worked out for a seat, as a payoff or a score.

    Values without a range that sentences only add to are as wide as all that they can add up to in a match; of what is put
    together of several amounts, each is counted as often as its sentence can be carried out.
    """
    known, seats = all_known(program), len(program.seats)
    for place in program.places:
        slots = frozenset(slot for _, slot in cells(place.base, place.extents))
        if any(unbounded(known.slot(slot)) for slot in slots):
            found = _gained(known, slots)
            if found is not None:
                starts = [program.start[slot] for slot in slots]
                held = Bounds(min(starts) + found.low, max(starts) + found.high)
                known = evolve(known, slots=[held if slot in slots else each for slot, each in enumerate(known.slots)])
    return known.binding(program.outcome.seat, Bounds(0, max(0, seats - 1))).value(declared)


def _gained(known: Known, slots: frozenset[int]) -> Bounds | None:
    """What can be added to any of these slots in a match; None where they are set to other values, or no bound is known."""
    try:
        return along(known.program.body, Bounds(0, 0), _Gaining(known, slots))
    except _Unbounded:
        return None


class _Unbounded(Exception):
    """There is no bound to what is added."""


@frozen
class _Gaining:
    """Adds up, on the way through a block, what is added to one of the slots at the least and at the most."""

    known: Known
    slots: frozenset[int]

    def into(self, op: ir.Op, block: int, now: Bounds) -> Bounds:
        """A block is counted by itself."""
        return Bounds(0, 0)

    def past(self, op: ir.Op, now: Bounds, inside: list[Bounds]) -> Bounds:
        """The bound behind the statement."""
        least, most = min((each.low for each in inside), default=0), max((each.high for each in inside), default=0)
        found = self._of(op, Bounds(least, most))
        return Bounds(now.low + min(0, found.low), now.high + max(0, found.high))

    def _of(self, op: ir.Op, inside: Bounds) -> Bounds:
        match op:
            case ir.Assign(target=target, value=value) if self.slots.intersection(reached(target)):
                return self._added(target, value)
            case ir.AssignAll(target=target, value=value, source=source) if self.slots.intersection(reached(target)):
                return _often(self._added(target, value), size(self.known, source))
            case ir.ForEach(source=source, stored=stored, capacity=capacity):
                count = size(self.known, source)
                if stored is not None:
                    count = capacity if count is None else min(count, capacity)
                return _often(inside, count)
            case ir.Repeat(limit=limit):
                return _often(inside, _limit(self.known, limit))
            case ir.Do(phase=phase):
                return self._phase(phase)
            case ir.Together():
                return _often(inside, len(self.known.program.seats))
            case _:
                if any(self.slots.intersection(reached(each.target)) for each in writes(op, self.known.program)):
                    raise _Unbounded
                return inside

    def _phase(self, number: int) -> Bounds:
        phase = self.known.program.phases[number]
        low = high = 0
        for block in (phase.body, phase.after):
            found = along(block, Bounds(0, 0), self)
            low, high = low + found.low, high + found.high
        return Bounds(low, high)

    def _added(self, target: ir.Target, value: ir.Expr) -> Bounds:
        match value:
            case ir.Arithmetic(how=ir.Calculation.ADD, left=left, right=right) if left == target:
                found = self.known.value(right)
            case ir.Arithmetic(how=ir.Calculation.ADD, left=left, right=right) if right == target:
                found = self.known.value(left)
            case ir.Arithmetic(how=ir.Calculation.SUBTRACT, left=left, right=right) if left == target:
                found = negated(self.known.value(right))
            case _:
                raise _Unbounded
        if found.low > found.high:
            return Bounds(0, 0)
        if unbounded(found):
            raise _Unbounded
        return found


def _often(each: Bounds, count: int | None) -> Bounds:
    """What is added in so many passes (None: of unknown number)."""
    if (each.low, each.high) == (0, 0):
        return each
    if count is None:
        raise _Unbounded
    return Bounds(min(0, each.low) * count, max(0, each.high) * count)
