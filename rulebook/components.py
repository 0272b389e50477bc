"""Tells what a game consists of: decks, boards, pieces; how everything lies at the start; and who sees what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import assert_never

from ..dsl.sections.table import table_hints
from ..dsl.sentences import syntax as s
from ..dsl.sentences.walk import each as every
from ..dsl.symbols.symbols import BoardSymbol, DeckSymbol, Domain, PlaceSymbol, Printed, Sort, ZoneSymbol
from ..dsl.symbols.types import Kind, Type
from ..dsl.text.document import Document
from ..dsl.text.fields import Findings, pairs
from ..dsl.text.nodes import Mapping, Scalar
from ..program import ir
from .context import Context
from .nouns import capital
from .page import Block, Paragraph, Step, Steps, Table

MOST_NAMED = 12
"""At most this many spaces are named one by one."""


# --------------------------------------------------------------------------------------------------------------- decks


def decks(to: Context, document: Document) -> Iterator[Block]:
    """Each deck: how many cards, and which."""
    for deck in to.game.decks.values():
        copies = to.game.ir_decks[deck.index].copies
        sets = sets_of(to, document, deck.name)
        name = capital(to.noun(deck.name))
        yield Paragraph(to.phrase("deck of each" if sets > 1 else "deck", name, sum(copies) // sets))
        yield from _cards(to, deck.domain, tuple(count // sets for count in copies))


def sets_of(to: Context, document: Document, deck: str) -> int:
    """How many sets of the same cards a deck is: one, or one for each player."""
    return to.game.players if _written(document, "decks", deck, "per") == "player" else 1


def other_copies(to: Context, base: Context) -> Iterator[str]:
    """The cards of which there are other numbers than for the *base*, for decks in which some have the same number."""
    for deck in to.game.decks.values():
        own, usual = (each.game.ir_decks[deck.index].copies for each in (to, base))
        differing = [at for at, pair in enumerate(zip(own, usual, strict=False)) if pair[0] != pair[1]]
        if len(own) == len(usual) and len(differing) < len(own):
            labels = deck.domain.ir.labels
            told = [f"{labels[at].say(to.spoken).replace('_', ' ')} ×{own[at]}" for at in differing]
            yield from [f"{capital(to.noun(deck.name))}: {', '.join(told)}"] if told else []


def _cards(to: Context, domain: Domain, copies: tuple[int, ...]) -> Iterator[Block]:
    printed = domain.printed
    single = {name: each for name, each in printed.items() if each.table is not None and each.keys is None}
    values = {name: tuple(dict.fromkeys(_cells(to, each, len(copies)))) for name, each in single.items()}
    if len(single) == len(printed) > 1 and len(copies) > 6 and set(copies) == {1} and _combined(values, len(copies)):
        yield Paragraph(to.phrase("one of each", to.joined([to.noun(name) for name in values])))
        yield Steps(
            tuple(Step(to.phrase("values of", capital(to.noun(name)), ", ".join(own))) for name, own in values.items()), False
        )
        return
    columns: list[tuple[str, tuple[str, ...]]] = []
    if any(each.rows is not None for each in printed.values()) or not single:
        labels = tuple(label.say(to.spoken).replace("_", " ") for label in domain.ir.labels)
        columns.append((to.phrase("card"), labels))
    columns += [(to.noun(name), _cells(to, each, len(copies))) for name, each in single.items()]
    columns += [(to.noun(name), _keyed(to, each, len(copies))) for name, each in printed.items() if each.keys is not None]
    if any(count != 1 for count in copies):
        columns.append((to.phrase("copies"), tuple(map(str, copies))))
    if len(columns) == 1:
        yield Paragraph(to.phrase("values of", capital(columns[0][0]), ", ".join(columns[0][1])))
        return
    yield Table(tuple(name for name, _ in columns), tuple(zip(*(cells for _, cells in columns), strict=True)))


def _combined(values: dict[str, tuple[str, ...]], kinds: int) -> bool:
    return prod(len(own) for own in values.values()) == kinds


def _cells(to: Context, printed: Printed, kinds: int) -> tuple[str, ...]:
    assert printed.table is not None
    return tuple(shown(to, printed.type, each) for each in to.game.tables[printed.table][:kinds])


def _keyed(to: Context, printed: Printed, kinds: int) -> tuple[str, ...]:
    assert printed.keys is not None
    assert printed.table is not None
    keys = to.game.domains[printed.keys]
    table = to.game.tables[printed.table]
    found = []
    for kind in range(kinds):
        row = table[kind * keys.size : (kind + 1) * keys.size]
        named = [
            f"{keys.ir.labels[at].say(to.spoken).replace('_', ' ')} {shown(to, printed.type, each)}"
            for at, each in enumerate(row)
            if each not in (ir.NOTHING, 0)
        ]
        found.append(", ".join(named) or "–")
    return tuple(found)


def shown(to: Context, held: Type, value: int) -> str:
    """A value as the page shows it."""
    if value == ir.NOTHING:
        return "–"
    if held.kind is Kind.TRUTH:
        return to.phrase("yes") if value else to.phrase("no")
    if held.kind is Kind.ELEMENT and held.domain is not None:
        return to.game.domains[held.domain].ir.labels[value].say(to.spoken).replace("_", " ")
    return str(value)


def _written(document: Document, section: str, name: str, key: str) -> str:
    """What a key of a declared thing says, "" where it says nothing."""
    for pair in pairs(document.get(section), "declarations", Findings()):
        if pair.key.text == name and isinstance(pair.value, Mapping):
            for each in pair.value.pairs:
                if each.key.text == key and isinstance(each.value, Scalar):
                    return each.value.text
    return ""


def printed_values(to: Context) -> Iterator[Block]:
    """Each enumeration whose values have something printed on them, as a table."""
    for domain in to.game.domains:
        if domain.sort is not Sort.VALUE or not domain.printed or domain.size < 2:
            continue
        columns = [(to.noun(domain.name), tuple(label.say(to.spoken).replace("_", " ") for label in domain.ir.labels))]
        for name, each in domain.printed.items():
            if each.keys is not None:
                columns.append((to.noun(name), _keyed(to, each, domain.size)))
            elif each.rows is not None:
                rows = to.game.rows[each.rows][: domain.size]
                cells = (", ".join(_turns(shown(to, each.type, value) for value in row)) or "–" for row in rows)
                columns.append((to.noun(name), tuple(cells)))
            else:
                columns.append((to.noun(name), _cells(to, each, domain.size)))
        yield Table(tuple(name for name, _ in columns), tuple(zip(*(cells for _, cells in columns), strict=True)))


def _turns(labels: Iterable[str]) -> tuple[str, ...]:
    """The labels, each once; the turns of a step of a board's own, which are numbered, by the name of the step."""
    return tuple(dict.fromkeys(re.sub(r"(?<=[^\W\d])\d+$", "", label) for label in labels))


# -------------------------------------------------------------------------------------------------------------- boards


def boards(to: Context, document: Document) -> Iterator[Block]:
    """Each board with its size, its finish line, and the pieces on it."""
    finishes = {each.board: each.column for each in table_hints(document, to.game, Findings()).finishes}
    for board in to.game.boards:
        told = [_board(to, board)]
        if board.index in finishes:
            low = board.domain.ir.low if board.track else board.layout.low
            told.append(to.phrase("finish", low + finishes[board.index]))
        pieces = [each for each in _places(to) if each.kind is ir.PlaceKind.PIECE and each.board is board]
        if pieces:
            named = [_piece(to, each) for each in pieces]
            told.append(to.phrase("pieces", to.joined(named), to.the(to.noun(board.name))))
            told += _movement(to, board)
        printed = [to.noun(name) for name in board.domain.printed if name not in board.layout.attributes and name != "starts"]
        if printed:
            told.append(to.phrase("printed" if board.of is None else "printed on links", ", ".join(printed)))
        yield Paragraph(" ".join(told))


def _board(to: Context, board: BoardSymbol) -> str:
    layout, name = board.layout, capital(to.noun(board.name))
    match layout.shape:
        case ir.Shape.TRACK:
            low = board.domain.ir.low
            return to.phrase("track", name, low, low + board.domain.size - 1)
        case ir.Shape.LANES:
            rows = sorted({point[0] for point in layout.coordinates})
            along = sorted({point[1] for point in layout.coordinates})
            return to.phrase("lanes", name, len(rows), along[0], along[-1])
        case ir.Shape.GRID:
            down, across = {point[0] for point in layout.points}, {point[1] for point in layout.points}
            return to.phrase("grid", name, len(across), len(down))
        case ir.Shape.HEXAGON:
            return to.phrase("hexagon", name, board.domain.size, len({point[0] for point in layout.points}))
        case ir.Shape.GRAPH:
            return to.phrase("graph", name, board.domain.size)
        case ir.Shape.LINKS:
            assert board.of is not None
            return to.phrase("links", name, board.domain.size, to.the(to.noun(board.of.name)))
        case _:
            assert_never(layout.shape)


def _piece(to: Context, piece: PlaceSymbol) -> str:
    noun = to.noun(piece.name)
    if not piece.extents:
        return to.phrase("one piece", noun)
    if len(piece.extents) == 1 and to.kind(to.extent_kind(piece.extents[0])) == noun:  # not "one horse for each horse"
        extent = piece.extents[0]
        return to.phrase("one per value", noun, to.joined([_index(to, extent, at) for at in range(extent.size)]))
    return to.phrase("one per", noun, to.joined([to.kind(to.extent_kind(each)) for each in piece.extents]))


def _movement(to: Context, board: BoardSymbol) -> list[str]:
    name = to.the(to.noun(board.name))
    told = []
    if board.capacity is not None:
        told = [to.phrase("room for one" if board.capacity == 1 else "capacity", name, board.capacity), to.phrase(board.blocked)]
    if board.layout.shape in (ir.Shape.TRACK, ir.Shape.LANES):
        told.append(to.phrase(f"beyond {board.ends}", name))
    return told


def _places(to: Context) -> list[PlaceSymbol]:
    return [each for each in to.game.symbols.values() if isinstance(each, PlaceSymbol)]


# --------------------------------------------------------------------------------------------------------------- start


def start(to: Context, document: Document, without: frozenset[str] = frozenset()) -> tuple[Step, ...]:
    """Where cards and pieces are at the start, and the values that do not begin as nothing; *without* these."""
    found = []
    for deck in to.game.decks.values():
        zone = to.game.symbols.get(_written(document, "decks", deck.name, "starts in"))
        if isinstance(zone, ZoneSymbol):
            found.append(Step(_cards_start(to, deck, zone)))
    for place in _places(to):
        found += _start(to, place) if place.name not in without else []
    return (*found, *_refills(to))


def scattered(to: Context) -> frozenset[str]:
    """What begins with several values, one here and another there."""
    return frozenset(place.name for place in _places(to) if len(set(place.starts)) > 1)


def _refills(to: Context) -> Iterator[Step]:
    """The piles that are refilled when they are empty."""
    for zone in to.game.symbols.values():
        if isinstance(zone, ZoneSymbol) and isinstance(zone.refill, s.Name | s.Element):
            yield Step(capital(to.phrase("refills", _one_zone(to, zone.name), _one_zone(to, zone.refill.name))))


def _one_zone(to: Context, name: str) -> str:
    """A zone, of those that each player has one."""
    symbol = to.game.symbols.get(name)
    return to.the(to.noun(name)) if isinstance(symbol, ZoneSymbol) and symbol.extents else to.of_each(name)


def _cards_start(to: Context, deck: DeckSymbol, zone: ZoneSymbol) -> str:
    where = to.of_each(zone.name)
    return capital(to.phrase("starts in", to.cards(deck.name), where))


def _start(to: Context, place: PlaceSymbol) -> list[Step]:
    values = place.starts
    usual = (ir.NOTHING, 0) if place.type.kind is not Kind.NUMBER or place.type.maybe else (0,)
    piece = place.kind is ir.PlaceKind.PIECE
    if not values or (all(value in usual for value in values) and not (piece and ir.NOTHING not in values)):
        return []
    if len(set(values)) == 1:
        told = shown(to, place.type, values[0])
        return [Step(capital(to.phrase("starts on" if piece else "starts as", to.of_each(place.name), told)))]
    extents = place.extents
    if len(values) != prod(extent.size for extent in extents):
        return []
    each = len(values) // extents[0].size
    alike = all(value == values[at % each] for at, value in enumerate(values))
    if len(extents) > 1 and extents[0].domain == to.game.seat_domain.index and alike:  # told once for all seats
        every_one = to.phrase("every one", to.kind(to.extent_kind(extents[0])))
        name, values, extents = to.phrase("of", to.the(to.noun(place.name)), every_one), values[:each], extents[1:]
    else:
        name = to.the(to.noun(place.name))
    return [Step(to.phrase("everywhere", capital(name), "; ".join(_by_value(to, place, values, extents))))]


def _by_value(to: Context, place: PlaceSymbol, values: tuple[int, ...], extents: tuple[ir.Extent, ...]) -> list[str]:
    """Which of the elements begin with each value; with several indices, those that begin with 0 are not told."""
    found: dict[int, list[str]] = {}
    for indices, value in zip(product(*(range(extent.size) for extent in extents)), values, strict=True):
        if value != ir.NOTHING and not (value == 0 and (place.type.kind is Kind.TRUTH or len(place.extents) > 1)):
            words = (_index(to, extent, at) for extent, at in zip(extents, indices, strict=True))
            found.setdefault(value, []).append(" ".join(words))
    if place.type.kind is Kind.TRUTH:
        return [_spaces(names) for names in found.values()]
    return [f"{shown(to, place.type, value)}: {_spaces(names)}" for value, names in found.items()]


def _index(to: Context, extent: ir.Extent, at: int) -> str:
    if extent.domain is None:
        return str(extent.low + at)
    domain = to.game.domains[extent.domain]
    return domain.ir.labels[extent.low - domain.ir.low + at].say(to.spoken)


def _spaces(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= MOST_NAMED else f"{', '.join(names[:8])} … {names[-1]}"


# -------------------------------------------------------------------------------------------------------------- hidden


def hidden(to: Context) -> tuple[Step, ...]:
    """Who sees which cards and values, and of which only the order is hidden; one step where nothing is hidden."""
    seen: dict[ir.Visibility, list[str]] = {}
    shuffled, revealed = _named(to, s.ShuffleLine), _named(to, s.RevealLine)
    for zone in to.game.ir_zones:
        told = to.of_each(zone.name.plain) + _seers(zone, to)
        if zone.sight is ir.Visibility.NOBODY and zone.name.plain in revealed:
            told = to.phrase("until turned up", told)
        seen.setdefault(zone.sight, []).append(told)
    for place in to.game.ir_places:
        if place.sight is not ir.Visibility.EVERYONE:
            seen.setdefault(place.sight, []).append(to.of_each(place.name.plain) + _seers(place, to))
    mixed = [
        to.of_each(zone.name.plain)
        for zone in to.game.ir_zones
        if zone.sight is ir.Visibility.EVERYONE and zone.name.plain in shuffled
    ]
    order = (Step(to.phrase("order", to.joined(mixed))),) if mixed else ()
    if set(seen) <= {ir.Visibility.EVERYONE}:
        return order or (Step(to.phrase("nothing hidden")),)
    names = {
        ir.Visibility.NOBODY: "seen nobody",
        ir.Visibility.OWNER: "seen owner",
        ir.Visibility.OTHERS: "seen others",
        ir.Visibility.SOME: "seen some",
        ir.Visibility.EVERYONE: "seen everyone",
    }
    return (*(Step(to.phrase(name, to.joined(seen[sight]))) for sight, name in names.items() if sight in seen), *order)


def _named(to: Context, kind: type[s.ShuffleLine | s.RevealLine]) -> frozenset[str]:
    """The zones that sentences of that kind name."""
    found = (statement for phase in to.game.phases.values() for statement in every(phase.body) if isinstance(statement, kind))
    return frozenset(line.zone.name for line in found if isinstance(line.zone, s.Name | s.Element))


def _seers(thing: ir.Zone | ir.Place, to: Context) -> str:
    """Which seats see a thing of each owner, behind its name; nothing where a word says who sees it."""
    if not thing.seers:
        return ""
    seats = [to.game.words(seat.name).say(to.spoken) for seat in to.game.seats]
    told = [to.joined([name for at, name in enumerate(seats) if mask >> at & 1]) or "–" for mask in thing.seers]
    owned = told if thing.owner is None else [f"{owner}: {who}" for owner, who in zip(seats, told, strict=True)]
    return f" ({'; '.join(owned)})"
