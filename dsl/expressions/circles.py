"""Functions that use themselves, up to a bound: `chain (space x), at most 12 deep`.

Every other function is copied to where it is used. A function of a circle that says how deep stands once for each depth, as
something that is tried and changes nothing: a call of it is an `After` that gives what its slot then holds.
"""

from __future__ import annotations

from attrs import evolve

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..sentences.function_bodies import function_body
from ..sentences.walk import parts
from ..symbols.scope import Local, Scope
from ..symbols.symbols import Depth, FunctionSymbol, Symbols
from ..symbols.types import NEVER, UNKNOWN, Type, Typed, join
from ..text.fields import Findings
from .context import Reading
from .kinds import kind_type
from .trials import values_of, zones_of


def circle(symbol: FunctionSymbol, game: Symbols) -> frozenset[str]:
    """The functions that use this one and are used by it, directly or through others; none where it does not use itself."""
    if symbol.name not in game.circles:
        below = _below(symbol.name, game)
        game.circles[symbol.name] = frozenset(name for name in below if symbol.name in _below(name, game))
    return game.circles[symbol.name]


def stands_apart(symbol: FunctionSymbol, game: Symbols) -> bool:
    """Whether a function uses itself and says how deep."""
    return symbol.signature.deep is not None and symbol.name in circle(symbol, game)


def call(read: Reading, symbol: FunctionSymbol, arguments: tuple[s.Expression, ...], span: Span) -> Typed:
    """The value of a call of such a function. Raises DiagnosticError."""
    parameters = symbol.signature.parameters
    if len(arguments) != len(parameters):
        raise shared.wrong_count(symbol.name, len(parameters), len(arguments), span)
    given = tuple(
        read.fitting(argument, kind_type(read, kind, symbol.signature.span))
        for (kind, _, _), argument in zip(parameters, arguments, strict=True)
    )
    trial = read.game.tried(symbol, zones_of(given), given, read.sentence, span, _depth(read, symbol))
    result = ir.Slot(read.game.result_slots[symbol.name])
    return Typed(ir.After(trial, values_of(given), result, read.sentence), given_by(read, symbol))


def given_by(read: Reading, symbol: FunctionSymbol) -> Type:
    """The type of what such a function gives: of what needs no call, then again and again of what its circle makes of that.

    Raises DiagnosticError for what is wrong in the circle.
    """
    given, game = read.game.given_by, read.game
    if symbol.name in given:
        return given[symbol.name]
    found = (game.symbols[name] for name in game.symbols if name in circle(symbol, game))
    members = [each for each in found if isinstance(each, FunctionSymbol) and each.signature.deep is not None]
    given.update((each.name, NEVER) for each in members)
    try:
        for _ in range(sum(each.signature.deep or 0 for each in members)):
            now = {each.name: join(given[each.name], _type(read, each)) or UNKNOWN for each in members}
            if all(given[name] == type_ for name, type_ in now.items()):
                break
            given.update(now)
        if given[symbol.name] == NEVER:
            message = f"`{symbol.name}` always uses itself: it must have a way to a value without"
            raise error("recursion", symbol.signature.span, message)
    except DiagnosticError:
        for each in members:
            del given[each.name]
        raise
    return given[symbol.name]


def _type(read: Reading, symbol: FunctionSymbol) -> Type:
    """The type of the body of a function, whatever it is given; nothing that is read for that is left."""
    beside = evolve(read, game=read.game.fork(), findings=Findings(), reads=[], calls=[], mentioned=set(), called_before={})
    names = {
        name: Local(name, kind_type(read, kind, span), ir.Slot(ir.WHERE), fixed=True)
        for kind, name, span in symbol.signature.parameters
    }
    beside.scope = Scope(None, names)
    return beside.value(function_body(symbol.body, read.game.source)).type


def _depth(read: Reading, symbol: FunctionSymbol) -> Depth:
    """How deep the function is when it is called from what is read now."""
    name, depth = read.around
    counts = dict(depth) if name in circle(symbol, read.game) else {}
    counts[symbol.name] = counts.get(symbol.name, 0) + 1
    return tuple(sorted(counts.items()))


def _below(name: str, game: Symbols) -> set[str]:
    """The functions that a function uses, directly or through others."""
    found: set[str] = set()
    todo = [name]
    while todo:
        more = _used(todo.pop(), game) - found
        found |= more
        todo += sorted(more)
    return found


def _used(name: str, game: Symbols) -> set[str]:
    """The functions that stand in the body of a function."""
    symbol = game.symbols.get(name)
    if not isinstance(symbol, FunctionSymbol):
        return set()
    try:
        body = function_body(symbol.body, game.source)
    except DiagnosticError:  # it is told where the function is used
        return set()
    named = {each.name for each in parts(body) if isinstance(each, s.Name | s.Invoke)}
    return {each for each in named if isinstance(game.symbols.get(each), FunctionSymbol)}
