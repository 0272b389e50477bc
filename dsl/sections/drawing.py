"""Reads `drawing:`: how pictures of a match are drawn, where the rules do not say it. Text at a terminal stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from ...program import ir
from ...program.figures import FIGURES, PLACES
from ..diagnostics.diagnostic import guess, meant
from ..diagnostics.report import error, misspelt
from ..symbols.symbols import BoardSymbol, DeckSymbol, PlaceSymbol, Printed, Sort, Symbols
from ..symbols.types import Kind
from ..text.document import Document
from ..text.fields import Findings, mapping, one_or_more, pairs, text
from ..text.nodes import Mapping, Node, Scalar
from .table import Reading


def drawing(document: Document, game: Symbols, findings: Findings) -> ir.Drawing:
    """What the section says; wrong parts are reported and left out."""
    made = ir.Drawing()
    for pair in pairs(document.get("drawing"), "how pictures are drawn, such as `figures:`", findings):
        read = KEYS.get(pair.key.text)
        if read is None:
            findings.tell(
                misspelt("unknown-hint", pair.key.span, f"`drawing:` has no `{pair.key.text}:`", guess(pair.key.text, KEYS))
            )
            continue
        with findings.collecting():
            made = read(made, pair.value, Reading(document, game, findings))
    return made


# ------------------------------------------------------------------------------------------------------------- boards


def _chequered(made: ir.Drawing, node: Node, read: Reading) -> ir.Drawing:
    """`field`: boards whose squares are light and dark by turns, the lower left one dark."""
    found = []
    for each in one_or_more(node):
        with read.findings.collecting():
            name = text(each, "the name of a board")
            board = read.board(name)
            if board.layout.shape is not ir.Shape.GRID:
                raise error("wrong-type", name.span, f"a chequered board is a grid, and `{board.name}` is none")
            found.append(board.index)
    return evolve(made, chequered=tuple(dict.fromkeys(found)))


def _background(made: ir.Drawing, node: Node, read: Reading) -> ir.Drawing:
    """`{field: green}`: the colours of boards, for spaces that have none of their own; `{field: soil}`: the variable whose value
    colours each space, by the `colours:` under `table:`.
    """
    colours, grounds = [], []
    for pair in mapping(node, "colours by the names of boards").pairs:
        with read.findings.collecting():
            board = read.board(pair.key)
            if isinstance(pair.value, Scalar) and isinstance(read.game.symbols.get(pair.value.text), PlaceSymbol):
                grounds.append((board.index, _ground(pair.value, board, read)))
            else:
                colours.append((board.index, read.colour(pair.value)))
    return evolve(made, backgrounds=tuple(colours), grounds=tuple(grounds))


def _ground(name: Scalar, board: BoardSymbol, read: Reading) -> int:
    """The variable whose values colour the spaces of a board. Raises DiagnosticError where it has no such values."""
    place = read.place(name)
    domain = None if place.type.domain is None else read.game.domains[place.type.domain]
    if [each.domain for each in place.extents] != [board.domain.index] or domain is None or domain.sort is not Sort.VALUE:
        message = f"`{name.text}` colours no spaces: expected a variable `per: space of {board.name}` that holds an enumeration"
        raise error("no-ground", name.span, message)
    return place.index


# ------------------------------------------------------------------------------------------------------------ figures


def _figures(made: ir.Drawing, node: Node, read: Reading) -> ir.Drawing:
    """`[pawn, knight]`, or `{clubs: club, colour: burst, throw: die}`: the figures with which seats, values, all values of an
    enumeration, pieces and variables are drawn.
    """
    named: list[tuple[Scalar, Node]]
    if isinstance(node, Mapping):
        named = [(pair.key, pair.value) for pair in node.pairs]
    else:
        named = [(text(each, "a thing that is called as its figure is"), each) for each in one_or_more(node)]
    found: dict[tuple[int | None, int], ir.Figured] = {}
    for name, value in named:
        with read.findings.collecting():
            figure = text(value, "the name of a figure")
            if figure.text not in FIGURES:
                message = f"there is no figure `{figure.text}`"
                raise error("unknown-figure", figure.span, message, help=_meant(figure.text, FIGURES))
            for thing in read.values(name) or read.things(name):
                found[thing] = ir.Figured(*thing, figure.text)
    return evolve(made, figures=tuple(found.values()))


def _meant(word: str, known: Sequence[str]) -> str:
    """The word among those *known* that was meant, or all of them."""
    return meant(word, known) or "known here: " + ", ".join(f"`{each}`" for each in known)


# -------------------------------------------------------------------------------------------------------------- cards


def _cards(made: ir.Drawing, node: Node, read: Reading) -> ir.Drawing:
    """`{cards: {corner: rank, middle: suit}}`: what stands where on the cards of a deck: in the `corner`, in the `middle`, as a
    `symbol` above on the right, as `text` at the foot.
    """
    found: list[ir.Printing] = []
    for pair in mapping(node, "what stands where on the cards, by the names of decks").pairs:
        with read.findings.collecting():
            deck = read.deck(pair.key)
            for where in mapping(pair.value, "what stands where on the cards, such as `corner: rank`").pairs:
                with read.findings.collecting():
                    place = where.key.text
                    if place not in PLACES:
                        message = f"a card has no place `{place}`"
                        raise error("unknown-place-on-a-card", where.key.span, message, help=_meant(place, PLACES))
                    for each in one_or_more(where.value):
                        found.append(_printing(deck, place, text(each, "what is printed on the cards"), read))
    return evolve(made, printings=tuple(found))


def _printing(deck: DeckSymbol, place: str, name: Scalar, read: Reading) -> ir.Printing:
    """What is printed under that name on the cards of a deck. Raises DiagnosticError where nothing is, or a yes or no."""
    printed = deck.domain.printed.get(name.text)
    if printed is None:
        known = guess(name.text, deck.domain.printed)
        raise misspelt("not-printed", name.span, f"the cards of `{deck.name}` have no `{name.text}`", known)
    if printed.type.kind is Kind.TRUTH:
        raise error("wrong-type", name.span, f"`{name.text}` is yes or no, which cannot be written on a card")
    if printed.keys is not None and read.game.domains[printed.keys].sort is Sort.DIRECTION:
        values, spots = _by_direction(printed, printed.keys, read.game)
        return ir.Printing(deck.index, place, read.game.words(name.text), printed.type.domain, values, (), spots)
    if printed.keys is not None:
        values, counts = _by_element(printed, printed.keys, read.game)
        return ir.Printing(deck.index, place, read.game.words(name.text), printed.keys, values, counts)
    if printed.rows is not None:
        values = read.game.rows[printed.rows]
    else:
        assert printed.table is not None
        values = tuple(() if value == ir.NOTHING else (value,) for value in read.game.tables[printed.table])
    return ir.Printing(deck.index, place, read.game.words(name.text), printed.type.domain, values)


_Rows = tuple[tuple[int, ...], ...]


def _by_element(printed: Printed, keys: int, game: Symbols) -> tuple[_Rows, _Rows]:
    """For each kind of card the elements of the domain *keys* that have a number there other than 0, and these numbers."""
    assert printed.table is not None
    domain, table = game.domains[keys], game.tables[printed.table]
    rows = [table[at : at + domain.size] for at in range(0, len(table), domain.size)]
    there = [[(domain.ir.low + at, each) for at, each in enumerate(row) if each not in (0, ir.NOTHING)] for row in rows]
    return tuple(tuple(value for value, _ in row) for row in there), tuple(tuple(count for _, count in row) for row in there)


AROUND = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
    "up_left": (-1, -1),
    "up_right": (-1, 1),
    "down_left": (1, -1),
    "down_right": (1, 1),
}
"""Where on a card stands what is printed for a direction: its row and its column, seen from the middle."""


def _by_direction(printed: Printed, keys: int, game: Symbols) -> tuple[_Rows, tuple[tuple[tuple[int, int], ...], ...]]:
    """For each kind of card what is printed for the directions of a grid or a hexagon, and where it stands."""
    assert printed.table is not None
    domain, table = game.domains[keys], game.tables[printed.table]
    ways = [AROUND.get(label.plain) for label in domain.ir.labels]
    rows = [table[at : at + domain.size] for at in range(0, len(table), domain.size)]
    there = [
        [(value, spot) for value, spot in zip(row, ways, strict=True) if spot is not None and value != ir.NOTHING] for row in rows
    ]
    return tuple(tuple(value for value, _ in row) for row in there), tuple(tuple(spot for _, spot in row) for row in there)


KEYS: dict[str, Callable[[ir.Drawing, Node, Reading], ir.Drawing]] = {
    "chequered": _chequered,
    "background": _background,
    "figures": _figures,
    "cards": _cards,
}
"""What the section may have, by key; the docstrings are the manual's, and begin with an example."""
