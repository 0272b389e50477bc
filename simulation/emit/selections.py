"""Texts for sets of positions that bitboards tell: which positions pass some tests, all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from operator import ge

from attrs import frozen

from ...program.intervals import Bounds
from ...program.ir import NOTHING, Expr, Fold, FoldKind, Lookup, Number, Range, Row, Set, Slot, Target
from ...program.ops import fails
from .bitboards import Bitboard, Question, question
from .context import Emission, at

ValueText = Callable[[Emission, Expr], str]
"""Gives the text of a value."""


@frozen
class Words:
    """A set of positions: the text of the number of its first word in *z*; *denied* where the others are meant."""

    base: str
    denied: bool

    def text(self, word: str) -> str:
        """The text of one of its words."""
        spot = self.base if word == "0" else f"{self.base} + {word}"
        return f"z[{at(spot)}]"


@frozen
class Way:
    """How a table leads from what is gone through to positions, and back: one position for each, ascending.

    The other indices of the table pick a row; *masks* are the words of the positions that each row leads to, *row* is the text of
    the number of the row, and *back* tells for each position where it comes from.
    """

    through: Lookup
    masks: tuple[int, ...]
    row: str
    back: tuple[int, ...]


@frozen
class Selection:
    """The positions of a board that are in some sets at once, and the tests that are still to be made for each.

    What is gone through are the positions themselves, or what leads to them by a way.
    """

    board: Bitboard
    within: range
    sets: tuple[Words, ...]
    rest: tuple[Expr, ...]
    way: Way | None

    def element(self, em: Emission, place: str) -> str:
        """The text of what is gone through, for the text of a position counted from 0."""
        if self.way is not None:
            return f"{em.table(self.way.back)}[{at(place)}]"
        return f"{place} + {self.board.start}" if self.board.start else place

    def text(self, em: Emission, word: str) -> str:
        """The text of a word in which the bits of these positions are set."""
        whole = self.board.whole(range(self.board.size))
        among = self.board.whole(self.within)
        taken = [each.text(word) for each in self.sets if not each.denied]
        taken += [f"({each.text(word)} ^ {_mask(em, whole, word)})" for each in self.sets if each.denied]
        if self.way is not None:
            words = self.board.words
            if self.way.row.isdigit():
                first = int(self.way.row) * words
                taken.append(_mask(em, self.way.masks[first : first + words], word))
            else:
                spot = self.way.row if words == 1 else f"{self.way.row} * {words} + {word}"
                taken.append(f"{em.words(self.way.masks)}[{at(spot)}]")
        elif self.within != range(self.board.size):
            taken.append(_mask(em, among, word))
        return taken[0] if len(taken) == 1 else f"({' & '.join(taken)})"

    def every_word(self, em: Emission) -> list[str]:
        """The texts of all words."""
        return [self.text(em, str(word)) for word in range(self.board.words)]


def _mask(em: Emission, words: tuple[int, ...], word: str) -> str:
    if word.isdigit():
        return f"U({words[int(word)]})"
    return f"{em.words(words)}[{at(word)}]"


def selection(em: Emission, source: Set, position: Target, tests: Sequence[Expr], value: ValueText) -> Selection | None:
    """The elements of a set of all numbers from one to another that pass the tests; None where no bitboard tells any of them.

    What cannot be told so is left to be tested, in order: nothing is passed over that could fail.
    """
    match source:
        case Range(Number(low), Number(high)) if em.boards and low <= high:
            numbers = range(low, high + 1)
        case _:
            return None
    known = em.known
    match position:
        case Slot(index):
            known = known.binding(index, known.elements(source))
        case _:
            pass
    board, within, sets, rest, sure = None, range(0), list[Words](), list[Expr](), True
    way: Way | None = None
    for test in tests:
        asked = question(test, position) if sure else None
        over = None if asked is None else em.board_at(asked.cell.base)
        same = over is not None and (board is None or (board.size, board.start) == (over.size, over.start))
        if asked is not None and over is not None and same:
            through = asked.through
            told = None if through is None else _way(em, through, over, position, numbers, value)
            span = over.positions(numbers) if through is None else range(over.size)
            fits = told is not None if through is not None else span is not None
            alike = board is None or (None if way is None else way.through) == through
            words = _answer(em, asked, over, value) if fits and alike else None
            if words is not None and span is not None:
                board, within, way = board or over, span, told
                sets.append(words)
                continue
        rest.append(test)
        sure = sure and not fails(test, known)
    return None if board is None else Selection(board, within, tuple(sets), tuple(rest), way)


def _way(
    em: Emission, through: Lookup, board: Bitboard, position: Target, numbers: range, value: ValueText
) -> Way | None:
    """The way through a table; None where it does not lead to one position for each number, ascending, or may fail."""
    (moving,) = (axis for axis in through.axes if axis.at == position)
    others = [axis for axis in through.axes if axis.at != position]
    if numbers[0] < moving.low or numbers[-1] >= moving.low + moving.size:
        return None
    if any(fails(axis.at, em.known) for axis in others):
        return None
    if not em.proven(all(em.known.value(axis.at).within(axis.low, axis.low + axis.size - 1) for axis in others)):
        return None
    table, back, masks = em.program.tables[through.table], [-1] * board.size, list[int]()
    for picked in product(*(range(axis.size) for axis in others)):
        start = sum(index * axis.stride for index, axis in zip(picked, others, strict=True))
        row = [table[start + (number - moving.low) * moving.stride] for number in numbers]
        if any(not board.start <= each < board.start + board.size for each in row) or any(map(ge, row, row[1:])):
            return None
        for number, each in zip(numbers, row, strict=True):
            if back[each - board.start] not in (-1, number):
                return None
            back[each - board.start] = number
        masks += board.whole_of(tuple(row))
    fixed, terms, worth = 0, list[str](), 1
    for axis in reversed(others):
        match axis.at:
            case Number(index):
                fixed += (index - axis.low) * worth
            case _:
                fixed -= axis.low * worth
                text = em.atom(value(em, axis.at))
                terms.append(text if worth == 1 else f"{text} * {worth}")
        worth *= axis.size
    row_text = str(fixed) if not terms else em.atom(" + ".join([*terms, str(fixed)]).replace("+ -", "- "), "a")
    return Way(through, tuple(masks), row_text, tuple(max(0, each) for each in back))


def _answer(em: Emission, asked: Question, board: Bitboard, value: ValueText) -> Words | None:
    """The set of positions for which a question is answered with yes; None where that cannot be told, or may fail."""
    outer, group = asked.cell.axes[:-1], board.group_of(asked.cell)
    if group is None:
        return None
    for axis in outer:
        if fails(axis.at, em.known) or not em.proven(em.known.value(axis.at).within(axis.low, axis.low + axis.size - 1)):
            return None
    denied = asked.denied
    if board.truth:
        match asked.value:
            case None | Number(1):
                number = "0"
            case Number(0):
                number, denied = "0", not denied
            case _:
                return None
    elif asked.value is None:
        return None
    else:
        bounds = em.known.value(asked.value)
        present = bounds.present()
        if fails(asked.value, em.known) or (bounds.absent and not board.optional):
            return None
        nothing = asked.value == Number(NOTHING)
        if not nothing and not em.proven(present.within(board.low, board.high)):
            return None
        number = board.number_of(em.atom(value(em, asked.value)), bounds.absent)
    fixed, terms = board.first + group * board.sets * board.words, list[str]()
    for axis in outer:
        worth = axis.stride // board.size * board.sets * board.words
        match axis.at:
            case Number(index):
                fixed += (index - axis.low) * worth
            case _:
                fixed -= axis.low * worth
                terms.append(f"{em.atom(value(em, axis.at))} * {worth}")
    if number.isdigit():
        fixed += int(number) * board.words
    else:
        terms.append(number if board.words == 1 else f"{number} * {board.words}")
    text = " + ".join([str(fixed), *terms])
    return Words(text if not terms else em.atom(text, "a"), denied)


@contextmanager
def each_bit(em: Emission, chosen: Selection, name: str) -> Iterator[None]:
    """A loop in which the variable *name* is the position, ascending. `break` leaves the loop."""
    word = em.writer.fresh("b")
    em.writer.line(f"{word} = {chosen.text(em, '0')}")
    if chosen.board.words == 1:
        with em.loop(f"while {word} != U(0):"):
            em.writer.line(f"{name} = {chosen.element(em, f'lowest({word})')}")
            em.writer.line(f"{word} &= {word} - U(1)")
            yield
        return
    number = em.writer.fresh("i")
    em.writer.line(f"{number} = 0")
    with em.loop("while True:"):
        with em.writer.block(f"while {word} == U(0) and {number} < {chosen.board.words - 1}:"):
            em.writer.line(f"{number} += 1")
            em.writer.line(f"{word} = {chosen.text(em, number)}")
        em.writer.line(f"if {word} == U(0):")
        em.writer.line("    break")
        em.writer.line(f"{name} = {chosen.element(em, f'lowest({word}) + {number} * 64')}")
        em.writer.line(f"{word} &= {word} - U(1)")
        yield


def asked_of_row(em: Emission, expr: Expr) -> tuple[Row, Question, Bitboard] | None:
    """The row, the question and the bitboard where an expression asks whether some or all elements of a row hold a value."""
    match expr:
        case Fold(kind=FoldKind.ANY | FoldKind.EVERY, source=Row() as row, where=None, slot=slot, value=value) if em.boards:
            asked = question(value, Slot(slot))
        case _:
            return None
    board = None if asked is None or asked.through is not None else em.board_at(asked.cell.base)
    return None if asked is None or board is None else (row, asked, board)


def row_test(em: Emission, expr: Fold, number: Callable[[Row], str], value: ValueText) -> str | None:
    """The text of whether some, or all elements of a row hold a value; None where no bitboard tells that.

    *number* writes what gives the number of the row.
    """
    found = asked_of_row(em, expr)
    if found is None:
        return None
    source, asked, board = found
    rows = em.program.rows[source.rows]
    if any(not board.start <= each < board.start + board.size for row in rows for each in row):
        return None
    words = _answer(em, asked, board, value)
    if words is None:
        return None
    masks = em.words(tuple(word for row in rows for word in board.whole_of(row)))
    first = number(source)
    some = expr.kind is FoldKind.ANY
    tests = []
    for word in range(board.words):
        spot = first if board.words == 1 else f"{first} * {board.words} + {word}"
        mask = f"{masks}[{at(spot)}]"
        both = f"({words.text(str(word))} & {mask})"
        # the words hold the elements with the value: where that is denied, some other is one that they lack
        against = "U(0)" if some != words.denied else mask
        tests.append(f"{both} {'!=' if some else '=='} {against}")
    return f"({(' or ' if some else ' and ').join(tests)})"


def count_bits(em: Emission, chosen: Selection) -> str:
    """The text of how many positions there are."""
    return " + ".join(f"S(ones_in({word}))" for word in chosen.every_word(em))


def write_bits(em: Emission, base: int, cell: str, text: str, known: Bounds) -> None:
    """Writes, before the slot *cell* gets the value *text*, that the bits of its array follow, if it has a bitboard."""
    board = em.board_at(base)
    if board is None:
        return
    offset = em.atom(f"{cell} - {board.base}" if not cell.isdigit() else str(int(cell) - board.base), "a")
    group, place = "0", offset
    if board.groups > 1:
        if offset.isdigit():
            group, place = str(int(offset) // board.size), str(int(offset) % board.size)
        else:
            group = em.atom(f"{offset} // {board.size}", "a")
            place = em.atom(f"{offset} - {group} * {board.size}", "a")
    word, bit = "", place
    if board.words > 1:
        word, bit = f" + {place} // 64", f"{place} % 64"
    old = em.writer.fresh("x")
    em.writer.line(f"{old} = {em.slot(int(cell)) if cell.isdigit() else em.cell(cell)}")
    span = board.sets * board.words
    first = f"{board.first}" if group == "0" else f"{board.first} + {group} * {span}"
    if board.truth:
        em.writer.line(f"z[U({first}{word})] ^= U({old} ^ {text}) << U({bit})")
        return
    one = em.writer.fresh("b")
    em.writer.line(f"{one} = U(1) << U({bit})")
    for number in (board.number_of(old, board.optional), board.number_of(text, known.absent)):
        scaled = number if board.words == 1 else f"{number} * {board.words}"
        em.writer.line(f"z[U({first} + {scaled}{word})] ^= {one}")


def spread(board: Bitboard) -> str:
    """The call that sets the bits of a board from the vector."""
    shape = f"{board.base}, {board.groups}, {board.size}, {board.sets}, {board.words}, {board.first}"
    if board.truth:
        return f"spread_truth(s, z, {shape})"
    return f"spread(s, z, {shape}, {board.low}, {int(board.optional)})"
