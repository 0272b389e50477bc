"""A board with the names of its spaces, as text: what somebody needs who writes examples."""

from __future__ import annotations

from collections.abc import Iterator

from ..program.ir import Board, Program, Shape
from ..table.geometry import column_width


def names(program: Program, board: Board) -> tuple[str, ...]:
    """The names of the spaces, as examples have them."""
    domain = program.domains[board.domain]
    if board.shape is Shape.TRACK:
        return tuple(str(domain.low + at) for at in range(len(domain.labels)))
    return tuple(label.plain for label in domain.labels)


def text_map(program: Program, board: Board, width: int) -> str:
    """The names where the spaces lie, at most *width* columns wide where rows can be broken; where lines lead is listed below."""
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
    each = max(1, width // stretch) if board.shape in (Shape.LANES, Shape.GRID) else last + 1
    parts = [_part(rows_of, stretch, range(at, at + each)) for at in range(0, last + 1, each)]
    ends = words if board.of is None else names(program, program.boards[board.of])
    return "\n".join((*"\n\n".join(parts).split("\n"), *_linked(board, words, ends)))


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


def _linked(board: Board, words: tuple[str, ...], ends: tuple[str, ...]) -> Iterator[str]:
    """Where lines lead from each space, and the *ends* of each link."""
    if board.links:
        yield ""
    for at, word in enumerate(words):
        leading = [end for start, end in board.links if start == at] if board.of is None else board.links[at]
        there = [ends[end] for end in leading]
        if there:
            yield f"{word} → {', '.join(there)}"
