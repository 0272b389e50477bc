"""Reads the phases that nothing does, and all functions: for their names and types alone, and for no Program.

How large a number can be, where a card lies and what is known before play is settled by those who do a phase. Where nobody does
it, nothing is said of that; where an example does, the example's own Program tells.
"""

from __future__ import annotations

from collections.abc import Callable

from ...program import ir
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import warning
from ..expressions.builtins import BUILTINS
from ..expressions.circles import circle
from ..expressions.context import Reading
from ..expressions.elaborate import Elaborator
from ..expressions.groups import is_set
from ..expressions.kinds import kind_type
from ..sentences import syntax as s
from ..sentences.function_bodies import function_body
from ..symbols.scope import Frame, Local, Scope
from ..symbols.symbols import FunctionSymbol, PhaseSymbol
from ..text.fields import Findings
from .context import Lowering
from .lower import Lowerer
from .phase_calls import phase_body
from .routines import unit
from .trials import check_trials

BY_OTHERS = frozenset(
    (
        "drawn-beyond-range",
        "hidden-faces",
        "hidden-value",
        "no-top",
        "not-known-before-play",
        "not-round",
        "unbounded-choice",
        "unknown-source",
    )
)
"""The codes of what is settled where a phase or a function is used, or by what other phases do."""

SIZES = frozenset(("named-set-too-large", "too-large"))
"""The codes of how large something can be: of a phase, they follow from what it is given."""


def read_unused(to: Lowering, run: frozenset[str]) -> Lowering:
    """Reads what no sentence read by *to* uses; what is wrong with it is added to the findings there, and gives what has read it.

    A phase that nothing does is warned of; those that are *run* are done by examples alone.
    """
    done = {sentence.span for sentence in to.game.sentence_list}
    never = [phase for phase in to.game.phases.values() if phase.body and phase.body[0].span not in done]
    beside = _beside(to)
    for phase in never:
        _read_phase(phase, beside)
    found = [each for each in beside.findings.found if each.code not in SIZES]
    beside.findings = beside.elaborator.findings = Findings()
    for symbol in list(to.game.symbols.values()):
        if isinstance(symbol, FunctionSymbol):
            _read_function(symbol, beside.elaborator)
    check_trials(beside)
    for each in (*found, *beside.findings.found):
        if each.code not in BY_OTHERS:
            to.findings.add(each)
    unused = {each.name for each in never if each.name not in run}
    families = [each for each in to.game.families.values() if unused.issuperset(each.effects.values())]
    for family in families:
        never = [phase for phase in never if phase.name not in family.effects.values()]
        message = f"the effects `{family.name}` are never done"
        help_ = f"an effect is done with `do {family.name} of …`"
        to.findings.tell(warning("phase-never-done", family.span, message, help=help_))
    for phase in never:
        _never_done(phase, run, to)
    return beside


def _beside(to: Lowering) -> Lowering:
    """What reads the same ruleset, and leaves the Program alone."""
    game, findings, read = to.game.fork(), Findings(), to.elaborator
    beside = Elaborator(
        game,
        findings,
        Scope(),
        read.registers,
        read.most_registers,
        only_checked=read.only_checked,
        builtins=BUILTINS,
    )
    frame = Frame(to.frame.base)
    return Lowerer(game, findings, beside, frame, to.measures, unit((), game), strategies=to.strategies.copy())


def _never_done(phase: PhaseSymbol, run: frozenset[str], to: Lowering) -> None:
    for each in to.measures:
        if each.phase == phase.name:
            message = f"the measure `{each.name}` is never taken: the phase `{phase.name}` is never done"
            to.findings.tell(warning("unused", each.span, message))
    if phase.name not in run:
        to.findings.tell(
            warning("phase-never-done", phase.span, f"the phase `{phase.name}` is never done", help="a phase is begun with `do`")
        )
    elif phase.span.line <= to.game.source.length:
        to.findings.tell(
            warning(
                "only-in-examples",
                phase.span,
                f"the phase `{phase.name}` is done in examples, and never in a match",
                help="a phase is begun with `do`",
            )
        )


def _read_phase(phase: PhaseSymbol, to: Lowering) -> None:
    to.unit = unit((s.Call(phase.name, (), span=phase.span),), to.game)
    to.frame = Frame(to.frame.base)
    with to.findings.collecting():
        names = {
            name: Local(name, kind_type(to.elaborator, kind, span), ir.Slot(ir.WHERE), fixed=True)
            for kind, name, span in phase.signature.parameters
        }
        phase_body(phase, Scope(None, names), to)


def _read_function(symbol: FunctionSymbol, read: Reading) -> None:
    if symbol.signature.deep is not None and not circle(symbol, read.game):
        read.findings.tell(warning("unused", symbol.signature.span, f"`{symbol.name}` does not use itself, and needs no bound"))
    read.calls.append(symbol.name)
    try:
        with read.reserved() as slot:
            names = {
                name: Local(name, kind_type(read, kind, span), ir.Slot(slot), fixed=True)
                for kind, name, span in symbol.signature.parameters
            }
            read.scope = Scope(None, names)
            _read_either(function_body(symbol.body, read.game.source), read)
    except DiagnosticError as diagnostic:
        read.findings.add(diagnostic.diagnostic)
    finally:
        read.calls.pop()


def _read_either(body: s.Expression, read: Reading) -> None:
    """Reads what a function gives: one value or a set. Raises the DiagnosticError about what it looks like, where it is
    neither.
    """
    ways: tuple[Callable[[s.Expression], object], ...] = (read.value, read.elements)
    if is_set(read, body):
        ways = (read.elements, read.value)
    try:
        ways[0](body)
    except DiagnosticError as diagnostic:
        try:
            ways[1](body)
        except DiagnosticError:
            raise diagnostic from None
