"""The cards in the slots of a zone instance: counting them, and taking cards out and putting them in."""

from __future__ import annotations

from functools import lru_cache

from attrs import frozen

from ...program.ir import End, Zone

LOOSE = -1
"""The position of a card that lies loose."""


@frozen
class Layout:
    """Where the parts of a zone instance are, as offsets from its first slot; `top` and `bottom` are 0 where there is no such
    part.

    The first slot holds the number of all cards, the next `kinds` slots the loose cards of each kind. An ordered part holds the
    number of its cards, then the kind plus 1 of each.
    """

    kinds: int
    top: int
    top_capacity: int
    bottom: int
    bottom_capacity: int
    length: int

    @property
    def ordered(self) -> bool:
        """Whether the zone has an ordered part."""
        return self.top > 0 or self.bottom > 0


def layout(zone: Zone) -> Layout:
    """The layout of a zone's instances."""
    return _layout(zone.kinds, zone.top_capacity, zone.bottom_capacity, zone.length)


@lru_cache(maxsize=1_000)
def _layout(kinds: int, top_capacity: int, bottom_capacity: int, length: int) -> Layout:
    top = 1 + kinds if top_capacity else 0
    bottom = 1 + kinds + (1 + top_capacity if top_capacity else 0) if bottom_capacity else 0
    return Layout(kinds, top, top_capacity, bottom, bottom_capacity, length)


def on_top(s: list[int], base: int, shape: Layout) -> tuple[int, ...]:
    """The kinds that lie in order on top, the topmost last."""
    return _row(s, base + shape.top) if shape.top else ()


def at_bottom(s: list[int], base: int, shape: Layout) -> tuple[int, ...]:
    """The kinds that lie in order at the bottom, the lowest last."""
    return _row(s, base + shape.bottom) if shape.bottom else ()


def _row(s: list[int], at: int) -> tuple[int, ...]:
    return tuple(code - 1 for code in s[at + 1 : at + 1 + s[at]])


def loose(s: list[int], base: int, shape: Layout) -> list[int]:
    """How many loose cards of each kind there are."""
    return s[base + 1 : base + 1 + shape.kinds]


def copies(s: list[int], base: int, shape: Layout) -> list[int]:
    """How many cards of each kind there are, loose or in order."""
    counts = loose(s, base, shape)
    for kind in on_top(s, base, shape) + at_bottom(s, base, shape):
        counts[kind] += 1
    return counts


def drawable(s: list[int], base: int, shape: Layout) -> list[tuple[int, int]]:
    """The kinds that the top card can have, as (kind, weight), ascending: the one known card, else all loose ones.

    Empty when the zone has no card.
    """
    if shape.top and s[base + shape.top]:
        return [(s[base + shape.top + s[base + shape.top]] - 1, 1)]
    among = [(kind, count) for kind, count in enumerate(loose(s, base, shape)) if count]
    if not among and shape.bottom and s[base + shape.bottom]:
        return [(s[base + shape.bottom + 1] - 1, 1)]
    return among


@frozen
class Lift:
    """Where a card was taken from: its end and, for one that lay in order, its position there (else LOOSE)."""

    end: End
    position: int


LIFTED_LOOSE = Lift(End.LOOSE, LOOSE)


def draw(s: list[int], base: int, shape: Layout, kind: int) -> Lift:
    """Takes the top card, whose kind must be *kind*."""
    if shape.top and s[base + shape.top]:
        return lift(s, base, shape, End.TOP, s[base + shape.top] - 1)
    if s[base + 1 + kind]:
        return _lift_loose(s, base, kind)
    return lift(s, base, shape, End.BOTTOM, 0)


def draw_lowest(s: list[int], base: int, shape: Layout, kind: int) -> Lift:
    """Takes the lowest card, whose kind must be *kind*."""
    lifted = draw(s, base, mirrored(shape), kind)
    match lifted.end:
        case End.TOP:
            return Lift(End.BOTTOM, lifted.position)
        case End.BOTTOM:
            return Lift(End.TOP, lifted.position)
        case End.LOOSE:
            return lifted


def mirrored(shape: Layout) -> Layout:
    """The layout with top and bottom exchanged: both parts hold their outermost card last."""
    return Layout(shape.kinds, shape.bottom, shape.bottom_capacity, shape.top, shape.top_capacity, shape.length)


def take(s: list[int], base: int, shape: Layout, kind: int) -> Lift | None:
    """Takes a card of that kind: a loose one, else the topmost; None when there is none."""
    if s[base + 1 + kind]:
        return _lift_loose(s, base, kind)
    if shape.top:
        row = on_top(s, base, shape)
        for position in range(len(row) - 1, -1, -1):
            if row[position] == kind:
                return lift(s, base, shape, End.TOP, position)
    if shape.bottom:
        row = at_bottom(s, base, shape)
        if kind in row:
            return lift(s, base, shape, End.BOTTOM, row.index(kind))
    return None


def take_at(s: list[int], base: int, shape: Layout, kind: int, place: int) -> Lift | None:
    """Takes the card at that place of a row, counted from 1, where it is of that kind; else as `take`."""
    row = at_bottom(s, base, shape)
    if 1 <= place <= len(row) and row[place - 1] == kind:
        return lift(s, base, shape, End.BOTTOM, place - 1)
    return take(s, base, shape, kind)


def _lift_loose(s: list[int], base: int, kind: int) -> Lift:
    s[base] -= 1
    s[base + 1 + kind] -= 1
    return LIFTED_LOOSE


def lift(s: list[int], base: int, shape: Layout, end: End, position: int) -> Lift:
    """Takes the card at a position of an ordered part."""
    at = base + (shape.top if end is End.TOP else shape.bottom)
    last = at + s[at]
    for slot in range(at + 1 + position, last):
        s[slot] = s[slot + 1]
    s[last] = 0
    s[at] -= 1
    s[base] -= 1
    return Lift(end, position)


def put(s: list[int], base: int, shape: Layout, kind: int, end: End) -> bool:
    """Puts a card in: in order at that end, or loose where the zone keeps no order there. False when the ordered part is full."""
    at, capacity = 0, 0
    if end is End.TOP and shape.top:
        at, capacity = base + shape.top, shape.top_capacity
    elif end is End.BOTTOM and shape.bottom:
        at, capacity = base + shape.bottom, shape.bottom_capacity
    s[base] += 1
    if not at:
        s[base + 1 + kind] += 1
        return True
    if s[at] >= capacity:
        return False
    s[at] += 1
    s[at + s[at]] = kind + 1
    return True


def exchange(s: list[int], one: int, other: int, shape: Layout) -> None:
    """All cards of two instances that are laid out alike change places."""
    length = shape.length
    s[one : one + length], s[other : other + length] = s[other : other + length], s[one : one + length]


def loosen(s: list[int], base: int, shape: Layout) -> None:
    """Makes all cards loose, so that their order is forgotten."""
    for at in (shape.top, shape.bottom):
        if not at:
            continue
        first = base + at
        for slot in range(first + 1, first + 1 + s[first]):
            s[base + s[slot]] += 1
            s[slot] = 0
        s[first] = 0
