"""What the listening form notes, as the events of the interpreter, and what a seat hears of an event, as integers.

`emit/noting.py` says what stands in a record. What a seat hears is written the same way, without who caused it: kind, length,
what it tells. There -1 stands for what the seat does not see, and of a message only the number of its text is there, so that
two of them are equal where the interpreter's `heard` gives equal events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import assert_never

from ..interpreter.core.events import (
    CardMoved,
    Changed,
    Chosen,
    Ended,
    Event,
    Faces,
    Happening,
    Held,
    Instance,
    Marks,
    Option,
    Picked,
    Released,
    Revealed,
    Rotated,
    Said,
    Shuffled,
    Told,
)
from ..interpreter.core.spoken import spoken
from ..interpreter.core.zones import at_bottom, layout, loose, on_top
from ..program.ir import End, Extent, Pick, Program, Zone
from ..program.ops import asks, statements
from .emit.noting import ENDS, FIRST, FULL, HEADING, NEXT, Record, messages, pick_stops, text_number, told_marks, whole_text

Numbers = tuple[int, ...]

UNSEEN = -1
"""What stands in place of what a seat does not see."""

_END = {number: end for end, number in ENDS.items()}


class Overflow(Exception):
    """More happened, or was held back, than there is room for."""


class Notation:
    """How what happens in a Program is written as integers."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._bases: dict[Instance, int] = {}
        self._instances: dict[int, Instance] = {}
        for number, zone in enumerate(program.zones):
            for index, base in _cells(zone.base, zone.extents):
                self._bases[Instance(number, index)] = base
                self._instances[base] = Instance(number, index)
        self._slots: dict[tuple[int, Numbers], int] = {}
        self._places: dict[int, tuple[int, Numbers]] = {}
        for number, place in enumerate(program.places):
            for index, slot in _cells(place.base, place.extents):
                self._slots[number, index] = slot
                self._places[slot] = number, index
        self._asks = {op.stop: op for op in asks(program)}
        self._picks = {op.stop: op for op in statements(program) if isinstance(op, Pick)}
        self._picked = pick_stops(program)
        self._messages = messages(program)

    def base(self, zone: Instance) -> int:
        """The first slot of an instance of a zone."""
        return self._bases[zone]

    def instance(self, base: int) -> Instance:
        """The instance with that first slot."""
        return self._instances[base]

    # ----------------------------------------------------------------------------------------------- integers to events

    def events(self, memory: Sequence[int]) -> tuple[Event, ...]:
        """What followed from the last answer, from the working memory of the listening form. Raises Overflow."""
        if memory[FULL]:
            raise Overflow
        found, at = list[Event](), int(memory[FIRST])
        while at < memory[NEXT]:
            kind, length, by = (int(memory[at + offset]) for offset in range(HEADING))
            happening = self._happening(Record(kind), tuple(map(int, memory[at + HEADING : at + length])))
            found.append(Held(by - 1, happening) if by > 0 else Released(-by - 1, happening) if by < 0 else happening)
            at += length
        return tuple(found)

    def _happening(self, kind: Record, told: Numbers) -> Happening:
        match kind:
            case Record.CHOSEN:
                return self._chosen(told)
            case Record.MOVED:
                source, goal, card, lifted, end, size, among, shown = told
                at = self._instances[source]
                from_end = End.LOOSE if lifted == 0 else End.TOP if lifted % 2 else End.BOTTOM
                position = (lifted - 1) // 2 if lifted else -1
                deck = self._program.zones[at.zone].deck
                ends = at, self._instances[goal], from_end, position, _END[end]
                return CardMoved(deck, card, *ends, size, among, shown)
            case Record.SHUFFLED:
                return Shuffled(self._instances[told[0]])
            case Record.ROTATED:
                count, zone = told[0], self._zone(told[1])
                zones = tuple(self._instances[base] for base in told[1 : 1 + count])
                rows = (told[1 + count + at * zone.length : 1 + count + (at + 1) * zone.length] for at in range(count))
                return Rotated(zones, tuple(_faces(zone, row) for row in rows))
            case Record.REVEALED:
                base, one, to, *row = told
                return Revealed(self._instances[base], _faces(self._zone(base), tuple(row)), to if one else None, one == 2)
            case Record.TOLD:
                return self._told(told)
            case Record.CHANGED:
                slot, old, new = told
                place, index = self._places[slot]
                return Changed(place, index, old, new)
            case Record.PICKED:
                op = self._picks[told[0]]
                return Picked(op.name, op.domain, told[1])
            case Record.SAID:
                return self._said(told)
            case Record.ENDED:
                return Ended()
            case _:
                assert_never(kind)

    def _zone(self, base: int) -> Zone:
        return self._program.zones[self._instances[base].zone]

    def _chosen(self, told: Numbers) -> Chosen:
        actor, stop, code, weight, number, private = told[:6]
        count = (len(told) - 6) // 2
        arguments, bases = told[6 : 6 + count], told[6 + count :]
        origins = tuple(None if base == -1 else self._instances[base] for base in bases)
        name = self._asks[stop].alternatives[number].name.plain
        return Chosen(actor, stop, Option(name, arguments, code, weight, number), origins, bool(private))

    def _told(self, told: Numbers) -> Told:
        base, one, to = told[:3]
        zone = self._zone(base)
        kinds = tuple(kind for kind in range(zone.kinds) if told[4 + kind])
        number, rows, at = told[4 + zone.kinds], list[tuple[bool, ...]](), 5 + zone.kinds
        for capacity in (zone.top_capacity, zone.bottom_capacity):
            rows.append(tuple(map(bool, told[at + 1 : at + 1 + told[at]])) if capacity else ())
            at += 1 + capacity if capacity else 0
        return Told(self._instances[base], zone.deck, kinds, Marks(number, *rows), to if one else None, one == 2)

    def _said(self, told: Numbers) -> Said:
        _, whom, seat, message, *values = told
        texts = spoken(self._program, self._messages[message], values)
        return Said(texts, seat if whom else None, whom == 2)

    # ----------------------------------------------------------------------------------------------- events to integers

    def heard(self, happenings: Sequence[Happening]) -> Numbers:
        """What a seat hears, as the listening form writes it."""
        found = list[int]()
        for happening in happenings:
            kind, told = self._row(happening)
            found += [kind.value, HEADING - 1 + len(told), *told]
        return tuple(found)

    def _row(self, happening: Happening) -> tuple[Record, Sequence[int]]:
        match happening:
            case Chosen(actor, stop, option, origins, private):
                bases = [-1 if origin is None else self._bases[origin] for origin in origins]
                told = actor, stop, option.code, option.weight, option.alternative, int(private)
                return Record.CHOSEN, (*told, *option.arguments, *bases)
            case CardMoved():
                lifted = 0
                if happening.from_end is not End.LOOSE:
                    lifted = ENDS[happening.from_end] + 2 * happening.position
                kind = UNSEEN if happening.kind is None else happening.kind
                ends = self._bases[happening.source], self._bases[happening.target]
                sizes = happening.size, happening.among, happening.shown
                return Record.MOVED, (*ends, kind, lifted, ENDS[happening.to_end], *sizes)
            case Shuffled(zone):
                return Record.SHUFFLED, (self._bases[zone],)
            case Rotated(zones, faces):
                length = self._program.zones[zones[0].zone].length
                rows = [number for row in faces for number in self._slots_of(zones[0], row, length)]
                return Record.ROTATED, (len(zones), *(self._bases[zone] for zone in zones), *rows)
            case Revealed(zone, shown):
                row = self._slots_of(zone, shown, self._program.zones[zone.zone].length)
                return Record.REVEALED, (self._bases[zone], *_whom(happening), *row)
            case Told():
                return Record.TOLD, self._marked(happening)
            case Changed(place, index, old, new):
                return Record.CHANGED, (self._slots[place, index], old, new)
            case Picked(name, domain, value):
                return Record.PICKED, (self._picked[name, domain], value)
            case Said(texts):
                return Record.SAID, (text_number(whole_text(texts)),)
            case Ended():
                return Record.ENDED, ()
            case _:
                assert_never(happening)

    def _slots_of(self, zone: Instance, faces: Faces | None, length: int) -> Sequence[int]:
        if faces is None:
            return [UNSEEN] * length
        shape = layout(self._program.zones[zone.zone])
        row = [sum(faces.loose) + len(faces.top) + len(faces.bottom), *faces.loose]
        for capacity, part in ((shape.top_capacity, faces.top), (shape.bottom_capacity, faces.bottom)):
            if capacity:
                row += [len(part), *(kind + 1 for kind in part), *[0] * (capacity - len(part))]
        return row

    def _marked(self, event: Told) -> Sequence[int]:
        zone = self._program.zones[event.zone.zone]
        told = [self._bases[event.zone], *_whom(event), zone.kinds]
        if event.marks is None:
            return told + [UNSEEN] * (zone.kinds + told_marks(zone))
        told += [*(int(kind in event.kinds) for kind in range(zone.kinds)), event.marks.loose]
        for capacity, part in ((zone.top_capacity, event.marks.top), (zone.bottom_capacity, event.marks.bottom)):
            if capacity:
                told += [len(part), *map(int, part), *[0] * (capacity - len(part))]
        return told


def _cells(base: int, extents: tuple[Extent, ...]) -> Iterator[tuple[Numbers, int]]:
    for steps in product(*(range(extent.size) for extent in extents)):
        index = tuple(extent.low + step for extent, step in zip(extents, steps, strict=True))
        yield index, base + sum(extent.stride * step for extent, step in zip(extents, steps, strict=True))


def _faces(zone: Zone, row: Numbers) -> Faces:
    slots, shape = list(row), layout(zone)
    return Faces(tuple(loose(slots, 0, shape)), on_top(slots, 0, shape), at_bottom(slots, 0, shape))


def _whom(event: Revealed | Told) -> tuple[int, int]:
    return (0, -1) if event.to is None else (1 + event.secret, event.to)
