"""Symmetries of a game: how its boards can be turned over and its seats be exchanged so that it stays the same game.

What could be one follows from where spaces lie. What is one is found out by trying: in positions of random play, the image of a
position must offer as many options, and lead on to just the images of what the position itself leads on to. What does not hold
there is not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from math import gcd

from attrs import field, frozen

from ...interpreter.core.rng import Stream, Use, stream_start
from ...interpreter.core.runtime_errors import PlayError
from ...program import ir
from ...program.ops import everywhere
from ..search.alphabeta import AlphaBeta

POSITIONS, FULLY = 600, 40
"""In so many positions the numbers of options are compared, and in so many of them, and the last of each match, what options lead
to.
"""

MATCHES = 30
"""The positions come from so many random matches."""

LONGEST = 200
"""No later choice of a match is looked at."""

Permutation = tuple[int, ...]
"""For each space of a board, counted from 0, the space that it becomes."""

Vector = Sequence[int]

Point = tuple[int, ...]


@frozen
class Symmetry:
    """What becomes of the spaces of each board, and whether the two seats are exchanged."""

    spaces: tuple[Permutation, ...]
    swaps: bool


@frozen(eq=False)
class Image:
    """What a symmetry makes of a vector: the value of slot `a` goes to slot `to[a]`, and is changed as `values[a]` says."""

    to: tuple[int, ...]
    values: tuple[Callable[[int], int] | None, ...] = field(repr=False)

    def of(self, vector: Vector) -> list[int]:
        """The image of the vector."""
        found = [0] * len(vector)
        for slot, value in enumerate(vector):
            change = self.values[slot]
            found[self.to[slot]] = int(value) if change is None else change(int(value))
        return found


def symmetries(rules: AlphaBeta, beginning: Vector, seed: int) -> tuple[Symmetry, ...]:
    """The symmetries of a game that hold wherever they are tried, without the one that changes nothing.

    *rules*, without weights, carries out choices; *beginning* is the first position in which a seat is asked. Raises PlayError.
    """
    program = rules.program
    if program.zones:
        return ()
    some, last = _positions(rules, beginning, seed)
    offered = tuple(len(rules.options(position)) for position in some)
    fully = (*last, *some[:: max(1, len(some) // FULLY)])
    found = (each for each in _candidates(program) if not each.swaps or _mixes(rules, beginning, some))
    return tuple(each for each in found if _holds(rules, some, offered, fully, each))


def image(program: ir.Program, symmetry: Symmetry) -> Image:
    """What the symmetry makes of vectors: of declared things and of names; all other slots stay as they are."""
    to, values = [*range(program.slots)], list[Callable[[int], int] | None]([None] * program.slots)
    for place in program.places:
        for indices in product(*(range(extent.size) for extent in place.extents)):
            pairs = list(zip(place.extents, indices, strict=True))
            slot = place.base + sum(at * extent.stride for extent, at in pairs)
            moved = (_moved(program, symmetry, extent, at) * extent.stride for extent, at in pairs)
            to[slot], values[slot] = place.base + sum(moved), _changed(program, symmetry, place.domain)
    for name in program.names:
        if isinstance(name.target, ir.Slot):
            values[name.target.index] = _changed(program, symmetry, name.domain)
    for op in everywhere(program) if symmetry.swaps else ():
        match op:
            case ir.ForEach(target=ir.Slot(seat), stored=ir.Slot(stored)) if values[seat] is _other:
                # the loop goes on behind the place that the seat has among its elements
                values[stored + 1] = _next
            case _:
                pass
    return Image(tuple(to), tuple(values))


def _moved(program: ir.Program, symmetry: Symmetry, extent: ir.Extent, at: int) -> int:
    """The index, counted from 0, that takes the place of another."""
    if symmetry.swaps and extent.domain == ir.SEAT_DOMAIN:
        return 1 - at
    for board, spaces in zip(program.boards, symmetry.spaces, strict=True):
        if board.domain in (extent.domain, extent.track) and len(spaces) == extent.size:
            return spaces[at]
    return at


def _changed(program: ir.Program, symmetry: Symmetry, domain: int | None) -> Callable[[int], int] | None:
    """How values of that domain change; None where they do not."""
    if domain is None:
        return None
    if domain == ir.SEAT_DOMAIN:
        return _other if symmetry.swaps else None
    for board, spaces in zip(program.boards, symmetry.spaces, strict=True):
        if board.domain == domain and spaces != tuple(range(len(spaces))):
            low = program.domains[domain].low
            return lambda value: low + spaces[value - low] if 0 <= value - low < len(spaces) else value
    return None


def _other(seat: int) -> int:
    return 1 - seat if seat in (0, 1) else seat


def _next(place: int) -> int:
    """The other of two places, counted from 1."""
    return 3 - place if place in (1, 2) else place


def _candidates(program: ir.Program) -> Iterator[Symmetry]:
    """All that could be symmetries: each board is turned over in the same way."""
    maps = [_maps(board) for board in program.boards]
    ways = list(dict.fromkeys(zip(*(each for each in maps), strict=False))) if maps else [()]
    for swaps in (True, False):
        for spaces in ways:
            if swaps or any(each != tuple(range(len(each))) for each in spaces):
                yield Symmetry(spaces, swaps)


def _maps(board: ir.Board) -> list[Permutation]:
    """How the board can be laid onto itself, each way in the same place as for other boards; the first changes nothing."""
    count = len(board.points)
    identity = tuple(range(count))
    if board.shape is ir.Shape.TRACK:
        half = tuple((space + count // 2) % count for space in identity)
        found = [identity, *([half] if count % 2 == 0 else []), identity[::-1]]
        return [*found, *([tuple(half[::-1])] if count % 2 == 0 else [])]
    if board.shape is ir.Shape.LINKS:
        return [identity]
    points = [_hexagonal(point) if board.shape is ir.Shape.HEXAGON else point for point in _even(board)]
    middle = tuple(sum(coordinates) for coordinates in zip(*points, strict=True))
    centred = [tuple(count * at - mean for at, mean in zip(point, middle, strict=True)) for point in points]
    spaces, links = {point: space for space, point in enumerate(centred)}, {frozenset(link) for link in board.links}
    found = []
    for turned in _turns(len(centred[0])):
        images = [spaces.get(turned(point)) for point in centred]
        moved = tuple(space for space in images if space is not None)
        if len(moved) == count and {frozenset(moved[end] for end in link) for link in links} == links:
            found.append(moved)
    return found


def _even(board: ir.Board) -> list[tuple[int, int]]:
    """Where spaces lie, rows and columns of a graph as narrow as they can be, so that both count alike."""
    if board.shape is not ir.Shape.GRAPH:
        return [*board.points]
    rows, columns = zip(*board.points, strict=True)
    down, across = (max(1, gcd(*(at - min(places) for at in places))) for places in (rows, columns))
    return [((row - min(rows)) // down, (column - min(columns)) // across) for row, column in board.points]


def _hexagonal(point: tuple[int, int]) -> Point:
    """Where a hexagon lies by three directions, which add up to 0."""
    row, column = point
    across = (column - row) // 2
    return (across, row, -across - row)


def _turns(directions: int) -> Iterator[Callable[[Point], Point]]:
    """The ways to turn coordinates over: squares in eight ways, hexagons in twelve; the first changes nothing."""
    signs = list(product((1, -1), repeat=2)) if directions == 2 else [(1, 1, 1), (-1, -1, -1)]
    for order in permutations(range(directions)):
        for by in signs:

            def turned(point: Point, order: Sequence[int] = order, by: Sequence[int] = by) -> Point:
                return tuple(sign * point[at] for sign, at in zip(by, order, strict=True))

            yield turned


def _positions(rules: AlphaBeta, beginning: Vector, seed: int) -> tuple[list[Vector], list[Vector]]:
    """Positions of random matches, in which nothing is remembered; and of each match the last one."""
    some, last = list[Vector](), list[Vector]()
    for match in range(MATCHES):
        stream, found, position = Stream(stream_start(seed, match, Use.BOTS)), list[Vector](), beginning
        for _ in range(LONGEST):
            found.append(_forgotten(rules.program, position))
            codes = rules.options(position)
            position, asked = rules.after(position, codes[stream.below(len(codes))])
            if asked < 0:
                break
        step = max(1, len(found) // (POSITIONS // MATCHES))
        some += found[stream.below(step) :: step]
        last.append(found[-1])
    return some, last


def _forgotten(program: ir.Program, position: Vector) -> Vector:
    """The position in which nothing is remembered."""
    found = [*position]
    for memory in program.memories:
        for base in memory.bases:
            found[base : base + memory.length] = [0] * memory.length
    return found


def _mixes(rules: AlphaBeta, beginning: Vector, some: Sequence[Vector]) -> bool:
    """Whether after equally many changes either seat may be asked. Where it may not, as where a stone is laid in each turn, the
    seats are alike, but a position and its image are never met in one game, and their values need not have to do with each other.
    """
    slots, asked = _declared(rules.program), dict[int, int]()
    for position in some:
        changes, seat = sum(position[slot] != beginning[slot] for slot in slots), rules.asked(position)
        if asked.setdefault(changes, seat) != seat:
            return True
    return False


def _holds(rules: AlphaBeta, some: Sequence[Vector], offered: Sequence[int], fully: Sequence[Vector], symmetry: Symmetry) -> bool:
    """Whether the images of *some* positions have as many options, and those of others lead on to the images of what these lead
    on to.
    """
    changed, slots = image(rules.program, symmetry), _declared(rules.program)
    try:
        if any(len(rules.options(changed.of(position))) != count for position, count in zip(some, offered, strict=True)):
            return False
        return all(
            _onward(rules, changed.of(position), slots) == _onward(rules, position, slots, symmetry, changed)
            for position in fully
        )
    except PlayError:  # the image is a position that the rules do not know
        return False


def _onward(
    rules: AlphaBeta, position: Vector, slots: Sequence[int], symmetry: Symmetry | None = None, changed: Image | None = None
) -> set[tuple[int, ...]]:
    """What a position leads on to, or with a symmetry the images of that: declared things, who is asked, and what it is worth for
    the first player where the match is over.
    """
    found = set()
    for code in rules.options(position):
        after, asked = rules.after(position, code)
        value = rules.estimate(after) if asked < 0 else 0
        moved = after if changed is None else changed.of(after)
        if symmetry is not None and symmetry.swaps:
            asked, value = _other(asked), -value
        found.add((*(moved[slot] for slot in slots), asked, value))
    return found


def _declared(program: ir.Program) -> tuple[int, ...]:
    """The slots of declared things."""
    found = []
    for place in program.places:
        for indices in product(*(range(extent.size) for extent in place.extents)):
            found.append(place.base + sum(at * extent.stride for extent, at in zip(place.extents, indices, strict=True)))
    return tuple(found)
