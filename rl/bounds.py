"""Bounds that hold for every match of a Program, read off its rules: of values, and of how many decisions there are."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve, frozen

from ..dsl.ir import (
    LARGEST,
    NOTHING,
    SMALLEST,
    All,
    Arithmetic,
    Ask,
    Assign,
    Block,
    Branch,
    Calculation,
    Cards,
    Cell,
    Comparison,
    Conditional,
    Contains,
    Draw,
    Either,
    Expr,
    Filtered,
    First,
    Fold,
    FoldKind,
    ForEach,
    Let,
    Listed,
    Lookup,
    Negate,
    Not,
    Number,
    Op,
    Pick,
    Present,
    Program,
    Range,
    Repeat,
    Row,
    Scope,
    Set,
    Size,
    Slot,
    Target,
    Together,
)
from .walk import every

Interval = tuple[int, int]
"""The lowest and the highest value there can be."""

ANYTHING: Interval = (SMALLEST, LARGEST)
TRUTH: Interval = (0, 1)


@frozen
class Values:
    """What is known of the values in a Program: the scratch slots bound around an expression, by slot."""

    program: Program
    bound: tuple[tuple[int, Interval], ...] = ()

    def knowing(self, slot: int, interval: Interval) -> Values:
        """The same, with one scratch slot bound."""
        return evolve(self, bound=((slot, interval), *self.bound))

    def at(self, slot: int) -> Interval:
        """What can stand in a slot: what is bound there, or the declared range of the place."""
        for known, interval in self.bound:
            if known == slot:
                return interval
        for place in self.program.places:
            length = 1 + sum((extent.size - 1) * extent.stride for extent in place.extents)
            if place.base <= slot < place.base + length:
                return place.low, place.high
        return ANYTHING


def unbounded(found: Interval) -> bool:
    """Whether these are no bounds that are of any use."""
    return found[0] < SMALLEST // 2 or found[1] > LARGEST // 2


def union(*intervals: Interval) -> Interval:
    """The smallest interval around them all."""
    return min(low for low, _ in intervals), max(high for _, high in intervals)


def interval(values: Values, expr: Expr) -> Interval:
    """Bounds on the value of an expression when it is not nothing; ANYTHING where the rules tell none."""
    match expr:
        case Number(value):
            return (value, value) if value != NOTHING else ANYTHING
        case Slot(index):
            return values.at(index)
        case Cell(base=base):
            return values.at(base)
        case Lookup(table=table):
            printed = [value for value in values.program.tables[table] if value != NOTHING]
            return (min(printed), max(printed)) if printed else ANYTHING
        case Present(value=inner):
            return interval(values, inner)
        case Negate(inner):
            low, high = interval(values, inner)
            return -high, -low
        case Not() | Comparison() | All() | Either() | Contains():
            return TRUTH
        case Arithmetic(how, left, right, _):
            return _calculated(how, interval(values, left), interval(values, right))
        case Conditional(_, then, otherwise):
            return _union_of(values, (then, otherwise))
        case Let(slot, inner, body):
            return interval(values.knowing(slot, interval(values, inner)), body)
        case Fold():
            return _folded(values, expr)
        case First(source=source, otherwise=otherwise):
            found = elements(values, source)
            return found if _is_nothing(otherwise) else union(found, interval(values, otherwise or Number(0)))
        case Size(zone):
            return 0, sum(values.program.decks[values.program.zones[zone.zone].deck].copies)
        case _:
            assert_never(expr)


def _is_nothing(expr: Expr | None) -> bool:
    return expr is None or (isinstance(expr, Number) and expr.value == NOTHING)


def _union_of(values: Values, parts: tuple[Expr, ...]) -> Interval:
    known = [interval(values, part) for part in parts if not _is_nothing(part)]
    return union(*known) if known else ANYTHING


def _calculated(how: Calculation, left: Interval, right: Interval) -> Interval:
    (a, b), (c, d) = left, right
    if ANYTHING in (left, right) and how not in (Calculation.MIN, Calculation.MAX):
        return ANYTHING
    match how:
        case Calculation.ADD:
            return a + c, b + d
        case Calculation.SUBTRACT:
            return a - d, b - c
        case Calculation.MULTIPLY:
            corners = (a * c, a * d, b * c, b * d)
            return min(corners), max(corners)
        case Calculation.MIN:
            return min(a, c), min(b, d)
        case Calculation.MAX:
            return max(a, c), max(b, d)
        case Calculation.DIV:
            return union((a, b), (-b, -a))
        case Calculation.MOD:
            return min(0, c + 1), max(0, d - 1)
        case _:
            assert_never(how)


def _folded(values: Values, fold: Fold) -> Interval:
    most, inner = size(values, fold.source), values.knowing(fold.slot, elements(values, fold.source))
    match fold.kind:
        case FoldKind.ANY | FoldKind.EVERY:
            return TRUTH
        case FoldKind.COUNT:
            return (0, most) if most is not None else ANYTHING
        case FoldKind.SUM:
            low, high = interval(inner, fold.value)
            if most is None or (low, high) == ANYTHING:
                return ANYTHING
            return min(0, most * low), max(0, most * high)
        case FoldKind.HIGHEST | FoldKind.LOWEST:
            found = interval(inner, fold.value)
            return found if _is_nothing(fold.otherwise) else union(found, interval(values, fold.otherwise or Number(0)))
        case _:
            assert_never(fold.kind)


def elements(values: Values, source: Set) -> Interval:
    """Bounds on the elements of a set."""
    match source:
        case Range(low, high):
            return interval(values, low)[0], interval(values, high)[1]
        case Row(rows=rows):
            printed = [value for row in values.program.rows[rows] for value in row]
            return (min(printed), max(printed)) if printed else ANYTHING
        case Listed(items):
            return _union_of(values, items)
        case Cards(zone):
            return 0, values.program.zones[zone.zone].kinds - 1
        case Filtered(inner, _, _):
            return elements(values, inner)
        case _:
            assert_never(source)


def size(values: Values, source: Set) -> int | None:
    """How many elements there are at most, cards as often as they are there; None where the rules do not tell."""
    match source:
        case Range():
            low, high = elements(values, source)
            return None if unbounded((low, high)) else max(0, high - low + 1)
        case Row(rows=rows):
            return max((len(row) for row in values.program.rows[rows]), default=0)
        case Listed(items):
            return len(items)
        case Cards(zone):
            return sum(values.program.decks[values.program.zones[zone.zone].deck].copies)
        case Filtered(inner, _, _):
            return size(values, inner)
        case _:
            assert_never(source)


@frozen
class Length:
    """How many decisions there are at most: of the seats, and of nature (None: the rules do not tell)."""

    seats: int | None
    nature: int | None

    def plus(self, other: Length) -> Length:
        """One after the other."""
        return Length(_sum(self.seats, other.seats), _sum(self.nature, other.nature))

    def either(self, other: Length) -> Length:
        """One or the other."""
        return Length(_most(self.seats, other.seats), _most(self.nature, other.nature))

    def times(self, count: int | None) -> Length:
        """So often."""
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


def length(program: Program) -> Length:
    """How many decisions a match has at most, from its loops and from `longest:`."""
    found = passes(program, program.body)
    if program.longest is None:
        return found
    most = program.longest.decisions
    return Length(
        most if found.seats is None else min(most, found.seats), most if found.nature is None else min(most, found.nature)
    )


def passes(program: Program, ops: Block) -> Length:
    """How many decisions a run through these statements has at most."""
    total = NONE
    for op in ops:
        total = total.plus(_passes(program, op))
    return total


def _passes(program: Program, op: Op) -> Length:
    values = Values(program)
    match op:
        case Ask(alternatives=alternatives):
            longest = NONE
            for alternative in alternatives:
                longest = longest.either(passes(program, alternative.body))
            return longest.plus(Length(1, 0))
        case Draw() | Pick():
            return Length(0, 1)
        case Branch(_, then, otherwise, _):
            return passes(program, then).either(passes(program, otherwise))
        case ForEach(source=source, body=body, stored=stored, capacity=capacity):
            count = size(values, source)
            if stored is not None:
                count = capacity if count is None else min(count, capacity)
            return passes(program, body).times(count)
        case Repeat(limit=limit, body=body):
            return passes(program, body).times(_limit(program, limit))
        case Scope(body=body):
            return passes(program, body)
        case Together(body=body):
            return passes(program, body).times(len(program.seats))
        case _:
            return NONE


def _limit(program: Program, limit: Expr | None) -> int | None:
    match limit:
        case Number(value):
            return max(0, value)
        case Slot() | Cell():
            # the slot is lent to other names before and after, but what is stored there for this loop is an Assign
            stored = [
                min(op.high, interval(Values(program), op.value)[1])
                for op in every(program.body)
                if isinstance(op, Assign) and _start(op.target) == _start(limit)
            ]
            return None if not stored or unbounded((0, max(stored))) else max(0, *stored)
        case _:
            return None


def _start(target: Target) -> int:
    match target:
        case Slot(index):
            return index
        case Cell(base=base):
            return base
        case _:
            assert_never(target)


def payoffs(program: Program) -> Interval:
    """The lowest and the highest payoff: what the declared one can be by the declared ranges of what it is made of, 0 among
    them, for a match cut short pays nothing; else -1 and 1. Raises ValueError when the rules tell no bounds.
    """
    declared = program.outcome.payoff
    if declared is None:
        return -1, 1
    seats = len(program.seats)
    found = interval(Values(program).knowing(program.outcome.seat, (0, max(0, seats - 1))), declared)
    if unbounded(found):
        raise ValueError(
            f"the rules of `{program.ruleset}` set no bounds to its payoffs: register it with `utilities=(low, high)`, or let"
            " every value that is paid be declared with a range (`holds:`)"
        )
    low, high = union(found, (0, 0))
    return (low, high) if low < high else (low - 1, high + 1)
