"""Texts for sets of positions that bitboards tell: which positions pass some tests, all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from operator import ge

from attrs import frozen

from ...interpreter.core import reasons
from ...program import ir
from ...program.intervals import Bounds
from ...program.ops import fails, nodes
from ...program.ranges import Known
from .bitboards import VALUES, Bitboard, Question, attribute, combined, question
from .context import Emission, at


@frozen
class Texts:
    """What gives the text of a value, of a test, of the number of a row, and of an index, one of *what* in a *sentence*; and the
    variables that hold the words of a set of elements below a number, where words tell it.
    """

    value: Callable[[Emission, ir.Expr], str]
    test: Callable[[Emission, ir.Expr], str]
    row: Callable[[Emission, ir.Row], str]
    index: Callable[[Emission, ir.Axis, str, int], str]
    held: Callable[[Emission, ir.Set, int], tuple[str, ...] | None]


@frozen
class Words:
    """A set of positions whose words are in *z*: the text of the number of the first one."""

    base: str

    def text(self, em: Emission, word: str) -> str:
        """The text of one of its words."""
        spot = self.base if word == "0" else f"{self.base} + {word}"
        return f"z[{at(spot)}]"


@frozen
class Masks:
    """Sets of positions that do not change, one after another: their words, the text of the number of the one that is meant, and
    how many words each has.
    """

    numbers: tuple[int, ...]
    which: str
    words: int

    def text(self, em: Emission, word: str) -> str:
        """The text of a word of the set that is meant."""
        if self.which.isdigit():
            first = int(self.which) * self.words
            return _mask(em, self.numbers[first : first + self.words], word)
        spot = self.which if self.words == 1 else f"{self.which} * {self.words} + {word}"
        return f"{em.words(self.numbers)}[{at(spot)}]"


@frozen
class Held:
    """A set of positions whose words are variables."""

    words: tuple[str, ...]

    def text(self, em: Emission, word: str) -> str:
        """The text of one of its words."""
        if word.isdigit() or len(self.words) == 1:
            return self.words[int(word) if word.isdigit() else 0]
        tests = "".join(f"{one} if {word} == {number} else " for number, one in enumerate(self.words[:-1]))
        return f"({tests}{self.words[-1]})"


@frozen
class Classes:
    """The positions that pass a test of something written on them: for each value that is written on some, its positions, and the
    text of whether the test holds for the value.
    """

    each: tuple[tuple[Masks, str], ...]

    def text(self, em: Emission, word: str) -> str:
        """The text of one of its words."""
        return f"({' | '.join(f'({mask.text(em, word)} if {holds} else U(0))' for mask, holds in self.each)})"


@frozen
class Denied:
    """The positions of a board that are not in a set."""

    inside: Told
    whole: tuple[int, ...]

    def text(self, em: Emission, word: str) -> str:
        """The text of one of its words."""
        return f"({self.inside.text(em, word)} ^ {_mask(em, self.whole, word)})"


@frozen
class Joined:
    """The positions that are in all of several sets, or in any of them."""

    several: tuple[Told, ...]
    sign: str

    def text(self, em: Emission, word: str) -> str:
        """The text of one of its words."""
        return f"({f' {self.sign} '.join(each.text(em, word) for each in self.several)})"


Told = Words | Masks | Held | Classes | Denied | Joined
"""A set of positions, which gives the text of each of its words."""


@frozen
class Way:
    """How a table leads from what is gone through to positions, and back: one position for each, ascending.

    The other indices of the table pick a row; *masks* are the positions that each row leads to, and *back* tells for each
    position where it comes from.
    """

    through: ir.Lookup
    masks: Masks
    back: tuple[int, ...]


@frozen
class Selection:
    """The positions of a board that are in some sets at once, one set at least, and the tests that are still to be made for each.

    What is gone through are the positions *among* those of the board, or what leads to them by a way.
    """

    board: Bitboard
    among: Masks | Held | None
    sets: tuple[Told, ...]
    rest: tuple[ir.Expr, ...]
    way: Way | None

    def element(self, em: Emission, place: str) -> str:
        """The text of what is gone through, for the text of a position counted from 0."""
        if self.way is not None:
            return f"{em.table(self.way.back)}[{at(place)}]"
        return f"{place} + {self.board.start}" if self.board.start else place

    def text(self, em: Emission, word: str) -> str:
        """The text of a word in which the bits of these positions are set."""
        taken = [each.text(em, word) for each in self.sets]
        among = self.among if self.way is None else self.way.masks
        if among is not None:
            taken.append(among.text(em, word))
        return taken[0] if len(taken) == 1 else f"({' & '.join(taken)})"

    def every_word(self, em: Emission) -> list[str]:
        """The texts of all words."""
        return [self.text(em, str(word)) for word in range(self.board.words)]


def _mask(em: Emission, words: tuple[int, ...], word: str) -> str:
    if word.isdigit():
        return f"U({words[int(word)]})"
    return f"{em.words(words)}[{at(word)}]"


def selection(em: Emission, source: ir.Set, position: ir.Target, tests: Sequence[ir.Expr], texts: Texts) -> Selection | None:
    """The elements of a set that pass the tests; None where no bitboard tells any of them.

    The set is one of all numbers from one to another, or a row in ascending order. What cannot be told so is left to be tested,
    in order: nothing is passed over that could fail.
    """
    through = _gone_through(em, source)
    asked = None if through is None else next((found for test in tests for found in _questions(em, test, position)), None)
    board = None if asked is None else em.board_at(asked.cell.base)
    if through is None or asked is None or board is None:
        return None
    way = None if asked.through is None else _way(em, asked.through, board, position, through, texts)
    if way is None and (asked.through is not None or not _fits(through, board)):
        return None
    known = em.known
    match position:
        case ir.Slot(index):
            known = known.binding(index, known.elements(source))
    telling = _Telling(em, position, board, way, texts, known)
    sets, rest, sure = list[Told](), list[ir.Expr](), True
    for test in tests:
        told = telling.told(test) if sure else None
        if told is not None:
            sets.append(told)
            continue
        rest.append(test)
        sure = sure and not fails(test, known)
    if not sets:
        return None
    among = None if way is not None else _among(em, source, through, board, texts)
    if among is None and isinstance(source, ir.Connected | ir.Around):
        return None
    return Selection(board, among, tuple(sets), tuple(rest), way)


def _questions(em: Emission, test: ir.Expr, position: ir.Target) -> Iterator[Question]:
    """The questions in a test that a bitboard may answer."""
    for node in nodes((test,)):
        asked = question(node, position)
        if asked is not None and em.board_at(asked.cell.base) is not None:
            yield asked


@frozen
class _Telling:
    """What tests are told with: a board, and the way to its positions from what is gone through."""

    em: Emission
    position: ir.Target
    board: Bitboard
    way: Way | None
    texts: Texts
    known: Known

    def told(self, test: ir.Expr) -> Told | None:
        """The positions that pass a test; None where that cannot be told, or where the test may fail."""
        asked = question(test, self.position)
        found = None if asked is None else self.answered(asked)
        lookup = attribute(test, self.position) if found is None and self.way is None else None
        if lookup is not None and not fails(test, self.known):
            found = _written(self.em, self.board, test, lookup, self.position, self.texts)
        how = combined(test)
        if found is not None or how is None:
            return found
        several = [told for told in map(self.told, how.parts) if told is not None]
        if len(several) < len(how.parts):
            return None
        if how.denied:
            return Denied(several[0], self.board.whole(range(self.board.size)))
        return Joined(tuple(several), "&" if how.every else "|")

    def answered(self, asked: Question) -> Told | None:
        """The positions for which a question is answered with yes."""
        over = self.em.board_at(asked.cell.base)
        if over is None or (self.board.size, self.board.start) != (over.size, over.start):
            return None
        if (None if self.way is None else self.way.through) != asked.through:
            return None
        return _answer(self.em, asked, over, self.texts)


Rows = tuple[tuple[int, ...], ...]


def _gone_through(em: Emission, source: ir.Set) -> range | Rows | None:
    """The numbers of a range, or the rows of which one is gone through; None for another set, or where a row does not ascend."""
    match source:
        case ir.Range(ir.Number(low), ir.Number(high)) if em.boards and low <= high:
            return range(low, high + 1)
        case ir.Connected(rows=number) | ir.Around(rows=number) if em.boards:
            return range(len(em.program.rows[number]))
        case ir.Row(number) if em.boards:
            rows = em.program.rows[number]
            return None if any(any(map(ge, row, row[1:])) for row in rows) else rows
        case _:
            return None


def _fits(through: range | Rows, board: Bitboard) -> bool:
    """Whether all that is gone through are positions of the board."""
    if isinstance(through, range):
        return board.positions(through) is not None
    return all(board.start <= each < board.start + board.size for row in through for each in row)


def _among(em: Emission, source: ir.Set, through: range | Rows, board: Bitboard, texts: Texts) -> Masks | Held | None:
    """The positions that are gone through; None where they are all of the board, or where words do not tell a set of links."""
    match source, through:
        case ((ir.Connected() | ir.Around()), range()):
            whole = (board.start, board.size) == (0, len(through))
            words = texts.held(em, source, board.size) if whole else None
            return None if words is None else Held(words)
        case ir.Row(), tuple():
            masks = tuple(word for row in through for word in board.whole_of(row))
            return Masks(masks, em.atom(texts.row(em, source)), board.words)
        case _, range():
            within = board.positions(through)
            if within is None or within == range(board.size):
                return None
            return Masks(board.whole(within), "0", board.words)
        case _:
            raise TypeError("a range or a row is gone through")


def _written(em: Emission, board: Bitboard, test: ir.Expr, lookup: ir.Lookup, position: ir.Target, texts: Texts) -> Told | None:
    """The positions that pass a test of what a table says of them; None where there are many values, or the test needs lines of
    its own.
    """
    (moving,) = (axis for axis in lookup.axes if axis.at == position)
    table = em.program.tables[lookup.table]
    start = sum((axis.at.value - axis.low) * axis.stride for axis in lookup.axes if isinstance(axis.at, ir.Number))
    first = board.start - moving.low
    if first < 0 or first + board.size > moving.size:
        return None
    by_value: dict[int, list[int]] = {}
    for place in range(board.size):
        by_value.setdefault(table[start + (first + place) * moving.stride], []).append(board.start + place)
    wanted = _wanted(em, test, lookup)
    if wanted is not None and ir.NOTHING not in by_value and max(by_value) - min(by_value) < MOST_CLASSES:
        return _equal(em, board, by_value, *wanted, texts)
    if len(by_value) > VALUES:
        return None
    found = list[tuple[Masks, str]]()
    for number, elements in sorted(by_value.items()):
        with em.written_as(lookup, str(number)):
            with em.writer.aside() as lines, em.unchecked():
                holds = texts.test(em, test)
            if lines:
                return None
            if em.module.checked:
                holds = texts.test(em, test)
        found.append((Masks(board.whole_of(tuple(elements)), "0", board.words), holds))
    return Classes(tuple((mask, em.atom(f"({holds})")) for mask, holds in found))


MOST_CLASSES = 64
"""What is written on positions is looked up by its value where its values are not further apart than this."""


def _wanted(em: Emission, test: ir.Expr, lookup: ir.Lookup) -> tuple[ir.Expr, bool] | None:
    """What the entry of a table must be, or must not be, for the test to hold; None for any other test."""
    match test:
        case ir.Not(inside):
            found = _wanted(em, inside, lookup)
            return None if found is None else (found[0], not found[1])
        case ir.Comparison(ir.Relation.EQUAL | ir.Relation.DIFFERENT as how, left, right) if lookup in (left, right):
            other = right if left == lookup else left
            apart = all(node != lookup for node in nodes((other,)))
            return (other, how is ir.Relation.DIFFERENT) if apart and not em.known.value(other).absent else None
        case _:
            return None


def _equal(em: Emission, board: Bitboard, by_value: dict[int, list[int]], wanted: ir.Expr, denied: bool, texts: Texts) -> Told:
    """The positions on which a value is written, or is not."""
    low, high = min(by_value), max(by_value)
    # none are those behind the last, for a value that is written nowhere
    rows = [board.whole_of(tuple(by_value.get(number, ()))) for number in range(low, high + 2)]
    which = em.atom(texts.value(em, wanted))
    if which.lstrip("-").isdigit():
        which = str(int(which) - low if low <= int(which) <= high else high + 1 - low)
    else:
        inside = f"{which} - {low}" if low else which
        within = em.proven(em.known.value(wanted).within(low, high))
        which = em.atom(inside if within else f"{inside} if {low} <= {which} <= {high} else {high + 1 - low}")
    masks = Masks(tuple(word for row in rows for word in row), which, board.words)
    return Denied(masks, board.whole(range(board.size))) if denied else masks


def _way(
    em: Emission, through: ir.Lookup, board: Bitboard, position: ir.Target, numbers: range | Rows, texts: Texts
) -> Way | None:
    """The way through a table; None where it does not lead to one position for each number, ascending, or may fail."""
    if not isinstance(numbers, range):
        return None
    (moving,) = (axis for axis in through.axes if axis.at == position)
    others = [axis for axis in through.axes if axis.at != position]
    if numbers[0] < moving.low or numbers[-1] >= moving.low + moving.size:
        return None
    if any(fails(axis.at, em.known) for axis in others):
        return None
    if not all(em.known.value(axis.at).within(axis.low, axis.low + axis.size - 1) for axis in others):
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
    fixed, terms, worth, varying = 0, list[str](), 1, list[tuple[ir.Axis, int]]()
    for axis in reversed(others):
        match axis.at:
            case ir.Number(index):
                fixed += (index - axis.low) * worth
            case _:
                fixed -= axis.low * worth
                varying.append((axis, worth))
        worth *= axis.size
    inverse = tuple(max(0, each) for each in back)
    if len(varying) == 1:
        led = _led(em, tuple(masks), board.words, fixed, *varying[0])
        if led is not None:
            texts.index(em, varying[0][0], through.what, through.sentence)  # nothing but a check, where everything is checked
            return Way(through, led, inverse)
    for axis, each in varying:
        text = em.atom(texts.index(em, axis, through.what, through.sentence))
        terms.append(text if each == 1 else f"{text} * {each}")
    row_text = str(fixed) if not terms else em.atom(" + ".join([*terms, str(fixed)]).replace("+ -", "- "), "a")
    return Way(through, Masks(tuple(masks), row_text, board.words), inverse)


def _led(em: Emission, masks: tuple[int, ...], words: int, fixed: int, axis: ir.Axis, worth: int) -> Masks | None:
    """The masks by the position that has given the index of an axis; None where none has."""
    lead = next((each for each in em.leads if axis.at == ir.Slot(each.slot)), None)
    if lead is None or len(lead.back) > MOST_CLASSES:
        return None
    # only positions from which nothing leads here lead elsewhere: the index is known to be within the table
    rows = [min(max(0, fixed + entry * worth), len(masks) // words - 1) for entry in lead.back]
    return Masks(tuple(mask for row in rows for mask in masks[row * words : (row + 1) * words]), lead.position, words)


def _answer(em: Emission, asked: Question, board: Bitboard, texts: Texts) -> Told | None:
    """The set of positions for which a question is answered with yes; None where that cannot be told, or may fail."""
    outer, group = asked.cell.axes[:-1], board.group_of(asked.cell)
    if group is None:
        return None
    for axis in outer:
        if fails(axis.at, em.known) or not em.known.value(axis.at).within(axis.low, axis.low + axis.size - 1):
            return None
    denied = asked.denied
    if board.truth:
        match asked.value:
            case None | ir.Number(1):
                number = "0"
            case ir.Number(0):
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
        nothing = asked.value == ir.Number(ir.NOTHING)
        if not nothing and not present.within(board.low, board.high):
            return None
        text = em.atom(texts.value(em, asked.value))
        if em.module.checked and not text.lstrip("-").isdigit():
            outside = f"{text} < {board.low} or {text} > {board.high}"
            if bounds.absent:
                outside = f"({outside}) and {text} != {ir.NOTHING}"
            em.fault_if(outside, asked.cell.sentence, reasons.misplaced(asked.cell.what), text)
        number = board.number_of(text, bounds.absent)
    fixed, terms = board.first + group * board.sets * board.words, list[str]()
    for axis in outer:
        worth = axis.stride // board.size * board.sets * board.words
        match axis.at:
            case ir.Number(index):
                fixed += (index - axis.low) * worth
            case _:
                fixed -= axis.low * worth
                spot = em.atom(texts.index(em, axis, asked.cell.what, asked.cell.sentence))
                terms.append(f"{spot} * {worth}")
    if number.isdigit():
        fixed += int(number) * board.words
    else:
        terms.append(number if board.words == 1 else f"{number} * {board.words}")
    text = " + ".join([str(fixed), *terms])
    words = Words(text if not terms else em.atom(text, "a"))
    return Denied(words, board.whole(range(board.size))) if denied else words


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


def asked_of_row(em: Emission, expr: ir.Expr) -> tuple[ir.Row, Question, Bitboard] | None:
    """The row, the question and the bitboard where an expression asks whether some or all elements of a row hold a value."""
    match expr:
        case ir.Fold(ir.FoldKind.ANY | ir.FoldKind.EVERY, slot, ir.Row() as row, None, value) if em.boards:
            asked = question(value, ir.Slot(slot))
        case _:
            return None
    board = None if asked is None or asked.through is not None else em.board_at(asked.cell.base)
    return None if asked is None or board is None else (row, asked, board)


def row_test(em: Emission, expr: ir.Fold, texts: Texts) -> str | None:
    """The text of whether some, or all elements of a row hold a value; None where no bitboard tells that."""
    found = asked_of_row(em, expr)
    if found is None:
        return None
    source, asked, board = found
    rows = em.program.rows[source.rows]
    if any(not board.start <= each < board.start + board.size for row in rows for each in row):
        return None
    words = _answer(em, asked, board, texts)
    if words is None:
        return None
    denied = isinstance(words, Denied)
    held = words.inside if isinstance(words, Denied) else words
    masks = em.words(tuple(word for row in rows for word in board.whole_of(row)))
    first = texts.row(em, source)
    some = expr.kind is ir.FoldKind.ANY
    tests = []
    for word in range(board.words):
        spot = first if board.words == 1 else f"{first} * {board.words} + {word}"
        mask = f"{masks}[{at(spot)}]"
        both = f"({held.text(em, str(word))} & {mask})"
        # the words hold the elements with the value: where that is denied, some other is one that they lack
        against = "U(0)" if some != denied else mask
        tests.append(f"{both} {'!=' if some else '=='} {against}")
    return f"({(' or ' if some else ' and ').join(tests)})"


def lines_test(em: Emission, expr: ir.Fold, texts: Texts) -> str | None:
    """The text of whether all elements of some row hold a value, or some of every row, for rows that are one shape moved about,
    or a few: all rows of a shape are tested at once, by moving the word. None where that cannot be told, or takes longer.
    """
    any_of = expr.kind is ir.FoldKind.ANY
    match expr:
        case ir.Fold(
            source=ir.Range(ir.Number(low), ir.Number(high)), where=None, value=ir.Fold(source=ir.Row(at=ir.Slot(slot))) as inner
        ):
            found = asked_of_row(em, inner)
        case _:
            return None
    if found is None or slot != expr.slot or inner.kind is expr.kind:
        return None
    source, asked, board = found
    rows = em.program.rows[source.rows]
    named = nodes((*(axis.at for axis in asked.cell.axes), *(() if asked.value is None else (asked.value,))))
    if board.words > 1 or low < 0 or high >= len(rows) or any(node == ir.Slot(expr.slot) for node in named):
        return None
    shapes = _shapes(rows[low : high + 1], board)
    if shapes is None or sum(2 * sum(map(len, moves(shape))) + 1 for shape in shapes) > high - low:
        return None
    held = _answer(em, asked, board, texts)
    if held is None:
        return None
    if not any_of:
        held = held.inside if isinstance(held, Denied) else Denied(held, board.whole(range(board.size)))
    whole = em.atom(held.text(em, "0"), "b")
    tests = []
    for shape, starts in shapes.items():
        word = whole
        for step in moves(shape):
            word = em.atom(" & ".join([word, *(f"({word} >> U({distance}))" for distance in step)]), "b")
        tests.append(f"({word} & U({starts}))")
    met = f"({' | '.join(tests)}) != U(0)"
    return f"({met})" if any_of else f"(not ({met}))"


def _shapes(rows: Rows, board: Bitboard) -> dict[tuple[int, ...], int] | None:
    """For each shape of a row, which is how far its positions are from the first one, the bits where such a row begins; None for
    a row that is empty, or leaves the board.
    """
    found: dict[tuple[int, ...], int] = {}
    for row in rows:
        bits = sorted({each - board.start for each in row})
        if not bits or bits[0] < 0 or bits[-1] >= board.size:
            return None
        shape = tuple(bit - bits[0] for bit in bits)
        found[shape] = found.get(shape, 0) | 1 << bits[0]
    return found


def moves(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The distances by which a word is moved down and joined with itself, one step after another, so that the bits are left from
    which on the whole shape is set: a shape that is another one twice takes one step more than that one.
    """
    for distance in shape[1:]:
        half = _half(shape, distance)
        if half is not None:
            return [(distance,), *moves(half)]
    return [shape[1:]] if len(shape) > 1 else []


def _half(shape: tuple[int, ...], distance: int) -> tuple[int, ...] | None:
    """The shape that is the other one together with itself moved by the distance; None where there is none."""
    found, left = list[int](), set(shape)
    for place in shape:
        if place in left:
            if place + distance not in left:
                return None
            left -= {place, place + distance}
            found.append(place)
    return tuple(found)


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
