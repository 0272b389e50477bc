"""A board with the names of its spaces, as text and as SVG: what somebody needs who writes examples."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import assert_never
from xml.sax.saxutils import escape

from ..program.harmless import harmless
from ..program.ir import Board, Program, Shape
from ..table.geometry import Point, column_width, middles

SIZE = 56
"""How far apart spaces lie in an SVG, in pixels."""
EDGE = 40
"""The blank around the board."""


def names(program: Program, board: Board) -> tuple[str, ...]:
    """The names of the spaces, as examples have them."""
    domain = program.domains[board.domain]
    if board.shape is Shape.TRACK:
        return tuple(str(domain.low + at) for at in range(len(domain.labels)))
    return tuple(label.plain for label in domain.labels)


def text_map(program: Program, board: Board, width: int) -> str:
    """The names where the spaces lie, at most *width* columns wide where rows can be broken; links are listed below."""
    words = names(program, board)
    if board.shape is Shape.TRACK:
        wide = max(map(len, words)) + 1
        each = max(1, width // wide)
        rows = [words[at : at + each] for at in range(0, len(words), each)]
        return "\n".join("".join(word.rjust(wide) for word in row) for row in rows)
    rows_of: dict[int, list[tuple[int, str]]] = {}
    for (row, column), word in sorted(zip(board.points, words, strict=True)):
        rows_of.setdefault(row, []).append((column, word))
    stretch = column_width(board.points, [len(word) + 1 for word in words])
    last = max(column for _, column in board.points)
    each = max(1, width // stretch) if board.shape is Shape.LANES else last + 1
    parts = [_part(rows_of, stretch, range(at, at + each)) for at in range(0, last + 1, each)]
    return "\n".join((*"\n\n".join(parts).split("\n"), *_linked(board, words)))


def _part(rows: dict[int, list[tuple[int, str]]], stretch: int, columns: range) -> str:
    """The rows as far as they lie in these columns."""
    lines = []
    for row in range(min(rows), max(rows) + 1):
        line = ""
        for column, word in rows.get(row, ()):
            if column in columns:
                line = line.ljust((column - columns.start) * stretch) + word
        lines.append(line)
    return "\n".join(lines)


def _linked(board: Board, words: tuple[str, ...]) -> Iterator[str]:
    if board.links:
        yield ""
    for at, word in enumerate(words):
        there = [words[end] for start, end in board.links if start == at]
        if there:
            yield f"{word} → {', '.join(there)}"


def svg_map(program: Program, board: Board) -> str:
    """The board as one SVG image: each space in its shape, with its name."""
    words = names(program, board)
    places = _places(board, words)
    wide = max(x for x, _ in places) + 2 * EDGE
    high = max(y for _, y in places) + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" height="{high:g}" '
        'font-family="sans-serif" font-size="14" text-anchor="middle" role="img">',
        f"<title>{escape(board.name.plain)}</title>",
        f'<rect width="{wide:g}" height="{high:g}" fill="white"/>',
        f'<g transform="translate({EDGE} {EDGE})" fill="#f4efe4" stroke="#555">',
    ]
    for start, end in board.links:
        (x1, y1), (x2, y2) = places[start], places[end]
        parts.append(f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>')
    for (x, y), word in zip(places, words, strict=True):
        parts.append(_outline(board.shape, x, y))
        parts.append(f'<text x="{x:g}" y="{y + 5:g}" fill="#111" stroke="none">{escape(word)}</text>')
    return harmless("\n".join((*parts, "</g>", "</svg>", "")))


def _places(board: Board, words: tuple[str, ...]) -> list[Point]:
    """Where the middle of each space lies, in pixels."""
    step = max(SIZE, 9 * max(map(len, words)) + 12)
    across, down = {Shape.HEXAGON: (SIZE, SIZE), Shape.GRAPH: (step, SIZE)}.get(board.shape, (step, step))
    return [(x * across, y * down) for x, y in middles(board)]


def _outline(shape: Shape, x: float, y: float) -> str:
    match shape:
        case Shape.HEXAGON:
            radius = SIZE / 3**0.5
            corners = ((x + radius * sin(pi / 3 * at), y + radius * cos(pi / 3 * at)) for at in range(6))
            return f'<polygon points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in corners)}"/>'
        case Shape.GRAPH:
            return f'<circle cx="{x:g}" cy="{y:g}" r="{SIZE * 0.4:g}"/>'
        case Shape.TRACK | Shape.LANES | Shape.GRID:
            side = SIZE
            return f'<rect x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side}" height="{side}"/>'
        case _:
            assert_never(shape)
