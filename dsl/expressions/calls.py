"""Calls of functions, both those of the ruleset and those of the language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import evolve

from ...program import ir
from ...program.budgets import DEEPEST_CALLS
from ...program.ops import nodes
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..sentences.function_bodies import function_body
from ..symbols.scope import CallBefore, Local, Read, Scope
from ..symbols.symbols import FunctionSymbol, PhaseSymbol
from ..symbols.types import UNKNOWN, SetOf, Typed
from . import circles
from .context import Reading
from .groups import means_set
from .kinds import kind_type


def invoke(read: Reading, node: s.Invoke) -> Typed:
    """The value of a call. Raises DiagnosticError when the function gives a set."""
    symbol = read.game.symbols.get(node.name)
    if isinstance(symbol, FunctionSymbol):
        return call(read, symbol, node.arguments, node.span)
    found = read.builtin(node)
    if isinstance(found, SetOf):
        raise shared.calls_for_a_value(read.game.source.words(node.span), node.span, "for example `any x in … has …`")
    return found


def call(read: Reading, symbol: FunctionSymbol, arguments: tuple[s.Expression, ...], span: Span) -> Typed:
    """The value of a call of a ruleset's function; the function's body is copied to where it is called, but for one that uses
    itself.
    """
    if circles.stands_apart(symbol, read.game):
        return circles.call(read, symbol, arguments, span)
    with given(read, symbol, arguments, span) as lets:
        result = body(read, symbol)
    expr = result.expr
    for slot, value in reversed(lets):
        expr = ir.Let(slot, value, expr)
    return Typed(expr, result.type)


def body(read: Reading, symbol: FunctionSymbol) -> Typed:
    """The value of a function's body, whose parameters are the names in scope.

    It follows from what they stand for, the sentence and the free scratch slots, so that the same call in the same sentence is
    read once: texts in several languages, and conditions side by side, often say the same. What adds to the game is read each
    time, and so is what would be beyond a budget.
    """
    game, mentioned, looked = read.game, read.mentioned, len(read.reads)
    names = tuple((each.expr, each.type, each.origin) for each in read.scope.names.values())
    key = symbol.name, names, read.registers, read.sentence, read.seat, tuple(read.calls)
    before = read.called_before.get(key)
    if before is not None and game.spent.take_again(*before.taken):
        mentioned |= before.mentioned
        read.reads += [Read(each.name, each.own, each.span) for each in before.reads]
        return before.result
    spent, added = game.spent.of_functions, _added(read)
    read.mentioned = set()
    try:
        result = read.value(function_body(symbol.body, game.source))
    finally:
        inside, read.mentioned = frozenset(read.mentioned), mentioned
        mentioned |= inside
    if _added(read) == added:
        calls, values, entries = (now - then for now, then in zip(game.spent.of_functions, spent, strict=True))
        reads = tuple(read.reads[looked:])
        read.called_before[key] = CallBefore(result, (calls, values, entries), inside, reads)
    return result


def _added(read: Reading) -> tuple[int, int, int]:
    """How much of the game there is that expressions add to, each time anew."""
    return len(read.game.domains), len(read.game.tries), len(read.game.start)


@contextmanager
def given(
    read: Reading, symbol: FunctionSymbol | PhaseSymbol, arguments: tuple[s.Expression, ...], span: Span
) -> Iterator[list[tuple[int, ir.Expr]]]:
    """Binds the parameters of a function, or of a phase whose options are asked for, inside the `with` block.

    Gives the (scratch slot, value) pairs to wrap around what is worked out there with `Let`. A number or slot as argument needs
    no pair. Raises DiagnosticError for a wrong number of arguments, recursion or too many calls.
    """
    parameters = symbol.signature.parameters
    if len(arguments) != len(parameters):
        raise shared.wrong_count(symbol.name, len(parameters), len(arguments), span)
    match symbol:
        case FunctionSymbol():
            what, called = f"the function `{symbol.name}` uses itself", symbol.name
        case PhaseSymbol():
            what, called = f"the options of `{symbol.name}` depend on themselves", f"options of {symbol.name}"
    if called in read.calls:
        circle = " → ".join((*read.calls[read.calls.index(called) :], called))
        help_ = "" if isinstance(symbol, PhaseSymbol) else f"say how deep: `{symbol.name} …, at most 10 deep`"
        raise error("recursion", symbol.signature.span, f"{what}: {circle}", help=help_)
    if len(read.calls) >= DEEPEST_CALLS:
        raise error("too-deep", span, f"functions use each other more than {DEEPEST_CALLS} deep")
    read.game.spent.take_call(span)
    lets: list[tuple[int, ir.Expr]] = []
    names: dict[str, Local] = {}
    before = read.registers
    for (kind, name, place), argument in zip(parameters, arguments, strict=True):
        typed = read.fitting(argument, kind_type(read, kind, place))
        if not isinstance(typed.expr, ir.Number | ir.Slot):
            slot = read.registers
            read.registers += 1
            read.most_registers = max(read.most_registers, read.registers)
            lets.append((slot, typed.expr))
            typed = Typed(ir.Slot(slot), typed.type, typed.origin)
        names[name] = Local(name, typed.type, typed.expr, typed.origin, fixed=True)
    scope, looked, called_at = read.scope, len(read.reads), read.called_at
    read.scope, read.called_at = Scope(None, names), called_at or span
    read.calls.append(called)
    try:
        yield lets
    except RecursionError:
        raise error("too-deep", span, "functions that use each other are nested too deep here") from None
    finally:
        for each in read.reads[looked:]:
            each.span = span
        read.calls.pop()
        read.scope, read.called_at = scope, called_at
        read.registers = before


def set_function(read: Reading, symbol: FunctionSymbol, node: s.Invoke) -> SetOf:
    """The set that a ruleset's function gives."""
    if circles.stands_apart(symbol, read.game):
        raise error("recursion", node.span, f"`{symbol.name}` uses itself: it gives one value, and no set")
    with given(read, symbol, node.arguments, node.span) as lets:
        found = read.elements(function_body(symbol.body, read.game.source))
    for slot, value in reversed(lets):
        found = under(slot, value, found)
    return found


def under(slot: int, value: ir.Expr, found: SetOf) -> SetOf:
    """The set, worked out while the slot holds the value. Where that says which zone it is, cards have no known zone."""
    zone = found.zone
    if zone is not None and ir.Slot(slot) in nodes((zone,)):
        zone = None
    return evolve(found, set=ir.Naming(slot, value, found.set), zone=zone)


def naming(read: Reading, node: s.Naming) -> Typed:
    """The value below a name in a function."""
    if means_set(read, node.value):
        with meaning(read, node):
            return read.value(node.body)
    with _named(read, node) as (slot, value):
        body = read.value(node.body)
    origin = body.origin if body.origin is None or ir.Slot(slot) not in nodes((body.origin,)) else None
    return Typed(ir.Let(slot, value, body.expr), body.type, origin)


def naming_of_set(read: Reading, node: s.Naming) -> SetOf:
    """The set below a name in a function."""
    if means_set(read, node.value):
        with meaning(read, node):
            return read.elements(node.body)
    with _named(read, node) as (slot, value):
        found = read.elements(node.body)
    return under(slot, value, found)


@contextmanager
def _named(read: Reading, node: s.Naming) -> Iterator[tuple[int, ir.Expr]]:
    """Binds the name inside the `with` block; gives the scratch slot and the value that it holds."""
    with read.reserved() as slot:
        typed = read.value(node.value)
        read.fresh(node.name, node.span)
        with read.named(slot, node.name, typed.type, typed.origin):
            yield slot, typed.expr


@contextmanager
def meaning(read: Reading, node: s.Naming | s.LetLine) -> Iterator[None]:
    """Inside the `with` block the name stands for the set, which is worked out where the name is used."""
    read.elements(node.value)
    read.fresh(node.name, node.span)
    outer = read.scope
    local = Local(node.name, UNKNOWN, ir.Number(0), fixed=True, meaning=(node.value, outer))
    read.scope = Scope(outer, {node.name: local})
    try:
        yield
    finally:
        read.scope = outer
