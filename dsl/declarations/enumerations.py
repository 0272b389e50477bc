"""Enumerations: those that are listed, and those that the cards of a deck name."""

from __future__ import annotations

from ..diagnostics.diagnostic import DiagnosticError, guess
from ..diagnostics.report import error, misspelt
from ..symbols.symbols import Symbols
from ..text.card_lines import COPIES, NAMED_BY, NO_PRINT, is_table
from ..text.document import Document
from ..text.fields import Fields, Findings, describe, mapping, pairs, sequence, text
from ..text.files import CARDS_FROM
from ..text.nodes import Mapping, Node, Scalar, Sequence
from .attributes import enumeration, printed_columns, printed_row
from .card_tables import Table, changed, drawn, filed
from .constants import WORD, claim


def declare_enumerations(document: Document, game: Symbols, findings: Findings) -> None:
    """Declare the enumerations, then those that decks are named by. Mistakes are added to *findings*."""
    for pair in pairs(document.get("enumerations"), "enumerations by name", findings):
        with game.declaring(pair.key.text, findings):
            if claim(pair.key, game, findings, "an enumeration"):
                _declare(pair.key, _listed(pair.value), game, findings)
    for pair in pairs(document.get("decks"), "decks by name", Findings()):
        if isinstance(pair.value, Mapping):
            fields = Fields(pair.value, f"the deck `{pair.key.text}`", findings)
            column = fields.get(NAMED_BY)
            if column is not None:
                with game.declaring(column.text if isinstance(column, Scalar) else "", findings):
                    _name_cards(text(column, "the column that names the cards"), fields, game, findings)


def _declare(name: Scalar, values: list[Scalar], game: Symbols, findings: Findings) -> None:
    if not values:
        raise error("empty-enumeration", name.span, f"the enumeration `{name.text}` has no values")
    wrong = [value for value in values if not WORD.match(value.text)]
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        help_ = "a word begins with a letter: say `two`, and how it looks under `texts:`"
        findings.tell(
            error(
                "value-not-a-word", wrong[0].span, f"expected a value that is a word, found `{wrong[0].text}`{more}", help=help_
            )
        )
    seen: set[str] = set()
    for value in values:
        if value.text in seen:
            findings.tell(error("value-twice", value.span, f"the value `{value.text}` stands here twice"))
        seen.add(value.text)
    found = enumeration(name.text, values, game)
    game.kinds[name.text] = game.symbols[name.text] = found


def _listed(node: Node) -> list[Scalar]:
    """The values of an enumeration: a list of them, or keys under which stands what is printed on each."""
    if isinstance(node, Mapping):
        return [pair.key for pair in node.pairs]
    return [text(item, "a value") for item in sequence(node, "a list of values")]


def print_on_values(document: Document, game: Symbols, findings: Findings) -> None:
    """Reads what is printed on the values of enumerations, once all that may be printed there has its name."""
    for pair in pairs(document.get("enumerations"), "enumerations by name", Findings()):
        found = game.kinds.get(pair.key.text)
        if not isinstance(pair.value, Mapping) or found is None or found.element.domain is None:
            continue
        domain = game.domains[found.element.domain]
        with game.declaring(pair.key.text, findings):
            rows = [printed_row(each.value, "what is printed on the value") for each in pair.value.pairs]
            domain.printed.update(printed_columns(rows, game, f"the values of `{pair.key.text}`", pair.key.span))


# -------------------------------------------------------------------------------------------- cards that have a name each


def _name_cards(column: Scalar, fields: Fields, game: Symbols, findings: Findings) -> None:
    """Declare the enumeration of the names of a deck's cards, in their order. Raises DiagnosticError."""
    if not claim(column, game, findings, "an enumeration"):
        return
    words: dict[str, Scalar] = {}
    for node in _names(column, fields, game):
        if not isinstance(node, Scalar) or not WORD.match(node.text):
            found = "nothing" if isinstance(node, Scalar) and node.text == NO_PRINT else describe(node)
            message = f"expected a word that names this card, found {found}"
            help_ = f"each card needs its own word under `{column.text}`"
            _refuse(column, error("not-a-name-of-a-card", node.span, message, help=help_), game, findings)
        elif node.text in words:
            help_ = "each card has a name of its own here; several alike are one line with `copies`"
            twice = error("named-twice", node.span, f"two cards are named `{node.text}`", help=help_)
            _refuse(column, twice, game, findings)
        else:
            words[node.text] = node
    if words:
        _declare(column, list(words.values()), game, findings)


def _refuse(column: Scalar, mistake: DiagnosticError, game: Symbols, findings: Findings) -> None:
    """Adds a mistake for which the deck is refused; the names that are right are known all the same."""
    findings.tell(mistake)
    game.refused[column.text] = mistake.diagnostic


def _names(column: Scalar, fields: Fields, game: Symbols) -> list[Node]:
    """What stands in that column, card by card; nothing where the deck has no cards, which is told of the deck itself. Raises
    DiagnosticError.
    """
    name, cards = fields.get(CARDS_FROM), fields.get("cards")
    match name, cards:
        case Scalar(), None:
            return _in_table(column, filed(name, game), fields.what)
        case None, Sequence() if is_table(cards):
            return _in_table(column, changed(cards), fields.what)
        case None, Sequence(items=items):
            return _in_lines(column, items, fields.what)
        case None, Scalar() if "\n" in cards.text:
            return _in_table(column, drawn(cards, game), fields.what)
        case None, Scalar():
            message = "cards that one line makes have no column that could name them"
            raise error("nothing-names-them", column.span, message, help="list the cards, or write a table of them")
        case _:
            return []


def _in_table(column: Scalar, table: Table, what: str) -> list[Node]:
    header = [cell.text for cell in table.header]
    if column.text not in header:
        raise _no_column(column, header, what)
    at = header.index(column.text)
    return [cells[at] for cells, _ in table.rows if len(cells) == len(header)]


def _in_lines(column: Scalar, items: tuple[Node, ...], what: str) -> list[Node]:
    lines = [mapping(item, "what is printed on the card, such as `{value: 3, copies: 2}`") for item in items]
    found = [next((pair.value for pair in line.pairs if pair.key.text == column.text), None) for line in lines]
    if not any(found):
        raise _no_column(column, [pair.key.text for line in lines for pair in line.pairs], what)
    return [Scalar(NO_PRINT, "", False, line.span) if word is None else word for line, word in zip(lines, found, strict=True)]


def _no_column(column: Scalar, known: list[str], what: str) -> DiagnosticError:
    message = f"nothing called `{column.text}` is printed on the cards of {what.removeprefix('the deck ')}"
    meant = guess(column.text, [name for name in dict.fromkeys(known) if name != COPIES])
    meant = guess(column.text, [name for name in dict.fromkeys(known) if name != COPIES])
    return misspelt("no-column-of-names", column.span, message, meant)
