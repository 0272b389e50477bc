"""Cards listed as a table: a header with what is printed, and a row for each card or group of cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

from attrs import frozen

from ...program.budgets import MOST_CARDS
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import meant
from ..diagnostics.report import error
from ..symbols.symbols import Symbols
from ..text.card_lines import COPIES, NO_PRINT, table_words
from ..text.csv import cells_of
from ..text.fields import one_or_more
from ..text.nodes import Mapping, Node, Pair, Scalar, Sequence
from .attributes import Row, every_name, everything

EVERY = "every"
"""The cell that makes a card for each value of the enumeration which the column is called after."""

COLUMN = re.compile(r"([^\W\d]\w*)(?:\[(\w+)\])?")
"""What heads a column: `value`, or `cost[white]` for one of the values by element."""


@frozen
class Listed:
    """Cards as they are listed: what is printed on them, how many copies there are (None: one), and where that stands."""

    row: Row
    copies: Node | None
    span: Span


@frozen
class Table:
    """The words of a table with their places; each row, read when it is asked for, has its own place as well."""

    header: tuple[Scalar, ...]
    rows: Iterable[tuple[tuple[Scalar, ...], Span]]


def drawn(node: Scalar, game: Symbols) -> Table:
    """The table in a block of text: words between blanks, a line for each row; what follows a `#` is a comment.

    Raises DiagnosticError when there is no header.
    """
    lines = table_words(node, game.source)
    if not lines:
        raise error("empty-table", node.span, "expected a table of cards: a header, and rows below it")
    return _table(lines)


def changed(node: Sequence) -> Table:
    """The table that a variant has changed: a list of words for each row, the header first."""
    return _table([tuple(cell for cell in one_or_more(row) if isinstance(cell, Scalar)) for row in node.items])


def _table(lines: list[tuple[Scalar, ...]]) -> Table:
    return Table(lines[0], tuple((line, line[0].span.until(line[-1].span)) for line in lines[1:]))


def filed(node: Scalar, game: Symbols) -> Table:
    """The table in a file beside the ruleset. Raises DiagnosticError."""
    name = node.text.strip()
    if not name.lower().endswith(".csv") or "/" in name or "\\" in name:
        message = f"expected the name of a table such as `cards.csv`, found `{name}`"
        raise error("not-a-table", node.span, message, help="export it from a spreadsheet, and lay it beside the ruleset")
    found = game.source.table(name, node.span.line)
    if found is None:
        raise error("no-such-file", node.span, f"there is no table `{name}` beside the ruleset")
    rows = cells_of(found[1], found[0])
    header = _cut(next(rows, ()), 0)
    if not header:
        raise error("empty-file-of-cards", node.span, f"expected a header and rows of cards in `{name}`, found none")
    return Table(header, ((_cut(row, len(header)), row[0].span.until(row[-1].span)) for row in rows))


def _cut(row: tuple[Scalar, ...], width: int) -> tuple[Scalar, ...]:
    """The row without the empty cells at its end that are beyond so many columns."""
    filled = len(row)
    while filled > width and not row[filled - 1].text:
        filled -= 1
    return row[:filled]


def table_cards(table: Table, game: Symbols) -> Iterator[Listed]:
    """The cards of a table, row by row. Raises DiagnosticError."""
    columns = _columns(table.header)
    for cells, span in table.rows:
        if len(cells) != len(columns):
            help_ = f"where nothing is printed, write `{NO_PRINT}`; list values with commas and without blanks"
            raise shared.cells_of_row(len(columns), len(cells), span, help_)
        copies = None
        kept = []
        for (name, key), cell in zip(columns, cells, strict=True):
            if cell.text in ("", NO_PRINT):
                continue
            if name == COPIES:
                copies = cell
            else:
                kept.append((name, key, cell))
        if not kept:
            raise error("blank-row", span, "nothing is printed on the cards of this row")
        yield from (Listed(row, copies, span) for row in _rows(kept, span, game))


def _columns(header: tuple[Scalar, ...]) -> list[tuple[str, Scalar | None]]:
    """What the columns are called, and for what element their values are. Raises DiagnosticError."""
    columns: list[tuple[str, Scalar | None]] = []
    known: set[str] = set()
    for cell in header:
        found = COLUMN.fullmatch(cell.text)
        if found is None:
            message = f"expected what is printed in this column, found `{cell.text}`"
            raise error("not-a-column", cell.span, message, help="for example `value`, `cost[red]`, `copies`")
        name, key = found.groups()
        columns.append((name, None if key is None else Scalar(key, key, False, cell.span)))
        if cell.text in known:
            raise error("duplicate-name", cell.span, f"there are two columns `{cell.text}`")
        known.add(cell.text)
    shapes: dict[str, bool] = {}
    for (name, of), cell in zip(columns, header, strict=True):
        if shapes.setdefault(name, of is not None) != (of is not None):
            raise error(
                "column-of-two-kinds", cell.span, f"`{name}` is one value in one column, and a value by element in another"
            )
    return columns


def _rows(cells: list[tuple[str, Scalar | None, Scalar]], span: Span, game: Symbols) -> Iterator[Row]:
    """One row for each combination of the values that `every` stands for; the only one where no cell says so."""
    choices = [_choices(name, cell, game) for name, _, cell in cells]
    count = 1
    for choice in choices:
        count *= len(choice)
        if count > MOST_CARDS:
            raise error("too-large", span, f"a deck has at most {MOST_CARDS:,} cards, this row would make {count:,}")
    game.spent.take_entries(count * len(cells), "what is printed on these cards", span)
    for chosen in product(*choices):
        row: Row = {}
        for (name, key, cell), node in zip(cells, chosen, strict=True):
            if key is None:
                row[name] = node
            else:
                before = row.get(name)
                pairs = before.pairs if isinstance(before, Mapping) else ()
                row[name] = Mapping((*pairs, Pair(key, node)), cell.span)
        yield row


def _choices(column: str, cell: Scalar, game: Symbols) -> list[Node]:
    """What a cell may be: the values of an enumeration for `every`, a list where several words stand in it, else the word."""
    if cell.text == EVERY:
        every = every_name(column, game)
        if every is None:
            raise error(
                "every-of-no-enumeration",
                cell.span,
                f"`{EVERY}` makes a card for each value of the enumeration `{column}`, and there is none",
                help=meant(column, everything(game)),
            )
        return [Scalar(name, "", False, cell.span) for name in every]
    words = [word for word in re.split(r"[,\s]+", cell.text.strip()) if word]
    if len(words) > 1:
        game.spent.take_entries(len(words), "what is printed on these cards", cell.span)
        return [Sequence(tuple(Scalar(word, word, False, cell.span) for word in words), cell.span)]
    return [cell]
