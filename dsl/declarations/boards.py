"""Declares boards, and the rules that stop or turn moving pieces on them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from ...program import ir
from ...program.budgets import MOST_SPACES
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess, meant
from ..diagnostics.report import error, misspelt, warning
from ..symbols.board_shapes import Layout, Point, drawn_graph, graph, grid, hexagon, lanes, rhombus, track
from ..symbols.graph_drawings import CROSSING, Flaw, read_drawing
from ..symbols.symbols import BoardSymbol, Coordinates, Printed, Sort, Symbols
from ..symbols.types import Kind, number
from ..text.blocks import block_lines
from ..text.document import Document
from ..text.fields import Fields, Findings, describe, mapping, one_or_more, pairs, text, whole
from ..text.nodes import Mapping, Node, Pair, Scalar, Sequence, words_in
from .attributes import Row, printed_columns, printed_row
from .constants import calculated_ends, claim, constant, constant_range
from .legends import apart, legend_of
from .links import joined_by, joins, linked, links_by_board, overlooked, parted
from .steps import own_steps

ENDS = ("stop", "stay", "bounce", "go round", "leave")
"""What may happen to a piece that would move beyond the end of a track or lane; `stop` is the default."""

TOUCH = ("edges", "edges and corners")
"""Over what the spaces of a grid touch each other; `edges and corners` is the default."""

NO_SPACE = "_"
"""What stands in a drawn row where there is no space."""

BLOCKED = ("stop short", "stay", "jump")
"""What may happen to a piece that meets a full space on its way; `stop short` is the default."""


def declare_boards(document: Document, game: Symbols, findings: Findings) -> None:
    """Declare the boards with their rules of movement; mistakes are added to *findings*."""
    rules = {pair.key.text: pair for pair in pairs(document.get("movement"), "rules of movement by board", findings)}
    boards = tuple(pairs(document.get("boards"), "boards by name", findings))
    links = links_by_board(boards)
    for pair in sorted(boards, key=joins):  # what is joined is declared first
        with game.declaring(pair.key.text, findings):
            if claim(pair.key, game, findings, "a board"):
                _board(pair, rules.pop(pair.key.text, None), links.get(pair.key.text), game, findings)
        if pair.key.text in game.refused and pair.key.text not in game.symbols:
            first, words = game.unread or (game.refused[pair.key.text], frozenset())
            game.unread = first, words.union(words_in(pair.value))
    for rule in rules.values():
        known = [board.name for board in game.boards]
        findings.tell(shared.unknown_board(rule.key.text, rule.key.span, guess(rule.key.text, known)))


def _board(pair: Pair, rule: Pair | None, links: Pair | None, game: Symbols, findings: Findings) -> None:
    """Declare a board, whose spaces are joined by *links*. Raises DiagnosticError."""
    name = pair.key.text
    what = "what the board is, such as `{kind: grid, columns: 8, rows: 8}`"
    fields = Fields(mapping(pair.value, what), f"the board `{name}`", findings)
    kind = text(fields.need("kind"), "the kind of board")
    make = SHAPES.get(kind.text)
    if make is None:
        raise misspelt("unknown-shape", kind.span, f"there is no kind of board `{kind.text}`", guess(kind.text, SHAPES))
    layout, rows = make(fields, game, findings)
    if links is not None and layout.shape is ir.Shape.GRAPH and layout.axes:
        overlooked(pair.key, text(fields.need("spaces"), "a drawing"), layout, rows, links, game, findings)
        layout, rows = parted(layout, rows, links)
    spaces = fields.get("spaces")
    game.calculates(name, (True, True) if spaces is None else calculated_ends(spaces))
    for attribute in layout.attributes:
        game.calculates(attribute, (True, True))
    fields.finish()
    words = tuple(game.words(label) if label in game.texts else ir.Words(label) for label in layout.names)
    domain = game.domain(name, Sort.SPACE, words, layout.low if layout.shape is ir.Shape.TRACK else 0)
    domain.neighbours = game.row_table(layout.neighbours())
    capacity, blocked, ends = _movement(rule, layout, findings)
    at = _coordinates(layout, game)
    of = joined_by(fields, game) if layout.shape is ir.Shape.LINKS else None
    own = None if links is None else links.key.text
    symbol = BoardSymbol(len(game.ir_boards), name, domain, layout, capacity, blocked, ends, pair.key.span, at, of, own)
    if not symbol.track:
        for index, label in enumerate(layout.names):
            game.constant(label, index, domain.type())
    game.symbols[name] = symbol
    if any(rows):
        domain.printed.update(printed_columns(rows, game, f"the spaces of `{name}`", pair.key.span))
    for attribute, values in layout.attributes.items():
        domain.printed[attribute] = Printed(number(min(values), max(values)), game.table(values), None)
    attributes = tuple(
        (attribute, printed.type.domain if printed.type.kind is Kind.ELEMENT else None, game.tables[printed.table])
        for attribute, printed in domain.printed.items()
        if printed.table is not None and printed.keys is None
    )
    below = None if of is None else of.index
    game.ir_boards.append(ir.Board(game.words(name), layout.shape, domain.index, layout.points, attributes, layout.links, below))


def _coordinates(layout: Layout, game: Symbols) -> Coordinates | None:
    points = layout.coordinates
    if not points:
        return None
    firsts, seconds = [point[0] for point in points], [point[1] for point in points]
    lows = (min(firsts), min(seconds))
    sizes = (max(firsts) - lows[0] + 1, max(seconds) - lows[1] + 1)
    places = ((lows[0] + first, lows[1] + second) for first in range(sizes[0]) for second in range(sizes[1]))
    return Coordinates(game.table(tuple(points.get(place, ir.NOTHING) for place in places)), lows, sizes)


def _movement(rule: Pair | None, layout: Layout, findings: Findings) -> tuple[int | None, str, str]:
    if rule is None:
        return None, "stop short", "stop"
    fields = Fields(mapping(rule.value, "rules of movement"), f"the movement on `{rule.key.text}`", findings)
    ends = _word(fields, "beyond the ends", ENDS, "stop")
    blocked = _word(fields, "blocked", BLOCKED, "stop short")
    if (blocked, ends) == ("jump", "bounce"):
        raise error(
            "jump-and-bounce",
            fields.need("blocked").span,
            "a piece that jumps over full spaces does not bounce",
            help="take another rule for `beyond the ends:`",
        )
    node = fields.get("capacity")
    fields.finish()
    capacity = None
    if node is not None:
        scalar = text(node, "a number of pieces")
        capacity = whole(scalar.text)
        if capacity is None or capacity < 1:
            raise error("number-of-pieces", node.span, f"expected a number of pieces from 1, found {describe(node)}")
        if capacity > ir.LARGEST:
            raise shared.number_too_large(ir.LARGEST, describe(node), node.span)
    if layout.shape not in (ir.Shape.TRACK, ir.Shape.LANES) and any(
        key in ("beyond the ends", "blocked") for key in fields.known if _given(fields, key)
    ):
        findings.tell(warning("no-effect", rule.key.span, "pieces move `by` a number only on tracks and lanes"))
    return capacity, blocked, ends


def _given(fields: Fields, key: str) -> bool:
    return any(pair.key.text == key for pair in fields.of.pairs)


def _word(fields: Fields, key: str, known: tuple[str, ...], default: str) -> str:
    scalar = fields.text(key, "one of " + ", ".join(f"`{word}`" for word in known))
    if scalar is None:
        return default
    if scalar.text not in known:
        raise shared.unknown_word(", ".join(f"`{word}`" for word in known), scalar.text, scalar.span, guess(scalar.text, known))
    return scalar.text


def _printed(fields: Fields, layout: Layout) -> list[Row]:
    """The attributes of each space of a board that is not drawn: its legend lists them by the names of spaces."""
    rows: list[Row] = [{} for _ in layout.names]
    index = {name: at for at, name in enumerate(layout.names)}
    node = fields.get("legend")
    for name, pair in () if node is None else legend_of(node, "what is printed on spaces, by space"):
        if name not in index:
            raise shared.unknown_space(name, pair.key.span, apart(name, index) or guess(name, layout.names))
        rows[index[name]] = printed_row(pair.value, "what is printed on the space")
    return rows


Made = tuple[Layout, list[Row]]
"""A layout, and the attributes printed on each of its spaces."""


def _bounds(fields: Fields, game: Symbols, findings: Findings) -> tuple[int, int]:
    node = fields.need("spaces")
    low, high = constant_range(node, "the numbers of the first and last space, such as `0..16`", game, findings)
    if high - low > MOST_SPACES:
        raise error("too-many-spaces", node.span, f"a board has at most {MOST_SPACES:,} spaces")
    return low, high


def _count(fields: Fields, key: str, game: Symbols, findings: Findings) -> int:
    node = fields.need(key)
    value = constant(node, f"the number of {key}", game, findings)
    if not 1 <= value <= 1000:
        raise error("board-size", node.span, f"expected the number of {key}, from 1 to 1000, found {value}")
    return value


def _fits(spaces: int, ways: int, fields: Fields, game: Symbols) -> None:
    """Raises DiagnosticError where so many spaces, each with steps in so many directions, are too many; counts their entries."""
    if spaces > MOST_SPACES:
        raise error("too-large", fields.of.span, f"a board has at most {MOST_SPACES:,} spaces, this one has {spaces:,}")
    game.spent.take_entries(spaces * (2 * ways + 3), fields.what, fields.of.span)


def _track(fields: Fields, game: Symbols, findings: Findings) -> Made:
    low, high = _bounds(fields, game, findings)
    _fits(high - low + 1, 2, fields, game)
    layout = track(low, high)
    return layout, _printed(fields, layout)


def _lanes(fields: Fields, game: Symbols, findings: Findings) -> Made:
    low, high = _bounds(fields, game, findings)
    count = _count(fields, "lanes", game, findings)
    _fits(count * (high - low + 1), 4, fields, game)
    layout = lanes(count, low, high)
    return layout, _printed(fields, layout)


def _grid(fields: Fields, game: Symbols, findings: Findings) -> Made:
    node = fields.get("rows")
    edges = _word(fields, "touch", TOUCH, "edges and corners") == "edges"
    if node is not None and _drawn(node):
        drawn = _drawing(node, fields, game)
        widths = {len(row) for row in drawn}
        if len(widths) > 1:
            raise error(
                "ragged-rows",
                node.span,
                "all rows of a grid have the same number of spaces",
                help=f"where there is none, draw `{NO_SPACE}`",
            )
        _fits(len(drawn[0]) * len(drawn), 8, fields, game)
        drawn.reverse()
        holes = frozenset((column, row) for row, column in _holes(drawn))
        return own_steps(fields, grid(len(drawn[0]), len(drawn), holes, edges), game), _spaces(drawn)
    columns, rows = _count(fields, "columns", game, findings), _count(fields, "rows", game, findings)
    _fits(columns * rows, 8, fields, game)
    layout = own_steps(fields, grid(columns, rows, edges=edges), game)
    return layout, _printed(fields, layout)


def _hexagon(fields: Fields, game: Symbols, findings: Findings) -> Made:
    node = fields.get("rows")
    if fields.get("columns") is not None:
        columns, rows = _count(fields, "columns", game, findings), _count(fields, "rows", game, findings)
        _fits(columns * rows, 6, fields, game)
        layout = rhombus(columns, rows)
        return layout, _printed(fields, layout)
    if node is None:
        side = _count(fields, "side", game, findings)
        _fits(3 * side * (side - 1) + 1, 6, fields, game)
        widths = (*range(side, 2 * side), *range(2 * side - 2, side - 1, -1))
        layout = hexagon(widths)
        return layout, _printed(fields, layout)
    drawn = _drawing(node, fields, game)
    widths = tuple(len(row) for row in drawn)
    for one, other in itertools.pairwise(widths):
        if abs(one - other) != 1:
            raise error(
                "rows-of-a-hexagon",
                node.span,
                f"on a hexagon neighbouring rows differ by one space, found rows of {one} and {other}",
            )
    _fits(sum(widths), 6, fields, game)
    return hexagon(widths, frozenset(_holes(drawn))), _spaces(drawn)


def _graph(fields: Fields, game: Symbols, findings: Findings) -> Made:
    del findings
    drawn = fields.need("spaces")
    if isinstance(drawn, Scalar) and "\n" in drawn.text:
        layout = _lines_drawn(drawn, fields, game)
        return layout, _printed(fields, layout)
    node = mapping(fields.need("spaces"), "spaces with those they lead to, such as `a: [b, c]`")
    names = {pair.key.text: at for at, pair in enumerate(node.pairs)}
    ways = max((len(one_or_more(pair.value)) for pair in node.pairs), default=0)
    _fits(len(node.pairs), ways, fields, game)
    links = []
    for pair in node.pairs:
        row = []
        for item in one_or_more(pair.value):
            if isinstance(item, Scalar) and not item.text:
                continue
            scalar = text(item, "the name of a space")
            if scalar.text not in names:
                raise shared.unknown_space(scalar.text, scalar.span, guess(scalar.text, names))
            row.append(names[scalar.text])
        links.append(tuple(row))
    layout = graph(tuple(names), tuple(links))
    return layout, _printed(fields, layout)


def _links(fields: Fields, game: Symbols, findings: Findings) -> Made:
    del findings
    layout = linked(fields, game)
    _fits(len(layout.names), 2, fields, game)
    return layout, _printed(fields, layout)


def _lines_drawn(node: Scalar, fields: Fields, game: Symbols) -> Layout:
    """The spaces of a graph that is drawn with letters, and the lines between them. Raises DiagnosticError."""
    lines = block_lines(node, game.source)
    _fits(len(node.text.split()), 8, fields, game)
    drawing = read_drawing(tuple(line.text for line in lines))
    if isinstance(drawing, Flaw):
        row, column = drawing.at
        raise error(
            "flaw-of-a-drawing",
            lines[row].span(column, column + drawing.width),
            drawing.why,
            help=f"lines are `-`, `|`, `/`, `\\`, and `{CROSSING}` where they cross; spaces are words",
        )
    if not drawing.names:
        raise error("nothing-drawn", node.span, "expected spaces and the lines between them, found none")
    return drawn_graph(drawing.names, drawing.points, drawing.links)


def _drawn(node: Node) -> bool:
    return isinstance(node, Sequence) or (isinstance(node, Scalar) and not node.text.strip().isdecimal() and "\n" in node.text)


Drawn = list[list[Row | None]]
"""The attributes of each space of a drawn board, row by row; None where there is no space."""


def _holes(drawn: Drawn) -> Iterator[Point]:
    """Where there is no space: row and place in the row, from 1."""
    for row, cells in enumerate(drawn, 1):
        yield from ((row, place) for place, cell in enumerate(cells, 1) if cell is None)


def _spaces(drawn: Drawn) -> list[Row]:
    return [cell for row in drawn for cell in row if cell is not None]


def _drawing(node: Node, fields: Fields, game: Symbols) -> Drawn:
    """What is drawn, as the legend explains its tokens. A row is a line of text or an item of a list. Raises DiagnosticError."""
    legend: dict[str, Mapping] = {}
    signs = fields.get("legend") if _plain(node) else fields.need("legend")
    for sign, pair in () if signs is None else legend_of(signs, "what the signs stand for"):
        if not sign:
            raise error("blank-sign", pair.key.span, "expected a sign of at least one letter, found an empty one")
        legend[sign] = mapping(pair.value, "what the sign stands for")
    lengths = sorted({len(sign) for sign in legend}, reverse=True)
    lines: list[tuple[str, Node]] = []
    if isinstance(node, Sequence):
        lines = [(text(item, "a row of spaces").text, item) for item in node.items]
    elif isinstance(node, Scalar):
        lines = [(line, node) for line in node.text.split("\n") if line.strip()]
    if not lines:
        raise error("no-rows", node.span, "expected rows of spaces, found none")
    spaces = sum(len(line.split()) for line, _ in lines)
    if spaces > MOST_SPACES:
        raise error("too-large", node.span, f"a board has at most {MOST_SPACES:,} spaces, this one has {spaces:,}")
    drawn = [[_space(token, lengths, legend, where, game) for token in line.split()] for line, where in lines]
    if not _spaces(drawn):
        raise error("no-spaces", node.span, f"expected rows of spaces, found only `{NO_SPACE}`, which stands for no space")
    return drawn


def _plain(node: Node) -> bool:
    """Whether nothing is drawn but spaces without print, and none."""
    rows = node.items if isinstance(node, Sequence) else (node,)
    words = [word for row in rows if isinstance(row, Scalar) for word in row.text.split()]
    return all(word == NO_SPACE or not word.strip(".") for word in words)


def _space(token: str, lengths: list[int], legend: dict[str, Mapping], where: Node, game: Symbols) -> Row | None:
    """What is printed on the space, None where the token stands for no space. Raises DiagnosticError."""
    if token == NO_SPACE and token not in legend:
        return None
    row: Row = {}
    at = 0
    while at < len(token):
        sign = next((token[at : at + length] for length in lengths if token[at : at + length] in legend), None)
        if sign is None and token[at:] == "." * len(token[at:]):
            break
        if sign is None:
            joined = next((each for each in legend if token[at:] in each.split(",")), "")
            several = apart(joined, joined.split(","))
            help_ = meant(token[at:], legend) if several is None else several.help
            raise error("unexplained-sign", where.span, f"the legend does not explain `{token[at:]}` in `{token}`", help=help_)
        game.spent.take_entries(len(legend[sign].pairs), f"what `{sign}` stands for", where.span)
        for pair in legend[sign].pairs:
            row[pair.key.text] = pair.value
        at += len(sign)
    return row


SHAPES: dict[str, Callable[[Fields, Symbols, Findings], Made]] = {
    "track": _track,
    "lanes": _lanes,
    "grid": _grid,
    "hexagon": _hexagon,
    "graph": _graph,
    "links": _links,
}
"""For each kind of board the function that reads its fields; it raises DiagnosticError."""
