"""The shapes of boards: the names of the spaces, where they lie, which of them touch. One function for each shape."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from attrs import Factory, evolve, frozen

from ...program.ir import NOTHING, Shape

Point = tuple[int, int]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@frozen
class Layout:
    """The spaces in order: their names, (row, column) to draw them at, attributes that come from the shape, and steps.

    `steps` has for each direction and each space the index of the next space, or NOTHING; it is a neighbour in the directions
    `touching` (None: in all). `axes` are the pairs of opposite directions, along which lines are found. `coordinates` gives the
    index of a space from the coordinates that the language's `at` takes. `low` is the number of the first space where spaces are
    numbers, `printed` what their rows are called. `leaps` are steps of the board's own in the same form, to spaces that need not
    touch; `ways` are sets of directions by name. `links` are the lines of a graph, each from a space to another; of a board of
    links, the two spaces that each joins. `beside` are the neighbours of each space, where steps do not tell them. `whole` is a
    graph as it is drawn, whose links are spaces, where links are taken out of it. `turns` has for a
    direction the next one to the right, a quarter or a sixth of a turn on.
    """

    shape: Shape
    names: tuple[str, ...]
    points: tuple[Point, ...]
    attributes: dict[str, tuple[int, ...]]
    steps: dict[str, tuple[int, ...]]
    axes: tuple[tuple[str, str], ...]
    coordinates: dict[Point, int] = Factory(dict)
    low: int = 0
    printed: tuple[str, ...] = ()
    touching: tuple[str, ...] | None = None
    leaps: dict[str, tuple[int, ...]] = Factory(dict)
    returns: dict[str, str] = Factory(dict)
    ways: dict[str, tuple[str, ...]] = Factory(dict)
    links: tuple[Point, ...] = ()
    beside: tuple[tuple[int, ...], ...] | None = None
    whole: Layout | None = None
    turns: dict[str, str] = Factory(dict)

    @property
    def directions(self) -> dict[str, tuple[int, ...]]:
        """The steps in all directions, first to spaces that touch."""
        return {**self.steps, **self.leaps}

    def direction(self, name: str) -> str | None:
        """The direction with that name, or the only one of a set with that name; None where there is none."""
        way = self.ways.get(name, ())
        return name if name in self.directions else way[0] if len(way) == 1 else None

    @property
    def opposites(self) -> dict[str, str]:
        """The directions that lead back, by direction; one is left out where no direction leads back."""
        return {**{one: other for pair in self.axes for one, other in (pair, pair[::-1])}, **self.returns}

    def rays(self, name: str) -> tuple[tuple[int, ...], ...]:
        """For each space, those that lie in a direction from it, the nearest first."""
        step, found = self.directions[name], list[tuple[int, ...]]()
        for space in range(len(self.names)):
            row = []
            at = step[space]
            while at != NOTHING:
                row.append(at)
                at = step[at]
            found.append(tuple(row))
        return tuple(found)

    @property
    def neighbouring(self) -> tuple[str, ...]:
        """The directions in which spaces touch."""
        return tuple(self.steps) if self.touching is None else self.touching

    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each space, the indices of the spaces that touch it, ascending."""
        if self.beside is not None:
            return self.beside
        ways = [self.steps[way] for way in self.neighbouring]
        return tuple(tuple(sorted({step[space] for step in ways} - {NOTHING})) for space in range(len(self.names)))

    def number_of_lines(self, length: int) -> int:
        """How many straight rows of *length* spaces there are; nothing is built to know it."""
        return sum(ahead >= length for forward, _ in self.axes for ahead in self.ahead(forward))

    def ahead(self, forward: str) -> list[int]:
        """For each space, how many spaces there are in that direction, the space itself included."""
        step, found = self.directions[forward], [0] * len(self.names)
        for space in range(len(self.names)):
            way = []
            at = space
            while at != NOTHING and not found[at]:
                way.append(at)
                at = step[at]
            behind = 0 if at == NOTHING else found[at]
            for number, each in enumerate(reversed(way), 1):
                found[each] = behind + number
        return found

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """All straight rows of *length* spaces, as indices, each row once."""
        found: list[tuple[int, ...]] = []
        ways = [(self.steps[forward], self.ahead(forward)) for forward, _ in self.axes]
        for space in range(len(self.names)):
            for step, ahead in ways:
                if ahead[space] >= length:
                    line = [space]
                    while len(line) < length:
                        line.append(step[line[-1]])
                    found.append(tuple(line))
        return tuple(found)


def track(low: int, high: int) -> Layout:
    """Spaces in one row, named by their numbers."""
    count = high - low + 1
    ahead = tuple(space + 1 if space + 1 < count else NOTHING for space in range(count))
    back = tuple(space - 1 if space else NOTHING for space in range(count))
    names = tuple(str(low + space) for space in range(count))
    points = tuple((0, space) for space in range(count))
    return Layout(Shape.TRACK, names, points, {}, {"forward": ahead, "back": back}, (("forward", "back"),), {}, low)


def lanes(count: int, low: int, high: int) -> Layout:
    """Parallel tracks: `lane` counts from 1 inside, `row` is the number along the lane."""
    length = high - low + 1
    spaces = [(lane, row) for lane in range(1, count + 1) for row in range(low, high + 1)]
    coordinates = {space: index for index, space in enumerate(spaces)}
    moves = {"forward": (0, 1), "back": (0, -1), "inward": (-1, 0), "outward": (1, 0)}
    return Layout(
        Shape.LANES,
        tuple(f"{lane}/{row}" for lane, row in spaces),
        tuple((lane - 1, row - low) for lane, row in spaces),
        {"lane": tuple(lane for lane, _ in spaces), "row": tuple(row for _, row in spaces)},
        _steps(spaces, coordinates, moves),
        (("forward", "back"), ("outward", "inward")),
        coordinates,
        low,
        tuple(str(low + offset) for offset in range(length)),
    )


GRID_TURNS = ("up", "right", "down", "left"), ("up_right", "down_right", "down_left", "up_left")
"""The directions of a grid to the right round, those that a quarter of a turn joins."""

EDGES = ("up", "down", "right", "left")
"""The directions of a grid in which spaces touch over an edge."""


def grid(columns: int, rows: int, holes: frozenset[Point] = frozenset(), edges: bool = False) -> Layout:
    """Squares: columns by letter, rows from 1 at the bottom; `a1` is the lower left one."""
    squares = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    spaces = [square for square in squares if square not in holes]
    coordinates = {space: index for index, space in enumerate(spaces)}
    moves = {
        "up": (0, 1),
        "down": (0, -1),
        "right": (1, 0),
        "left": (-1, 0),
        "up_right": (1, 1),
        "down_left": (-1, -1),
        "up_left": (-1, 1),
        "down_right": (1, -1),
    }
    return Layout(
        Shape.GRID,
        tuple(f"{_letters(column)}{row}" for column, row in spaces),
        tuple((rows - row, column - 1) for column, row in spaces),
        {"column": tuple(column for column, _ in spaces), "row": tuple(row for _, row in spaces)},
        _steps(spaces, coordinates, moves),
        (("up", "down"), ("right", "left"), ("up_right", "down_left"), ("down_right", "up_left")),
        coordinates,
        touching=EDGES if edges else None,
        ways={"straight": EDGES, "diagonal": tuple(way for way in moves if way not in EDGES)},
        turns=_turns(*GRID_TURNS),
    )


def leap(layout: Layout, move: Point) -> tuple[int, ...]:
    """For each space of a grid, the one so many columns to the right and rows up, or NOTHING."""
    across, up = move
    at = {space: point for point, space in layout.coordinates.items()}
    points = (at[space] for space in range(len(layout.names)))
    return tuple(layout.coordinates.get((column + across, row + up), NOTHING) for column, row in points)


HEXAGON_MOVES = {
    "right": (0, 2),
    "left": (0, -2),
    "down_right": (1, 1),
    "up_left": (-1, -1),
    "down_left": (1, -1),
    "up_right": (-1, 1),
}
"""The steps between hexagons by direction: rows down, and half spaces to the right."""

HEXAGON_TURNS = ("right", "down_right", "down_left", "left", "up_left", "up_right")
"""The directions of a hexagon to the right round, a sixth of a turn apart."""

HEXAGON_AXES = (("right", "left"), ("down_right", "up_left"), ("down_left", "up_right"))


def hexagon(widths: tuple[int, ...], holes: frozenset[Point] = frozenset()) -> Layout:
    """Hexagons in rows of these lengths: rows by capital letter from the top, spaces from 1 at the left. With `columns:` a
    rhombus: columns by small letter, rows counted from the top.
    """
    longest = max(widths)
    cells = [(row, place) for row, width in enumerate(widths) for place in range(width) if (row + 1, place + 1) not in holes]
    spaces = [(row, longest - widths[row] + 2 * place) for row, place in cells]
    return Layout(
        Shape.HEXAGON,
        tuple(f"{_letters(row + 1).upper()}{place + 1}" for row, place in cells),
        tuple(spaces),
        {"row": tuple(row + 1 for row, _ in cells)},
        _steps(spaces, {space: index for index, space in enumerate(spaces)}, HEXAGON_MOVES),
        HEXAGON_AXES,
        {(row + 1, place + 1): index for index, (row, place) in enumerate(cells)},
        ways={"straight": tuple(HEXAGON_MOVES)},
        turns=_turns(HEXAGON_TURNS),
    )


def rhombus(columns: int, rows: int) -> Layout:
    """Hexagons in rows of one length, each row half a space further to the right: `a1` is the upper left one."""
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    spaces = [(row, 2 * column + row) for column, row in cells]
    return Layout(
        Shape.HEXAGON,
        tuple(f"{_letters(column + 1)}{row + 1}" for column, row in cells),
        tuple(spaces),
        {"column": tuple(column + 1 for column, _ in cells), "row": tuple(row + 1 for _, row in cells)},
        _steps(spaces, {space: index for index, space in enumerate(spaces)}, HEXAGON_MOVES),
        HEXAGON_AXES,
        {(column + 1, row + 1): index for index, (column, row) in enumerate(cells)},
        ways={"straight": tuple(HEXAGON_MOVES)},
        turns=_turns(HEXAGON_TURNS),
    )


BACK = {"right": "left", "down": "up", "down_right": "up_left", "down_left": "up_right"}
"""The directions in which lines of a drawing are followed, and the opposite ones."""


def graph(names: tuple[str, ...], links: tuple[tuple[int, ...], ...]) -> Layout:
    """Spaces by name with links: a list of each space's targets, or a drawing with lines."""
    most = max((len(row) for row in links), default=0)
    steps = {f"way{way + 1}": tuple(row[way] if way < len(row) else NOTHING for row in links) for way in range(most)}
    ways = tuple((space, to) for space, row in enumerate(links) for to in row)
    return Layout(Shape.GRAPH, names, tuple((index, 0) for index in range(len(names))), {}, steps, (), links=ways)


def drawn_graph(names: tuple[str, ...], points: tuple[Point, ...], links: dict[str, tuple[tuple[int, int], ...]]) -> Layout:
    """Spaces by name at the points where they are drawn; *links* has for each direction the pairs of spaces that a line joins."""
    steps = {way: [NOTHING] * len(names) for way in (*BACK, *BACK.values())}
    for way, pairs in links.items():
        for start, end in pairs:
            steps[way][start], steps[BACK[way]][end] = end, start
    axes = tuple((way, back) for way, back in BACK.items())
    lines = tuple(way for pairs in links.values() for one, other in pairs for way in ((one, other), (other, one)))
    return Layout(Shape.GRAPH, names, points, {}, {way: tuple(step) for way, step in steps.items()}, axes, links=lines)


def without_links(whole: Layout, words: Collection[str]) -> Layout:
    """The drawn graph without the spaces that are links. A line to a link leads on to the space behind it."""
    kept = [at for at, name in enumerate(whole.names) if name not in words]
    number = {at: new for new, at in enumerate(kept)}
    leading = targets(whole.links, len(whole.names))

    def goal(start: int, at: int) -> int | None:
        behind = [end for end in leading[at] if end != start]
        return number.get(at, number.get(behind[0]) if len(behind) == 1 else None)

    ways = [(number[start], goal(start, end)) for start, end in whole.links if start in number]
    lines = tuple((start, end) for start, end in ways if end is not None)
    steps = {}
    for way, step in whole.steps.items():
        ends = (step[at] if step[at] in (NOTHING, *kept) else step[step[at]] for at in kept)
        steps[way] = tuple(number.get(end, NOTHING) for end in ends)
    return evolve(
        whole,
        names=tuple(whole.names[at] for at in kept),
        points=tuple(whole.points[at] for at in kept),
        steps=steps,
        links=lines,
        beside=tuple(tuple(sorted({*ends})) for ends in targets(lines, len(kept))),
        whole=whole,
    )


def links(of: Layout, names: tuple[str, ...]) -> Layout:
    """Links that join two spaces each of another board, `of:`. In a drawn graph they are the words that the legend names; a grid
    or a hexagon has one for each edge between two spaces, `a1-a2`.
    """
    if of.whole is not None:
        at = [of.whole.names.index(name) for name in names]
        leading = targets(of.whole.links, len(of.whole.names))
        joined = [_pair(*(of.names.index(of.whole.names[end]) for end in leading[link])) for link in at]
        points = tuple(_midway(of.whole, link) for link in at)
    else:
        ways = [of.steps[forward] for forward, _ in of.axes if of.shape is not Shape.GRID or forward in EDGES]
        joined = sorted(_pair(start, step[start]) for step in ways for start in range(len(of.names)) if step[start] != NOTHING)
        names = tuple(f"{of.names[one]}-{of.names[other]}" for one, other in joined)
        points = tuple(_between(of.points[one], of.points[other]) for one, other in joined)
    at_space = links_of(joined, len(of.names))
    beside = tuple(tuple(sorted({*at_space[one], *at_space[other]} - {link})) for link, (one, other) in enumerate(joined))
    return Layout(Shape.LINKS, names, points, {}, {}, (), links=tuple(joined), beside=beside)


def _midway(whole: Layout, link: int) -> Point:
    """Where a link of a drawn graph lies: midway where its lines are one straight line, else at its word."""
    for forward, back in whole.axes:
        one, other = whole.steps[forward][link], whole.steps[back][link]
        if NOTHING not in (one, other):
            (row, column), (end_row, end_column) = whole.points[one], whole.points[other]
            return (row + end_row) // 2, (column + end_column) // 2
    return whole.points[link]


def links_of(joined: Sequence[Point], count: int) -> tuple[tuple[int, ...], ...]:
    """For each of *count* spaces, the links that lead from it, ascending."""
    return targets([(end, link) for link, ends in enumerate(joined) for end in ends], count)


def targets(lines: Iterable[Point], count: int) -> tuple[tuple[int, ...], ...]:
    """For each of *count* spaces, what the lines that begin there lead to, in their order."""
    found: list[list[int]] = [[] for _ in range(count)]
    for start, end in lines:
        found[start].append(end)
    return tuple(map(tuple, found))


def _pair(one: int, other: int) -> Point:
    return (one, other) if one < other else (other, one)


def _between(one: Point, other: Point) -> Point:
    """The point in the middle of two, in half rows and half columns."""
    return one[0] + other[0], one[1] + other[1]


def _steps(spaces: list[Point], coordinates: dict[Point, int], moves: dict[str, Point]) -> dict[str, tuple[int, ...]]:
    return {
        name: tuple(coordinates.get((first + down, second + right), NOTHING) for first, second in spaces)
        for name, (down, right) in moves.items()
    }


def _turns(*rounds: tuple[str, ...]) -> dict[str, str]:
    """The next direction in each round, the first behind the last."""
    return {way: then for each in rounds for way, then in zip(each, each[1:] + each[:1], strict=True)}


def _letters(number: int) -> str:
    """1 is a, 26 is z, 27 is aa."""
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = LETTERS[rest] + text
    return text
