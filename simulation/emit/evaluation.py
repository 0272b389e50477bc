"""A linear evaluation of a position: which of its weights count there, and the functions that add them up.

A position has one weight in use of each of these:

- the turn: at which stop play waits, and which seat is asked;
- every value and every element of an array: what it is. Arrays over the spaces of one board are read together, so that what lies
  on a space and whose it is count as one value, and a truth counts for itself;
- every window on a board (`windows.py`): what lies on its spaces, as one value.

Zones count by how many cards lie in them, and how many loose ones of each kind. What is remembered, the clock of `longest` and
names local to phases do not count. A number counts exactly in a range of `NUMBERS`, and beyond it as its ends.

Weights are thousandths of a logit: of the logarithm of the odds that the first of two players wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod

from attrs import frozen

from ...program import ir
from ...program.ops import asks
from .windows import Window, windows
from .writer import Writer

VERSION = 1
"""The version of the layout. It changes where weights would mean something else than before."""

NUMBERS = 128
"""Of the values of a place so many count each for itself."""

TOGETHER = 64
"""Arrays are read together as long as they have so many values together at most."""

SEVERAL = 250
"""The spaces of a window have so many values together at most."""

MOST = 2**16
"""An evaluation has so many weights at most; windows, then arrays are left out that would make more."""


@frozen
class Part:
    """An array as it is read, one value in each element: from slot *base* on, the next *stride* slots further.

    The value counts from 0: first `nothing` where it is *optional*, then the numbers from *low* on, *size* in all. Where the
    rules allow others too (*clipped*), these count as the nearest. *place* is the number of what is declared in `Program.places`,
    None for the cards of a zone.
    """

    base: int
    stride: int
    low: int
    size: int
    optional: bool
    clipped: bool
    place: int | None

    def number(self, value: int) -> int:
        """What a value counts as."""
        if value == ir.NOTHING:
            return 0
        return min(max(value - self.low + self.optional, int(self.optional)), self.size - 1)

    def text(self, element: str) -> str:
        """The text of the value in the element with that number."""
        where = f"{self.base} + {element}" if self.stride == 1 else f"{self.base} + {element} * {self.stride}"
        slot = f"s[U({where})]"
        first = self.low - self.optional
        value = f"{slot} - {first}" if first > 0 else f"{slot} + {-first}" if first else slot
        if self.clipped:
            value = f"min(max({value}, {int(self.optional)}), {self.size - 1})"
        return f"(0 if {slot} == {ir.NOTHING} else {value})" if self.optional else value


@frozen
class Group:
    """Arrays of *count* elements that are read together: an element has one value of all *parts*, the first counts most.

    The weights of an element lie together, from `first + element * values` on. *board* is the number of the board whose spaces
    the elements are, None where they are none. *cell* is where its values lie in the scratch row.
    """

    parts: tuple[Part, ...]
    count: int
    first: int
    board: int | None
    cell: int

    @property
    def values(self) -> int:
        """How many values an element may have."""
        return prod(part.size for part in self.parts)

    @property
    def empties(self) -> bool:
        """Whether something may lie on an element, or nothing."""
        return any(part.optional for part in self.parts)

    def lines(self, element: str) -> list[str]:
        """The lines that work out the value *x* of an element."""
        head, *rest = (part.text(element) for part in self.parts)
        return [f"x = {head}", *(f"x = x * {part.size} + {text}" for part, text in zip(self.parts[1:], rest, strict=True))]

    def value_in(self, vector: Sequence[int], element: int) -> int:
        """The value of an element in a vector, as `lines` works it out."""
        found = 0
        for part in self.parts:
            found = found * part.size + part.number(vector[part.base + element * part.stride])
        return found

    def emptied(self) -> str:
        """The text of the value of an element with the value *x*, once nothing lies on it."""
        kept, found = 1, list[str]()
        for part in reversed(self.parts):
            if not part.optional:
                found.append(f"x // {kept} % {part.size} * {kept}")
            kept *= part.size
        return " + ".join(found) or "0"


@frozen
class Windowed:
    """Windows of one shape on the elements of `groups[group]`. The weights of a window lie together, from *first* on; of its
    elements the first counts most.
    """

    group: int
    windows: tuple[Window, ...]
    values: int
    first: int

    @property
    def length(self) -> int:
        """How many elements a window has."""
        return len(self.windows[0])

    @property
    def offsets(self) -> tuple[int, ...] | None:
        """How far the elements of every window lie behind its first one; None where that is not always the same."""
        found = {tuple(element - window[0] for element in window) for window in self.windows}
        return found.pop() if len(found) == 1 else None


@frozen
class Evaluation:
    """The layout of the weights of a Program: *weights* in all, of which *features* are in use in a position. The scratch row has
    *cells* numbers. The weights of the turn come first: for each stop, 0 first, one for each seat.
    """

    program: ir.Program
    groups: tuple[Group, ...]
    windowed: tuple[Windowed, ...]
    weights: int

    @property
    def features(self) -> int:
        """How many weights are in use in a position."""
        return 1 + sum(group.count for group in self.groups) + sum(len(each.windows) for each in self.windowed)

    @property
    def cells(self) -> int:
        """The length of the scratch row."""
        return max([1, *(group.cell + group.count for group in self.groups)])

    def value_text(self) -> str:
        """Tables and functions in the restricted text of emitted code, up to `evaluate(s, q, wt)`: what the position is worth to
        the first player; `q` is the scratch row, `wt` has the weights.
        """
        return _text([self._turn(), self._evaluate()], self.windowed)

    def text(self) -> str:
        """The same, and:

        - `features(s, out)`: writes which weights are in use;
        - `gain(s, wt, code, side)`: what an option seems to take for a player: the worth of a space that it names once nothing
          lies there, less that now; of two spaces the better one, 0 where it is worse.
        """
        return _text([self._turn(), self._evaluate(), self._features(), *self._emptied(), self._gain()], self.windowed)

    def _turn(self) -> list[str]:
        writer, seats = Writer(), len(self.program.seats)
        with writer.block("def turn(s: Slots) -> int:"):
            for op in asks(self.program):
                if isinstance(op.actor, ir.Slot | ir.Number):
                    seat = str(op.actor.value) if isinstance(op.actor, ir.Number) else f"s[{op.actor.index}]"
                    with writer.block(f"if s[0] == {op.stop}:"):
                        writer.line(f"return {op.stop * seats} + min(max({seat}, 0), {seats - 1})")
            writer.line(f"return s[0] * {seats}")
        return writer.lines

    def _evaluate(self) -> list[str]:
        writer, looked_at = Writer(), {each.group for each in self.windowed}
        with writer.block("def evaluate(s: Slots, q: Numbers, wt: Numbers) -> int:"):
            writer.line("v = wt[U(turn(s))]")
            for number, group in enumerate(self.groups):
                with writer.block(f"for i in range({group.count}):"):
                    for line in group.lines("i"):
                        writer.line(line)
                    if number in looked_at:
                        writer.line(f"q[U({group.cell} + i)] = x")
                    writer.line(f"v += wt[U({group.first} + i * {group.values} + x)]")
            for number, each in enumerate(self.windowed):

                def value(element: str, cell: int = self.groups[each.group].cell) -> str:
                    return f"q[U({cell} + {element})]"

                self._each_window(writer, number, each, value, "v += wt[U({})]")
            writer.line("return v")
        return writer.lines

    def _features(self) -> list[str]:
        writer, at, begins = Writer(), 1, list[int]()
        with writer.block("def features(s: Slots, out: Slots) -> None:"):
            writer.line("out[0] = turn(s)")
            for group in self.groups:
                begins.append(at)
                with writer.block(f"for i in range({group.count}):"):
                    for line in group.lines("i"):
                        writer.line(line)
                    writer.line(f"out[U({at} + i)] = {group.first} + i * {group.values} + x")
                at += group.count
            for number, each in enumerate(self.windowed):
                group, begin = self.groups[each.group], begins[each.group]

                def value(element: str, group: Group = group, begin: int = begin) -> str:
                    return f"(out[U({begin} + {element})] - {group.first} - ({element}) * {group.values})"

                self._each_window(writer, number, each, value, f"out[U({at} + i)] = {{}}")
                at += len(each.windows)
        return writer.lines

    def _each_window(self, writer: Writer, number: int, each: Windowed, value: Callable[[str], str], line: str) -> None:
        """Writes the *line*, with the number of the weight of a window put in, for every window; *value* gives the text of the
        value of an element.
        """
        several, offsets, length = self.groups[each.group].values, each.offsets, each.length
        with writer.block(f"for i in range({len(each.windows)}):"):
            writer.line(f"c = WINDOWS{number}[U({'i' if offsets is not None else f'i * {length}'})]")
            writer.line(f"x = {value('c')}")
            for at in range(1, length):
                if offsets is None:
                    writer.line(f"c = WINDOWS{number}[U(i * {length} + {at})]")
                    writer.line(f"x = x * {several} + {value('c')}")
                else:
                    writer.line(f"x = x * {several} + {value(f'c + {offsets[at]}')}")
            writer.line(line.format(f"{each.first} + i * {each.values} + x"))

    def _emptied(self) -> Iterator[list[str]]:
        """For each board on which something may lie, the function of what the first player gains when a space is emptied."""
        for board in self._boards():
            writer = Writer()
            with writer.block(f"def emptied{board}(s: Slots, wt: Numbers, i: int) -> int:"):
                writer.line("v = 0")
                for group in self.groups:
                    if group.board == board and group.empties:
                        for line in group.lines("i"):
                            writer.line(line)
                        first = f"{group.first} + i * {group.values}"
                        writer.line(f"v += wt[U({first} + {group.emptied()})] - wt[U({first} + x)]")
                writer.line("return v")
            yield writer.lines

    def _boards(self) -> tuple[int, ...]:
        found = (group.board for group in self.groups if group.empties)
        return tuple(dict.fromkeys(board for board in found if board is not None))

    def _gain(self) -> list[str]:
        writer = Writer()
        with writer.block("def gain(s: Slots, wt: Numbers, code: int, side: int) -> int:"):
            writer.line("v = 0")
            writer.line("sign = 1 if side == 0 else -1")
            for op in asks(self.program):
                for alternative in op.alternatives:
                    named = list(self._named(alternative))[-2:]
                    if named:
                        first, last = alternative.code, alternative.code + alternative.size
                        with writer.block(f"if code >= {first} and code < {last}:"):
                            for board, stride, size in named:
                                space = f"S(U(code - {first}) // U({stride}) % U({size}))"
                                writer.line(f"v = max(v, sign * emptied{board}(s, wt, {space}))")
            writer.line("return v")
        return writer.lines

    def _named(self, alternative: ir.Alternative) -> Iterator[tuple[int, int, int]]:
        """The spaces that options of this alternative name: the board of each, and how codes count it (stride and size)."""
        stride = alternative.size
        for parameter in alternative.parameters:
            stride //= parameter.size
            for board in self._boards():
                found = self.program.boards[board]
                if parameter.domain == found.domain and parameter.size == len(found.points):
                    yield board, stride, parameter.size


def _text(functions: Iterable[Sequence[str]], windowed: Sequence[Windowed]) -> str:
    tables = [f"WINDOWS{at} = table({_starts(each)!r})" for at, each in enumerate(windowed)]
    return "\n\n\n".join(["\n".join(tables), *("\n".join(lines) for lines in functions)]).lstrip("\n") + "\n"


def _starts(each: Windowed) -> tuple[int, ...]:
    """What is looked up of windows: their first elements, or all where these do not tell the others."""
    if each.offsets is not None:
        return tuple(window[0] for window in each.windows)
    return tuple(element for window in each.windows for element in window)


def evaluation(program: ir.Program) -> Evaluation:
    """The layout of the weights of a Program, the same for equal Programs."""
    return program.cached(_evaluation)


def _evaluation(program: ir.Program) -> Evaluation:
    groups, windowed, weights, cells = list[Group](), list[Windowed](), (program.stops + 1) * len(program.seats), 0
    for board, count, parts in (*_on_boards(program), *_elsewhere(program)):
        group = Group(parts, count, weights, board, cells)
        if weights + count * group.values <= MOST:
            groups.append(group)
            weights += count * group.values
            cells += count
    for number, group in enumerate(groups):
        if group.board is not None and (_is_valued(group) or not any(_is_valued(one) for one in _beside(groups, group))):
            found = _fitting(program.boards[group.board], group.values, MOST - weights)
            for each in found:
                values = group.values ** len(each[0])
                windowed.append(Windowed(number, each, values, weights))
                weights += len(each) * values
    return Evaluation(program, tuple(groups), tuple(windowed), weights)


def _beside(groups: list[Group], group: Group) -> Iterator[Group]:
    return (one for one in groups if one.board == group.board)


def _is_valued(group: Group) -> bool:
    """Whether an element has more to tell than a truth."""
    return group.values > 2


def _fitting(board: ir.Board, values: int, room: int) -> tuple[tuple[Window, ...], ...]:
    """The longest windows on a board whose weights there is room for."""
    length = 1
    while values ** (length + 1) <= SEVERAL:
        length += 1
    for tried in range(length, 1, -1):
        found = windows(board, tried)
        if sum(len(each) * values ** len(each[0]) for each in found) <= room:
            return found
    return ()


Arrays = tuple[int | None, int, tuple[Part, ...]]
"""Arrays that are read together: the board on whose spaces they lie, how many elements they have, and the parts."""


def _on_boards(program: ir.Program) -> Iterator[Arrays]:
    """The arrays over the spaces of boards: the values together, then each truth; truths together where nothing else is."""
    for number, board in enumerate(program.boards):
        valued, truths = list[Part](), list[Part]()
        for at, place in enumerate(program.places):
            axis = _axis(place, board)
            if axis is not None:
                (truths if place.truth else valued).extend(_parts(program, at, axis))
        count = len(board.points)
        for parts in _joined(valued):
            yield number, count, parts
        for parts in [(part,) for part in truths] if valued else _joined(truths):
            yield number, count, parts


def _axis(place: ir.Place, board: ir.Board) -> ir.Extent | None:
    """The index of the place that runs over all spaces of the board."""
    over = (each for each in place.extents if board.domain in (each.domain, each.track) and each.size == len(board.points))
    return next(over, None)


def _joined(parts: Iterable[Part]) -> Iterator[tuple[Part, ...]]:
    """The parts in order, as many together as may be."""
    together = list[Part]()
    for part in parts:
        if together and prod(each.size for each in together) * part.size > TOGETHER:
            yield tuple(together)
            together = []
        together.append(part)
    if together:
        yield tuple(together)


def _parts(program: ir.Program, number: int, axis: ir.Extent) -> Iterator[Part]:
    """How the place with that number is read along one of its indices: a part for each combination of the others."""
    place = program.places[number]
    others = [[at * each.stride for at in range(each.size)] for each in place.extents if each is not axis]
    for offsets in product(*others):
        yield _part(program, place, number, place.base + sum(offsets), axis.stride)


def _part(program: ir.Program, place: ir.Place, number: int, base: int, stride: int) -> Part:
    if place.truth:
        return Part(base, stride, 0, 2, False, False, number)
    low, size = place.low, place.high - place.low + 1
    clipped = size > NUMBERS
    if clipped:
        low, size = max(low, min(max(program.start[base], low) - NUMBERS // 2, place.high - NUMBERS + 1)), NUMBERS
    return Part(base, stride, low, size + place.optional, place.optional, clipped, number)


def _elsewhere(program: ir.Program) -> Iterator[Arrays]:
    """Values and arrays that lie on no board, then the cards of zones."""
    for number, place in enumerate(program.places):
        if not any(_axis(place, board) for board in program.boards):
            *others, last = place.extents or (ir.Extent(None, 0, 1, 1),)
            for offsets in product(*([at * each.stride for at in range(each.size)] for each in others)):
                yield None, last.size, (_part(program, place, number, place.base + sum(offsets), last.stride),)
    for zone in program.zones:
        copies = program.decks[zone.deck].copies
        for base in zone.bases:
            for at, most in enumerate((sum(copies), *copies)):
                yield None, 1, (Part(base + at, 1, 0, min(most + 1, NUMBERS), False, most >= NUMBERS, None),)
