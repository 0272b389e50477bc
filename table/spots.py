"""Everything on a table that can be pointed at, and its id: the same for all seats, in all languages and matches of a Program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import frozen

from ..program.ir import NOTHING, Extent, PlaceKind, Program, Words


@frozen
class OnSpace:
    """A space, counted from 0 within its board."""

    board: int
    space: int


@frozen
class OnCard:
    """A card of a zone by its kind; where cards are chosen by their places, NOTHING and the place, counted from 1."""

    zone: int
    index: tuple[int, ...]
    kind: int
    place: int = 0


@frozen
class OnSeat:
    """A seat."""

    seat: int


@frozen
class OnMember:
    """A thing that a set may hold, where sets are chosen: which set of an option, counted from 0; its domain (None: a plain
    number) and its value.
    """

    at: int
    domain: int | None
    member: int


@frozen
class OnZone:
    """A zone, or the part of it that belongs to an index."""

    zone: int
    index: tuple[int, ...]


@frozen
class OnPiece:
    """A piece, wherever it stands."""

    place: int
    index: tuple[int, ...]


@frozen
class OnValue:
    """A variable or a score; where *value* is the number of places or more, one of those that are shown beside them."""

    value: int
    index: tuple[int, ...]


Spot = OnSpace | OnCard | OnSeat | OnMember | OnZone | OnPiece | OnValue
"""What can be pointed at."""


def spot_id(program: Program, spot: Spot) -> str:
    """The id of a spot, in the rules' own names and never a translation: `space/track/7`, `card/hand/Anne/blue 3`,
    `place/row/Anne/2`, `zone/stock`, `seat/Anne`, `piece/figure/Anne`, `value/points/Anne`, `member/0/die/3`.

    No two spots of a Program share one; `/` and `%` in a name are escaped.
    """
    return program.cached(_written, spot)


def _written(program: Program, spot: Spot) -> str:
    return "/".join(part.replace("%", "%25").replace("/", "%2F") for part in _parts(program, spot))


def _parts(program: Program, spot: Spot) -> tuple[str, ...]:
    match spot:
        case OnSpace(board, space):
            declared = program.boards[board]
            low = program.domains[declared.domain].low
            return "space", declared.name.plain, _word(program, declared.domain, low + space)
        case OnCard(zone, index, card, place):
            inside = program.zones[zone]
            which = (inside.name.plain, *_words(program, inside.extents, index))
            if card == NOTHING:
                return "place", *which, str(place)
            return "card", *which, _word(program, program.decks[inside.deck].domain, card)
        case OnSeat(seat):
            return "seat", program.seats[seat].name
        case OnMember(at, domain, member):
            kind = () if domain is None else (program.domains[domain].name,)
            return "member", str(at), *kind, _word(program, domain, member)
        case OnZone(zone, index):
            return "zone", program.zones[zone].name.plain, *_words(program, program.zones[zone].extents, index)
        case OnPiece(place, index):
            return "piece", program.places[place].name.plain, *_words(program, program.places[place].extents, index)
        case OnValue(value, index):
            name, extents = _values(program)[value]
            return "value", name.plain, *_words(program, extents, index)
        case _:
            assert_never(spot)


def _values(program: Program) -> list[tuple[Words, tuple[Extent, ...]]]:
    """The name and the indices of all places, then of all that is shown beside them."""
    return [*((each.name, each.extents) for each in program.places), *((each.name, each.extents) for each in program.shown)]


def _word(program: Program, domain: int | None, value: int) -> str:
    return str(value) if domain is None else program.domains[domain].label(value)


def _words(program: Program, extents: Sequence[Extent], index: Sequence[int]) -> tuple[str, ...]:
    return tuple(_word(program, extent.domain, value) for extent, value in zip(extents, index, strict=True))


def on_place(program: Program, place: int, index: tuple[int, ...]) -> OnPiece | OnValue:
    """A piece, or a value."""
    return OnPiece(place, index) if program.places[place].kind is PlaceKind.PIECE else OnValue(place, index)


# ------------------------------------------------------------------------------------------------ back again


def spot_at(program: Program, written: str) -> Spot:
    """The spot of that id. Raises ValueError where the Program has none."""
    kind, *words = [part.replace("%2F", "/").replace("%25", "%") for part in written.split("/")]
    found = _spot(program, kind, words)
    if found is None or spot_id(program, found) != written:  # a number can be written in several ways
        raise ValueError(f"nothing on this table has the id `{written}`")
    return found


def _spot(program: Program, kind: str, words: list[str]) -> Spot | None:
    match kind, words:
        case "space", [name, label]:
            board = _named([each.name for each in program.boards], name)
            space = None if board is None else _value(program, program.boards[board].domain, label)
            if board is None or space is None:
                return None
            return OnSpace(board, space - program.domains[program.boards[board].domain].low)
        case "seat", [name]:
            seats = [each.name for each in program.seats]
            return OnSeat(seats.index(name)) if name in seats else None
        case "member", [at, number]:
            return OnMember(int(at), None, int(number)) if _is_number(at) and _is_number(number) else None
        case "member", [at, name, label]:
            # the directions on a board have a domain of the same name as its spaces
            named = [number for number, each in enumerate(program.domains) if each.name == name]
            found = [(domain, member) for domain in named if (member := _value(program, domain, label)) is not None]
            return OnMember(int(at), *found[0]) if _is_number(at) and found else None
        case "zone" | "card" | "place", [name, *labels]:
            return _in_a_zone(program, kind, name, labels)
        case "piece" | "value", [name, *labels]:
            place = _named([each for each, _ in _values(program)], name)
            index = None if place is None else _index(program, _values(program)[place][1], labels)
            if place is None or index is None:
                return None
            spot = on_place(program, place, index) if place < len(program.places) else OnValue(place, index)
            return spot if isinstance(spot, OnPiece) == (kind == "piece") else None
        case _:
            return None


def _in_a_zone(program: Program, kind: str, name: str, labels: list[str]) -> Spot | None:
    zone = _named([each.name for each in program.zones], name)
    if zone is None:
        return None
    extents = program.zones[zone].extents
    index = _index(program, extents, labels[: len(extents)])
    match kind, labels[len(extents) :]:
        case "zone", [] if index is not None:
            return OnZone(zone, index)
        case "card", [label] if index is not None:
            card = _value(program, program.decks[program.zones[zone].deck].domain, label)
            return None if card is None else OnCard(zone, index, card)
        case "place", [label] if index is not None and program.zones[zone].row and _is_number(label) and int(label) > 0:
            return OnCard(zone, index, NOTHING, int(label))
        case _:
            return None


def _named(names: Sequence[Words], name: str) -> int | None:
    return next((number for number, each in enumerate(names) if each.plain == name), None)


def _index(program: Program, extents: Sequence[Extent], labels: Sequence[str]) -> tuple[int, ...] | None:
    """The index of these labels, one for each extent."""
    if len(labels) != len(extents):
        return None
    found = [_value(program, extent.domain, label) for extent, label in zip(extents, labels, strict=True)]
    values = tuple(value for value in found if value is not None)
    inside = [value in range(each.low, each.low + each.size) for each, value in zip(extents, values, strict=False)]
    return values if len(values) == len(extents) and all(inside) else None


def _value(program: Program, domain: int | None, label: str) -> int | None:
    if domain is None:
        return int(label) if _is_number(label) else None
    declared = program.domains[domain]
    at = _named(declared.labels, label)
    return None if at is None else declared.low + at


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 20
