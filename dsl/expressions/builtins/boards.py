"""Functions of spaces: neighbours, coordinates, lines, steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....program import ir
from ...symbols.symbols import Sort
from ...symbols.types import SetOf, Typed
from ...text.fields import complain
from ..builtin import Site, builtin
from ..groups import around, is_set

if TYPE_CHECKING:
    from ...symbols.symbols import BoardSymbol, Coordinates


@builtin(1, 1)
def neighbours(site: Site) -> Typed | SetOf:
    """The spaces that touch a space: over an edge on a hexagon, also over a corner on a grid unless it says `touch: edges`,
    along a link of a graph. Of a set, those that touch a space of it and are not in it.

    Examples:
        neighbours of tip[me] -> the spaces around the tip
        neighbours of [a1, a2] -> the spaces that touch one of the two
    """
    if is_set(site.reading, site.node.arguments[0]):
        return around(site.reading, site.node.arguments[0])
    space, domain = site.space(0)
    assert domain.neighbours is not None
    longest = max((len(row) for row in site.reading.game.rows[domain.neighbours]), default=0)
    return site.row(domain.neighbours, space, domain.type(), longest)


@builtin(3, 3)
def at(site: Site) -> Typed | SetOf:
    """The space of a board at a place, or nothing where there is none: column and row of a grid or a rhombus, lane and row of
    lanes, row and place in the row of any other hexagon.

    Examples:
        at(grid, 1, 1) -> the space a1
        at(course, 2, 0) -> the start of the second lane
    """
    board = site.board(0)
    if board.at is None:
        raise site.wrong(0, f"the spaces of `{board.name}` have no coordinates")
    across, along = site.number(1), site.number(2)
    if across.constant is not None and along.constant is not None:
        known = board.layout.coordinates.get((across.constant, along.constant), ir.NOTHING)
        return Typed(ir.Number(known), board.domain.type().or_nothing())
    return _guarded(site, board, board.at, (across, along))


def _guarded(site: Site, board: BoardSymbol, at: Coordinates, given: tuple[Typed, Typed]) -> Typed:
    """The space in the board's table of coordinates, or nothing outside it; a coordinate that cannot be outside is not tested."""
    tests: list[ir.Expr] = []
    axes: list[ir.Axis] = []
    for typed, low, size, stride in zip(given, at.lows, at.sizes, (at.sizes[1], 1), strict=True):
        if typed.type.low < low:
            tests.append(ir.Comparison(ir.Relation.AT_LEAST, typed.expr, ir.Number(low)))
        if typed.type.high >= low + size:
            tests.append(ir.Comparison(ir.Relation.LESS, typed.expr, ir.Number(low + size)))
        axes.append(ir.Axis(typed.expr, low, size, stride))
    lookup: ir.Expr = ir.Lookup(at.table, tuple(axes), site.words, site.sentence)
    if tests:
        lookup = ir.Conditional(tests[0] if len(tests) == 1 else ir.All(tuple(tests)), lookup, ir.Number(ir.NOTHING))
    return Typed(lookup, board.domain.type().or_nothing())


@builtin(2, 2)
def lines(site: Site) -> Typed | SetOf:
    """All straight rows of so many spaces on a board, diagonals of a grid included. A line is itself a set of spaces.

    Examples:
        lines(grid, 3) -> the eight rows of three in a row on nine squares
    """
    board = site.board(0)
    length = site.constant(1, "a length")
    if length < 2:
        raise site.wrong(1, "a line has at least 2 spaces")
    game = site.reading.game
    name = f"{board.name} lines of {length}"
    domain = next((each for each in game.domains if each.name == name), None)
    if domain is None:
        number = board.layout.number_of_lines(length)
        if not number:
            raise site.wrong(1, f"`{board.name}` has no straight row of {length} spaces")
        game.spent.take_entries(number * length, f"`{site.words}`", site.node.span)
        rows = board.layout.lines(length)
        labels = tuple(ir.Words("–".join((board.layout.names[row[0]], board.layout.names[row[-1]]))) for row in rows)
        domain = game.domain(name, Sort.LINE, labels)
        domain.spaces, domain.members = board.domain.index, game.row_table(rows)
    everything = ir.Range(ir.Number(0), ir.Number(domain.size - 1))
    return SetOf(everything, domain.type(), domain.size)


@builtin(2, 2)
def step(site: Site) -> Typed | SetOf:
    """The space next to a space in a direction, or nothing at the edge. A grid has up, down, left, right, up_left, up_right,
    down_left, down_right; a hexagon has left, right, up_left, up_right,
    down_left, down_right; lanes have forward, back, inward, outward.

    Examples:
        step(cell, up) -> the space above
    """
    from ...sentences.syntax import Name

    space, domain = site.space(0)
    board = site.board_of(domain)
    node = site.node.arguments[1]
    ways = board.layout.steps
    if not isinstance(node, Name) or node.name not in ways:
        known = ", ".join(f"`{way}`" for way in ways)
        raise complain("unknown-name", f"expected a direction of `{board.name}`", node.span, f"known: {known}")
    table = site.reading.game.table(ways[node.name])
    if space.constant is not None and space.constant != ir.NOTHING:
        return Typed(ir.Number(ways[node.name][space.constant]), domain.type().or_nothing())
    axis = ir.Axis(space.expr, 0, domain.size, 1)
    return Typed(ir.Lookup(table, (axis,), site.words, site.sentence), domain.type().or_nothing())
