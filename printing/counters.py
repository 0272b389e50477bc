"""Pieces to cut out: each kind that stands on a board, drawn as on the table, as often as it can be needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import or_
from xml.etree.ElementTree import Element

from attrs import evolve, frozen

from ..drawing.board import Token, shape_of, tokens
from ..drawing.inks import LIGHT, PLAIN
from ..drawing.markup import element
from ..interpreter import NATURE, actors, advance, decision, heard_by_all, initial
from ..interpreter.core.rng import Use, stream, weighted
from ..interpreter.game import Game
from ..table.model import scene_of
from ..table.scene import Board, Scene, Space, Standing
from .paper import Paper

GAMES, DECISIONS, EVERY = 2, 400, 16
"""So many games at random are looked at, of each at most so many decisions, and of these every sixteenth."""
TIMES = 4
"""Of a kind that comes in the game, so many times as many as in games at random are enough, or one for each space."""
SHARE = 0.7
"""How wide a piece is, in parts of a space."""
SMALLEST, LARGEST = 9.0, 22.0
"""The sides of a piece in millimetres: smaller ones cannot be cut or held."""
AROUND = 15.0
"""So much stays blank at the edges of the paper."""


def standing(board: Board) -> Counter[Token]:
    """The pieces on a board, each kind once with how many there are. A number that has a colour, or stands beside whose it is,
    says how many lie on its space; other values are none that can be cut out.
    """
    found: Counter[Token] = Counter()
    for space in board.spaces:
        found += _on(space)
    return found


def _on(space: Space) -> Counter[Token]:
    found: Counter[Token] = Counter()
    cut = {each.id for each in (*space.pieces, *space.marks) if each.value is None or _is_piece(each, space)}
    for thing in tokens(evolve(space, pointers=(), printed=()), PLAIN) if cut else ():
        if thing.fill is not None and thing.id in cut:
            many = thing.text.isdigit() and thing.figure is None
            found[evolve(thing, id="", text="" if many else thing.text)] += int(thing.text) if many else 1
    return found


def _is_piece(each: Standing, space: Space) -> bool:
    owned = any(mark.value is not None and mark.value.seat is not None for mark in space.marks)
    value = each.value
    return owned or each.figure is not None or (value is not None and (value.domain is None or value.figure is not None))


def needed(game: Game, language: str, wanted: Callable[[Board], bool]) -> dict[str, Counter[Token]]:
    """By board, how many of each kind are enough. Raises PlayError where the game cannot begin.

    Where games at random, whose chance and choices draw from fixed seeds, never have more of one colour than the start, that many
    are enough; the number of pieces that the ruleset names is the most that was seen.
    """
    found: dict[str, Counter[Token]] = {}
    for number in range(GAMES):
        boards: dict[str, list[Board]] = {}
        for scene in _scenes(game, language, number):
            for board in filter(wanted, scene.boards):
                boards.setdefault(board.id, []).append(board)
        for name, seen in boards.items():
            found[name] = found.get(name, Counter()) | enough(seen)
    return {name: kinds for name, kinds in found.items() if kinds}


def enough(seen: Sequence[Board]) -> Counter[Token]:
    """How many of each kind are enough for a board that looked like this at the start and later."""
    counted = [standing(board) for board in seen]
    named = reduce(or_, (standing(evolve(board, spaces=tuple(map(_named, board.spaces)))) for board in seen))
    start, most = counted[0], reduce(or_, counted)
    first, later = _by_colour(start), reduce(or_, map(_by_colour, counted))
    found: Counter[Token] = Counter()
    for kind, count in most.items():
        if kind in named or count <= start[kind]:
            found[kind] = count
        elif later[kind.fill] <= first[kind.fill]:
            found[kind] = first[kind.fill]  # one takes the place of another of its colour
        else:
            room = len(seen[0].spaces) * max(_on(space)[kind] for board in seen for space in board.spaces)
            found[kind] = min(TIMES * count, room)
    return found


def _named(space: Space) -> Space:
    return evolve(space, marks=())


def _by_colour(kinds: Counter[Token]) -> Counter[str | None]:
    found: Counter[str | None] = Counter()
    for kind, count in kinds.items():
        found[kind.fill] += count
    return found


def _scenes(game: Game, language: str, number: int) -> Iterator[Scene]:
    """What all see when somebody is first asked, now and then in a game at random, and in the end."""
    state, below = initial(game, listening=True), stream(0, number, Use.NATURE).below
    begun = False
    for at in range(DECISIONS):
        asked = actors(game, state)
        first = not begun and asked != (NATURE,)
        begun = begun or first
        if first or (begun and at % EVERY == 0) or not asked:
            yield scene_of(game, heard_by_all(game, state), language, own=False)
        if not asked:
            return
        options = decision(game, state, asked[0]).options
        weights = [option.weight for option in options] if asked == (NATURE,) else [1] * len(options)
        state, _ = advance(game, state, asked[0], weighted(weights, below))


def drawn(thing: Token) -> Element:
    """A piece on a square."""
    svg = element("svg", viewBox="0 0 60 60", role="img", text_anchor="middle")
    for shape in shape_of(thing, (30, 30), 25, LIGHT):
        svg.append(shape)
    return svg


@frozen
class Squares:
    """A sheet of squares to cut out: so many beside each other, the side of each, and the numbers of their pictures."""

    columns: int
    side: float
    pictures: tuple[int, ...]


def laid(paper: Paper, space: float, pictures: tuple[int, ...]) -> Iterator[Squares]:
    """The sheets for these pieces, for spaces of that width."""
    side = min(LARGEST, max(SMALLEST, SHARE * space))
    columns, rows = (int((room - 2 * AROUND) / side) for room in (paper.wide, paper.high))
    for at in range(0, len(pictures), columns * rows):
        yield Squares(columns, side, pictures[at : at + columns * rows])
