"""Expressions and sets of a Program as Python closures over the slots."""

from __future__ import annotations

from functools import partial
from operator import itemgetter
from typing import assert_never

from ...program.binomials import Ways
from ...program.ir import (
    NOTHING,
    All,
    Arithmetic,
    Axis,
    Calculation,
    Cards,
    Cell,
    Comparison,
    Completions,
    Conditional,
    Contains,
    Either,
    Expr,
    Filtered,
    First,
    Fold,
    FoldKind,
    Key,
    Let,
    Listed,
    Lookup,
    Negate,
    Not,
    Number,
    Present,
    Program,
    Range,
    Relation,
    Row,
    Set,
    Size,
    Slot,
    Target,
    ZoneAt,
)
from ..core import reasons
from ..core.zones import Layout, copies, layout
from .addressing import Index, Misplaced, address, element, entry
from .aggregates import Extreme, SortKey, Walk, count, every, extreme, first, some, sort_key, total
from .arithmetic import against_number, calculation, comparison, slot_against_number, with_number, within_range
from .context import Context, Elements, Evaluation
from .line_tests import any_lines, any_whole, lines_of, whole
from .sets import between, cards, constant, filtered, listed, row


def value(context: Context, expr: Expr) -> Evaluation:
    """A closure that gives the value; truth values are 0 or 1."""
    match expr:
        case Comparison() | Not() | All() | Either():
            holds = test(context, expr)
            return lambda s: 1 if holds(s) else 0
        case _:
            return test(context, expr)


def test(context: Context, expr: Expr) -> Evaluation:
    """A closure that gives the value, where a truth value may be anything that Python treats as true or false."""
    match expr:
        case Number(number):
            return lambda s: number
        case Slot(index):
            return itemgetter(index)
        case Cell():
            return _cell(context, expr)
        case Lookup(table, axes, what, sentence):
            start, places, wrong = _placed(context, 0, axes, what, sentence)
            return entry(context.program.tables[table][start:], places, wrong)
        case Present():
            return _present(context, expr)
        case Negate(inner):
            return _negated(value(context, inner))
        case Not(inner):
            return _denied(test(context, inner))
        case Arithmetic():
            return _arithmetic(context, expr)
        case Comparison():
            return _comparison(context, expr)
        case All(parts):
            return _all(tuple(test(context, part) for part in parts))
        case Either(parts):
            return _either(tuple(test(context, part) for part in parts))
        case Conditional(asked, then, otherwise):
            decides, yes, no = test(context, asked), value(context, then), value(context, otherwise)
            return lambda s: yes(s) if decides(s) else no(s)
        case Let():
            return _let(context, expr)
        case Fold():
            return _fold(context, expr)
        case First(slot, source, where, keys, otherwise):
            return first(_walk(context, slot, source, where), sort_keys(context, keys), _optional(context, otherwise))
        case Contains(source, inner):
            return _contains(context, source, value(context, inner))
        case Size(zone):
            base = zone_address(context, zone)
            return lambda s: s[base(s)]
        case Completions():
            return _completions(context, expr)
        case _:
            assert_never(expr)


def value_of(program: Program, slots: tuple[int, ...], expr: Expr) -> int:
    """The value of an expression in the state with these slots. Raises PlayError."""
    return value(Context(program, None, None), expr)([*slots, *(0,) * (program.scratch + 1)])


def elements(context: Context, source: Set) -> Elements:
    """The compiled set."""
    match source:
        case Range(Number(low), Number(high)):
            return constant(() if NOTHING in (low, high) else range(low, high + 1))
        case Range(low, high):
            return between(value(context, low), value(context, high))
        case Row(rows, at, what, sentence):
            wrong = Misplaced(context, what, sentence)
            return row(context.program.rows[rows], value(context, at), wrong.fault)
        case Listed(items):
            numbers = [item.value for item in items if isinstance(item, Number)]
            if len(numbers) == len(items):
                return constant(tuple(number for number in numbers if number != NOTHING))
            return listed(tuple(value(context, item) for item in items))
        case Cards(zone):
            return cards(zone_address(context, zone), zone_layout(context, zone))
        case Filtered(inner, slot, where):
            return filtered(elements(context, inner), slot, test(context, where))
        case _:
            assert_never(source)


def target_address(context: Context, target: Target) -> Evaluation:
    """A closure that gives the number of the slot to write."""
    match target:
        case Slot(index):
            return lambda s: index
        case Cell(base, axes, what, sentence):
            return address(*_placed(context, base, axes, what, sentence))
        case _:
            assert_never(target)


def fixed_slot(target: Target) -> int | None:
    """The number of the slot to write, if it never changes; else None."""
    match target:
        case Slot(index):
            return index
        case Cell(base, axes, _, _):
            return _fixed(base, axes)
        case _:
            assert_never(target)


def zone_address(context: Context, zone: ZoneAt) -> Evaluation:
    """A closure that gives the first slot of the instance."""
    declared = context.program.zones[zone.zone]
    fixed = _fixed(declared.base, zone.axes)
    if fixed is not None:
        return lambda s: fixed
    return address(*_placed(context, declared.base, zone.axes, declared.name.plain, zone.sentence))


def zone_layout(context: Context, zone: ZoneAt) -> Layout:
    """The layout of the instance."""
    return layout(context.program.zones[zone.zone])


def sort_keys(context: Context, keys: tuple[Key, ...]) -> tuple[SortKey, ...]:
    """The compiled sort keys, the most significant first."""
    return tuple(sort_key(value(context, key.value), key.highest) for key in keys)


def _fixed(base: int, axes: tuple[Axis, ...]) -> int | None:
    slot = base
    for axis in axes:
        match axis.at:
            case Number(number) if axis.low <= number < axis.low + axis.size:
                slot += (number - axis.low) * axis.stride
            case _:
                return None
    return slot


def _placed(
    context: Context, base: int, axes: tuple[Axis, ...], what: str, sentence: int
) -> tuple[int, tuple[Index, ...], Misplaced]:
    """The base, the compiled axes, and how to report a wrong index; axes with a constant index are added to the base."""
    open_axes = []
    for axis in axes:
        slot = None
        match axis.at:
            case Number(number) if axis.low <= number < axis.low + axis.size:
                base += (number - axis.low) * axis.stride
                continue
            case Slot(index):
                slot = index
            case _:
                pass
        open_axes.append(Index(value(context, axis.at), slot, axis.low, axis.size, axis.stride))
    return base, tuple(open_axes), Misplaced(context, what, sentence)


def _negated(inner: Evaluation) -> Evaluation:
    return lambda s: -inner(s)


def _denied(inner: Evaluation) -> Evaluation:
    return lambda s: not inner(s)


def _cell(context: Context, expr: Cell) -> Evaluation:
    fixed = _fixed(expr.base, expr.axes)
    if fixed is not None:
        return itemgetter(fixed)
    return element(*_placed(context, expr.base, expr.axes, expr.what, expr.sentence))


def _present(context: Context, expr: Present) -> Evaluation:
    inner, reason, sentence = value(context, expr.value), reasons.absent(expr.what), expr.sentence

    def present(s: list[int]) -> int:
        number = inner(s)
        if number == NOTHING:
            raise context.fault(reason, sentence)
        return number

    return present


def _arithmetic(context: Context, expr: Arithmetic) -> Evaluation:
    match expr:
        case Arithmetic(how, Slot(index), Number(number), wide=False):
            direct = with_number(how, index, number)
            if direct is not None:
                return direct
        case Arithmetic(Calculation.ADD, left, Number(number), wide=False):
            summand = value(context, left)
            return lambda s: summand(s) + number
        case _:
            pass
    found = calculation(context, expr.how, value(context, expr.left), value(context, expr.right), expr.sentence)
    return within_range(context, found, expr.sentence) if expr.wide else found


def _comparison(context: Context, expr: Comparison) -> Evaluation:
    equality = expr.how in (Relation.EQUAL, Relation.DIFFERENT)
    match expr:
        case Comparison(how, Slot(index), Number(number)) if equality or number != NOTHING:
            return slot_against_number(how, index, number)
        case Comparison(how, left, Number(number)) if equality or (number != NOTHING and not context.may_be_absent(left)):
            return against_number(how, value(context, left), number)
        case Comparison(Relation.EQUAL, Slot(one), Slot(other)):
            return lambda s: s[one] == s[other]
        case _:
            absent = context.may_be_absent(expr.left) or context.may_be_absent(expr.right)
            return comparison(expr.how, value(context, expr.left), value(context, expr.right), absent)


def _all(parts: tuple[Evaluation, ...]) -> Evaluation:
    match parts:
        case ():
            return lambda s: 1
        case (one,):
            return one
        case (one, two):
            return lambda s: one(s) and two(s)
        case (one, two, three):
            return lambda s: one(s) and two(s) and three(s)
        case _:
            return lambda s: all(part(s) for part in parts)


def _either(parts: tuple[Evaluation, ...]) -> Evaluation:
    match parts:
        case ():
            return lambda s: 0
        case (one,):
            return one
        case (one, two):
            return lambda s: one(s) or two(s)
        case (one, two, three):
            return lambda s: one(s) or two(s) or three(s)
        case _:
            return lambda s: any(part(s) for part in parts)


def _let(context: Context, expr: Let) -> Evaluation:
    slot, named, body = expr.slot, value(context, expr.value), value(context, expr.body)

    def let(s: list[int]) -> int:
        s[slot] = named(s)
        return body(s)

    return let


def _optional(context: Context, expr: Expr | None) -> Evaluation | None:
    return None if expr is None else value(context, expr)


def _walk(context: Context, slot: int, source: Set, where: Expr | None) -> Walk:
    return Walk(elements(context, source), slot, None if where is None else test(context, where))


def _fold(context: Context, expr: Fold) -> Evaluation:
    walk = _walk(context, expr.slot, expr.source, expr.where)
    match expr.kind:
        case FoldKind.SUM:
            too_large = context.too_large(expr.sentence) if expr.wide else None
            absent = partial(context.fault, reasons.NOTHING_IN_SUM, expr.sentence)
            return total(walk, value(context, expr.value), absent, too_large)
        case FoldKind.COUNT:
            match expr.source, expr.where:
                case Cards(zone), None:
                    return value(context, Size(zone))
                case _:
                    return count(walk)
        case FoldKind.ANY:
            lines = any_lines(context.program, expr)
            if lines is not None:
                return any_whole(lines, value(context, lines.wanted))
            return some(walk, test(context, expr.value))
        case FoldKind.EVERY:
            line = lines_of(context.program, expr)
            if line is not None:
                return whole(line, value(context, line.wanted), Misplaced(context, line.what, line.sentence).fault)
            return every(walk, test(context, expr.value))
        case FoldKind.HIGHEST | FoldKind.LOWEST:
            wanted = Extreme(expr.kind is FoldKind.HIGHEST, expr.rank, expr.distinct, _optional(context, expr.otherwise))
            return extreme(walk, value(context, expr.value), wanted)
        case _:
            assert_never(expr.kind)


def _contains(context: Context, source: Set, asked: Evaluation) -> Evaluation:
    match source:
        case Range(low, high):
            first_one, last = value(context, low), value(context, high)
            return lambda s: _within(asked(s), first_one(s), last(s))
        case Cards(zone):
            base, shape = zone_address(context, zone), zone_layout(context, zone)
            return lambda s: 1 if 0 <= (kind := asked(s)) < shape.kinds and copies(s, base(s), shape)[kind] else 0
        case Filtered(inner, slot, where):
            within, holds = _contains(context, inner, lambda s: s[slot]), test(context, where)
            return lambda s: _passes(s, slot, asked(s), within, holds)
        case Row() | Listed():
            values = elements(context, source).values
            return lambda s: 1 if (number := asked(s)) != NOTHING and number in values(s) else 0
        case _:
            assert_never(source)


def _within(number: int, low: int, high: int) -> int:
    return 1 if NOTHING not in (number, low, high) and low <= number <= high else 0


def _passes(s: list[int], slot: int, number: int, within: Evaluation, holds: Evaluation) -> int:
    s[slot] = number
    return 1 if number != NOTHING and within(s) and holds(s) else 0


def _completions(context: Context, expr: Completions) -> Evaluation:
    """The number of sets of cards that can still be taken where this card is taken next."""
    base, shape, program = zone_address(context, expr.zone), zone_layout(context, expr.zone), context.program
    card, last, taken, left = (value(context, each) for each in (expr.card, expr.last, expr.taken, expr.left))
    ways = Ways(program.rows[expr.rows], None if expr.exponents is None else program.rows[expr.exponents])

    def weigh(s: list[int]) -> int:
        kind, before, had, more = card(s), last(s), taken(s), left(s)
        if kind < before:
            return 0
        counts = copies(s, base(s), shape)
        beyond, among = sum(counts[kind + 1 :]), sum(counts[before:]) + had
        if kind == before:
            return ways.sets(counts[kind], had, beyond, more, 0, 0, among)
        return ways.sets(counts[kind], 0, beyond, more, counts[before], had, among)

    return weigh
