"""Bounds that hold for every match of a Program, derived from its rules: of payoffs, and of the number of decisions.

Bounds of single values come from `rulerun.simulation.emit.bounds`, because emitted code needs them too.
"""

from __future__ import annotations

from attrs import frozen

from ..program.ir import (
    LARGEST,
    SMALLEST,
    Ask,
    Assign,
    Block,
    Branch,
    Cell,
    Draw,
    Expr,
    ForEach,
    Number,
    Op,
    Pick,
    Program,
    Range,
    Repeat,
    Scope,
    Set,
    Slot,
    Target,
    Together,
)
from ..simulation.emit.bounds import Bounds, Known, binding, bounds, elements, most
from ..simulation.emit.survey import knowledge, statements

Interval = tuple[int, int]
"""The lowest and the highest possible value."""


def unbounded(found: Bounds) -> bool:
    """Whether the bounds are too wide to be of use: more than half of what a slot can hold."""
    return found.low < SMALLEST // 2 or found.high > LARGEST // 2


def size(known: Known, source: Set) -> int | None:
    """The largest possible number of elements, every copy of a card counted; None when the rules set no bound."""
    match source:
        case Range() if unbounded(elements(known, source)):
            return None
        case _:
            return most(known, source)


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
    found = passes(knowledge(program), program.body)
    if program.longest is None:
        return found
    most = program.longest.decisions
    return Length(
        most if found.seats is None else min(most, found.seats), most if found.nature is None else min(most, found.nature)
    )


def passes(known: Known, ops: Block) -> Length:
    """The largest possible number of decisions in one run through these statements."""
    total = NONE
    for op in ops:
        total = total.plus(_passes(known, op))
    return total


def _passes(known: Known, op: Op) -> Length:
    match op:
        case Ask(alternatives=alternatives):
            longest = NONE
            for alternative in alternatives:
                longest = longest.either(passes(known, alternative.body))
            return longest.plus(Length(1, 0))
        case Draw() | Pick():
            return Length(0, 1)
        case Branch(_, then, otherwise, _):
            return passes(known, then).either(passes(known, otherwise))
        case ForEach(source=source, body=body, stored=stored, capacity=capacity):
            count = size(known, source)
            if stored is not None:
                count = capacity if count is None else min(count, capacity)
            return passes(known, body).times(count)
        case Repeat(limit=limit, body=body):
            return passes(known, body).times(_limit(known, limit))
        case Scope(body=body):
            return passes(known, body)
        case Together(body=body):
            return passes(known, body).times(len(known.program.seats))
        case _:
            return NONE


def _limit(known: Known, limit: Expr | None) -> int | None:
    match limit:
        case Number(value):
            return max(0, value)
        case Slot() | Cell():
            # other names use this slot too, but an Assign stores the limit of this loop, so the largest value stored is a bound
            stored = [
                min(op.high, bounds(known, op.value).high)
                for op in statements(known.program.body)
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


def payoffs(program: Program) -> Interval:
    """The lowest and the highest payoff, from the declared ranges of the values that it is computed from.

    0 always lies between them, because a match that is cut short pays nothing. Without a declared payoff they are -1 and 1.
    Raises ValueError when the rules set no bounds.
    """
    declared = program.outcome.payoff
    if declared is None:
        return -1, 1
    seats = len(program.seats)
    found = bounds(binding(knowledge(program), program.outcome.seat, Bounds(0, max(0, seats - 1))), declared)
    if unbounded(found):
        raise ValueError(
            f"the rules of `{program.ruleset}` set no bounds to its payoffs: register it with `utilities=(low, high)`, or let"
            " every value that is paid be declared with a range (`holds:`)"
        )
    low, high = min(found.low, 0), max(found.high, 0)
    return (low, high) if low < high else (low - 1, high + 1)
