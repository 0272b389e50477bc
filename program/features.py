"""What the numbers are that tell a learner what a seat sees: pieces with names, one layout for every seat of a game.

All that writes them derives from here: from a view (`rl/view_features.py`), or from a vector (`simulation/emit/observing.py`).
"""

from __future__ import annotations

from attrs import frozen

from .intervals import EMPTY, Bounds, union
from .ir import Ask, Domain, Place, Program, Tell, Zone
from .local_names import public_names
from .ops import statements
from .ranges import known as all_known
from .ranges import unbounded

WIDEST = 128
"""An element of a domain of at most this size is written as one number for each element, only its own being 1.

An element of a larger domain, and a number, is written as a share of its range.
"""


@frozen
class Piece:
    """A part of the vector: its name, and how many numbers it has."""

    name: str
    size: int


@frozen
class Name:
    """A name that a choice or a sentence gives a value: its domain (None: numbers), and its lowest and highest value."""

    name: str
    domain: int | None
    low: int
    high: int


@frozen(eq=False)
class Layout:
    """The names that the vector of a Program tells of: those that seats choose, and those inside phases that everyone knows."""

    program: Program
    chosen: tuple[Name, ...]
    local: tuple[Name, ...]


def layout(program: Program) -> Layout:
    """The layout of the vector of a Program."""
    return Layout(program, bound_names(program), local_names(program))


def pieces(program: Program) -> tuple[Piece, ...]:
    """The pieces of the vector in their order; `options` is the last."""
    names = layout(program)
    found = [Piece("seat", len(program.seats)), Piece("asked", len(program.seats) + 1), Piece("stop", program.stops + 1)]
    for zone in program.zones:
        found.append(Piece(f"zone {zone.name.plain}", cells_of(zone) * zone_width(program, zone)))
    for place in program.places:
        found.append(Piece(f"place {place.name.plain}", cells_of(place) * place_width(program, place)))
    if names.chosen:
        found.append(Piece("chosen", len(names.chosen)))
    if names.local:
        found.append(Piece("names", len(names.local)))
    return (*found, Piece("options", max(1, program.codes)))


def cells_of(thing: Zone | Place) -> int:
    """How many instances or cells there are."""
    count = 1
    for extent in thing.extents:
        count *= extent.size
    return count


def zone_width(program: Program, zone: Zone) -> int:
    """How many numbers tell of an instance."""
    places = zone.top_capacity + zone.bottom_capacity
    return 2 + 2 * zone.kinds + places + (places * zone.kinds if zone.deck in told_of(program) else 0)


def told_of(program: Program) -> frozenset[int]:
    """The decks of whose cards seats are told something, without seeing them."""
    return program.cached(_told_of)


def _told_of(program: Program) -> frozenset[int]:
    return frozenset(program.zones[op.zone.zone].deck for op in statements(program) if isinstance(op, Tell))


def place_width(program: Program, place: Place) -> int:
    """How many numbers tell of a cell."""
    values = values_of(program, place)
    return 2 if values is None else len(values)


def values_of(program: Program, place: Place) -> range | None:
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


def local_names(program: Program) -> tuple[Name, ...]:
    """The names inside phases that everyone knows, in the order of the rules, where what they can hold has bounds."""
    known, found = all_known(program), dict[tuple[str, int | None], Bounds]()
    for each in public_names(program):
        key = each.name.plain, each.domain
        found[key] = union((found.get(key, EMPTY), known.target(each.target).present()))
    return tuple(
        Name(name, domain, held.low, held.high)
        for (name, domain), held in found.items()
        if held.low <= held.high and not unbounded(held)
    )
