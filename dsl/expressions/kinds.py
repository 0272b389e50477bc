"""The types that words for kinds stand for: `player`, `number`, the name of a deck, a board or an enumeration."""

from __future__ import annotations

from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess
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
    boards = [each for each in read.game.symbols.values() if isinstance(each, BoardSymbol)]
    if kind == "space" and len(boards) == 1:
        return boards[0].space.or_nothing()
    if kind == "card" and len(read.game.decks) == 1:
        return next(iter(read.game.decks.values())).domain.type().or_nothing()
    if kind == "direction":
        board = directions.only_board(read.game, kind, span)
        return directions.domain_of(read.game, board).type().or_nothing()
    known = ["number", "truth", *read.game.kinds, *read.game.decks]
    raise read.game.missed(kind, shared.unknown_kind(kind, span, guess(kind, known)))
