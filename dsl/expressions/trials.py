"""`after place (me, x), VALUE`: a value as it would be once a phase were done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import evolve

from ...program import ir
from ...program.ops import nodes
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import Guess, guess
from ..diagnostics.report import amount, error, misspelt
from ..sentences import syntax as s
from ..symbols.scope import Local, Scope
from ..symbols.symbols import PhaseSymbol
from ..symbols.types import Typed
from .context import Reading
from .kinds import kind_type


def phase_called(read: Reading, call: s.Call, span: Span) -> PhaseSymbol:
    """The phase that is called. Raises DiagnosticError when there is none."""
    if call.of is not None and call.name in read.game.families:
        help_ = f"write which: `{next(iter(read.game.families[call.name].effects.values()), call.name)}`"
        raise error("no-trial", span, "which effect a value has is not known where it is tried", help=help_)
    if call.of is not None:
        likely = guess(call.name, read.game.families)
        raise read.game.missed(call.name, misspelt("unknown-effects", span, f"there are no effects called `{call.name}`", likely))
    phase = read.game.phases.get(call.name)
    if phase is None:
        likely = guess(call.name, read.game.phases)
        begun = _begun(read, call)
        if begun:
            likely = Guess(call.name, begun, None)
        declared = read.game.phases[likely.sole].span if likely.sole else None
        raise read.game.missed(call.name, shared.unknown_phase(call.name, span, likely, declared))
    return phase


def _begun(read: Reading, call: s.Call) -> str:
    """How a phase is done whose name stands at the beginning of the call, with other words behind it: `turn of me`."""
    words = call.name.split()
    for count in range(len(words) - 1, 0, -1):
        phase = read.game.phases.get(" ".join(words[:count]))
        if phase is None:
            continue
        known = [word for word in words[count:] if read.scope.find(word) is not None or word in read.game.constants]
        given = phase.signature.parameters
        if not given:
            return f"for example `do {phase.name}`"
        if len(given) == 1:
            word = known[0] if known else read.seat_here() or "…"
            return f"for example `do {phase.name} ({word})`"
    return ""


def arguments(read: Reading, phase: PhaseSymbol, call: s.Call) -> tuple[Typed, ...]:
    """What a call gives to a phase. Raises DiagnosticError when these are not as many, or not of the kinds, that it takes."""
    parameters = phase.signature.parameters
    if len(call.arguments) != len(parameters):
        wanted = ", ".join(f"{kind} {name}" for kind, name, _ in parameters) or "nothing"
        raise error("wrong-count", call.span, f"`{call.name}` is given {wanted}; found {amount(len(call.arguments), 'value')}")
    return tuple(
        read.fitting(argument, kind_type(read, kind, span))
        for (kind, _, span), argument in zip(parameters, call.arguments, strict=True)
    )


def zones_of(given: tuple[Typed, ...]) -> tuple[int | None, ...]:
    """The zones in which cards that are given were found: a phase is read once for each combination."""
    return tuple(None if typed.origin is None else typed.origin.zone for typed in given)


def values_of(given: tuple[Typed, ...]) -> tuple[ir.Expr, ...]:
    """What the slots of a trial are filled with: of a card, the indices of the zone that it was found in come first."""
    values: list[ir.Expr] = []
    for typed in given:
        values += () if typed.origin is None else (axis.at for axis in typed.origin.axes)
        values.append(typed.expr)
    return tuple(values)


def after(read: Reading, node: s.After) -> Typed:
    """The value behind a phase that is tried; the phase is read when all that is given to it is known."""
    phase = phase_called(read, node.call, node.call.span)
    given = arguments(read, phase, node.call)
    trial = read.game.tried(phase, zones_of(given), given, read.sentence, node.call.span)
    with _lasting_names(read) as kept:
        found = read.value(node.value)
    expr: ir.Expr = ir.After(trial, values_of(given), found.expr, read.sentence)
    for slot, value in reversed(kept):
        if ir.Slot(slot) in nodes((found.expr,)):
            expr = ir.Let(slot, value, expr)
    return Typed(expr, found.type)


@contextmanager
def _lasting_names(read: Reading) -> Iterator[list[tuple[int, ir.Expr]]]:
    """Inside the `with` block names stand for what they were before; gives the scratch slots that keep it, and the values."""
    outer, before = read.scope, read.registers
    names: dict[str, Local] = {}
    kept: list[tuple[int, ir.Expr]] = []

    def lasting(expr: ir.Expr) -> ir.Expr:
        if _lasts(expr, read):
            return expr
        slot = read.registers
        kept.append((slot, expr))
        read.registers += 1
        read.most_registers = max(read.most_registers, read.registers)
        return ir.Slot(slot)

    for name in dict.fromkeys(outer.all_names()):
        local = outer.find(name)
        if local is None or local.is_set or local.extent is not None:
            continue
        origin = local.origin
        if origin is not None:
            origin = evolve(origin, axes=tuple(evolve(axis, at=lasting(axis.at)) for axis in origin.axes))
        if not _lasts(local.expr, read) or origin != local.origin:
            names[name] = evolve(local, expr=lasting(local.expr), origin=origin, fixed=True)
    read.scope = Scope(outer, names)
    try:
        yield kept
    finally:
        read.scope, read.registers = outer, before


def _lasts(expr: ir.Expr, read: Reading) -> bool:
    """Whether the value is one that no phase changes: a number, or what a name of its own holds."""
    match expr:
        case ir.Number():
            return True
        case ir.Slot(index):
            return index >= len(read.game.start)
        case ir.Cell(base):
            return base >= len(read.game.start)
        case _:
            return False
