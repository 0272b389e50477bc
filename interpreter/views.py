"""The view of a match that one seat has, computed only from what that seat may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from attrs import evolve, frozen

from ..program.ir import WHERE, Extent, Place, Program, Visibility, Zone
from ..program.visibility import Things, sight_of
from .core.events import Instance, seen, sees, sees_at
from .core.zones import at_bottom, copies, layout, on_top
from .game import Game
from .knowledge import Counted, Known, Memory
from .machine.expressions import value
from .machine.pending_choices import Bound, Named, bound_at, named_at
from .machine.simultaneous import TogetherPoint
from .options import Decision, actors, decision
from .possible_kinds import Among, Face
from .state import State


@frozen
class ZoneView:
    """One instance of a zone: the number of cards, and their kinds, ascending (None when the seat does not see the faces).

    *known* are the kinds of the cards that the seat knows without seeing them, ascending. *top* and *bottom* are the cards in
    order, the outermost last, None where a card is not known. Where the seat was told something of cards, *among* has for each of
    those in order, from *top* to *bottom*, the kinds that it can be (none where that may be all), and *counted* is what it was
    told of the others.
    """

    zone: int
    index: tuple[int, ...]
    size: int
    cards: tuple[int, ...] | None
    known: tuple[int, ...]
    top: tuple[int | None, ...]
    bottom: tuple[int | None, ...]
    among: tuple[tuple[int, ...], ...] = ()
    counted: tuple[Counted, ...] = ()


@frozen
class PlaceView:
    """One cell of a place and its value, None when it is hidden."""

    place: int
    index: tuple[int, ...]
    value: int | None


@frozen
class ShownView:
    """One of the values of `Program.shown`, None when it is hidden from the seat; *sight* tells who sees such a value."""

    shown: int
    index: tuple[int, ...]
    value: int | None
    sight: Visibility


@frozen
class View:
    """What one seat sees: zones, places, who is asked, its own decision if it is asked, and what it has chosen so far.

    *names* are the values that it knows of those that live only inside a phase, the outermost first. *shown* are the values that
    the ruleset shows beside what it declares; they follow from the rest.
    """

    seat: int
    zones: tuple[ZoneView, ...]
    places: tuple[PlaceView, ...]
    asked: tuple[int, ...]
    decision: Decision | None
    bound: tuple[Bound, ...]
    shown: tuple[ShownView, ...] = ()
    names: tuple[Named, ...] = ()


def view(game: Game, state: State, seat: int) -> View:
    """The view of a seat.

    Raises ValueError when the match is played without events, because then no seat knows anything, and PlayError where a value
    that is shown beside cannot be worked out.
    """
    program = game.program
    if state.knowledge is None:
        raise ValueError("a match that nobody listens to has no views")
    now = list(state.slots)
    before = now if state.knowledge.before is None else list(state.knowledge.before)
    asked = actors(game, state)
    machine = game.silent
    s = machine.work(state.slots)
    if now[WHERE]:
        point = machine.points[now[WHERE]]
        if isinstance(point, TogetherPoint):
            s[point.op.seat] = seat
    return View(
        seat,
        tuple(_zones(program, now, before, state.knowledge.memories[seat], seat)),
        tuple(_places(program, now, before, seat)),
        asked,
        decision(game, state, seat) if seat in asked else None,
        bound_at(machine.context, machine.scopes, s, seat, asked),
        tuple(_shown(game, now, before, seat)),
        named_at(machine.context, machine.scopes, s, seat, asked),
    )


def heard_by_all(game: Game, state: State) -> View:
    """The view of the first seat without what it has done while all decide together, of which nobody else has heard.

    Raises as `view` does.
    """
    if state.knowledge is None or state.knowledge.before is None:
        return view(game, state, 0)
    told = State(state.knowledge.before, evolve(state.knowledge, before=None))
    return evolve(view(game, told, 0), asked=actors(game, state))


def turned_up(game: Game, state: State, seen: View) -> View:
    """What a seat sees of a match that is over, when what belongs to seats lies open, and so do values but those of nobody."""
    program = game.program
    s = list(state.slots)
    slots = [slot for place in program.places for _, slot in cells(place.base, place.extents)]
    places = [
        each if program.places[each.place].sight is Visibility.NOBODY else evolve(each, value=s[slot])
        for each, slot in zip(seen.places, slots, strict=True)
    ]
    return evolve(
        seen,
        zones=tuple([_laid_open(program, s, each) for each in seen.zones]),
        places=tuple(places),
        shown=tuple([evolve(each, value=worth) for each, worth in zip(seen.shown, _worth(game, state), strict=True)]),
    )


def _laid_open(program: Program, s: list[int], seen: ZoneView) -> ZoneView:
    zone = program.zones[seen.zone]
    if seen.cards is not None or not any(extent.domain is not None for extent in zone.extents):
        return seen
    shape = layout(zone)
    base = next(base for index, base in cells(zone.base, zone.extents) if index == seen.index)
    cards = tuple(_spread(copies(s, base, shape)))
    return ZoneView(seen.zone, seen.index, seen.size, cards, (), on_top(s, base, shape), at_bottom(s, base, shape))


@lru_cache(maxsize=1_000)
def cells(base: int, extents: tuple[Extent, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The index values of each cell and its slot (for a zone instance, its first slot), in order."""
    found = []
    for steps in product(*(range(extent.size) for extent in extents)):
        index = tuple(extent.low + step for extent, step in zip(extents, steps, strict=True))
        found.append((index, base + sum(extent.stride * step for extent, step in zip(extents, steps, strict=True))))
    return tuple(found)


def _own(thing: Zone | Place, index: tuple[int, ...], seat: int) -> bool:
    return thing.owner is not None and index[thing.owner] == seat


def _zones(program: Program, now: list[int], before: list[int], memory: Memory, seat: int) -> Iterator[ZoneView]:
    for number, zone in enumerate(program.zones):
        shape = layout(zone)
        for index, base in cells(zone.base, zone.extents):
            s = now if _own(zone, index, seat) else before
            instance = Instance(number, index)
            if sees(program, instance, seat):
                cards = tuple(_spread(copies(s, base, shape)))
                yield ZoneView(number, index, s[base], cards, (), on_top(s, base, shape), at_bottom(s, base, shape))
                continue
            known = memory.of(program, instance)
            top, bottom = _certain(known.top), _certain(known.bottom)
            kinds = sorted([*_spread(known.loose), *(kind for kind in top + bottom if kind is not None)])
            yield ZoneView(number, index, s[base], None, tuple(kinds), top, bottom, _among(known), known.counted)


def _certain(row: tuple[Face, ...]) -> tuple[int | None, ...]:
    return tuple(face if isinstance(face, int) else None for face in row)


def _among(known: Known) -> tuple[tuple[int, ...], ...]:
    faces = known.top + known.bottom
    if not any(isinstance(face, Among) for face in faces):
        return ()
    return tuple(face.kinds if isinstance(face, Among) else () for face in faces)


def _spread(counts: Iterable[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) if count for _ in range(count)]


def _places(program: Program, now: list[int], before: list[int], seat: int) -> Iterator[PlaceView]:
    for number, place in enumerate(program.places):
        for index, slot in cells(place.base, place.extents):
            s = now if _own(place, index, seat) else before
            visible = sees_at(place, index, seat)
            yield PlaceView(number, index, s[slot] if visible else None)


def _shown(game: Game, now: list[int], before: list[int], seat: int) -> Iterator[ShownView]:
    program = game.program
    if not program.shown:
        return
    machine = game.silent
    s = machine.work(tuple(_as_seen(program, now, before, seat)))
    for number, one in enumerate(program.shown):
        sight, owner = program.cached(_sight, number)
        worth = value(machine.context, one.value)
        for index, _ in cells(0, one.extents):
            if not seen(sight, owner, index, seat):
                yield ShownView(number, index, None, sight)
                continue
            for slot, at in zip(one.given, index, strict=True):
                s[slot] = at
            yield ShownView(number, index, worth(s), sight)


def check_shown(game: Game, state: State) -> None:
    """Works out all values that are shown beside what is declared. Raises PlayError where one cannot be."""
    for _ in _worth(game, state):
        pass


def _worth(game: Game, state: State) -> Iterator[int]:
    """The values that are shown beside what is declared, one after the other, whoever sees them."""
    program = game.program
    machine = game.silent
    s = machine.work(state.slots) if program.shown else []
    for one in program.shown:
        worth = value(machine.context, one.value)
        for index, _ in cells(0, one.extents):
            for slot, at in zip(one.given, index, strict=True):
                s[slot] = at
            yield worth(s)


def _sight(program: Program, number: int) -> tuple[Visibility, int | None]:
    one = program.shown[number]
    return sight_of(one.value, one.given, Things(program.places, program.zones))


def _as_seen(program: Program, now: list[int], before: list[int], seat: int) -> list[int]:
    """The slots as the seat sees them: its own things as they are, all others as they were before what nobody has heard of."""
    if now is before:
        return now
    s = list(before)
    things: tuple[Zone | Place, ...] = (*program.zones, *program.places)
    for thing in things:
        width = thing.length if isinstance(thing, Zone) else 1
        for index, base in cells(thing.base, thing.extents):
            if _own(thing, index, seat):
                s[base : base + width] = now[base : base + width]
    return s
