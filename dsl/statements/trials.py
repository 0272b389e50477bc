"""Reads the phases that conditions try with `after`, when all that is given to them is known.

A phase that is tried is read for that alone, with the phases that it does: its names have slots of their own, and what the
language forbids or keeps apart for play (measures, what waits inside `together`) does not touch it. Its scratch slots lie behind
all that were used before, for what is worked out around an `after` goes on behind it.
"""

from __future__ import annotations

from ...program import ir
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError, Note
from ..diagnostics.report import error
from ..expressions.kinds import kind_type
from ..sentences import syntax as s
from ..symbols.symbols import FunctionSymbol, PhaseSymbol, Tried
from ..symbols.types import Type
from ..text.fields import Findings
from . import phases
from .context import Lowering
from .phase_calls import depth_of, read_phases
from .routines import Routine, Site, Trial, Unit, given_type, unit


def read_trials(to: Lowering) -> None:
    """Reads all phases that are tried, again where a phase that is tried gives more to one that was read before."""
    findings, game, frame = to.findings, to.game, to.frame
    before = len(to.done), len(to.routines), frame.top, to.elaborator.most_registers
    while True:
        del to.done[before[0] :], to.routines[before[1] :]
        frame.top, to.elaborator.most_registers = before[2:]
        to.findings, to.trials = Findings(), []
        while len(to.trials) < len(game.trials):  # those that are read may try further ones
            to.trials.append(_read(game.trials[len(to.trials)], to))
        found, to.findings = to.findings, findings
        if _circular(to) or all(_types(at, to) == each.given for at, each in enumerate(to.trials)):
            break
    for each in found.found:
        to.findings.add(each)
    if not findings.errors:
        _nothing_meanwhile(to)


def check_trials(to: Lowering) -> None:
    """Reports phases that nothing but an unused function would try, where they cannot be tried."""
    for at in range(len(to.trials), len(to.game.trials)):
        _cannot_be_tried(at, to)


def _cannot_be_tried(at: int, to: Lowering) -> bool:
    """Reports a phase that cannot be tried; whether it is one."""
    game = to.game
    phase = game.trials[at].symbol
    problem = phases.untriable(phase, game) if isinstance(phase, PhaseSymbol) else None
    if problem is None:
        return False
    sentence, what = problem
    where = next(each.span for each in game.tries if each.trial == at)
    notes = (Note(f"{what} here", sentence.span),)
    message = f"`{phase.name}` cannot be tried: {what} there"
    to.findings.add(error("no-trial", where, message, help="try a phase in which all is settled", notes=notes).diagnostic)
    return True


def trials(to: Lowering) -> tuple[ir.Trial, ...]:
    """The trials of the Program."""
    numbers = {id(routine): at for at, routine in enumerate(to.routines)}
    found = []
    for each in to.trials:
        given = tuple(stored.target for stored in each.routine.stored if isinstance(stored.target, ir.Slot))
        result = to.game.result_slots.get(each.routine.symbol.name) if isinstance(each.routine.symbol, FunctionSymbol) else None
        found.append(ir.Trial(numbers[id(each.routine)], given, None if result is None else ir.Slot(result)))
    return tuple(found)


def _types(at: int, to: Lowering) -> tuple[Type, ...]:
    """The types of what the phase is given, by every `after` that is known now."""
    tried, routine = to.game.trials[at], _routine(to.game.trials[at])
    kinds = (kind_type(to.elaborator, kind, span) for kind, _, span in tried.symbol.signature.parameters)
    return tuple(given_type(routine, number, declared) for number, declared in enumerate(kinds))


def _routine(tried: Tried) -> Routine:
    sites = [Site(given, number, sentence) for number, (given, sentence) in enumerate(tried.given, start=1)]
    return Routine(tried.symbol, tried.depth, sites, tried=True)


def _read(tried: Tried, to: Lowering) -> Trial:
    at, read, game = len(to.trials), to.elaborator, to.game
    routine, begun = _routine(tried), len(game.tries)
    trial = Trial(routine, _types(at, to), frozenset(), range(begun, begun))
    if _cannot_be_tried(at, to):
        return trial
    outer, registers, reads = to.unit, read.registers, read.reads
    match tried.symbol:
        case PhaseSymbol(name=name, span=span):
            to.unit = unit((s.Call(name, (), span=span),), game)
            routine.depth = depth_of(tried.symbol, to)
        case FunctionSymbol(name=name):
            to.unit = Unit(((name,),), {}, {}, frozenset())
    to.unit.routines[name, tried.zones, 0, routine.depth] = routine
    to.trying, read.registers, read.reads = True, read.most_registers, []
    try:
        read_phases(to)
        trial.looks = frozenset(each.name for each in read.reads)
    except DiagnosticError as diagnostic:
        to.findings.add(diagnostic.diagnostic)
    finally:
        to.unit, to.trying, read.registers, read.reads = outer, False, registers, reads
    trial.tries = range(begun, len(game.tries))
    return trial


def _nothing_meanwhile(to: Lowering) -> None:
    """Reports what is tried inside `together` and has to do with something that the seats change there."""
    for changed, tries in to.meanwhile:
        for each in (to.game.tries[number] for number in tries):
            looks = sorted(changed & _looks(each.trial, to))
            if looks:
                symbol = to.trials[each.trial].routine.symbol
                how, help_ = "is tried here", "try it before the block or after it"
                if isinstance(symbol, FunctionSymbol):
                    how, help_ = "uses itself", "work it out before the block or after it"
                message = f"`{looks[0]}` changes while all decide together, and `{symbol.name}`, which {how}, has to do with it"
                to.findings.tell(error("not-together", each.span, message, help=help_))


def _looks(trial: int, to: Lowering) -> frozenset[str]:
    """What a phase that is tried looks at or changes, and what those do that are tried in it."""
    found = to.trials[trial].looks
    return found.union(*(_looks(to.game.tries[number].trial, to) for number in to.trials[trial].tries))


def _circular(to: Lowering) -> bool:
    """Reports a phase that would be tried while it is tried; whether there is one."""
    game = to.game
    names = [trial.routine.symbol.name for trial in to.trials]

    def circle(around: tuple[int, ...]) -> bool:
        for one in (game.tries[number] for number in to.trials[around[-1]].tries):
            if one.trial in around:
                words = " → ".join(names[at] for at in (*around[around.index(one.trial) :], one.trial))
                to.findings.tell(shared.tried_in_itself(names[one.trial], words, one.span))
                return True
            if one.trial not in looked and circle((*around, one.trial)):
                return True
        looked.add(around[-1])
        return False

    looked: set[int] = set()
    return any(circle((at,)) for at in range(len(to.trials)) if at not in looked)
