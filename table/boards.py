"""Boards as a seat sees them: spaces with their tokens and option labels, and a legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from ..interpreter import PlaceView, View
from ..interpreter.course import Turn
from ..interpreter.game import Game
from ..program.ir import NOTHING, SEAT_DOMAIN, Board, Extent, Place, PlaceKind, Program
from ..program.number_text import number_text
from .ink import TINTS, Ink, Inked, Writing, agreement, on
from .labels import labels
from .narration import heading, value_text, word
from .offers import offered_spaces, option_names
from .palette import PLAIN, palette, sign_of
from .paths import path_joints, path_on
from .phrases import phrase
from .scene import BoardPicture, PathPicture, Space, Token

OWN_ATTRIBUTES = ("row", "column", "lane")
"""Attributes that a shape gives to its spaces; they are not printed, since the drawing shows them already."""

Printed = tuple[str, int | None, tuple[int, ...]]
"""What is printed on the spaces of a board under one name, as in `Board.attributes`."""

NUMBER = Ink(colour="#008787")


@frozen
class Stand:
    """A token on a space, the seat that it belongs to, and its rank; a lower rank matters more (`PIECE_RANK`, …). *space* counts
    from 0 within its board.
    """

    space: int
    token: Token
    seat: int | None
    rank: int


def board_pictures(game: Game, view: View, language: str, colours: bool, course: Sequence[Turn] = ()) -> tuple[BoardPicture, ...]:
    """Every board with what stands on it; without *colours* the short names of printed colours are written on the spaces."""
    program = game.program
    return tuple(board_picture(game, board, view, language, colours, course) for board in range(len(program.boards)))


def board_picture(game: Game, number: int, view: View, language: str, colours: bool, course: Sequence[Turn] = ()) -> BoardPicture:
    """The picture of board *number*, as the seat of the *view* sees it; the *course* of the match tells where lines lead."""
    program = game.program
    board = program.boards[number]
    domain = program.domains[board.domain]
    stands: dict[int, list[Stand]] = {}
    legend: list[Writing] = []
    for place in range(len(program.places)):
        how = standing_on(program, place, number)
        if how is None or program.places[place].name.plain in program.hints.aside:
            continue
        cells = [seen for seen in view.places if seen.place == place]
        found = [stand for seen in cells if (stand := stand_of(program, place, how, seen, language)) is not None]
        for stand in found:
            stands.setdefault(stand.space, []).append(stand)
        explained_signs = signs_of(program, place, how, cells, language)
        if found and is_number_mark(program.places[place], how):
            legend.append((Inked(phrase(language, "numbers", heading(program.places[place].name, language))),))
        elif found and explained_signs:
            legend.append((Inked(f"{heading(program.places[place].name, language)}: "), *listed(explained_signs)))
    offers = offered_spaces(program, view.decision, board.domain)
    signs = labels(option_names(game, view.decision, language)) if view.decision is not None else ()
    notes, explained = printed(program, board, language, colours)
    shown = shown_print(program, board)
    spaces = tuple(
        Space(
            name=domain.labels[index].say(language),
            row=point[0],
            column=point[1],
            ground=ground_of(program, shown, index, language),
            note=notes[index],
            tokens=(
                *tokens_of(stands.get(index, []), view.seat, palette(program, language).seats, colours),
                *labelled([signs[option] for option in offers.get(domain.low + index, ())], index in stands),
            ),
        )
        for index, point in enumerate(board.points)
    )
    return BoardPicture(
        board.name.say(language),
        board.shape,
        spaces,
        tuple(legend + explained),
        board.links,
        next((finish.column for finish in program.hints.finishes if finish.board == number), None),
        tuple(paths_on(program, number, view, language, course)),
        number in program.hints.rounds,
    )


def paths_on(program: Program, number: int, view: View, language: str, course: Sequence[Turn]) -> Iterator[PathPicture]:
    """The lines through spaces of board *number*, each in the ink of its marks."""
    for path in program.hints.paths:
        if path_on(program, path, number):
            declared = program.places[path.place]
            at = next(at for at, extent in enumerate(declared.extents) if is_board(program, extent.domain))
            for owner, joints in path_joints(program, path, number, view, course):
                index = (*owner[:at], declared.extents[at].low, *owner[at:])
                yield PathPicture(joints, index_signs(program, declared, index, language, at)[2])


def listed(signs: Sequence[Writing]) -> Writing:
    """The signs one behind the other."""
    return tuple([run for at, sign in enumerate(signs) for run in ((Inked(", "),) if at else ()) + sign])


def signs_of(program: Program, place: int, how: int, cells: list[PlaceView], language: str) -> Sequence[Writing]:
    """The legend for a place: each sign with what it means. Empty where they are numbers, and where there are more than
    `MOST_SIGNS`.
    """
    declared = program.places[place]
    meant: dict[str, str] = {}
    inks: dict[str, Ink] = {}
    for seen in cells:
        stand = stand_of(program, place, how, seen, language)
        if stand is None:
            continue
        named = [
            value_text(program, extent.domain, at, language)
            for extent, at in zip(declared.extents, seen.index, strict=True)
            if how != MARK_RANK or not (is_board(program, extent.domain) or extent.track is not None)
        ]
        if how == MARK_RANK and not declared.truth and declared.domain is not None and seen.value is not None:
            named = [value_text(program, declared.domain, seen.value, language)]
        meant.setdefault(stand.token.text, " ".join(named))
        inks.setdefault(stand.token.text, lasting(stand.token.ink, stand.seat))
    several = [extent for extent in declared.extents if extent.domain is not None]
    if how == POINTER_RANK and meant and len(several) == len(declared.extents) > 1:
        return parts_of_signs(program, several, language)
    if len(meant) > MOST_SIGNS or is_number_mark(declared, how):
        return []
    return [explained_sign(sign, inks[sign], name) for sign, name in meant.items()]


def is_number_mark(place: Place, how: int) -> bool:
    """True when a board shows the place as numbers on its spaces."""
    return how == MARK_RANK and place.domain is None and not place.truth


def lasting(ink: Ink, seat: int | None) -> Ink:
    """The ink of a sign on a board, where it keeps it beside the marks of a seat; else none."""
    return ink if ink.ground or seat is not None else Ink()


def explained_sign(sign: str, ink: Ink, name: str) -> Writing:
    """A sign as it stands on the board, and what it means."""
    return (Inked(sign, ink), Inked(f" {name}")) if name not in ("", sign) else (Inked(sign, ink),)


def parts_of_signs(program: Program, extents: Sequence[Extent], language: str) -> Sequence[Writing]:
    """The legend for signs that are put together of one for each index: what each part means."""
    told: list[Writing] = []
    for at, extent in enumerate(extents):
        assert extent.domain is not None
        for value in range(extent.low, extent.low + extent.size):
            sign, seat, ink = value_sign(program, extent.domain, value, language)
            sign = sign.lower() if seat is None and (at or len(sign) == 1) else sign
            sign = f"…{sign}" if at else sign  # it stands behind the others
            told.append(explained_sign(sign, lasting(ink, seat), value_text(program, extent.domain, value, language)))
    return told if len(told) <= MOST_SIGNS else []


MOST_SIGNS = 8
"""A legend explains at most this many signs of a place or an attribute; a longer one would not be read."""

PIECE_RANK, POINTER_RANK, MARK_RANK = 0, 1, 2
"""How a board shows a place: as pieces, as values that point to spaces, or as marks on the spaces that index the place."""


def on_a_board(program: Program, place: int) -> bool:
    """True when a board shows the place."""
    return any(standing_on(program, place, board) is not None for board in range(len(program.boards)))


def standing_on(program: Program, place: int, number: int) -> int | None:
    """How board *number* shows the place: `PIECE_RANK`, `POINTER_RANK` or `MARK_RANK`; None when it does not show it."""
    declared = program.places[place]
    domain = program.boards[number].domain
    if declared.kind is PlaceKind.PIECE:
        return PIECE_RANK if declared.board == number else None
    if any(domain in (extent.domain, extent.track) for extent in declared.extents):
        return MARK_RANK
    return POINTER_RANK if declared.domain == domain else None


def stand_of(program: Program, place: int, how: int, seen: PlaceView, language: str) -> Stand | None:
    """The token for one cell of a place, on its space; None when the cell points nowhere, is empty, or is hidden."""
    declared = program.places[place]
    if seen.value is None or seen.value == NOTHING:
        return None
    if how != MARK_RANK:
        board = declared.domain if declared.domain is not None else -1
        low = program.domains[board].low if board >= 0 else 0
        if declared.board is not None:
            low = program.domains[program.boards[declared.board].domain].low
        labels, seat, ink = index_signs(program, declared, seen.index, language, None)
        known = palette(program, language)
        if not labels and place in known.pieces:
            ink = on(known.pieces[place], bold=True)
        text = known.marks.get(place) if not labels else None
        return Stand(seen.value - low, Token(text or labels or declared.name.say(language)[:1].upper(), ink), seat, how)
    at = next(at for at, extent in enumerate(declared.extents) if is_board(program, extent.domain) or extent.track is not None)
    space = seen.index[at] - declared.extents[at].low
    labels, seat, ink = index_signs(program, declared, seen.index, language, at)
    if declared.truth:
        if not seen.value:
            return None
        return Stand(space, Token(palette(program, language).marks.get(place) or labels.lower() or "•", ink), seat, how)
    if declared.domain is None:
        return Stand(space, Token(number_text(seen.value), ink), seat, how) if seen.value else None
    sign, owner, ink = value_sign(program, declared.domain, seen.value, language)
    return Stand(space, Token(sign, ink), owner, how)


def is_board(program: Program, domain: int | None) -> bool:
    """True when the values of the domain are spaces of a board."""
    return any(board.domain == domain for board in program.boards)


def is_seats(program: Program, domain: int) -> bool:
    """True when the values of the domain are seats."""
    names = [seat.name for seat in program.seats]
    labels = [words.plain for words in program.domains[domain].labels]
    return bool(labels) and all(label in names for label in labels)


def index_signs(
    program: Program, declared: Place, index: tuple[int, ...], language: str, without: int | None
) -> tuple[str, int | None, Ink]:
    """The joined short names of the indices except the one at *without*, the seat among them, and the ink: that of the seat, else
    that of the first index which has a colour.
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
        sign, owner, ink = value_sign(program, extent.domain, value, language)
        if owner is not None:
            seat = owner
        elif signs or (owner is None and len(declared.extents) > 1 and len(sign) == 1):
            sign = sign.lower()
        chosen = ink if owner is not None or (chosen is PLAIN and ink is not PLAIN) else chosen
        signs.append(sign)
    return "".join(signs), seat, chosen


def value_sign(program: Program, domain: int, value: int, language: str) -> tuple[str, int | None, Ink]:
    """A short name for a value, the seat if the value is one (else None), and the ink to write it in."""
    known = palette(program, language)
    if is_seats(program, domain):
        seat = [each.name for each in program.seats].index(program.domains[domain].label(value))
        return sign_of(program, SEAT_DOMAIN, seat, language), seat, known.seats[seat]
    return sign_of(program, domain, value, language), None, known.value_ink(program, domain, value)


def tokens_of(stands: list[Stand], viewer: int, seats: Sequence[Ink], colours: bool) -> tuple[Token, ...]:
    """The tokens to draw on one space: for each seat only those of its lowest rank, the viewer's first, equal ones once.

    Where one seat alone is marked, the other marks are in its ink, unless they have a background of their own; where the screen
    has *colours* they then say whose they are, and the mark of the seat is left out.
    """
    best: dict[int, int] = {}
    for stand in stands:
        if stand.seat is not None:
            best[stand.seat] = min(stand.rank, best.get(stand.seat, stand.rank))
    kept = [stand for stand in stands if stand.seat is None or stand.rank == best[stand.seat]]
    kept.sort(key=lambda stand: (stand.seat != viewer, stand.rank))
    marked = {stand.seat for stand in kept if stand.seat is not None and stand.rank == MARK_RANK}
    if len(marked) == 1:
        (owner,) = marked
        plain = [each.rank == MARK_RANK and each.token.ink.ground is None for each in kept]
        inks = [seats[owner] if own else each.token.ink for own, each in zip(plain, kept, strict=True)]
        kept = [evolve(each, token=Token(each.token.text, ink)) for each, ink in zip(kept, inks, strict=True)]
        if colours and any(each.seat is None and each.token.ink == seats[owner] for each in kept):
            kept = [each for each in kept if each.seat is None or each.rank != MARK_RANK]
    unique: dict[str, Token] = {}
    for stand in joined_pointers(kept):
        unique.setdefault(f"{stand.token.text}/{stand.seat}", stand.token)
    return tuple(unique.values())


def joined_pointers(stands: Sequence[Stand]) -> list[Stand]:
    """The same, where what points to the space for one seat is one token that names the seat once: `Lf` and `Lb` are `Lfb`."""
    found: list[Stand] = []
    for stand in stands:
        before = found[-1] if found else stand
        same = stand.token.text[: agreement(before.token.text, stand.token.text)] if found else ""
        alike = (before.seat, before.rank, before.token.ink) == (stand.seat, POINTER_RANK, stand.token.ink)
        if same and alike and stand.seat is not None and stand.token.text != same:
            found[-1] = evolve(before, token=evolve(before.token, text=before.token.text + stand.token.text.removeprefix(same)))
        else:
            found.append(stand)
    return found


def labelled(signs: Sequence[str], behind: bool) -> tuple[Token, ...]:
    """The labels of the options that lead to a space, as one token; with *behind* a blank separates it from the tokens before."""
    if not signs:
        return ()
    token = Token("/".join(signs), NUMBER)
    return (Token(" ", Ink()), token) if behind else (token,)


# ------------------------------------------------------------------------------------------------ what is printed


def ground_of(program: Program, shown: Sequence[Printed], index: int, language: str) -> str | None:
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


def shown_print(program: Program, board: Board) -> tuple[Printed, ...]:
    """What is printed on the spaces, without what only says how they start: with that a place of the board starts everywhere."""
    return tuple(each for each in board.attributes if not any(starts_as(program, board, place, each) for place in program.places))


def starts_as(program: Program, board: Board, place: Place, printed: Printed) -> bool:
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


def printed(program: Program, board: Board, language: str, colours: bool) -> tuple[list[str], list[Writing]]:
    """The note printed on each space, and the legend for the notes: of the first attribute the bare value, of the others with the
    attribute's initial before it.
    """
    notes = [""] * len(board.points)
    legend: list[Writing] = []
    coloured: list[Writing] = []
    for name, domain, values in shown_print(program, board):
        labels = ["" if value == NOTHING else label(program, domain, value, language) for value in values]
        if name in OWN_ATTRIBUTES:
            continue
        called, known = word(program, name, language), palette(program, language).colours
        if domain is not None and all((domain, value) in known for value in values if value != NOTHING):
            if not colours:
                signs = ["" if value == NOTHING else sign_of(program, domain, value, language).upper() for value in values]
                notes = [f"{sign}{note}" for sign, note in zip(signs, notes, strict=True)]
                named = {each: label(program, domain, value, language) for each, value in zip(signs, values, strict=True) if each}
                told = ", ".join(f"{each} {whole}" for each, whole in named.items())
                coloured.append((Inked(f"{called}: {told}"),))
            continue
        prefix = name[:1] if legend else ""
        short = ["" if value == NOTHING else sign(program, domain, value, language) for value in values]
        shown = [prefix + text if text else "" for text in short]
        notes = [f"{note}{more}" if more else note for note, more in zip(notes, shown, strict=True)]
        meanings = {each: whole for each, whole in zip(shown, labels, strict=True) if each}
        if domain is None or meanings == {each: each for each in meanings} or len(meanings) > MOST_SIGNS:
            sample = next(iter(meanings), "")
            legend += [(Inked(f"{sample} {called}"),)] if sample else []
        else:
            line = [Inked(f"{called}: ")]
            for at, (each, whole) in enumerate(meanings.items()):
                line += [Inked(", ")] if at else []
                line.append(Inked(f"{each} {whole}", tinted(program, domain, values[shown.index(each)])))
            legend.append(tuple(line))
    return notes, coloured + legend


def tinted(program: Program, domain: int, value: int) -> Ink:
    """The ink of a word in the legend: the background is that of its spaces."""
    ground_colour = tint(program, domain, value)
    return on(ground_colour) if ground_colour else Ink()


def sign(program: Program, domain: int | None, value: int, language: str) -> str:
    """An attribute's value as printed on a space: a number, a word of at most two letters, or else a short name."""
    whole = label(program, domain, value, language)
    return whole if domain is None or len(whole) <= 2 else value_sign(program, domain, value, language)[0]


def label(program: Program, domain: int | None, value: int, language: str) -> str:
    """An attribute's value in full."""
    return number_text(value) if domain is None else program.domains[domain].label(value, language)
