"""What has changed on a table since a seat last looked, by the ids of what can be pointed at.

It is made of the events that the seat has heard alone, so nothing is in it that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from attrs import Factory, define, frozen

from ..interpreter import NATURE, CardMoved, Changed, Happening, Released, Revealed, Rotated
from ..interpreter.course import Turn
from ..program.ir import NOTHING, Program
from ..program.ops import asks
from .boards import MARK_RANK, PIECE_RANK, on_a_board, standing_on
from .bookkeeping import worth_showing
from .narration import EVERYBODY, heading, hear
from .scene import Changes, Differs, Moved, Taken, Value
from .spots import OnCard, OnSpace, OnZone, on_place, spot_id
from .values import shown_value


def last_heard(program: Program, course: Sequence[Turn], seat: int, own: bool) -> tuple[Happening, ...]:
    """What a seat heard since it last chose, or since the set-up; where nothing happened since, what it chose last brought about.
    Where nobody chooses it is what happened last. Only with *own* there is in it what that seat alone may hear.

    What others did while all decided together, and was heard when the seat chose as the last of them, is new to it too.
    """
    chosen = [at for at, turn in enumerate(course) if turn.actor != NATURE]
    last = next((at for at in reversed(chosen) if course[at].actor == seat), -1)
    brought = course[last].happened if last >= 0 else ()
    first = [*chosen[:1], len(course)][0] if any(asks(program)) else max(0, len(course) - 1)
    since = [each.event for turn in course[last + 1 if last >= 0 else first :] for each in turn.happened]
    released = [each.event for each in brought if isinstance(each.event, Released)]
    listener = seat if own else EVERYBODY
    heard = (hear(program, event, listener) for event in (released + since if since else (each.event for each in brought)))
    return tuple(each for each in heard if each is not None)


def changes(program: Program, happenings: Iterable[Happening], language: str) -> Changes:
    """What these happenings, as one seat heard them, have changed in all: what is as it was before has not changed."""
    values: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {}
    cards: list[Moved] = []
    shown: list[str] = []
    for each in happenings:
        match each:
            case Changed(place, index, old, new):
                values[place, index] = values.get((place, index), (old, old))[0], new
            case CardMoved() | Rotated():
                cards += _cards(program, each)
            case Revealed(zone, faces) if faces is not None:
                shown.append(spot_id(program, OnZone(zone.zone, zone.index)))
    cells = [_Cell(*key, old, new) for key, (old, new) in values.items() if old != new and _is_seen(program, key[0])]
    boards = _Boards(program, language)
    for cell in cells:
        boards.note(cell)
    return boards.told(cards, shown)


def _is_seen(program: Program, place: int) -> bool:
    """Whether a place is on the table: on a board, or in a panel."""
    return on_a_board(program, place) or worth_showing(program, place)


def _standing(program: Program, place: int) -> tuple[int, int] | None:
    """On which board a place stands, and how (`boards.standing_on`); None where it stands on none."""
    found = ((number, standing_on(program, place, number)) for number in range(len(program.boards)))
    return next(((number, how) for number, how in found if how is not None), None)


def _cards(program: Program, event: CardMoved | Rotated) -> Iterator[Moved]:
    """How cards went, but for those that stay where they are. A zone that lies aside is not named."""
    if isinstance(event, Rotated):
        ways = [("", one, other) for one, other in pairwise((*event.zones, event.zones[0]))]
    elif event.source == event.target:
        return
    else:
        target, kind = event.target, event.kind
        seen = kind is not None and not program.zones[target.zone].row
        card = spot_id(program, OnCard(target.zone, target.index, kind)) if kind is not None and seen else ""
        ways = [(card, event.source, target)]
    for card_id, *ends in ways:
        aside = [program.zones[each.zone].name.plain in program.hints.aside for each in ends]
        start, end = (
            "" if away else spot_id(program, OnZone(each.zone, each.index)) for away, each in zip(aside, ends, strict=True)
        )
        if start or end:
            yield Moved(card_id if end else "", start, end)


@frozen
class _Cell:
    """One value of a place, before and after."""

    place: int
    index: tuple[int, ...]
    old: int
    new: int


@define
class _Boards:
    """Puts together what became of the values of places: what left one space and came to another has moved."""

    program: Program
    language: str
    left: list[tuple[_Cell, str]] = Factory(list)
    came: list[tuple[_Cell, str]] = Factory(list)
    moved: list[Moved] = Factory(list)
    differs: list[Differs] = Factory(list)
    taken: dict[str, list[Value]] = Factory(dict)

    def note(self, cell: _Cell) -> None:
        """Take in one value that has changed."""
        declared = self.program.places[cell.place]
        standing = _standing(self.program, cell.place)
        own = spot_id(self.program, on_place(self.program, cell.place, cell.index))
        if standing is None:
            self._differs(cell, own, "")
            return
        number, how = standing
        if how == MARK_RANK:
            board = self.program.boards[number].domain
            at = next(at for at, extent in enumerate(declared.extents) if board in (extent.domain, extent.track))
            space = self._space(number, cell.index[at] - declared.extents[at].low)
            if (declared.domain is None and not declared.truth) or (declared.truth and not cell.new):
                self._differs(cell, own, space)
                return
            if cell.old != NOTHING and not declared.truth:
                self.left.append((cell, space))
            if cell.new != NOTHING:
                self.came.append((cell, space))
            return
        low = self.program.domains[self.program.boards[number].domain].low
        start, end = ("" if value == NOTHING else self._space(number, value - low) for value in (cell.old, cell.new))
        if how == PIECE_RANK and not end:
            indices = zip(declared.extents, cell.index, strict=True)
            whose = [shown_value(self.program, extent.domain, False, at, self.language) for extent, at in indices]
            self.taken.setdefault(start, []).extend(whose or [Value(None, None, heading(declared.name, self.language))])
            return
        self.moved.append(Moved(own, start, end))

    def told(self, cards: Sequence[Moved], shown: Sequence[str]) -> Changes:
        """All of it, with the *cards* that moved and the zones that were *shown*."""
        placed = []
        # what can have come from one space alone says for a mark of the same thing from which of several it came
        for cell, space in sorted(self.came, key=lambda each: len(self._starts(*each))):
            starts = self._starts(cell, space)
            if starts:
                start = next((each for each in starts if Moved("", each[1], space) in self.moved), starts[0])
                self.left.remove(start)
                self.moved.append(Moved("", start[1], space))
            elif (cell, space) in self.left:
                self.left.remove((cell, space))
                self._differs(cell, spot_id(self.program, on_place(self.program, cell.place, cell.index)), space)
            else:
                placed.append(space)
        noted = {(cell.place, space) for cell, space in self.came}
        gone = [(cell, self._end(cell, space, noted) or space) for cell, space in self.left]
        stays = {space for cell, space in gone if (cell, space) in self.left}
        for cell, space in sorted(gone, key=lambda each: each[0].place):
            if space in stays:
                declared = self.program.places[cell.place]
                worth = shown_value(self.program, declared.domain, declared.truth, cell.old, self.language)
                self.taken.setdefault(space, []).append(worth)
        return Changes(
            tuple(dict.fromkeys((*self.moved, *cards))),
            tuple(dict.fromkeys(placed)),
            tuple(Taken(space, tuple(what)) for space, what in self.taken.items()),
            tuple(self.differs),
            tuple(dict.fromkeys(shown)),
        )

    def _starts(self, cell: _Cell, space: str) -> list[tuple[_Cell, str]]:
        """What left a space and can be what came to this one: the same thing of the same place."""
        return [each for each in self.left if each[1] != space and (each[0].place, each[0].old) == (cell.place, cell.new)]

    def _end(self, cell: _Cell, space: str, noted: set[tuple[int, str]]) -> str | None:
        """Where something of a place went that has left a space, as has something of another place: to a space on which the same
        stood already, so that nothing of its place has changed there.
        """
        ways = [way.end for way in self.moved if way.start == space and not way.id and (cell.place, way.end) not in noted]
        return ways[0] if ways else None

    def _differs(self, cell: _Cell, own: str, space: str) -> None:
        declared = self.program.places[cell.place]
        old, new = (
            shown_value(self.program, declared.domain, declared.truth, each, self.language) for each in (cell.old, cell.new)
        )
        self.differs.append(Differs(own, space, old, new))

    def _space(self, board: int, space: int) -> str:
        return spot_id(self.program, OnSpace(board, space))
