"""What each seat knows about cards whose faces it does not see, derived only from the events that it hears."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import assert_never

from attrs import evolve, frozen

from ..program.ir import End, Program
from .core import events
from .core.runtime_errors import indices
from .core.zones import at_bottom, layout, on_top
from .possible_kinds import Face, matches, narrowed


@frozen
class Counted:
    """A seat was told that so many of the loose cards are of one of these *kinds*."""

    kinds: tuple[int, ...]
    number: int


@frozen
class Known:
    """What a seat knows of one zone instance: how many loose cards of each kind are certainly there, and the cards in order.

    `top` and `bottom` hold what is known of each card, the outermost last. `counted` is what else it was told of loose cards.
    """

    loose: tuple[int, ...]
    top: tuple[Face, ...] = ()
    bottom: tuple[Face, ...] = ()
    counted: tuple[Counted, ...] = ()


@frozen
class Memory:
    """What one seat knows, for each instance of which it knows something, in the order of zones and indices."""

    piles: tuple[tuple[events.Instance, Known], ...] = ()

    def of(self, program: Program, instance: events.Instance) -> Known:
        """What the seat knows of an instance."""
        for place, known in self.piles:
            if place == instance:
                return known
        return _nothing(program.zones[instance.zone].kinds)


@lru_cache(maxsize=100)
def _nothing(kinds: int) -> Known:
    return Known((0,) * kinds)


@frozen
class Knowledge:
    """What every seat knows.

    While all decide together, `held` are the events of each seat that the others have not heard yet, and `before` is the vector
    from before the first decision; otherwise they are empty and None.
    """

    memories: tuple[Memory, ...]
    held: tuple[tuple[events.Happening, ...], ...]
    before: tuple[int, ...] | None


def beginning(program: Program, slots: tuple[int, ...]) -> Knowledge:
    """What is known before anything has happened: no faces, only how many cards lie in order."""
    seats = range(len(program.seats))
    memories = tuple(Memory(tuple(_unknown_orders(program, list(slots), seat))) for seat in seats)
    return Knowledge(memories, ((),) * len(seats), None)


def _unknown_orders(program: Program, s: list[int], seat: int) -> Iterator[tuple[events.Instance, Known]]:
    for number, zone in enumerate(program.zones):
        shape = layout(zone)
        for base in zone.bases if shape.ordered else ():
            place = events.Instance(number, indices(zone.extents, base - zone.base))
            top, bottom = on_top(s, base, shape), at_bottom(s, base, shape)
            if (top or bottom) and not events.sees(program, place, seat):
                yield place, Known((0,) * zone.kinds, (None,) * len(top), (None,) * len(bottom))


def learn(program: Program, knowledge: Knowledge, signals: list[events.Signal]) -> tuple[Knowledge, tuple[events.Event, ...]]:
    """The knowledge after these signals, and the events to report: `Released` ones stand where seats hear of them."""
    held, before = list(knowledge.held), knowledge.before
    reported: list[events.Event] = []
    for signal in signals:
        match signal:
            case events.Opening(vector):
                before = vector
            case events.Closing():
                reported.extend(_released(held))
                held, before = [()] * len(held), None
            case events.Pausing():
                pass
            case events.Held(seat, happening):
                held[seat] = (*held[seat], happening)
                reported.append(signal)
            case events.Ended():
                reported.extend(_released(held))
                held, before = [()] * len(held), None
                reported.append(signal)
            case _:
                reported.append(signal)
    memories = tuple(_remember(program, memory, seat, reported) for seat, memory in enumerate(knowledge.memories))
    return Knowledge(memories, tuple(held), before), tuple(reported)


def _released(held: list[tuple[events.Happening, ...]]) -> list[events.Event]:
    return [events.Released(seat, happening) for seat, happenings in enumerate(held) for happening in happenings]


class _Draft:
    """A memory to which events are applied."""

    def __init__(self, program: Program, memory: Memory, seat: int) -> None:
        self.program = program
        self.seat = seat
        self.begun = memory

    @cached_property
    def piles(self) -> dict[events.Instance, Known]:
        """A mutable copy of the memory; most events change nothing that a seat remembers, and need none."""
        return dict(self.begun.piles)

    def known(self, instance: events.Instance) -> Known:
        """What is known of an instance now."""
        found = self.piles.get(instance)
        return _nothing(self.program.zones[instance.zone].kinds) if found is None else found

    def memory(self) -> Memory:
        """The memory after all events; instances of which nothing is known are left out."""
        if "piles" not in vars(self):
            return self.begun
        kept = [
            (instance, known)
            for instance, known in self.piles.items()
            if any(known.loose) or known.top or known.bottom or known.counted
        ]
        return Memory(tuple(sorted(kept, key=lambda item: (item[0].zone, item[0].index))))

    def move(self, event: events.CardMoved) -> None:
        """Applies the move of a card; one that stays where it was, unseen, changes nothing."""
        if event.kind is None and event.stays:
            return
        face: Face = event.kind
        if not events.sees(self.program, event.source, self.seat):
            face = self._leave(event)
        if not events.sees(self.program, event.target, self.seat):
            self._arrive(event.target, event.to_end, face)

    def _leave(self, event: events.CardMoved) -> Face:
        known = self.known(event.source)
        face: Face = event.kind
        match event.from_end:
            case End.TOP:
                face = known.top[event.position] if face is None else face
                known = evolve(known, top=_without(known.top, event.position))
            case End.BOTTOM:
                face = known.bottom[event.position] if face is None else face
                known = evolve(known, bottom=_without(known.bottom, event.position))
            case End.LOOSE:
                kind = _only(known.loose, event.among) if event.kind is None else event.kind
                face = kind
                known = evolve(known, loose=_one_less(known.loose, kind), counted=_fewer(known.counted, kind, event.among))
            case _:
                assert_never(event.from_end)
        self.piles[event.source] = known
        return face

    def _arrive(self, target: events.Instance, end: End, face: Face) -> None:
        known, zone = self.known(target), self.program.zones[target.zone]
        if end is End.TOP and zone.top_capacity:
            self.piles[target] = evolve(known, top=(*known.top, face))
        elif end is End.BOTTOM and zone.bottom_capacity:
            self.piles[target] = evolve(known, bottom=(*known.bottom, face))
        elif isinstance(face, int) or known.counted:
            loose = _with(known.loose, face, known.loose[face] + 1) if isinstance(face, int) else known.loose
            self.piles[target] = evolve(known, loose=loose, counted=_more(known.counted, face))

    def rotate(self, event: events.Rotated) -> None:
        """Applies that the cards of each zone went to the next."""
        before = []
        for zone, faces in zip(event.zones, event.faces, strict=True):
            seen = faces is not None and events.sees(self.program, zone, self.seat)
            before.append(Known(faces.loose, faces.top, faces.bottom) if seen and faces is not None else self.known(zone))
        for zone, known in zip(event.zones, [before[-1], *before[:-1]], strict=True):
            if not events.sees(self.program, zone, self.seat):
                self.piles[zone] = known
            else:
                self.piles.pop(zone, None)

    def told(self, event: events.Told, marks: events.Marks) -> None:
        """Applies what was told of the cards in a zone."""
        known, copies = self.known(event.zone), self.program.decks[event.deck].copies
        top, bottom = (
            tuple(narrowed(face, event.kinds, mark, copies) for face, mark in zip(row, said, strict=True))
            for row, said in ((known.top, marks.top), (known.bottom, marks.bottom))
        )
        others = tuple(each for each in known.counted if each.kinds != event.kinds)
        loose, counted = known.loose, others
        if len(event.kinds) == 1:
            (kind,) = event.kinds
            loose = _with(loose, kind, max(loose[kind], marks.loose))
        if not self.program.zones[event.zone.zone].row:
            counted = (*others, Counted(event.kinds, marks.loose))
        self.piles[event.zone] = Known(loose, top, bottom, counted)

    def shuffle(self, instance: events.Instance) -> None:
        """Applies a shuffle: what was known in order becomes known as loose."""
        known = self.known(instance)
        loose = list(known.loose)
        for face in known.top + known.bottom:
            if isinstance(face, int):
                loose[face] += 1
        self.piles[instance] = Known(tuple(loose))


def _with(loose: tuple[int, ...], kind: int, count: int) -> tuple[int, ...]:
    return (*loose[:kind], count, *loose[kind + 1 :])


def _one_less(loose: tuple[int, ...], kind: int | None) -> tuple[int, ...]:
    """What is certain when a loose card of that kind has left; where nobody can say of which, it may have been of any."""
    if kind is not None:
        return _with(loose, kind, loose[kind] - 1) if loose[kind] else loose
    return tuple([count - 1 if count else 0 for count in loose]) if any(loose) else loose


def _fewer(counted: tuple[Counted, ...], kind: int | None, among: int) -> tuple[Counted, ...]:
    """What stays certain of *among* loose cards when one leaves, of that kind where it is known."""
    left = []
    for each in counted:
        gone = None if kind is None else kind in each.kinds
        if each.number in (0, among):
            gone = each.number > 0
        if gone is not None:
            left.append(Counted(each.kinds, max(0, each.number - gone)))
    return tuple(left)


def _more(counted: tuple[Counted, ...], face: Face) -> tuple[Counted, ...]:
    """What stays certain of loose cards when one comes to them."""
    found = ((each, matches(face, each.kinds)) for each in counted)
    return tuple(Counted(each.kinds, each.number + inside) for each, inside in found if inside is not None)


def _without(row: tuple[Face, ...], position: int) -> tuple[Face, ...]:
    return row[:position] + row[position + 1 :]


def _only(loose: tuple[int, ...], among: int) -> int | None:
    """The kind of the loose cards, when all *among* of them are known to be of one kind; else None."""
    for kind, count in enumerate(loose):
        if count and count == among:
            return kind
    return None


def _remember(program: Program, memory: Memory, seat: int, reported: list[events.Event]) -> Memory:
    draft = _Draft(program, memory, seat)
    for event in reported:
        happening = events.heard(program, event, seat)
        match happening:
            case events.CardMoved():
                draft.move(happening)
            case events.Shuffled(instance):
                if not events.sees(program, instance, seat):
                    draft.shuffle(instance)
            case events.Revealed(instance, faces, _):
                if faces is not None and not events.sees(program, instance, seat):
                    draft.piles[instance] = Known(faces.loose, faces.top, faces.bottom)
            case events.Rotated():
                draft.rotate(happening)
            case events.Told(instance, marks=marks):
                if marks is not None and not events.sees(program, instance, seat):
                    draft.told(happening, marks)
            case events.Chosen() | events.Changed() | events.Picked() | events.Said() | events.Ended() | None:
                pass
            case _:
                assert_never(happening)
    return draft.memory()
