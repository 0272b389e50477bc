"""Bounds that hold for every match of a Program, derived from its rules: of payoffs, and of the number of decisions.

Bounds of single values come from `rulerun.program.ranges`.
"""

from __future__ import annotations

from attrs import frozen

from ..interpreter.outcome import Paid, paid
from ..program.intervals import Bounds
from ..program.ir import (
    LARGEST,
    SMALLEST,
    Ask,
    Assign,
    Block,
    Cell,
    Do,
    Draw,
    Expr,
    ForEach,
    Number,
    Op,
    Pick,
    Program,
    Range,
    Repeat,
    Set,
    Slot,
    Target,
    Together,
)
from ..program.ops import along, statements
from ..program.ranges import Known
from ..program.ranges import known as all_known

Interval = tuple[int, int]
"""The lowest and the highest possible value."""


def unbounded(found: Bounds) -> bool:
    """Whether the bounds are too wide to be of use: more than half of what a slot can hold."""
    return found.low < SMALLEST // 2 or found.high > LARGEST // 2


def size(known: Known, source: Set) -> int | None:
    """The largest possible number of elements, every copy of a card counted; None when the rules set no bound."""
    match source:
        case Range() if unbounded(known.elements(source)):
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


def length(program: Program) -> Length:
    """The largest possible number of decisions in a match, from its loops and from `longest:`."""
    found = passes(all_known(program), program.body)
    if program.longest is None:
        return found
    most = program.longest.decisions
    return Length(
        most if found.seats is None else min(most, found.seats), most if found.nature is None else min(most, found.nature)
    )


def passes(known: Known, ops: Block) -> Length:
    """The largest possible number of decisions in one run through these statements."""
    return along(ops, NONE, _Counting(known))


@frozen
class _Counting:
    """Counts the decisions on the way through a block."""

    known: Known

    def into(self, op: Op, block: int, now: Length) -> Length:
        """A block is counted by itself."""
        return NONE

    def past(self, op: Op, now: Length, inside: list[Length]) -> Length:
        """The bound behind the statement."""
        return now.plus(self._of(op, inside))

    def _of(self, op: Op, inside: list[Length]) -> Length:
        longest = NONE
        for each in inside:
            longest = longest.either(each)
        match op:
            case Ask():
                return longest.plus(Length(1, 0))
            case Draw() | Pick():
                return Length(0, 1)
            case ForEach(source=source, stored=stored, capacity=capacity):
                count = size(self.known, source)
                if stored is not None:
                    count = capacity if count is None else min(count, capacity)
                return longest.times(count)
            case Repeat(limit=limit):
                return longest.times(_limit(self.known, limit))
            case Do(phase=phase):
                return passes(self.known, self.known.program.phases[phase].body)
            case Together():
                return longest.times(len(self.known.program.seats))
            case _:
                return longest


def _limit(known: Known, limit: Expr | None) -> int | None:
    match limit:
        case Number(value):
            return max(0, value)
        case Slot() | Cell():
            # other names use this slot too, but an Assign stores the limit of this loop, so the largest value stored is a bound
            stored = [
                min(op.high, known.value(op.value).high)
                for op in statements(known.program)
                if isinstance(op, Assign) and _start(op.target) == _start(limit)
            ]
            return None if not stored or unbounded(Bounds(0, max(stored))) else max(0, *stored)
        case _:
            return None


def _start(target: Target) -> int:
    match target:
        case Slot(index):
            return index
        case Cell(base=base):
            return base


def payoffs(program: Program) -> tuple[Paid, Paid]:
    """The lowest and the highest payoff, from the declared ranges of the values that it is computed from.

    0 always lies between them, because a match that is cut short pays nothing. Without a declared payoff they are -1 and 1.
    Raises ValueError when the rules set no bounds.
    """
    declared = program.outcome.payoff
    if declared is None:
        return -1, 1
    seats = len(program.seats)
    found = all_known(program).binding(program.outcome.seat, Bounds(0, max(0, seats - 1))).value(declared)
    if unbounded(found):
        raise ValueError(
            f"the rules of `{program.ruleset}` set no bounds to its payoffs: register it with `utilities=(low, high)`, or let"
            " every value that is paid be declared with a range (`holds:`)"
        )
    parts = program.outcome.parts
    low, high = paid(min(found.low, 0), parts), paid(max(found.high, 0), parts)
    return (low, high) if low < high else (low - 1, high + 1)
