"""Which phases of a Program become functions of their own in emitted code, and which slots belong to one function alone.

A phase that is done from several places stands once in the text and is called, so that the text grows with the rules and not
with their calls. So does a phase apart, whose loops would stand too deep inside others. A phase that is done once, or while all
decide together, stands where it is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import frozen

from ...program.ir import Block, Clear, Do, Op, Program, Slot, Together
from ...program.ops import bodies, evaluated, inside, nodes, only_tried, reached, statements, within, writes

MAIN = -1
"""The function that plays the whole match, among the numbers of phases."""


def of_trial(number: int) -> int:
    """The function of a trial, among the numbers of phases; and the trial of such a function."""
    return MAIN - 1 - number


@frozen
class Division:
    """The phases that are functions, those of them that are only *tried*, and for each slot the functions that use it."""

    called: frozenset[int]
    tried: frozenset[int]
    users: dict[int, frozenset[int]]

    def belongs(self, slot: int, function: int) -> bool:
        """Whether no other function reads or writes the slot."""
        return self.users.get(slot, frozenset()) <= {function}


def division(program: Program, quiet: bool) -> Division:
    """The division of a Program; with *quiet*, only phases inside which play never stops are functions."""
    times: Counter[int] = Counter()
    stopping: set[int] = set()
    together: set[int] = set()
    tried = frozenset(phase for trial in program.trials for phase in only_tried(program, trial))
    times.update(trial.phase for trial in program.trials)
    for op in (*statements(program), *(op for phase in tried for body in bodies(program.phases[phase]) for op in inside(body))):
        match op:
            case Do():
                times[op.phase] += 1
                if op.stops:
                    stopping.add(op.phase)
            case Together():
                together.update(each.phase for each in within(program, op.body) if isinstance(each, Do))
    barred = together | (stopping if quiet else set())
    called = frozenset(
        phase for phase, count in times.items() if (count > 1 or program.phases[phase].apart) and phase not in barred
    )
    users: dict[int, set[int]] = {}
    for number, trial in enumerate(program.trials):
        for target in trial.given:
            users.setdefault(target.index, set()).add(of_trial(number))
    for function in (MAIN, *map(of_trial, range(len(program.trials))), *sorted(called)):
        for op in _ops(program, function, called):
            for slot in _touched(program, op, called):
                users.setdefault(slot, set()).add(function)
    for phase in called:
        ending = program.phases[phase].ending
        if ending is not None:
            for slot in reached(ending):
                users.setdefault(slot, set()).add(phase)
    return Division(called, called.intersection(tried), {slot: frozenset(found) for slot, found in users.items()})


def _ops(program: Program, function: int, called: frozenset[int]) -> Iterator[Op]:
    """All statements that stand in a function."""

    def walk(block: Block) -> Iterator[Op]:
        for op in inside(block):
            yield op
            match op:
                case Do(phase) if phase not in called:
                    for body in bodies(program.phases[phase]):
                        yield from walk(body)

    for body in _bodies(program, function, called):
        yield from walk(body)


def _bodies(program: Program, function: int, called: frozenset[int]) -> tuple[Block, ...]:
    """The blocks that a function is made of."""
    if function == MAIN:
        return (program.body,)
    if function >= 0:
        return bodies(program.phases[function])
    phase = program.trials[of_trial(function)].phase
    return () if phase in called else bodies(program.phases[phase])


def _touched(program: Program, op: Op, called: frozenset[int]) -> Iterator[int]:
    """The slots that a statement itself reads or writes."""
    for node in nodes(evaluated(op)):
        match node:
            case Slot(index):
                yield index
    match op:
        case Clear(Slot(index), count):
            yield from range(index, index + count)
        case Do(phase):
            # What the phase is given is stored before; where it is inlined, so is the slot that ends the match behind it.
            ending = None if phase in called else program.phases[phase].ending
            yield from () if ending is None else reached(ending)
        case _:
            for write in writes(op, program):
                yield from reached(write.target)
