"""Reads links: words in the drawing of a graph, or the edges of a grid or hexagon, that join two spaces of another board."""

from __future__ import annotations

from collections.abc import Iterable

from ...program import ir
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess
from ..diagnostics.report import error, misspelt, warning
from ..symbols.board_shapes import Layout, links, targets, without_links
from ..symbols.symbols import BoardSymbol, Symbols
from ..text.blocks import block_lines
from ..text.fields import Fields, Findings, text
from ..text.nodes import Mapping, Pair, Scalar
from .attributes import Row
from .legends import apart, legend_of

LEGEND = "the links of the drawing, with what is printed on each"
"""What the legend of links is, for messages."""


def joins(pair: Pair) -> bool:
    """Whether a board has links."""
    return _said(pair, "kind") == "links"


def _said(pair: Pair, key: str) -> str:
    """What a key of a board says, "" where it says nothing."""
    values = (each.value for each in pair.value.pairs if each.key.text == key) if isinstance(pair.value, Mapping) else ()
    return next((value.text for value in values if isinstance(value, Scalar)), "")


def links_by_board(boards: Iterable[Pair]) -> dict[str, Pair]:
    """By the name of a board, the first board of links that joins its spaces."""
    found: dict[str, Pair] = {}
    for pair in boards:
        if joins(pair):
            found.setdefault(_said(pair, "of"), pair)
    return found


def parted(layout: Layout, rows: list[Row], links: Pair) -> tuple[Layout, list[Row]]:
    """A drawn graph and what is printed on its spaces, without the words that are *links*. Raises DiagnosticError."""
    words = _legend(links)
    for name, row in zip(layout.names, rows, strict=True):
        if name in words and row:
            place = next(iter(row.values())).span
            message = f"`{name}` is a link of `{links.key.text}`, and no space"
            raise error("link-as-a-space", place, message, help=f"what is printed on links stands under `{links.key.text}`")
    kept = [row for name, row in zip(layout.names, rows, strict=True) if name not in words]
    if not kept:
        raise error("no-spaces", links.key.span, "expected spaces that links join, found only links")
    return without_links(layout, words), kept


def overlooked(
    name: Scalar, drawn: Scalar, layout: Layout, rows: list[Row], links: Pair, game: Symbols, findings: Findings
) -> None:
    """Warn of words in the drawing of a graph that are called like its links, by a number, and that are none."""
    words = _legend(links)
    stems = {word.rstrip("0123456789") for word in words}
    for word, (row, column), printed in zip(layout.names, layout.points, rows, strict=True):
        if word not in words and not printed and word[-1].isdigit() and {word.rstrip("0123456789")} == stems:
            place = block_lines(drawn, game.source)[row].span(column, column + len(word))
            message = f"`{word}` is a space of `{name.text}`, though it is called like the links of `{links.key.text}`"
            findings.tell(
                warning("called-like-a-link", place, message, help=f"a link stands in the legend of `{links.key.text}`")
            )


def _legend(pair: Pair) -> dict[str, Scalar]:
    """The names that the legend of a board explains, with their places."""
    nodes = (each.value for each in pair.value.pairs if each.key.text == "legend") if isinstance(pair.value, Mapping) else ()
    return {name: each.key for node in nodes if isinstance(node, Mapping) for name, each in legend_of(node, LEGEND)}


def linked(fields: Fields, game: Symbols) -> Layout:
    """The links between the spaces of a board. Raises DiagnosticError."""
    of = joined_by(fields, game)
    whole = of.layout.whole
    if whole is None:
        layout = links(of.layout, ())
        if not layout.names:
            raise error("no-spaces", fields.of.span, f"no two spaces of `{of.name}` have an edge in common")
        return layout
    legend = fields.need("legend")
    words = {name: pair.key for name, pair in legend_of(legend, LEGEND)}
    if not words:
        raise error("no-spaces", legend.span, f"expected the words of the drawing of `{of.name}` that are links, found none")
    leading = dict(zip(whole.names, targets(whole.links, len(whole.names)), strict=True))
    for word, place in words.items():
        if word not in leading:
            message = f"there is no `{word}` in the drawing of `{of.name}`"
            raise misspelt("unknown-link", place.span, message, apart(word, whole.names) or guess(word, whole.names))
        ends = dict.fromkeys(whole.names[end] for end in leading[word])
        if len(ends) != 2 or any(end in words for end in ends):
            told = ", ".join(f"`{end}`" + (" (a link)" if end in words else "") for end in ends) or "nothing"
            raise error("link-between-two", place.span, f"a link joins two spaces; lines lead from `{word}` to {told}")
    return links(of.layout, tuple(words))


def joined_by(fields: Fields, game: Symbols) -> BoardSymbol:
    """The board whose spaces the links of another join. Raises DiagnosticError."""
    name = text(fields.need("of"), "the board whose spaces the links join")
    boards = {board.name: board for board in game.boards}
    if name.text not in boards:
        raise game.missed(name.text, shared.unknown_board(name.text, name.span, guess(name.text, boards)))
    of = boards[name.text]
    if of.layout.whole is None and of.layout.shape not in (ir.Shape.GRID, ir.Shape.HEXAGON):
        message = f"links join the spaces of a drawn graph, of a grid or of a hexagon: `{of.name}` is none of these"
        help_ = f"name `{of.of.name}`, whose spaces these links join" if of.of is not None else ""
        raise error("links-of-no-board", name.span, message, help=help_)
    for each in boards.values():
        if each.of is of:
            raise error("links-twice", name.span, f"`{each.name}` has the links of `{of.name}` already")
    return of
