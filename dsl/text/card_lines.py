"""Merges what a variant changes in the cards of a deck: single lines of a list, single rows of a table."""

from __future__ import annotations

import re

from ..diagnostics import shared
from ..diagnostics.report import amount, error
from .blocks import block_lines
from .document import ADD, CHANGE, CHANGES, bare
from .fields import mapping, one_or_more
from .nodes import Mapping, Node, Pair, Scalar, Sequence
from .source import Source

NAMED_BY = "named by"
"""The key of a deck that says which column names its cards."""

COPIES = "copies"
"""The key or column that says how many copies there are of a card."""

NO_PRINT = "-"
"""What stands in a cell of a table where nothing is printed."""


def edited_deck(below: Pair, change: Mapping, source: Source) -> Mapping:
    """The base's deck with other keys than before, and with some of its cards changed, added or left out."""
    keys = {pair.key.text: pair for pair in mapping(below.value, "what the deck is").pairs}
    own = [pair for pair in change.pairs if pair.key.text not in CHANGES]
    of_cards = []
    for pair in change.pairs:
        said = pair.value.pairs if pair.key.text == CHANGE and isinstance(pair.value, Mapping) else ()
        if said and {each.key.text for each in said} <= keys.keys():
            own += said
        elif pair.key.text in CHANGES:
            of_cards.append(pair)
    keys.update({pair.key.text: pair for pair in own})
    if of_cards:
        cards = keys.get("cards")
        if cards is None or (_table_words(cards, source) is None and not isinstance(cards.value, Sequence)):
            message = f"the cards of `{bare(below.key.text)}` are not listed here, so no line of them can differ"
            raise error("cards-not-listed", of_cards[0].key.span, message, help="write the deck anew")
        column = keys.get(NAMED_BY)
        named = column.value.text if column is not None and isinstance(column.value, Scalar) else ""
        made = _edited_lines(bare(below.key.text), cards, of_cards, named, source)
        keys["cards"] = Pair(cards.key, Sequence(made, change.span, merged=True))
    return Mapping(tuple(keys.values()), change.span, merged=True)


def _edited_lines(deck: str, cards: Pair, changes: list[Pair], named: str, source: Source) -> tuple[Node, ...]:
    """The lines of a list, or the rows of a table, with what differs in them; the column *named* finds a line where it is one."""
    table = _table_words(cards, source)
    header = table[0] if table else ()
    lines = [_row(header, row) for row in table[1:]] if table else [_line(item, False) for item in one_or_more(cards.value)]
    for pair in changes:
        for line in [_line(each, bool(table)) for each in one_or_more(pair.value)]:
            if pair.key.text == ADD:
                lines.append(line)
                continue
            at = _meant_line(lines, line, named, deck)
            lines[at : at + 1] = [_over(lines[at], line)] if pair.key.text == CHANGE else []
    return _rows(header, lines) if table else tuple(lines)


def _line(node: Node, flat: bool) -> Mapping:
    """A line of cards; *flat*: what is printed by element stands beside the rest, as in a table. Raises DiagnosticError."""
    line = mapping(node, "a line of cards, such as `{value: 5, copies: 2}`")
    if not flat:
        return line
    found = []
    for pair in line.pairs:
        below = pair.value.pairs if isinstance(pair.value, Mapping) else ()
        for each in below:
            key = f"{pair.key.text}[{each.key.text}]"
            found.append(Pair(Scalar(key, key, False, each.key.span), each.value))
        if not below:
            words = _said(pair.value)
            found.append(Pair(pair.key, Scalar(words, words, False, pair.value.span)))
    return Mapping(tuple(found), line.span)


def _over(line: Mapping, change: Mapping) -> Mapping:
    """The line with what the change says of it."""
    keys = {pair.key.text: pair for pair in (*line.pairs, *change.pairs)}
    return Mapping(tuple(keys.values()), change.span, merged=True)


def _meant_line(lines: list[Mapping], wanted: Mapping, named: str, deck: str) -> int:
    """The place of the only line with these values. Raises DiagnosticError.

    Copies aside, all that both say is the same, and something is; a line that says nothing else goes before others. Where a
    column has the names of the cards, and *wanted* has one, it is enough.
    """
    values = {pair.key.text: _said(pair.value) for pair in wanted.pairs if pair.key.text != COPIES}
    values = {named: values[named]} if named in values else values
    there = [{pair.key.text: _said(pair.value) for pair in line.pairs if pair.key.text != COPIES} for line in lines]
    both = [(line.keys() & values, line) for line in there]
    places = [at for at, (keys, line) in enumerate(both) if keys and all(line[key] == values[key] for key in keys)]
    places = [at for at in places if there[at] == values] or places
    if len(places) == 1:
        return places[0]
    if places:
        raise error(
            "lines-alike",
            wanted.span,
            f"{amount(len(places), 'line')} of `{deck}` have these values",
            help="say more of what is printed on the card",
        )
    raise error("no-such-line", wanted.span, f"no line of `{deck}` has these values", help="a new line stands under `add:`")


def _said(node: Node) -> str:
    """What a node says, wherever and however it stands there."""
    match node:
        case Scalar():
            return re.sub(r"\s+", "" if "," in node.text else " ", node.text.strip())
        case Mapping():
            return ",".join(sorted(f"{pair.key.text}:{_said(pair.value)}" for pair in node.pairs))
        case Sequence():
            return ",".join(_said(item) for item in node.items)


# -------------------------------------------------------------------------------------------------------------- tables


def table_words(node: Scalar, source: Source) -> list[tuple[Scalar, ...]]:
    """The words of a table in a block of text, row by row; what follows a `#` is a comment."""
    found = []
    for line in block_lines(node, source):
        words = re.finditer(r"\S+", line.text)
        found.append(tuple(Scalar(each.group(), each.group(), False, line.span(each.start(), each.end())) for each in words))
    return [row for row in found if row]


def is_table(node: Node) -> bool:
    """Whether it is a table that was changed before: a list of words for each row."""
    return isinstance(node, Sequence) and node.merged and bool(node.items) and all(map(_is_row, node.items))


def _is_row(node: Node) -> bool:
    return isinstance(node, Sequence) and node.merged and all(isinstance(item, Scalar) for item in node.items)


def _table_words(cards: Pair | None, source: Source) -> list[tuple[Scalar, ...]] | None:
    """The words of a deck's table, None where its cards are no table."""
    match cards:
        case Pair(value=Scalar() as table) if "\n" in table.text:
            return table_words(table, source) or None
        case Pair(value=Sequence(items=items) as lists) if is_table(lists):
            return [tuple(each for each in one_or_more(item) if isinstance(each, Scalar)) for item in items]
        case _:
            return None


def _row(header: tuple[Scalar, ...], cells: tuple[Scalar, ...]) -> Mapping:
    """A row of a table as a line of cards. Raises DiagnosticError where it has another number of cells."""
    place = cells[0].span.until(cells[-1].span)
    if len(cells) != len(header):
        raise shared.cells_of_row(len(header), len(cells), place)
    kept = [Pair(key, cell) for key, cell in zip(header, cells, strict=True) if cell.text != NO_PRINT]
    return Mapping(tuple(kept), place)


def _rows(header: tuple[Scalar, ...], lines: list[Mapping]) -> tuple[Sequence, ...]:
    """The lines as rows of a table below its header; what no column holds gets one of its own, as the last."""
    columns = {key.text: key for key in header}
    for line in lines:
        columns.update({pair.key.text: pair.key for pair in line.pairs if pair.key.text not in columns})
    rows = [Sequence(tuple(columns.values()), lines[0].span if lines else header[0].span, merged=True)]
    for line in lines:
        cells = {pair.key.text: pair.value for pair in line.pairs}
        row = tuple(cells.get(name, Scalar(NO_PRINT, NO_PRINT, False, line.span)) for name in columns)
        rows.append(Sequence(row, line.span, merged=True))
    return tuple(rows)
