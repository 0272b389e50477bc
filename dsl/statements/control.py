"""Lowers the sentences that control the order of play: loops, branches, phases, `together`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from ..expressions.aggregates import sort_keys
from ..expressions.binders import binder_set
from ..expressions.kinds import kind_type
from ..sentences import syntax as s
from ..sentences import walk
from ..symbols.scope import Frame, Local, Scope
from ..symbols.types import ANY_NUMBER, Kind, SetOf, number
from ..text.diagnostics import Complaint, meant
from ..text.fields import Findings, complain
from . import phases
from .assignment import store
from .context import Around, Lowering

if TYPE_CHECKING:
    from ..symbols.symbols import PhaseSymbol


def stops(block: ir.Block) -> bool:
    """Whether play can stop for a decision inside the block."""
    for op in block:
        match op:
            case ir.Ask() | ir.Draw() | ir.Pick() | ir.Together():
                return True
            case ir.ForEach(stops=inside) | ir.Repeat(stops=inside) | ir.Scope(stops=inside):
                if inside:
                    return True
            case ir.Branch(_, then, otherwise, _):
                if stops(then) or stops(otherwise):
                    return True
            case _:
                pass
    return False


def for_each(node: s.ForEachBlock, to: Lowering) -> list[ir.Op]:
    """`for each horse h where … in order of …`"""
    head, read, sentence = node.head, to.elaborator, to.elaborator.sentence
    try:
        found = binder_set(read, head.binder)
        read.fresh(head.binder.name, head.binder.span)
    except Complaint:
        to.unsettled(head.binder.name, node.body)
        raise
    with to.scoped():
        target = to.slot(head.binder.name)
        to.name(head.binder.name, Local(head.binder.name, found.element, target, found.zone, fixed=True), head.binder.span)
        where = None if head.where is None else to.condition(head.where)
        keys = (*_round_the_table(head.start, target, found, to), *sort_keys(read, head.keys))
        stored, capacity = None, 0
        if phases.asks(node.body, to.game) and (keys or found.constant is None or not isinstance(found.set, ir.Range)):
            if found.size > 5_000:
                raise complain("too-large", "a loop that asks runs over at most 5,000 elements", head.binder.span)
            capacity = found.size
            stored = to.frame.cell(to.frame.take(capacity + 2), sentence, head.binder.name)
        to.loops.append(to.frame.top)
        try:
            body = to.block(node.body)
        finally:
            to.loops.pop()
    return [ir.ForEach(target, found.set, where, keys, body, stored, capacity, stops(body), sentence)]


def _round_the_table(start: s.Expression | None, seat: ir.Target, found: SetOf, to: Lowering) -> tuple[ir.Key, ...]:
    """The sort key of `starting with`: that seat comes first, then the others in the order in which they sit."""
    if start is None:
        return ()
    seats = to.game.seat_domain
    if found.element.domain != seats.index:
        raise complain("wrong-type", f"`starting with` goes round the table, found {to.game.describe(found.element)}", start.span)
    first = to.elaborator.seat_value(start)
    sentence, count = to.elaborator.sentence, ir.Number(seats.size)
    present = ir.Present(first.expr, to.game.source.words(start.span), sentence) if first.type.maybe else first.expr
    behind = ir.Arithmetic(ir.Calculation.SUBTRACT, seat, present, sentence)
    return (ir.Key(ir.Arithmetic(ir.Calculation.MOD, behind, count, sentence), False),)


def repeat(node: s.RepeatBlock, to: Lowering) -> list[ir.Op]:
    """`repeat 5 times as round until …`"""
    head, read, sentence = node.head, to.elaborator, to.elaborator.sentence
    ops: list[ir.Op] = []
    limit: ir.Expr | None = None
    most = ir.LARGEST
    if head.times is not None:
        try:
            times = read.number(head.times)
        except Complaint:
            to.unsettled(head.name or "", node.body)
            raise
        if times.constant is not None and times.constant < 0:
            raise complain("out-of-range", f"expected a number of times, found {times.constant}", head.times.span)
        limit, most = times.expr, max(1, times.type.high)
        if times.constant is None:
            kept = to.slot("times")
            ops.append(store(kept, ANY_NUMBER, times.expr, None, to))
            limit = kept
    with to.scoped():
        counter: ir.Target | None = None
        if head.name is not None or limit is not None:
            counter = to.slot(head.name or "pass")
            if head.name is not None:
                to.name(head.name, Local(head.name, number(1, most), counter, fixed=True), head.span)
        to.loops.append(to.frame.top)
        try:
            body = to.block(node.body)
        finally:
            to.loops.pop()
        until = None if head.until is None else to.condition(head.until)
    if limit is None and until is None and not _leaves(node.body):
        to.findings.warn(
            "endless",
            "this loop has no end: nothing in it leaves the loop, the phase or the game",
            node.span,
            "add `until …`, or `leave the loop` inside",
        )
    return [*ops, ir.Repeat(counter, limit, until, body, stops(body), sentence)]


def _leaves(body: tuple[s.Statement, ...]) -> bool:
    return any(isinstance(each, s.LeaveLine | s.EndPhaseLine | s.EndGameLine | s.DoLine) for each in walk.each(body))


def branch(node: s.IfBlock, to: Lowering) -> list[ir.Op]:
    """`if …`, `else if …`, `else`; a branch whose condition is known to be false is checked for mistakes, but left out."""
    otherwise: ir.Block = ()
    found: list[tuple[ir.Expr, ir.Block]] = []
    for head, body in node.branches:
        test: ir.Expr = ir.Number(1) if head.test is None else to.condition(head.test)
        found.append((test, to.block(body)))
    for test, block in reversed(found):
        if isinstance(test, ir.Number):
            otherwise = block if test.value else otherwise
        else:
            otherwise = (ir.Branch(test, block, otherwise, to.elaborator.sentence),)
    return list(otherwise)


def do(call: s.Call, to: Lowering) -> list[ir.Op]:
    """`do turn (p)`: the body of the phase, inlined here. Raises Complaint when a phase does itself."""
    phase = to.game.phases.get(call.name)
    if phase is None:
        unknown = complain("unknown-name", f"there is no phase `{call.name}`", call.span, meant(call.name, to.game.phases))
        raise to.game.missed(call.name, unknown)
    names = [each.name for each in to.phases]
    if call.name in names:
        circle = " → ".join((*names[names.index(call.name) :], call.name))
        raise complain("recursion", f"the phase `{call.name}` does itself: {circle}", call.span, "write a loop with `repeat`")
    parameters = phase.signature.parameters
    if len(call.arguments) != len(parameters):
        wanted = ", ".join(f"{kind} {name}" for kind, name, _ in parameters) or "nothing"
        raise complain("wrong-count", f"`{call.name}` is given {wanted}; found {len(call.arguments)} values", call.span)
    with to.scoped() as top:
        ops, scope = _given(phase, call, to)
        body = inline(phase, scope, to)
        ops.append(body)
        if body.ending is None:
            ops += taken(phase.name, to)
        if to.frame.top > top:
            ops.append(to.clear(top))
    return ops


def _given(phase: PhaseSymbol, call: s.Call, to: Lowering) -> tuple[list[ir.Op], Scope]:
    ops: list[ir.Op] = []
    scope = Scope()
    for (kind, name, span), argument in zip(phase.signature.parameters, call.arguments, strict=True):
        typed = to.elaborator.fitting(argument, kind_type(to.elaborator, kind, span))
        type_ = typed.type if typed.type.kind is not Kind.NOTHING else kind_type(to.elaborator, kind, span)
        own_seat = to.elaborator.seat is not None and typed.expr == ir.Slot(to.elaborator.seat)
        if isinstance(typed.expr, ir.Number) or own_seat:
            scope.names[name] = Local(name, type_, typed.expr, typed.origin, fixed=True)
            continue
        kept = to.slot(name)
        ops.append(store(kept, type_, typed.expr, None, to))
        scope.names[name] = Local(name, type_, kept, typed.origin, fixed=True)
    return ops, scope


def taken(phase: str, to: Lowering) -> tuple[ir.Take, ...]:
    """The statements that take the phase's measures at its end; a measure of a phase inside `together` is a mistake."""
    found = [(number, each) for number, each in enumerate(to.measures) if each.phase == phase]
    if to.together is not None:
        for _, each in found:
            message = f"the phase `{phase}` is done inside `together`, where each seat completes it by itself"
            to.findings.say("not-together", message, each.span, "take it at the end of a phase around the block")
    return tuple(ir.Take(number, each.value, each.sentence) for number, each in found)


def inline(phase: PhaseSymbol, scope: Scope, to: Lowering) -> ir.Scope:
    """The body of a phase as one statement; *scope* holds its parameters."""
    changed, loops = to.changed, to.loops
    to.changed, to.loops = walk.changed(phase.body), []
    ending: int | None = None
    if walk.ends_after(phase.body) and to.together is None:  # inside `together` the sentence itself is complained of
        kept = to.slot("ending")
        assert isinstance(kept, ir.Slot)
        ending = kept.index
    takes = () if ending is None else taken(phase.name, to)
    to.phases.append(Around(phase.name, to.frame.top, ending, to.together is not None, takes))
    try:
        body = (*to.block(phase.body, scope), *takes)
    finally:
        to.phases.pop()
        to.changed, to.loops = changed, loops
    return ir.Scope(phase.name, body, ending, stops(body), to.elaborator.sentence)


def leave(node: s.LeaveLine, to: Lowering) -> list[ir.Op]:
    """`leave the loop`"""
    if not to.loops:
        raise complain(
            "misplaced", "there is no loop around this sentence to leave", node.span, "to end the phase, write `end the phase`"
        )
    return [*_cleared(to.loops[-1], to), ir.Leave(to.elaborator.sentence)]


def end_phase(node: s.EndPhaseLine, to: Lowering) -> list[ir.Op]:
    """`end the phase`"""
    around = to.phases[-1]
    if to.together is not None and not around.within_together:
        raise complain("not-together", "one seat cannot end the phase for all inside `together`", node.span)
    return [*_cleared(around.top, to), *around.takes, ir.EndPhase(to.elaborator.sentence)]


def _cleared(top: int, to: Lowering) -> list[ir.Op]:
    return [to.clear(top)] if to.frame.top > top else []


def end_game(node: s.EndGameLine, to: Lowering) -> list[ir.Op]:
    """`end the game`, at once or after this phase"""
    to.alone("end the game", node.span)
    return [ir.EndGame(to.phases[-1].ending if node.after else None, to.elaborator.sentence)]


def together(node: s.TogetherBlock, to: Lowering) -> list[ir.Op]:
    """`together, each player me`: the body is lowered twice, because the first time shows how many slots a seat needs."""
    head, read = node.head, to.elaborator
    if to.together is not None:
        raise complain("not-together", "a `together` block cannot stand inside another", node.span)
    found = to.game.kinds.get(head.kind)
    if found is None or not found.seats or found.element.low != 0:
        raise complain("unknown-kind", f"expected `each player`, found `each {head.kind}`", node.span)
    if found.size > to.game.players:
        raise complain("automa", "an automa plays by rule and never decides", node.span, "write `each player`")
    read.fresh(head.name, node.span)
    seats = found.size
    positions = to.frame.take(seats)
    outer, findings, stop_before = to.frame, to.findings, to.stops
    base, kept, most = outer.base + outer.top, 0, 0
    result: ir.Together | None = None
    for attempt in range(2):
        to.stops = stop_before
        if attempt == 0:
            to.findings = Findings()
        to.frame = Frame(base, kept, kept, -1, seats, most)
        to.together, loops, to.loops = node.span, to.loops, []
        reads, read.reads = read.reads, []
        try:
            result = _seat_body(node, positions + outer.base, base, most, to)
            if attempt == 1:
                _others_untouched(node, result, to)
            kept, most = to.frame.kept, to.frame.most + (to.frame.kept if attempt == 0 else 0)
        finally:
            to.findings, to.frame, to.together, to.loops = findings, outer, None, loops
            read.reads, read.seat = reads, None
    assert result is not None
    if result.frame_size:
        outer.take(result.frame_size * seats)
    return [result]


def _seat_body(node: s.TogetherBlock, positions: int, base: int, size: int, to: Lowering) -> ir.Together:
    head, read, sentence = node.head, to.elaborator, to.elaborator.sentence
    found = to.game.kinds[head.kind]
    with read.register(head.name, found.element) as slot:
        to.frame.seat = slot
        read.seat = slot
        where = None if head.where is None else to.condition(head.where)
        stop = to.stop()
        body = to.block(node.body)
    return ir.Together(stop, slot, found.set, where, body, positions, base, size, sentence)


def _others_untouched(node: s.TogetherBlock, block: ir.Together, to: Lowering) -> None:
    """Complain where a seat reads something of another seat that the block changes."""
    own_places, own_zones = _written(block.body, to)
    names = {to.game.ir_places[at].name.plain for at in own_places} | {to.game.ir_zones[at].name.plain for at in own_zones}
    for each in to.elaborator.reads:
        if each.name in names and not each.own:
            to.findings.say(
                "not-together",
                f"`{each.name}` of another seat is looked at here while that seat changes it",
                each.span,
                "look before the block or after it: inside, nobody sees what the others do",
            )
    del node


def _written(block: ir.Block, to: Lowering) -> tuple[set[int], set[int]]:
    places: set[int] = set()
    zones: set[int] = set()
    for op in block:
        inner: tuple[ir.Block, ...] = ()
        match op:
            case ir.Assign(place=int(place)):
                places.add(place)
            case ir.MoveCard(source=source, target=target) | ir.MoveAll(source=source, target=target):
                zones |= {source.zone, target.zone}
            case ir.Later(in_transit=(source, _)):
                zones.add(source.zone)
            case ir.Branch(_, then, otherwise, _):
                inner = (then, otherwise)
            case ir.ForEach(body=body) | ir.Repeat(body=body) | ir.Scope(body=body):
                inner = (body,)
            case ir.Ask(alternatives=alternatives):
                inner = tuple(each.body for each in alternatives)
            case _:
                pass
        for block_ in inner:
            more_places, more_zones = _written(block_, to)
            places |= more_places
            zones |= more_zones
    return places, zones
