"""Builds the scene that a screen draws from the view of a seat; nothing here knows a particular game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from attrs import evolve, frozen

from ..interpreter import View, ZoneView
from ..interpreter.course import Turn
from ..interpreter.game import Game
from ..interpreter.possible_kinds import kinds_text
from ..program.ir import NOTHING, Extent, NamedValue, Place, PlaceKind, Program, Sight
from .boards import board_pictures, is_seats, on_a_board
from .bookkeeping import is_blank, worth_showing
from .ink import DIM, Ink, Inked, Writing
from .narration import heading, value_text, word
from .palette import palette
from .phrases import phrase
from .scene import Card, Cell, Laid, Line, Scene, SeatRow, ZonePicture


@frozen
class Column:
    """A heading of the table of seats, and the cell of each seat; *rank* says how far to the left it stands."""

    heading: str
    cells: tuple[Cell, ...]
    rank: int


def scene_of(game: Game, view: View, language: str, own: bool, colours: bool, course: Sequence[Turn] = ()) -> Scene:
    """The scene for the seat whose *view* it is. Only with *own* it contains what that seat alone may see; *colours* says whether
    the screen has colours. From the *course* of the match follows where lines lead on boards; without it some are not drawn.
    """
    program = game.program
    view = view if own else public(program, view)
    columns = [*place_columns(program, view, language), *zone_columns(program, view, language, own)]
    columns.sort(key=lambda column: column.rank)
    common = [
        seen
        for seen in view.zones
        if seat_extent(program, program.zones[seen.zone].extents) is None and apart(program, seen.zone) is None
    ]
    rows = tuple(
        SeatRow(
            name=program.seat_name(seat, language),
            seat=seat,
            asked=seat in view.asked,
            cells=tuple(column.cells[seat] for column in columns),
            score=score_of(program, view, seat, language),
        )
        for seat in range(len(program.seats))
    )
    return Scene(
        title=program.title.say(language),
        boards=board_pictures(game, view, language, colours, course),
        headings=tuple(column.heading for column in columns),
        seats=rows,
        lines=tuple(lines(program, view, language)),
        zones=tuple(
            zone_picture(program, seen, heading(program.zones[seen.zone].name, language), language, own)
            for seen in sorted(common, key=lambda each: rank(program, program.zones[each.zone].name.plain))
        ),
        hands=tuple(hands(program, view, language)) if own else (),
        middle=tuple(middle(program, view, language, own)),
        inks=palette(program, language).seats,
    )


def rank(program: Program, name: str) -> int:
    """How far to the front a value or zone stands: those that the ruleset puts first, then scores, then all others."""
    first = program.hints.first
    if name in first:
        return first.index(name)
    score = any(place.name.plain == name and place.kind is PlaceKind.SCORE for place in program.places)
    return len(first) + (not score)


def apart(program: Program, zone: int) -> str | None:
    """Where a zone is shown instead of among the others: "middle", or "aside" for nowhere; None for a zone like any other."""
    if zone in program.hints.middle:
        return "middle"
    return "aside" if program.zones[zone].name.plain in program.hints.aside else None


def middle(program: Program, view: View, language: str, own: bool) -> Iterator[Laid]:
    """What lies in the middle of the table."""
    for zone in program.hints.middle:
        declared = program.zones[zone]
        position = seat_extent(program, declared.extents)
        for seen in view.zones:
            if seen.zone != zone:
                continue
            title = heading(declared.name, language)
            if position is None:
                picture = zone_picture(program, seen, title, language, own)
                yield Laid(None, picture.title, picture)
                continue
            extent = declared.extents[position]
            assert extent.domain is not None
            seat = seat_of(program, extent.domain, seen.index[position])
            yield Laid(seat, program.seat_name(seat, language), zone_picture(program, seen, "", language, own), title)


def public(program: Program, view: View) -> View:
    """The view without everything that not all seats may see, for a screen that several people look at; all of it where the match
    is over.
    """
    if not view.asked:
        return view
    zones = [
        seen if program.zones[seen.zone].sight is Sight.EVERYONE else ZoneView(seen.zone, seen.index, seen.size, None, (), (), ())
        for seen in view.zones
    ]
    places = [seen if program.places[seen.place].sight is Sight.EVERYONE else evolve(seen, value=None) for seen in view.places]
    shown = [seen if seen.sight is Sight.EVERYONE else evolve(seen, value=None) for seen in view.shown]
    return evolve(view, zones=tuple(zones), places=tuple(places), decision=None, bound=(), shown=tuple(shown))


def seat_extent(program: Program, extents: tuple[Extent, ...]) -> int | None:
    """The position of the first extent that ranges over seats; None when none does."""
    for position, extent in enumerate(extents):
        if extent.domain is not None and is_seats(program, extent.domain):
            return position
    return None


def seat_of(program: Program, domain: int, value: int) -> int:
    """The seat that a value of a domain of seats stands for."""
    label = program.domains[domain].label(value)
    return next(index for index, seat in enumerate(program.seats) if seat.name == label)


# ------------------------------------------------------------------------------------------------ values by seat


@frozen
class Panel:
    """The values under one name, as the viewer sees them: the indices and the value of each (None: hidden)."""

    declared: Place | NamedValue
    cells: tuple[tuple[tuple[int, ...], int | None], ...]

    def seat_extent(self, program: Program) -> int | None:
        """The position of the index that is a seat; None when none is."""
        return seat_extent(program, self.declared.extents)


def panels(program: Program, view: View) -> Iterator[Panel]:
    """The values that are drawn on no board, and that somebody may see; then those that are shown beside them (`show:`)."""
    for place, seen in groupby(view.places, lambda each: each.place):
        cells = tuple([(each.index, each.value) for each in seen])
        drawn = program.places[place].sight is Sight.NOBODY or on_a_board(program, place)
        if not drawn and worth_showing(program, place):
            yield Panel(program.places[place], cells)
    for shown, found in groupby(view.shown, lambda each: each.shown):
        if program.shown[shown].name.plain not in program.hints.aside:
            yield Panel(program.shown[shown], tuple([(each.index, each.value) for each in found]))


def place_columns(program: Program, view: View, language: str) -> Iterator[Column]:
    """A column for each panel that has a value for each seat."""
    for panel in panels(program, view):
        declared = panel.declared
        position = panel.seat_extent(program)
        if position is None:
            continue
        texts: list[list[Inked]] = [[] for _ in program.seats]
        extent = declared.extents[position]
        assert extent.domain is not None
        for index, found in panel.cells:
            cell = texts[seat_of(program, extent.domain, index[position])]
            others = [
                (other, value) for at, (other, value) in enumerate(zip(declared.extents, index, strict=True)) if at != position
            ]
            if others and (found is None or is_blank(declared, found)):
                continue
            if cell:
                cell.append(Inked(" "))
            label = ",".join(value_text(program, other.domain, value, language) for other, value in others)
            cell += [Inked(f"{label}:", DIM)] if label else []
            cell += value_shown(program, declared, found, language)
        if any(texts):
            at = rank(program, declared.name.plain)
            yield Column(heading(declared.name, language), tuple(tuple(cell) for cell in texts), at)


def score_of(program: Program, view: View, seat: int, language: str) -> Writing:
    """What a seat has of the first score that each seat has one of; nothing where there is none, or it is hidden."""
    for panel in panels(program, view):
        declared, position = panel.declared, panel.seat_extent(program)
        score = isinstance(declared, Place) and declared.kind is PlaceKind.SCORE and len(declared.extents) == 1
        if not score or position is None:
            continue
        domain = declared.extents[position].domain
        return next(
            (
                value_shown(program, declared, value, language)
                for index, value in panel.cells
                if domain is not None and value is not None and seat_of(program, domain, index[position]) == seat
            ),
            (),
        )
    return ()


def value_shown(program: Program, declared: Place | NamedValue, value: int | None, language: str) -> Writing:
    """A value as text; a question mark when it is hidden."""
    if value is None:
        return (Inked("?", DIM),)
    if declared.truth:
        return (Inked("✓", Ink(colour="green")),) if value else (Inked("·", DIM),)
    if value == NOTHING:
        return (Inked("–", DIM),)
    if declared.domain is not None and is_seats(program, declared.domain):
        seat = seat_of(program, declared.domain, value)
        return (Inked(program.seat_name(seat, language), palette(program, language).seats[seat]),)
    return palette(program, language).coloured(value_text(program, declared.domain, value, language))


def lines(program: Program, view: View, language: str) -> Iterator[Line]:
    """The panels that have no value for each seat, then what the viewer has already chosen in the present decision."""
    for panel in sorted(panels(program, view), key=lambda each: rank(program, each.declared.name.plain)):
        declared = panel.declared
        if panel.seat_extent(program) is not None:
            continue
        text: list[Inked] = []
        before: list[str] = []
        for index, found in panel.cells:
            if declared.extents and (found is None or is_blank(declared, found)):
                continue
            named = zip(declared.extents, index, strict=True)
            *groups, label = [value_text(program, extent.domain, at, language) for extent, at in named] or [""]
            if text:
                text.append(Inked(",  " if groups == before else ";  "))
            text += [Inked(f"{' '.join(groups)} ", DIM)] if groups != before else []
            text += [Inked(f"{label}: ", DIM)] if label else []
            before = groups
            text += value_shown(program, declared, found, language)
        if text:
            yield Line(heading(declared.name, language), tuple(text))
    for bound in view.bound:
        name = Inked(f"{word(program, bound.name, language)} ")
        value = palette(program, language).coloured(value_text(program, bound.domain, bound.value, language))
        yield Line(phrase(language, "chosen"), (name, *value))


# ------------------------------------------------------------------------------------------------ cards


def zone_columns(program: Program, view: View, language: str, own: bool) -> Iterator[Column]:
    """A column for each zone that is indexed by seats, unless it is empty everywhere."""
    zones = dict.fromkeys(seen.zone for seen in view.zones)
    for zone in zones:
        declared = program.zones[zone]
        position = seat_extent(program, declared.extents)
        if position is None or apart(program, zone) is not None or not any(seen.size for seen in view.zones if seen.zone == zone):
            continue
        cells: list[list[Inked | ZonePicture]] = [[] for _ in program.seats]
        for seen in view.zones:
            extent = declared.extents[position]
            if seen.zone != zone or extent.domain is None:
                continue
            seat = seat_of(program, extent.domain, seen.index[position])
            mine = seat == view.seat and declared.sight is Sight.OWNER
            if mine and own:
                counted = phrase(language, "a card") if seen.size == 1 else phrase(language, "cards", seen.size)
                cells[seat].append(Inked(counted, DIM))
                continue
            if cells[seat]:
                cells[seat].append(Inked(" | ", DIM))
            cells[seat].append(zone_picture(program, seen, "", language, own))
        at = rank(program, declared.name.plain)
        yield Column(heading(declared.name, language), tuple(tuple(cell) for cell in cells), at)


def zone_picture(program: Program, seen: ZoneView, title: str, language: str, own: bool) -> ZonePicture:
    """A zone with the cards whose faces the seat sees; with *own* also the hidden ones that it knows to be there."""
    zone = program.zones[seen.zone]
    domain = program.decks[zone.deck].domain

    def face(kind: int) -> Writing:
        return palette(program, language).card(program, zone.deck, kind, language)

    def beside(kind: int) -> str:
        printed = program.decks[zone.deck].beside
        return printed[kind].say(language) if printed else ""

    def counted(kinds: Iterable[int], top: bool) -> tuple[Card, ...]:
        found = [(kind, len(list(group))) for kind, group in groupby(kinds)]
        return tuple(
            Card(value_text(program, domain, kind, language), count, top and position == 0, face(kind), beside(kind))
            for position, (kind, count) in enumerate(found)
        )

    labels = [value_text(program, extent.domain, at, language) for extent, at in zip(zone.extents, seen.index, strict=True)]
    if zone.row:
        return in_places(f"{title} {', '.join(labels)}".strip(), program, seen, language)
    uppermost = seen.top[-1] if seen.top else None
    known = seen.known if seen.cards is None and own else ()
    below = list(known)
    if known and uppermost is not None:
        below.remove(uppermost)
    return ZonePicture(
        title=f"{title} {', '.join(labels)}".strip(),
        size=seen.size,
        cards=() if seen.cards is None else counted(in_order(seen.cards, seen.top, seen.bottom), bool(seen.top)),
        known=counted(below, False),
        on_top="".join(run.text for run in face(uppermost)).strip() if known and uppermost is not None else "",
        mark=phrase(language, "on top"),
        holds=phrase(language, "in it"),
        zone=seen.zone,
        index=seen.index,
    )


def in_places(title: str, program: Program, seen: ZoneView, language: str) -> ZonePicture:
    """A row: each card at its place, a question mark where the seat does not know it."""
    domain = program.decks[program.zones[seen.zone].deck].domain
    deck = program.zones[seen.zone].deck
    guesses = [f" {kinds_text(program, deck, some, language)}" if some else "" for some in seen.among]
    written = palette(program, language)
    cards = []
    for kind, guess in zip(seen.bottom, guesses or [""] * len(seen.bottom), strict=True):
        label = "?" if kind is None else value_text(program, domain, kind, language)
        face = (Inked("?"),) if kind is None else written.card(program, deck, kind, language)
        cards.append(Card(label + guess, 1, face=(*face, Inked(guess)) if guess else face))
    return ZonePicture(title, seen.size, tuple(cards), zone=seen.zone, index=seen.index)


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


def hands(program: Program, view: View, language: str) -> Iterator[ZonePicture]:
    """The viewer's own zones whose faces nobody else sees; where there are several, without those that are empty."""
    several = sum(zone.sight is Sight.OWNER and zone.owner is not None for zone in program.zones) > 1
    for seen in view.zones:
        zone = program.zones[seen.zone]
        if zone.sight is not Sight.OWNER or zone.owner is None or seen.index[zone.owner] != view.seat:
            continue
        if apart(program, seen.zone) is not None or (not seen.size and several):
            continue
        yield zone_picture_titled(program, seen, language)


def zone_picture_titled(program: Program, seen: ZoneView, language: str) -> ZonePicture:
    """The picture of one of the viewer's own zones, titled `your hand`."""
    zone = program.zones[seen.zone]
    picture = zone_picture(program, seen, "", language, True)
    title = phrase(language, "hand of", heading(zone.name, language))
    return evolve(picture, title=title)
