"""A scene in words, for screen readers: what stands on which space, what lies in which zone, and all values, a line for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..program.ir import Program
from ..program.number_text import with_minus
from .narration import heading, value_text
from .phrases import card_count, phrase
from .scene import Board, Card, Scene, Space, Standing, ZoneShown
from .spots import OnPiece, OnValue, spot_at
from .writing import by_rank, titled


def in_words(program: Program, shown: Scene, printed: bool) -> Iterator[str]:
    """The lines of a scene: boards, where wanted with what is *printed* on them, then zones and values."""
    for board in shown.boards:
        yield from board_lines(program, board, shown, printed)
    for zone in by_rank(shown.zones):
        yield with_minus(f"{titled(zone, zone.title)}: {cards_words(zone, shown.language)}")
    for panel in by_rank(shown.panels):
        cells = []
        for cell in panel.cells:
            owner = () if cell.seat is None else (shown.seats[cell.seat].name,)
            text = phrase(shown.language, "yes" if cell.value.number else "no") if cell.value.truth else cell.value.text
            cells += [] if cell.blank and cell.labels else [" ".join((*owner, *cell.labels, text))]
        if cells:
            yield with_minus(f"{panel.title}: {', '.join(cells)}")
    for name, value in shown.chosen:
        yield f"{phrase(shown.language, 'chosen')} {name}: {value.text}"


def board_lines(program: Program, board: Board, shown: Scene, printed: bool) -> Iterator[str]:
    """A line for each seat that has something on the board, and one for what is nobody's: each thing with its spaces."""
    found: dict[int | None, dict[str, list[str]]] = {}
    for space in board.spaces:
        for seat, words in on_space(program, space, shown.language):
            found.setdefault(seat, {}).setdefault(words, []).append(space.name)
    if not found:
        yield f"{board.title}: {phrase(shown.language, 'nothing')}"
    for seat in sorted(found, key=lambda each: len(shown.seats) if each is None else each):
        owner = board.title if seat is None else shown.seats[seat].name
        yield f"{owner}: {listed(found[seat])}"
    values: dict[str, dict[str, list[str]]] = {}
    for space in board.spaces if printed else ():
        for each in space.printed:
            values.setdefault(each.name, {}).setdefault(each.value.text, []).append(space.name)
    for name, there in values.items():
        yield f"{board.title}, {name}: {listed(there)}"


def listed(there: dict[str, list[str]]) -> str:
    """`king e1, pawn a2 b2`, `seeds 4: 1 2`: each thing with its spaces."""
    told = (f"{words}{':' if words[-1:].isdecimal() else ''} {' '.join(spaces)}" for words, spaces in there.items())
    return ", ".join(map(with_minus, told))


def on_space(program: Program, space: Space, language: str) -> Iterator[tuple[int | None, str]]:
    """What stands on a space, each with whose it is: pieces and pointers one by one, and its marks as one thing."""
    for each in (*space.pieces, *space.pointers):
        yield each.seat, standing_words(program, each, language)
    marks = [each for each in space.marks if each.value is not None]
    if marks:
        seat = next((each.seat for each in marks if each.seat is not None), None)
        named = [standing_words(program, each, language) for each in marks if not is_owner(each)]
        yield seat, " ".join(named) or standing_words(program, marks[0], language)


def is_owner(mark: Standing) -> bool:
    """Whether a mark says no more than whose the space is."""
    return mark.value is not None and mark.value.seat is not None and mark.value.seat == mark.seat


def standing_words(program: Program, each: Standing, language: str) -> str:
    """What one thing is called: the value of a mark, where it is a word; else the name of its place, with its indices."""
    spot = spot_at(program, each.id)
    assert isinstance(spot, OnPiece | OnValue)
    declared = program.places[spot.place if isinstance(spot, OnPiece) else spot.value]
    if each.value is not None and each.value.domain is not None and not each.value.truth and not is_owner(each):
        return each.value.text
    own = range(len(declared.extents))[: -1 if each.value is not None and not is_owner(each) else None]
    labels = [value_text(program, declared.extents[at].domain, spot.index[at], language) for at in own if at != declared.owner]
    number = [each.value.text] if each.value is not None and not each.value.truth and not is_owner(each) else []
    return " ".join([heading(declared.name, language), *([] if is_owner(each) else labels), *number])


def cards_words(zone: ZoneShown, language: str) -> str:
    """The cards of a zone: those that are seen by name, the topmost first where they are ordered; of others how many."""
    if not zone.size:
        return phrase(language, "nothing")
    names = card_names(zone.cards)
    size = card_count(language, zone.size)
    told = ", ".join(names) if names else size
    top = f", {phrase(language, 'on top')}: {zone.top.name}" if zone.top is not None and not names else ""
    known = card_names(zone.known)
    return told + top + (f", {phrase(language, 'in it')}: {', '.join(known)}" if known else "")


def card_names(cards: Iterable[Card]) -> list[str]:
    """Each card by its name, with what it can be and how many there are."""
    return [" ".join(filter(None, (card.name, card.among, f"×{card.count}" if card.count > 1 else ""))) for card in cards]
