"""The types that words for kinds stand for: `player`, `number`, the name of a deck, a board or an enumeration."""

from __future__ import annotations

from collections.abc import Iterable

from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess
from ..diagnostics.report import misspelt
from ..symbols.other_names import kind_here
from ..symbols.symbols import BoardSymbol
from ..symbols.types import ANY_NUMBER, TRUTH, Type
from . import directions
from .context import Reading


def kind_type(read: Reading, kind: str, span: Span) -> Type:
    """The type that a word such as `player`, `horse`, `number` or the name of a deck or board stands for. Raises
    DiagnosticError.
    """
    if kind == "number":
        return ANY_NUMBER
    if kind == "truth":
        return TRUTH
    if kind in read.game.kinds:
        return read.game.kinds[kind].element.or_nothing()
    if kind in read.game.decks:
        return read.game.decks[kind].domain.type().or_nothing()
    symbol = read.game.symbols.get(kind)
    if isinstance(symbol, BoardSymbol):
        return symbol.space.or_nothing()
    word, _, of = kind.partition(" of ")
    if of:
        return _type_of(read, word, of, span)
    boards = [each for each in read.game.symbols.values() if isinstance(each, BoardSymbol)]
    if kind == "space" and len(boards) == 1:
        return boards[0].space.or_nothing()
    if kind == "card" and len(read.game.decks) == 1:
        return next(iter(read.game.decks.values())).domain.type().or_nothing()
    if kind == "direction":
        board = directions.only_board(read.game, kind, span)
        return directions.domain_of(read.game, board).type().or_nothing()
    known = ["number", "truth", *read.game.kinds, *read.game.decks]
    new = f"it becomes one by `enumerations:`, under it `{kind}: […]` with its values" if kind.isidentifier() else ""
    raise read.game.missed(kind, shared.unknown_kind(kind, span, kind_here(kind, known) or guess(kind, known, new=new)))


def _type_of(read: Reading, word: str, of: str, span: Span) -> Type:
    """The type that `direction of field`, `space of field` or `card of pack` stands for. Raises DiagnosticError."""
    boards = {board.name: board for board in read.game.boards if word == "space" or not board.track}
    if word == "card" and of in read.game.decks:
        return read.game.decks[of].domain.type().or_nothing()
    if word == "space" and of in boards:
        return boards[of].space.or_nothing()
    if word == "direction" and of in boards:
        return directions.domain_of(read.game, boards[of]).type().or_nothing()
    named: dict[str, tuple[str, Iterable[str]]] = {
        "card": ("deck", read.game.decks),
        "space": ("board", boards),
        "direction": ("board with directions", boards),
    }
    if word not in named:
        raise shared.unknown_kind(f"{word} of", span, guess(word, named))
    what, known = named[word]
    raise read.game.missed(of, misspelt("unknown-name", span, f"there is no {what} `{of}`", guess(of, known)))
