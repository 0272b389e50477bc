"""Builds the scene that a seat is shown, from what it sees; nothing here knows a particular game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from attrs import evolve

from ..interpreter import View, ZoneView
from ..interpreter.course import Turn
from ..interpreter.game import Game
from ..interpreter.possible_kinds import kinds_text
from ..program.ir import NOTHING, Extent, NamedValue, Place, PlaceKind, Program, Visibility
from ..program.number_text import number_text
from .boards import boards_of, on_a_board
from .bookkeeping import is_blank, worth_showing
from .changes import changes, last_heard
from .deciding import deciding
from .narration import heading, value_text, word
from .palette import palette
from .scene import Card, CardPart, Cell, Panel, Scene, SeatShown, ZoneShown
from .spots import OnCard, OnSeat, OnValue, OnZone, Spot, on_place, spot_id
from .styles import StyledRun
from .values import is_seats, seat_of, shown_value


def scene_of(game: Game, view: View, language: str, own: bool, course: Sequence[Turn] = ()) -> Scene:
    """The scene for the seat whose *view* it is. Only with *own* it contains what that seat alone may see.

    From the *course* of the match follows what has changed, and where lines lead on boards; without it some are not drawn.
    """
    program = game.program
    view = view if own else public(program, view)
    return Scene(
        title=program.title.say(language),
        language=language,
        viewer=view.seat,
        own=own,
        over=not view.asked,
        boards=boards_of(game, view, language, course),
        zones=tuple(zones(program, view, language, own)),
        panels=tuple(panels(program, view, language)),
        seats=tuple(seats(program, view, language)),
        chosen=tuple(
            (word(program, each.name, language), shown_value(program, each.domain, False, each.value, language))
            for each in view.bound
        ),
        decided=tuple(spot_id(program, spot) for spot in deciding(game, view)),
        changes=changes(program, last_heard(program, course, view.seat, own), language),
    )


def public(program: Program, view: View) -> View:
    """The view without everything that not all seats may see, for a screen that several people look at; all of it where the match
    is over.
    """
    if not view.asked:
        return view
    shown_zones = [
        seen
        if program.zones[seen.zone].sight is Visibility.EVERYONE
        else ZoneView(seen.zone, seen.index, seen.size, None, (), (), ())
        for seen in view.zones
    ]
    places = [
        seen if program.places[seen.place].sight is Visibility.EVERYONE else evolve(seen, value=None) for seen in view.places
    ]
    shown = [seen if seen.sight is Visibility.EVERYONE else evolve(seen, value=None) for seen in view.shown]
    return evolve(view, zones=tuple(shown_zones), places=tuple(places), decision=None, bound=(), shown=tuple(shown))


def rank(program: Program, name: str) -> int:
    """How far to the front a value or zone stands: those that the ruleset puts first, then scores, then all others."""
    first = program.hints.first
    if name in first:
        return first.index(name)
    score = any(place.name.plain == name and place.kind is PlaceKind.SCORE for place in program.places)
    return len(first) + (not score)


def seat_extent(program: Program, extents: tuple[Extent, ...]) -> int | None:
    """The position of the first extent that ranges over seats; None when none does."""
    for position, extent in enumerate(extents):
        if extent.domain is not None and is_seats(program, extent.domain):
            return position
    return None


def seat_in(program: Program, extents: tuple[Extent, ...], index: tuple[int, ...]) -> int | None:
    """The seat in an index, the first where there are several; None where there is none."""
    at = seat_extent(program, extents)
    domain = None if at is None else extents[at].domain
    return None if at is None or domain is None else seat_of(program, domain, index[at])


def index_words(program: Program, extents: Sequence[Extent], index: Sequence[int], language: str) -> tuple[str, ...]:
    """Each index in words."""
    return tuple(value_text(program, extent.domain, at, language) for extent, at in zip(extents, index, strict=True))


# ------------------------------------------------------------------------------------------------ seats and values


def seats(program: Program, view: View, language: str) -> Iterator[SeatShown]:
    """The seats, in their order."""
    score = next((place for place, declared in enumerate(program.places) if is_score_of_seats(program, place, declared)), None)
    found = [each for each in view.places if each.place == score]
    for seat, style in enumerate(palette(program, language).seats):
        worth = None
        for each in found:
            declared = program.places[each.place]
            if each.value is not None and seat_in(program, declared.extents, each.index) == seat:
                worth = worth or shown_value(program, declared.domain, declared.truth, each.value, language)
        name, spot = program.seat_name(seat, language), spot_id(program, OnSeat(seat))
        yield SeatShown(spot, seat, name, style, seat in view.asked, worth)


def is_score_of_seats(program: Program, place: int, declared: Place) -> bool:
    """Whether it is a score of which each seat has one, and that is shown."""
    by_seat = len(declared.extents) == 1 and seat_extent(program, declared.extents) is not None
    return declared.kind is PlaceKind.SCORE and by_seat and is_shown(program, place)


def is_shown(program: Program, place: int) -> bool:
    """Whether a place stands in a panel: it is drawn on no board, somebody may see it, and it is no bookkeeping."""
    drawn = program.places[place].sight is Visibility.NOBODY or on_a_board(program, place)
    return not drawn and worth_showing(program, place)


def panels(program: Program, view: View, language: str) -> Iterator[Panel]:
    """The values that are drawn on no board, and that somebody may see; then those that are shown beside them (`show:`)."""
    for place, group in groupby(view.places, lambda each: each.place):
        if is_shown(program, place):
            found = [(on_place(program, place, each.index), each.index, each.value) for each in group]
            made = panel(program, program.places[place], found, language)
            figure = palette(program, language).figures.get((None, place))
            yield made if figure is None else with_figure(made, figure)
    for number, shown in groupby(view.shown, lambda each: each.shown):
        if program.shown[number].name.plain not in program.hints.aside:
            beside = [(OnValue(len(program.places) + number, each.index), each.index, each.value) for each in shown]
            yield panel(program, program.shown[number], beside, language)


def panel(
    program: Program,
    declared: Place | NamedValue,
    cells: Iterable[tuple[Spot, tuple[int, ...], int | None]],
    language: str,
) -> Panel:
    """The values under one name, each with its spot and its index."""
    position = seat_extent(program, declared.extents)
    found = tuple(
        Cell(
            id=spot_id(program, spot),
            seat=seat_in(program, declared.extents, index),
            labels=tuple(
                text for at, text in enumerate(index_words(program, declared.extents, index, language)) if at != position
            ),
            value=shown_value(program, declared.domain, declared.truth, number, language),
            blank=number is None or is_blank(declared, number),
        )
        for spot, index, number in cells
    )
    name = declared.name.plain
    return Panel(name, heading(declared.name, language), position is not None, rank(program, name), found)


def with_figure(shown: Panel, figure: str) -> Panel:
    """The panel, its values drawn with the figure."""
    return evolve(shown, cells=tuple(evolve(cell, value=evolve(cell.value, figure=figure)) for cell in shown.cells))


# ------------------------------------------------------------------------------------------------ cards


def zones(program: Program, view: View, language: str, own: bool) -> Iterator[ZoneShown]:
    """The zones, without those that lie aside."""
    for seen in view.zones:
        zone = program.zones[seen.zone]
        name, middle = zone.name.plain, seen.zone in program.hints.middle
        if name in program.hints.aside and not middle:
            continue
        yield zone_shown(
            program,
            seen,
            ZoneShown(
                id=spot_id(program, OnZone(seen.zone, seen.index)),
                zone=name,
                title=heading(zone.name, language),
                labels=index_words(program, zone.extents, seen.index, language),
                seat=seat_in(program, zone.extents, seen.index),
                own=own and zone.sight is Visibility.OWNER and zone.owner is not None and seen.index[zone.owner] == view.seat,
                middle=middle,
                rank=program.hints.middle.index(seen.zone) if middle else rank(program, name),
                size=seen.size,
                ordered=False,
                cards=(),
            ),
            language,
            own,
        )


def zone_shown(program: Program, seen: ZoneView, empty: ZoneShown, language: str, own: bool) -> ZoneShown:
    """The *empty* zone with the cards whose faces the seat sees; with *own* also the hidden ones that it knows to be there."""
    zone = program.zones[seen.zone]
    if zone.row:
        return evolve(empty, ordered=True, cards=tuple(in_places(program, seen, language)))
    if seen.cards is not None:
        cards = in_order(seen.cards, seen.top, seen.bottom)
        return evolve(empty, ordered=bool(seen.top), cards=tuple(counted(program, seen, cards, language)))
    known, top = list(seen.known if own else ()), seen.top[-1] if seen.top else None
    if not known or top is None:
        return evolve(empty, known=face_down(counted(program, seen, known, language)))
    known.remove(top)
    (uppermost,) = face_down(counted(program, seen, (top,), language))
    return evolve(empty, known=face_down(counted(program, seen, known, language)), top=uppermost)


def face_down(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards without their ids."""
    return tuple(evolve(card, id="") for card in cards)


def counted(program: Program, seen: ZoneView, kinds: Iterable[int], language: str) -> Iterator[Card]:
    """Cards of these kinds, equal ones that lie together as one."""
    for kind, group in groupby(kinds):
        yield evolve(card(program, seen, kind, language), count=len(list(group)))


def card(program: Program, seen: ZoneView, kind: int, language: str) -> Card:
    """One card of a zone."""
    deck = program.zones[seen.zone].deck
    domain, beside, texts = program.decks[deck].domain, program.decks[deck].beside, program.decks[deck].texts
    return Card(
        id=spot_id(program, OnCard(seen.zone, seen.index, kind)),
        kind=program.domains[domain].label(kind),
        count=1,
        place=None,
        name=value_text(program, domain, kind, language),
        face=palette(program, language).card(program, deck, kind, language),
        beside=beside[kind].say(language) if beside else "",
        parts=tuple(card_parts(program, deck, kind, language)),
        text=texts[kind].say(language) if texts else "",
    )


def card_parts(program: Program, deck: int, kind: int, language: str) -> Iterator[CardPart]:
    """What stands where on a card, in its signs but for the text at its foot; nothing where the ruleset does not say it."""
    for printing in program.hints.drawing.printings:
        if printing.deck != deck or not printing.values[kind]:
            continue
        if printing.place == "text" and printing.domain is None and not any(printing.values[kind]):
            continue  # a card with none of something says nothing of it
        shown = [shown_value(program, printing.domain, False, value, language) for value in printing.values[kind]]
        if printing.domain is not None and (printing.counts or printing.place != "text"):
            signs = [short(program, printing.domain, value, language) for value in printing.values[kind]]
            counts = [number_text(count) for count in printing.counts[kind]] if printing.counts else [""] * len(signs)
            texts = [f"{count} {sign}".strip() for count, sign in zip(counts, signs, strict=True)]
            shown = [evolve(value, text=text) for value, text in zip(shown, texts, strict=True)]
        spots = printing.spots[kind] if printing.spots else ()
        yield CardPart(printing.place, heading(printing.name, language), tuple(shown), spots)


def short(program: Program, domain: int, value: int, language: str) -> str:
    """What stands for a value on a card: its sign, else its label; nothing where its figure says it, which no other value has."""
    known = palette(program, language)
    declared = program.domains[domain]
    figures = [known.figures.get((domain, declared.low + at)) for at in range(len(declared.labels))]
    own = figures[value - declared.low]
    if own is not None and figures.count(own) == 1:
        return ""
    return known.signs.get((domain, value)) or value_text(program, domain, value, language)


def in_places(program: Program, seen: ZoneView, language: str) -> Iterator[Card]:
    """A row: each card at its place, a question mark where the seat does not know it."""
    deck = program.zones[seen.zone].deck
    among = [kinds_text(program, deck, some, language) if some else "" for some in seen.among] or [""] * len(seen.bottom)
    for place, (kind, guess) in enumerate(zip(seen.bottom, among, strict=True), 1):
        there = spot_id(program, OnCard(seen.zone, seen.index, NOTHING, place))
        if kind is None:
            yield Card(there, None, 1, place, "?", (StyledRun("?"),), among=guess)
        else:
            yield evolve(card(program, seen, kind, language), id=there, place=place, beside="", among=guess)


def in_order(cards: Iterable[int], top: Sequence[int | None], bottom: Sequence[int | None]) -> list[int]:
    """The cards of an open zone: those with a known position on top, topmost first, then those without an order, by kind, then
    those with a known position at the bottom, the lowest last.
    """
    above = [kind for kind in reversed(top) if kind is not None]
    below = [kind for kind in bottom if kind is not None]
    loose = list(cards)
    for kind in above + below:
        loose.remove(kind)
    return [*above, *loose, *below]
