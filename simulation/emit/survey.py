"""Walks through the expressions, sets and statements of a Program, and derives from them the bounds of every slot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ...interpreter.machine.context import PASSES
from ...program.ir import (
    LARGEST,
    SMALLEST,
    All,
    Arithmetic,
    Ask,
    Assign,
    Block,
    Branch,
    Cards,
    Cell,
    Clear,
    Comparison,
    Conditional,
    Contains,
    Draw,
    Either,
    EndGame,
    EndPhase,
    Expr,
    Filtered,
    First,
    Fold,
    ForEach,
    Gather,
    Later,
    Leave,
    Let,
    Listed,
    Lookup,
    MoveAll,
    MoveCard,
    Negate,
    Not,
    Number,
    Op,
    Outcome,
    Pick,
    Present,
    Program,
    Range,
    Repeat,
    Reveal,
    Row,
    Say,
    Scope,
    Set,
    Shuffle,
    Size,
    Slot,
    Take,
    Target,
    Together,
    ZoneAt,
)
from .bounds import EMPTY, Bounds, Known, bounds, covered, elements, exactly, union

Node = Expr | Set | ZoneAt
Part = Node | Op


def inner(node: Node) -> tuple[Node, ...]:
    """The direct parts of an expression, a set or a reference to a zone."""
    match node:
        case Number() | Slot():
            return ()
        case Cell(_, axes) | Lookup(_, axes) | ZoneAt(_, axes):
            return tuple(axis.at for axis in axes)
        case Present(value) | Negate(value) | Not(value):
            return (value,)
        case Arithmetic(_, left, right, _) | Comparison(_, left, right):
            return left, right
        case All(parts) | Either(parts):
            return parts
        case Conditional(test, then, otherwise):
            return test, then, otherwise
        case Let(_, value, body):
            return value, body
        case Fold(_, _, source, where, value, otherwise):
            return source, *(part for part in (where, value, otherwise) if part is not None)
        case First(_, source, where, keys, otherwise):
            return source, *(part for part in (where, *(key.value for key in keys), otherwise) if part is not None)
        case Contains(source, value):
            return source, value
        case Size(zone) | Cards(zone):
            return (zone,)
        case Range(low, high):
            return low, high
        case Row(_, at, _, _):
            return (at,)
        case Listed(items):
            return items
        case Filtered(source, _, where):
            return source, where
        case _:
            assert_never(node)


def named(op: Op) -> tuple[Node, ...]:
    """The expressions, sets, targets and zones of a statement itself, without those of the statements inside it."""
    match op:
        case Assign(target, value):
            return target, value
        case Clear(target, _):
            return (target,)
        case MoveCard(card, source, goal):
            return card, source, goal
        case MoveAll(source, _, where, goal, _):
            return _there(source, where, goal)
        case Gather(_, goal, _):
            return (goal,)
        case Shuffle(zone, _) | Reveal(zone, _, _):
            return (zone,)
        case Say() | Leave() | EndPhase() | EndGame() | Scope():
            return ()
        case Branch(test, _, _, _):
            return (test,)
        case ForEach(target, source, where, keys):
            return _there(target, source, where, *(key.value for key in keys))
        case Repeat(counter, limit, until, _, _, _):
            return _there(counter, limit, until)
        case Ask(_, actor, alternatives):
            parameters = tuple(parameter for one in alternatives for parameter in one.parameters)
            tests = tuple(condition.test for one in alternatives for condition in one.conditions)
            return actor, *(part for parameter in parameters for part in (parameter.target, parameter.source)), *tests
        case Draw(_, source, goal, _, result, _):
            return _there(source, goal, result)
        case Pick(_, _, target, source, where, weight):
            return _there(target, source, where, weight)
        case Later(flag, captures, _, in_transit, _):
            cells = tuple(part for pair in captures for part in pair)
            return _there(flag, *cells, *(in_transit or ()))
        case Together(_, _, source, where):
            return _there(source, where)
        case Take(value=value):
            return (value,)
        case _:
            assert_never(op)


def _there(*parts: Node | None) -> tuple[Node, ...]:
    return tuple(part for part in parts if part is not None)


def blocks(op: Op) -> tuple[Block, ...]:
    """The blocks inside a statement."""
    match op:
        case Branch(_, then, otherwise, _):
            return then, otherwise
        case ForEach(body=body) | Repeat(body=body) | Scope(body=body) | Together(body=body) | Later(body=body):
            return (body,)
        case Ask(alternatives=alternatives):
            return tuple(one.body for one in alternatives)
        case _:
            return ()


def statements(ops: Block) -> Iterator[Op]:
    """All statements of a block, including those inside others."""
    for op in ops:
        yield op
        for inside in blocks(op):
            yield from statements(inside)


def nodes(parts: tuple[Node, ...]) -> Iterator[Node]:
    """These nodes and all their parts."""
    for part in parts:
        yield part
        yield from nodes(inner(part))


def ending(outcome: Outcome) -> tuple[Expr, ...]:
    """The expressions of the outcome."""
    keys = tuple(key.value for key in outcome.ranking)
    return outcome.winner, *keys, *(part for part in (outcome.payoff, outcome.score) if part is not None)


def everything(program: Program) -> Iterator[Node]:
    """All expressions, sets, targets and zones of the statements, the outcome, the invariants and the final measures."""
    for op in statements(program.body):
        yield from nodes(named(op))
    yield from nodes(ending(program.outcome))
    yield from nodes(tuple(invariant.test for invariant in program.invariants))
    yield from nodes(tuple(measure.final for measure in program.measures if measure.final is not None))


def knowledge(program: Program) -> Known:
    """The bounds of every slot at any time, as a fixed point; the widest bounds for all slots if 20 rounds do not reach one."""
    slots = [EMPTY] * (program.slots + program.scratch + 1)
    for index in range(program.slots):
        slots[index] = exactly(program.start[index]) if index < program.locals else exactly(0)
    for place in program.places:
        width = 1 + sum((extent.size - 1) * extent.stride for extent in place.extents)
        for index in range(place.base, place.base + width):
            slots[index] = union((slots[index], Bounds(place.low, place.high, place.optional)))
    slots[program.outcome.seat] = Bounds(0, len(program.seats) - 1)
    known = Known(program, slots, {})
    for _ in range(20):
        before = list(slots)
        for op in statements(program.body):
            for target, found in _written(known, op):
                _mark(slots, target, found)
        for node in everything(program):
            for slot, found in _bound(known, node):
                _mark(slots, Slot(slot), found)
        if slots == before:
            return known
    return Known(program, [Bounds(SMALLEST, LARGEST, True)] * len(slots), {})


def declared(known: Known, ops: Block, slot: int) -> Bounds:
    """The bounds of all values that these statements, including those inside them, store in a slot."""
    found = []
    for op in statements(ops):
        for target, value in _written(known, op):
            match target:
                case Slot(index) if index == slot:
                    found.append(value)
                case _:
                    pass
    return union(found)


def writes(ops: Block, slot: int) -> bool:
    """Whether any statement of the block writes that slot."""
    for op in statements(ops):
        match op:
            case Assign(target) | ForEach(target) | Repeat(target) | Pick(target=target) | Draw(result=target):
                if target == Slot(slot):
                    return True
            case Ask(alternatives=alternatives):
                if any(parameter.target == Slot(slot) for one in alternatives for parameter in one.parameters):
                    return True
            case _:
                pass
    return False


def _mark(slots: list[Bounds], target: Target, found: Bounds) -> None:
    match target:
        case Slot(index):
            slots[index] = union((slots[index], found))
        case Cell(base, axes):
            for index in covered(base, axes):
                slots[index] = union((slots[index], found))
        case _:
            assert_never(target)


def _written(known: Known, op: Op) -> Iterator[tuple[Target, Bounds]]:
    program = known.program
    match op:
        case Assign(target, given, low, high, optional):
            yield target, _stored(bounds(known, given), low, high, optional)
        case ForEach(target, source):
            yield target, elements(known, source)
        case Repeat(Slot() | Cell() as counter, limit):
            yield counter, Bounds(1, PASSES if limit is None else max(1, bounds(known, limit).high))
        case Ask(alternatives=alternatives):
            for parameter in (parameter for one in alternatives for parameter in one.parameters):
                yield parameter.target, elements(known, parameter.source)
        case Draw(source=source, result=Slot() | Cell() as result):
            yield result, Bounds(0, program.zones[source.zone].kinds - 1)
        case Pick(target=target, source=source):
            yield target, elements(known, source)
        case MoveAll(source=source, slot=slot):
            yield Slot(slot), Bounds(0, program.zones[source.zone].kinds - 1)
        case Later(flag, captures, _, in_transit, _):
            yield flag, Bounds(0, 1)
            for cell, value in captures:
                yield cell, bounds(known, value)
            if in_transit is not None:
                yield in_transit[1], Bounds(0, program.zones[in_transit[0].zone].kinds - 1)
        case Together(seat=seat, source=source):
            yield Slot(seat), elements(known, source)
        case _:
            pass


def _stored(given: Bounds, low: int, high: int, optional: bool) -> Bounds:
    """The bounds of the values within these limits."""
    return Bounds(max(low, given.low), min(high, given.high), given.absent and optional)


def _bound(known: Known, node: Node) -> Iterator[tuple[int, Bounds]]:
    match node:
        case Let(slot, value, _):
            yield slot, bounds(known, value)
        case Fold(slot=slot, source=source) | First(slot=slot, source=source) | Filtered(source=source, slot=slot):
            yield slot, elements(known, source)
        case Contains(Filtered(_, slot, _), value):
            yield slot, bounds(known, value)
        case _:
            pass
