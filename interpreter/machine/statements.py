"""Statements inside which play never stops, compiled to closures.

A closure gives a signal: `ON` to continue with the next statement, or `LEAVE`, `END_PHASE`, `END_GAME` to leave blocks around.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from ...program.ir import (
    NOTHING,
    PASSES,
    Ask,
    Assign,
    Block,
    Branch,
    Clear,
    Do,
    Draw,
    EndGame,
    EndPhase,
    ForEach,
    Gather,
    Later,
    Leave,
    MoveAll,
    MoveCard,
    Op,
    Phase,
    Pick,
    Repeat,
    Reveal,
    Say,
    Shuffle,
    Take,
    Target,
    Together,
)
from ...program.ops import shown
from ..core import reasons
from ..core.events import Changed, Said
from ..core.runtime_errors import indices
from .aggregates import in_order
from .card_moves import gather, move_all, move_card, reveal, shuffle
from .context import Context, Elements, Evaluation, Step
from .deferred import keep
from .event_log import note, render, rendering
from .expressions import elements, fixed_slot, sort_keys, target_address, test, value

ON, LEAVE, END_PHASE, END_GAME = 0, 1, 2, 3


def statement(context: Context, op: Op) -> Step:
    """The compiled statement. Raises TypeError for a decision or a Together."""
    match op:
        case Assign():
            return assign(context, op)
        case Clear(target, size):
            return clear(context, target, size)
        case MoveCard():
            return move_card(context, op)
        case MoveAll():
            return move_all(context, op)
        case Gather():
            return gather(context, op)
        case Shuffle():
            return shuffle(context, op)
        case Reveal():
            return reveal(context, op)
        case Say():
            return _say(context, op)
        case Branch():
            return _branch(context, op)
        case ForEach():
            return _for_each(context, op)
        case Repeat():
            return _repeat(context, op)
        case Leave():
            return lambda s: LEAVE
        case Do():
            return _do(context, op)
        case EndPhase():
            return lambda s: END_PHASE
        case EndGame():
            return _end_game(context, op)
        case Later():
            return keep(context, op)
        case Take():
            return lambda s: ON
        case Ask() | Draw() | Pick() | Together():
            raise TypeError("play stops here")
        case _:
            assert_never(op)


def block(context: Context, ops: Block | list[Op]) -> Step:
    """A step that runs the statements in order, up to the first signal other than `ON`."""
    return sequence(tuple(statement(context, op) for op in ops))


def sequence(steps: tuple[Step, ...]) -> Step:
    """A step that runs the steps in order, up to the first signal other than `ON`."""
    match steps:
        case ():
            return lambda s: ON
        case (one,):
            return one
        case (one, two):
            return lambda s: one(s) or two(s)
        case (one, two, three):
            return lambda s: one(s) or two(s) or three(s)
        case _:
            return _row(steps)


def _row(steps: tuple[Step, ...]) -> Step:
    def run(s: list[int]) -> int:
        for step in steps:
            signal = step(s)
            if signal:
                return signal
        return ON

    return run


def assign(context: Context, op: Assign) -> Step:
    """A step that stores a value; it raises PlayError when the value is out of range."""
    given, low, high = value(context, op.value), op.low, op.high
    fixed, find = fixed_slot(op.target), target_address(context, op.target)
    optional = op.optional
    if context.log is not None and op.place is not None:
        return _assign_noted(context, op, given, find)

    def store_fixed(s: list[int]) -> int:
        number = given(s)
        if not low <= number <= high and not (optional and number == NOTHING):
            raise outside(context, op, number, slot)
        s[slot] = number
        return ON

    def store(s: list[int]) -> int:
        number = given(s)
        at = find(s)
        if not low <= number <= high and not (optional and number == NOTHING):
            raise outside(context, op, number, at)
        s[at] = number
        return ON

    if fixed is None:
        return store
    slot = fixed
    return store_fixed


def _assign_noted(context: Context, op: Assign, given: Evaluation, find: Evaluation) -> Step:
    number_of_place = op.place
    if number_of_place is None:
        raise TypeError("only a place is noted")
    place = context.program.places[number_of_place]
    low, high, optional = op.low, op.high, op.optional

    def store(s: list[int]) -> int:
        new = given(s)
        at = find(s)
        if not low <= new <= high and not (optional and new == NOTHING):
            raise outside(context, op, new, at)
        old, s[at] = s[at], new
        if old != new:
            note(context, s, Changed(number_of_place, indices(place.extents, at - place.base), old, new))
        return ON

    return store


def outside(context: Context, op: Assign, number: int, slot: int) -> Exception:
    """The runtime error of a value out of range."""
    place = None if op.place is None else context.program.places[op.place]
    return context.fault(reasons.outside(place, op.low, op.high), op.sentence, number, slot)


def clear(context: Context, target: Target, size: int) -> Step:
    """A step that sets *size* slots to 0, from the target on."""
    fixed, find = fixed_slot(target), target_address(context, target)
    if fixed is not None and size == 1:
        return _zero(fixed)
    zeros = [0] * size

    def wipe(s: list[int]) -> int:
        at = find(s)
        s[at : at + size] = zeros
        return ON

    return wipe


def _zero(slot: int) -> Step:
    def wipe(s: list[int]) -> int:
        s[slot] = 0
        return ON

    return wipe


def storing(context: Context, target: Target) -> Callable[[list[int], int], None]:
    """A function that stores a value in the target without checking its range."""
    fixed, find = fixed_slot(target), target_address(context, target)
    if fixed is not None:
        slot = fixed

        def store_fixed(s: list[int], number: int) -> None:
            s[slot] = number

        return store_fixed

    def store(s: list[int], number: int) -> None:
        s[find(s)] = number

    return store


def _say(context: Context, op: Say) -> Step:
    if context.log is None:
        return worked_out(tuple(value(context, each) for each in shown(op.message)))
    compiled = rendering(context, op.message)

    def tell(s: list[int]) -> int:
        note(context, s, Said(render(context, compiled, s)))
        return ON

    return tell


def worked_out(values: tuple[Evaluation, ...]) -> Step:
    """A step that works out the values, since that may fail, and does nothing with them."""
    if not values:
        return lambda s: ON

    def work(s: list[int]) -> int:
        for each in values:
            each(s)
        return ON

    return work


def _branch(context: Context, op: Branch) -> Step:
    decides, then = test(context, op.test), block(context, op.then)
    if not op.otherwise:
        return lambda s: then(s) if decides(s) else ON
    otherwise = block(context, op.otherwise)
    return lambda s: then(s) if decides(s) else otherwise(s)


def chosen_elements(context: Context, op: ForEach) -> Callable[[list[int]], list[int]]:
    """A function that gives the elements of a loop, fixed at its start, a card once for each copy.

    With sort keys these are the elements that pass, sorted; without, all elements in order, and each is tested at its turn.
    """
    source, store = elements(context, op.source), storing(context, op.target)
    where = None if op.where is None or not op.keys else test(context, op.where)
    keys = sort_keys(context, op.keys)

    def choose(s: list[int]) -> list[int]:
        found = []
        for element, weight in source.pairs(s):
            if where is not None:
                store(s, element)
                if not where(s):
                    continue
            found.extend([element] * weight)
        return in_order(found, store, keys, s) if keys else found

    return choose


def each_copy(source: Elements) -> Callable[[list[int]], Sequence[int]]:
    """A function that gives the elements of a set, a card once for each copy."""
    pairs = source.pairs
    if not source.weighted:
        return source.values
    return lambda s: [element for element, weight in pairs(s) for _ in range(weight)]


def _for_each(context: Context, op: ForEach) -> Step:
    store, body, budget = storing(context, op.target), block(context, op.body), context.budget
    fixed = bool(op.keys)
    values = chosen_elements(context, op) if fixed else each_copy(elements(context, op.source))
    where = None if fixed or op.where is None else test(context, op.where)
    sentence = op.sentence

    def each(s: list[int]) -> int:
        signal = ON
        turns = values(s)
        s[budget] += len(turns)
        if s[budget] > PASSES:
            raise context.fault(reasons.ENDLESS, sentence)
        for element in turns:
            store(s, element)
            if where is None or where(s):
                signal = body(s)
                if signal:
                    break
        return ON if signal == LEAVE else signal

    return each


def _repeat(context: Context, op: Repeat) -> Step:
    body, budget, sentence = block(context, op.body), context.budget, op.sentence
    store = None if op.counter is None else storing(context, op.counter)
    limit = None if op.limit is None else value(context, op.limit)
    until = None if op.until is None else test(context, op.until)

    def repeat(s: list[int]) -> int:
        signal, passes, most = ON, 0, PASSES + 1 if limit is None else limit(s)
        while passes < most:
            passes += 1
            s[budget] += 1
            if s[budget] > PASSES:
                raise context.fault(reasons.ENDLESS, sentence)
            if store is not None:
                store(s, passes)
            signal = body(s)
            if signal or (until is not None and until(s)):
                break
        return ON if signal == LEAVE else signal

    return repeat


def _do(context: Context, op: Do) -> Step:
    """A phase inside which play never stops, compiled once."""
    if op.phase not in context.phases:
        context.phases[op.phase] = _phase(context, context.program.phases[op.phase])
    return context.phases[op.phase]


def _phase(context: Context, phase: Phase) -> Step:
    body, after = block(context, phase.body), block(context, phase.after)
    if phase.ending is None:
        return lambda s: END_GAME if body(s) == END_GAME else after(s)
    ending = target_address(context, phase.ending)

    def run(s: list[int]) -> int:
        s[ending(s)] = 0
        if body(s) == END_GAME:
            return END_GAME
        ends = s[ending(s)]
        after(s)
        return END_GAME if ends else ON

    return run


def _end_game(context: Context, op: EndGame) -> Step:
    if op.ending is None:
        return lambda s: END_GAME
    store = storing(context, op.ending)

    def mark(s: list[int]) -> int:
        store(s, 1)
        return ON

    return mark
