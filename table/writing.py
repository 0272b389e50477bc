"""A scene as text in styles, for screens of characters: which words, in which order and in which colours, but not yet where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import evolve, frozen

from ..interpreter import Decision, View
from ..interpreter.course import Turn
from ..interpreter.game import Game
from ..program.ir import NOTHING, Board, Program, Shape
from ..program.number_text import number_text
from ..program.wording import spaced
from . import scene
from .boards import MARK_RANK, MOST_SIGNS, OWN_ATTRIBUTES, PIECE_RANK, POINTER_RANK, layers, shown_print, tint, value_sign
from .labels import labels
from .model import scene_of
from .narration import word
from .options import offered_spaces, option_names
from .palette import palette, sign_of
from .phrases import card_count, phrase
from .pictures import BoardPicture, CardPicture, Laid, Line, PathPicture, Picture, SeatRow, SpacePicture, Token, ZonePicture
from .pictures import Cell as Written
from .scene import Card, Changes, LegendEntry, Panel, Scene, Value, ZoneShown
from .styles import DIM, StyledRun, StyledText, TextStyle, agreement, on

NUMBER = TextStyle(colour="#008787")
SIGN = TextStyle(bold=True)


def picture_of(game: Game, view: View, language: str, own: bool, colours: bool, course: Sequence[Turn] = ()) -> Picture:
    """The scene of a view (`scene_of`), written; the options of its decision are labelled on boards."""
    return written(game, scene_of(game, view, language, own, course), colours, view.decision if own or not view.asked else None)


def written(game: Game, shown: Scene, colours: bool, asked: Decision | None = None) -> Picture:
    """The scene as text; *colours* says whether the screen has colours. The spaces that options of *asked* name are labelled."""
    columns = [*value_columns(game.program, shown), *zone_columns(shown)]
    columns.sort(key=lambda column: column.rank)
    signs = labels(option_names(game, asked, shown.language)) if asked is not None else ()
    drawn = [number for number, board in enumerate(game.program.boards) if board.of is None]
    return Picture(
        title=shown.title,
        boards=tuple(
            board_picture(game.program, number, board, shown, colours, asked, signs)
            for number, board in zip(drawn, shown.boards, strict=True)
        ),
        headings=tuple(column.heading for column in columns),
        seats=tuple(
            SeatRow(
                name=each.name,
                seat=each.seat,
                asked=each.asked,
                cells=tuple(column.cells[each.seat] for column in columns),
                score=() if each.score is None else value_written(game.program, each.score, shown),
                id=each.id,
            )
            for each in shown.seats
        ),
        lines=tuple(lines(game.program, shown)),
        zones=tuple(
            zone_picture(each, titled(each, each.title), shown.language)
            for each in by_rank(shown.zones)
            if each.seat is None and not each.middle
        ),
        hands=tuple(hands(shown)),
        middle=tuple(middle(shown)),
        styles=tuple(each.style for each in shown.seats),
    )


Ranked = TypeVar("Ranked", ZoneShown, Panel)


def by_rank(things: Iterable[Ranked]) -> list[Ranked]:
    """What stands farther to the front first."""
    return sorted(things, key=lambda each: each.rank)


@frozen
class Column:
    """A heading of the table of seats, and the cell of each seat; *rank* says how far to the left it stands."""

    heading: str
    cells: tuple[Written, ...]
    rank: int


# ------------------------------------------------------------------------------------------------ values


def value_columns(program: Program, shown: Scene) -> Iterator[Column]:
    """A column for each panel that has a value for each seat."""
    for panel in shown.panels:
        texts: list[list[StyledRun]] = [[] for _ in shown.seats]
        for cell in panel.cells:
            if cell.seat is None or (cell.labels and cell.blank):
                continue
            text = texts[cell.seat]
            if text:
                text.append(StyledRun(" "))
            text += [StyledRun(f"{','.join(cell.labels)}:", DIM)] if cell.labels else []
            text += value_written(program, cell.value, shown)
        if panel.by_seat and any(texts):
            yield Column(panel.title, tuple(map(tuple, texts)), panel.rank)


def value_written(program: Program, value: Value, shown: Scene) -> StyledText:
    """A value as text; a question mark when it is hidden."""
    if value.truth and value.number:
        return (StyledRun(value.text, TextStyle(colour="green")),)
    if value.hidden or value.truth or value.number is None:
        return (StyledRun(value.text, DIM),)
    if value.seat is not None:
        return (StyledRun(value.text, shown.seats[value.seat].style),)
    return palette(program, shown.language).coloured(value.text)


def lines(program: Program, shown: Scene) -> Iterator[Line]:
    """The panels that have no value for each seat, then what the viewer has already chosen in the present decision."""
    for panel in by_rank(shown.panels):
        text: list[StyledRun] = []
        before: list[str] = []
        for cell in panel.cells if not panel.by_seat else ():
            if cell.labels and cell.blank:
                continue
            *groups, label = cell.labels or ("",)
            if text:
                text.append(StyledRun(",  " if groups == before else ";  "))
            text += [StyledRun(f"{' '.join(groups)} ", DIM)] if groups != before else []
            text += [StyledRun(f"{label}: ", DIM)] if label else []
            before = groups
            text += value_written(program, cell.value, shown)
        if text:
            yield Line(panel.title, tuple(text))
    for name, value in shown.chosen:
        yield Line(phrase(shown.language, "chosen"), (StyledRun(f"{name} "), *value_written(program, value, shown)))


# ------------------------------------------------------------------------------------------------ cards


def zone_columns(shown: Scene) -> Iterator[Column]:
    """A column for each zone that is indexed by seats, unless it is empty everywhere."""
    listed = [each for each in shown.zones if each.seat is not None and not each.middle]
    for name in dict.fromkeys(each.zone for each in listed):
        found = [each for each in listed if each.zone == name]
        if not any(each.size for each in found):
            continue
        cells: list[list[StyledRun | ZonePicture]] = [[] for _ in shown.seats]
        for each in found:
            assert each.seat is not None
            cell = cells[each.seat]
            if each.own:
                size = card_count(shown.language, each.size)
                cell.append(StyledRun(size, DIM))
                continue
            if cell:
                cell.append(StyledRun(" | ", DIM))
            cell.append(zone_picture(each, titled(each, ""), shown.language))
        yield Column(found[0].title, tuple(map(tuple, cells)), found[0].rank)


def hands(shown: Scene) -> Iterator[ZonePicture]:
    """The viewer's own zones whose faces nobody else sees; where there are several, without those that are empty."""
    own = [each for each in shown.zones if each.own and not each.middle]
    several = len(dict.fromkeys(each.zone for each in shown.zones if each.own)) > 1
    for each in own:
        if each.size or not several:
            yield zone_picture(each, phrase(shown.language, "hand of", each.title), shown.language)


def middle(shown: Scene) -> Iterator[Laid]:
    """What lies in the middle of the table."""
    for each in by_rank(each for each in shown.zones if each.middle):
        if each.seat is None:
            picture = zone_picture(each, titled(each, each.title), shown.language)
            yield Laid(None, picture.title, picture)
        else:
            picture = zone_picture(each, titled(each, ""), shown.language)
            yield Laid(each.seat, shown.seats[each.seat].name, picture, each.title)


def titled(zone: ZoneShown, title: str) -> str:
    """The title of a zone with its indices."""
    return f"{title} {', '.join(zone.labels)}".strip()


def zone_picture(zone: ZoneShown, title: str, language: str) -> ZonePicture:
    """A zone with its cards."""
    row = any(card.place is not None for card in zone.cards)
    return ZonePicture(
        title=title,
        size=zone.size,
        cards=tuple(
            card_picture(card, top=zone.ordered and not row and position == 0) for position, card in enumerate(zone.cards)
        ),
        known=tuple(card_picture(card, top=False) for card in zone.known),
        on_top="" if zone.top is None else "".join(run.text for run in zone.top.face).strip(),
        mark=phrase(language, "on top"),
        holds=phrase(language, "in it"),
    )


def card_picture(card: Card, top: bool) -> CardPicture:
    """A card, with what it can be where that is not known."""
    guess = f" {card.among}" if card.among else ""
    face = (*card.face, StyledRun(guess)) if guess else card.face
    return CardPicture(card.name + guess, card.count, top, face, card.beside, card.id)


# ------------------------------------------------------------------------------------------------ boards


def board_picture(
    program: Program, number: int, board: scene.Board, shown: Scene, colours: bool, asked: Decision | None, signs: Sequence[str]
) -> BoardPicture:
    """The picture of board *number*; without *colours* the short names of printed colours are written on the spaces, and labels
    stand in brackets beside other numbers.

    *signs* are the labels of all options of the decision that is *asked*. A grid or hexagon with links is drawn as points and
    lines, so that there is room for its links, which need no names there.
    """
    notes, explained, offers = list[str](), list[StyledText](), list[list[int]]()
    for layer in layers(program, number):
        declared = program.boards[layer]
        written, legend = notes_on(program, declared, shown.language, colours)
        leading, low = offered_spaces(program, asked, declared.domain), program.domains[declared.domain].low
        notes, explained = notes + written, explained + legend
        offers += [leading.get(low + index, []) for index in range(len(declared.points))]
    signs_by_id = change_signs(board, shown)
    styles = [each.style for each in shown.seats]
    spread = board.shape != Shape.GRAPH.value and board.spaces[-1].joins is not None
    bracketed = not colours and board.shape == Shape.GRAPH.value and any(entry.numbers for entry in board.legend)
    spaces = []
    for space, note, leads in zip(board.spaces, notes, offers, strict=True):
        stands = stands_on(space)
        tokens = tokens_of(stands, shown.viewer, styles)
        sign = signs_by_id.get(space.id, "")
        labels = [signs[option] for option in leads]
        offered = labelled([f"[{each}]" for each in labels] if bracketed else labels, sign or " " if stands else "")
        apart = 1 if not spread else 4 if space.joins is None else 2  # a link lies half way, and there is a line before it
        spaces.append(
            SpacePicture(
                name=LINK if spread and space.joins is not None else space.name,
                row=apart * space.row,
                column=apart * space.column,
                ground=space.ground,
                note=note,
                tokens=(*tokens, *offered),
                id=space.id,
                sign="" if offered else sign,
                link=space.joins is not None,
            )
        )
    return BoardPicture(
        board.title,
        Shape.GRAPH if spread else Shape(board.shape),
        tuple(spaces),
        (*(legend_line(each, shown.language) for each in board.legend), *explained),
        board.links,
        board.finish,
        tuple(PathPicture(each.joints, each.style) for each in board.paths),
        board.closed,
        tuple(changes_explained(shown.changes, signs_by_id, shown.language)),
    )


LINK = "·"
"""A link of a grid or hexagon, whose name says no more than where it lies."""


def legend_line(entry: LegendEntry, language: str) -> StyledText:
    """What the signs of a place mean, one behind the other."""
    line = [StyledRun(phrase(language, "numbers", entry.title) if entry.numbers else f"{entry.title}: ")]
    line += [StyledRun(" – ")] if entry.numbers and entry.signs else []
    for at, each in enumerate(entry.signs):
        line += [StyledRun(", ")] if at else []
        line += [each.sign, StyledRun(f" {each.meaning}")] if each.meaning else [each.sign]
    return tuple(line)


CHANGED, TAKEN, DECIDED = "*", "×", "!"
"""The signs that something has changed on a space since the viewer last looked, that something was taken there, and that the
winners have won by it.
"""


def change_signs(board: scene.Board, shown: Scene) -> dict[str, str]:
    """The sign of each space, by its id. Where most of a board has changed, that is not said of its spaces."""
    own = {space.id for space in board.spaces}
    found = {space: CHANGED for space in shown.changes.spaces if space in own}
    found |= {each.space: TAKEN for each in shown.changes.taken if each.space in own}
    decided = {space: DECIDED for space in shown.decided if space in own}
    return decided if 2 * len(found) > len(own) else found | decided


def numbered(board: BoardPicture, numbers: Mapping[str, int]) -> BoardPicture:
    """The board with these numbers, from 1 to 3, as the signs of spaces, by their ids: small, as names may end with numbers."""
    spaces = (evolve(each, sign="¹²³"[numbers[each.id] - 1]) if each.id in numbers else each for each in board.spaces)
    return evolve(board, spaces=tuple(spaces)) if numbers else board


def changes_explained(changes: Changes, signs: dict[str, str], language: str) -> Iterator[StyledText]:
    """What these signs mean, and what was taken."""
    if DECIDED in signs.values():
        yield (StyledRun(DECIDED, SIGN), StyledRun(f" {phrase(language, 'decided it')}"))
    if CHANGED in signs.values():
        yield (StyledRun(CHANGED, SIGN), StyledRun(f" {phrase(language, 'last moves')}"))
    what = [spaced([value.text for value in each.what], language) for each in changes.taken if each.space in signs]
    if what:
        told = ", ".join(text if count == 1 else f"{text} ×{count}" for text, count in Counter(what).items())
        yield (StyledRun(TAKEN, SIGN), StyledRun(f" {phrase(language, 'taken', told)}"))


def stands_on(space: scene.Space) -> list[Stand]:
    """What stands on a space."""
    ranked = ((PIECE_RANK, space.pieces), (POINTER_RANK, space.pointers), (MARK_RANK, space.marks))
    return [Stand(Token(each.sign.text, each.sign.style), each.seat, rank) for rank, group in ranked for each in group]


@frozen
class Stand:
    """A token on a space, the seat that it belongs to, and its rank; a lower rank matters more (`PIECE_RANK`, …)."""

    token: Token
    seat: int | None
    rank: int


def tokens_of(stands: list[Stand], viewer: int, seats: Sequence[TextStyle]) -> tuple[Token, ...]:
    """The tokens to draw on one space: for each seat only those of its lowest rank, the viewer's first, equal ones once.

    Where one seat alone is marked, the other marks are in its style, unless they have a background of their own.
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
        plain = [each.rank == MARK_RANK and each.token.style.ground is None for each in kept]
        styles = [seats[owner] if own else each.token.style for own, each in zip(plain, kept, strict=True)]
        kept = [evolve(each, token=Token(each.token.text, style)) for each, style in zip(kept, styles, strict=True)]
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
        alike = (before.seat, before.rank, before.token.style) == (stand.seat, POINTER_RANK, stand.token.style)
        if same and alike and stand.seat is not None and stand.token.text != same:
            found[-1] = evolve(before, token=evolve(before.token, text=before.token.text + stand.token.text.removeprefix(same)))
        else:
            found.append(stand)
    return found


def labelled(signs: Sequence[str], behind: str) -> tuple[Token, ...]:
    """The labels of the options that lead to a space, as one token; *behind* separates it from the tokens before."""
    if not signs:
        return ()
    token = Token("/".join(signs), NUMBER)
    return (Token(behind, SIGN if behind.strip() else TextStyle()), token) if behind else (token,)


# ------------------------------------------------------------------------------------------------ what is printed


def notes_on(program: Program, board: Board, language: str, colours: bool) -> tuple[list[str], list[StyledText]]:
    """The note printed on each space, and the legend for the notes: of the first attribute the bare value, of the others with the
    attribute's initial before it.
    """
    notes = [""] * len(board.points)
    legend: list[StyledText] = []
    coloured: list[StyledText] = []
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
                coloured.append((StyledRun(f"{called}: {told}"),))
            continue
        prefix = name[:1] if legend else ""
        short = ["" if value == NOTHING else sign(program, domain, value, language) for value in values]
        shown = [prefix + text if text else "" for text in short]
        notes = [f"{note}{more}" if more else note for note, more in zip(notes, shown, strict=True)]
        meanings = {each: whole for each, whole in zip(shown, labels, strict=True) if each}
        if domain is None or meanings == {each: each for each in meanings} or len(meanings) > MOST_SIGNS:
            sample = next(iter(meanings), "")
            legend += [(StyledRun(f"{sample} {called}"),)] if sample else []
        else:
            line = [StyledRun(f"{called}: ")]
            for at, (each, whole) in enumerate(meanings.items()):
                line += [StyledRun(", ")] if at else []
                line.append(StyledRun(f"{each} {whole}", tinted(program, domain, values[shown.index(each)])))
            legend.append(tuple(line))
    return notes, coloured + legend


def tinted(program: Program, domain: int, value: int) -> TextStyle:
    """The style of a word in the legend: the background is that of its spaces."""
    ground_colour = tint(program, domain, value)
    return on(ground_colour) if ground_colour else TextStyle()


def sign(program: Program, domain: int | None, value: int, language: str) -> str:
    """An attribute's value as printed on a space: a number, a word of at most two letters, or else a short name."""
    whole = label(program, domain, value, language)
    return whole if domain is None or len(whole) <= 2 else value_sign(program, domain, value, language)[0]


def label(program: Program, domain: int | None, value: int, language: str) -> str:
    """An attribute's value in full."""
    return number_text(value) if domain is None else program.domains[domain].label(value, language)
