"""Boards as a seat sees them: spaces with what is printed on them and what stands there, and a legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import evolve

from ..interpreter import PlaceView, View
from ..interpreter.course import Turn
from ..interpreter.game import Game
from ..program.colours import COLOURS
from ..program.ir import NOTHING, SEAT_DOMAIN, Board, Extent, Place, PlaceKind, Program
from ..program.number_text import number_text
from . import scene
from .bookkeeping import print_for_setup
from .geometry import Point, middles
from .narration import heading, value_text
from .palette import PLAIN, palette, sign_of
from .paths import path_joints, path_on
from .scene import Explained, LegendEntry, PathLine, Standing
from .spots import OnSpace, on_place, spot_id
from .styles import TINTS, StyledRun, TextStyle, on
from .values import is_seats, shown_value

OWN_ATTRIBUTES = ("row", "column", "lane")
"""Attributes that a shape gives to its spaces; they are not printed, since the drawing shows them already."""

Print = tuple[str, int | None, tuple[int, ...]]
"""What is printed on the spaces of a board under one name, as in `Board.attributes`."""


def boards_of(game: Game, view: View, language: str, course: Sequence[Turn] = ()) -> tuple[scene.Board, ...]:
    """Every board with what stands on it, as the seat of the *view* sees it; the *course* of the match tells where lines lead.
    Links are drawn on the board that they join.
    """
    drawn = (number for number, board in enumerate(game.program.boards) if board.of is None)
    return tuple(board_of(game, number, view, language, course) for number in drawn)


def layers(program: Program, number: int) -> tuple[int, ...]:
    """The boards that are drawn as board *number*: itself, and the one with its links."""
    return (number, *(at for at, board in enumerate(program.boards) if board.of == number))


def board_of(game: Game, number: int, view: View, language: str, course: Sequence[Turn]) -> scene.Board:
    """Board *number*, with its links."""
    program = game.program
    board, first = program.boards[number], 0
    found: dict[int, dict[int, list[Standing]]] = {PIECE_RANK: {}, POINTER_RANK: {}, MARK_RANK: {}}
    legend: list[LegendEntry] = []
    cells: dict[int, list[PlaceView]] = {}
    for seen in view.places:
        cells.setdefault(seen.place, []).append(seen)
    for layer in layers(program, number):
        for place, declared in enumerate(program.places):
            how = standing_on(program, place, layer)
            if how is None or declared.name.plain in program.hints.aside:
                continue
            standing = [
                (seen, *at) for seen in cells.get(place, ()) if (at := stand_of(program, place, how, seen, language)) is not None
            ]
            for _, space, each in standing:
                found[how].setdefault(first + space, []).append(each)
            signs = signs_of(program, place, how, [(seen, each) for seen, _, each in standing], language)
            numbers = is_number_mark(declared, how)
            if standing and (signs or numbers):
                legend.append(LegendEntry(heading(declared.name, language), numbers, tuple(signs)))
        first += len(program.boards[layer].points)
    spaces = [
        space
        if not any(index in found[how] for how in found)
        else evolve(
            space,
            pieces=tuple(found[PIECE_RANK].get(index, ())),
            pointers=tuple(found[POINTER_RANK].get(index, ())),
            marks=tuple(found[MARK_RANK].get(index, ())),
        )
        for index, space in enumerate(program.cached(empty_spaces, number, language))
    ]
    return scene.Board(
        id=board.name.plain,
        title=board.name.say(language),
        shape=board.shape.value,
        spaces=tuple(spaces),
        links=program.cached(lines_of, number),
        paths=tuple(paths_on(program, number, view, language, course)),
        legend=tuple(legend),
        finish=next((finish.column for finish in program.hints.finishes if finish.board == number), None),
        closed=number in program.hints.rounds,
        chequered=number in program.hints.drawing.chequered,
        background=next((COLOURS[colour] for at, colour in program.hints.drawing.backgrounds if at == number), None),
        ground=next((program.places[place].name.plain for at, place in program.hints.drawing.grounds if at == number), None),
    )


def lines_of(program: Program, number: int) -> tuple[tuple[int, int], ...]:
    """The lines of board *number* from space to space. One with a link on it leads to the link, and on from there."""
    board = program.boards[number]
    plain, lines = Counter(board.links), list[tuple[int, int]]()
    for layer in layers(program, number)[1:]:
        for link, (one, other) in enumerate(program.boards[layer].links, len(board.points)):
            plain.subtract(((one, other), (other, one)))
            lines += [(one, link), (link, one), (other, link), (link, other)]
    return (*plain.elements(), *lines)


def empty_spaces(program: Program, number: int, language: str) -> tuple[scene.Space, ...]:
    """The spaces of board *number* on which nothing stands, then its links."""
    drawn = layers(program, number)
    at = middles(program.boards[number], number in program.hints.rounds, *(program.boards[layer] for layer in drawn[1:]))
    first, found = 0, list[scene.Space]()
    for layer in drawn:
        found += spaces_at(program, layer, at[first : first + len(program.boards[layer].points)], language)
        first = len(found)
    return tuple(found)


def spaces_at(program: Program, number: int, middle: Sequence[Point], language: str) -> Iterator[scene.Space]:
    """The spaces of one board, or links, whose middles lie there."""
    board = program.boards[number]
    domain, shown = program.domains[board.domain], shown_print(program, board)
    background = next((COLOURS[colour] for at, colour in program.hints.drawing.backgrounds if at == number), None)
    for index, ((row, column), at) in enumerate(zip(board.points, middle, strict=True)):
        ground = ground_of(program, shown, index, language)
        yield scene.Space(
            id=spot_id(program, OnSpace(number, index)),
            name=domain.labels[index].say(language),
            at=at,
            row=row,
            column=column,
            ground=ground if ground or board.of is None else background,
            printed=tuple(
                scene.Printed(name, shown_value(program, of, False, values[index], language))
                for name, of, values in shown
                if name not in OWN_ATTRIBUTES and values[index] != NOTHING
            ),
            pieces=(),
            pointers=(),
            marks=(),
            joins=board.links[index] if board.of is not None else None,
        )


def paths_on(program: Program, number: int, view: View, language: str, course: Sequence[Turn]) -> Iterator[PathLine]:
    """The lines through spaces of board *number*, each in the style of its marks."""
    for path in program.hints.paths:
        if path_on(program, path, number):
            declared = program.places[path.place]
            at = next(at for at, extent in enumerate(declared.extents) if is_board(program, extent.domain))
            for owner, joints in path_joints(program, path, number, view, course):
                index = (*owner[:at], declared.extents[at].low, *owner[at:])
                yield PathLine(joints, index_signs(program, declared, index, language, at)[2])


def signs_of(
    program: Program, place: int, how: int, standing: Sequence[tuple[PlaceView, Standing]], language: str
) -> Sequence[Explained]:
    """The legend for what stands there of a place: each sign with what it means. Empty where they are numbers, and where there
    are more than `MOST_SIGNS`.
    """
    declared = program.places[place]
    meant: dict[str, str] = {}
    styles: dict[str, TextStyle] = {}
    for seen, each in standing:
        named = [
            value_text(program, extent.domain, at, language)
            for extent, at in zip(declared.extents, seen.index, strict=True)
            if how != MARK_RANK or not on_spaces(program, extent)
        ]
        if how == MARK_RANK and not declared.truth and declared.domain is not None and seen.value is not None:
            named = [value_text(program, declared.domain, seen.value, language)]
        meant.setdefault(each.sign.text, " ".join(named))
        styles.setdefault(each.sign.text, lasting(each.sign.style, each.seat))
    several = [extent for extent in declared.extents if extent.domain is not None]
    if how == POINTER_RANK and meant and len(several) == len(declared.extents) > 1:
        return parts_of_signs(program, several, language)
    if len(meant) > MOST_SIGNS or is_number_mark(declared, how):
        return counted_for(program, place, [seen for seen, _ in standing], language) if is_number_mark(declared, how) else []
    return [explained_sign(sign, styles[sign], name) for sign, name in meant.items()]


def counted_for(program: Program, place: int, standing: Sequence[PlaceView], language: str) -> Sequence[Explained]:
    """The legend for numbers on spaces that belong to something besides, such as a colour: what the sign before each means."""
    declared = program.places[place]
    at = next((at for at, extent in enumerate(declared.extents) if not on_spaces(program, extent)), None)
    if at is None or len(declared.extents) != 2 or (domain := declared.extents[at].domain) is None or is_seats(program, domain):
        return []
    values = sorted({seen.index[at] for seen in standing})
    signs = [(value, *value_sign(program, domain, value, language)) for value in values]
    told = [explained_sign(sign.upper(), style, value_text(program, domain, value, language)) for value, sign, _, style in signs]
    return told if len(told) <= MOST_SIGNS else []


def on_spaces(program: Program, extent: Extent) -> bool:
    """True when an index runs over the spaces of a board."""
    return is_board(program, extent.domain) or extent.track is not None


def is_number_mark(place: Place, how: int) -> bool:
    """True when a board shows the place as numbers on its spaces."""
    return how == MARK_RANK and place.domain is None and not place.truth


def lasting(style: TextStyle, seat: int | None) -> TextStyle:
    """The style of a sign on a board, where it keeps it beside the marks of a seat; else none."""
    return style if style.ground or seat is not None else TextStyle()


def explained_sign(sign: str, style: TextStyle, name: str) -> Explained:
    """A sign as it stands on the board, and what it means."""
    return Explained(StyledRun(sign, style), "" if name == sign else name)


def parts_of_signs(program: Program, extents: Sequence[Extent], language: str) -> Sequence[Explained]:
    """The legend for signs that are put together of one for each index: what each part means."""
    told: list[Explained] = []
    for at, extent in enumerate(extents):
        assert extent.domain is not None
        for value in range(extent.low, extent.low + extent.size):
            sign, seat, style = value_sign(program, extent.domain, value, language)
            sign = sign.lower() if seat is None and (at or len(sign) == 1) else sign
            sign = f"…{sign}" if at else sign  # it stands behind the others
            told.append(explained_sign(sign, lasting(style, seat), value_text(program, extent.domain, value, language)))
    return told if len(told) <= MOST_SIGNS else []


MOST_SIGNS = 8
"""A legend explains at most this many signs of a place or an attribute; a longer one would not be read."""

PIECE_RANK, POINTER_RANK, MARK_RANK = 0, 1, 2
"""How a board shows a place: as pieces, as values that point to spaces, or as marks on the spaces that index the place."""


def on_a_board(program: Program, place: int) -> bool:
    """True when a board shows the place."""
    aside = program.places[place].name.plain in program.hints.aside
    return not aside and any(standing_on(program, place, board) is not None for board in range(len(program.boards)))


def standing_on(program: Program, place: int, number: int) -> int | None:
    """How board *number* shows the place: `PIECE_RANK`, `POINTER_RANK` or `MARK_RANK`; None when it does not show it."""
    declared = program.places[place]
    domain = program.boards[number].domain
    if declared.kind is PlaceKind.PIECE:
        return PIECE_RANK if declared.board == number else None
    if any(domain in (extent.domain, extent.track) for extent in declared.extents):
        return MARK_RANK
    return POINTER_RANK if declared.domain == domain else None


def stand_of(program: Program, place: int, how: int, seen: PlaceView, language: str) -> tuple[int, Standing] | None:
    """What stands of one cell of a place, and on which space, counted from 0; None when the cell points nowhere, is empty, or is
    hidden.
    """
    if seen.value is None or seen.value == NOTHING:
        return None
    return program.cached(standing_at, place, how, seen.index, seen.value, language)


def standing_at(
    program: Program, place: int, how: int, index: tuple[int, ...], value: int, language: str
) -> tuple[int, Standing] | None:
    """The same, where the cell of that index has that value."""
    declared = program.places[place]
    own, figure = spot_id(program, on_place(program, place, index)), figure_of(program, place, index, language)
    if how != MARK_RANK:
        board = declared.domain if declared.domain is not None else -1
        low = program.domains[board].low if board >= 0 else 0
        if declared.board is not None:
            low = program.domains[program.boards[declared.board].domain].low
        labels, seat, style = index_signs(program, declared, index, language, None)
        known = palette(program, language)
        if not labels and place in known.pieces:
            style = on(known.pieces[place], bold=True)
        text = known.marks.get(place) if not labels else None
        sign = StyledRun(text or labels or declared.name.say(language)[:1].upper(), style)
        return value - low, Standing(own, declared.name.plain, seat, sign, figure=figure)
    at = next(at for at, extent in enumerate(declared.extents) if on_spaces(program, extent))
    space = index[at] - declared.extents[at].low
    labels, seat, style = index_signs(program, declared, index, language, at)
    if not value and (declared.truth or declared.domain is None):
        return None
    if declared.truth:
        text = palette(program, language).marks.get(place) or labels.lower() or "•"
    elif declared.domain is None:
        text = f"{labels if labels.isdecimal() else labels.upper()}{':' * labels[-1:].isdecimal()}" if seat is None else ""
        text += number_text(value)
    else:
        text, seat, style = value_sign(program, declared.domain, value, language)
    worth = shown_value(program, declared.domain, declared.truth, value, language)
    return space, Standing(own, declared.name.plain, seat, StyledRun(text, style), worth, figure)


def figure_of(program: Program, place: int, index: tuple[int, ...], language: str) -> str | None:
    """What a cell of a place is drawn with: the figure of the place, else that of an index; None where the ruleset names none."""
    figures = palette(program, language).figures
    extents = program.places[place].extents
    each = (figures.get((extent.domain, at)) for extent, at in zip(extents, index, strict=True) if extent.domain is not None)
    return figures.get((None, place)) or next(filter(None, each), None)


def is_board(program: Program, domain: int | None) -> bool:
    """True when the values of the domain are spaces of a board."""
    return any(board.domain == domain for board in program.boards)


def index_signs(
    program: Program, declared: Place, index: tuple[int, ...], language: str, without: int | None
) -> tuple[str, int | None, TextStyle]:
    """The joined short names of the indices except the one at *without*, the seat among them, and the style: that of the seat,
    else that of the first index which has a colour.
    """
    signs: list[str] = []
    seat: int | None = None
    chosen = PLAIN
    for at, (extent, value) in enumerate(zip(declared.extents, index, strict=True)):
        if at == without:
            continue
        if extent.domain is None:
            signs.append(str(value))
            continue
        sign, owner, style = value_sign(program, extent.domain, value, language)
        if owner is not None:
            seat = owner
        elif signs or (owner is None and len(declared.extents) > 1 and len(sign) == 1):
            sign = sign.lower()
        chosen = style if owner is not None or (chosen is PLAIN and style is not PLAIN) else chosen
        signs.append(sign)
    return "".join(signs), seat, chosen


def value_sign(program: Program, domain: int, value: int, language: str) -> tuple[str, int | None, TextStyle]:
    """A short name for a value, the seat if the value is one (else None), and the style to write it in."""
    known = palette(program, language)
    if is_seats(program, domain):
        seat = [each.name for each in program.seats].index(program.domains[domain].label(value))
        return sign_of(program, SEAT_DOMAIN, seat, language), seat, known.seats[seat]
    return sign_of(program, domain, value, language), None, known.value_ink(program, domain, value)


# ------------------------------------------------------------------------------------------------ what is printed


def ground_of(program: Program, shown: Sequence[Print], index: int, language: str) -> str | None:
    """The background of a space: the colour of what is *shown* on it, else a tint for the first other thing; else None."""
    for _, domain, values in shown:
        if domain is not None and values[index] != NOTHING:
            colour = palette(program, language).colours.get((domain, values[index]))
            if colour:
                return colour
    for name, domain, values in shown:
        if domain is not None and name not in OWN_ATTRIBUTES and values[index] != NOTHING:
            return tint(program, domain, values[index])
    return None


def shown_print(program: Program, board: Board) -> tuple[Print, ...]:
    """What is printed on the spaces, without what only says how they start: with that a place of the board starts everywhere, or
    only the set-up reads it.
    """
    for_setup = [program.tables[table] for table in sorted(program.cached(print_for_setup))]
    return tuple(
        each
        for each in board.attributes
        if each[2] not in for_setup and not any(starts_as(program, board, place, each) for place in program.places)
    )


def starts_as(program: Program, board: Board, place: Place, printed: Print) -> bool:
    """True when each space starts with what is printed on it."""
    if place.domain is None or [extent.domain for extent in place.extents] != [board.domain]:
        return False
    (extent,) = place.extents
    start = tuple(program.start[place.base + at * extent.stride] for at in range(extent.size))
    return (place.domain, start) == printed[1:]


def tint(program: Program, domain: int, value: int) -> str | None:
    """A background for the spaces with that value of an attribute; None when there are more values than tints."""
    declared = program.domains[domain]
    return TINTS[value - declared.low] if len(declared.labels) <= len(TINTS) else None
