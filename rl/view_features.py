"""A view as numbers from 0 to 1, in pieces with names; the layout is the same for every seat of a game."""

from __future__ import annotations

from collections.abc import Iterator

from ..interpreter import View, ZoneView
from ..program.features import Layout, cells_of, told_of, values_of
from ..program.ir import NOTHING, Place, Program, Zone


def numbers(layout: Layout, view: View) -> Iterator[tuple[str, list[float]]]:
    """The pieces of a view by name, in the order of `pieces`."""
    program = layout.program
    seats = range(len(program.seats))
    yield "seat", [float(seat == view.seat) for seat in seats]
    yield "asked", [float(seat in view.asked) for seat in (*seats, -1)]
    stop = 0 if view.decision is None else view.decision.stop
    yield "stop", [float(number == stop) for number in range(program.stops + 1)]
    zones = iter(view.zones)
    for zone in program.zones:
        yield f"zone {zone.name.plain}", [each for _ in range(cells_of(zone)) for each in _zone(program, zone, next(zones))]
    places = iter(view.places)
    for place in program.places:
        found = [each for _ in range(cells_of(place)) for each in _place(program, place, next(places).value)]
        yield f"place {place.name.plain}", found
    if layout.chosen:
        bound = {(each.name, each.domain): each.value for each in view.bound}
        yield "chosen", [_share(bound.get((name.name, name.domain)), name.low, name.high) for name in layout.chosen]
    if layout.local:
        held = {(each.name, each.domain): each.value for each in view.names}
        yield "names", [_share(held.get((name.name, name.domain)), name.low, name.high) for name in layout.local]
    legal = {option.code for option in view.decision.options} if view.decision is not None else set[int]()
    yield "options", [float(code in legal) for code in range(max(1, program.codes))]


def _share(value: int | None, low: int, high: int) -> float:
    """The share of its range at which a value lies, more than 0 and at most 1; 0 when there is no value."""
    return 0.0 if value is None else _clipped((value - low + 1) / (high - low + 1))


def _clipped(number: float) -> float:
    return min(1.0, max(0.0, number))


def _zone(program: Program, zone: Zone, seen: ZoneView) -> Iterator[float]:
    """The numbers of one zone, counts as shares of the deck.

    How many cards lie there; whether their faces are seen; for each kind the cards seen; for each kind those known though not
    seen; the cards at the top and at the bottom whose order is kept (0: none, the lowest number above 0: unknown). Where
    seats are told what cards are, then for each of those cards and each kind whether they were told that it can be that.
    """
    copies = program.decks[zone.deck].copies
    yield seen.size / max(1, sum(copies))
    yield float(seen.cards is not None)
    for cards in (seen.cards or (), seen.known):
        counts = [0] * zone.kinds
        for kind in cards:
            counts[kind] += 1
        for count, most in zip(counts, copies, strict=True):
            yield _clipped(count / max(1, most))
    for row, capacity in ((seen.top, zone.top_capacity), (seen.bottom, zone.bottom_capacity)):
        for position in range(capacity):
            if position >= len(row):
                yield 0.0
            else:
                card = row[position]
                yield (1 if card is None else card + 2) / (zone.kinds + 1)
    if zone.deck in told_of(program):
        some = dict(enumerate(seen.among))
        first = 0
        for row, capacity in ((seen.top, zone.top_capacity), (seen.bottom, zone.bottom_capacity)):
            for place in range(capacity):
                can_be = some.get(first + place, ()) if place < len(row) else ()
                yield from (float(kind in can_be) for kind in range(zone.kinds))
            first += len(row)


def _place(program: Program, place: Place, value: int | None) -> Iterator[float]:
    """A number for each value, all 0 when the value is nothing or hidden; or whether it is there, and its share of the range."""
    there = value is not None and value != NOTHING
    values = values_of(program, place)
    if values is None:
        yield float(there)
        yield _clipped(((value or 0) - place.low) / max(1, place.high - place.low)) if there else 0.0
        return
    for each in values:
        yield float(each == value)
