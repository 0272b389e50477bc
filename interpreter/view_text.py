"""What a seat sees and hears, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from ..program.ir import NOTHING, Extent, NamedValue, Place, Program, Visibility, Zone
from .core import events
from .core.runtime_errors import written
from .game import Game
from .machine.pending_choices import Named
from .options import option_text
from .possible_kinds import kinds_text
from .views import PlaceView, View, ZoneView


def lines(game: Game, view: View) -> Iterator[str]:
    """All that a view shows: zones that hold cards, values other than nothing and 0, who is asked, and the options."""
    program = game.program
    yield from public_lines(program, view)
    for zone in view.zones:
        yield from _cards(program, zone)
    for place in view.places:
        if program.places[place.place].sight is not Visibility.EVERYONE:
            yield from _value(program, place)
    for named in view.names:
        if not named.shared:
            yield from _local(program, named)
    for bound in view.bound:
        yield f"chosen: {bound.name} {written(program, bound.domain, bound.value)}"
    if view.decision is not None:
        stop = view.decision.stop
        yield "may: " + " | ".join(option_text(game, stop, option) for option in view.decision.options)


def public_lines(program: Program, view: View) -> Iterator[str]:
    """The part of a view that everyone sees: sizes of zones, open faces and values, and who is asked."""
    for zone in view.zones:
        declared = program.zones[zone.zone]
        if zone.size:
            cards = ""
            if declared.sight is Visibility.EVERYONE:
                cards = ": " + _row(program, zone, zone.cards or ())
            yield f"{zone_name(program, zone.zone, zone.index)} {zone.size}{cards}"
    for place in view.places:
        if program.places[place.place].sight is Visibility.EVERYONE:
            yield from _value(program, place)
    for named in view.names:
        if named.shared:
            yield from _local(program, named)
    yield f"asked: {', '.join(seat_name(program, seat) for seat in view.asked) or 'nobody'}"


def seat_name(program: Program, seat: int) -> str:
    """The name of a seat, or `nature`."""
    return program.seats[seat].name if seat >= 0 else "nature"


def _row(program: Program, zone: ZoneView, cards: Iterable[int]) -> str:
    if program.zones[zone.zone].row:
        return ", ".join(row_cards(program, zone))
    names = [card_name(program, zone.zone, kind) for kind in cards]
    ordered = [
        f"{end} {' '.join('?' if kind is None else card_name(program, zone.zone, kind) for kind in row)}"
        for end, row in (("top", zone.top), ("bottom", zone.bottom))
        if row
    ]
    deck = program.zones[zone.zone].deck
    guessed = [
        f"{place}. {end} {kinds_text(program, deck, some)}"
        for end, row, among in (
            ("top", zone.top, zone.among[: len(zone.top)]),
            ("bottom", zone.bottom, zone.among[len(zone.top) :]),
        )
        for place, (_, some) in enumerate(zip(row, among, strict=False), 1)
        if some
    ]
    counted = [f"{each.number} {kinds_text(program, deck, each.kinds)}" for each in zone.counted]
    return ", ".join([*names, *ordered, *guessed, *counted])


def row_cards(program: Program, zone: ZoneView) -> tuple[str, ...]:
    """What is known of each card of a row, in its place: its face, `?`, or `? (not red)`."""
    among = zone.among or ((),) * len(zone.bottom)
    return tuple(_at_place(program, zone, kind, some) for kind, some in zip(zone.bottom, among, strict=True))


def _at_place(program: Program, zone: ZoneView, kind: int | None, some: tuple[int, ...]) -> str:
    if kind is not None:
        return card_name(program, zone.zone, kind)
    return f"? ({kinds_text(program, program.zones[zone.zone].deck, some)})" if some else "?"


def _cards(program: Program, zone: ZoneView) -> Iterator[str]:
    """The faces that the seat sees or knows in a zone that not everyone sees."""
    if program.zones[zone.zone].sight is Visibility.EVERYONE or not zone.size:
        return
    name = zone_name(program, zone.zone, zone.index)
    if zone.cards is not None:
        yield f"{name}: {_row(program, zone, zone.cards)}"
    elif zone.known or zone.top or zone.bottom or zone.counted:
        yield f"{name} known: {_row(program, zone, zone.known)}"


def card_name(program: Program, zone: int, kind: int) -> str:
    """The face of a card of that kind in that zone."""
    return written(program, program.decks[program.zones[zone].deck].domain, kind)


def _value(program: Program, view: PlaceView) -> Iterator[str]:
    place = program.places[view.place]
    if view.value is None or view.value == (NOTHING if place.optional else 0):
        return
    shown = "yes" if place.truth else written(program, place.domain, view.value)
    yield f"{_named(program, place, view.index)} = {shown}"


def zone_name(program: Program, zone: int, index: tuple[int, ...]) -> str:
    """One of a zone's instances as the rules write it: `hand[Anne]`."""
    return _named(program, program.zones[zone], index)


def place_name(program: Program, place: int, index: tuple[int, ...]) -> str:
    """One of a place's values as the rules write it: `points[Anne]`."""
    return _named(program, program.places[place], index)


def shown_name(program: Program, shown: int, index: tuple[int, ...]) -> str:
    """One of the values that are shown beside what is declared: `cards left[Anne]`."""
    return _named(program, program.shown[shown], index)


def _local(program: Program, named: Named) -> Iterator[str]:
    if named.value or named.domain is not None:
        shown = "yes" if named.truth else written(program, named.domain, named.value)
        yield f"{named.name} = {shown}"


def _named(program: Program, thing: Zone | Place | NamedValue, index: tuple[int, ...]) -> str:
    if not index:
        return thing.name.plain
    return f"{thing.name.plain}[{', '.join(_at(program, extent, at) for extent, at in zip(thing.extents, index, strict=True))}]"


def _at(program: Program, extent: Extent, at: int) -> str:
    return written(program, extent.domain, at)


def told(game: Game, happening: events.Happening) -> str:
    """One line about something that a seat has heard."""
    program = game.program
    match happening:
        case events.Chosen(actor, stop, option):
            hidden = " (hidden)" if option.code < 0 else ""
            return f"{seat_name(program, actor)}: {option_text(game, stop, option)}{hidden}"
        case events.CardMoved(_, kind, source, target):
            card = "a card" if kind is None else card_name(program, source.zone, kind)
            if happening.shown and happening.stays:
                whom = ", ".join(seat_name(program, seat) for seat in range(len(program.seats)) if happening.shown >> seat & 1)
                return f"revealed to {whom}: {_instance(program, source)} {card}"
            return f"{card}: {_instance(program, source)} > {_instance(program, target)}"
        case events.Shuffled(zone):
            return f"shuffled: {_instance(program, zone)}"
        case events.Rotated(zones, faces):
            return "rotated: " + " > ".join(_rotated(program, zone, cards) for zone, cards in zip(zones, faces, strict=True))
        case events.Revealed(zone, faces, to):
            whom = "all" if to is None else seat_name(program, to)
            if faces is None:
                return f"revealed to {whom}: {_instance(program, zone)}"
            return f"revealed to {whom}: {_instance(program, zone)} {', '.join(_face_names(program, zone, faces))}"
        case events.Told(zone, deck, kinds, marks, to):
            whom = "all" if to is None else seat_name(program, to)
            if marks is None:
                return f"told to {whom}: {_instance(program, zone)}"
            what = kinds_text(program, deck, kinds) if kinds else "none"
            return f"told to {whom}: {_instance(program, zone)} {what}: {marks_text(marks)}"
        case events.Changed(number, index, _, new):
            place = program.places[number]
            return f"{_named(program, place, index)} = {written(program, place.domain, new)}"
        case events.Picked(name, domain, value):
            return f"{name} {written(program, domain, value)}".strip()
        case events.Said():
            return happening.text("")
        case events.Ended():
            return "the match is over"
        case _:
            assert_never(happening)


def _face_names(program: Program, zone: events.Instance, faces: events.Faces) -> list[str]:
    names = [card_name(program, zone.zone, kind) for kind, count in enumerate(faces.loose) for _ in range(count)]
    return names + [card_name(program, zone.zone, kind) for kind in faces.top + faces.bottom]


def _rotated(program: Program, zone: events.Instance, faces: events.Faces | None) -> str:
    cards = "" if faces is None else f" ({', '.join(_face_names(program, zone, faces))})"
    return _instance(program, zone) + cards


def marks_text(marks: events.Marks) -> str:
    """Which cards are such: their places, or how many they are."""
    rows = (("", marks.bottom),) if not marks.top else (("top ", marks.top), ("bottom ", marks.bottom))
    places = [f"{end}{place}" for end, row in rows for place, mark in enumerate(row, 1) if mark]
    loose = [f"{marks.loose} ×"] if marks.loose or not places else []
    return ", ".join([*places, *loose])


def _instance(program: Program, instance: events.Instance) -> str:
    return zone_name(program, instance.zone, instance.index)
