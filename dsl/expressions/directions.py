"""Directions of boards: their names, found by place; steps, opposites and rays; sets of directions. All raise DiagnosticError."""

from __future__ import annotations

from typing import TypeGuard

from ...program import ir
from ...program.span import Span
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..symbols.symbols import BoardSymbol, Domain, Sort, Symbols
from ..symbols.types import Kind, SetOf, Type, Typed, join
from .context import Reading


def directed(game: Symbols) -> tuple[BoardSymbol, ...]:
    """The boards that have directions."""
    return tuple(board for board in game.boards if board.directed)


def domain_of(game: Symbols, board: BoardSymbol) -> Domain:
    """The domain of the directions of a board, which is added unless it is there."""
    for domain in game.domains:
        if domain.sort is Sort.DIRECTION and domain.spaces == board.domain.index:
            return domain
    labels = tuple(game.words(name) for name in board.layout.directions)
    domain = game.domain(board.name, Sort.DIRECTION, labels)
    domain.spaces = board.domain.index
    return domain


def touching(game: Symbols, board: BoardSymbol) -> SetOf:
    """The directions in which spaces of the board touch."""
    return set_of(game, board, board.layout.neighbouring)


def only_board(game: Symbols, what: str, span: Span) -> BoardSymbol:
    """The only board that has directions. Raises DiagnosticError where there is none, or more than one."""
    boards = directed(game)
    if len(boards) == 1:
        return boards[0]
    if not boards:
        raise game.missed("direction", error("unknown-kind", span, f"no board has directions: {what} needs one"))
    names = " and ".join(f"`{board.name}`" for board in boards)
    help_ = f"for example `{what} of {boards[0].name}`"
    raise error("ambiguous-name", span, f"{names} have directions: it is not clear here which board is meant", help=help_)


def wanted(game: Symbols, expected: Type | None) -> bool:
    """Whether a direction is expected."""
    return expected is not None and expected.domain is not None and game.domains[expected.domain].sort is Sort.DIRECTION


def named(game: Symbols, name: str, expected: Type | None, span: Span) -> Typed | None:
    """The direction that a name stands for where nothing else is called like this; None where none does.

    *expected* decides between boards. Raises DiagnosticError where that is not clear.
    """
    boards = [board for board in directed(game) if board.layout.direction(name) is not None]
    if expected is not None and expected.domain is not None and wanted(game, expected):
        boards = [board for board in boards if board.domain.index == game.domains[expected.domain].spaces]
    if not boards:
        return None
    if len(boards) > 1:
        kinds = " and ".join(f"`{board.name}`" for board in boards)
        help_ = f"for example `{name} of {boards[0].name}`"
        message = f"`{name}` is a direction of {kinds}: it is not clear here which is meant"
        raise error("ambiguous-name", span, message, help=help_)
    return one(game, boards[0], boards[0].layout.direction(name) or name)


def one(game: Symbols, board: BoardSymbol, name: str) -> Typed:
    """The direction of a board with that name."""
    domain, at = domain_of(game, board), list(board.layout.directions).index(name)
    return Typed(ir.Number(at), domain.type(at, 1))


def named_set(game: Symbols, name: str, span: Span) -> SetOf | None:
    """The set of directions that a name such as `straight` stands for; None where none does."""
    boards = [board for board in directed(game) if name in board.layout.ways]
    if len(boards) > 1:
        help_ = f"for example `{name} of {boards[0].name}`"
        raise error("ambiguous-name", span, f"several boards have `{name}`: it is not clear here which is meant", help=help_)
    return set_of(game, boards[0], boards[0].layout.ways[name]) if boards else None


def set_of(game: Symbols, board: BoardSymbol, ways: tuple[str, ...]) -> SetOf:
    """The set of these directions of a board."""
    domain, names = domain_of(game, board), list(board.layout.directions)
    numbers = [names.index(way) for way in ways]
    low, high = min(numbers, default=0), max(numbers, default=0)
    if numbers == list(range(low, high + 1)):
        return SetOf(ir.Range(ir.Number(low), ir.Number(high)), domain.type(low, high - low + 1), len(numbers))
    return SetOf(ir.Listed(tuple(map(ir.Number, numbers))), domain.type(low, high - low + 1), len(numbers))


def of_board(game: Symbols, node: s.Invoke) -> Typed | SetOf | None:
    """What `up of field` or `straight of field` stands for: a direction, or a set of them; None where it is something else."""
    match node.arguments:
        case (s.Name(name=name),):
            board = game.symbols.get(name)
            if isinstance(board, BoardSymbol) and not board.track:
                way = board.layout.direction(node.name)
                if way is not None:
                    return one(game, board, way)
                if node.name in board.layout.ways:
                    return set_of(game, board, board.layout.ways[node.name])
    return None


def direction(read: Reading, node: s.Expression, board: BoardSymbol) -> Typed:
    """The value of an expression that must be a direction of the board; a name that means nothing else is looked up there."""
    game, of_board = read.game, domain_of(read.game, board).type()
    known = "known: " + ", ".join(f"`{way}`" for way in board.layout.directions)
    if undeclared(node, read) and board.layout.direction(node.name) is None and node.name not in game.constants:
        raise error("unknown-name", node.span, f"expected a direction of `{board.name}`", help=known)
    typed = read.value(node, of_board)
    if typed.type.kind is Kind.NOTHING or join(typed.type, of_board) is None:
        found = game.describe(typed.type)
        raise error("not-a-direction", node.span, f"expected a direction of `{board.name}`, found {found}", help=known)
    return typed


def undeclared(node: s.Expression, read: Reading) -> TypeGuard[s.Name]:
    """Whether the expression is a name that stands for no value in scope and nothing that the ruleset declares as a whole."""
    return isinstance(node, s.Name) and read.scope.find(node.name) is None and node.name not in read.game.symbols


def certain(typed: Typed, words: str, sentence: int) -> Typed:
    """The same value, where nothing is a runtime error."""
    return Typed(ir.Present(typed.expr, words, sentence), typed.type.surely()) if typed.type.maybe else typed
