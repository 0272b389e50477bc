"""What is certain of every match before anybody plays: cards that are not there, choices without an option, figures out of range.

A match is gone through once with all that can be at each place (`Bounds`) instead of what is: as it begins, every value and every
number of cards is known; behind a choice, what the choices leave is joined. Loops with few passes are gone through pass by pass,
others until nothing new comes. What is found therefore holds in every match that comes to that place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Protocol, cast

from attrs import Factory, define, frozen

from . import ir
from .intervals import ANYTHING, TRUTH, Bounds, Ranges, exactly, union
from .ops import EXPRESSIONS, SETS, bodies, covered, deferred, reached, touched, within, writes
from .ranges import known

STEPS = 2_000
"""After so many statements, what is behind them stays unknown: looking on would take longer than it is worth."""

LOOKS = 300_000
"""The same after so many looks into slots and tables."""

UNROLLED = 300
"""A loop is gone through pass by pass where its passes have at most so many statements together."""

YES, NO = exactly(1), exactly(0)


class Trouble(Enum):
    """What happens in every match that comes to a sentence; with MAY_LEAVE in some match."""

    NO_CARD = "there is no card to take"
    NO_OPTION = "nobody has anything to choose"
    LEAVES = "what is stored is out of range"
    MAY_LEAVE = "what is stored can be out of range"


@frozen
class Foreseen:
    """A *trouble* at a *sentence*: with the *zone* that is empty, or with a *value* that the *place* does not hold."""

    trouble: Trouble
    sentence: int
    zone: int | None = None
    place: int | None = None
    value: int = 0


@frozen
class Prospect:
    """What is certain of a Program: the trouble of a sentence, and the sentences of the options that may be taken.

    It is *whole* where all of the Program was gone through; else nothing follows from an option that is missing.
    """

    troubles: tuple[Foreseen, ...]
    taken: frozenset[int]
    whole: bool


def prospect(program: ir.Program) -> Prospect:
    """What is certain of every match of the Program."""
    walk = _Walk(program, _widest(program))
    slots = list(walk.widest)
    slots[: program.locals] = [exactly(number) for number in program.start[: program.locals]]
    for zone in program.zones:
        for base in zone.bases:
            slots[base + 1 : base + zone.length] = [ANYTHING] * (zone.length - 1)
    whole = True
    try:
        walk.block(program.body, _Now(program, slots, {}, {}, [0], {}))
    except _Enough:
        whole = False
    always = [each for each in walk.maybe.values() if whole and each.sentence not in walk.fine]
    troubles = {each.sentence: each for each in (*always, *walk.found.values())}
    return Prospect(tuple(troubles.values()), frozenset(walk.taken), whole)


def _widest(program: ir.Program) -> list[Bounds]:
    """What every slot can hold at any time, from the declarations alone."""
    slots = [ANYTHING] * (program.slots + program.scratch + 1)
    for place in program.places:
        for slot in covered(place.base, tuple(ir.Axis(ir.Slot(0), each.low, each.size, each.stride) for each in place.extents)):
            slots[slot] = Bounds(place.low, place.high, place.optional)
    for zone in program.zones:
        for base in zone.bases:
            slots[base] = Bounds(0, sum(program.decks[zone.deck].copies))
    return slots


class _Enough(Exception):
    """So many statements were gone through that it is given up."""


_Free = dict[int, frozenset[int]]


@frozen(eq=False)
class _Now:
    """What every slot can hold at one place of a match. It answers the questions of `intervals.Ranges`.

    *free* has slots whose bounds are both reached in some match that comes here, with the choices on which that depends: slots
    without a choice in common reach them together. *looks* counts what was looked at, for all places; *tables* has what
    is in the tables that were looked into, by the id of the expression.
    """

    program: ir.Program
    slots: list[Bounds]
    bound: Mapping[int, Bounds]
    free: _Free
    looks: list[int]
    tables: dict[int, Bounds]

    def copy(self) -> _Now:
        """The same, to be changed by itself."""
        return _Now(self.program, list(self.slots), self.bound, dict(self.free), self.looks, self.tables)

    def binding(self, slot: int, held: Bounds) -> _Now:
        """The same, where a slot holds a value within these bounds."""
        return _Now(self.program, self.slots, {**self.bound, slot: held}, self.free, self.looks, self.tables)

    def instances(self, base: int, axes: tuple[ir.Axis, ...]) -> tuple[int, ...]:
        """The slots that can be meant by these indices."""
        found: tuple[int, ...] = (base,)
        for axis in axes:
            at = self.value(axis.at)
            low, high = max(at.low, axis.low), min(at.high, axis.low + axis.size - 1)
            self.look(len(found) * max(0, high - low + 1))
            found = tuple([slot + (index - axis.low) * axis.stride for slot in found for index in range(low, high + 1)])
        return found

    def look(self, times: int) -> None:
        """Counts looks into slots and tables. Raises _Enough when there were too many."""
        self.looks[0] += times
        if self.looks[0] > LOOKS:
            raise _Enough

    def reached(self, target: ir.Target) -> tuple[int, ...]:
        """The slots that the target can be."""
        match target:
            case ir.Slot(index):
                return (index,)
            case ir.Cell(base, axes):
                return self.instances(base, axes)

    def zone(self, at: ir.ZoneAt) -> tuple[int, ...]:
        """The slots with the number of cards of the instances that can be meant."""
        return self.instances(self.program.zones[at.zone].base, at.axes)

    def target(self, target: ir.Target) -> Bounds:
        """What the target holds."""
        match target:
            case ir.Slot(index):
                return self.bound[index] if index in self.bound else self.slots[index]
            case _:
                return union([self.slots[slot] for slot in self.reached(target)])

    def elements(self, source: ir.Set) -> Bounds:
        """What the elements of the set are."""
        if isinstance(source, ir.Row):
            self.look(len(self.program.rows[source.rows]))
        found: Bounds = SETS[type(source)].gives(source, self)
        return found

    def most(self, source: ir.Set) -> int:
        """The largest possible number of elements, where a card counts once for each copy."""
        self.look(1)
        match source:
            case ir.Cards(zone):
                return union([self.slots[slot] for slot in self.zone(zone)]).high
            case _:
                found: int = SETS[type(source)].most(source, self)
                return found

    def value(self, expr: ir.Expr) -> Bounds:
        """What the expression gives: by its entry, unless more is known of it here."""
        better = CERTAIN.get(type(expr))
        return self.plain(expr) if better is None else better(expr, self)

    def plain(self, expr: ir.Expr) -> Bounds:
        self.look(1)
        found: Bounds = EXPRESSIONS[type(expr)].gives(expr, self)
        return found


class _Valuing(Protocol):
    """Knows what expressions give."""

    def value(self, expr: ir.Expr) -> Bounds:
        """What the expression gives."""
        ...


def settled(expr: ir.Expr, held: Mapping[ir.Expr, int]) -> int | None:
    """The value of an expression where others have these values; None where more decides it."""
    found = _Held(held).value(expr)
    return found.low if found.low == found.high and not found.absent else None


PLAIN = ir.Number, ir.Present, ir.Negate, ir.Arithmetic
"""What gives the same in every Program, by the values of its parts."""


@frozen
class _Held:
    """Knows the values of some expressions, and what follows from them alone."""

    held: Mapping[ir.Expr, int]

    def value(self, expr: ir.Expr) -> Bounds:
        """What the expression gives."""
        if expr in self.held:
            return exactly(self.held[expr])
        if type(expr) in LOGIC:
            return LOGIC[type(expr)](expr, self)
        found: Bounds = EXPRESSIONS[type(expr)].gives(expr, cast("Ranges", self)) if isinstance(expr, PLAIN) else ANYTHING
        return found


def _compared(how: ir.Relation, left: Bounds, right: Bounds) -> Bounds:
    """Whether two values are in the relation, as far as that is certain."""
    match how:
        case ir.Relation.EQUAL:
            return _equal(left, right)
        case ir.Relation.DIFFERENT:
            return _denied(_equal(left, right))
        case ir.Relation.LESS:
            return _below(left, right, 1)
        case ir.Relation.AT_MOST:
            return _below(left, right, 0)
        case ir.Relation.MORE:
            return _below(right, left, 1)
        case ir.Relation.AT_LEAST:
            return _below(right, left, 0)


def _equal(left: Bounds, right: Bounds) -> Bounds:
    if left.empty or right.empty:
        return TRUTH
    numbers = max(left.low, right.low) <= min(left.high, right.high)
    if not numbers and not (left.absent and right.absent):
        return NO
    both_nothing = left.low > left.high and right.low > right.high
    same = left == right and not left.absent and left.low == left.high
    return YES if both_nothing or same else TRUTH


def _below(left: Bounds, right: Bounds, by: int) -> Bounds:
    """Whether the left number and *by* are at most the right one; false where either is nothing."""
    if left.empty or right.empty:
        return TRUTH
    if left.low > left.high or right.low > right.high or left.low + by > right.high:
        return NO
    return YES if left.high + by <= right.low and not (left.absent or right.absent) else TRUTH


def _denied(truth: Bounds) -> Bounds:
    return NO if truth == YES else YES if truth == NO else TRUTH


def _every(parts: list[Bounds]) -> Bounds:
    return NO if NO in parts else YES if all(part == YES for part in parts) else TRUTH


def _looked_up(expr: ir.Lookup, now: _Now) -> Bounds:
    now.look(len(now.program.tables[expr.table]))
    if id(expr) not in now.tables:  # the same at every place
        now.tables[id(expr)] = now.plain(expr)
    else:
        now.look(1)
    return now.tables[id(expr)]


def _conditional(expr: ir.Conditional, now: _Valuing) -> Bounds:
    ways = {YES: (expr.then,), NO: (expr.otherwise,)}.get(now.value(expr.test), (expr.then, expr.otherwise))
    return union([now.value(way) for way in ways])


def _quantified(expr: ir.Fold, now: _Now) -> Bounds:
    if expr.kind not in (ir.FoldKind.ANY, ir.FoldKind.EVERY):
        return now.plain(expr)
    default, found = (NO, YES) if expr.kind is ir.FoldKind.ANY else (YES, NO)
    if now.most(expr.source) == 0:
        return default
    inside = now.binding(expr.slot, now.elements(expr.source))
    if expr.where is not None and inside.value(expr.where) == NO:
        return default
    return default if inside.value(expr.value) == default else union((default, found))


LOGIC: dict[type, Callable[[Any, _Valuing], Bounds]] = {
    ir.Comparison: lambda expr, now: _compared(expr.how, now.value(expr.left), now.value(expr.right)),
    ir.Not: lambda expr, now: _denied(now.value(expr.value)),
    ir.All: lambda expr, now: _every([now.value(part) for part in expr.parts]),
    ir.Either: lambda expr, now: _denied(_every([_denied(now.value(part)) for part in expr.parts])),
    ir.Conditional: _conditional,
}
"""What is known of a condition, beyond its entry, where values of its parts are."""


CERTAIN: dict[type, Callable[[Any, _Now], Bounds]] = {
    **LOGIC,
    ir.Lookup: _looked_up,
    ir.Size: lambda expr, now: union([now.slots[slot] for slot in now.zone(expr.zone)]),
    ir.Fold: _quantified,
    ir.After: lambda expr, now: known(now.program).value(expr),
}
"""What is known of an expression where a match stands, beyond its entry."""


_Way = _Now | None
"""What can be at a place; None where no match comes there."""


@define
class _Walk:
    """Goes through a Program; *leaving* has the ways out of the loops around, *ending* those out of the phases around.

    *found* has the first trouble of each sentence that every match comes to. Others, which perhaps no match comes to at that
    time, are in *maybe*; they count where the sentence was never found *fine*. What is *unsure* stands behind a condition, or
    behind a way out that may be taken. *log* has every slot that was written.
    """

    program: ir.Program
    widest: list[Bounds]
    found: dict[int, Foreseen] = Factory(dict)
    maybe: dict[int, Foreseen] = Factory(dict)
    fine: set[int] = Factory(set)
    unsure: int = 0
    log: list[int] = Factory(list)
    passes: int = 1
    taken: set[int] = Factory(set)
    leaving: list[list[_Now]] = Factory(list)
    ending: list[list[_Now]] = Factory(list)
    steps: int = 0
    choices: int = 0
    sizes: dict[int, int] = Factory(dict)
    changes: dict[int, tuple[int, ...]] = Factory(dict)

    def block(self, ops: ir.Block, now: _Way) -> _Way:
        """What can be at the end of a block."""
        for op in ops:
            if now is None:
                return None
            self.steps += 1
            if self.steps > STEPS:
                raise _Enough
            now = self.statement(op, now)
        return now

    def statement(self, op: ir.Op, now: _Now) -> _Way:
        """What can be behind a statement; *now* is changed."""
        match op:
            case ir.Branch(test, then, otherwise):
                return self.branch(now.value(test), then, otherwise, now)
            case ir.ForEach():
                return self.for_each(op, now)
            case ir.Repeat():
                return self.repeat(op, now)
            case ir.Do():
                return self.do(op, now)
            case ir.Ask():
                return self.ask(op, now)
            case ir.Together():
                return self.together(op, now)
            case ir.Leave():
                self.leaving[-1].append(now)
                return None
            case ir.EndPhase():
                self.ending[-1].append(now)
                return None
            case ir.EndGame(ending=None):
                return None
            case ir.Assign():
                self.assign(op, now)
            case ir.Draw(source=source, target=target):
                self.take(source, op.sentence, now)
                self.put(target, now)
            case ir.MoveCard(source=source, target=target):
                self.take(source, op.sentence, now)
                self.put(target, now)
            case ir.MoveAll():
                self.move_all(op, now)
            case ir.Gather():
                self.gather(op, now)
            case ir.Pick():
                self.pick(op, now)
                return now
            case ir.Shuffle():
                return now
            case _:
                for zone in touched(op):
                    self.forget(now.zone(zone), now)
        if not isinstance(op, ir.Assign):
            for write in writes(op, self.program):
                self.write(now.reached(write.target), write.held(now), now)
        return now

    def trouble(self, found: Foreseen) -> None:
        """Notes a trouble of a sentence."""
        if not self.unsure:
            self.found.setdefault(found.sentence, found)
        elif found.trouble is not Trouble.MAY_LEAVE:
            self.maybe.setdefault(found.sentence, found)

    def joined(self, ways: Iterable[_Way], since: int) -> _Way:
        """What can be where any of these ways leads; *since* is how long the log was where they parted."""
        several = [way for way in ways if way is not None]
        if len(several) < 2:
            return several[0] if several else None
        first, *others = several
        for slot in set(self.log[since:]):
            held = first.slots[slot]
            for other in others:
                if other.slots[slot] is not held:
                    first.slots[slot] = union([way.slots[slot] for way in several])
                    break
        first.free.clear()
        return first

    # ------------------------------------------------------------------------------------------------------- values

    def write(self, slots: tuple[int, ...], held: Bounds, now: _Now, free: frozenset[int] | None = None) -> None:
        """Stores a value in one of these slots."""
        self.log.extend(slots)
        for slot in slots:
            now.slots[slot] = held if len(slots) == 1 else union((now.slots[slot], held))
            now.free.pop(slot, None)
            if free is not None and len(slots) == 1:
                now.free[slot] = free

    def forget(self, slots: Iterable[int], now: _Now) -> None:
        """Lets these slots hold whatever they may."""
        for slot in slots:
            self.log.append(slot)
            now.slots[slot] = self.widest[slot]
            now.free.pop(slot, None)

    def assign(self, op: ir.Assign, now: _Now) -> None:
        """Stores a value, and notes when it does not fit."""
        value = now.value(op.value)
        free = None if self.unsure else _reaches(op.value, now)
        outside = value.high < op.low or value.low > op.high
        if value.absent or value.empty or not outside:
            self.fine.add(op.sentence)
        place = None if op.place is None else self.program.places[op.place]
        counted = place is not None and place.domain is None and not place.truth
        some = value.low <= value.high and not value.absent
        if counted and some and (outside or (free is not None and not value.within(op.low, op.high))):
            kind = Trouble.LEAVES if outside else Trouble.MAY_LEAVE
            far = value.high if value.high > op.high else value.low
            self.trouble(Foreseen(kind, op.sentence, place=op.place, value=far))
        kept = value.clipped(op.low, op.high, op.optional)
        self.write(now.reached(op.target), kept if not kept.empty else Bounds(op.low, op.high, op.optional), now, free)

    def pick(self, op: ir.Pick, now: _Now) -> None:
        """Lets chance pick an element."""
        free = self.chosen(op.source, now) if op.where is None and op.weight is None else None
        held = now.elements(op.source)
        self.write(now.reached(op.target), held if not held.empty else ANYTHING, now, free)

    def chosen(self, source: ir.Set, now: _Now) -> frozenset[int] | None:
        """A new choice among the numbers of a range that is known; None where others are chosen from."""
        match source:
            case ir.Range(ir.Number(), ir.Number()):
                self.choices += 1
                return frozenset((self.choices,))
            case _:
                return None

    # -------------------------------------------------------------------------------------------------------- cards

    def take(self, zone: ir.ZoneAt, sentence: int, now: _Now) -> None:
        """Takes a card away."""
        slots = now.zone(zone)
        if slots and all(now.slots[slot].high <= 0 for slot in slots):
            self.trouble(Foreseen(Trouble.NO_CARD, sentence, zone.zone))
        else:
            self.fine.add(sentence)
        self.log.extend(slots)
        for slot in slots:
            held = now.slots[slot]
            high = held.high - 1 if len(slots) == 1 else held.high
            now.slots[slot] = Bounds(max(0, held.low - 1), max(0, high))

    def put(self, zone: ir.ZoneAt, now: _Now) -> None:
        """Puts a card there."""
        slots = now.zone(zone)
        self.log.extend(slots)
        for slot in slots:
            held = now.slots[slot]
            now.slots[slot] = Bounds(held.low + (len(slots) == 1), held.high + 1)

    def move_all(self, op: ir.MoveAll, now: _Now) -> None:
        """Moves all cards of a zone, or some of them, to another."""
        source, target = now.zone(op.source), now.zone(op.target)
        if source == target and len(source) == 1:
            return
        self.log.extend((*source, *target))
        moved = union([now.slots[slot] for slot in source])
        for slot in source:
            held = now.slots[slot]
            now.slots[slot] = NO if len(source) == 1 and op.where is None else Bounds(0, held.high)
        sure = len(target) == 1 and op.where is None
        for slot in target:
            held = now.slots[slot]
            now.slots[slot] = Bounds(held.low + (moved.low if sure else 0), held.high + max(0, moved.high))

    def gather(self, op: ir.Gather, now: _Now) -> None:
        """Brings all cards of a deck to one zone."""
        slots = [base for zone in self.program.zones if zone.deck == op.deck for base in zone.bases]
        total = exactly(sum(self.program.start[slot] for slot in slots))  # cards are moved, never made or lost
        self.log.extend(slots)
        for slot in slots:
            now.slots[slot] = NO
        target = now.zone(op.target)
        for slot in target:
            now.slots[slot] = total if len(target) == 1 else Bounds(0, total.high)

    # ------------------------------------------------------------------------------------------------------- control

    def branch(self, truth: Bounds, then: ir.Block, otherwise: ir.Block, now: _Now) -> _Way:
        """Goes both ways where it is not certain which one is gone."""
        if truth == YES:
            return self.block(then, now)
        if truth == NO:
            return self.block(otherwise, now)
        now.free.clear()
        since = len(self.log)
        ways = [self.perhaps(block, way) for block, way in ((then, now.copy()), (otherwise, now))]
        if None in ways:
            self.unsure += 1  # for good: what follows stands behind a way out
        return self.joined(ways, since)

    def perhaps(self, ops: ir.Block, now: _Now) -> _Way:
        """Goes through a block that perhaps no match comes to."""
        self.unsure += 1
        try:
            return self.block(ops, now)
        finally:
            self.unsure -= 1

    def size(self, ops: ir.Block) -> int:
        """How many statements the block has, with those of the phases that it does, each counted once."""
        if id(ops) not in self.sizes:
            self.sizes[id(ops)] = 1 + sum(1 for _ in within(self.program, ops))
        return self.sizes[id(ops)]

    def small(self, passes: int, body: ir.Block) -> bool:
        """Whether a loop is gone through pass by pass, those of loops around it included."""
        return passes * self.size(body) * self.passes <= UNROLLED

    def for_each(self, op: ir.ForEach, now: _Now) -> _Way:
        """Goes through a loop over elements."""
        since = len(self.log)
        self.leaving.append([])
        match op.source:
            case ir.Range(ir.Number(low), ir.Number(high)) if self.small(high - low + 1, op.body):
                end = self.each_pass([exactly(at) for at in range(low, high + 1)], op, now)
            case _:
                end = self.over_and_over(op, lambda way: self.one_turn(way.elements(op.source), op, way), now)
        return self.joined((end, *self.leaving.pop()), since)

    def each_pass(self, elements: list[Bounds], op: ir.ForEach, now: _Now) -> _Way:
        """Goes through the passes one by one; where they are sorted, it is not known whose is which."""
        way: _Way = now
        around, self.passes = self.passes, self.passes * max(1, len(elements))
        for element in [union(elements)] * len(elements) if op.keys else elements:
            way = None if way is None else self.one_turn(element, op, way)
        self.passes = around
        return way

    def one_turn(self, element: Bounds, op: ir.ForEach, now: _Now) -> _Way:
        """One pass, which is left out where the condition of the loop does not hold."""
        if element.empty:
            return now
        self.write(now.reached(op.target), element, now)
        truth = YES if op.where is None else TRUTH if op.keys else now.value(op.where)  # sorted ones were tested before
        return self.branch(truth, op.body, (), now)

    def repeat(self, op: ir.Repeat, now: _Now) -> _Way:
        """Goes through a loop that counts, or that goes on until something holds."""
        since, unsure = len(self.log), self.unsure
        self.leaving.append([])
        limit = None if op.limit is None else now.value(op.limit)
        if limit is not None and limit.low == limit.high and self.small(limit.low, op.body):
            around, self.passes = self.passes, self.passes * max(1, limit.low)
            way: _Way = now
            for number in range(1, limit.low + 1):
                way = None if way is None else self.one_pass(exactly(number), op, way)
            self.passes = around
        else:
            most = ANYTHING.present() if limit is None else Bounds(1, max(1, limit.high))
            way = self.over_and_over(op, lambda each: self.one_pass(most, op, each), now)
            if limit is None:
                way = None
        if not self.ends(op):
            self.unsure = unsure  # every way out of the loop leads here
        return self.joined((way, *self.leaving.pop()), since)

    def one_pass(self, number: Bounds, op: ir.Repeat, now: _Now) -> _Way:
        """One pass; where the loop ends behind it, that is one of the ways out."""
        if op.counter is not None:
            self.write(now.reached(op.counter), number, now)
        way = self.block(op.body, now)
        if way is None or op.until is None:
            return way
        truth = way.value(op.until)
        if truth == NO:
            return way
        way.free.clear()
        self.leaving[-1].append(way if truth == YES else way.copy())
        self.unsure += 1
        return None if truth == YES else way

    def over_and_over(self, op: ir.ForEach | ir.Repeat, once: Callable[[_Now], _Way], now: _Now) -> _Way:
        """What can be in front of a pass of a loop, after however many passes: what it changes is whatever it may be."""
        self.forget(self.changed(op), now)
        now.free.clear()
        unsure = self.unsure
        self.unsure += not (isinstance(op, ir.Repeat) and (op.limit is None or now.value(op.limit).low > 0))
        once(now.copy())
        self.unsure = unsure + self.ends(op)  # what follows stands behind a way out
        return now

    def ends(self, op: ir.Op) -> bool:
        """Whether the phase or the match may end in the statement."""
        return any(isinstance(each, ir.EndPhase | ir.EndGame) for each in within(self.program, (op,)))

    def changed(self, op: ir.Op) -> tuple[int, ...]:
        """The slots that may be written in a statement, with the phases that it does."""
        if id(op) not in self.changes:
            slots: dict[int, None] = {}
            for each in within(self.program, (op,)):
                for write in writes(each, self.program):
                    slots.update(dict.fromkeys(reached(write.target)))
                match each:
                    case ir.Shuffle():
                        zones = []
                    case ir.Gather(deck):
                        zones = [zone for zone in self.program.zones if zone.deck == deck]
                    case _:
                        zones = [self.program.zones[zone.zone] for zone in touched(each)]
                for zone in zones:
                    slots.update(dict.fromkeys(zone.bases))
            self.changes[id(op)] = tuple(slots)
        return self.changes[id(op)]

    def do(self, op: ir.Do, now: _Now) -> _Way:
        """Goes through a phase."""
        for write in writes(op, self.program):
            self.write(now.reached(write.target), write.held(now), now)
        phase = self.program.phases[op.phase]
        body, after = bodies(phase)
        since = len(self.log)
        self.ending.append([])
        if phase.ending is not None:
            self.write(now.reached(phase.ending), NO, now)
        leaving, self.leaving = self.leaving, []
        end = self.block(body, now)
        way = self.joined((end, *self.ending.pop()), since)
        self.leaving = leaving
        if way is None:
            return None
        way = self.block(after, way)
        if way is not None and phase.ending is not None:
            ends = way.target(phase.ending)
            if ends != NO:
                way.free.clear()
                self.unsure += 1
            return None if ends == YES else way
        return way

    def ask(self, op: ir.Ask, now: _Now) -> _Way:
        """Takes every option that there can be."""
        ways: list[_Way] = []
        since = len(self.log)
        several = len(op.alternatives) > 1
        for one in op.alternatives:
            way = self.option(one, now.copy())
            if way is None:
                continue
            self.taken.add(one.sentence)
            if not several:
                ways.append(self.block(one.body, way))
            else:
                way.free.clear()
                ways.append(self.perhaps(one.body, way))
        if not ways:
            self.trouble(Foreseen(Trouble.NO_OPTION, op.sentence))
            return None
        self.fine.add(op.sentence)
        if several and None in ways:
            self.unsure += 1
        return self.joined(ways, since)

    def option(self, one: ir.Alternative, now: _Now) -> _Way:
        """What can be behind the choice of an option; None where nobody can ever choose it."""
        for each in one.parameters:
            if not self.bind(each, now):
                return None
        for condition in one.conditions:
            truth = now.value(condition.test)
            if truth == NO:
                return None
            if truth != YES:
                now.free.clear()
        if one.weight is not None:
            now.free.clear()
        return now

    def bind(self, each: ir.Parameter, now: _Now) -> bool:
        """Chooses one thing; whether there is any."""
        if now.most(each.source) == 0:
            return False
        held = now.elements(each.source)
        self.write(now.reached(each.target), held if not held.empty else ANYTHING, now, self.chosen(each.source, now))
        return True

    def together(self, op: ir.Together, now: _Now) -> _Way:
        """Lets all that can change while seats decide together hold whatever it may, and goes through it once."""
        self.forget(self.changed(op), now)
        frames = op.frame_size * len(self.program.seats)  # a seat that never takes part has none
        self.forget((op.seat, *range(op.frame, min(len(self.widest), op.frame + frames))), now)
        now.slots[op.seat] = Bounds(0, len(self.program.seats) - 1)
        now.free.clear()
        leaving, self.leaving = self.leaving, [[]]
        self.ending.append([])
        self.perhaps(op.body, now.copy())
        for each in deferred(self.program, op):
            self.perhaps(each.body, now.copy())
        self.ending.pop()
        self.leaving = leaving
        return now


def _reaches(expr: ir.Expr, now: _Now) -> frozenset[int] | None:
    """The choices on which the ends of a value depend; None where it is not certain that it takes them."""
    match expr:
        case ir.Number():
            return frozenset()
        case ir.Slot() | ir.Cell():
            slots = now.reached(expr)
            if len(slots) != 1:
                return None
            held = now.slots[slots[0]]
            known = held.low == held.high and not held.absent
            return frozenset() if known else now.free.get(slots[0])
        case ir.Present(value) | ir.Negate(value):
            return _reaches(value, now)
        case ir.Arithmetic(how=ir.Calculation.ADD | ir.Calculation.SUBTRACT, left=left, right=right):
            first, second = _reaches(left, now), _reaches(right, now)
            if first is None or second is None or first & second:
                return None
            return first | second
        case _:
            return None
