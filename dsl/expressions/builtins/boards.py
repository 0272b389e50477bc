"""Functions of spaces: neighbours, links, coordinates, lines, steps, rays."""

from __future__ import annotations

from attrs import evolve

from ....program import ir
from ...diagnostics import shared
from ...diagnostics.report import error
from ...sentences import syntax as s
from ...symbols.board_shapes import links_of
from ...symbols.symbols import BoardSymbol, Coordinates, Domain, Sort
from ...symbols.types import SetOf, Typed, number
from ..builtin import Site, builtin
from ..constant_folding import arithmetic, both
from ..directions import certain, touching, undeclared
from ..groups import around, is_set, links_between


@builtin(1, 1, gives_set=True)
def neighbours(site: Site) -> Typed | SetOf:
    """The spaces that touch a space: across an edge; on a grid also across a corner, except with `touch: edges`; along a link
    of a graph. For a set, the spaces outside it that touch one of its spaces.

    Examples:
        neighbours of tip[me] -> the spaces around the tip
        neighbours of [a1, a2] -> the spaces that touch one of the two
    """
    if is_set(site.reading, site.node.arguments[0]):
        return around(site.reading, site.node.arguments[0])
    space, domain = site.space(0)
    assert domain.neighbours is not None
    longest = site.reading.game.longest_row(domain.neighbours)
    return site.row(domain.neighbours, space, domain.type(), longest)


@builtin(1, 1, gives_set=True)
def links(site: Site) -> Typed | SetOf:
    """The links that lead from a space: of the board of links whose `of:` is the board of the space.

    Examples:
        links of oslo -> the routes that end there
    """
    node, game = site.node.arguments[0], site.reading.game
    whole = game.symbols.get(node.name) if isinstance(node, s.Name) and site.reading.scope.find(node.name) is None else None
    if isinstance(whole, BoardSymbol) and whole.links is not None:
        help_ = f"all links between its spaces are `{whole.links}`"
        raise error("all-for-a-value", node.span, f"expected one space, found all of `{whole.name}`", help=help_)
    space, domain = site.space(0)
    board = links_between(game, site.board_of(domain), site.span(0))
    rows = links_of(board.layout.links, domain.size)
    return site.row(game.row_table(rows), space, board.space, max(map(len, rows)))


@builtin(1, 1, gives_set=True)
def ends(site: Site) -> Typed | SetOf:
    """The two spaces that a link joins.

    Examples:
        ends of route -> its two towns
    """
    link, domain = site.space(0)
    board = site.board_of(domain)
    if board.of is None:
        help_ = "the links that lead from a space are `links of` it" if board.links else ""
        raise shared.wrong_type("a link", site.reading.game.describe(link.type), site.span(0), help_)
    return site.row(site.reading.game.row_table(board.layout.links), link, board.of.space, 2)


@builtin(2, 2, gives="space")
def across(site: Site) -> Typed | SetOf:
    """The space at the other end of a link, or nothing if the link does not lead from the space.

    Examples:
        across(oslo, route) -> the town to which the route leads from Oslo
    """
    space, domain = site.space(0)
    game, first = site.reading.game, site.board_of(domain)
    if first.of is not None:
        words = [game.source.words(site.span(at)) for at in (1, 0)]
        wanted = f"a space of `{first.of.name}`"
        help_ = f"the space comes first, then the link: `across({', '.join(words)})`"
        raise shared.wrong_type(wanted, game.describe(space.type), site.span(0), help_)
    board = links_between(game, first, site.span(0))
    link = site.reading.fitting(site.node.arguments[1], board.space)
    game.spent.take_entries(domain.size * board.domain.size, f"`{site.words}`", site.node.span)
    there = {(one, link): other for link, ends in enumerate(board.layout.links) for one, other in (ends, ends[::-1])}
    table = game.table(tuple(there.get((at, each), ir.NOTHING) for at in range(domain.size) for each in range(board.domain.size)))
    axes = ir.Axis(space.expr, 0, domain.size, board.domain.size), ir.Axis(link.expr, 0, board.domain.size, 1)
    return Typed(ir.Lookup(table, axes, site.words, site.sentence), domain.type().or_nothing())


@builtin(2, 3, gives="space")
def at(site: Site) -> Typed | SetOf:
    """The space of a board at a place, or nothing if there is none. The place is column and row of a grid or a rhombus, lane
    and row of lanes, row and place in the row of any other hexagon. A track has a space for each number, with its print.

    Examples:
        at(grid, 1, 1) -> the space a1
        at(course, 2, 0) -> the start of the second lane
        at(path, n).safe -> what is printed on space n of a track
    """
    board = site.board(0)
    if board.track:
        return _on_a_track(site, board)
    if board.at is None:
        raise error("wrong-type", site.span(0), f"the spaces of `{board.name}` have no coordinates")
    if not site.given(2):
        raise shared.wrong_count("at", 3, 2, site.node.span)
    across, along = site.number(1), site.number(2)
    if across.constant is not None and along.constant is not None:
        known = board.layout.coordinates.get((across.constant, along.constant), ir.NOTHING)
        return Typed(ir.Number(known), board.domain.type().or_nothing())
    return _guarded(site, board, board.at, (across, along))


def _on_a_track(site: Site, board: BoardSymbol) -> Typed:
    """The space of a track with a number, or nothing where the number is beyond its ends."""
    if site.given(2):
        raise error("wrong-type", site.span(2), f"a space of the track `{board.name}` has one number", help="give one number")
    wanted, space = site.number(1), board.space
    low, high = max(space.low, wanted.type.low), min(space.high, wanted.type.high)
    if low > high:
        return Typed(ir.Number(ir.NOTHING), space.or_nothing())
    tests: list[ir.Expr] = []
    if wanted.type.low < low:
        tests.append(ir.Comparison(ir.Relation.AT_LEAST, wanted.expr, ir.Number(low)))
    if wanted.type.high > high:
        tests.append(ir.Comparison(ir.Relation.AT_MOST, wanted.expr, ir.Number(high)))
    if not tests:
        return Typed(wanted.expr, evolve(space, low=low, high=high))
    return Typed(ir.Conditional(both(tests), wanted.expr, ir.Number(ir.NOTHING)), evolve(space, low=low, high=high).or_nothing())


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


@builtin(1, 1, gives="space")
def first_space(site: Site) -> Typed | SetOf:
    """The first space of a board: the lowest number of a track, `a1` of a grid.

    Examples:
        first_space(road) -> 0 on a track with spaces 0..16
    """
    space = site.board(0).space
    return Typed(ir.Number(space.low), space)


@builtin(1, 1, gives="space")
def last_space(site: Site) -> Typed | SetOf:
    """The last space of a board: the highest number of a track.

    Examples:
        last_space(road) -> 16 on a track with spaces 0..16
    """
    space = site.board(0).space
    return Typed(ir.Number(space.high), space)


@builtin(2, 2, gives_set=True)
def lines(site: Site) -> Typed | SetOf:
    """All straight rows of a length on a board, diagonals of a grid included; on a drawn graph, along its lines. A line is
    itself a set of spaces.

    Examples:
        lines(grid, 3) -> the eight rows of three in a row on nine squares
    """
    board = site.board(0)
    length = site.constant(1, "a length")
    if length < 2:
        raise error("wrong-type", site.span(1), "a line has at least 2 spaces")
    game = site.reading.game
    name = f"{board.name} lines of {length}"
    domain = next((each for each in game.domains if each.name == name), None)
    if domain is None:
        number = board.layout.number_of_lines(length)
        if not number:
            raise error("wrong-type", site.span(1), f"`{board.name}` has no straight row of {length} spaces")
        game.spent.take_entries(number * length, f"`{site.words}`", site.node.span)
        rows = board.layout.lines(length)
        labels = tuple(ir.Words("–".join((board.layout.names[row[0]], board.layout.names[row[-1]]))) for row in rows)
        domain = game.domain(name, Sort.LINE, labels)
        domain.spaces, domain.members = board.domain.index, game.row_table(rows)
    everything = ir.Range(ir.Number(0), ir.Number(domain.size - 1))
    return SetOf(everything, domain.type(), domain.size)


@builtin(1, 1, gives_set=True)
def directions(site: Site) -> Typed | SetOf:
    """The directions in which spaces of a board touch. A grid has up, down, left, right, up_left, up_right, down_left,
    down_right; a hexagon has left, right, up_left, up_right, down_left, down_right; lanes have forward, back, inward, outward.

    Examples:
        directions of field -> the eight directions of a grid
    """
    board = site.board(0)
    _must_have_directions(site, board)
    return touching(site.reading.game, board)


def _must_have_directions(site: Site, board: BoardSymbol) -> None:
    """Raises DiagnosticError where the first argument, a board or a space of it, has none."""
    if not board.directed:
        why = "is a track, which has no directions" if board.track else "has links, which lead in no direction"
        help_ = "its spaces are numbers: add and subtract" if board.track else "`ends` of a link are the spaces that it joins"
        raise error("wrong-type", site.span(0), f"`{board.name}` {why}", help=help_)


@builtin(2, 2, gives="space")
def step(site: Site) -> Typed | SetOf:
    """The space next to a space in a direction, or nothing at the edge.

    Examples:
        step(cell, up) -> the space above
    """
    space, domain = site.space(0)
    board, game, node = site.board_of(domain), site.reading.game, site.node.arguments[1]
    _must_have_directions(site, board)
    steps = board.layout.directions
    named = board.layout.direction(node.name) if undeclared(node, site.reading) else None
    way = Typed(ir.Number(list(steps).index(named)), board.domain.type()) if named else site.direction(1, board)
    if way.constant is not None:
        table = list(steps.values())[way.constant]
        if space.constant is not None and space.constant != ir.NOTHING:
            return Typed(ir.Number(table[space.constant]), domain.type().or_nothing())
        axis = ir.Axis(space.expr, 0, domain.size, 1)
        return Typed(ir.Lookup(game.table(table), (axis,), site.words, site.sentence), domain.type().or_nothing())
    key = "steps", board.index, None
    if key not in game.ways:
        game.spent.take_entries(domain.size * len(steps), f"`{site.words}`", site.node.span)
        game.ways[key] = game.table(tuple(step[at] for at in range(domain.size) for step in steps.values()))
    axes = ir.Axis(space.expr, 0, domain.size, len(steps)), ir.Axis(way.expr, 0, len(steps), 1)
    return Typed(ir.Lookup(game.ways[key], axes, site.words, site.sentence), domain.type().or_nothing())


@builtin(1, 1, gives="direction")
def opposite(site: Site) -> Typed | SetOf:
    """The opposite direction; nothing if the board has none.

    Examples:
        opposite(up) -> down
    """
    game = site.reading.game
    typed, domain, board = _direction(site)
    names, back = list(board.layout.directions), board.layout.opposites
    numbers = tuple(names.index(back[name]) if name in back else ir.NOTHING for name in names)
    type_ = domain.type().or_nothing() if ir.NOTHING in numbers else domain.type()
    if typed.constant is not None and typed.constant != ir.NOTHING:
        found = numbers[typed.constant]
        return Typed(ir.Number(found), type_ if found == ir.NOTHING else domain.type(found, 1))
    axis = ir.Axis(typed.expr, 0, domain.size, 1)
    return Typed(ir.Lookup(game.table(numbers), (axis,), site.words, site.sentence), type_)


def _direction(site: Site) -> tuple[Typed, Domain, BoardSymbol]:
    """The first argument as a direction, the domain of all directions of its board, and the board."""
    game = site.reading.game
    typed = site.reading.value(site.node.arguments[0])
    domain = None if typed.type.domain is None else game.domains[typed.type.domain]
    if domain is None or domain.sort is not Sort.DIRECTION:
        raise error("wrong-type", site.span(0), f"expected a direction, found {game.describe(typed.type)}")
    return typed, domain, next(each for each in game.boards if each.domain.index == domain.spaces)


@builtin(2, 2, gives="direction")
def turned(site: Site) -> Typed | SetOf:
    """A direction turned to the right so many times: by quarters of a turn on a grid, by sixths on a hexagon. A negative number
    turns it to the left. Nothing if a step of the board's own has no such turn.

    Examples:
        turned(up, 1) -> right
        card.path[turned(d, 4 - r)] -> what is printed there when the card lies turned r times
    """
    game = site.reading.game
    typed, domain, board = _direction(site)
    layout = board.layout
    names, turns = list(layout.directions), layout.turns
    if not turns:
        raise error("no-turns", site.span(0), f"`{board.name}` is no grid and no hexagon: its directions do not turn")
    round_ = 4 if layout.shape is ir.Shape.GRID else 6
    many = arithmetic(ir.Calculation.MOD, site.number(1), Typed(ir.Number(round_), number(round_, round_)), site.sentence)
    ways: list[str | None] = [*names]
    table: list[int] = []
    for _ in range(round_):
        table += [ir.NOTHING if way is None else names.index(way) for way in ways]
        ways = [None if way is None else turns.get(way) for way in ways]
    type_ = domain.type().or_nothing() if ir.NOTHING in table else domain.type()
    if typed.constant is not None and typed.constant != ir.NOTHING and many.constant is not None:
        found = table[many.constant * domain.size + typed.constant]
        return Typed(ir.Number(found), type_ if found == ir.NOTHING else domain.type(found, 1))
    axes = ir.Axis(many.expr, 0, round_, domain.size), ir.Axis(typed.expr, 0, domain.size, 1)
    return Typed(ir.Lookup(game.table(tuple(table)), axes, site.words, site.sentence), type_)


@builtin(2, 2, gives_set=True)
def ray(site: Site) -> Typed | SetOf:
    """All spaces in a direction from a space, the nearest first, without the space itself. `ray(x, d) up to s where …` ends
    with the first space that passes.

    Examples:
        ray(cell, up) -> all spaces straight above
    """
    space, domain = site.space(0)
    board, game = site.board_of(domain), site.reading.game
    layout = board.layout
    if not layout.axes:
        raise shared.nothing_straight_ahead(board.name, site.span(0))
    way = site.direction(1, board)
    names = list(layout.directions)
    key = "rays", board.index, way.constant
    if key not in game.ways:
        wanted = names if way.constant is None else names[way.constant : way.constant + 1]
        game.spent.take_entries(sum(sum(layout.ahead(name)) for name in wanted), f"`{site.words}`", site.node.span)
        each = [layout.rays(name) for name in wanted]
        game.ways[key] = game.row_table(tuple(rays[at] for at in range(domain.size) for rays in each))
    longest = game.longest_row(game.ways[key])
    at = certain(space, site.words, site.sentence)
    if way.constant is None:
        count = Typed(ir.Number(len(names)), number(len(names), len(names)))
        first = arithmetic(ir.Calculation.MULTIPLY, _numbered(at), count, site.sentence)
        at = arithmetic(ir.Calculation.ADD, first, _numbered(certain(way, site.words, site.sentence)), site.sentence)
    return site.row(game.ways[key], at, domain.type(), longest)


@builtin(2, 2, gives_set=True)
def between(site: Site) -> Typed | SetOf:
    """The spaces on a ray strictly between two spaces, the nearest first; none if no direction leads there. Straight lines
    take precedence over the board's own steps, and earlier declared steps over later ones.

    Examples:
        between(a1, d4) -> b2 and c3
    """
    space, domain = site.space(0)
    other, theirs = site.space(1)
    board, game = site.board_of(domain), site.reading.game
    if theirs is not domain:
        raise error("wrong-type", site.span(1), f"expected a space of `{board.name}`, found {game.describe(other.type)}")
    layout = board.layout
    if not layout.axes:
        raise shared.nothing_straight_ahead(board.name, site.span(0))
    key = "between", board.index, None
    if key not in game.ways:
        straight = [way for pair in layout.axes for way in pair]
        ways = [*(way for way in reversed(layout.directions) if way not in straight), *straight]
        many = domain.size * domain.size + sum(ahead * ahead // 2 for way in ways for ahead in layout.ahead(way))
        game.spent.take_entries(many, f"`{site.words}`", site.node.span)
        found: list[tuple[int, ...]] = [()] * (domain.size * domain.size)
        for rays in (layout.rays(way) for way in ways):
            for first, ray_ in enumerate(rays):
                for passed, last in enumerate(ray_):
                    found[first * domain.size + last] = ray_[:passed]
        game.ways[key] = game.row_table(tuple(found))
    longest = game.longest_row(game.ways[key])
    size = Typed(ir.Number(domain.size), number(domain.size, domain.size))
    one, two = (_numbered(certain(each, site.words, site.sentence)) for each in (space, other))
    row = arithmetic(ir.Calculation.MULTIPLY, one, size, site.sentence)
    return site.row(game.ways[key], arithmetic(ir.Calculation.ADD, row, two, site.sentence), domain.type(), longest)


def _numbered(element: Typed) -> Typed:
    """An element as a number, to calculate with."""
    return Typed(element.expr, number(element.type.low, element.type.high))
