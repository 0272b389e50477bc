"""Lowers `do turn (p)`, and reads the phases that are done, each when all its calls are known."""

from __future__ import annotations

from attrs import evolve

from ...program import ir
from ...program.ops import replaced
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error
from ..expressions.constant_folding import comparison
from ..expressions.kinds import kind_type
from ..expressions.trials import arguments, phase_called, zones_of
from ..sentences import syntax as s
from ..sentences import walk
from ..sentences.function_bodies import function_body
from ..symbols.effects import calls_of, effects_of
from ..symbols.scope import Local, Scope
from ..symbols.symbols import Depth, FamilySymbol, FunctionSymbol, PhaseSymbol
from ..symbols.types import ANY_NUMBER, UNKNOWN, Kind, Type, Typed
from . import phases
from .assignment import in_a_loop, stored
from .context import Around, Lowering
from .prompts import told_around
from .routines import Result, Routine, Site, Stored, given_type
from .routines import shared as shared_names


def do(call: s.Call, to: Lowering, taker: Result | None = None) -> list[ir.Op]:
    """`do turn (p)`, `do play of card.craft (me)`; *taker* is where to keep what a phase gives. Raises DiagnosticError when a
    phase does itself without a bound.
    """
    found = effects_of(call, to.game)
    return _do(call, to, taker) if found is None else _do_effect(call, *found, to)


def _do_effect(call: s.Call, family: FamilySymbol, node: s.Expression, to: Lowering) -> list[ir.Op]:
    """The effect of a value: it is looked for by halves, so that branches stand in few others. Raises DiagnosticError."""
    wanted = to.game.domains[family.domain].type()
    value = to.elaborator.value(node, wanted)
    if value.type.kind not in (Kind.UNKNOWN, Kind.NOTHING) and value.type.domain != family.domain:
        raise to.elaborator.wrong(to.game.describe(wanted), value, node, f"`{family.name}` has an effect for each of these")
    done = [(number, tuple(_do(each, to))) for number, each in zip(family.effects, calls_of(call, to.game), strict=True)]
    sentence = to.elaborator.sentence
    if not done:  # what is wrong with all of them is reported where they stand
        return []

    def among(effects: list[tuple[int, ir.Block]]) -> ir.Block:
        half = len(effects) // 2
        how = ir.Relation.LESS if half else ir.Relation.EQUAL
        test = comparison(how, value, Typed(ir.Number(effects[half][0]), wanted))
        then, otherwise = (among(effects[:half]), among(effects[half:])) if half else (effects[0][1], ())
        if isinstance(test, ir.Number):
            return then if test.value else otherwise
        return (ir.Branch(test, then, otherwise, sentence),)

    return list(among(sorted(done, key=lambda each: each[0])))


def _do(call: s.Call, to: Lowering, taker: Result | None = None) -> list[ir.Op]:
    phase = phase_called(to.elaborator, call, call.span)
    unbounded = to.unit.unbounded.get((call.span, call.name))
    if unbounded is not None:
        help_ = f"write a loop with `repeat`, or say how deep: `{call.name}, at most 5 deep`"
        raise error("phase-in-itself", call.span, f"the phase `{call.name}` does itself: {unbounded}", help=help_)
    depth = depth_of(phase, to)
    if depth and to.together is not None:
        message = f"the phase `{call.name}` does itself, and each seat would need room for it as often"
        raise error("not-together", call.span, message, help="do it before the block or after it")
    most = phase.signature.deep
    if most is not None and dict(depth).get(call.name, 0) > most:
        with to.scoped() as top:
            sentence = to.elaborator.sentence
            stops = ir.TooDeep(call.name, most, sentence)
            never = () if taker is None else (stored(taker.target, taker.type, ir.Number(_without(taker.type)), None, sentence),)
            return [stops, *to.cleared(top), *never]
    given = arguments(to.elaborator, phase, call)
    waits = call.name in to.unit.waiting
    if waits and to.loops:
        raise in_a_loop(call.span)
    key = call.name, zones_of(given), len(to.done) + 1 if waits else 0, depth
    routine = to.unit.routines.setdefault(key, Routine(phase, depth))
    site = Site(given, len(routine.sites) + 1, to.elaborator.sentence, taker)
    routine.sites.append(site)
    to.done.append((routine, site))
    return [ir.Do(len(to.done) - 1, site.number, False, to.elaborator.sentence)]


def depth_of(phase: PhaseSymbol, to: Lowering) -> Depth:
    """How deep a phase of a circle is when it is done from here; () for any other."""
    circle = to.unit.circles.get(phase.name, ())
    around = to.phases[-1]
    counts = dict(around.depth) if around.name in circle else {}
    if circle and phase.signature.deep is not None:
        counts[phase.name] = counts.get(phase.name, 0) + 1
    return tuple(sorted(counts.items()))


def linked(ops: ir.Block, calls: list[tuple[Routine, Site]], routines: list[Routine]) -> tuple[ir.Block, tuple[ir.Phase, ...]]:
    """The statements and the phases that they do, where every Do names its phase, behind the statements that store what it
    gives.
    """
    numbers = {id(routine): at for at, routine in enumerate(routines)}

    def told(op: ir.Op) -> ir.Block:
        match op:
            case ir.Do(index, number, _, sentence):
                routine, site = calls[index]
                given = (stored(each.target, each.type, each.values[number - 1], None, sentence) for each in routine.stored)
                done = evolve(op, phase=numbers[id(routine)], number=site.number)
                return (*given, *_taking(done, routine.result, site.taker))
            case _:
                return (op,)

    phases = [routine.phase for routine in routines if routine.phase is not None]
    changed = tuple(evolve(phase, body=replaced(phase.body, told), after=replaced(phase.after, told)) for phase in phases)
    return replaced(ops, told), changed


def _taking(done: ir.Do, result: Result | None, taker: Result | None) -> ir.Block:
    """A Do, and what is made of the value that the phase gives: before it, that of a phase that ends without."""
    if result is None:
        return (done,)
    begun = stored(result.target, result.type, ir.Number(_without(result.type)), None, done.sentence)
    cleared = ir.Clear(result.target, 1)
    if taker is None:
        return begun, done, cleared
    return begun, done, stored(taker.target, taker.type, result.target, None, done.sentence), cleared


def _without(given: Type) -> int:
    """What a phase gives that ends without: nothing, else a value that can be kept."""
    return ir.NOTHING if given.maybe else min(max(0, given.low), given.high)


def given_back(phase: PhaseSymbol, to: Lowering) -> Type:
    """The type of what a phase gives, as far as it is known: of a phase that can end without, it may be nothing."""
    found = to.game.results.get(phase.name, UNKNOWN)
    return found if found.kind is Kind.TRUTH or walk.always_gives(phase.body) else found.or_nothing()


def read_phases(to: Lowering) -> None:
    """Reads the phases of the unit, each behind all that call it."""
    to.unit.used = max(to.unit.used, to.frame.top)
    outer = to.frame
    for group in to.unit.order:
        looked: set[int] = set()
        while True:
            left = [each for each in to.unit.routines.values() if each.symbol.name in group and id(each) not in looked]
            if not left:
                break
            routine = min(left, key=lambda each: (sum(count for _, count in each.depth), group.index(each.symbol.name)))
            looked.add(id(routine))
            if routine.phase is not None:
                continue
            to.routines.append(routine)
            to.frame = outer.behind(to.unit.used)
            sentence, to.elaborator.sentence = to.elaborator.sentence, routine.sites[0].sentence
            try:
                routine.phase = _read(routine, to)
            except DiagnosticError as diagnostic:
                to.findings.add(diagnostic.diagnostic)
            finally:
                to.unit.used = max(to.unit.used, to.frame.top)
                to.frame, to.elaborator.sentence = outer, sentence
    outer.top = max(outer.top, to.unit.used)


def _read(routine: Routine, to: Lowering) -> ir.Phase:
    scope, phase = Scope(), routine.symbol
    for at, (kind, name, span) in enumerate(phase.signature.parameters):
        scope.names[name] = _parameter(routine, at, name, kind_type(to.elaborator, kind, span), to)
    if isinstance(phase, FunctionSymbol):
        return _function(phase, routine, scope, to)
    back = None if len(routine.sites) == 1 or not phases.asks(phase.body, to.game) else to.slot("back")
    body, ending, result = phase_body(phase, scope, to, routine.depth)
    after = (*taken(phase.name, to), *to.cleared(0))
    if result is not None:
        routine.result = Result(result, given_back(phase, to))
        after = (*after, ir.Clear(result, 1)) if routine.tried else after
    return ir.Phase(phase.name, body, after, ending, back, to.elaborator.sentence, bool(routine.depth))


def _function(function: FunctionSymbol, routine: Routine, scope: Scope, to: Lowering) -> ir.Phase:
    """A function that uses itself, as a phase that stores what it gives; beyond its bound it stops the match."""
    read, most = to.elaborator, function.signature.deep
    read.sentence = to.game.sentence(function.signature.span)
    read.around, outer = (function.name, routine.depth), read.around
    try:
        with to.scoped(scope):
            op: ir.Op
            if most is not None and dict(routine.depth)[function.name] > most:
                op = ir.TooDeep(function.name, most, routine.sites[0].sentence)
            else:
                found = read.value(function_body(function.body, to.game.source))
                op = stored(ir.Slot(to.game.result_slots[function.name]), found.type, found.expr, None, read.sentence)
            return ir.Phase(function.name, (op,), tuple(to.cleared(0)), None, None, read.sentence)
    finally:
        read.around = outer


def _parameter(routine: Routine, at: int, name: str, declared: Type, to: Lowering) -> Local:
    """What a name that the phase is given stands for: a number that all calls give, the seat itself, or a slot."""
    typed = [site.given[at] for site in routine.sites]
    type_, origin = given_type(routine, at, declared), _given_origin(routine, at, to)
    only = None if routine.tried else shared_names(typed, to.elaborator.seat)
    if only is not None:
        return Local(name, type_, only, origin, fixed=True)
    kept = to.slot(name)
    routine.stored.append(Stored(kept, type_, tuple(each.expr for each in typed)))
    local = Local(name, type_, kept, origin, fixed=True)
    to.held(local)
    return local


def _given_origin(routine: Routine, at: int, to: Lowering) -> ir.ZoneAt | None:
    """The zone that a card given to a phase was found in, its indices in slots where the calls give different ones."""
    origins = [site.given[at].origin for site in routine.sites]
    first = origins[0]
    if first is None:
        return None
    axes = []
    for place, axis in enumerate(first.axes):
        indices = [Typed(origin.axes[place].at, ANY_NUMBER) for origin in origins if origin is not None]
        only = None if routine.tried else shared_names(indices, to.elaborator.seat)
        if only is None:
            only = to.slot("zone")
            routine.stored.append(Stored(only, ANY_NUMBER.or_nothing(), tuple(each.expr for each in indices)))
        axes.append(ir.Axis(only, axis.low, axis.size, axis.stride))
    return ir.ZoneAt(first.zone, tuple(axes), first.sentence)


def taken(phase: str, to: Lowering) -> tuple[ir.Take, ...]:
    """The statements that take the phase's measures at its end; a measure of a phase inside `together` is a mistake.

    A phase that is only tried has none.
    """
    if to.trying:
        return ()
    found = [(number, each) for number, each in enumerate(to.measures) if each.phase == phase]
    if to.together is not None:
        for _, each in found:
            message = f"the phase `{phase}` is done inside `together`, where each seat completes it by itself"
            to.findings.tell(error("not-together", each.span, message, help="take it at the end of a phase around the block"))
    return tuple(ir.Take(number, each.value, each.sentence) for number, each in found)


def phase_body(
    phase: PhaseSymbol, scope: Scope, to: Lowering, depth: Depth = ()
) -> tuple[ir.Block, ir.Target | None, ir.Target | None]:
    """The statements of a phase, the slot that tells that the match ends behind it, and that of what it gives; *scope* holds
    its parameters, *depth* is that of its `Routine`.
    """
    changed, loops = to.changed, to.loops
    to.changed, to.loops = walk.changed(phase.body), []
    ending: ir.Target | None = None
    if walk.ends_after(phase.body) and to.together is None:  # inside `together` the sentence itself is complained of
        ending = to.slot("ending")
    result: ir.Target | None = None
    if walk.gives(phase.body):
        result = to.frame.cell(to.apart(1, "what a phase gives", phase.span), to.elaborator.sentence, "")
    to.phases.append(Around(phase.name, len(to.frame.live), ending, result, to.together is not None, depth))
    try:
        before, behind = told_around(phase, to)
        body = to.block((*before, *phase.body, *behind), scope)
    finally:
        to.phases.pop()
        to.changed, to.loops = changed, loops
    given = to.game.results.get(phase.name)
    if given is not None and given.kind is Kind.TRUTH and not walk.always_gives(phase.body):
        message = f"the phase `{phase.name}` gives yes or no, and can end without"
        help_ = "let each way through end with `give …`, for example a last line `give no`"
        to.findings.tell(error("gives-no-value", phase.span, message, help=help_))
    return body, ending, result
