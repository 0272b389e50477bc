"""Texts for sets of positions that bitboards tell: which positions pass some tests, all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from attrs import frozen

from ...program.intervals import Bounds
from ...program.ir import NOTHING, Expr, Number, Range, Row, Set, Slot, Target
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
class Selection:
    """The positions of a board that are in some sets at once, and the tests that are still to be made for each."""

    board: Bitboard
    within: range
    sets: tuple[Words, ...]
    rest: tuple[Expr, ...]

    def text(self, em: Emission, word: str) -> str:
        """The text of a word in which the bits of these positions are set."""
        whole = self.board.whole(range(self.board.size))
        among = self.board.whole(self.within)
        taken = [each.text(word) for each in self.sets if not each.denied]
        taken += [f"({each.text(word)} ^ {_mask(em, whole, word)})" for each in self.sets if each.denied]
        if self.within != range(self.board.size):
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
    for test in tests:
        asked = question(test, position) if sure else None
        over = None if asked is None else em.board_at(asked.cell.base)
        same = over is not None and (board is None or (board.size, board.start) == (over.size, over.start))
        span = None if over is None or not same else over.positions(numbers)
        if asked is not None and over is not None and span is not None:
            words = _answer(em, asked, over, value)
            if words is not None:
                board, within = board or over, span
                sets.append(words)
                continue
        rest.append(test)
        sure = sure and not fails(test, known)
    return None if board is None else Selection(board, within, tuple(sets), tuple(rest))


def _answer(em: Emission, asked: Question, board: Bitboard, value: ValueText) -> Words | None:
    """The set of positions for which a question is answered with yes; None where that cannot be told, or may fail."""
    outer = asked.cell.axes[:-1]
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
    fixed, terms = board.first, list[str]()
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
    start = f" + {chosen.board.start}" if chosen.board.start else ""
    word = em.writer.fresh("b")
    em.writer.line(f"{word} = {chosen.text(em, '0')}")
    if chosen.board.words == 1:
        with em.loop(f"while {word} != U(0):"):
            em.writer.line(f"{name} = lowest({word}){start}")
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
        em.writer.line(f"{name} = lowest({word}) + {number} * 64{start}")
        em.writer.line(f"{word} &= {word} - U(1)")
        yield


def row_test(
    em: Emission, source: Row, slot: int, test: Expr, number: Callable[[], str], value: ValueText
) -> tuple[str, str] | None:
    """The texts of whether some, and whether all elements of a row pass a test; None where no bitboard tells that.

    *number* writes what gives the number of the row.
    """
    asked = question(test, Slot(slot)) if em.boards else None
    board = None if asked is None else em.board_at(asked.cell.base)
    rows = em.program.rows[source.rows]
    if asked is None or board is None:
        return None
    if any(not board.start <= each < board.start + board.size for row in rows for each in row):
        return None
    words = _answer(em, asked, board, value)
    if words is None:
        return None
    masks = em.words(tuple(word for row in rows for word in board.whole_of(row)))
    first = number()
    some, every = list[str](), list[str]()
    for word in range(board.words):
        spot = first if board.words == 1 else f"{first} * {board.words} + {word}"
        mask = f"{masks}[{at(spot)}]"
        both = f"({words.text(str(word))} & {mask})"
        some.append(f"{both} != {mask}" if words.denied else f"{both} != U(0)")
        every.append(f"{both} == U(0)" if words.denied else f"{both} == {mask}")
    return f"({' or '.join(some)})", f"({' and '.join(every)})"


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
