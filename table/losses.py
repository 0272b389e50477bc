"""What a seat gives away on boards where choices are made one after the other, by the names that the rules have for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import frozen

from ..interpreter.views import cells
from ..program.ir import NOTHING, Place, PlaceKind, Program, Visibility
from .boards import MARK_RANK, PIECE_RANK, standing_on
from .expected import Behind
from .narration import heading, value_text
from .phrases import listed, phrase
from .values import is_seats, seat_of


@frozen
class Thing:
    """A kind of thing that seats have on boards: the place that says whose it is, and its further values, each of a domain (None:
    a plain number).
    """

    place: int
    values: tuple[tuple[int | None, int], ...] = ()

    def words(self, program: Program, language: str) -> str:
        """What it is called: `queen`, where nothing but its place names it `pawn`, a piece by both."""
        declared = program.places[self.place]
        labels = [value_text(program, domain, value, language) for domain, value in self.values]
        named = not labels or declared.kind is PlaceKind.PIECE
        return " ".join([*([heading(declared.name, language)] if named else []), *labels])


@frozen
class Exchange:
    """What a seat loses on boards, what others lose meanwhile, and what the seat had before."""

    own: Counter[Thing]
    others: Counter[Thing]
    had: Counter[Thing]


def exchange(program: Program, seat: int, position: Sequence[int], choices: Sequence[Behind]) -> Exchange | None:
    """What is lost by these choices, which begin with one of the seat in that position, up to the last turn behind which nothing
    is taken at once; None where that cannot be told.
    """
    turns, mover, over = [_things(program, position)], seat, False
    for each in choices:
        if each.asked != mover:
            turns.append(_things(program, each.position))
            mover, over = seat if each.asked is None else each.asked, each.asked is None
    taken = [_taken(*pair) for pair in pairwise(turns)]
    settled = len(taken) if over else max((at for at, each in enumerate(taken) if not each), default=0)
    if not settled or None in taken[:settled]:
        return None
    lost = [each for each in taken[:settled] if each is not None]
    own = sum((each[seat] for each in lost if seat in each), Counter[Thing]())
    others = sum((things for each in lost for owner, things in each.items() if owner != seat), Counter[Thing]())
    return Exchange(own, others, turns[0].get(seat, Counter()))


def loss_text(program: Program, found: Exchange, instead: Exchange, language: str) -> str:
    """What a seat loses more than *instead*, and what others do: `gives away the queen`; empty where it loses no more."""
    own = (found.own - found.others) - (instead.own - instead.others)
    others = (found.others - found.own) - (instead.others - instead.own)
    if not own:
        return ""
    lost = listed(language, [_counted(program, each, count, found.had[each] == 1, language) for each, count in own.items()])
    if not others:
        return phrase(language, "gives away", lost)
    gained = listed(language, [_counted(program, each, count, False, language) for each, count in others.items()])
    return phrase(language, "gives for", lost, gained)


def _counted(program: Program, thing: Thing, count: int, only: bool, language: str) -> str:
    """The name of a place may be that of several things, as `men`; then no article fits."""
    words = thing.words(program, language)
    if count > 1:
        return f"{words} ×{count}"
    return phrase(language, "the only" if only else "one of these", words) if thing.values else words


def _taken(before: Mapping[int, Counter[Thing]], after: Mapping[int, Counter[Thing]]) -> dict[int, Counter[Thing]] | None:
    """What each seat has no longer, and nothing instead of it; None where that cannot be told."""
    found = {}
    for seat, had in before.items():
        has = after.get(seat, Counter[Thing]())
        gone, came = had - has, has - had
        if gone and came.total() != gone.total():
            if came:
                return None
            found[seat] = gone
    return found


# ------------------------------------------------------------------------------------------------ what lies on boards


@frozen
class _Space:
    """Where it says whose the thing on a space is, and what it is; by the slots and the domains of their values."""

    place: int
    owner: int
    domain: int
    kinds: tuple[tuple[int, int], ...]


@frozen
class _Piece:
    """A piece, whose it is, and the slot of the space on which it stands."""

    thing: Thing
    seat: int
    slot: int


def _things(program: Program, position: Sequence[int]) -> dict[int, Counter[Thing]]:
    """What each seat has on boards in a position."""
    spaces, pieces = program.cached(_layout)
    found: dict[int, Counter[Thing]] = {}
    for space in spaces:
        owner = position[space.owner]
        if owner != NOTHING:
            kinds = tuple([(domain, position[slot]) for slot, domain in space.kinds])
            found.setdefault(seat_of(program, space.domain, owner), Counter())[Thing(space.place, kinds)] += 1
    for piece in pieces:
        if position[piece.slot] != NOTHING:
            found.setdefault(piece.seat, Counter())[piece.thing] += 1
    return found


def _layout(program: Program) -> tuple[tuple[_Space, ...], tuple[_Piece, ...]]:
    """Where everybody sees what seats have on boards."""
    boards = range(len(program.boards))
    spaces = [space for board in boards for space in _spaces(program, board)]
    return tuple(spaces), tuple(piece for board in boards for piece in _pieces(program, board))


def _shown(program: Program, board: int, rank: int) -> Iterator[tuple[int, Place]]:
    """The places that everybody sees on a board in that way."""
    for number, each in enumerate(program.places):
        seen = each.sight is Visibility.EVERYONE and each.name.plain not in program.hints.aside
        if seen and standing_on(program, number, board) == rank:
            yield number, each


def _spaces(program: Program, board: int) -> Iterator[_Space]:
    """The spaces of a board, where one mark says whose a thing is and others what it is. Numbers say how many there are, and then
    nothing is told.
    """
    marks = [(number, each) for number, each in _shown(program, board, MARK_RANK) if not each.truth]
    valued = [(number, each, each.domain) for number, each in marks if each.domain is not None and len(each.extents) == 1]
    owners = [each for each in valued if is_seats(program, each[2])]
    if len(owners) != 1 or len(valued) < len(marks):
        return
    ((number, owned, domain),) = owners
    kinds = [(each, of) for _, each, of in valued if each is not owned]
    slots = [dict(cells(each.base, each.extents)) for each, _ in kinds]
    for index, slot in cells(owned.base, owned.extents):
        yield _Space(number, slot, domain, tuple((each[index], of) for each, (_, of) in zip(slots, kinds, strict=True)))


def _pieces(program: Program, board: int) -> Iterator[_Piece]:
    """The pieces of a board that belong to seats."""
    for number, each in _shown(program, board, PIECE_RANK):
        for index, slot in cells(each.base, each.extents):
            if each.owner is not None:
                others = [(extent.domain, at) for at, extent in zip(index, each.extents, strict=True)]
                del others[each.owner]
                yield _Piece(Thing(number, tuple(others)), index[each.owner], slot)
