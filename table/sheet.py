"""Why a match ended as it did: how each score came about, and the ranking, key by key until it decides."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..interpreter import Changed, Instance, State, view
from ..interpreter.core.events import NOWHERE, Origin
from ..interpreter.core.zones import layout
from ..interpreter.course import Turn
from ..interpreter.game import Game
from ..interpreter.machine.event_log import faces_of
from ..interpreter.outcome import ranking_values
from ..interpreter.views import cells
from ..program.ir import Place, PlaceKind, Program, Visibility
from ..program.rounds import counted, phase_by_sentence
from ..program.wording import spaced
from .bookkeeping import is_blank, worth_showing
from .narration import faces_text, heading, hear, index_labels, instance_name, phase_words, value_text
from .phrases import phrase
from .values import is_seats

RowKey = tuple[tuple[int, ...], int | None, int]
"""What the changes of scores in a row have in common: the passes of counted loops, the phase, and the score."""

ROWS = 16
"""A sheet has at most so many rows where leaving out rounds or phases makes them fewer."""


@frozen
class SheetRow:
    """What was added to the scores somewhere in a match, by seat (None: nothing)."""

    label: str
    cells: tuple[int | None, ...]


@frozen
class Sheet:
    """The changes of scores in the order of play, and what they come to (None: the seat has no score)."""

    rows: tuple[SheetRow, ...]
    totals: tuple[int | None, ...]


@frozen
class RankedBy:
    """A key of the ranking: its words, and the value of each seat ("" where the seat is not ranked)."""

    words: str
    values: tuple[str, ...]


@frozen
class Gain:
    """A change of a score: where in the rules, whose, which, how much."""

    origin: Origin
    seat: int
    place: int
    amount: int


def score_sheet(program: Program, course: Sequence[Turn], listener: int, language: str) -> Sheet | None:
    """The sheet of a match that took this course, as that seat (or `EVERYBODY`) heard it; None where no score changed."""
    gains = [
        Gain(each.origin or NOWHERE, seat, happening.place, happening.new - happening.old)
        for turn in course
        for each in turn.happened
        if isinstance(happening := hear(program, each.event, listener), Changed)
        and (seat := seat_scored(program, happening)) is not None
    ]
    if not gains:
        return None
    places = sorted({gain.place for gain in gains})
    phases = phase_by_sentence(program)
    loops = len(counted(program))
    by = [
        [(gain.origin.passes[:deep], phases.get(gain.origin.sentence) if named else None, gain.place) for gain in gains]
        for deep, named in [*((deep, True) for deep in range(loops, -1, -1)), *((deep, False) for deep in range(loops, -1, -1))]
    ]
    keys = next((each for each in by if len(set(each)) <= ROWS), by[-1])
    rows: dict[RowKey, list[int | None]] = {key: [None] * len(program.seats) for key in in_order(keys, course)}
    for key, gain in zip(keys, gains, strict=True):
        cells = rows[key]
        cells[gain.seat] = (cells[gain.seat] or 0) + gain.amount
    begun = started_with(program, places)
    first = [SheetRow(phrase(language, "at the start"), begun)] if any(begun) else []
    listed = [SheetRow(row_label(program, key, len(places) > 1, language), tuple(cells)) for key, cells in rows.items()]
    whole = (*first, *listed)
    seats = [any(seat in indices_of(program.places[number]) for number in places) for seat in range(len(program.seats))]
    return Sheet(whole, tuple(sum(row.cells[seat] or 0 for row in whole) if has else None for seat, has in enumerate(seats)))


def in_order(keys: Sequence[RowKey], course: Sequence[Turn]) -> list[RowKey]:
    """The rows in the order of play, among them those for passes in which nobody scored: where all rows are of the same phase
    and score, and such passes are fewer than the others.
    """
    found = [*dict.fromkeys(keys)]
    (passes, phase, place), *_ = found
    deep = sum(map(bool, passes))
    if not deep or any((sum(map(bool, each)), *rest) != (deep, phase, place) for each, *rest in found):
        return found
    origins = dict.fromkeys(each.origin for turn in course for each in turn.happened if each.origin is not None)
    begun = dict.fromkeys(origin.passes[:deep] for origin in origins if all(origin.passes[:deep]) and origin.passes)
    every = [((*each, *passes[deep:]), phase, place) for each in begun]
    return every if len(found) <= len(every) < 2 * len(found) and len(every) <= ROWS and {*found} <= {*every} else found


def seat_scored(program: Program, change: Changed) -> int | None:
    """The seat whose score changed; None where it is none, or that of no seat."""
    place = program.places[change.place]
    if place.kind is not PlaceKind.SCORE or len(place.extents) != 1:
        return None
    domain = place.extents[0].domain
    return change.index[0] if domain is not None and is_seats(program, domain) else None


def started_with(program: Program, places: Sequence[int]) -> tuple[int | None, ...]:
    """The scores at the start of a match by seat."""
    found: list[int | None] = [None] * len(program.seats)
    for place in (program.places[number] for number in places):
        for offset, seat in enumerate(indices_of(place)):
            found[seat] = (found[seat] or 0) + program.start[place.base + offset * place.extents[0].stride]
    return tuple(found)


def indices_of(place: Place) -> range:
    """The indices of a place that has one."""
    extent = place.extents[0]
    return range(extent.low, extent.low + extent.size)


def row_label(program: Program, key: RowKey, several: bool, language: str) -> str:
    """`stage 2 · scoring`: the passes of counted loops, the phase, and which score where there are several."""
    passes, phase, place = key
    loops = zip(counted(program), passes, strict=False)
    turns = ", ".join(f"{heading(loop.name, language)} {turn}" for loop, turn in loops if turn)
    named = phase_words(program, phase, language) if phase else ""
    which = heading(program.places[place].name, language) if several or not (turns or named) else ""
    return " · ".join(part for part in (turns, named, which) if part)


def ranked_by(game: Game, state: State, language: str) -> tuple[RankedBy, ...]:
    """The keys of the ranking with everybody's values, up to the one that leaves nobody level who is not level by all of them.

    There are none where the ruleset has no ranking, or the match was cut short.
    """
    program = game.program
    longest = program.longest
    if longest is not None and not longest.ranked and state.slots[longest.clock] > longest.decisions:
        return ()
    values = ranking_values(game, state)
    seats = range(len(program.seats))
    whole = len({tuple(key[seat] for key in values) for seat in seats})
    found: list[RankedBy] = []
    for number, (key, words, each) in enumerate(zip(program.outcome.ranking, program.outcome.keys, values, strict=True), 1):
        spoken = heading(words, language)
        title = phrase(language, "key highest" if key.highest else "key lowest", spoken)
        shown = tuple("" if value is None else value_text(program, None, value, language) for value in each)
        found.append(RankedBy(title, shown))
        if len({tuple(column[seat] for column in values[:number]) for seat in seats}) == whole:
            break
    return tuple(found)


def turned_up(game: Game, state: State, language: str) -> tuple[tuple[str, str], ...]:
    """What was hidden and lies open when a match is over: the cards that belong to seats, and values, each with its name. Cards
    that all players know of already are left out.
    """
    program = game.program
    found: list[tuple[str, str]] = []
    s = [*state.slots]
    views = [view(game, state, seat) for seat in program.players]
    hidden = {(seen.zone, seen.index) for each in views for seen in each.zones if len(seen.cards or seen.known) < seen.size}
    for number, zone in enumerate(program.zones):
        if zone.sight is Visibility.EVERYONE or not any(extent.domain is not None for extent in zone.extents):
            continue
        shape = layout(zone)
        for index, base in cells(zone.base, zone.extents):
            there = Instance(number, index)
            if s[base] and (number, index) in hidden:
                faces = faces_of(s, base, shape)
                found.append((instance_name(program, there, language), faces_text(program, there, faces, language)))
    for number, place in enumerate(program.places):
        if place.sight is Visibility.EVERYONE or not worth_showing(program, number):
            continue
        for index, slot in cells(place.base, place.extents):
            value = state.slots[slot]
            if is_blank(place, value):
                continue
            labels = index_labels(program, place.extents, index, language)
            name = spaced((heading(place.name, language), *labels), language)
            found.append((name, value_text(program, place.domain, value, language)))
    return tuple(found)
