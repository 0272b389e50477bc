"""Where everything lies on the sheets, in millimetres from the upper left corner: plain data, which a template only places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from attrs import frozen

from .paper import MARGIN, NotPrinted, Paper, Size

MARK = 4.0
"""How long a cut mark is."""
AWAY = 0.5
"""How far from the print a cut mark ends."""
EDGE = 1.0
"""So near to the edge of the paper a mark goes."""


@frozen
class Line:
    """A mark: a hair line from one point to another, broken where something is folded or glued there."""

    x1: float
    y1: float
    x2: float
    y2: float
    broken: bool = False


@frozen
class Placed:
    """One side of a card: which face or which back, and where its cut edge begins. A back that is folded over stands on its
    head; *open* are the sides on which the print goes on as far as the bleed (left, up, right, down).
    """

    card: int
    back: bool
    x: float
    y: float
    turned: bool = False
    open: tuple[bool, bool, bool, bool] = (True, True, True, True)


@frozen
class CardPage:
    """A sheet with cards."""

    paper: Paper
    cards: tuple[Placed, ...]
    marks: tuple[Line, ...]


@frozen
class Plan:
    """How cards are laid on sheets: how large they are, how far their print goes beyond, what becomes of their backs (`duplex`,
    `folded` or `none`), and how far the backs are moved.
    """

    size: Size
    bleed: float
    backs: str = "duplex"
    offset: tuple[float, float] = (0.0, 0.0)


@frozen
class Grid:
    """So many columns and rows of cards on a paper. A unit is a card, or one with its back above it."""

    paper: Paper
    columns: int
    rows: int
    unit: Size
    bleed: float

    @property
    def lefts(self) -> tuple[float, ...]:
        """Where the columns begin."""
        return _starts(self.paper.wide, self.columns, self.unit[0], self.bleed)

    @property
    def tops(self) -> tuple[float, ...]:
        """Where the rows begin."""
        return _starts(self.paper.high, self.rows, self.unit[1], self.bleed)


def _starts(room: float, count: int, length: float, bleed: float) -> tuple[float, ...]:
    """Where things of one length begin that lie in the middle of a room, with room for the bleed of both between neighbours."""
    pitch = length + 2 * bleed
    first = (room - count * pitch) / 2 + bleed
    return tuple(first + at * pitch for at in range(count))


def grid_on(paper: Paper, plan: Plan) -> Grid:
    """The grid that has the most cards, upright or lying. Raises NotPrinted where not even one has room."""
    wide, high = plan.size
    unit = (wide, 2 * high) if plan.backs == "folded" else (wide, high)
    grids = [
        Grid(each, _fitting(each.wide, unit[0], plan.bleed), _fitting(each.high, unit[1], plan.bleed), unit, plan.bleed)
        for each in (paper, paper.turned)
    ]
    best = max(grids, key=lambda each: each.columns * each.rows)
    if best.columns * best.rows == 0:
        what = "a card with its back folded over" if plan.backs == "folded" else "a card"
        raise NotPrinted(
            f"{paper.name} is too small for {what} of {unit[0]:g}x{unit[1]:g} mm with {plan.bleed:g} mm of bleed; choose a "
            "smaller `--size`, or a larger `--paper`"
        )
    return best


def _fitting(room: float, length: float, bleed: float) -> int:
    return max(0, int((room - 2 * MARGIN + 1e-6) / (length + 2 * bleed)))


def card_pages(paper: Paper, plan: Plan, cards: Sequence[int]) -> Iterator[CardPage]:
    """The sheets for these cards, in their order; with `duplex` each front has its back behind it, for a paper that is turned
    over its long edge when it stands upright, its short edge when it lies: left and right change sides.
    """
    grid = grid_on(paper, plan)
    marks = tuple(cut_marks(grid, plan))
    spots = [(x, y) for y in grid.tops for x in grid.lefts]
    high = plan.size[1]
    for first in range(0, len(cards), len(spots)):
        laid = list(zip(cards[first : first + len(spots)], spots, strict=False))
        if plan.backs == "folded":
            sides = [
                side
                for card, (x, y) in laid
                for side in (
                    Placed(card, True, x, y, turned=True, open=(True, True, True, False)),
                    Placed(card, False, x, y + high, open=(True, False, True, True)),
                )
            ]
            yield CardPage(grid.paper, tuple(sides), marks)
            continue
        yield CardPage(grid.paper, tuple(Placed(card, False, x, y) for card, (x, y) in laid), marks)
        if plan.backs == "duplex":
            (right, down), wide = plan.offset, plan.size[0]
            backs = (Placed(card, True, grid.paper.wide - x - wide + right, y + down) for card, (x, y) in laid)
            yield CardPage(grid.paper, tuple(backs), ())


def cut_marks(grid: Grid, plan: Plan) -> Iterator[Line]:
    """Marks at the edges of the paper, where the cards are cut, and broken ones where they are folded."""
    (wide, high), paper, beyond = grid.unit, grid.paper, plan.bleed + AWAY
    ups, downs = _ends(grid.tops[0], grid.tops[-1] + high, beyond, paper.high)
    lefts, rights = _ends(grid.lefts[0], grid.lefts[-1] + wide, beyond, paper.wide)
    for x in _edges(grid.lefts, wide):
        yield from (Line(x, ups[0], x, ups[1]), Line(x, downs[0], x, downs[1]))
    for y in _edges(grid.tops, high):
        yield from (Line(lefts[0], y, lefts[1], y), Line(rights[0], y, rights[1], y))
    if plan.backs == "folded":
        for y in (top + plan.size[1] for top in grid.tops):
            yield from (Line(lefts[0], y, lefts[1], y, True), Line(rights[0], y, rights[1], y, True))


def _ends(first: float, last: float, beyond: float, room: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """From where to where the marks before the first edge go, and those behind the last."""
    before, behind = first - beyond, last + beyond
    return (max(EDGE, before - MARK), before), (behind, min(room - EDGE, behind + MARK))


def _edges(starts: Sequence[float], length: float) -> list[float]:
    """Where things begin and end, each place once."""
    return sorted({round(each, 6) for start in starts for each in (start, start + length)})


# -------------------------------------------------------------------------------------------------------------- boards

BOARD_MARGIN = 10.0
"""The blank around a part of a board, in which the marks are."""
OVERLAP = 8.0
"""So much of a board stands on two neighbouring sheets, to glue them together."""


@frozen
class Tile:
    """A part of a board on one sheet: which part, where it begins on the board, how large it is, and its row and column."""

    x: float
    y: float
    wide: float
    high: float
    row: int
    column: int


@frozen
class Tiling:
    """A board on sheets of one paper."""

    paper: Paper
    tiles: tuple[Tile, ...]
    rows: int
    columns: int


def tiling(paper: Paper, wide: float, high: float) -> Tiling:
    """A board of that size in as few sheets as there can be, upright or lying."""
    both = [_tiling(each, wide, high) for each in (paper, paper.turned)]
    return min(both, key=lambda each: len(each.tiles))


def _tiling(paper: Paper, wide: float, high: float) -> Tiling:
    columns, rows = _cuts(wide, paper.wide - 2 * BOARD_MARGIN), _cuts(high, paper.high - 2 * BOARD_MARGIN)
    tiles = (Tile(x, y, w, h, row, column) for row, (y, h) in enumerate(rows) for column, (x, w) in enumerate(columns))
    return Tiling(paper, tuple(tiles), len(rows), len(columns))


def _cuts(length: float, room: float) -> list[tuple[float, float]]:
    """The parts of a length that have room, alike in size and overlapping: where each begins, and how long it is."""
    if length <= room + 1e-6:
        return [(0.0, length)]
    count = ceil((length - OVERLAP) / (room - OVERLAP))
    part = (length + (count - 1) * OVERLAP) / count
    return [(at * (part - OVERLAP), part) for at in range(count)]


def tile_marks(tiling: Tiling, tile: Tile) -> Iterator[Line]:
    """The corners of a part of a board, and broken lines up to where a neighbour lies over it."""
    left, top = origin(tiling, tile)
    right, down = left + tile.wide, top + tile.high
    for x in (left, right):
        yield from (Line(x, top - AWAY - MARK, x, top - AWAY), Line(x, down + AWAY, x, down + AWAY + MARK))
    for y in (top, down):
        yield from (Line(left - AWAY - MARK, y, left - AWAY, y), Line(right + AWAY, y, right + AWAY + MARK, y))
    for x, there in ((left + OVERLAP, tile.column > 0), (right - OVERLAP, tile.column < tiling.columns - 1)):
        if there:
            yield from (
                Line(x, top - AWAY - MARK, x, top - AWAY, True),
                Line(x, down + AWAY, x, down + AWAY + MARK, True),
            )
    for y, there in ((top + OVERLAP, tile.row > 0), (down - OVERLAP, tile.row < tiling.rows - 1)):
        if there:
            yield from (
                Line(left - AWAY - MARK, y, left - AWAY, y, True),
                Line(right + AWAY, y, right + AWAY + MARK, y, True),
            )


def origin(tiling: Tiling, tile: Tile) -> tuple[float, float]:
    """Where a part of a board begins on its sheet: in the middle."""
    return (tiling.paper.wide - tile.wide) / 2, (tiling.paper.high - tile.high) / 2
