"""Which declared values are worth showing: those on which nothing depends any more are bookkeeping, and tell players nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..program.ir import NOTHING, Ask, Assign, AssignAll, Cell, Do, Lookup, NamedValue, Op, Place, PlaceKind, Program, Slot, Take
from ..program.ops import Node, bodies, ending, evaluated, nodes, reached, statements, within


def _matters(program: Program) -> frozenset[int]:
    """The places on which the rest of a match depends, and scores: without those that only invariants, measures and what comes
    before the first decision read, or what else does not matter.
    """
    owners = {slot: number for number, place in enumerate(program.places) for slot in _slots(place)}
    found = {number for number, place in enumerate(program.places) if place.kind is PlaceKind.SCORE}
    stored: dict[int, list[Node]] = {}
    pending: list[Node] = [*(each.value for each in program.shown), *ending(program.outcome)]
    for op in _after_the_first_decision(program):
        match op:
            case Assign(target=target) | AssignAll(target=target):
                for slot in reached(target):
                    stored.setdefault(owners.get(slot, -slot), []).extend(evaluated(op))
            case Take():
                pass
            case _:
                pending += evaluated(op)
    for place in found:
        pending += stored.pop(place, [])
    while pending:
        read = {owners.get(slot, -slot) for slot in _read(tuple(pending))}
        found |= read
        pending = [value for each in sorted(read) for value in stored.pop(each, [])]
    return frozenset(each for each in found if each in range(len(program.places)))


def _after_the_first_decision(program: Program) -> Iterator[Op]:
    """The statements that are done when somebody has been asked, or in the same turn of a loop."""
    begun, rest = False, [program.body]
    while rest:
        for number, op in enumerate(block := rest.pop()):
            parts = tuple(within(program, (op,)))
            if not begun and isinstance(op, Do) and any(isinstance(part, Ask) for part in parts):
                rest += [block[number + 1 :], *reversed(bodies(program.phases[op.phase]))]
                break
            begun = begun or any(isinstance(part, Ask) for part in parts)
            if begun:
                yield from parts


def print_for_setup(program: Program) -> frozenset[int]:
    """The tables of what is printed that are read before the first decision and never again."""
    later: list[Node] = [*(each.value for each in program.shown), *ending(program.outcome)]
    for op in _after_the_first_decision(program):
        later += evaluated(op)
    ever = [node for op in statements(program) for node in evaluated(op)]
    used = bool(later) and any(isinstance(op, Ask) for op in statements(program))
    return frozenset(_tables(ever)) - frozenset(_tables(later)) if used else frozenset()


def _tables(roots: Iterable[Node]) -> Iterator[int]:
    return (node.table for node in nodes(tuple(roots)) if isinstance(node, Lookup))


def worth_showing(program: Program, place: int) -> bool:
    """Whether a table shows the place: where the ruleset does not say so, if something depends on it."""
    name = program.places[place].name.plain
    if name in program.hints.aside:
        return False
    return name in program.hints.first or place in program.cached(_matters)


def _slots(place: Place) -> range:
    return range(place.base, place.base + 1 + sum((extent.size - 1) * extent.stride for extent in place.extents))


def _read(roots: tuple[Node, ...]) -> Iterable[int]:
    """The slots that are read, of an array the first."""
    for node in nodes(roots):
        match node:
            case Slot(index):
                yield index
            case Cell(base=base):
                yield base


def is_blank(declared: Place | NamedValue, value: int) -> bool:
    """Whether the value says no more than that there is nothing: `nothing`, or 0 where that is no element and stands for it."""
    optional = isinstance(declared, Place) and declared.optional
    return value == NOTHING or (value == 0 and declared.domain is None and not optional)
