"""Spaces that are connected, and the spaces around a set. The functions raise DiagnosticError for mistakes."""

from __future__ import annotations

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..sentences.function_bodies import function_body
from ..symbols.board_shapes import links_of
from ..symbols.scope import Local, Scope
from ..symbols.symbols import (
    BoardSymbol,
    Domain,
    FunctionSymbol,
    MemorySymbol,
    ParameterSymbol,
    PlaceSymbol,
    Sort,
    Symbols,
    ZoneSymbol,
)
from ..symbols.types import UNKNOWN, SetOf, Type
from .context import Reading
from .kinds import kind_type


def connected(read: Reading, node: s.Connected) -> SetOf:
    """What links lead to from a space, or from the spaces of a set."""
    if node.over:
        return _connected_over(read, node)
    found, domain, rows = _beginning(read, node.begin, "`connected to`")
    read.fresh(node.name, node.name_span)
    with read.register(node.name, domain.type()) as slot:
        test = read.truth(node.test)
    words = read.game.source.words(node.begin.span)
    return SetOf(ir.Connected(found.set, rows, slot, test, words, read.sentence), domain.type(), domain.size)


def _connected_over(read: Reading, node: s.Connected) -> SetOf:
    """The spaces to begin with, and the ends of all links that are connected to theirs through links that pass."""
    found, domain, _ = _beginning(read, node.begin, "`connected to`")
    board = links_between(read.game, next(each for each in read.game.boards if each.domain is domain), node.begin.span)
    meeting, links, ends = board.domain.neighbours, board.layout.links, read.game.row_table(board.layout.links)
    assert meeting is not None
    words, sentence = read.game.source.words(node.begin.span), read.sentence
    read.fresh(node.name, node.name_span)
    with read.reserved() as at, read.register(node.name, board.space) as link:
        test = read.truth(node.test)
        leading = ir.Row(read.game.row_table(links_of(links, domain.size)), ir.Slot(at), words, sentence)
        begun = ir.UnionOf(at, found.set, None, leading)
        passing = ir.Connected(begun, meeting, link, test, words, sentence)
        reached = ir.UnionOf(at, passing, None, ir.Row(ends, ir.Slot(at), words, sentence))
        return SetOf(ir.Union((found.set, reached)), domain.type(), domain.size)


def links_between(game: Symbols, board: BoardSymbol, span: Span) -> BoardSymbol:
    """The links that join the spaces of a board. Raises DiagnosticError where there are none."""
    links = game.symbols.get(board.links or "")
    if isinstance(links, BoardSymbol) and links.of is board:
        return links
    if board.of is not None:
        help_ = "the spaces that a link joins are the `ends of` it"
        raise shared.wrong_type(f"a space of `{board.of.name}`", f"a link of `{board.name}`", span, help_)
    help_ = f"they are declared under `boards:`: `kind: links`, `of: {board.name}`"
    raise game.missed(board.links or "", error("no-links", span, f"no links join the spaces of `{board.name}`", help=help_))


def around(read: Reading, node: s.Expression) -> SetOf:
    """The spaces that touch one of a set and are not in it."""
    found, domain, rows = _beginning(read, node, "`neighbours of` a set")
    return SetOf(ir.Around(found.set, rows, read.game.source.words(node.span), read.sentence), domain.type(), domain.size)


def _beginning(read: Reading, node: s.Expression, what: str) -> tuple[SetOf, Domain, int]:
    """The spaces from which links lead on, the spaces of their board, and the table of its links."""
    found = read.elements(node) if is_set(read, node) else None
    if found is None:
        typed = read.value(node)
        found = SetOf(ir.Listed((typed.expr,)), typed.type, 1)
    domain = None if found.element.domain is None else read.game.domains[found.element.domain]
    if domain is None or domain.sort is not Sort.SPACE or domain.neighbours is None:
        help_ = "" if read.game.ir_boards else "this ruleset has no board: it is declared under `boards:`"
        raise error("not-spaces", node.span, f"expected a space or a set of spaces, found {_described(read, found)}", help=help_)
    read.game.spent.take_entries(2 * domain.size, what, read.called_at or node.span)
    return found, domain, domain.neighbours


def _described(read: Reading, found: SetOf) -> str:
    match found.set:
        case ir.Listed((_,)):
            return read.game.describe(found.element)
        case _:
            return f"a set of {read.game.describe(found.element).removeprefix('a ')} elements"


def is_set(read: Reading, node: s.Expression) -> bool:
    """Whether an expression stands for a set. Where that cannot be known, because of a mistake, it is taken for a value."""
    match node:
        case s.Items() | s.FromTo() | s.Where() | s.Connected() | s.AllOf() | s.UpTo() | s.SubsetsOf() | s.Several():
            return True
        case s.Calculate(how="+"):
            first = node.left
            while isinstance(first, s.Calculate):
                first = first.left
            return is_set(read, first)
        case s.Choice(then, _, otherwise):
            return is_set(read, then) or is_set(read, otherwise)
        case s.Naming():
            return _below_is_set(read, node)
        case s.Name(name) if (local := read.scope.find(name)) is not None:
            return local.is_set
        case s.Name(name):
            return _names_set(read, name) or _names_ways(read, name)
        case s.Element(name):
            return read.scope.find(name) is None and isinstance(read.game.symbols.get(name), ZoneSymbol)
        case s.Attribute(of, name):
            return _prints_list(read, of, name)
        case s.Invoke(name):
            return _names_set(read, name) if name in read.game.symbols else name in read.set_builtins or _names_ways(read, name)
        case _:
            return False


def _below_is_set(read: Reading, node: s.Naming) -> bool:
    """Whether what stands below a name in a function is a set; of the name only the type counts."""
    scope = read.scope
    if means_set(read, node.value):
        local = Local(node.name, UNKNOWN, ir.Number(0), fixed=True, meaning=(node.value, scope))
    else:
        try:
            local = _dummy(node.name, read.value(node.value).type)
        except DiagnosticError:
            return False
    try:
        read.scope = Scope(scope, {node.name: local})
        return is_set(read, node.body)
    finally:
        read.scope = scope


def means_set(read: Reading, node: s.Expression) -> bool:
    """Whether the value of a `let` is a set; `players` and the other groups of seats are the number of them there."""
    return is_set(read, node) and not _counts_seats(read, node)


def _counts_seats(read: Reading, node: s.Expression) -> bool:
    match node:
        case s.Name(name):
            symbol = read.game.symbols.get(name) if read.scope.find(name) is None else None
            return isinstance(symbol, SetOf) and symbol.seats
        case s.Calculate(left=left):
            return _counts_seats(read, left)
        case s.Choice(then, _, otherwise):
            return _counts_seats(read, then) or _counts_seats(read, otherwise)
        case _:
            return False


def _names_set(read: Reading, name: str) -> bool:
    """Whether what is declared under the name is a set, or a function that gives one."""
    symbol = read.game.symbols.get(name)
    match symbol:
        case SetOf() | BoardSymbol() | ZoneSymbol():
            return True
        case FunctionSymbol():
            return _gives_set(read, symbol)
        case PlaceSymbol() | MemorySymbol() | ParameterSymbol() | None:
            return False


def _gives_set(read: Reading, symbol: FunctionSymbol) -> bool:
    """Whether a function of the ruleset gives a set, which its body tells."""
    known = read.game.giving_sets
    if symbol.name not in known:
        known[symbol.name] = False  # for a function that uses itself, which is complained of where it is called
        scope = read.scope
        try:
            span = symbol.signature.span
            names = {name: _dummy(name, kind_type(read, kind, span)) for kind, name, _ in symbol.signature.parameters}
            read.scope = Scope(None, names)
            known[symbol.name] = is_set(read, function_body(symbol.body, read.game.source))
        except DiagnosticError:
            pass  # it is complained of where the function is called
        finally:
            read.scope = scope
    return known[symbol.name]


def _dummy(name: str, type_: Type) -> Local:
    """A name of which only the type counts."""
    return Local(name, type_, ir.Slot(ir.WHERE), fixed=True)


def _prints_list(read: Reading, of: s.Expression, name: str) -> bool:
    """Whether a list is printed under that name on a card or space."""
    try:
        typed = read.value(of)
    except DiagnosticError:
        return False
    printed = None if typed.type.domain is None else read.game.domains[typed.type.domain].printed.get(name)
    return printed is not None and printed.rows is not None


def _names_ways(read: Reading, name: str) -> bool:
    """Whether the name stands for a set of directions of a board, unless the ruleset declares it."""
    return name not in read.game.symbols and any(name in board.layout.ways for board in read.game.boards)
