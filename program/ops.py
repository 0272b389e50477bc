"""One entry for each kind of node of a Program: what it consists of, what it writes, whether it stops or fails, what it gives.

Every walk over a Program derives from these entries: a new expression, set or statement gets one here, and all walks know it.
The tables are complete when they have an entry for every member of `ir.Expr`, `ir.Set` and `ir.Op`; a test says which is
missing. A walk goes down by itself with `nodes`, `statements` or `parts`; nobody else needs to know the kinds of nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import is_
from typing import Any, Protocol, TypeVar, assert_never

from attrs import evolve, frozen

from . import ir
from .binomials import FITS
from .intervals import (
    TRUTH,
    Bounds,
    Ranges,
    calculated,
    exactly,
    holding,
    negated,
    times,
    union,
)

Node = ir.Expr | ir.Set | ir.ZoneAt
Held = Callable[[Ranges], Bounds]
N = TypeVar("N")
T = TypeVar("T")


@frozen
class Bind:
    """A scratch slot that a node fills while some of its parts are worked out, and what it then holds."""

    slot: int
    held: Held


@frozen
class Write:
    """A target that a statement writes, and what it then holds.

    *place* is the index of the declared thing that is written, None for a name; *limits* are the lowest and the highest number
    that the statement lets pass, and whether nothing does (None: whatever it stores fits).
    """

    target: ir.Target
    held: Held
    place: int | None = None
    limits: tuple[int, int, bool] | None = None


@frozen
class ExpressionEntry:
    """An expression: its parts in the order in which they are worked out, the slots it fills, what it gives, how it can fail."""

    parts: Callable[[Any], tuple[Node, ...]]
    gives: Callable[[Any, Ranges], Bounds]
    binds: Callable[[Any], tuple[Bind, ...]]
    fails: Callable[[Any, Ranges], bool]


@frozen
class SetEntry:
    """A set: its parts, what its elements are, how many there are at most, the slots it fills, and whether it can fail."""

    parts: Callable[[Any], tuple[Node, ...]]
    gives: Callable[[Any, Ranges], Bounds]
    most: Callable[[Any, Ranges], int]
    binds: Callable[[Any], tuple[Bind, ...]]
    fails: Callable[[Any, Ranges], bool]


@frozen
class StatementEntry:
    """A statement: the nodes it works out, the targets it writes, the slots it fills, its blocks, and its stop (None: none).

    Targets are parts too, for the indices of elements are worked out. *zones* are those whose cards it moves, *memories* those
    that hold something else afterwards. With *meanwhile* its parts are worked out while its targets hold what it writes, as the
    `where` of a loop; else before.
    """

    parts: Callable[[Any], tuple[Node, ...]]
    writes: Callable[[Any, Any], tuple[Write, ...]]
    binds: Callable[[Any, ir.Program], tuple[Bind, ...]]
    blocks: Callable[[Any], tuple[ir.Block, ...]]
    stop: Callable[[Any], int | None]
    zones: Callable[[Any], tuple[ir.ZoneAt, ...]]
    memories: Callable[[Any], tuple[int, ...]]
    meanwhile: bool


def _none(node: object) -> tuple[()]:
    return ()


def _nothing_of(node: object, program: object) -> tuple[()]:
    return ()


def _never(node: object, known: object) -> bool:
    return False


def _no_stop(op: object) -> None:
    return None


def _expression(
    kind: type[N],
    *,
    gives: Callable[[N, Ranges], Bounds],
    parts: Callable[[N], tuple[Node, ...]] = _none,
    binds: Callable[[N], tuple[Bind, ...]] = _none,
    fails: Callable[[N, Ranges], bool] = _never,
) -> tuple[type, ExpressionEntry]:
    return kind, ExpressionEntry(parts, gives, binds, fails)


def _set(
    kind: type[N],
    *,
    parts: Callable[[N], tuple[Node, ...]],
    gives: Callable[[N, Ranges], Bounds],
    most: Callable[[N, Ranges], int],
    binds: Callable[[N], tuple[Bind, ...]] = _none,
    fails: Callable[[N, Ranges], bool] = _never,
) -> tuple[type, SetEntry]:
    return kind, SetEntry(parts, gives, most, binds, fails)


def _statement(
    kind: type[N],
    *,
    parts: Callable[[N], tuple[Node, ...]] = _none,
    writes: Callable[[N, ir.Program], tuple[Write, ...]] = _nothing_of,
    binds: Callable[[N, ir.Program], tuple[Bind, ...]] = _nothing_of,
    blocks: Callable[[N], tuple[ir.Block, ...]] = _none,
    stop: Callable[[N], int | None] = _no_stop,
    zones: Callable[[N], tuple[ir.ZoneAt, ...]] = _none,
    memories: Callable[[N], tuple[int, ...]] = _none,
    meanwhile: bool = False,
) -> tuple[type, StatementEntry]:
    return kind, StatementEntry(parts, writes, binds, blocks, stop, zones, memories, meanwhile)


# ------------------------------------------------------------------------------------------------- what entries share


def _at(axes: tuple[ir.Axis, ...]) -> tuple[Node, ...]:
    return tuple([axis.at for axis in axes])


def _astray(axes: tuple[ir.Axis, ...], known: Ranges) -> bool:
    """Whether an index may lie outside its axis."""
    return any(not known.value(axis.at).within(axis.low, axis.low + axis.size - 1) for axis in axes)


def _there(*parts: Node | None) -> tuple[Node, ...]:
    return tuple([part for part in parts if part is not None])


def _elements_in(slot: int, source: ir.Set) -> tuple[Bind, ...]:
    return (Bind(slot, _element_of(source)),)


def _element_of(source: ir.Set) -> Held:
    return lambda known: known.elements(source)


def _value_of(expr: ir.Expr) -> Held:
    return lambda known: known.value(expr)


def _stored_by(op: ir.ForEach) -> Held:
    return lambda known: union((known.elements(op.source), Bounds(0, op.capacity)))


def _kinds(program: ir.Program, zone: ir.ZoneAt) -> Bounds:
    return Bounds(0, program.zones[zone.zone].kinds - 1)


def _cards_of(known: Ranges, zone: ir.ZoneAt) -> int:
    return sum(known.program.decks[known.program.zones[zone.zone].deck].copies)


def covered(base: int, axes: tuple[ir.Axis, ...]) -> tuple[int, ...]:
    """All slots that an array access with these axes can reach; an axis with a constant index reaches one element."""
    slots: tuple[int, ...] = (base,)
    for axis in axes:
        match axis.at:
            case ir.Number(number) if axis.low <= number < axis.low + axis.size:
                steps: range | tuple[int, ...] = (number - axis.low,)
            case _:
                steps = range(axis.size)
        slots = tuple([slot + step * axis.stride for slot in slots for step in steps])
    return slots


def reached(target: ir.Target) -> tuple[int, ...]:
    """All slots that a target may be."""
    match target:
        case ir.Slot(index):
            return (index,)
        case ir.Cell(base, axes):
            return covered(base, axes)


def shown(message: ir.Message | None) -> tuple[ir.Expr, ...]:
    """The values and conditions in a message; what several of its languages share stands there once."""
    if message is None:
        return ()
    values = (value for _, pieces in message.languages for value in calculations(pieces))
    return tuple({id(value): value for value in values}.values())


def calculations(pieces: ir.Pieces) -> Iterator[ir.Expr]:
    """The values and conditions in these pieces, in their order; of both words that a condition chooses from."""
    for piece in pieces:
        match piece:
            case str():
                pass
            case ir.Shown(value):
                yield value
            case ir.ChosenWords(test, then, otherwise):
                yield test
                yield from calculations(then)
                yield from calculations(otherwise)
            case _:
                assert_never(piece)


# -------------------------------------------------------------------------------------------------------- expressions


def _calculation(expr: ir.Arithmetic, known: Ranges) -> Bounds:
    found = calculated(expr.how, known.value(expr.left).present(), known.value(expr.right).present())
    return found.clipped(ir.SMALLEST, ir.LARGEST, False)


def _calculation_fails(expr: ir.Arithmetic, known: Ranges) -> bool:
    left, right = known.value(expr.left), known.value(expr.right)
    zero = expr.how.divides and right.low <= 0 <= right.high
    return zero or not calculated(expr.how, left.present(), right.present()).within(ir.SMALLEST, ir.LARGEST)


def _fold(expr: ir.Fold, known: Ranges) -> Bounds:
    match expr.kind:
        case ir.FoldKind.COUNT:
            return Bounds(0, known.most(expr.source) - _left_out(expr.slot, expr.source, expr.where, known))
        case ir.FoldKind.ANY | ir.FoldKind.EVERY:
            return TRUTH
        case ir.FoldKind.SUM:
            return _total(expr, known).clipped(ir.SMALLEST, ir.LARGEST, False)
        case ir.FoldKind.HIGHEST | ir.FoldKind.LOWEST:
            value = known.binding(expr.slot, known.elements(expr.source)).value(expr.value).present()
            return union((value, _or_nothing(expr.otherwise, known)))


def _total(expr: ir.Fold, known: Ranges) -> Bounds:
    inside = known.binding(expr.slot, known.elements(expr.source))
    most = known.most(expr.source) - _left_out(expr.slot, expr.source, expr.where, known)
    return times(inside.value(expr.value).present(), most)


def _left_out(slot: int, source: ir.Set, where: ir.Expr | None, known: Ranges) -> int:
    """How many elements of a range a condition always leaves out: one where it says that another than a certain one is meant."""
    for part in where.parts if isinstance(where, ir.All) else (where,):
        match part, source:
            case (
                ir.Comparison(how=ir.Relation.DIFFERENT, left=left, right=right),
                ir.Range(low, high),
            ) if ir.Slot(slot) in (left, right):
                other, first, last = right if left == ir.Slot(slot) else left, known.value(low), known.value(high)
                settled = first.low == first.high and last.low == last.high
                if settled and ir.Slot(slot) not in nodes((other,)) and known.value(other).within(first.low, last.high):
                    return 1
    return 0


def _fold_fails(expr: ir.Fold, known: Ranges) -> bool:
    if expr.kind is not ir.FoldKind.SUM:
        return False
    inside = known.binding(expr.slot, known.elements(expr.source))
    return inside.value(expr.value).absent or not _total(expr, known).within(ir.SMALLEST, ir.LARGEST)


def _or_nothing(otherwise: ir.Expr | None, known: Ranges) -> Bounds:
    return exactly(ir.NOTHING) if otherwise is None else known.value(otherwise)


def _looked_up(expr: ir.Lookup, known: Ranges) -> Bounds:
    numbers = known.program.tables[expr.table]
    return holding([numbers[at] for at in covered(0, expr.axes) if at < len(numbers)])


EXPRESSIONS: dict[type, ExpressionEntry] = dict(
    (
        _expression(ir.Number, gives=lambda n, known: exactly(n.value)),
        _expression(ir.Slot, gives=lambda n, known: known.target(n)),
        _expression(
            ir.Cell,
            parts=lambda n: _at(n.axes),
            gives=lambda n, known: known.target(n),
            fails=lambda n, known: _astray(n.axes, known),
        ),
        _expression(ir.Lookup, parts=lambda n: _at(n.axes), gives=_looked_up, fails=lambda n, known: _astray(n.axes, known)),
        _expression(
            ir.Present,
            parts=lambda n: (n.value,),
            gives=lambda n, known: known.value(n.value).present(),
            fails=lambda n, known: known.value(n.value).absent,
        ),
        _expression(ir.Negate, parts=lambda n: (n.value,), gives=lambda n, known: negated(known.value(n.value).present())),
        _expression(ir.Not, parts=lambda n: (n.value,), gives=lambda n, known: TRUTH),
        _expression(ir.Arithmetic, parts=lambda n: (n.left, n.right), gives=_calculation, fails=_calculation_fails),
        _expression(ir.Comparison, parts=lambda n: (n.left, n.right), gives=lambda n, known: TRUTH),
        _expression(ir.All, parts=lambda n: n.parts, gives=lambda n, known: TRUTH),
        _expression(ir.Either, parts=lambda n: n.parts, gives=lambda n, known: TRUTH),
        _expression(
            ir.Conditional,
            parts=lambda n: (n.test, n.then, n.otherwise),
            gives=lambda n, known: union((known.value(n.then), known.value(n.otherwise))),
        ),
        _expression(
            ir.Let,
            parts=lambda n: (n.value, n.body),
            gives=lambda n, known: known.binding(n.slot, known.value(n.value)).value(n.body),
            binds=lambda n: (Bind(n.slot, lambda known: known.value(n.value)),),
        ),
        _expression(
            ir.Fold,
            parts=lambda n: _there(n.source, n.where, n.value, n.otherwise),
            gives=_fold,
            binds=lambda n: _elements_in(n.slot, n.source),
            fails=_fold_fails,
        ),
        _expression(
            ir.First,
            parts=lambda n: _there(n.source, n.where, *(key.value for key in n.keys), n.otherwise),
            gives=lambda n, known: union((known.elements(n.source), _or_nothing(n.otherwise, known))),
            binds=lambda n: _elements_in(n.slot, n.source),
        ),
        _expression(
            ir.Contains,
            parts=lambda n: (n.source, n.value),
            gives=lambda n, known: TRUTH,
            binds=lambda n: tuple(Bind(slot, lambda known: known.value(n.value)) for slot in _filters(n.source)),
        ),
        _expression(ir.Size, parts=lambda n: (n.zone,), gives=lambda n, known: Bounds(0, _cards_of(known, n.zone))),
        _expression(
            ir.Completions,
            parts=lambda n: _there(n.zone, n.card, n.last, n.taken, n.least, n.left, n.where),
            gives=lambda n, known: Bounds(0, 2**FITS),
            binds=lambda n: _elements_in(n.slot, ir.Cards(n.zone)),
        ),
        _expression(
            ir.After,
            parts=lambda n: (*n.given, n.value),
            gives=lambda n, known: known.value(n.value),
            fails=lambda n, known: True,
        ),
        _expression(
            ir.Times,
            parts=lambda n: _at(n.axes),
            gives=lambda n, known: Bounds(0, known.program.memories[n.memory].most),
            fails=lambda n, known: _astray(n.axes, known),
        ),
    )
)


def cards_of(source: ir.Set) -> ir.Cards | None:
    """The cards of a zone that a set takes its elements from; None where its elements are of another kind."""
    match source:
        case ir.Cards():
            return source
        case ir.Filtered(inner, _, _) | ir.Naming(_, _, inner):
            return cards_of(inner)
        case _:
            return None


def _filters(source: ir.Set) -> tuple[int, ...]:
    """The slots that the tests of a filtered set find an element in."""
    match source:
        case ir.Filtered(inner, slot, _):
            return (slot, *_filters(inner))
        case _:
            return ()


# --------------------------------------------------------------------------------------------------------------- sets


def _row(source: ir.Row, known: Ranges) -> Bounds:
    match source.at:
        case ir.Number(number) if 0 <= number < len(known.program.rows[source.rows]):
            return holding(known.program.rows[source.rows][number])
        case _:
            return known.program.cached(_any_row, source.rows)


def _any_row(program: ir.Program, rows: int) -> Bounds:
    return holding(number for row in program.rows[rows] for number in row)


def _linked(source: ir.Connected | ir.Around, known: Ranges) -> Bounds:
    """All elements that have links: verification holds that links lead to such elements only."""
    return Bounds(0, len(known.program.rows[source.rows]) - 1)


def _without_row(source: ir.Connected | ir.Around, known: Ranges) -> bool:
    return not known.elements(source.source).within(0, len(known.program.rows[source.rows]) - 1)


SETS: dict[type, SetEntry] = dict(
    (
        _set(
            ir.Range,
            parts=lambda n: (n.low, n.high),
            gives=lambda n, known: Bounds(known.value(n.low).low, known.value(n.high).high),
            most=lambda n, known: _span(known.value(n.low), known.value(n.high)),
        ),
        _set(
            ir.Row,
            parts=lambda n: (n.at,),
            gives=_row,
            most=lambda n, known: max((len(row) for row in known.program.rows[n.rows]), default=0),
            fails=lambda n, known: not known.value(n.at).within(0, len(known.program.rows[n.rows]) - 1),
        ),
        _set(
            ir.Listed,
            parts=lambda n: n.items,
            gives=lambda n, known: union(known.value(item) for item in n.items).present(),
            most=lambda n, known: len(n.items),
        ),
        _set(
            ir.Cards,
            parts=lambda n: (n.zone,),
            gives=lambda n, known: _kinds(known.program, n.zone),
            most=lambda n, known: _cards_of(known, n.zone),
        ),
        _set(
            ir.Filtered,
            parts=lambda n: (n.source, n.where),
            gives=lambda n, known: known.elements(n.source),
            most=lambda n, known: known.most(n.source) - _left_out(n.slot, n.source, n.where, known),
            binds=lambda n: _elements_in(n.slot, n.source),
        ),
        _set(
            ir.Connected,
            parts=lambda n: (n.source, n.where),
            gives=_linked,
            most=lambda n, known: len(known.program.rows[n.rows]),
            binds=lambda n: (Bind(n.slot, lambda known: known.elements(n)),),
            fails=_without_row,
        ),
        _set(
            ir.Around,
            parts=lambda n: (n.source,),
            gives=_linked,
            most=lambda n, known: len(known.program.rows[n.rows]),
            fails=_without_row,
        ),
        _set(
            ir.UpTo,
            parts=lambda n: (n.source, n.where),
            gives=lambda n, known: known.elements(n.source),
            most=lambda n, known: known.most(n.source),
            binds=lambda n: _elements_in(n.slot, n.source),
        ),
        _set(
            ir.OneOf,
            parts=lambda n: (n.test, n.then, n.otherwise),
            gives=lambda n, known: union((known.elements(n.then), known.elements(n.otherwise))),
            most=lambda n, known: max(known.most(n.then), known.most(n.otherwise)),
        ),
        _set(
            ir.Union,
            parts=lambda n: n.parts,
            gives=lambda n, known: union(known.elements(part) for part in n.parts),
            most=lambda n, known: _different(sum(known.most(part) for part in n.parts), known.elements(n)),
        ),
        _set(
            ir.UnionOf,
            parts=lambda n: _there(n.over, n.where, n.each),
            gives=lambda n, known: _each_of(n, known).elements(n.each),
            most=lambda n, known: _different(
                known.most(n.over) * _each_of(n, known).most(n.each), _each_of(n, known).elements(n.each)
            ),
            binds=lambda n: _elements_in(n.slot, n.over),
        ),
        _set(
            ir.Naming,
            parts=lambda n: (n.value, n.body),
            gives=lambda n, known: _named(n, known).elements(n.body),
            most=lambda n, known: _named(n, known).most(n.body),
            binds=lambda n: (Bind(n.slot, lambda known: known.value(n.value)),),
        ),
    )
)


def _each_of(source: ir.UnionOf, known: Ranges) -> Ranges:
    return known.binding(source.slot, known.elements(source.over))


def _named(source: ir.Naming, known: Ranges) -> Ranges:
    return known.binding(source.slot, known.value(source.value))


def _different(count: int, among: Bounds) -> int:
    """How many different elements there are at most among so many."""
    return max(0, min(count, among.high - among.low + 1))


def _span(low: Bounds, high: Bounds) -> int:
    if low.low > low.high or high.low > high.high:
        return 0
    return max(0, high.high - low.low + 1)


# --------------------------------------------------------------------------------------------------------- statements


def _assigned(op: ir.Assign, program: ir.Program) -> tuple[Write, ...]:
    limits = op.low, op.high, op.optional
    return (Write(op.target, lambda known: known.value(op.value).clipped(*limits), op.place, limits),)


def _assigned_at_once(op: ir.AssignAll, program: ir.Program) -> tuple[Write, ...]:
    limits = op.low, op.high, op.optional

    def held(known: Ranges) -> Bounds:
        return known.binding(op.slot, known.elements(op.source)).value(op.value).clipped(*limits)

    return (Write(op.target, held, op.place, limits),)


def _passes(op: ir.Repeat, program: ir.Program) -> tuple[Write, ...]:
    if op.counter is None:
        return ()

    def held(known: Ranges) -> Bounds:
        most = ir.PASSES if op.limit is None else max(0, known.value(op.limit).high)
        return Bounds(0, min(ir.PASSES, most))

    return (Write(op.counter, held),)


def _called(op: ir.Do, program: ir.Program) -> tuple[Write, ...]:
    back = program.phases[op.phase].back
    return () if back is None else (Write(back, lambda known: exactly(op.number)),)


def _turns(op: ir.ForEach, program: ir.Program) -> tuple[Write, ...]:
    found = [Write(op.target, _element_of(op.source))]
    if op.stored is not None:
        found += [Write(target, _stored_by(op)) for target in following(op.stored, op.capacity + 2)]
    return tuple(found)


def following(target: ir.Target, count: int) -> tuple[ir.Target, ...]:
    """The *count* targets that lie one slot after another, from the target on."""
    match target:
        case ir.Slot(index):
            return tuple(ir.Slot(index + more) for more in range(count))
        case ir.Cell():
            return tuple(evolve(target, base=target.base + more) for more in range(count))


def _asked_for(op: ir.Ask, program: ir.Program) -> tuple[Write, ...]:
    return tuple(Write(each.target, _element_of(each.source)) for one in op.alternatives for each in one.parameters)


def _asking(op: ir.Ask) -> tuple[Node, ...]:
    found: list[Node] = [op.actor]
    for one in op.alternatives:
        for each in one.parameters:
            found += _there(each.target, each.source, each.cards)
        found += [condition.test for condition in one.conditions]
        found += [value for condition in one.conditions for value in shown(condition.reason)]
        found += _there(one.weight)
    for question in op.prompts:
        found += [*_there(question.test), *shown(question.message)]
    return tuple(found)


def _put_off(op: ir.Later, program: ir.Program) -> tuple[Write, ...]:
    found = [Write(op.flag, lambda known: TRUTH)]
    found += [Write(cell, _value_of(value)) for cell, value in op.captures]
    if op.in_transit is not None:
        zone, cell = op.in_transit
        found.append(Write(cell, lambda known: _kinds(known.program, zone)))
    return tuple(found)


def _simultaneous(op: ir.Together, program: ir.Program) -> tuple[Write, ...]:
    return tuple(Write(ir.Slot(op.positions + seat), _a_stop) for seat in range(len(program.seats)))


def _a_stop(known: Ranges) -> Bounds:
    return Bounds(0, known.program.stops)


def _seats(known: Ranges) -> Bounds:
    return Bounds(0, len(known.program.seats) - 1)


STATEMENTS: dict[type, StatementEntry] = dict(
    (
        _statement(ir.Assign, parts=lambda op: (op.value, op.target), writes=_assigned),
        _statement(
            ir.AssignAll,
            parts=lambda op: _there(op.source, op.where, op.value, op.target),
            writes=_assigned_at_once,
            binds=lambda op, program: _elements_in(op.slot, op.source),
        ),
        _statement(
            ir.Clear,
            parts=lambda op: (op.target,),
            writes=lambda op, program: tuple(
                Write(target, lambda known: exactly(0)) for target in following(op.target, op.count)
            ),
        ),
        _statement(
            ir.MoveCard,
            parts=lambda op: _there(op.card, op.source, op.target, op.place, op.shown),
            zones=lambda op: (op.source, op.target),
        ),
        _statement(
            ir.MoveAll,
            parts=lambda op: _there(op.source, op.where, op.target),
            binds=lambda op, program: (Bind(op.slot, lambda known: _kinds(known.program, op.source)),),
            zones=lambda op: (op.source, op.target),
        ),
        _statement(ir.Rotate, parts=lambda op: op.zones, zones=lambda op: op.zones),
        _statement(ir.Gather, parts=lambda op: (op.target,)),
        _statement(ir.Shuffle, parts=lambda op: (op.zone,)),
        _statement(ir.Reveal, parts=lambda op: _there(op.zone, op.to)),
        _statement(ir.ShowCard, parts=lambda op: (op.card, op.zone, op.shown)),
        _statement(
            ir.Tell,
            parts=lambda op: _there(op.zone, op.where, op.to),
            binds=lambda op, program: (Bind(op.slot, lambda known: _kinds(known.program, op.zone)),),
        ),
        _statement(ir.Say, parts=lambda op: (*shown(op.message), *_there(op.to))),
        _statement(ir.Branch, parts=lambda op: (op.test,), blocks=lambda op: (op.then, op.otherwise)),
        _statement(
            ir.ForEach,
            parts=lambda op: _there(op.source, op.target, op.where, *(key.value for key in op.keys), op.stored),
            writes=_turns,
            blocks=lambda op: (op.body,),
            meanwhile=True,
        ),
        _statement(
            ir.Repeat,
            parts=lambda op: _there(op.counter, op.limit, op.until),
            writes=_passes,
            blocks=lambda op: (op.body,),
            meanwhile=True,
        ),
        _statement(ir.Leave),
        _statement(ir.Do, writes=_called),
        _statement(ir.TooDeep),
        _statement(ir.EndPhase),
        _statement(
            ir.EndGame,
            parts=lambda op: _there(op.ending),
            writes=lambda op, program: () if op.ending is None else (Write(op.ending, lambda known: TRUTH),),
        ),
        _statement(
            ir.Ask,
            parts=_asking,
            writes=_asked_for,
            blocks=lambda op: tuple(one.body for one in op.alternatives),
            stop=lambda op: op.stop,
            meanwhile=True,
        ),
        _statement(
            ir.Draw,
            parts=lambda op: _there(op.source, op.target, op.result),
            writes=lambda op, program: (
                () if op.result is None else (Write(op.result, lambda known: _kinds(known.program, op.source)),)
            ),
            stop=lambda op: op.stop,
        ),
        _statement(
            ir.Pick,
            parts=lambda op: _there(op.target, op.source, op.where, op.weight),
            writes=lambda op, program: (Write(op.target, _element_of(op.source), op.place),),
            stop=lambda op: op.stop,
            meanwhile=True,
        ),
        _statement(
            ir.Later,
            parts=lambda op: _there(op.flag, *(part for pair in op.captures for part in reversed(pair)), *(op.in_transit or ())),
            writes=_put_off,
            blocks=lambda op: (op.body,),
            zones=lambda op: () if op.in_transit is None else op.in_transit[:1],
        ),
        _statement(
            ir.Together,
            parts=lambda op: _there(op.source, op.where),
            writes=_simultaneous,
            binds=lambda op, program: (Bind(op.seat, _seats),),
            blocks=lambda op: (op.body,),
            stop=lambda op: op.stop,
        ),
        _statement(ir.Remember, parts=lambda op: _at(op.axes), memories=lambda op: (op.memory,)),
        _statement(ir.Forget, parts=lambda op: _at(op.axes or ()), memories=lambda op: (op.memory,)),
        _statement(ir.Take, parts=lambda op: (op.value,)),
    )
)


# -------------------------------------------------------------------------------------------------------------- walks


def entry(op: ir.Op) -> StatementEntry:
    """The entry of a statement."""
    return STATEMENTS[type(op)]


_ENTRIES: dict[type, ExpressionEntry | SetEntry] = {**EXPRESSIONS, **SETS}
_PARTS: dict[type, Callable[[Any], tuple[Node, ...]]] = {kind: each.parts for kind, each in _ENTRIES.items()}
_PARTS[ir.ZoneAt] = lambda zone: _at(zone.axes)
_BINDS: dict[type, Callable[[Any], tuple[Bind, ...]]] = {kind: each.binds for kind, each in _ENTRIES.items()}
_BINDS[ir.ZoneAt] = _none
_BLOCKS: dict[type, Callable[[Any], tuple[ir.Block, ...]]] = {kind: each.blocks for kind, each in STATEMENTS.items()}


def parts(node: Node) -> tuple[Node, ...]:
    """The direct parts of an expression, a set or a reference to a zone, in the order in which they are worked out."""
    return _PARTS[type(node)](node)


def binds(node: Node) -> tuple[Bind, ...]:
    """The scratch slots that an expression or a set fills while it is worked out."""
    return _BINDS[type(node)](node)


def fails(node: Node, known: Ranges) -> bool:
    """Whether working out the node may be a runtime error, in itself or in a part of it."""
    for each in nodes((node,)):
        if isinstance(each, ir.ZoneAt):
            if _astray(each.axes, known):
                return True
            continue
        if _ENTRIES[type(each)].fails(each, known):
            return True
    return False


def fails_here(node: Node, known: Ranges) -> bool:
    """The same, looking closer: a slot that is filled inside the node holds what it is filled with there."""
    if _astray(node.axes, known) if isinstance(node, ir.ZoneAt) else _ENTRIES[type(node)].fails(node, known):
        return True
    inside = parts(node)
    filled = known
    for bind in binds(node):
        filled = filled.binding(bind.slot, bind.held(known))
    return any(fails_here(part, filled if number else known) for number, part in enumerate(inside))


_NONE: frozenset[int] = frozenset()


def free(node: Node, program: ir.Program) -> frozenset[int]:
    """The scratch slots that a node reads and does not fill itself. What it fills one from, its first part, does not see it."""
    if isinstance(node, ir.Slot):
        return frozenset((node.index,)) if node.index >= program.slots else frozenset()
    inside = parts(node)
    if not inside:
        return _NONE
    found = _NONE
    filled = [bind.slot for bind in binds(node)]
    for number, part in enumerate(inside):
        read = free(part, program)
        if read:
            found |= read.difference(filled) if number else read
    return found


def given(node: Node, program: ir.Program) -> tuple[Bind, ...]:
    """The slots that a trial finds what it is given in, and what they then hold; of other nodes none."""
    match node:
        case ir.After(trial, values):
            targets = program.trials[trial].given
            return tuple(Bind(slot.index, _value_of(value)) for slot, value in zip(targets, values, strict=True))
        case _:
            return ()


def evaluated(op: ir.Op) -> tuple[Node, ...]:
    """The expressions, sets, targets and zones of a statement itself, without those of the statements inside it."""
    found: tuple[Node, ...] = entry(op).parts(op)
    return found


def writes(op: ir.Op, program: ir.Program) -> tuple[Write, ...]:
    """The targets that a statement itself writes, and what they then hold. Cards that it moves are not among them."""
    found: tuple[Write, ...] = entry(op).writes(op, program)
    return found


def changes(op: ir.Op) -> tuple[int, ...]:
    """The indices of the declared things that a statement itself writes, known before there is a Program."""
    if isinstance(op, ir.Do | ir.Together):
        return ()  # they keep where play goes on, which is nothing declared
    return tuple(write.place for write in entry(op).writes(op, None) if write.place is not None)


def blocks(op: ir.Op) -> tuple[ir.Block, ...]:
    """The blocks inside a statement."""
    return _BLOCKS[type(op)](op)


def stop(op: ir.Op) -> int | None:
    """The number of the stop at which the statement itself lets play wait; None when it does not."""
    found: int | None = entry(op).stop(op)
    return found


def nodes(roots: tuple[Node, ...]) -> Iterator[Node]:
    """These nodes and all their parts."""
    todo = [*reversed(roots)]
    while todo:
        node = todo.pop()
        yield node
        inside = _PARTS[type(node)](node)
        if inside:
            todo.extend(reversed(inside))


def inside(ops: ir.Block, put_off: bool = True) -> Iterator[ir.Op]:
    """All statements of a block, including those inside others, without those of the phases that it does.

    Without *put_off*, the statements that take effect when all seats are done are left out.
    """
    todo = [*reversed(ops)]
    while todo:
        op = todo.pop()
        yield op
        held = blocks(op)
        if held and (put_off or not isinstance(op, ir.Later)):
            for block in reversed(held):
                todo.extend(reversed(block))


def bodies(phase: ir.Phase) -> tuple[ir.Block, ir.Block]:
    """The two blocks of a phase: its body, and what is done behind it."""
    return phase.body, phase.after


def within(program: ir.Program, ops: ir.Block) -> Iterator[ir.Op]:
    """All statements of a block and of the phases that it does, each phase once."""
    seen: set[int] = set()
    todo = [*reversed(ops)]
    while todo:
        op = todo.pop()
        yield op
        if isinstance(op, ir.Do):
            if op.phase not in seen:
                seen.add(op.phase)
                for body in reversed(bodies(program.phases[op.phase])):
                    todo.extend(reversed(body))
            continue
        for block in reversed(blocks(op)):
            todo.extend(reversed(block))


def statements(program: ir.Program) -> Iterator[ir.Op]:
    """All statements that play comes to, in the order of play; those of a phase where it is done first."""
    return within(program, program.body)


def asks(program: ir.Program) -> Iterator[ir.Ask]:
    """Every decision of a seat, in the order of play."""
    return (op for op in statements(program) if isinstance(op, ir.Ask))


def sets_at(program: ir.Program) -> frozenset[tuple[int, int, int]]:
    """Where sets of cards are chosen: the stop, the alternative and the number of the argument."""
    return program.cached(_sets_at)


def _sets_at(program: ir.Program) -> frozenset[tuple[int, int, int]]:
    return frozenset(
        (ask.stop, number, at)
        for ask in asks(program)
        for number, one in enumerate(ask.alternatives)
        for at, each in enumerate(one.parameters)
        if each.cards is not None
    )


def tried(program: ir.Program, trial: ir.Trial) -> Iterator[ir.Op]:
    """All statements of a trial, those of the phases that it does included."""
    for body in bodies(program.phases[trial.phase]):
        yield from within(program, body)


def everywhere(program: ir.Program) -> Iterator[ir.Op]:
    """All statements of a Program: those that play comes to, then those that are only tried."""
    yield from statements(program)
    for trial in program.trials:
        yield from tried(program, trial)


def only_tried(program: ir.Program, trial: ir.Trial) -> frozenset[int]:
    """The phases of a trial: the one that is tried, and those that it does."""
    return frozenset((trial.phase, *(op.phase for op in tried(program, trial) if isinstance(op, ir.Do))))


def changed_by(program: ir.Program, trial: ir.Trial) -> tuple[range, ...]:
    """The slots of declared things that a trial may change, ascending, in stretches without gaps."""
    slots: set[int] = set()
    for op in tried(program, trial):
        for write in writes(op, program):
            slots.update(slot for slot in reached(write.target) if slot < program.locals)
        for zone in touched(op):
            found = program.zones[zone.zone]
            slots.update(base + more for base in covered(found.base, zone.axes) for more in range(found.length))
        for memory in (program.memories[number] for number in entry(op).memories(op)):
            slots.update(base + more for base in memory.bases for more in range(memory.length))
        if isinstance(op, ir.Gather):
            for gathered in (zone for zone in program.zones if zone.deck == op.deck):
                slots.update(base + more for base in gathered.bases for more in range(gathered.length))
    return stretches(slots)


def stretches(slots: Iterable[int]) -> tuple[range, ...]:
    """These numbers, ascending, in stretches without gaps."""
    found: list[range] = []
    for slot in sorted(slots):
        if found and found[-1].stop == slot:
            found[-1] = range(found[-1].start, slot + 1)
        else:
            found.append(range(slot, slot + 1))
    return tuple(found)


def touched(op: ir.Op) -> tuple[ir.ZoneAt, ...]:
    """The zones that a statement itself brings into another order, or whose cards it moves."""
    match op:
        case ir.Shuffle(zone):
            return (zone,)
        case _:
            found: tuple[ir.ZoneAt, ...] = entry(op).zones(op)
            return found


def stops(op: ir.Op) -> bool:
    """Whether play can stop in the statement, or in a phase that it does."""
    match op:
        case ir.Do() | ir.ForEach() | ir.Repeat():
            return op.stops
        case _:
            return stop(op) is not None or any(stops(each) for block in blocks(op) for each in block)


def sizes(program: ir.Program) -> tuple[int, ...]:
    """How many statements each phase runs through at most without a loop: those of a phase count each time that it is done."""
    found: dict[int, int] = {}
    for number in reversed(range(len(program.phases))):
        ops = [op for block in bodies(program.phases[number]) for op in inside(block)]
        found[number] = sum(found[op.phase] if isinstance(op, ir.Do) else 1 for op in ops)
    return tuple(found[number] for number in range(len(program.phases)))


def deferred(program: ir.Program, op: ir.Together) -> tuple[ir.Later, ...]:
    """The statements that take effect when all seats are done, in their order."""
    return tuple(each for each in within(program, op.body) if isinstance(each, ir.Later))


def ending(outcome: ir.Outcome) -> tuple[ir.Expr, ...]:
    """The expressions of the outcome."""
    keys = tuple(key.value for key in outcome.ranking)
    return outcome.winner, *keys, *(part for part in (outcome.payoff, outcome.score) if part is not None)


def beside(program: ir.Program) -> tuple[ir.Expr, ...]:
    """The expressions that are worked out beside play: of the outcome, the invariants, and the final measures."""
    finals = tuple(measure.final for measure in program.measures if measure.final is not None)
    return (*ending(program.outcome), *(invariant.test for invariant in program.invariants), *finals)


def shown_beside(program: ir.Program) -> tuple[ir.Expr, ...]:
    """The values that only a table shows, what strategies go by, and what is told of a broken invariant: who plays many games
    never works them out.
    """
    lines = [line for strategy in program.strategies for line in strategy.lines]
    return (
        *(each.value for each in program.shown),
        *(expr for line in lines for each in line for expr in preferred(each)),
        *(expr for invariant in program.invariants for claim in invariant.claims for expr in claimed(claim)),
    )


def claimed(claim: ir.Claim) -> tuple[ir.Expr, ...]:
    """What is worked out to tell of a condition that does not hold."""
    sides = (*(side for compared in claim.compared for side in compared.sides), *claim.parts)
    return (claim.test, *(side.value for side in sides))


def preferred(preference: ir.Preference) -> tuple[ir.Expr, ...]:
    """What a preference works out."""
    key = None if preference.key is None else preference.key.value
    return tuple([expr for expr in (preference.test, key) if expr is not None])


def everything(program: ir.Program) -> Iterator[Node]:
    """All expressions, sets, targets and zones of a Program, without those that only a table shows."""
    for op in everywhere(program):
        yield from nodes(evaluated(op))
    yield from nodes(beside(program))


def may_write(program: ir.Program, ops: ir.Block, slot: int) -> bool:
    """Whether a statement of the block, or of a phase that it does, may write that slot."""
    return any(slot in reached(write.target) for op in within(program, ops) for write in writes(op, program))


class Pass(Protocol[T]):
    """What `along` asks on its way through a block: what holds at the start of a block inside a statement, and behind it."""

    def into(self, op: ir.Op, block: int, now: T) -> T:
        """What holds at the start of that block of the statement, where *now* holds in front of the statement."""
        ...

    def past(self, op: ir.Op, now: T, inside: list[T]) -> T:
        """What holds behind the statement; *inside* is what holds at the end of each of its blocks."""
        ...


def along(ops: ir.Block, now: T, by: Pass[T]) -> T:
    """What holds at the end of a block, where *now* holds at its start. Phases that it does are not entered."""
    for op in ops:
        found = blocks(op)
        inside = [along(block, by.into(op, number, now), by) for number, block in enumerate(found)] if found else []
        now = by.past(op, now, inside)
    return now


def alternatives(program: ir.Program) -> Iterator[tuple[ir.Ask, int, ir.Alternative]]:
    """Every alternative with its decision and its position there, each before those in its body."""
    seen: set[int] = set()

    def walk(ops: ir.Block) -> Iterator[tuple[ir.Ask, int, ir.Alternative]]:
        for op in ops:
            if isinstance(op, ir.Do) and op.phase not in seen:
                seen.add(op.phase)
                for body in bodies(program.phases[op.phase]):
                    yield from walk(body)
            for number, block in enumerate(blocks(op)):
                if isinstance(op, ir.Ask):
                    yield op, number, op.alternatives[number]
                yield from walk(block)

    return walk(program.body)


def leaves(op: ir.Op, program: ir.Program) -> bool:
    """Whether the statement may leave a block around it, or end the match."""
    return any(isinstance(each, ir.Leave | ir.EndPhase | ir.EndGame) for each in within(program, (op,)))


def replaced(ops: ir.Block, change: Callable[[ir.Op], ir.Block]) -> ir.Block:
    """The block with every statement replaced by those that *change* gives for it, inner statements first.

    What is not changed, nor anything inside it, stays the same object.
    """

    def block(ops: ir.Block) -> ir.Block:
        found = tuple([new for op in ops for new in change(statement(op))])
        return ops if len(found) == len(ops) and all(map(is_, found, ops)) else found

    def statement(op: ir.Op) -> ir.Op:
        match op:
            case ir.Branch(then=then, otherwise=otherwise):
                first, second = block(then), block(otherwise)
                return op if first is then and second is otherwise else evolve(op, then=first, otherwise=second)
            case ir.ForEach(body=body) | ir.Repeat(body=body) | ir.Together(body=body) | ir.Later(body=body):
                inside = block(body)
                return op if inside is body else evolve(op, body=inside)
            case ir.Ask(alternatives=several):
                found = tuple([alternative(one) for one in several])
                return op if all(map(is_, found, several)) else evolve(op, alternatives=found)
            case _:
                return op

    def alternative(one: ir.Alternative) -> ir.Alternative:
        inside = block(one.body)
        return one if inside is one.body else evolve(one, body=inside)

    return block(ops)


def changed(program: ir.Program, change: Callable[[ir.Op], ir.Op]) -> ir.Program:
    """The Program with *change* applied to every statement, inner statements first."""
    body = replaced(program.body, lambda op: (change(op),))
    return evolve(program, body=body, phases=tuple([changed_phase(phase, change) for phase in program.phases]))


def changed_phase(phase: ir.Phase, change: Callable[[ir.Op], ir.Op]) -> ir.Phase:
    """The phase with *change* applied to every statement, inner statements first."""
    body, after = (replaced(block, lambda op: (change(op),)) for block in bodies(phase))
    return phase if body is phase.body and after is phase.after else evolve(phase, body=body, after=after)
