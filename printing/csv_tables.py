"""Decks as tables in files, in the words of the rules: what `cards from:` reads again, and what spreadsheets open."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from ..dsl.declarations.declare import declare
from ..dsl.symbols.symbols import DeckSymbol, Printed, Symbols
from ..dsl.symbols.types import Kind, Type
from ..dsl.text.document import Document
from ..dsl.text.fields import Findings, pairs
from ..dsl.text.merge import documents
from ..dsl.text.nodes import Mapping, Scalar
from ..dsl.text.source import Source
from ..program.ir import NOTHING
from ..program.span import NOWHERE

COPIES = "copies"


def deck_tables(source: Source, variant: str, players: int, parameters: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The name of each deck, and its cards as CSV: one set of them, where there is a set for each player."""
    document = documents(source, Findings())[variant]
    values = {name: Scalar(value, value, False, NOWHERE) for name, value in parameters.items()}
    game = declare(document, source, players, values, Findings())
    for deck in game.decks.values():
        yield deck.name, table_of(game, deck, sets_of(game, document, deck))


def sets_of(game: Symbols, document: Document, deck: DeckSymbol) -> int:
    """How many sets of these cards there are."""
    for pair in pairs(document.get("decks"), "decks", Findings()):
        if pair.key.text == deck.name and isinstance(pair.value, Mapping):
            per = next(
                (each.value.text for each in pair.value.pairs if each.key.text == "per" and isinstance(each.value, Scalar)), ""
            )
            return {"player": game.players, "seat": len(game.seats)}.get(per, 1)
    return 1


def table_of(game: Symbols, deck: DeckSymbol, sets: int) -> str:
    """The cards of a deck as CSV: a column for each print, then one for the copies."""
    copies = game.ir_decks[deck.index].copies
    columns = [column for name, printed in deck.domain.printed.items() for column in _columns(game, name, printed, len(copies))]
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([*(head for head, _ in columns), COPIES])
    for kind, count in enumerate(copies):
        if count:
            writer.writerow([*(cells[kind] for _, cells in columns), count // sets])
    return written.getvalue()


def _columns(game: Symbols, name: str, printed: Printed, kinds: int) -> Iterator[tuple[str, list[str]]]:
    if printed.rows is not None:
        rows = game.rows[printed.rows][:kinds]
        yield name, [",".join(_word(game, printed.type, value) for value in row) for row in rows]
        return
    assert printed.table is not None
    table = game.tables[printed.table]
    if printed.keys is None:
        yield name, [_word(game, printed.type, value) for value in table[:kinds]]
        return
    keys = game.domains[printed.keys]
    for at, label in enumerate(keys.ir.labels):
        yield f"{name}[{label.plain}]", [_word(game, printed.type, table[kind * keys.size + at]) for kind in range(kinds)]


def _word(game: Symbols, held: Type, value: int) -> str:
    """A value as the rules write it; nothing where nothing is printed."""
    if value == NOTHING:
        return ""
    if held.kind is Kind.TRUTH:
        return "yes" if value else ""
    if held.kind is Kind.ELEMENT and held.domain is not None:
        domain = game.domains[held.domain].ir
        return domain.labels[value - domain.low].plain
    return str(value)
