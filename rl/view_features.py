"""A view as numbers from 0 to 1, in pieces with names; the layout is the same for every seat of a game."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..interpreter import View, ZoneView
from ..program.ir import NOTHING, Ask, Domain, Place, Program, Tell, Zone
from ..program.ops import statements

WIDEST = 128
"""An element of a domain of at most this size is written as one number for each element, only its own being 1.

An element of a larger domain, and a number, is written as a share of its range.
"""


MOST_KEPT = 16
"""For so many Programs it is kept of which decks they tell."""


@frozen
class Piece:
    """A part of the vector: its name, and how many numbers it has."""

    name: str
    size: int


@frozen
class Name:
    """A name that a seat's choice gives a value: its domain (None: numbers), and its lowest and highest value."""

    name: str
    domain: int | None
    low: int
    high: int


def pieces(program: Program) -> tuple[Piece, ...]:
    """The pieces of the vector in their order; `options` is the last."""
    found = [Piece("seat", len(program.seats)), Piece("asked", len(program.seats) + 1), Piece("stop", program.stops + 1)]
    for zone in program.zones:
        found.append(Piece(f"zone {zone.name.plain}", _cells(zone) * _zone_width(program, zone)))
    for place in program.places:
        found.append(Piece(f"place {place.name.plain}", _cells(place) * _place_width(program, place)))
    names = bound_names(program)
    if names:
        found.append(Piece("chosen", len(names)))
    return (*found, Piece("options", max(1, program.codes)))


def _cells(thing: Zone | Place) -> int:
    count = 1
    for extent in thing.extents:
        count *= extent.size
    return count


def _zone_width(program: Program, zone: Zone) -> int:
    places = zone.top_capacity + zone.bottom_capacity
    return 2 + 2 * zone.kinds + places + (places * zone.kinds if zone.deck in _told_of(program) else 0)


_TOLD: dict[int, tuple[Program, frozenset[int]]] = {}


def _told_of(program: Program) -> frozenset[int]:
    """The decks of whose cards seats are told something, without seeing them."""
    # Looked up by identity, because comparing Programs would take longer; what is kept keeps its Program alive.
    kept = _TOLD.get(id(program))
    if kept is None:
        if len(_TOLD) >= MOST_KEPT:
            _TOLD.pop(next(iter(_TOLD)))
        decks = frozenset(program.zones[op.zone.zone].deck for op in statements(program) if isinstance(op, Tell))
        kept = _TOLD[id(program)] = program, decks
    return kept[1]


def _place_width(program: Program, place: Place) -> int:
    values = _values(program, place)
    return 2 if values is None else len(values)


def _values(program: Program, place: Place) -> range | None:
    """The values that get a number each; None when the value is written as a share of its range."""
    if place.truth:
        return range(2)
    domain: Domain | None = None if place.domain is None else program.domains[place.domain]
    found = range(place.low, place.high + 1) if domain is None else range(domain.low, domain.low + len(domain.labels))
    return found if len(found) <= WIDEST and domain is not None else None


def bound_names(program: Program) -> tuple[Name, ...]:
    """The names that choices give values, in the order of the rules."""
    found: dict[tuple[str, int | None], Name] = {}
    for op in statements(program):
        if not isinstance(op, Ask):
            continue
        for alternative in op.alternatives:
            for each in alternative.parameters:
                key, low, high = (each.name.plain, each.domain), each.low, each.low + each.size - 1
                known = found.get(key)
                if known is not None:
                    low, high = min(low, known.low), max(high, known.high)
                found[key] = Name(each.name.plain, each.domain, low, high)
    return tuple(found.values())


def numbers(program: Program, names: tuple[Name, ...], view: View) -> Iterator[tuple[str, list[float]]]:
    """The pieces of a view by name, in the order of `pieces`; *names* are the `bound_names` of the Program."""
    seats = range(len(program.seats))
    yield "seat", [float(seat == view.seat) for seat in seats]
    yield "asked", [float(seat in view.asked) for seat in (*seats, -1)]
    stop = 0 if view.decision is None else view.decision.stop
    yield "stop", [float(number == stop) for number in range(program.stops + 1)]
    zones = iter(view.zones)
    for zone in program.zones:
        yield f"zone {zone.name.plain}", [each for _ in range(_cells(zone)) for each in _zone(program, zone, next(zones))]
    places = iter(view.places)
    for place in program.places:
        found = [each for _ in range(_cells(place)) for each in _place(program, place, next(places).value)]
        yield f"place {place.name.plain}", found
    if names:
        bound = {(each.name, each.domain): each.value for each in view.bound}
        yield "chosen", [_share(bound.get((name.name, name.domain)), name.low, name.high) for name in names]
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
    if zone.deck in _told_of(program):
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
    values = _values(program, place)
    if values is None:
        yield float(there)
        yield _clipped(((value or 0) - place.low) / max(1, place.high - place.low)) if there else 0.0
        return
    for each in values:
        yield float(each == value)
